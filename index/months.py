"""Months as people write them in German and English, alone, as a list or with a year of two digits."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace

from teamlandkarte.index.period import Bounds, Form, Period, month_bounds

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "januar january jänner jan", "februar february feber feb", "märz maerz march mär mrz mar", "april apr",
            "mai may", "juni june jun", "juli july jul", "august aug", "september sept sep", "oktober october okt oct",
            "november nov", "dezember december dez dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
NAMES = "|".join(sorted(MONTHS, key=len, reverse=True))
GERMAN_NAMES = "januar|jänner|februar|feber|märz|maerz|mrz|mai|juni|juli|oktober|okt|dezember|dez"
_DOT = r"(?:\.(?!\s+(?-i:[A-ZÄÖÜ])|\s*$))?"  # of an abbreviation, not of a sentence
MONTH = rf"(?P<month>(?=[adfjmnos])(?:{NAMES}))\b{_DOT}"  # the letters first, which is faster
_SINCE_PART = (
    r"(?:(?P<since_part>anfang|beginning|early|mitte|middle|mid)"
    r"\s*(?:[-–—]|bis|to|until|(?P<either>/|oder|or))\s*(?:the )?)?"
)
NAMED_PART = (
    rf"(?=[abcelms]){_SINCE_PART}"
    r"(?P<part>anfang|beginning of|start of|early|mitte|mid|middle of|ende|end of|close of|late)"
)
PART = rf"(?:{NAMED_PART}[\s-]+(?:des |the |of )?)?"
YEAR = r"(?P<year>20\d\d)(?!\d|-\d\d?-\d)"
SHORT_YEAR = r"(?P<year>20\d\d|\d\d)(?!\d)"
APART = r"[\s/.'’-]*"
NEAR_YEARS = 5  # two digits further ahead are an amount and no year
_DAYS_SINCE = 3  # years ahead; "Aug 31 - Dec 31" are two days
_NEAR = 24  # characters
_SIGN = re.compile(
    r"\b(?:ab|bis|von|vom|from|until|till|by|since|per|zum|zwischen|between|\w*beginn|\w*start|\w*ende?|ends?|starting|"
    r"ending|beginning|eintritt|\w*zeitraum|period|\w*laufzeit)(?:\s+(?:in|im|zum|am|of|ca\.|etwa|date|termin|dem|the))?\s*[:=|]?\s*$",
    re.IGNORECASE,
)
_WEEK, _QUARTER, _YEAR = 6, 80, 364  # days from the first to the last one; at least, but for a week
_TO = r"\s*(?:[-–—]|bis|to|until)\s*"


def written_year(match: re.Match[str]) -> int | None:
    """Return the year of a match, None when the text leaves it out."""
    year = match.groupdict().get("year")
    return None if not year else int(year) + (2000 if len(year) == 2 else 0)


def is_near(digits: str, today: dt.date) -> bool:
    """Return whether the last two digits of a year name one that soon comes."""
    return today.year <= 2000 + int(digits) <= today.year + NEAR_YEARS


def behind_a_sign(match: re.Match[str]) -> bool:
    """Return whether a word such as "from" or "end:" stands before two numbers, which are no fraction then."""
    return _SIGN.search(match.string, max(0, match.start() - _NEAR), match.start()) is not None


def months(match: re.Match[str], month: int, number: int) -> Period:
    """Return the period of so many months, or the part of it that the match names."""
    return parted(
        Period(match.start(), match.end(), written_year(match), lambda year: month_bounds(year, month, number)), match
    )


def parted(period: Period, match: re.Match[str]) -> Period:
    """Return the part of a period that its match names: "mid-", "early to late"; without any, the period."""
    part, since = ((match.groupdict().get(name) or "").lower() for name in ("part", "since_part"))
    if not part:
        return period

    def bounds(year: int) -> Bounds:
        whole = period.bounds(year)
        begin, end = _part_of(part, *whole)
        return (_part_of(since, *whole)[0] if since else begin), end

    said, ends = f'"{match.group()}" is not exact', part in {"ende", "end of", "close of"} and not since
    part_of_it = replace(period, bounds=bounds, whole=bool(since and not match["either"]))
    return replace(part_of_it, remark_as_start=said) if ends else replace(part_of_it, remark=said)


def span(match: re.Match[str], first: tuple[int, int], last: tuple[int, int]) -> Period:
    """Return the period between two months with their years."""
    bounds = month_bounds(*first)[0], month_bounds(*last)[1]
    return Period(match.start(), match.end(), first[0], lambda _year: bounds, whole=True)


def _part_of(part: str, first: dt.date, last: dt.date) -> Bounds:
    """Return what "from" and "until" the beginning, middle or end of a period mean."""
    days = (last - first).days
    if part.startswith("m"):
        if days >= _YEAR:  # "from mid-2027" is the first day of July, "until mid-2027" the last one of June
            return month_bounds(first.year, first.month + 6)[0], month_bounds(first.year, first.month + 5)[1]
        middle = first + dt.timedelta(2 if days == _WEEK else 14 if days < _QUARTER else days // 2)
        return middle, middle
    if part.startswith(("end", "close", "late")):
        return last - dt.timedelta(days // 3), last
    return first, first + dt.timedelta(1 if days == _WEEK else days // 3)


def _named_month(match: re.Match[str], _today: dt.date) -> Period:
    return months(match, MONTHS[match["month"].lower()], 1)


def _brief_months(match: re.Match[str], today: dt.date) -> Period | None:
    """Return "05/26 - 09/26" and "May 26 - Sep 26" where the numbers can be years, not days of months."""
    numbers = [MONTHS.get(name.lower()) or int(name) for name in (match[1], match["last"])]
    years = [2000 + int(match[name]) for name in ("year", "last_year")]
    (first, last), (begins, ends) = numbers, years
    likely = today.year - 1 <= begins <= min(ends, today.year + _DAYS_SINCE) and ends <= begins + 1
    if not likely or not ((begins == ends and first <= last) or (begins < ends and last < first)):
        return None
    return span(match, (begins, first), (ends, last))


def _months_of_brief_year(match: re.Match[str], today: dt.date) -> Period | None:
    """Return "Feb. – Apr. 27", where nothing is said of days."""
    if not is_near(match["year"], today):
        return None
    first, last, year = MONTHS[match["month"].lower()], MONTHS[match["last"].lower()], 2000 + int(match["year"])
    return span(match, (year - (last < first), first), (year, last))


def _brief_month(match: re.Match[str], today: dt.date) -> Period | None:
    return _named_month(match, today) if is_near(match["year"], today) else None


def _month_list(match: re.Match[str], _today: dt.date) -> Period:
    first, last = MONTHS[match["month"].lower()], MONTHS[match["last"].lower()]
    return replace(months(match, first, (last - first) % 12 + 1), whole=True)


def _numeric_month(match: re.Match[str], _today: dt.date) -> Period:
    return months(match, int(match["number"]), 1)


def _brief_numeric(match: re.Match[str], today: dt.date) -> Period | None:
    return _numeric_month(match, today) if is_near(match["year"], today) and behind_a_sign(match) else None


def _half_month(match: re.Match[str], _today: dt.date) -> Period:
    month, second = MONTHS[match["month"].lower()], match["ordinal"].lower()[0] in "z2s"

    def bounds(year: int) -> Bounds:
        first, last = month_bounds(year, month)
        return (first.replace(day=16), last) if second else (first, first.replace(day=15))

    return Period(match.start(), match.end(), written_year(match), bounds)


def month_forms() -> Iterator[Form]:
    """Yield the forms of months."""
    yield from _single_month_forms()
    yield from _several_months_forms()
    yield from _half_month_forms()
    yield rf"(?<![\d./-])(?P<number>0?[1-9]|1[0-2])[./]{YEAR}(?!-\d{{1,4}}(?![\d./]))", _numeric_month
    yield r"(?<![\d-])(?P<year>20\d\d)-(?P<number>0[1-9]|1[0-2])(?![\d-])", _numeric_month


def _single_month_forms() -> Iterator[Form]:
    yield rf"\b{PART}{MONTH}(?:,?{APART}(?P<year>20\d\d|(?<=['’])\d\d)(?!\d|-\d\d?-\d))?", _named_month
    yield rf"\b(?P<month>{NAMES}){YEAR}(?!\w)", _named_month
    yield rf"\b{PART}(?P<month>{GERMAN_NAMES})\s+(?P<year>\d\d)(?![\d.:/])", _brief_month
    yield r"(?<![\d./-])(?P<number>0?[1-9]|1[0-2])/(?P<year>\d\d)(?![\d/]|\.\d)", _brief_numeric
    yield r"(?<![\d./-])(?P<number>0[1-9]|1[0-2])\.(?P<year>\d\d)(?![\d/]|\.\d|\.\s?(?:[-–]|bis))", _brief_numeric


def _several_months_forms() -> Iterator[Form]:
    digits = r"0[1-9]|1[0-2]"
    yield (
        rf"\b(?=[adfjmnos])(?P<month>{NAMES})\b\.?(?:,\s*(?:{NAMES})\b\.?){{1,10}}\s*(?:und|and|&)\s*(?P<last>{NAMES})\b\.?(?:\s+{YEAR})?",
        _month_list,
    )
    yield (
        rf"\b(?=[adfjmnos])(?P<month>{NAMES})\b\.?\s*'?(?P<year>\d\d){_TO}(?P<last>{NAMES})\b\.?\s*'?(?P<last_year>\d\d)(?![\d.:/]|st\b|nd\b|rd\b|th\b)",
        _brief_months,
    )
    yield (
        rf"(?<!\d\s)(?<!\d\.\s)(?<!\d)\b(?=[adfjmnos])(?P<month>{NAMES})\b\.?\s*(?:[-–—]|bis)\s*(?P<last>{NAMES})\b\.?\s*'?(?P<year>\d\d)(?!\d|[.:/]\d|st\b|nd\b|rd\b|th\b)",
        _months_of_brief_year,
    )
    yield (
        rf"(?<![\d./-])(?P<number>0?[1-9]|1[0-2])/(?P<year>\d\d){_TO}(?P<last>0?[1-9]|1[0-2])/(?P<last_year>\d\d)(?![\d/]|\.\d)",
        _brief_months,
    )
    yield (
        rf"(?<![\d./-])(?P<number>{digits})\.(?P<year>\d\d){_TO}(?P<last>{digits})\.(?P<last_year>\d\d)(?![\d/]|\.\d)",
        _brief_months,
    )


def _half_month_forms() -> Iterator[Form]:
    yield (
        (
            rf"\b(?P<ordinal>erste|zweite|first|second|[12]\.)[rsnm]?\s+(?:half|hälfte)\s+(?:(?:of|des|im|vom)\s+)?"
            rf"{MONTH}s?(?:,?{APART}{YEAR})?"
        ),
        _half_month,
    )
    yield (
        rf"\b(?P<ordinal>erste|zweite|[12]\.)(?:[rsnm])?\s+(?P<month>{NAMES})(?:-|s)?hälfte\b(?:{APART}{YEAR})?",
        _half_month,
    )
