"""Beside: what stands in a clause beside the terms that it names: a level alone, or that it goes for them likewise."""

import re
from collections.abc import Sequence
from dataclasses import replace

from teamlandkarte.index.clauses import Clause, Span
from teamlandkarte.index.cues import Cue, Wish
from teamlandkarte.index.word_lists import one_of, word_lists

_LISTS = word_lists("levels")
_SMALL_WORDS = frozenset(_LISTS["small_words"])
_BETWEEN = frozenset(_LISTS["beside_likewise"])
_LIKEWISE = re.compile(one_of(_LISTS["likewise"]))
_LEVELS: tuple[Wish, ...] = ("essential", "desirable", "suggested")
_MARKS: dict[str, Wish] = {mark: wish for wish in _LEVELS for mark in _LISTS[f"{wish}_marks"]}
_LETTERS = re.compile(r"[^\W\d_]+")


def says_nothing_else(text: str, clause: Clause, cues: Sequence[Cue]) -> bool:
    """Return whether nothing but small words stands in a clause beside these cues of it."""
    return all(word in _SMALL_WORDS for word in _beside(text, clause, [(cue.start, cue.end) for cue in cues]))


def says_likewise(text: str, clause: Clause, terms: Sequence[Span]) -> bool:
    """Return whether a clause says of its terms what was said before: "Docker auch", "Docker auch nicht"."""
    words = " ".join(word for word in _beside(text, clause, terms) if word not in _BETWEEN)
    return bool(terms) and bool(_LIKEWISE.fullmatch(words))


def marks(text: str, clause: Clause, terms: Sequence[Span]) -> list[Cue]:
    """Return the signs that stand alone behind terms of a clause, also its last: "JMeter kann und Gatling soll"."""
    found: list[Cue] = []
    if not terms or not _BETWEEN.issuperset(_beside(text, replace(clause, end=terms[0][0]), [])):
        return found
    for (_, behind), end in zip(terms, [*(start for start, _ in terms[1:]), clause.end], strict=True):
        words = _beside(text, replace(clause, start=behind, end=end), [])
        while words and words[-1] in _BETWEEN:
            words.pop()
        wish = _MARKS.get(" ".join(words))
        if not wish and (words or end == clause.end):
            return []
        found += [Cue(wish, behind, end)] if wish else []
    return found


def _beside(text: str, clause: Clause, places: Sequence[Span]) -> list[str]:
    """Return the words of a clause that stand at none of these places of it, which are in their order."""
    rest, position = "", clause.start
    for start, end in places:
        rest += text[position:start] + " "
        position = max(position, end)
    rest += text[position : clause.end]
    return _LETTERS.findall(rest.lower())
