"""How a person's availability lies to a wanted time range.

Both are ranges of whole days, both ends inclusive; None is an open side, which reaches for ever. A person without any
date is unknown, and unknown is neither free nor busy.
"""

import datetime as dt
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike, NDArray

FOR_EVER = dt.date(9999, 12, 31)  # the lake's way to write an open end
OPEN_BEGIN = np.iinfo(np.int32).min
OPEN_END = np.iinfo(np.int32).max


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


@dataclass(frozen=True, eq=False)
class Windows:
    """The availabilities of N people as days since 1970-01-01.

    `begin`, `end`: int32 (N,); open sides are OPEN_BEGIN and OPEN_END. An unknown window begins after it ends, so that
    it neither overlaps nor covers anything.
    """

    begin: NDArray[np.int32]
    end: NDArray[np.int32]

    @classmethod
    def of(cls, begin: ArrayLike, end: ArrayLike) -> "Windows":
        """Return the windows of dates as people have them: N dates each, None or NaT where there is none."""
        begins, ends = np.asarray(begin, dtype="datetime64[D]"), np.asarray(end, dtype="datetime64[D]")
        unknown = np.isnat(begins) & np.isnat(ends)
        open_end = np.isnat(ends) | (ends >= np.datetime64(FOR_EVER))
        first = np.where(np.isnat(begins), OPEN_BEGIN, begins.astype(np.int64)).astype(np.int32)
        last = np.where(open_end, OPEN_END, ends.astype(np.int64)).astype(np.int32)
        first[unknown], last[unknown] = OPEN_END, OPEN_BEGIN
        return cls(first, last)

    @property
    def known(self) -> NDArray[np.bool_]:
        """Which people have at least one date."""
        return self.begin <= self.end

    def overlapping(self, start: dt.date | None, end: dt.date | None) -> NDArray[np.bool_]:
        """Return which people are available on at least one day of the range; unknown ones are not."""
        first, last = _days(start, end)
        return self.known & (self.begin <= last) & (self.end >= first)

    def covering(self, start: dt.date | None, end: dt.date | None) -> NDArray[np.bool_]:
        """Return which people are available on every day of the range; unknown ones are not."""
        first, last = _days(start, end)
        return self.known & (self.begin <= first) & (self.end >= last)


def availability(
    begin: dt.date | None, end: dt.date | None, start: dt.date | None, stop: dt.date | None
) -> Availability:
    """Return how a person free from `begin` to `end` lies to the wanted range `start` to `stop`."""
    first, last = _days(start, stop)
    of = _length(first, last)
    if begin is None and end is None:
        return Availability(Fit.UNKNOWN, of=of)
    from_day, to_day = _days(begin, end)
    if from_day > last or to_day < first:
        return Availability(Fit.OUTSIDE, 0, of)
    if from_day <= first and to_day >= last:
        return Availability(Fit.COVERS, of, of)
    return Availability(Fit.PARTLY, _length(max(from_day, first), min(to_day, last)), of)


def _days(first: dt.date | None, last: dt.date | None) -> tuple[int, int]:
    epoch = dt.date(1970, 1, 1)
    begin = OPEN_BEGIN if first is None else (first - epoch).days
    end = OPEN_END if last is None or last >= FOR_EVER else (last - epoch).days
    return begin, end


def _length(first: int, last: int) -> int | None:
    return None if first == OPEN_BEGIN or last == OPEN_END else last - first + 1
