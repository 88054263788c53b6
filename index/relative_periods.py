"""Relative periods: what a text counts from the day on which it is read, and times of the year that have no date."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace

from teamlandkarte.index.months import NAMES
from teamlandkarte.index.period import Form, Period, later, month_bounds

_COUNTS = {
    word: number
    for number, names in {
        1: "ein eine einem einer one a", 2: "zwei two", 3: "drei three", 4: "vier four", 5: "fünf five", 6: "sechs six",
        7: "sieben seven", 8: "acht eight", 9: "neun nine", 10: "zehn ten", 12: "zwölf twelve", 14: "vierzehn fourteen",
    }.items()
    for word in names.split()
}  # fmt: skip
_WEEKDAYS = (
    ("montag", "monday"), ("dienstag", "tuesday"), ("mittwoch", "wednesday"), ("donnerstag", "thursday"),
    ("freitag", "friday"), ("samstag", "sonnabend", "saturday"), ("sonntag", "sunday"),
)  # fmt: skip
AT_ONCE = (
    r"(?:sofort\w*|asap|immediate(?:ly)?|as\s+soon\s+as\s+possible|(?:schnellst|baldigst|frühest|nächst)möglich\w*"
    r"(?:\s+(?:zeitpunkt|termin))?|baldmöglichst\w*|so\s+(?:bald|schnell|früh)\s+wie\s+möglich|umgehend|"
    r"(?:at\s+)?the\s+earliest\s+possible\s+(?:date|time))"
)
_BEFORE_A_SEASON = (
    "nach|vor|after|before|in|im|ab|from|bis|until|over|über|this|next|late|early|zum|zur|dem|den|der|the|"
    "nächsten|kommenden"
)
_SEASONS = (
    r"(?:spät|früh)?(?:frühjahr|frühling|sommer|herbst|winter|spring|summer|autumn|fall|"
    r"easter|ostern|pfingsten|weihnachten|christmas|(?:oster|pfingst|weihnachts)(?=ferien|urlaub|pause))"
)


def _coming(match: re.Match[str], today: dt.date) -> Period:
    written = match["number"].lower()
    end = later(today, _COUNTS.get(written) or int(written), match["unit"].lower()) - dt.timedelta(1)
    return replace(_fixed(match, today, end), whole=True)


def _fixed(match: re.Match[str], first: dt.date, last: dt.date, *, day: bool = False) -> Period:
    return Period(match.start(), match.end(), first.year, lambda _year: (first, last), day=day)


def _now(match: re.Match[str], today: dt.date) -> Period:
    return _fixed(match, today, today, day=True)


def _next(match: re.Match[str], today: dt.date) -> Period:
    unit, ahead = match["unit"].lower(), 2 if match.group().lower().startswith("über") else 1
    if unit[0] == "w":
        monday = today + dt.timedelta(7 * ahead - today.weekday())
        return _fixed(match, monday, monday + dt.timedelta(6))
    months = {"m": 1, "q": 3}.get(unit[0], 12)
    current = today.replace(month=today.month - (today.month - 1) % months, day=1)
    following = later(current, ahead * months, "month")
    return _fixed(match, *month_bounds(following.year, following.month, months))


def _in_some_time(match: re.Match[str], today: dt.date) -> Period:
    written = match["number"].lower()
    day = later(today, _COUNTS.get(written) or int(written), match["unit"].lower())
    return _fixed(match, day, day, day=True)


def _this_year(match: re.Match[str], today: dt.date) -> Period:
    return _fixed(match, dt.date(today.year, 12, 31), dt.date(today.year, 12, 31), day=True)


def _weekday(match: re.Match[str], today: dt.date) -> Period:
    weekday = next(day for day, names in enumerate(_WEEKDAYS) if match["weekday"].lower() in names)
    day = today + dt.timedelta((weekday - today.weekday() - 1) % 7 + 1)
    return replace(_fixed(match, day, day, day=True), of_week=True)


def _weekday_of_next_week(match: re.Match[str], today: dt.date) -> Period:
    weekday = next(day for day, names in enumerate(_WEEKDAYS) if match["weekday"].lower() in names)
    day = today + dt.timedelta(7 - today.weekday() + weekday)
    return _fixed(match, day, day, day=True)


def _present(match: re.Match[str], today: dt.date) -> Period:
    """Return what is left of the present week, month, quarter or year."""
    unit = match["unit"].lower()
    if unit[0] == "w":
        return _fixed(match, today, today + dt.timedelta(6 - today.weekday()))
    months = {"m": 1, "q": 3}.get(unit[0], 12)
    return _fixed(match, today, month_bounds(today.year, today.month - (today.month - 1) % months, months)[1])


def _tomorrow(match: re.Match[str], today: dt.date) -> Period:
    day = today + dt.timedelta(2 if match.group().lower().startswith(("über", "ueber", "the")) else 1)
    return _fixed(match, day, day, day=True)


def _present_end(match: re.Match[str], today: dt.date) -> Period:
    """Return the last day of the present week, month or quarter."""
    unit = (match["unit"] or match["of_unit"]).lower()
    if unit[0] == "w":
        sunday = today + dt.timedelta(6 - today.weekday())
        return _fixed(match, sunday, sunday, day=True)
    month = unit.startswith("mon")
    first = today.month if month else today.month - (today.month - 1) % 3
    last = month_bounds(today.year, first, 1 if month else 3)[1]
    return _fixed(match, last, last, day=True)


def _turn(match: re.Match[str], today: dt.date) -> Period:
    return _fixed(match, dt.date(today.year + 1, 1, 1), dt.date(today.year + 1, 1, 1), day=True)


def _next_end(match: re.Match[str], today: dt.date) -> Period:
    whole = _next(match, today)
    last = whole.bounds(today.year)[1]
    return _fixed(match, last, last, day=True)


def _rest(match: re.Match[str], today: dt.date) -> Period:
    return replace(_fixed(match, today, dt.date(today.year, 12, 31)), whole=True)


def _season(match: re.Match[str], today: dt.date) -> Period:
    """Return a season or the holidays: nobody knows on which day it begins."""
    remark = f'"{match.group()}" is no date: from when until when?'
    return replace(_fixed(match, today, dt.date(today.year, 12, 31)), remark=remark, unclear=True)


def _end_of_a_year(match: re.Match[str], today: dt.date) -> Period:
    """Return the end of a year of which nobody outside knows when it ends."""
    remark = f'"{match.group()}": on which day is that?'
    return replace(_fixed(match, today, today, day=True), remark=remark, unclear=True)


def _span_forms() -> Iterator[Form]:
    number = rf"(?P<number>\d{{1,2}}|{'|'.join(_COUNTS)})"
    unit = r"(?P<unit>tag|day|woche|week|monat|month|jahr|year)\w*"
    yield (
        rf"\b(?:{AT_ONCE}|now|(?:(?<=\bab )|(?<=\bvon ))jetzt|heute|today)\b",
        _now,
    )
    yield (
        r"\b(?:(?:über)?nächste[rsmn]?|kommende[rsmn]?|next)\s+(?P<unit>woche|week|monats?|month|quartals?|quarter|jahr(?:es)?|year)\b",
        _next,
    )
    yield (
        (
            r"(?<!earlier )(?<!of )\b(?:still\s+)?(?:this|diese[nrms]?|(?<=im )laufenden?)\s+"
            r"(?P<unit>woche|week|monat|month|quartal|quarter|jahr|year)\b(?!['’]s|\s+(?:im|in|ab|am|bis|zum|von|vom|from|until|on)\b)"
        ),
        _present,
    )
    yield rf"\b(?:heute\s+|today\s+)?in\s+{number}\s+{unit}", _in_some_time
    yield rf"\b{number}\s+{unit}\s+from\s+(?:now|today)\b", _in_some_time
    yield (
        rf"\b(?<!within )(?<!innerhalb )(?:the|die|den|der)\s+(?:next|coming|nächsten|kommenden)\s+{number}\s+{unit}",
        _coming,
    )


def _point_forms() -> Iterator[Form]:
    weekdays = "|".join(name for names in _WEEKDAYS for name in names)
    yield r"\b(?:eoy|jahresende|ende (?:des|dieses) jahres|end of (?:the|this) year|year[- ]end)\b", _this_year
    yield (
        rf"\b(?:(?:kommende[nm]?|nächste[nm]?|diese[nm]|next|this|coming)\s+)?(?P<weekday>{weekdays})\b(?!['’]s|,?\s+(?:the\s+|den\s+|dem\s+)?\d)",
        _weekday,
    )
    of_next_week = r"(?:of\s+|der\s+|in\s+der\s+)?(?:next\s+week|(?:nächste[rn]?|kommende[rn]?)\s+woche)"
    yield rf"\b(?P<weekday>{weekdays})\s+{of_next_week}\b", _weekday_of_next_week
    yield rf"\b{of_next_week},?\s+(?:on\s+|am\s+)?(?P<weekday>{weekdays})\b", _weekday_of_next_week
    yield r"\b(?:übermorgen|uebermorgen|the day after tomorrow|tomorrow|(?<=ab )morgen)\b", _tomorrow
    yield (
        (
            r"\b(?P<unit>monats|quartals|wochen)ende\b|\b(?:ende|end)\s+(?:des|der|dieses|dieser|of\s+(?:the|this))\s+"
            r"(?P<of_unit>monats|quartals|woche|month|quarter|week)\b"
        ),
        _present_end,
    )
    yield (
        (
            r"\b(?:ende|end\s+of)\s+(?:des\s+|der\s+)?(?:nächste[nrs]?|kommende[nrs]?|next)\s+"
            r"(?P<unit>woche|week|monats?|month|quartals|quarter|jahres|year)\b"
        ),
        _next_end,
    )
    yield (
        r"\b(?:for\s+)?(?:the\s+rest|remainder)\s+of\s+(?:the|this)\s+year\b|\b(?:den\s+)?rest\s+des\s+jahres\b",
        _rest,
    )
    yield r"\b(?:jahreswechsel|jahresbeginn|jahresanfang|turn of the year|(?:im|das) neuen? jahr|new year)\b", _turn


def _season_forms() -> Iterator[Form]:
    number = r"(?:erste|zweite|dritte|vierte|letzte|first|second|third|fourth|last|[1-4]\.)[rnsm]?"
    yield rf"\b{number}\s+(?:{NAMES})woche\b", _season
    yield rf"\b{number}\s+(?:week|woche)\s+(?:of|in|im)\s+(?:{NAMES})\b", _season
    yield (
        (
            r"\b(?:ende|beginn|anfang|end|close|start|beginning)\s+(?:des\s+|of\s+(?:(?:the|this|our)\s+)?)?"
            r"(?:(?:laufenden|nächsten|current|next)\s+)?"
            r"(?:geschäftsjahr|wirtschaftsjahr|schuljahr|semester|gj|fy|(?:fiscal|financial|business|school)\s+year)\w*"
            r"(?:\s+20\d\d)?"
        ),
        _end_of_a_year,
    )
    yield (
        (
            rf"\b(?:(?:{_BEFORE_A_SEASON})\s+){{1,4}}{_SEASONS}(?:ferien|pause|urlaub|\s+(?:holidays?|break|vacation))?"
            r"(?:\s+(?P<year>20\d\d))?\b"
        ),
        _season,
    )
    yield rf"\b{_SEASONS}\s+(?P<year>20\d\d)\b", _season
    quarter = r"(?:erste|zweite|dritte|vierte|first|second|third|fourth|[1-4]\.?)(?:[rnsm]|st|nd|rd|th)?"
    yield rf"\b{quarter}\s+(?:oder|or)\s+{quarter}\s+(?:quartal|halbjahr|quarter|half)\w*", _season
    before = r"(?:nach|vor|bis zu|after|before|until|till)\s+(?:den|der|the)"
    yield rf"\b{before}\s+(?:ferien|urlaubszeit|(?:school\s+)?holidays)\b", _season


def relative_forms() -> Iterator[Form]:
    """Yield each form with what reads it."""
    yield from _span_forms()
    yield from _point_forms()
    yield from _season_forms()
