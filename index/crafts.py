"""Crafts: general words for somebody, "Ingenieur" or "Planer", which tell no role from others of their kind."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.genders import without_signs
from teamlandkarte.index.mentions import Lexicon
from teamlandkarte.index.read_text import Mention
from teamlandkarte.index.role_names import role_form
from teamlandkarte.index.word_lists import one_of, word_lists
from teamlandkarte.index.words import words

_LISTS = word_lists("phrases")
_RANKS = frozenset(("lead", "expert", "master", "owner", "officer", "kollege", "kollegin"))  # of any craft
_SOUGHT_BEFORE = re.compile(rf"(?:^|[.!?\n:]|(?<![\w-]){one_of(_LISTS['before_a_role'])})\s*$", re.IGNORECASE)
_BEFORE = 40  # characters
_LEAST_SHARING = 2  # roles


@dataclass(frozen=True)
class Crafts:
    """The words by their `role_form` that end the names of several roles, with the ids of these roles.

    `fields` are the names of what the roles are about, such as "LST" and what it stands for, with their roles.
    """

    roles: dict[str, tuple[int, ...]]
    lexicon: Lexicon
    fields: tuple[tuple[re.Pattern[str], int], ...]

    def mentions(self, text: str) -> Iterator[tuple[Mention, tuple[int, ...]]]:
        """Yield where a text without signs of genders seeks somebody by such a word alone, with the roles."""
        sharing = tuple(self.roles.values())
        for mention in self.lexicon.mentions(text):
            if _SOUGHT_BEFORE.search(text[max(0, mention.start - _BEFORE) : mention.start]):
                yield mention, sharing[mention.term_id]

    def of_fields(self, text: str) -> frozenset[int]:
        """Return the roles about something that a text names."""
        return frozenset(role for name, role in self.fields if name.search(text))


@lru_cache(maxsize=4)  # the roles of the versions in use; a version's terms never change
def crafts(terms: tuple[str, ...], aliases: Aliases) -> Crafts:
    """Return the words that end the names of several roles and name none of them; built once."""
    ends = {role_form(words(end)[0].form) for end in _LISTS["somebody"] if end not in _RANKS}
    forms = [[role_form(word.form) for word in words(without_signs(term))] for term in terms]
    known = {form for of_term in forms if len(of_term) == 1 for form in of_term}
    sharing = {
        end: tuple(role for role, of_term in enumerate(forms) if any(form.endswith(end) for form in of_term))
        for end in sorted(ends - known)
    }
    roles = {end: ids for end, ids in sharing.items() if len(ids) >= _LEAST_SHARING}
    return Crafts(roles, Lexicon(tuple(roles), role_form), tuple(_fields(terms, aliases, ends)))


def _fields(terms: tuple[str, ...], aliases: Aliases, ends: set[str]) -> Iterator[tuple[re.Pattern[str], int]]:
    for role, term in enumerate(terms):
        named = [word for word in without_signs(term).split() if not word.islower() and not word.endswith("-")]
        subjects = [word for word in named if not _is_somebody(word, ends)]
        names = {name for subject in subjects for name in aliases.names_for(subject)}
        if subjects and len(subjects) < len(named):
            yield re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(names)))})(?!\w)", re.IGNORECASE), role


def _is_somebody(word: str, ends: set[str]) -> bool:
    return any(role_form(part.form).endswith(tuple(ends)) for part in words(word))
