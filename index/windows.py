"""The availabilities of all people at once; `availability` says what each means."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.availability import FOR_EVER, OPEN_BEGIN, OPEN_END, day_numbers

Dates = Sequence[dt.date | None] | NDArray[np.datetime64]  # None or NaT where there is no date


@dataclass(frozen=True, eq=False)
class Windows:
    """The availabilities of N people as days since 1970-01-01.

    `begin`, `end`: int32 (N,); open sides are OPEN_BEGIN and OPEN_END. An unknown window begins after it ends, so that
    it neither overlaps nor covers anything.
    """

    begin: NDArray[np.int32]
    end: NDArray[np.int32]

    @classmethod
    def of(cls, begin: Dates, end: Dates) -> "Windows":
        """Return the windows of dates as people have them, N each."""
        begins, ends = np.asarray(begin, dtype="datetime64[D]"), np.asarray(end, dtype="datetime64[D]")
        unknown = np.isnat(begins) & np.isnat(ends)
        open_end = np.isnat(ends) | (ends >= np.datetime64(FOR_EVER))
        first = np.where(np.isnat(begins), OPEN_BEGIN, begins.astype(np.int64)).astype(np.int32)
        last = np.where(open_end, OPEN_END, ends.astype(np.int64)).astype(np.int32)
        first[unknown], last[unknown] = OPEN_END, OPEN_BEGIN
        return cls(first, last)

    @cached_property
    def known(self) -> NDArray[np.bool_]:
        """Which people have at least one date."""
        return self.begin <= self.end

    @cached_property
    def unknown(self) -> NDArray[np.bool_]:
        """Which people have none."""
        return ~self.known

    def overlapping(self, start: dt.date | None, end: dt.date | None) -> NDArray[np.bool_]:
        """Return which people are available on at least one day of the range; unknown ones are not."""
        first, last = day_numbers(start, end)
        return self.known & (self.begin <= last) & (self.end >= first)

    def covering(self, start: dt.date | None, end: dt.date | None) -> NDArray[np.bool_]:
        """Return which people are available on every day of the range; unknown ones are not."""
        first, last = day_numbers(start, end)
        return self.known & (self.begin <= first) & (self.end >= last)
