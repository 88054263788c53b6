"""Weeks, quarters, half-years and years as people write them in German and English."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace

from teamlandkarte.index.months import (
    APART,
    MONTHS,
    NAMES,
    NEAR_YEARS,
    PART,
    SHORT_YEAR,
    YEAR,
    is_near,
    months,
    span,
    written_year,
)
from teamlandkarte.index.period import Bounds, Form, Period

_ORDINALS = {
    stem: number
    for number, stems in enumerate(
        ("erst first 1 i", "zweit second 2 ii", "dritt third 3 iii", "viert fourth 4 iv"), start=1
    )
    for stem in stems.split()
}
_ORDINAL_WORD = r"erste|zweite|dritte|vierte|first|second|third|fourth|i{1,3}(?=\.)|iv(?=\.)|[1-4]"
_ORDINAL_END = r"(?:[rsnm]|\.|st|nd|rd|th)?"
_ORDINAL = rf"(?P<ordinal>{_ORDINAL_WORD}){_ORDINAL_END}\s+"
_AND = r"\s*(?:[-–/]|und|and|bis|to)\s*"
_ORDINALS_TO = rf"(?P<ordinal>{_ORDINAL_WORD}){_ORDINAL_END}{_AND}(?P<last>{_ORDINAL_WORD}){_ORDINAL_END}\s+"
_OF_A_DAY = rf"st\b|nd\b|rd\b|th\b|\.\s?\d|\.?[\s-]*(?:of\s+)?(?:(?:{NAMES})\b|quart|halbj)"
_WEEK = r"(?:kw|cw|wk|kalenderwochen?|calendar weeks?|weeks?)"
_COUNTED_WEEK = r"(?:kw|kalenderwoche|calendar week)"
_QUARTER = r"(?:quartals?|quarters?|vierteljahre?s?|vj)"
_HALF = r"(?:halbjahrs?|hj|jahreshälfte|half(?:\s+of\s+the\s+year)?)"
_FAR_YEARS = 15  # a bare number further ahead is an amount, not a year
# The last quarter alone has passed; of a year it is one to come.
_LAST = r"(?:the )?(?:letzte[rsnm]?|last|final)\s+"
_OF_THE_YEAR = rf"\b(?:\s+(?:of(?:\s+the\s+year)?|des\s+jahre?s))?{APART}{YEAR}"
_FINANCIAL_YEAR = r"(?:geschäftsjahr(?:es)?|wirtschaftsjahr(?:es)?|gj|fy|(?:fiscal|financial|business) year)"
_AMOUNT = (
    r"(?!\s*(?:euro?|€|mitarbeit\w*|personen|people|employees|stunden|hours|stück|arbeitspl\w*|km|m|qm|mal)(?!\w))"
)


def _quarter(match: re.Match[str], _today: dt.date) -> Period:
    return months(match, 3 * _ORDINALS[match["ordinal"].lower().removesuffix("e")] - 2, 3)


def _last_quarter(match: re.Match[str], _today: dt.date) -> Period:
    return months(match, 10, 3)


def _last_half(match: re.Match[str], _today: dt.date) -> Period:
    return months(match, 7, 6)


def _quarters(match: re.Match[str], _today: dt.date) -> Period | None:
    first, last = (_ORDINALS[match[name].lower().removesuffix("e")] for name in ("ordinal", "last"))
    return replace(months(match, 3 * first - 2, 3 * (last - first + 1)), whole=True) if first < last else None


def _half(match: re.Match[str], _today: dt.date) -> Period | None:
    half = _ORDINALS[match["ordinal"].lower().removesuffix("e")]
    return months(match, 6 * half - 5, 6) if half <= 2 else None


def _year(match: re.Match[str], today: dt.date) -> Period | None:
    likely = today.year - 1 <= int(match["year"]) <= today.year + _FAR_YEARS
    return months(match, 1, 12) if likely or match["part"] else None


def _year_in_words(match: re.Match[str], _today: dt.date) -> Period:
    return months(match, 1, 12)


def _years(match: re.Match[str], today: dt.date) -> Period | None:
    first, last = int(match["year"]), int(match["last"])
    likely = today.year - 1 <= first < last <= today.year + _FAR_YEARS
    return span(match, (first, 1), (last, 12)) if likely else None


def _financial_year(match: re.Match[str], _today: dt.date) -> Period:
    return replace(months(match, 1, 12), remark=f"{match.group()} read as the calendar year")


def _of_brief_year(match: re.Match[str], today: dt.date) -> Period | None:
    """Return "1. HJ 26" and "2. Quartal '27"."""
    read = _quarter if match["quarters"] else _half
    return read(match, today) if is_near(match["year"], today) else None


def _brief_financial_year(match: re.Match[str], _today: dt.date) -> Period:
    remark = f'"{match.group()}": on which days does that year begin and end?'
    return replace(months(match, 1, 12), remark=remark, unclear=True)


def _dated_financial_year(match: re.Match[str], _today: dt.date) -> Period | None:
    """Return "GJ 2026/27 (April bis März)"; nobody outside knows in which year "FY 2027 (April to March)" begins."""
    first, last, year = MONTHS[match["month"].lower()], MONTHS[match["last"].lower()], int(match["year"])
    if match["next_year"]:
        ends = 2000 + int(match["next_year"]) % 100
        return span(match, (year, first), (ends, last)) if ends == year + 1 and last < first else None
    if first <= last:
        return span(match, (year, first), (year, last))
    remark = f'"{match.group()}": does it begin in {year - 1} or in {year}?'
    return replace(span(match, (year, first), (year + 1, last)), remark=remark, unclear=True)


def _week(match: re.Match[str], today: dt.date) -> Period | None:
    week = _ORDINALS.get(match["week"].lower().removesuffix("e")) or int(match["week"])
    if not 1 <= week <= 53:
        return None

    def bounds(year: int) -> Bounds:
        return _days_of_weeks(year, week, week)

    year = written_year(match)
    if len(match["year"] or "") == 2 and not today.year - 1 <= (year or 0) <= today.year + NEAR_YEARS:
        year = None  # "KW 20/41" names two weeks
    return Period(match.start(), match.end(), year, bounds)


def _weeks(match: re.Match[str], today: dt.date) -> Period | None:
    first, last = int(match["week"]), int(match["last"])
    of_year = match.groupdict().get("sign") == "/" and (last > first + 1 or abs(2000 + last - today.year) <= 1)
    if of_year or not 1 <= first < last <= 53:  # "KW 14/26" is the week of a year, "KW 22/23" are two weeks
        return None

    def bounds(year: int) -> Bounds:
        return _days_of_weeks(year, first, last)

    return Period(match.start(), match.end(), written_year(match), bounds, whole=True)


def _one_of_weeks(match: re.Match[str], today: dt.date) -> Period | None:
    """Return "KW 23 oder 24", of which nobody but the writer knows which is meant."""
    weeks = _weeks(match, today)
    return replace(weeks, remark=f'"{match.group()}": which one is meant?', unclear=True) if weeks else None


def _days_of_weeks(year: int, first: int, last: int) -> Bounds:
    """Return the first and the last day of some weeks; a 53rd that the year does not have is its last one."""
    weeks = dt.date(year, 12, 28).isocalendar().week
    monday, sunday = (dt.date.fromisocalendar(year, min(week, weeks), day) for week, day in ((first, 1), (last, 7)))
    return monday, sunday


def year_forms() -> Iterator[Form]:
    """Yield the forms of weeks, quarters, half-years and years."""
    of_year = rf"(?:\s+of)?(?:{APART}{YEAR})?"
    yield from _quarter_forms(of_year)
    yield from _half_forms(of_year)
    yield from _week_forms(of_year)
    yield from _whole_year_forms()


def _quarter_forms(of_year: str) -> Iterator[Form]:
    of_it = rf"(?:{APART}(?=20\d\d(?!-\d))|(?:\s?[/.'’]\s?|[\s-])(?!\d\d(?:{_OF_A_DAY})|\d{{4}}-\d))"
    yield (
        rf"\b{PART}q(?P<ordinal>[1-4])\b(?:{of_it}{SHORT_YEAR})?",
        _quarter,
    )
    yield rf"\b{YEAR}{APART}q(?P<ordinal>[1-4])\b", _quarter
    yield rf"\b{PART}(?:the |des )?{_ORDINAL}{_QUARTER}\b{of_year}", _quarter
    yield rf"\b{PART}{_LAST}{_QUARTER}{_OF_THE_YEAR}", _last_quarter
    yield rf"\b(?P<ordinal>[1-4])q\s*/?{YEAR}", _quarter
    yield rf"\b{_QUARTER}\s+(?P<ordinal>[1-4])\b(?:{APART}{YEAR})?", _quarter
    yield rf"\bq(?P<ordinal>[1-4])\s*[-–/]\s*(?P<last>[1-4])\b(?:{APART}{YEAR})?", _quarters
    yield rf"\b{_ORDINALS_TO}{_QUARTER}\b{of_year}", _quarters


def _half_forms(of_year: str) -> Iterator[Form]:
    yield rf"\bh(?P<ordinal>[12])\b{APART}{YEAR}", _half
    yield r"(?=h)(?:(?<=\bin )|(?<=\bim )|(?<=\bfor )|(?<=\bab )|(?<=\bbis ))h(?P<ordinal>[12])\b", _half
    yield (
        r"\bh(?P<ordinal>[12])\b(?=\s+(?:of\s+|des\s+)?(?:next|this|nächste|kommende|dieses)\w*\s+(?:year|jahr))",
        _half,
    )
    yield rf"\b(?P<ordinal>[12])h\s*/?{YEAR}", _half
    yield rf"\b{PART}{_ORDINAL}{_HALF}\b{of_year}", _half
    yield rf"\b{PART}{_LAST}{_HALF}{_OF_THE_YEAR}", _last_half
    yield (
        rf"\b{PART}{_ORDINAL}(?:{_HALF}|(?P<quarters>{_QUARTER}))\b\s?[/.'’]?\s?(?P<year>\d\d)(?=\s*(?:[.,;:)\n]|$))",
        _of_brief_year,
    )


def _week_forms(of_year: str) -> Iterator[Form]:
    yield rf"\b(?:{YEAR}-?)?w(?P<week>\d\d)(?![\w.,/-]\d|\w)", _week
    yield (
        rf"\b{_WEEK}\s*(?P<week>\d{{1,2}})\s*(?P<sign>[-–—+/&]|bis|to|through|und|and)\s*(?P<last>\d{{1,2}})(?!\d|{_OF_A_DAY})(?:{APART}{YEAR})?",
        _weeks,
    )
    yield (
        rf"\b{_WEEK}\s*(?P<week>\d{{1,2}})\s*(?:oder|or|bzw\.)\s*(?P<last>\d{{1,2}})(?!\d|{_OF_A_DAY})(?:{APART}{YEAR})?",
        _one_of_weeks,
    )
    yield (
        rf"\b{_WEEK}\s*(?P<week>\d{{1,2}})(?!\d|\s+of\b)(?:{APART}(?P<year>20\d\d|(?<=/)\d\d)(?!\d|-\d\d?-\d))?",
        _week,
    )
    yield rf"(?<![\d.])(?P<week>\d{{1,2}})\.?{_AND}(?P<last>\d{{1,2}})\.\s*{_WEEK}\b(?:{APART}{YEAR})?", _weeks
    yield rf"(?<![\d.])(?P<week>\d{{1,2}})\.\s*{_WEEK}\b(?:{APART}{YEAR})?", _week
    yield (
        rf"\b(?P<week>erste|zweite|dritte|vierte|first|second|third|fourth)[rnsm]?\s+{_COUNTED_WEEK}\b{of_year}",
        _week,
    )


def _whole_year_forms() -> Iterator[Form]:
    yield (
        r"\b(?P<part>anfang|mitte|early|mid|middle of|beginning of)[\s-]+(?:des |dieses |the |this )?(?:jahres|year)\b",
        _year_in_words,
    )
    yield rf"\bjahres(?P<part>mitte|anfang|ende)\s+{YEAR}", _year_in_words
    yield r"\bjahres(?P<part>mitte)\b", _year_in_words
    yield rf"\b{_FINANCIAL_YEAR}\s*{YEAR}(?!\s*[/-])", _financial_year
    yield rf"\b{_FINANCIAL_YEAR}\s*{YEAR}\s?[/–-]\s?(?:20)?\d\d(?![\w/-])", _brief_financial_year
    yield r"\b(?:fy|gj)\s?['’]?(?P<year>[2-4]\d)(?:/\d\d)?(?![\w/-])", _brief_financial_year
    next_year = r"(?:\s?[/–-]\s?(?P<next_year>20\d\d|\d\d)(?!\d))?"
    first = rf"\s*[,(:]\s*(?:(?:from|von|i\.e\.|d\.\s?h\.)\s+)?(?P<month>{NAMES})\b\.?"
    last = rf"\s*(?:[-–—]|bis|to|until|through)\s*(?P<last>{NAMES})\b\.?\)?(?!\s*\d)"
    yield rf"\b{_FINANCIAL_YEAR}\s*{YEAR}{next_year}{first}{last}", _dated_financial_year
    yield rf"(?<![\w.,/-]){YEAR}\s?[-–]\s?(?P<last>20\d\d)(?![\w-])(?![.,/:]\d)", _years
    yield rf"(?<![\w.,/-]){PART}(?:jahr(?:es)? |year )?{YEAR}(?![\w-])(?![.,/:]\d){_AMOUNT}", _year
