"""A text while terms are looked for in it: its words, and which of them are claimed by a mention."""

import re
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass

from teamlandkarte.index.legends import without_raised
from teamlandkarte.index.text import closed
from teamlandkarte.index.words import Word, hang_together, is_broken, words

WordForm = Callable[[str], str]
_LEVEL = re.compile(r"[ABC][12]")  # of a language
_LEAST = re.compile(
    r"(?:(?:[^\S\n]|[(,:–-])*\b(?:auf|mindestens|mind\.|min\.|minimum|wenigstens|at|least|(?:sprach)?niveau|level|stufe|ger|cefr))*"
    r"(?:[^\S\n]|[(,:–-])*",
    re.IGNORECASE,
)
_MOST_BETWEEN = 5  # words: "at least on level"


@dataclass(frozen=True)
class Mention:
    """A known term named in a text at `text[start:end]`; `exact` is false for a spelling that only comes close."""

    term_id: int
    start: int
    end: int
    exact: bool


@dataclass
class ReadText:
    """A text as it is being read: its words, the forms that are compared, and which words a mention has claimed.

    `initials[i]` is the first letter of form i; `reach[i]` is the end of the words that hang together with word i.
    """

    text: str
    words: list[Word]
    forms: tuple[str, ...]
    initials: str
    reach: list[int]
    claimed: list[bool]

    @classmethod
    def of(cls, text: str, form: WordForm, names: Container[tuple[str, ...]] = ()) -> "ReadText":
        """Read the words of a text, of which none is claimed; one of the names stays a word before a line's end."""
        found = list(_unbroken(text, words(without_raised(text)), form, names))
        reach = list(range(1, len(found) + 1))
        for i in range(len(found) - 2, -1, -1):
            if hang_together(text, *found[i : i + 2]) or is_broken(text, *found[i : i + 2]):
                reach[i] = reach[i + 1]
        forms = tuple(form(word.form) for word in found)
        return cls(text, found, forms, initials_of(forms), reach, [False] * len(found))

    def free(self, start: int, end: int) -> bool:
        """Return whether these words hang together and no mention has claimed one of them."""
        return end <= len(self.words) and end <= self.reach[start] and not any(self.claimed[start:end])

    def claim(self, term_id: int, start: int, end: int, *, exact: bool) -> Mention:
        """Claim the words from one place up to another for a term, and return its mention."""
        self.claimed[start:end] = [True] * (end - start)
        first, last = self.words[start].start, self.words[end - 1].end
        return Mention(term_id, first, closed(self.text, first, last), exact=exact)

    def at_levels(self) -> Iterator[tuple[int, int]]:
        """Yield the places of a word and of the level of a language that is asked for with it: "Englisch, mind. B2"."""
        for last, word in enumerate(self.words):
            if not _LEVEL.fullmatch(self.text, word.start, word.end):
                continue
            for first in range(last - 1, max(-1, last - _MOST_BETWEEN - 2), -1):
                if _LEAST.fullmatch(self.text, self.words[first].end, word.start) and not _LEAST.fullmatch(
                    self.text, self.words[first].start, word.start
                ):
                    yield first, last
                    break


def _unbroken(text: str, found: Iterable[Word], form: WordForm, names: Container[tuple[str, ...]]) -> Iterator[Word]:
    """Yield the words, as one those that were broken at the end of a line: "Projekt-\nleitung"."""
    last: Word | None = None
    for word in found:
        if last and is_broken(text, last, word) and (form(last.form),) not in names:
            last = Word(last.form + word.form, last.start, word.end)
            continue
        if last:
            yield last
        last = word
    if last:
        yield last


def initials_of(forms: tuple[str, ...]) -> str:
    """Return the first letter of each of the forms, a blank for an empty one."""
    return "".join(form[:1] or " " for form in forms)
