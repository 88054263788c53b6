"""The period: a time that a text names, and the days of months that it is made of."""

import calendar
import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from teamlandkarte.index.text import clean

Bounds = tuple[dt.date, dt.date]
AHEAD = r"(?:(?:(?P<after_next>übernächste[rsmn]?)|(?P<next>nächste[rsmn]?|kommende[rsmn]?|next))\s+)"
# Of a year or a month: a day without one that lies further ahead passed less than a quarter ago, and who writes on
# 20 May of "1. Mai" may mean the past one; nobody who writes of "30. September" does.
_CLEARLY_TO_COME = 3 / 4
_DAYS_OF = {"year": 365, "month": 30}


@dataclass(frozen=True)
class Period:
    """A period written at `text[start:end]`; `year` is None when the text leaves it out.

    `bounds(year)` is the first day when it is a start and the last day when it is an end. `day` says that it is a
    single day, `remark` how something was read that could be read otherwise, `unclear` that it must be asked for,
    `whole` that it names both ends, `of_week` that it is a day of the week. `remark_as_start` is said where it is read
    as a start: "until the end of May" is exact, "from the end of May" is not. `vague` ones say no more than "soon".
    """

    start: int
    end: int
    year: int | None
    bounds: Callable[[int], Bounds]
    day: bool = False
    remark: str = ""
    unclear: bool = False
    whole: bool = False
    of_week: bool = False
    remark_as_start: str = ""
    vague: bool = False


@dataclass(frozen=True)
class Statement:
    """One statement about the time range, made at these places of the text.

    `plain` ones only name a period, without "from" or "until"; `soon` ones say "at once", or that somebody is sought
    for that day; `further` ones go on; `passed` ones ask for another time than the one that they name; `vague` ones
    say no more than "soon".
    """

    start: dt.date | None
    end: dt.date | None
    places: tuple[tuple[int, int], ...]
    remark: str = ""
    plain: bool = False
    soon: bool = False
    further: bool = False
    passed: bool = False
    vague: bool = False


Reader = Callable[[re.Match[str], dt.date], Period | None]
Form = tuple[str, Reader]  # an expression without regard to case, and what reads its match on a day


def month_bounds(year: int, month: int, months: int = 1) -> Bounds:
    """Return the first and the last day of so many months."""
    last_year, last = divmod(year * 12 + month - 1 + months - 1, 12)
    return dt.date(year, month, 1), dt.date(last_year, last + 1, calendar.monthrange(last_year, last + 1)[1])


def is_day(year: int | None, month: int, day: int) -> bool:
    """Return whether there is such a day in a year, or in any if it is None."""
    return 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year or 2024, month)[1]


def day_of(year: int, month: int, day: int) -> dt.date:
    """Return a day of a year; what a month does not reach, such as the 29th of February, is its last day."""
    return dt.date(year, month, min(day, calendar.monthrange(year, month)[1]))


def later(day: dt.date, number: int, unit: str) -> dt.date:
    """Return the day so many days, weeks, months or years later; the 31st becomes the last day of a shorter month."""
    if unit[0] in "td":
        return day + dt.timedelta(days=number)
    if unit[0] == "w":
        return day + dt.timedelta(weeks=number)
    year, month = divmod(day.year * 12 + day.month - 1 + number * (12 if unit[0] in "jy" else 1), 12)
    return day_of(year, month + 1, day.day)


def ahead(match: re.Match[str]) -> int:
    """Return how many periods ahead a match is: 0 for "this", 1 for "next", 2 for "übernächster"."""
    named = match.groupdict()
    return 2 if named.get("after_next") else 1 if named.get("next") else 0


def bounds_ahead(unit: str, today: dt.date, ahead: int) -> Bounds:
    """Return the first and the last day of the present week, month, quarter or year, or of one so many ahead."""
    if unit[0] in "wW":
        monday = today + dt.timedelta(7 * ahead - today.weekday())
        return monday, monday + dt.timedelta(6)
    number = {"m": 1, "q": 3}.get(unit[0].lower(), 12)
    current = today.replace(month=today.month - (today.month - 1) % number, day=1)
    begin = later(current, ahead * number, "month")
    return month_bounds(begin.year, begin.month, number)


def may_have_passed(day: dt.date, today: dt.date, unit: str) -> bool:
    """Return whether a day that was read as the next of its year or month may be meant as the one that has passed."""
    return (day - today).days > _CLEARLY_TO_COME * _DAYS_OF[unit]


def fixed(match: re.Match[str], first: dt.date, last: dt.date, *, day: bool = False) -> Period:
    """Return the period of a match that has its year already."""
    return Period(match.start(), match.end(), first.year, lambda _year: (first, last), day=day)


def follows(first: Period, second: Period) -> bool:
    """Return whether two days follow each other: "31 May and 1 June"."""
    year = first.year or second.year or dt.date.min.year
    if not (first.day and second.day):
        return False
    return second.bounds(second.year or year)[0] - first.bounds(first.year or year)[0] == dt.timedelta(1)


def in_the_week_of(first: Period, second: Period) -> Period:
    """Return the second of two days, a week later where both are days of a week and it has come before the first."""
    if not (first.day and second.day and first.year and second.year):
        return second
    begins, ends = first.bounds(first.year)[0], second.bounds(second.year)[1]
    week_later = ends + dt.timedelta(7)
    if not second.of_week or not ends < begins <= week_later:
        return second
    return replace(second, year=week_later.year, bounds=lambda _year: (week_later, week_later))


def in_its_year(period: Period, today: dt.date) -> Bounds:
    """Return the bounds in the year that is written, else in the first one in which the period has not passed."""
    if period.year is not None:
        return period.bounds(period.year)
    this_year = period.bounds(today.year)
    return this_year if this_year[1] >= today else period.bounds(today.year + 1)


def without_year(words: str, start: dt.date, today: dt.date) -> str:
    """Return what is to be said of words without a year: how they were read, where the past one is likely too."""
    if not may_have_passed(start, today, "year"):
        return ""
    return f'"{clean(words)}" names no year: read as {start.isoformat()}'
