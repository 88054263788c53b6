"""Feasts: the days of holidays that have a name and one day, fixed or counted from Easter."""

import datetime as dt
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from teamlandkarte.index.months import YEAR, written_year
from teamlandkarte.index.period import Form, Period, Reader, fixed, month_bounds

RIGHT_AFTER = r"(?:right|directly|immediately|straight|direkt|unmittelbar|gleich|sofort)\s+(?:after|nach)"
_RIGHT_AFTER = rf"{RIGHT_AFTER}\s+(?:(?:the|den|dem)\s+)?"
_HOLIDAYS = r"(?:feiertagen|\s+holidays)?"
_FIXED = {
    (1, 1): "neujahr|neujahrstag|new year.s day",
    (1, 6): "dreikönigstag|heilige drei könige|epiphany",
    (5, 1): "tag der arbeit",
    (10, 3): "tag der deutschen einheit",
    (10, 31): "reformationstag",
    (11, 1): "allerheiligen",
    (12, 6): "nikolaus",
    (12, 24): "heiligabend|christmas eve",
    (12, 25): "(?:erster |1\\. )?weihnachtstag|christmas day",
    (12, 26): "(?:zweiter |2\\. )weihnachtstag|boxing day",
    (12, 27): rf"{_RIGHT_AFTER}(?:weihnachts?{_HOLIDAYS}|weihnachten|christmas(?!\s+(?:eve|day)){_HOLIDAYS})",
    (12, 31): "silvester|new year.s eve",
}
_MONDAY, _THURSDAY = 0, 3
_WEEKDAY_OF = {  # month, day of the week, which one of them; -1 is the last
    (5, _MONDAY, -1): "memorial day",
    (9, _MONDAY, 0): "labor day",
    (11, _THURSDAY, 3): "thanksgiving(?: day)?",
}
_EITHER = "labour day"
_FROM_EASTER = {  # days after Easter Sunday
    -48: "rosenmontag",
    -46: "aschermittwoch|ash wednesday",
    -3: "gründonnerstag|maundy thursday",
    -2: "karfreitag|good friday",
    0: "ostersonntag|easter sunday",
    1: "ostermontag|easter monday",
    2: (
        "(?:dem )?dienstag nach ostern|(?:the )?tuesday after easter|osterdienstag"
        rf"|{_RIGHT_AFTER}(?:oster{_HOLIDAYS}|ostern|easter(?!\s+(?:sun|mon)){_HOLIDAYS})"
    ),
    39: "christi himmelfahrt|himmelfahrt|ascension day",
    49: "pfingstsonntag|whit sunday",
    50: "pfingstmontag|whit monday",
    51: (
        "(?:dem )?dienstag nach pfingsten"
        rf"|{_RIGHT_AFTER}(?:pfingst{_HOLIDAYS}|pfingsten|whitsun{_HOLIDAYS}|pentecost)"
    ),
    60: "fronleichnam|corpus christi",
}


def feast_forms() -> Iterator[Form]:
    """Yield the form of each feast with what reads it."""
    for (month, day), names in _FIXED.items():
        yield _form(names), _reader(partial(dt.date, month=month, day=day))
    for days, names in _FROM_EASTER.items():
        yield _form(names), _reader(partial(_counted_from_easter, days=days))
    for (month, weekday, which), names in _WEEKDAY_OF.items():
        yield _form(names), _reader(partial(_weekday_of, month=month, weekday=weekday, which=which))
    yield _form(_EITHER), _of_either_country


def easter_sunday(year: int) -> dt.date:
    """Return Easter Sunday of a year of the Gregorian calendar (the anonymous algorithm of 1876)."""
    golden, (century, of_century) = year % 19, divmod(year, 100)
    corrected = century - century // 4 - (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + corrected + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (of_century // 4) - epact - of_century % 4) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return dt.date(year, month, day + 1)


def _counted_from_easter(year: int, days: int) -> dt.date:
    return easter_sunday(year) + dt.timedelta(days)


def _weekday_of(year: int, month: int, weekday: int, which: int) -> dt.date:
    first, last = month_bounds(year, month)
    if which < 0:
        return last - dt.timedelta((last.weekday() - weekday) % 7)
    return first + dt.timedelta((weekday - first.weekday()) % 7 + 7 * which)


def _of_either_country(match: re.Match[str], today: dt.date) -> Period:
    """Return the feast that is on 1 May in one country and in September in another."""
    remark = f'"{match.group()}" is 1 May or the first Monday of September: which one is meant?'
    return replace(fixed(match, today, today, day=True), remark=remark, unclear=True)


def _form(names: str) -> str:
    return rf"\b(?:{names})\b(?:\s+{YEAR})?"


def _reader(day_of: Callable[[int], dt.date]) -> Reader:
    def read(match: re.Match[str], _today: dt.date) -> Period:
        return Period(match.start(), match.end(), written_year(match), lambda year: (day_of(year),) * 2, day=True)

    return read
