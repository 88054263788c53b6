"""Leaving: days on which somebody goes, of today's team, or who is sought until then."""

import re
from functools import lru_cache

from teamlandkarte.index.events import AWAY, clause_around
from teamlandkarte.index.period import Period
from teamlandkarte.index.word_lists import one_of, word_lists, words_of

_LISTS = word_lists("dates")
_LEAVES = words_of(_LISTS["leaves"])
_SINCE = re.compile(r"\b(?:ab|from|starting|beginning)\s+(?:(?:dem|the|on)\s+)?$", re.IGNORECASE)  # of the successor
_BEFORE = 20  # characters
_BEGINS = words_of(_LISTS["begins_work"])
_OF_TODAYS_TEAM = words_of(_LISTS["of_todays_team"])
_JOINS = re.compile(r"\s(?:und|and)\s", re.IGNORECASE)
_PRONOUNS = frozenset(("er", "sie", "he", "she"))
_WHO = re.compile(
    rf"\b(?:{one_of(_LISTS['colleagues'])}|\w*{one_of(word_lists('phrases')['somebody'])}(?:s|in)?)\b", re.IGNORECASE
)


def is_when_somebody_leaves(text: str, period: Period) -> bool:
    """Return whether a period is when somebody leaves for good, which says nothing of when another one is sought."""
    if _SINCE.search(text, max(0, period.start - _BEFORE), period.start):
        return False
    return _tells_who_leaves(clause_around(text, period.start, period.end))


def is_when_who_is_sought_leaves(text: str, period: Period) -> bool:
    """Return whether a period is when somebody leaves who is sought until then: "soll beginnen und am 31.12. gehen"."""
    half = _half_of_who_is_sought(clause_around(text, period.start, period.end))
    return text[period.start : period.end] in half


@lru_cache(256)  # a clause with many dates is judged for each of them
def _tells_who_leaves(clause: str) -> bool:
    told = _LEAVES.search(clause) and _WHO.search(clause) and not AWAY.search(clause)
    return bool(told) and not _half_of_who_is_sought(clause)


@lru_cache(256)
def _half_of_who_is_sought(clause: str) -> str:
    """Return the half of a clause that tells when somebody leaves of whom the first half says: begins, or is sought."""
    before, leaves, position = "", "", 0
    for joined in [*_JOINS.finditer(clause), None]:
        half = clause[position : joined.start() if joined else None]
        if _LEAVES.search(half):
            before, leaves = clause[:position], half
            break
        position = joined.end() if joined else position
    who = _WHO.search(leaves)
    another = who is not None and who.group().lower() not in _PRONOUNS
    begins = _BEGINS.search(before) and _WHO.search(before)
    if another or not begins or _OF_TODAYS_TEAM.search(f"{before}{leaves}"):
        return ""
    return leaves
