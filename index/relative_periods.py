"""Relative periods: what a text counts from the day on which it is read, and times of the year that have no date."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace

from teamlandkarte.index.months import NAMED_PART, NAMES, parted
from teamlandkarte.index.period import AHEAD, Form, Period, ahead, bounds_ahead, fixed, later, month_bounds
from teamlandkarte.index.word_lists import one_of, word_lists

_COUNTS = {
    word: number
    for number, names in {
        1: "ein eine einem einer one a", 2: "zwei two", 3: "drei three", 4: "vier four", 5: "fünf five", 6: "sechs six",
        7: "sieben seven", 8: "acht eight", 9: "neun nine", 10: "zehn ten", 12: "zwölf twelve", 14: "vierzehn fourteen",
    }.items()
    for word in names.split()
}  # fmt: skip
AT_ONCE = (
    r"(?:sofort\w*|asap|immediate(?:ly)?|as\s+soon\s+as\s+possible|(?:schnellst|baldigst|frühest|nächst)möglich\w*"
    r"(?:\s+(?:zeitpunkt|termin))?|baldmöglichst\w*|(?:so\s+(?:bald|schnell|früh)\s+wie|sobald(?:\s+wie)?)\s+möglich|umgehend|"
    r"(?:at\s+)?the\s+earliest\s+possible\s+(?:date|time))"
)
_SHORT_UNIT = "woche|week|monats?|month|quartals?|quarter"
_UNIT = rf"{_SHORT_UNIT}|jahr(?:es)?|year"
_BEFORE_A_SEASON = (
    "nach|vor|after|before|in|im|ab|from|bis|until|over|über|this|next|late|early|zum|zur|dem|den|der|the|"
    "nächste[rsmn]?|kommende[rsmn]?"
)
_SEASONS = (
    r"(?:spät|früh)?(?:frühjahr|frühling|sommer|herbst|winter|spring|summer|autumn|fall|"
    r"easter(?!\s+(?:sun|mon))|ostern|pfingsten|weihnachten|christmas(?!\s+(?:eve|day))|(?:oster|pfingst|weihnachts)(?=ferien|urlaub|pause))"
)


def _coming(match: re.Match[str], today: dt.date) -> Period:
    written = match["number"].lower()
    end = later(today, _COUNTS.get(written) or int(written), match["unit"].lower()) - dt.timedelta(1)
    return replace(fixed(match, today, end), whole=True)


def _now(match: re.Match[str], today: dt.date) -> Period:
    return fixed(match, today, today, day=True)


def _next(match: re.Match[str], today: dt.date) -> Period:
    return fixed(match, *bounds_ahead(match["unit"], today, ahead(match)))


def _part(match: re.Match[str], today: dt.date) -> Period:
    return parted(_next(match, today), match)


def _half(match: re.Match[str], today: dt.date) -> Period:
    (first, last), second = bounds_ahead(match["unit"], today, ahead(match)), match["ordinal"].lower()[0] in "z2s"
    if match["unit"][0] in "jyJY":
        return fixed(match, *month_bounds(first.year, 7 if second else 1, 6))
    return fixed(match, first.replace(day=16), last) if second else fixed(match, first, first.replace(day=15))


def _in_some_time(match: re.Match[str], today: dt.date) -> Period:
    written = match["number"].lower()
    day = later(today, _COUNTS.get(written) or int(written), match["unit"].lower())
    remark = f'"{match.group()}" is not exact' if match.groupdict().get("about") else ""
    return replace(fixed(match, day, day, day=True), remark=remark)


def _after_next(match: re.Match[str], today: dt.date) -> Period:
    return fixed(match, *bounds_ahead(match["unit"], today, 2))


def _this_year(match: re.Match[str], today: dt.date) -> Period:
    return fixed(match, dt.date(today.year, 12, 31), dt.date(today.year, 12, 31), day=True)


def _present(match: re.Match[str], today: dt.date) -> Period:
    """Return what is left of the present week, month, quarter or year."""
    return fixed(match, today, bounds_ahead(match["unit"], today, 0)[1])


def _present_end(match: re.Match[str], today: dt.date) -> Period:
    """Return the last day of the present week, month or quarter."""
    last = bounds_ahead(match["unit"], today, 0)[1]
    return fixed(match, last, last, day=True)


def _next_beginning(match: re.Match[str], today: dt.date) -> Period:
    """Return the first day of the next month or quarter."""
    first = bounds_ahead(match["unit"], today, 1)[0]
    return fixed(match, first, first, day=True)


def _turn(match: re.Match[str], today: dt.date) -> Period:
    return fixed(match, dt.date(today.year + 1, 1, 1), dt.date(today.year + 1, 1, 1), day=True)


def _rest(match: re.Match[str], today: dt.date) -> Period:
    return replace(fixed(match, today, dt.date(today.year, 12, 31)), whole=True)


def _season(match: re.Match[str], today: dt.date) -> Period | None:
    """Return a season or the holidays: nobody knows on which day it begins."""
    if int(match.groupdict().get("year") or today.year) < today.year - 1:  # "winter 2025" goes on in 2026
        return None
    remark = f'"{match.group()}" is no date: from when until when?'
    return replace(fixed(match, today, dt.date(today.year, 12, 31)), remark=remark, unclear=True)


def _vague(match: re.Match[str], today: dt.date) -> Period:
    """Return a time of which nothing is said but that it comes: "demnächst", "in a few weeks"."""
    remark = f'"{match.group()}" is no date: from when?'
    return replace(fixed(match, today, today), remark=remark, unclear=True, vague=True)


def _end_of_a_year(match: re.Match[str], today: dt.date) -> Period:
    """Return the end of a year of which nobody outside knows when it ends."""
    remark = f'"{match.group()}": on which day is that?'
    return replace(fixed(match, today, today, day=True), remark=remark, unclear=True)


def _span_forms() -> Iterator[Form]:
    number = rf"(?P<number>\d{{1,2}}|{'|'.join(_COUNTS)})"
    unit = r"(?P<unit>tag|day|woche|week|monat|month|jahr|year)\w*"
    yield (
        rf"\b(?:{AT_ONCE}|now|(?:(?<=\bab )|(?<=\bvon ))jetzt|heute|today)\b",
        _now,
    )
    yield rf"\b(?=[knü]){AHEAD}(?P<unit>{_UNIT})\b", _next
    yield rf"\b{NAMED_PART}[\s-]+(?:of\s+)?(?:(?:des|der|the)\s+)?{AHEAD}(?P<unit>{_UNIT})\b", _part
    yield rf"\b{NAMED_PART}[\s-]+(?:of\s+)?(?:des|der|the|this|diese[rs])\s+(?P<unit>{_SHORT_UNIT})\b", _part
    half = r"(?=[efsz12])(?P<ordinal>erste|zweite|first|second|[12]\.)[rnsm]?\s+(?:half|hälfte)"
    yield rf"\b{half}\s+(?:(?:of|des)\s+)?(?:the\s+)?{AHEAD}(?P<unit>monats|month|jahres|year)\b", _half
    yield (
        (
            r"(?<!earlier )(?<!of )\b(?:still\s+)?(?:this|diese[nrms]?|(?<=im )laufenden?)\s+"
            r"(?P<unit>woche|week|monat|month|quartal|quarter|jahr|year)\b(?!['’]s|\s+(?:im|in|ab|am|bis|zum|von|vom|from|until|on)\b)"
        ),
        _present,
    )
    yield (
        rf"\b(?:heute\s+|today\s+)?in\s+(?P<about>(?:ca\.?|circa|etwa|rund|about|around|roughly)\s+)?{number}\s+{unit}",
        _in_some_time,
    )
    yield r"\bthe\s+(?P<unit>week|month|quarter|year)\s+after\s+next\b", _after_next
    yield rf"\b{number}\s+{unit}\s+from\s+(?:now|today)\b", _in_some_time
    yield (
        rf"\b(?<!within )(?<!innerhalb )(?:the|die|den|der)\s+(?:next|coming|nächsten|kommenden)\s+{number}\s+{unit}",
        _coming,
    )


def _point_forms() -> Iterator[Form]:
    yield (
        r"\b(?:eoy|jahresende|ende (?:des|dieses) jahres|end of (?:(?:the|this) )?year|year(?:['’]s|[- ])\s?end)\b",
        _this_year,
    )
    yield r"\b(?P<unit>monats|quartals)ende\b", _present_end
    yield (
        r"\b(?:for\s+)?(?:the\s+rest|remainder)\s+of\s+(?:the|this)\s+year\b|\b(?:den\s+)?rest\s+des\s+jahres\b",
        _rest,
    )
    new_year = r"(?:im|das|dem|des|zum) neuen? jahr(?:es)?|(?<!happy )new year"
    yield rf"\b(?:jahreswechsel|jahresbeginn|jahresanfang|turn of the year|{new_year})\b", _turn
    yield r"\b(?P<unit>monats|quartals)(?:beginn|anfang|start)\b", _next_beginning


def _season_forms() -> Iterator[Form]:
    number = r"(?:erste|zweite|dritte|vierte|letzte|first|second|third|fourth|last|[1-4]\.)[rnsm]?"
    yield rf"\b{number}\s+(?:{NAMES})woche\b", _season
    yield rf"\b{number}\s+(?:week|woche)\s+(?:of|in|im)\s+(?:{NAMES})\b", _season
    yield (
        (
            r"\b(?:ende|beginn|anfang|end|close|start|beginning)\s+(?:(?:des|unseres|ihres)\s+|of\s+(?:(?:the|this|our|your)\s+)?)?"
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
    yield (
        r"\b(?:schuljahre?s?|semester|geschäftsjahre?s?|wirtschaftsjahre?s?|saison)(?:beginn|anfang|start|ende)\b",
        _end_of_a_year,
    )
    yield r"\b(?:winter|sommer)semester(?:\s+(?P<year>20\d\d)(?:/\d\d)?)?\b|(?<=\bzwischen )den jahren\b", _season
    quarter = r"(?:erste|zweite|dritte|vierte|first|second|third|fourth|[1-4]\.?)(?:[rnsm]|st|nd|rd|th)?"
    yield rf"\b{quarter}\s+(?:oder|or)\s+{quarter}\s+(?:quartal|halbjahr|quarter|half)\w*", _season
    before = r"(?:nach|vor|bis zu|after|before|until|till)\s+(?:den|der|the)"
    yield rf"\b{before}\s+(?:ferien|urlaubszeit|(?:school\s+)?holidays)\b", _season


def relative_forms() -> Iterator[Form]:
    """Yield each form with what reads it."""
    yield from _span_forms()
    yield from _point_forms()
    yield from _season_forms()
    yield rf"\b{one_of(word_lists('dates')['vague'])}\b", _vague
