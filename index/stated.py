"""Stated: what a clause says of the terms in it, where that stands, and which of it is nearest to a term."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from teamlandkarte.index.clauses import Span

# Between terms of which something is said together: "5 Jahre Java und Go".
JOINS_TERMS = re.compile(r"-?\s*(?:[,/&]|\b(?:und|oder|and|or)\b)\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Stated:
    """What is stated at `text[start:end]`, as it is shown."""

    words: str
    start: int
    end: int


def stated(matches: Iterable[re.Match[str]]) -> list[Stated]:
    """Return what the matches read, with their places."""
    return [Stated(found.group(), found.start(), found.end()) for found in matches]


def beside(every: Sequence[Stated], term: Span) -> Sequence[Stated]:
    """Return the last of what is stated, in the order of the text, before a term and the first behind it."""
    middle = bisect_left(every, sum(term), key=lambda one: one.start + one.end)
    return every[max(0, middle - 1) : middle + 1]


def nearest(every: Sequence[Stated], term: Span) -> Stated:
    """Return what is stated, in the order of the text, nearest to a term, of two the first."""
    return min(beside(every, term), key=lambda one: max(term[0] - one.end, one.start - term[1]))
