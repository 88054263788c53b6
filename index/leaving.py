"""Leaving: days on which somebody of today's team goes, from which a successor may be sought or may not."""

import re
from functools import lru_cache

from teamlandkarte.index.events import clause_around
from teamlandkarte.index.period import Period
from teamlandkarte.index.word_lists import one_of, word_lists, words_of

_LISTS = word_lists("dates")
_LEAVES = words_of(_LISTS["leaves"])
_SINCE = re.compile(r"\b(?:ab|from|starting|beginning)\s+(?:(?:dem|the|on)\s+)?$", re.IGNORECASE)  # of the successor
_BEFORE = 20  # characters
_FOR_A_TIME = words_of(_LISTS["away"])
_WHO = re.compile(
    rf"\b(?:{one_of(_LISTS['colleagues'])}|\w*{one_of(word_lists('phrases')['somebody'])}(?:s|in)?)\b", re.IGNORECASE
)


def is_when_somebody_leaves(text: str, period: Period) -> bool:
    """Return whether a period is when somebody leaves for good, which says nothing of when another one is sought."""
    if _SINCE.search(text, max(0, period.start - _BEFORE), period.start):
        return False
    return _tells_who_leaves(clause_around(text, period.start, period.end))


@lru_cache(256)  # a clause with many dates is judged for each of them
def _tells_who_leaves(clause: str) -> bool:
    return bool(_LEAVES.search(clause) and _WHO.search(clause)) and not _FOR_A_TIME.search(clause)
