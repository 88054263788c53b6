"""How a person's availability lies to a wanted time range.

Both are ranges of whole days, both ends inclusive; None is an open side, which reaches for ever. A person without any
date is unknown, and unknown is neither free nor busy.
"""

import datetime as dt
from dataclasses import dataclass
from enum import Enum

FOR_EVER = dt.date(9999, 12, 31)  # the lake's way to write an open end
OPEN_BEGIN, OPEN_END = -(2**31), 2**31 - 1  # the ends of int32, further out than any date
_EPOCH = dt.date(1970, 1, 1)


class Fit(Enum):
    """How an availability lies to a wanted range."""

    COVERS = "covers"
    PARTLY = "partly"
    OUTSIDE = "outside"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Availability:
    """`fit`, and for a range that is asked for: available `days` of its `of` days (None where that is for ever)."""

    fit: Fit
    days: int | None = None
    of: int | None = None


def day_numbers(first: dt.date | None, last: dt.date | None) -> tuple[int, int]:
    """Return a range as days since 1970-01-01, open sides as OPEN_BEGIN and OPEN_END."""
    begin = OPEN_BEGIN if first is None else (first - _EPOCH).days
    end = OPEN_END if last is None or last >= FOR_EVER else (last - _EPOCH).days
    return begin, end


def availability(
    begin: dt.date | None, end: dt.date | None, start: dt.date | None, stop: dt.date | None
) -> Availability:
    """Return how a person free from `begin` to `end` lies to the wanted range `start` to `stop`."""
    first, last = day_numbers(start, stop)
    of = _length(first, last)
    if begin is None and end is None:
        return Availability(Fit.UNKNOWN, of=of)
    from_day, to_day = day_numbers(begin, end)
    if from_day > last or to_day < first:
        return Availability(Fit.OUTSIDE, 0, of)
    if from_day <= first and to_day >= last:
        return Availability(Fit.COVERS, of, of)
    return Availability(Fit.PARTLY, _length(max(from_day, first), min(to_day, last)), of)


def _length(first: int, last: int) -> int | None:
    return None if first == OPEN_BEGIN or last == OPEN_END else last - first + 1
