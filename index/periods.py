"""Periods: days, months, quarters and years as people write them in German and English."""

import calendar
import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace

from teamlandkarte.index.period import Bounds, Period, month_bounds
from teamlandkarte.index.relative_periods import Reader, relative_forms

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "januar january jänner jan", "februar february feb", "märz maerz march mär mrz mar", "april apr", "mai may",
            "juni june jun", "juli july jul", "august aug", "september sept sep", "oktober october okt oct",
            "november nov", "dezember december dez dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_ORDINALS = {
    stem: number
    for number, stems in enumerate(("erst first 1", "zweit second 2", "dritt third 3", "viert fourth 4"), start=1)
    for stem in stems.split()
}
_MONTH = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\b\.?"
_PART = r"(?:(?P<part>anfang|beginning of|early|mitte|mid|middle of|ende|end of|late)[\s-]+(?:des |the |of )?)?"
_YEAR = r"(?P<year>20\d\d)(?!\d)"
_SHORT_YEAR = r"(?P<year>20\d\d|\d\d)(?!\d)"
_ORDINAL = r"(?P<ordinal>erste|zweite|dritte|vierte|first|second|third|fourth|[1-4])(?:[rsnm]|\.|st|nd|rd|th)?\s+"
_FAR_YEARS = 15  # a bare number further ahead is an amount, not a year
_TH = r"(?:\.|st|nd|rd|th)?"
_TO = r"\s*(?:[-–—]|bis(?:\s+zum)?|to|until|und|and)\s*"
_APART = r"[\s/.'-]*"


def periods(text: str, today: dt.date) -> list[Period]:
    """Return the periods of a text in order, without overlap: the one that begins first, then the longest."""
    found = [
        period
        for pattern, reader in _FORMS
        for match in pattern.finditer(text)
        if (period := reader(match, today)) is not None
    ]
    kept: list[Period] = []
    for period in sorted(found, key=lambda period: (period.start, -period.end)):
        if not kept or period.start >= kept[-1].end:
            kept.append(period)
    return kept


def _written_year(match: re.Match[str]) -> int | None:
    year = match.groupdict().get("year")
    return None if not year else int(year) + (2000 if len(year) == 2 else 0)


def _on_day(match: re.Match[str], day: int, month: int, remark: str = "") -> Period | None:
    """Return a single day; the 29th of February exists in a year of its own only."""
    year = _written_year(match)
    if not 1 <= month <= 12 or not 1 <= day <= calendar.monthrange(year or 2024, month)[1]:
        return None

    def bounds(of_year: int) -> Bounds:
        exact = dt.date(of_year, month, min(day, calendar.monthrange(of_year, month)[1]))
        return exact, exact

    return Period(match.start(), match.end(), year, bounds, day=True, remark=remark)


def _numeric_day(match: re.Match[str], _today: dt.date) -> Period | None:
    return _on_day(match, int(match["day"]), int(match["number"]))


def _slashed_day(match: re.Match[str], _today: dt.date) -> Period | None:
    day, month = int(match["day"]), int(match["number"])
    if month > 12:
        return _on_day(match, month, day)
    period = _on_day(match, day, month)
    if period is None or day > 12 or day == month:
        return period
    return replace(period, remark=f"{match.group()} may be day/month/year or month/day/year", unclear=True)


def _named_day(match: re.Match[str], _today: dt.date) -> Period | None:
    return _on_day(match, int(match["day"]), _MONTHS[match["month"].lower()])


def _days_of_month(match: re.Match[str], _today: dt.date) -> Period | None:
    named = match.groupdict().get("month")
    month = _MONTHS[named.lower()] if named else int(match["number"])
    first, last = int(match["day"]), int(match["last"])
    if not 1 <= month <= 12 or not 1 <= first < last <= calendar.monthrange(_written_year(match) or 2024, month)[1]:
        return None
    return Period(
        match.start(),
        match.end(),
        _written_year(match),
        lambda year: (
            dt.date(year, month, first),
            min(dt.date(year, month, 1) + dt.timedelta(last - 1), month_bounds(year, month)[1]),
        ),
        whole=True,
    )


def _months(match: re.Match[str], month: int, months: int) -> Period:
    part = (match.groupdict().get("part") or "").lower()

    def bounds(year: int) -> Bounds:
        return _part_of(part, *month_bounds(year, month, months))

    exact = not part or part in {"ende", "end of"}
    remark = "" if exact else f'"{match.group()}" is not exact'
    return Period(match.start(), match.end(), _written_year(match), bounds, remark=remark)


def _part_of(part: str, first: dt.date, last: dt.date) -> Bounds:
    """Return what "from" and "until" the beginning, middle or end of a period mean."""
    days = (last - first).days
    if part in {"anfang", "beginning of", "early"}:
        return first, first + dt.timedelta(days // 3)
    if part in {"mitte", "mid", "middle of"}:
        middle = first + dt.timedelta(14 if days < 31 else days // 2)
        return middle, middle
    if part in {"ende", "end of", "late"}:
        return last - dt.timedelta(days // 3), last
    return first, last


def _named_month(match: re.Match[str], _today: dt.date) -> Period:
    return _months(match, _MONTHS[match["month"].lower()], 1)


def _numeric_month(match: re.Match[str], _today: dt.date) -> Period:
    return _months(match, int(match["number"]), 1)


def _quarter(match: re.Match[str], _today: dt.date) -> Period:
    return _months(match, 3 * _ORDINALS[match["ordinal"].lower().removesuffix("e")] - 2, 3)


def _half(match: re.Match[str], _today: dt.date) -> Period | None:
    half = _ORDINALS[match["ordinal"].lower().removesuffix("e")]
    return _months(match, 6 * half - 5, 6) if half <= 2 else None


def _year(match: re.Match[str], today: dt.date) -> Period | None:
    likely = today.year - 1 <= int(match["year"]) <= today.year + _FAR_YEARS
    return _months(match, 1, 12) if likely or match["part"] else None


def _week(match: re.Match[str], _today: dt.date) -> Period | None:
    week = int(match["week"])
    if not 1 <= week <= 53:
        return None

    def bounds(year: int) -> Bounds:
        last_week = dt.date(year, 12, 28).isocalendar().week
        monday = dt.date.fromisocalendar(year, min(week, last_week), 1)
        return monday, monday + dt.timedelta(6)

    return Period(match.start(), match.end(), _written_year(match), bounds)


def _weeks(match: re.Match[str], _today: dt.date) -> Period | None:
    first, last = int(match["week"]), int(match["last"])
    if not 1 <= first < last <= 53:
        return None

    def bounds(year: int) -> Bounds:
        weeks = dt.date(year, 12, 28).isocalendar().week
        monday = dt.date.fromisocalendar(year, min(first, weeks), 1)
        return monday, dt.date.fromisocalendar(year, min(last, weeks), 7)

    return Period(match.start(), match.end(), _written_year(match), bounds, whole=True)


def _forms() -> Iterator[tuple[re.Pattern[str], Reader]]:
    number, day = r"(?P<number>\d{1,2})", r"(?P<day>\d{1,2})"
    for pattern, reader in (
        (r"(?<![\d-])(?P<year>(?:19|20)\d\d)-(?P<number>\d\d)-(?P<day>\d\d)(?!\d|-\d)", _numeric_day),
        (rf"(?<![\d.]){day}\.\s?{number}\.(?:\s?{_SHORT_YEAR})?(?!\.?\d)", _numeric_day),
        (rf"(?<![\d/]){day}/{number}/{_SHORT_YEAR}(?!/)", _slashed_day),
        (rf"(?<![\d.]){day}{_TH}{_TO}(?P<last>\d{{1,2}}){_TH}\s*{_MONTH}(?:,?\s*{_YEAR})?", _days_of_month),
        (rf"(?<![\d.]){day}\.?{_TO}(?P<last>\d{{1,2}})\.\s?{number}\.(?:\s?{_SHORT_YEAR})?(?!\.?\d)", _days_of_month),
        (rf"(?<![\d.]){day}(?:\.|st|nd|rd|th)?\s*(?:of )?{_MONTH}(?:,?\s*{_YEAR})?", _named_day),
        (rf"\b{_MONTH}\s+{day}(?:st|nd|rd|th)?(?!\d)(?:,?\s+{_YEAR})?", _named_day),
        (rf"\b{_PART}{_MONTH}(?:,?{_APART}{_YEAR})?", _named_month),
        (rf"(?<![\d./-])(?P<number>0?[1-9]|1[0-2])[./]{_YEAR}", _numeric_month),
        (r"(?<![\d-])(?P<year>20\d\d)-(?P<number>0[1-9]|1[0-2])(?![\d-])", _numeric_month),
        (rf"\b{_PART}q(?P<ordinal>[1-4])\b(?:{_APART}{_SHORT_YEAR})?", _quarter),
        (rf"\b{_YEAR}{_APART}q(?P<ordinal>[1-4])\b", _quarter),
        (rf"\b{_ORDINAL}(?:quartals?|quarter)\b(?:\s+of)?(?:{_APART}{_YEAR})?", _quarter),
        (rf"\bh(?P<ordinal>[12])\b{_APART}{_YEAR}", _half),
        (rf"\b{_ORDINAL}(?:halbjahrs?|jahreshälfte|half)\b(?:\s+of)?(?:{_APART}{_YEAR})?", _half),
        (
            (
                rf"\b(?:kw|kalenderwochen?|calendar weeks?|weeks)\s*(?P<week>\d{{1,2}})\s*(?:[-–—]|bis|to)\s*"
                rf"(?P<last>\d{{1,2}})(?!\d)(?:{_APART}{_YEAR})?"
            ),
            _weeks,
        ),
        (rf"\b(?:kw|kalenderwoche|calendar week)\s*(?P<week>\d{{1,2}})(?!\d)(?:{_APART}{_YEAR})?", _week),
        (rf"(?<![\w.,/-]){_PART}(?:jahr(?:es)? |year )?{_YEAR}(?![\w-])(?![.,/:]\d)", _year),
    ):
        yield re.compile(pattern, re.IGNORECASE), reader


_FORMS = (*_forms(), *relative_forms())
