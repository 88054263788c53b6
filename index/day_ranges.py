"""Day ranges: two days of which one tells what the other leaves out: "8 to 19 June", "from 05/04 to 30/06"."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace

from teamlandkarte.index.days import (
    ENGLISH_MONTH,
    TH,
    UNITS,
    behind_a_word_for_it,
    day_stands_first,
    in_either_order,
    month_stands_first,
    no_day,
    without_month,
)
from teamlandkarte.index.months import MONTH, MONTHS, NAMES, YEAR, behind_a_sign, is_near, written_year
from teamlandkarte.index.period import (
    AHEAD,
    Bounds,
    Form,
    Period,
    ahead,
    bounds_ahead,
    day_of,
    fixed,
    is_day,
    later,
)
from teamlandkarte.index.word_lists import one_of, word_lists

_DAY_NAME = one_of(word_lists("dates")["day_names"])
_NAMED = rf"{_DAY_NAME}\b\.?,?\s*(?:(?:dem|den|the)\s+)?"
_WEEKDAY = rf"(?:{_NAMED})?"
_BEHIND = rf"(?:\s*\({_DAY_NAME}\))?"
_UP_TO = (
    r"(?P<up_to>[-–—]|bis(?:\s+(?:zum|einschließlich|inkl\.?))?|auf\s+den|(?:to|until|till|through|thru)(?:\s+the)?)"
)
_OR_BESIDE = r"(?:/|&|und(?:\s+dem)?|and(?:\s+the)?)"
_TO = rf"{_BEHIND}\s*(?:(?<=\D),)?\s*(?:{_UP_TO}|{_OR_BESIDE})\s*(?:(?:am|on)\s+)?{_WEEKDAY}"
_OR = rf"{_BEHIND}\s*(?:oder|or|bzw\.)\s*(?:(?:am|ab|bis|on|from|by)\s+)?(?:(?:dem|the)\s+)?{_WEEKDAY}"
_LISTED = rf"(?:,\s*{_WEEKDAY}\d{{1,2}}{TH}){{1,10}},?\s*(?:und|and|&)\s*{_WEEKDAY}"
_NUMBER, _DAY, _LAST = r"(?P<number>\d{1,2})", r"(?P<day>\d{1,2})", r"(?P<last>\d{1,2})"
_ORDINAL = r"(?P<ordinal>\.|st\b|nd\b|rd\b|th\b)"
_FIRST = rf"(?<![\d.]){_DAY}{_ORDINAL}?"
_OF_YEAR = r"(?:\s?(?P<year>20\d\d|\d\d))?"
_NOT_MOVED = r"(?!\s+(?:verschoben|verlegt|vorgezogen))"
_OF_A_MONTH = rf"\.?[\s-]*(?:of\s+)?(?:{NAMES})\b"
# The number of a day ends the thought, other numbers stand before something.
_ENDS_HERE = rf"(?!{_OF_A_MONTH})(?=\s*(?:$|[,;:?!)\n]|(?-i:[a-zäöü]{{2}})))"
_MonthAndDay = tuple[int, int]
_WEEK = 7  # days
_LONGEST_MONTH = 31  # days


def _day_range(match: re.Match[str], first: _MonthAndDay, last: _MonthAndDay) -> Period | None:
    """Return the range of two days, in the years that are written; None where there is no such day."""
    until, begins = written_year(match), match.groupdict().get("since_year")
    turns = last < first
    since = int(begins) % 100 + 2000 if begins else until - turns if until else None
    if not (is_day(since, *first) and is_day(until, *last)):
        return None

    def bounds(year: int) -> Bounds:
        return day_of(year, *first), day_of(until or year + turns, *last)

    return Period(match.start(), match.end(), since, bounds, whole=True)


def _month_of(match: re.Match[str]) -> int:
    named = match.groupdict().get("month")
    return MONTHS[named.lower()] if named else int(match["number"])


def _month_behind(match: re.Match[str], _today: dt.date) -> Period | None:
    """Return "8 to 19 June"; "from the 29th to the 10th of July" begins in June."""
    month, day, last = _month_of(match), int(match["day"]), int(match["last"])
    if day < last:
        return _day_range(match, (month, day), (month, last)) or no_day(match, last, month)
    of_month_before = match["up_to"] and (match["ordinal"] or behind_a_sign(match)) and day > last
    return _day_range(match, ((month - 2) % 12 + 1, day), (month, last)) if of_month_before else None


def _one_of_two(match: re.Match[str], _today: dt.date) -> Period | None:
    """Return "4 or 5 June", of which nobody but the writer knows which is meant."""
    days = _day_range(match, *((_month_of(match), int(match[name])) for name in ("day", "last")))
    return replace(days, remark=f'"{match.group()}": which one is meant?', unclear=True) if days else None


def _two_weeks(match: re.Match[str], _today: dt.date) -> Period | None:
    """Return "the weeks of 4 and 11 May", which go on to the end of the second one."""
    month, day, last = _month_of(match), int(match["day"]), int(match["last"])
    days = _day_range(match, (month, day), (month, last)) if last - day == _WEEK else None
    if days is None:
        return None

    def bounds(year: int) -> Bounds:
        first = days.bounds(year)[0]
        return first, first + dt.timedelta(2 * _WEEK - 1)

    return replace(days, bounds=bounds)


def _month_before(match: re.Match[str], _today: dt.date) -> Period | None:
    """Return "from 8 June to the 19th"; what begins on 29 June and goes on to the 10th ends in July."""
    month, day, last = _month_of(match), int(match["day"]), int(match["last"])
    if day < last:
        return _day_range(match, (month, day), (month, last)) or no_day(match, last, month)
    return _day_range(match, (month, day), (month % 12 + 1, last)) if match.groupdict().get("ordinal") else None


def _month_ahead(match: re.Match[str], today: dt.date) -> Period | None:
    """Return "the 15th of next month" and "vom 15. bis 26. dieses Monats"; the 31st is the last of a shorter one."""
    begin, end = bounds_ahead("month", today, ahead(match))
    day, last = (int(match[name] or match["last"]) for name in ("day", "last"))
    if not 1 <= day <= last <= _LONGEST_MONTH:
        return None
    first, final = (begin.replace(day=min(number, end.day)) for number in (day, last))
    remark = f'"{match.group()}" read as {final.isoformat()}, the last day of that month' if last > end.day else ""
    return replace(fixed(match, first, final, day=day == last), whole=day < last, remark=remark)


def _no_month(match: re.Match[str], today: dt.date) -> Period | None:
    """Return "from the 15th to the 26th", which may have begun, unless it goes on into the next month."""
    day, last = int(match["day"]), int(match["last"])
    if not behind_a_sign(match):
        return None
    for month in (later(today.replace(day=1), number, "month") for number in range(4)):
        of_last = later(month, int(last < day), "month")
        if not (is_day(month.year, month.month, day) and is_day(of_last.year, of_last.month, last)):
            continue
        start, end = month.replace(day=day), of_last.replace(day=last)
        if end >= today and (day < last or start >= today):
            return replace(fixed(match, start, end), whole=True, remark=without_month(match.group(), start, today))
    return None


def _slashed_days(match: re.Match[str], today: dt.date) -> Period | None:
    """Return "from 05/04 to 30/06", where one day tells which number is the month; "04/26 to 06/26" are two months."""
    (first, second), (third, fourth) = match.group("a", "b"), match.group("c", "d")
    dated = match["year"] or match["since_year"]
    if not dated and is_near(second, today) and is_near(fourth, today):
        return None
    signed = dated or behind_a_sign(match)
    one, other = (int(first), int(second)), (int(third), int(fourth))
    readings = [_day_range(match, one[::-1], other[::-1]), _day_range(match, one, other)]
    likely = [reading for reading in readings if reading]
    filled = len(first + second + third + fourth) == len("05043006")
    if not likely or not (signed or (filled and (len(likely) == 1 or match["up_to"]))):
        return None
    if len(likely) == 1 or one == one[::-1] == other:
        return likely[0]
    if day_stands_first(match.string) or month_stands_first(match.string):
        return readings[month_stands_first(match.string)]
    return in_either_order(likely[0], match)


def _dotted_days(match: re.Match[str], _today: dt.date) -> Period | None:
    """Return "vom 1.4. bis 30.6" and "vom 01.04 bis 30.06", which without dots behind them may be other numbers."""
    dotted, numbers = (match["dot"], match["last_dot"]), match.group("a", "b", "c", "d")
    padded = all(len(number) == len("01") for number in numbers)
    shown = any(dotted) or (padded and behind_a_sign(match)) or behind_a_word_for_it(match)
    if all(dotted) or not shown:
        return None
    day, month, last_day, last_month = map(int, numbers)
    return _day_range(match, (month, day), (last_month, last_day))


def day_range_forms() -> Iterator[Form]:
    """Yield the forms of ranges of days with what reads each."""
    yield from _forms_in_one_month()
    yield from _forms_until_a_day()
    yield from _forms_in_numbers()


def _forms_in_one_month() -> Iterator[Form]:
    """Yield the forms that name the month once, before or behind both days."""
    yield (
        rf"{_FIRST}(?:{_TO}|{_LISTED}){_LAST}{TH}{_BEHIND}\s*(?:of\s+)?{MONTH}(?:,?\s*{YEAR})?{_NOT_MOVED}",
        _month_behind,
    )
    named = rf"(?:[\s-]*(?:of\s+)?{MONTH}(?!\s+(?:be|have|need)\b)(?:,?\s*{YEAR})?)"
    yield rf"{_FIRST}{_OR}{_LAST}{TH}{named}", _one_of_two
    yield rf"{_FIRST}{_OR}{_LAST}\.\s?{_NUMBER}\.{_OF_YEAR}(?!\.?\d)", _one_of_two
    yield rf"\b{ENGLISH_MONTH}\s+{_DAY}{TH}{_OR}{_LAST}{TH}(?!\d|{_OF_A_MONTH})(?:,?\s+{YEAR})?", _one_of_two
    yield (
        rf"\b(?:weeks\s+(?:commencing|beginning|of)|wochen\s+vom)\s+{_DAY}{TH}\s*{_OR_BESIDE}\s*{_LAST}{TH}\s*(?:of\s+)?{MONTH}(?:,?\s*{YEAR})?",
        _two_weeks,
    )
    yield rf"{_FIRST}{_TO}{_LAST}\.\s?{_NUMBER}\.{_OF_YEAR}(?!\.?\d){_NOT_MOVED}", _month_behind
    yield rf"{_FIRST}\s*{_UP_TO}\s*{_LAST}/{_NUMBER}/{YEAR}", _month_behind
    yield (
        rf"\b{ENGLISH_MONTH}\s+{_DAY}{TH}(?:{_TO}|{_LISTED}){_LAST}{_ORDINAL}?+(?!\d|\.\d|{_OF_A_MONTH})(?:,?\s+{YEAR})?",
        _month_before,
    )


def _forms_until_a_day() -> Iterator[Form]:
    """Yield the forms that name the month of the first day alone: "from 8 June to the 19th"."""
    until_day = rf"\s*{_UP_TO}\s*{_WEEKDAY}{_LAST}{_ORDINAL}{_ENDS_HERE}"
    yield rf"(?<![\d.]){_DAY}{TH}[\s-]*(?:of )?{MONTH}(?:,?\s*(?P<since_year>20\d\d))?{until_day}", _month_before
    yield rf"(?<![\d.]){_DAY}\.\s?{_NUMBER}\.(?:\s?(?P<since_year>20\d\d|\d\d))?{until_day}", _month_before
    until_named = rf"\s*{_UP_TO}\s*{_NAMED}{_LAST}(?![\w:]|\.\d|{_OF_A_MONTH})"
    yield rf"(?<![\d.]){_DAY}{TH}[\s-]*(?:of )?{MONTH}(?:,?\s*(?P<since_year>20\d\d))?{until_named}", _month_before


def _forms_in_numbers() -> Iterator[Form]:
    """Yield the forms without the name of a month."""
    near = rf"(?:{AHEAD}|(?:this|dieses)\s+)(?:month|monats)\b"
    yield rf"(?<![\d.])(?:{_DAY}{TH}{_TO})?{_LAST}{_ORDINAL}\s*(?:(?:of|des|im)\s+)?{near}", _month_ahead
    yield rf"(?<![\d.]){_DAY}{TH}\s*{_UP_TO}\s*{_WEEKDAY}{_LAST}{_ORDINAL}{_ENDS_HERE}", _no_month
    yield (
        (
            rf"(?<![\d/.])(?P<a>\d{{1,2}})/(?P<b>\d{{1,2}})(?:/(?P<since_year>20\d\d|\d\d))?{_TO}"
            rf"(?P<c>\d{{1,2}})/(?P<d>\d{{1,2}})(?:/(?P<year>20\d\d|\d\d))?(?![\d/]){UNITS}"
        ),
        _slashed_days,
    )
    yield (
        (
            rf"(?<![\d.,])(?P<a>\d{{1,2}})\.(?P<b>\d{{1,2}})(?P<dot>\.)?(?:\s?(?P<since_year>20\d\d|(?<=\.)\d\d))?{_TO}"
            rf"(?P<c>\d{{1,2}})\.(?P<d>\d{{1,2}})(?!\d)(?:(?P<last_dot>\.){_OF_YEAR}(?!\d))?(?![.,]\d){UNITS}"
        ),
        _dotted_days,
    )
