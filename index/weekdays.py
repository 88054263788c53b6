"""Weekdays: today, tomorrow and the days of the week, alone, in a row or in this or the next week."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace

from teamlandkarte.index.events import sought_on
from teamlandkarte.index.period import Form, Period, ahead, bounds_ahead, fixed
from teamlandkarte.index.word_lists import one_of, word_lists

WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "montag monday mo mon", "dienstag tuesday di tue tues", "mittwoch wednesday mi wed",
            "donnerstag thursday do thu thur thurs", "freitag friday fr fri", "samstag sonnabend saturday sa sat",
            "sonntag sunday so sun",
        )
    )
    for name in names.split()
}  # fmt: skip
LONG_WEEKDAY = "|".join(name for name in WEEKDAYS if name.endswith(("tag", "day", "woch", "abend")))
_ANY = rf"{one_of(sorted(WEEKDAYS, key=len, reverse=True))}\b\.?"
_TODAY = frozenset(("heute", "today"))
_TOMORROW = frozenset(("morgen", "tomorrow"))
_IN_TWO_DAYS = frozenset(("übermorgen", "uebermorgen", "the day after tomorrow"))
_NEXT_DAY = "the day after"
_MORNING = r"(?<!\bguten )(?<!\bschönen )morgen"
_NEAR = rf"(?:heute|today|{_MORNING}|tomorrow|übermorgen|uebermorgen|the day after(?: tomorrow)?|{LONG_WEEKDAY})"
_BESIDE = r"\s*(?:[&+/]|(?:,\s*)?\b(?:und|and)\b)\s*(?:(?:am|on)\s+)?"
_EACH = re.compile(rf"\b{_NEAR}", re.IGNORECASE)
_NO_DATE_BEHIND = (
    r"(?!['’]s|,?\s+(?:the\s+|den\s+|dem\s+)?\d(?!\d?\s+(?:tage|wochen|monate|days|weeks|months)\b))"  # but how long
)
_LISTS = word_lists("dates")
_EVERY_WEEK = re.compile(rf"\b{one_of(_LISTS['every_week'])}\b[^.;\n]{{0,25}}$", re.IGNORECASE)
_EVERY_WEEK_BEHIND = re.compile(rf"\s+{one_of(_LISTS['every_week_behind'])}\b", re.IGNORECASE)
_CONTEXT = 40  # characters


def _day_of(name: str, today: dt.date, before: dt.date | None = None) -> dt.date:
    """Return the day that a word names, one of the week as the first after the day before it, else after today."""
    name, begin = name.lower(), before or today
    if name == _NEXT_DAY:
        return begin + dt.timedelta(1)
    for days, names in enumerate((_TODAY, _TOMORROW, _IN_TWO_DAYS)):
        if name in names:
            return today + dt.timedelta(days)
    return begin + dt.timedelta((WEEKDAYS[name] - begin.weekday() - 1) % 7 + 1)


def _every_week(match: re.Match[str]) -> bool:
    """Return whether days of every week are meant: "on site every Monday and Tuesday"."""
    before = match.string[max(0, match.start() - _CONTEXT) : match.start()]
    return bool(_EVERY_WEEK.search(before) or _EVERY_WEEK_BEHIND.match(match.string, match.end()))


def _near_day(match: re.Match[str], today: dt.date) -> Period:
    day = _day_of(match["day"], today)
    return fixed(match, day, day, day=True)


def _weekday(match: re.Match[str], today: dt.date) -> Period | None:
    return None if _every_week(match) else replace(_near_day(match, today), of_week=True)


def _days_in_a_row(match: re.Match[str], today: dt.date) -> Period | None:
    """Return the period of days that follow each other: "today, tomorrow and Wednesday"."""
    days: list[dt.date] = []
    for name in _EACH.findall(match["days"]):
        days.append(_day_of(name, today, days[-1] if days else None))
    if _every_week(match) or (days[-1] - days[0]).days != len(days) - 1:
        return None
    return fixed(match, days[0], days[-1])


def _in_a_week(match: re.Match[str], name: str, today: dt.date) -> dt.date:
    monday = bounds_ahead("week", today, ahead(match))[0]
    return monday + dt.timedelta(WEEKDAYS[match[name].lower().rstrip(".")])


def _a_week_after(match: re.Match[str], today: dt.date) -> Period:
    """Return "Montag in einer Woche" and "Monday week", said on a Monday of the next one."""
    day = _day_of(match["day"] or match["named"], today - dt.timedelta(1)) + dt.timedelta(7)
    return fixed(match, day, day, day=True)


def _weekday_of_a_week(match: re.Match[str], today: dt.date) -> Period:
    day = _in_a_week(match, "day", today)
    return fixed(match, day, day, day=True)


def _days_of_a_week(match: re.Match[str], today: dt.date) -> Period | None:
    first, last = (_in_a_week(match, name, today) for name in ("day", "last"))
    most = dt.timedelta(6 if match["to"] else 1)
    return replace(fixed(match, first, last), whole=True) if dt.timedelta(0) < last - first <= most else None


def _weekend(match: re.Match[str], today: dt.date) -> Period:
    saturday = today + dt.timedelta((5 - today.weekday()) % 7 + (7 if match.groupdict().get("after_next") else 0))
    return fixed(match, saturday, saturday + dt.timedelta(1))


def _this_weekend(match: re.Match[str], today: dt.date) -> Period | None:
    """Return "am Wochenende" where somebody is sought for it, and not for every one."""
    sought = match.group() == match.string.strip() or sought_on(match.string, *match.span())
    return _weekend(match, today) if sought and not _every_week(match) else None


def weekday_forms() -> Iterator[Form]:
    """Yield each form of days near today with what reads it."""
    adjective = r"(?:(?:kommende[nm]?|nächste[nm]?|diese[nm]|next|this|coming|this\s+coming)\s+)?"
    of_week = (
        r"(?:of\s+|der\s+|in\s+der\s+|in\s+)?"
        r"(?:this|diese[rn]?|(?P<after_next>übernächste[rn]?)|(?P<next>next|nächste[rn]?|kommende[rn]?))\s+(?:week|woche)"
    )
    to = rf"(?:\s*(?P<to>[-–—]|\b(?:bis|to|until|till)\b)\s*|{_BESIDE})"
    yield rf"\b(?=[cdfkmnstw]){adjective}(?P<day>{LONG_WEEKDAY})\b{_NO_DATE_BEHIND}", _weekday
    morning = (
        r"(?:(?<=\bab )|(?<=\bheute bis )|(?<=\bheute oder ))morgen|(?<=\bvon )morgen(?=\s+(?:an|bis)\b)|"
        rf"{_MORNING}(?=\s+(?:bis|oder|für)\b)|(?:(?<=\bfür )|(?<=\bbis )|(?<=\bkann )|(?<=\bkönnte ))(?-i:morgen)(?!-)"
    )
    yield rf"\b(?=[mtuü])(?P<day>übermorgen|uebermorgen|the day after tomorrow|tomorrow|{morning})\b", _near_day
    yield (
        rf"\b(?=[cdfhkmnstuüw]){adjective}(?P<days>{_NEAR}(?:,\s*{_NEAR}){{0,5}}{_BESIDE}{_NEAR})\b{_NO_DATE_BEHIND}",
        _days_in_a_row,
    )
    yield rf"\b(?=[dfmstw])(?P<day>{LONG_WEEKDAY})\s+{of_week}\b", _weekday_of_a_week
    yield (
        rf"\b(?=[adfmstw])(?:a\s+week\s+(?:on\s+)?(?P<day>{LONG_WEEKDAY})|(?P<named>{LONG_WEEKDAY})\s+(?:week|in\s+einer\s+woche|in\s+(?:acht|8)\s+tagen))\b",
        _a_week_after,
    )
    yield (
        rf"\b(?=[diknotü]){of_week},?\s+(?:(?:on|am)\s+)?(?P<day>{LONG_WEEKDAY})\b{_NO_DATE_BEHIND}",
        _weekday_of_a_week,
    )
    yield rf"\b(?=[dfmstw])(?P<day>{_ANY}){to}(?P<last>{_ANY}),?\s+{of_week}\b", _days_of_a_week
    yield (
        rf"\b(?=[diknotü]){of_week},?\s+(?:(?:on|am|von|from)\s+)?(?P<day>{_ANY}){to}(?P<last>{_ANY})(?!\w)",
        _days_of_a_week,
    )
    coming = r"(?:kommende|nächste|diese|(?P<after_next>übernächste))[sn]?|this|next|coming|übers|(?:over|for)\s+the"
    until = r"(?<=\bbis )|(?<=\bbis zum )|(?<=\buntil )|(?<=\buntil the )|(?<=\bab )|(?<=\bfrom the )"
    yield rf"\b(?=[cdfknotuüw])(?:(?:{coming})\s+|{until})(?:wochenende|weekend)\b", _weekend
    yield r"\b(?:am|on\s+the|at\s+the)\s+(?:wochenende|weekend)\b", _this_weekend
