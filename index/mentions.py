"""Mentions: where a text names a known term, word by word, also when it is inflected or misspelt.

A mention never begins or ends inside a word. Mentions do not overlap: the longer one wins, so `Gleisbau` is not found
in `Bauleiter Gleisbau` when both are known.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import OSA

from teamlandkarte.index.words import MOST_ERRORS, SHORTEST_MISSPELT, Word, hang_together, misspelt, stands_for, words

WordForm = Callable[[str], str]

_COMPOUND_ENDS = """
    kenntnissen kenntnisse kenntnis erfahrungen erfahrung entwicklung entwicklern entwickler programmierung
    programmierer umgebungen umgebung expertise experten experte wissen skills
""".split()  # noqa: SIM905
_CACHED_FORMS = 65_536
_SHORTEST_REJOINED = 4  # letters; "Java Script" is JavaScript, "I T" is nothing


@dataclass(frozen=True)
class Mention:
    """A known term named in a text at `text[start:end]`; `exact` is false for a spelling that only comes close."""

    term_id: int
    start: int
    end: int
    exact: bool


class Lexicon:
    """The known terms, prepared for being found in texts; `form` maps a word's form to the one that is compared."""

    def __init__(self, terms: Sequence[str], form: WordForm | None = None) -> None:
        # A text has each word in many windows, and texts share most of their words.
        self._form: WordForm = lru_cache(_CACHED_FORMS)(form) if form else str
        self._terms = tuple(terms)
        self._ids: dict[tuple[str, ...], int] = {}
        self._rejoined: dict[str, int] = {}
        for term_id, term in enumerate(self._terms):
            key = self._key(words(term))
            if key:
                self._ids.setdefault(key, term_id)
                self._rejoined.setdefault("".join(key), term_id)
        self._longest = max(map(len, self._ids), default=0)
        self._by_length: dict[int, list[tuple[str, ...]]] = defaultdict(list)
        for key in self._ids:
            if max(map(len, key)) >= SHORTEST_MISSPELT:
                self._by_length[len(key)].append(key)

    def mentions(self, text: str) -> list[Mention]:
        """Return the mentions in the order of the text; exact ones first claim their words, then misspelt ones."""
        found = words(text)
        claimed = [False] * len(found)
        exact = list(self._exact(text, found, claimed))
        return sorted([*exact, *self._misspelt(text, found, claimed)], key=lambda mention: mention.start)

    def _key(self, window: Sequence[Word]) -> tuple[str, ...]:
        return tuple(self._form(word.form) for word in window)

    def _exact(self, text: str, found: list[Word], claimed: list[bool]) -> Iterator[Mention]:
        position = 0
        while position < len(found):
            longest = min(len(found), position + self._longest + 1)  # one more: a term may be written apart
            for end in range(longest, position, -1):
                term_id = self._id_at(text, found[position:end])
                if term_id is not None:
                    claimed[position:end] = [True] * (end - position)
                    yield Mention(term_id, found[position].start, found[end - 1].end, exact=True)
                    position = end - 1
                    break
            position += 1

    def _id_at(self, text: str, window: list[Word]) -> int | None:
        """Return the term that exactly these words name."""
        if not hang_together(text, window):
            return None
        key = self._key(window)
        if key in self._ids:
            term_id = self._ids[key]
            return term_id if len(window) > 1 or stands_for(self._terms[term_id], text, window[0]) else None
        rejoined = "".join(key)
        if len(rejoined) >= _SHORTEST_REJOINED and rejoined in self._rejoined:
            return self._rejoined[rejoined]
        *head, last = key
        stems = (last.removesuffix(end) for end in _COMPOUND_ENDS if last.endswith(end) and last != end)
        return next((self._ids[found] for stem in stems if (found := (*head, stem)) in self._ids), None)

    def _misspelt(self, text: str, found: list[Word], claimed: list[bool]) -> Iterator[Mention]:
        for length in sorted(self._by_length, reverse=True):
            windows = [
                found[start : start + length]
                for start in range(len(found) - length + 1)
                if not any(claimed[start : start + length]) and hang_together(text, found[start : start + length])
            ]
            nearly = self._nearly({self._key(window) for window in windows}, self._by_length[length])
            for window in windows:
                first, term_id = found.index(window[0]), nearly.get(self._key(window))
                if term_id is not None and not any(claimed[first : first + length]):
                    claimed[first : first + length] = [True] * length
                    yield Mention(term_id, window[0].start, window[-1].end, exact=False)

    def _nearly(self, written: set[tuple[str, ...]], known: list[tuple[str, ...]]) -> dict[tuple[str, ...], int]:
        """Return which of the keys are a misspelt term of as many words, each with the term that comes closest."""
        keys = [key for key in written if max(map(len, key)) >= SHORTEST_MISSPELT - 1]
        if not keys:
            return {}
        # The distance of the whole bounds that of each word, so that few pairs are looked at word by word.
        distances = process.cdist(
            [" ".join(key) for key in keys],
            [" ".join(key) for key in known],
            scorer=OSA.distance,
            score_cutoff=MOST_ERRORS * len(known[0]),
            dtype=np.uint8,
        )
        nearly: dict[tuple[str, ...], int] = {}
        for row, key in enumerate(keys):
            near = np.flatnonzero(distances[row] <= MOST_ERRORS * len(key))
            closest_first = near[np.argsort(distances[row, near], kind="stable")]
            fitting = (known[column] for column in closest_first if _nearly_equal(key, known[column]))
            if (term := next(fitting, None)) is not None:
                nearly[key] = self._ids[term]
        return nearly


def _nearly_equal(written: tuple[str, ...], term: tuple[str, ...]) -> bool:
    return all(mine == theirs or misspelt(mine, theirs) for mine, theirs in zip(written, term, strict=True))


@lru_cache(maxsize=8)  # competences and roles of the versions in use; a version's terms never change
def lexicon(terms: tuple[str, ...], form: WordForm | None = None) -> Lexicon:
    """Return the lexicon of these terms, built once."""
    return Lexicon(terms, form)
