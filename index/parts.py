"""Parts of months and years that are counted: "the second Monday in March", "the last two weeks of June"."""

import datetime as dt
import re
from collections.abc import Callable, Iterator

from teamlandkarte.index.months import APART, MONTHS, NAMES, YEAR, written_year
from teamlandkarte.index.period import Bounds, Form, Period, later, month_bounds
from teamlandkarte.index.weekdays import LONG_WEEKDAY, WEEKDAYS

_ORDINALS = {"erst": 0, "first": 0, "zweit": 1, "second": 1, "dritt": 2, "third": 2, "viert": 3, "fourth": 3}
_LAST = frozenset(("letzt", "last"))
_COUNTS = {
    word: number
    for number, words in enumerate(
        (
            "", "", "zwei two beiden couple", "drei three", "vier four", "fünf five", "sechs six", "sieben seven",
            "acht eight", "neun nine", "zehn ten",
        )
    )
    for word in words.split()
}  # fmt: skip
_MONTH = rf"(?P<month>{NAMES})\b\.?(?:{APART}{YEAR})?"


def _bounds_of(match: re.Match[str]) -> Callable[[int], Bounds]:
    month = match.groupdict().get("month")
    return lambda year: month_bounds(year, MONTHS[month.lower()]) if month else month_bounds(year, 1, 12)


def _weekday_of_month(match: re.Match[str], _today: dt.date) -> Period | None:
    whole, weekday, which = _bounds_of(match), WEEKDAYS[match["day"].lower()], match["which"].lower()

    def bounds(year: int) -> Bounds:
        first, last = whole(year)
        if which in _LAST:
            day = last - dt.timedelta((last.weekday() - weekday) % 7)
        else:
            day = first + dt.timedelta((weekday - first.weekday()) % 7 + 7 * _ORDINALS[which])
        return day, day

    return Period(match.start(), match.end(), written_year(match), bounds, day=True)


def _counted_part(match: re.Match[str], _today: dt.date) -> Period | None:
    whole, written, unit = _bounds_of(match), match["number"].lower(), match["unit"].lower()
    number = _COUNTS.get(written) or int(written)

    def bounds(of_year: int) -> Bounds:
        first, last = whole(of_year)
        if match["which"].lower() in _LAST:
            return later(last + dt.timedelta(1), -number, unit), last
        return first, later(first, number, unit) - dt.timedelta(1)

    return Period(match.start(), match.end(), written_year(match), bounds, whole=True)


def part_forms() -> Iterator[Form]:
    """Yield each form with what reads it."""
    of = r"(?:(?:im|in|des|of|von|vom)\s+(?:the\s+)?(?:monats?\s+)?)"
    ordinal = r"\b(?P<which>erst|zweit|dritt|viert|letzt|first|second|third|fourth|last)(?:e[rnms]?)?"
    yield rf"{ordinal}\s+(?P<day>{LONG_WEEKDAY})\s+{of}{_MONTH}", _weekday_of_month
    number = rf"(?P<number>[2-9]|1\d|{'|'.join(_COUNTS)})(?:\s+of)?"
    counted = (
        rf"\b(?P<which>erst|letzt|first|last)(?:en)?\s+{number}\s+(?P<unit>tage|days|wochen|weeks|monate|months)n?\s+"
    )
    yield rf"{counted}{of}?{_MONTH}", _counted_part
    yield rf"{counted}{of}?(?:jahr(?:es)?\s+)?{YEAR}", _counted_part
