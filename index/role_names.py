"""Names of roles as texts write them, and the one word by which a text may mean any of several roles."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.genders import MALE_ENDS, male, without_signs
from teamlandkarte.index.mentions import Lexicon
from teamlandkarte.index.places import CITIES
from teamlandkarte.index.read_text import Mention
from teamlandkarte.index.word_lists import one_of, word_lists
from teamlandkarte.index.words import words
from teamlandkarte.index.writing import DECLINED, undeclined, writing, writings

_IN_ENGLISH = (
    ("entwickler", "developer"), ("ingenieur", "engineer"), ("architekt", "architect"), ("berater", "consultant"),
    ("spezialist", "specialist"), ("koordinator", "coordinator"), ("netzwerk", "network"),
    ("datenanalyst", "dataanalyst"), ("leitung", "leiter"),
)  # fmt: skip
_TITLE_ENDS = (*MALE_ENDS, "kraft")
_ADJECTIVE = re.compile(r"\w(?:isch|lich|ig|end|iv|al|ell)er")
_MOST_SHARING = 8  # roles; a word that more of them share tells nothing
_CACHED_NAMES = 16_384
_LISTS = word_lists("phrases")
_BEFORE = 40  # characters
_ALONE_BEFORE = re.compile(
    rf"(?:^|[,.;:!?()|/\n–—]|\s-|(?<![\w-]){one_of(_LISTS['before_a_role'])})\s*$", re.IGNORECASE
)
_ALONE_BEHIND = re.compile(
    rf"\s*(?:$|[,.;:!?()|/\n–—]|-\s|\d|(?:{one_of(_LISTS['behind_a_role'])}|{CITIES})(?![\w-]))", re.IGNORECASE
)
_COMPOUND = r"kenntnis(?:sen?)?|erfahrung(?:en)?"  # also behind another word: "Bahnkenntnisse"
_KNOWN = r"know-?how|wissen|expertise|knowledge|experience|familiarity|skills?"
_KNOWLEDGE = re.compile(
    rf"^\W*(?:[\w-]+\s+){{0,2}}(?:\w*(?:{_COMPOUND})|{_KNOWN})\b"
    rf"|(?:{_COMPOUND}|{_KNOWN})\b(?:\s+\w+){{0,3}}\W*$",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(rf"{one_of(_LISTS['somebody'])}(?:n|s|en|in|innen|nen)?\b", re.IGNORECASE)


@lru_cache(maxsize=4)  # the roles of the versions in use; a version's terms never change
def role_names(terms: tuple[str, ...], aliases: Aliases) -> Lexicon:
    """Return the lexicon of roles under all their names but those that may mean others too, built once."""
    shared = set(map(_form, shared_names(terms, aliases).roles))
    named = [(name, term_id) for name, term_id in aliases.names_of(terms) if _form(name) not in shared]
    names = [(without_signs(name), term_id) for name, term_id in (*named, *_turned(terms))]
    return Lexicon(tuple(map(without_signs, terms)), role_form, names, compounds=False)


@dataclass(frozen=True)
class SharedNames:
    """Names of somebody that are part of a role's, of one or several, and of none the whole, with the roles' ids."""

    roles: dict[str, tuple[int, ...]]
    lexicon: Lexicon

    def mentions(self, text: str) -> Iterator[tuple[Mention, tuple[int, ...]]]:
        """Yield where a text without signs of genders names somebody by such a word alone, with the roles."""
        sharing = tuple(self.roles.values())
        for mention in self.lexicon.mentions(text):
            before = text[max(0, mention.start - _BEFORE) : mention.start]
            if _ALONE_BEFORE.search(before) and _ALONE_BEHIND.match(text, mention.end):
                yield mention, sharing[mention.term_id]


@lru_cache(maxsize=4)
def shared_names(terms: tuple[str, ...], aliases: Aliases) -> SharedNames:
    """Return the words that roles share, "Projektleiter" of "Projektleiter IT" and others, and their other names."""
    sharing: dict[str, list[int]] = defaultdict(list)
    written: dict[str, str] = {}
    things = writings([aliases.term_of(term) for _, term in aliases.same])
    named = {writing(aliases.term_of(term)) for term in terms}
    whole = {_form(alias) for (alias, _), thing in zip(aliases.same, things, strict=True) if thing in named}
    for term_id, term in enumerate(terms):
        whole.add(_form(term))
        title = without_signs(term)
        forms = {role_form(word.form): title[word.start : word.end] for word in words(title)}
        for form, word in forms.items() if len(forms) > 1 else ():
            if form.endswith(_TITLE_ENDS) and not _ADJECTIVE.fullmatch(form):
                sharing[form].append(term_id)
                written.setdefault(form, word)
    shared = {form: tuple(ids) for form, ids in sharing.items() if len(ids) <= _MOST_SHARING and form not in whole}
    # A word for anybody, "Berater", tells nothing of the only one who has it, the "SAP-Berater".
    shared = {form: ids for form, ids in shared.items() if len(ids) > 1 or not _SOMEBODY.fullmatch(written[form])}
    roles, taken = dict(shared), whole | shared.keys()
    for form, ids in shared.items():
        others = (name for name in aliases.names_for(written[form]) if _form(name) not in taken)
        roles |= {name: ids for name in others if name not in roles}
    return SharedNames(roles, Lexicon(tuple(roles), role_form, compounds=False))


def role_form(form: str) -> str:
    """Return the form under which a role is compared: in one gender, the words of its craft in one language."""
    compared = undeclined(male(form))
    if (title := compared.removesuffix("en")).endswith(DECLINED):  # "wir suchen einen Beauftragten"
        compared = f"{title}e"
    for german, english in _IN_ENGLISH:
        compared = compared.replace(german, english)
    return compared


@lru_cache(_CACHED_NAMES)
def in_role_forms(name: str) -> str:
    """Return the name of a role with each of its words in its `role_form`."""
    return " ".join(role_form(word.form) for word in words(without_signs(name)))


def is_knowledge(words: str) -> bool:
    """Return whether words name what somebody knows, and nobody: "Kenntnis der Bauüberwachung"."""
    return bool(_KNOWLEDGE.search(words)) and not names_somebody(words)


def names_somebody(words: str) -> bool:
    """Return whether words name somebody by what he or she does."""
    return bool(_SOMEBODY.search(words))


def _form(name: str) -> str:
    return in_role_forms(name).replace(" ", "")


def _turned(terms: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """Yield "IT-Projektleiter" and "Projektleiter für IT" for "Projektleiter IT"."""
    for term_id, term in enumerate(terms):
        somebody, _, subject = term.partition(" ")
        if subject and " " not in subject and somebody.endswith(_TITLE_ENDS):
            yield f"{subject}-{somebody}", term_id
            yield from ((f"{somebody} {small} {subject}", term_id) for small in ("für", "für die", "im", "in", "for"))
