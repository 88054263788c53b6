"""Mentions: where a text names a known term, word by word, also when it is inflected or misspelt.

A mention never begins or ends inside a word; `C`, `C++`, `C#` and `R` are words of their own. Mentions do not overlap:
the longer one wins, so `Gleisbau` is not found in `Bauleiter Gleisbau` when both are known.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import OSA

from teamlandkarte.index.text import folded

WordForm = Callable[[str], str]

_LETTER = r"[\w\u0300-\u036f\u00ad\u200c\u200d\u2060]"  # with marks of decomposed letters and what hides inside words
_WORD = re.compile(rf"(?<![\w.])\.{_LETTER}+|{_LETTER}+(?:\+\+|[+#])?(?!\w)|{_LETTER}+")
_GAP = re.compile(r"[\s\-–—/._&+'’:*()]{0,12}")  # between the words of one term: never a comma
_ORDINARY_WORDS = frozenset("am an as at be can do es go he im in is it me my no on or so to um us we zu".split())  # noqa: SIM905
_COMPOUND_ENDS = """
    kenntnissen kenntnisse kenntnis erfahrungen erfahrung entwicklung entwicklern entwickler programmierung
    programmierer umgebungen umgebung expertise experten experte wissen skills
""".split()  # noqa: SIM905
# A single letter that is part of another sign (R&D, USB-C, don't), of a name (C. Müller) or of an abbreviation (z. B.).
_SIGN_BEFORE = re.compile(r"(?:[&'’\-–]\s?|\.\s?)$")
_SIGN_AFTER = re.compile(r"\s?[&'’]|-(?:level|suite)\b|\.\w", re.IGNORECASE)
_NAME_AFTER = re.compile(r"\.\s\w")
_LISTED_BEFORE = re.compile(r"(?:,|/|\b(?:und|oder|and|or|in|mit|with))\s*$", re.IGNORECASE)
_SHORTEST_MISSPELT = 5  # letters; below, one typing error makes another word
_LONG_WORD = 9  # letters; from here on two typing errors are forgiven
_MORE_THAN_FORGIVEN = 3


@dataclass(frozen=True)
class Word:
    """One word of a text: its folded form and where it stands."""

    form: str
    start: int
    end: int


@dataclass(frozen=True)
class Mention:
    """A known term named in a text at `text[start:end]`; `exact` is false for a spelling that only comes close."""

    term_id: int
    start: int
    end: int
    exact: bool


def words(text: str) -> list[Word]:
    """Return the words of a text in order."""
    return [Word(folded(found.group()), found.start(), found.end()) for found in _WORD.finditer(text)]


class Lexicon:
    """The known terms, prepared for being found in texts; `form` maps a folded word to the form that is compared."""

    def __init__(self, terms: Sequence[str], form: WordForm | None = None) -> None:
        self._form: WordForm = form or _unchanged
        self._terms = tuple(terms)
        self._ids: dict[tuple[str, ...], int] = {}
        for term_id, term in enumerate(self._terms):
            key = tuple(self._form(word.form) for word in words(term))
            if key:
                self._ids.setdefault(key, term_id)
        self._longest = max(map(len, self._ids), default=0)
        long_enough = [key for key in self._ids if len("".join(key)) >= _SHORTEST_MISSPELT]
        self._spellings = [(" ".join(key), self._ids[key]) for key in long_enough]

    def mentions(self, text: str) -> list[Mention]:
        """Return the mentions in the order of the text; exact ones first claim their words, then misspelt ones."""
        found = words(text)
        claimed = [False] * len(found)
        exact = list(self._exact(text, found, claimed))
        return sorted([*exact, *self._misspelt(text, found, claimed)], key=lambda mention: mention.start)

    def _exact(self, text: str, found: list[Word], claimed: list[bool]) -> Iterable[Mention]:
        position = 0
        while position < len(found):
            for end in range(min(len(found), position + self._longest), position, -1):
                term_id = self._id_at(text, found[position:end])
                if term_id is not None:
                    claimed[position:end] = [True] * (end - position)
                    yield Mention(term_id, found[position].start, found[end - 1].end, exact=True)
                    position = end - 1
                    break
            position += 1

    def _id_at(self, text: str, window: list[Word]) -> int | None:
        """Return the term that exactly these words name."""
        if not _joined(text, window):
            return None
        key = tuple(self._form(word.form) for word in window)
        term_id = self._ids.get(key)
        if term_id is None:
            *head, last = key
            stems = (last.removesuffix(end) for end in _COMPOUND_ENDS if last.endswith(end) and last != end)
            return next((self._ids[found] for stem in stems if (found := (*head, stem)) in self._ids), None)
        needs_case = len(window) == 1 and (len(key[0]) == 1 or key[0] in _ORDINARY_WORDS)
        return term_id if not needs_case or _stands_as_written(self._terms[term_id], text, window[0]) else None

    def _misspelt(self, text: str, found: list[Word], claimed: list[bool]) -> Iterable[Mention]:
        windows: list[tuple[int, int]] = []
        for start in range(len(found)):
            for end in range(start + 1, min(len(found), start + self._longest) + 1):
                length = sum(len(word.form) for word in found[start:end])
                if length >= _SHORTEST_MISSPELT - 1 and not any(claimed[start:end]) and _joined(text, found[start:end]):
                    windows.append((start, end))
        if not windows or not self._spellings:
            return
        forms = [" ".join(self._form(word.form) for word in found[start:end]) for start, end in windows]
        distances = process.cdist(
            forms,
            [spelling for spelling, _ in self._spellings],
            scorer=OSA.distance,
            score_cutoff=_MORE_THAN_FORGIVEN - 1,
            dtype=np.uint8,
        )
        best = sorted(
            range(len(windows)), key=lambda row: (windows[row][0] - windows[row][1], int(distances[row].min()))
        )
        for row in best:
            start, end = windows[row]
            column = int(distances[row].argmin())
            spelling, term_id = self._spellings[column]
            if not any(claimed[start:end]) and _forgiven(forms[row], spelling, int(distances[row, column])):
                claimed[start:end] = [True] * (end - start)
                yield Mention(term_id, found[start].start, found[end - 1].end, exact=False)


@lru_cache(maxsize=8)  # competences and roles of the versions in use; a version's terms never change
def lexicon(terms: tuple[str, ...], form: WordForm | None = None) -> Lexicon:
    """Return the lexicon of these terms, built once."""
    return Lexicon(terms, form)


def _unchanged(word: str) -> str:
    return word


def _joined(text: str, window: list[Word]) -> bool:
    """Return whether nothing that separates thoughts stands between these words."""
    return all(_GAP.fullmatch(text, left.end, right.start) for left, right in pairwise(window))


def _stands_as_written(term: str, text: str, word: Word) -> bool:
    """Return whether a one-letter or everyday word is written like the term and is not part of something else."""
    if unicodedata.normalize("NFKC", text[word.start : word.end]) != unicodedata.normalize("NFKC", term):
        return False
    before, after = text[max(0, word.start - 10) : word.start], text[word.end : word.end + 10]
    if len(term) > 1:
        return True
    if _SIGN_BEFORE.search(before) or _SIGN_AFTER.match(after):
        return False
    return not _NAME_AFTER.match(after) or bool(_LISTED_BEFORE.search(before))


def _forgiven(written: str, term: str, distance: int) -> bool:
    """Return whether `written` may be a typing error of `term`: the first letter is right, the rest close."""
    if written[0] != term[0] or distance == 0:
        return distance == 0
    length = len(term.replace(" ", ""))
    if length >= _LONG_WORD:
        return distance < _MORE_THAN_FORGIVEN
    # In a short word a replaced letter makes another word (Wartung, Wertung); a lost, doubled or swapped one does not.
    return distance == 1 and (len(written) != len(term) or sorted(written) == sorted(term))
