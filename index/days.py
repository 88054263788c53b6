"""Days as people write them in German and English: 1.5.2026, 2026-05-01, 05/01/2026, 1 May, from the 1st."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from teamlandkarte.index.months import (
    GERMAN_NAMES,
    MONTH,
    MONTHS,
    NAMES,
    NEAR_YEARS,
    SHORT_YEAR,
    YEAR,
    behind_a_sign,
    is_near,
    written_year,
)
from teamlandkarte.index.period import Bounds, Form, Period, day_of, is_day, later, may_have_passed
from teamlandkarte.index.word_lists import one_of, word_lists

TH = r"(?:\.|st|nd|rd|th)?"
ENGLISH_MONTH = rf"(?=[adfjmnos])(?!(?:{GERMAN_NAMES})\b){MONTH}"
_AFTER_A_SIGN = (  # looked for at numbers alone, which is three times as fast
    r"(?=\d)(?:(?<=\bab dem )|(?<=\bab )|(?<=\bbis zum )|(?<=\bbis )|(?<=\bzum )|(?<=\bvom )"
    r"|(?<=\bfrom the )|(?<=\buntil the )|(?<=\bby the ))"
)
_WHO_OR_WHAT = one_of(
    [*word_lists("phrases")["somebody"], *word_lists("dates")["lasting"], *word_lists("dates")["somebody"]]
)
_AFTER_A_WORD = re.compile(  # with which two numbers are no version: "Java ab 1.8", "Tester ab 1.8"
    rf"(?:\b(?:\w*beginn|\w*start|\w*ende|\w*termin|zeitraum|laufzeit|einsatz|\w*vertretung):?|\bvom"
    rf"|(?:^|\n|\b(?:suchen|brauchen|benötigen|gesucht)|{_WHO_OR_WHAT}(?:n|s|en|[*:_/]?-?in|innen)?(?:\s*\([mwdfx/]+\))?)\s*(?:ab|bis|zum)(?:\s+dem)?)\s+$",
    re.IGNORECASE,
)
_BEFORE_A_WORD = (
    r"(?=\s*(?:$|[,;)\n]|[.!]\s"
    r"|(?:für|for|wir|ein\w*|jemand\w*|zwei|drei|suchen|brauchen|gesucht|dringend|bis(?=\s+[^\W\d]))\b))"
)
UNITS = r"(?!\s*(?:uhr|h|euro?|[kmg]?hz|k?m|kg|mio|mrd|st(?:d|unden)|hours|of|der|des)\b|\s*[%€$])"
_VERSION = re.compile(
    r"\b(?:ubuntu|\w*os|windows|linux|debian|android|python|java|\w*version\w*|release|kapitel|kernel)\s+\w+\s+$",
    re.IGNORECASE,
)
_UP_TO = re.compile(r"20\d{6}\s*(?:[-–—]|to)\s*$", re.IGNORECASE)  # another day written together
_NEAR = 40  # characters
_LONGEST_MONTH = 31  # days
_LAST_MONTH, _LEAP_YEAR = 12, 2024
_ENDS_A_THOUGHT = re.compile(r"\s*(?:$|[.,;:!?)\n]|(?:to|until|till|through)\b)", re.IGNORECASE)
_FILLED = re.compile(r"(?<!\d)0[1-9]\b")  # of a day or a month, never of a version
_SLASHED = re.compile(
    r"(?<![\d/])(?!24/7)(\d{1,2})/(\d{1,2})(/(?:20)?\d\d)?(?![\d/])|(?<![\d-])(\d{1,2})-(\d{1,2})-20\d\d(?![\d-])"
)
# A year of two digits ends the thought; other numbers stand before something.
_CLOSING_YEAR = r"(?P<year>20\d\d|\d\d(?=\s*(?:$|[.,;)|\n–-]|(?:bis|to|until|für|for)\b)))(?![\d:])"


def _on_day(match: re.Match[str], day: int, month: int) -> Period | None:
    """Return a single day; the 29th of February exists in a year of its own only, and the 31st not in every month."""
    year = written_year(match)
    if not is_day(year, month, day):
        return no_day(match, day, month)

    def bounds(of_year: int) -> Bounds:
        exact = day_of(of_year, month, day)
        return exact, exact

    return Period(match.start(), match.end(), year, bounds, day=True)


def no_day(match: re.Match[str], day: int, month: int) -> Period | None:
    """Return what must be asked for where no calendar has a day: "31.02.2027", "from 31 April", "ab 01.13."."""
    year = written_year(match)
    if not _is_written_as_day(match, year, day, month):
        return None
    remark = f'"{match.group()}" is no day of the calendar: which one is meant?'
    near = day_of(year or _LEAP_YEAR, min(max(month, 1), _LAST_MONTH), max(day, 1))
    return Period(
        match.start(), match.end(), near.year, lambda _year: (near, near), day=True, remark=remark, unclear=True
    )


def _is_written_as_day(match: re.Match[str], year: int | None, day: int, month: int) -> bool:
    """Return whether numbers that make no day are written as one, and not as those of a version or a file."""
    possible = 1 <= month <= _LAST_MONTH and 1 <= day <= _LONGEST_MONTH
    named, signed = match.groupdict().get("number") is None, behind_a_sign(match)
    if named and year is None and match.group()[0].isalpha():  # "from April 45 people"
        return possible and bool(_ENDS_A_THOUGHT.match(match.string, match.end()))
    if year is None or len(match["year"]) < len(str(year)):
        filled = not named and _FILLED.search(match.group())
        return (possible and (signed or named or year is not None)) or (signed and bool(named or filled))
    return possible or signed or (not named and "." in match.group())


def _numeric_day(match: re.Match[str], today: dt.date) -> Period | None:
    if written_year(match) is None and is_near(match["number"], today):  # "ab 05.26." is May
        return None
    return _on_day(match, int(match["day"]), int(match["number"]))


def _written_together(match: re.Match[str], today: dt.date) -> Period | None:
    """Return "from 20260503", which is a number where no word for a day stands before it."""
    near = today.year - 1 <= int(match["year"]) <= today.year + NEAR_YEARS
    signed = behind_a_sign(match) or _UP_TO.search(match.string, max(0, match.start() - _NEAR), match.start())
    return _numeric_day(match, today) if near and signed else None


def _slashed_day(match: re.Match[str], _today: dt.date) -> Period | None:
    day, month = int(match["day"]), int(match["number"])
    if month > 12:
        return _on_day(match, month, day)
    if day <= 12 and month_stands_first(match.string):
        return _on_day(match, month, day)
    period = _on_day(match, day, month)
    if period is None or day > 12 or day == month or day_stands_first(match.string):
        return period
    return in_either_order(period, match)


def in_either_order(period: Period, match: re.Match[str]) -> Period:
    """Return a period that must be asked for, since its match does not tell which number is the month."""
    return replace(period, remark=f"{match.group()} may be day/month/year or month/day/year", unclear=True)


@lru_cache(16)  # a text is asked once for each of its dates
def _first_and_second(text: str) -> tuple[int, int]:
    """Return the largest number at the first and at the second place of the slashed dates of a text."""
    found = list(_SLASHED.finditer(text))
    firsts = (int(date[1] or date[4]) for date in found)
    seconds = (int(date[2] or date[5]) for date in found if date[3] or date[5])
    return max(firsts, default=0), max(seconds, default=0)


def day_stands_first(text: str) -> bool:
    """Return whether another date of a text shows that its days stand before its months."""
    first, second = _first_and_second(text)
    return second <= 12 < first


def month_stands_first(text: str) -> bool:
    """Return whether another date of a text shows that its months stand before its days."""
    first, second = _first_and_second(text)
    return first <= 12 < second


def _slashed_without_year(match: re.Match[str], today: dt.date) -> Period | None:
    """Return "from 15/06" where the second number cannot be a year: that is "05/26"."""
    is_day = behind_a_sign(match) and not is_near(match["number"], today)
    return _slashed_day(match, today) if is_day else None


def _day_to_come(match: re.Match[str], today: dt.date) -> Period | None:
    """Return the next day of that number: "ab dem 3.", "from the 3rd"."""
    number = int(match["day"])
    months = (later(today.replace(day=1), ahead, "month") for ahead in range(4))
    days = (month.replace(day=number) for month in months if is_day(month.year, month.month, number))
    day = next((day for day in days if day >= today), None)
    if day is None:
        return None
    remark = without_month(match.group(), day, today)
    return Period(match.start(), match.end(), day.year, lambda _year: (day, day), day=True, remark=remark)


def without_month(words: str, day: dt.date, today: dt.date) -> str:
    """Return what is to be said of a day without a month: how it was read, where the one that has passed is likely."""
    return f'"{words}" names no month: read as {day}' if may_have_passed(day, today, "month") else ""


def _first_to_come(match: re.Match[str], today: dt.date) -> Period:
    first = later(today.replace(day=1), 1, "month")
    return Period(match.start(), match.end(), first.year, lambda _year: (first, first), day=True)


def _named_day(match: re.Match[str], _today: dt.date) -> Period | None:
    return _on_day(match, int(match["day"]), MONTHS[match["month"].lower()])


def _week_of_day(match: re.Match[str], today: dt.date) -> Period | None:
    period = _named_day(match, today)
    if period is None:
        return None

    def bounds(year: int) -> Bounds:
        first = period.bounds(year)[0]
        return first, first + dt.timedelta(6)

    return replace(period, bounds=bounds, day=False)


def _first_of_month(match: re.Match[str], _today: dt.date) -> Period | None:
    return _on_day(match, 1, MONTHS[match["month"].lower()])


def _near_named_day(match: re.Match[str], today: dt.date) -> Period | None:
    year = written_year(match)
    return _named_day(match, today) if year and today.year - 1 <= year <= today.year + NEAR_YEARS else None


def _glued_day(match: re.Match[str], today: dt.date) -> Period | None:
    return _near_named_day(match, today) if match["year"] else _named_day(match, today)


def _undotted_day(match: re.Match[str], today: dt.date) -> Period | None:
    """Return "ab 01.04" where no version stands before it: "Ubuntu ab 22.04"."""
    versioned = _VERSION.search(match.string, max(0, match.start() - _NEAR), match.start())
    return _numeric_day(match, today) if behind_a_sign(match) and not versioned else None


def behind_a_word_for_it(match: re.Match[str]) -> bool:
    """Return whether a word such as "Beginn" or "Tester ab" stands before two numbers, which are no version then."""
    return _AFTER_A_WORD.search(match.string, max(0, match.start() - _NEAR), match.start()) is not None


def _day_without_dot(match: re.Match[str], today: dt.date) -> Period | None:
    return _numeric_day(match, today) if behind_a_word_for_it(match) else None


def day_forms() -> Iterator[Form]:
    """Yield the forms of single days."""
    number, day = r"(?P<number>\d{1,2})", r"(?P<day>\d{1,2})"
    yield from _numeric_day_forms(number, day)
    yield from _named_day_forms(day)
    yield from _brief_day_forms(number, day)
    yield rf"\b(?:ersten|first)\s+(?:of\s+)?{MONTH}(?:,?\s*{YEAR})?", _first_of_month
    yield rf"\b{ENGLISH_MONTH}\s+{day}(?:st|nd|rd|th)?(?!\d)(?:,?\s+{YEAR})?", _named_day


def _numeric_day_forms(number: str, day: str) -> Iterator[Form]:
    yield (
        r"(?<![\d-])(?P<year>(?:19|20)\d\d)(?P<sign>[-/])(?P<number>\d\d)(?P=sign)(?P<day>\d\d)(?!\d|-\d)",
        _numeric_day,
    )
    yield r"(?<![\w.,/-])(?P<year>20\d\d)(?P<number>0[1-9]|1[0-2])(?P<day>[0-3]\d)(?![\w/-]|[.,]\d)", _written_together
    yield rf"(?<![\d.]){day}\.\s?{number}\.(?:\s?{SHORT_YEAR})?(?!\.?\d)", _numeric_day
    yield rf"(?<![\d/]){day}/{number}/{SHORT_YEAR}(?!/)", _slashed_day
    yield rf"(?<![\d-]){day}-{number}-{YEAR}(?!-)", _slashed_day
    yield rf"(?<![\d/.]){day}/{number}(?![\d/.])", _slashed_without_year


def _named_day_forms(day: str) -> Iterator[Form]:
    of_month = rf"{TH}[\s-]*(?:of )?{MONTH}"
    yield (
        (
            r"\b(?:w/?c|week (?:commencing|beginning|starting|of)|woche (?:ab|vom)(?: dem)?)\s+"
            rf"{day}{of_month}(?:,?\s+{YEAR})?"
        ),
        _week_of_day,
    )
    yield rf"(?<![\d.]){day}{of_month}(?:,?(?:\s*|-){YEAR})?", _named_day
    yield rf"(?<![\d.]){day}{of_month}(?:\s*['’]?|-){_CLOSING_YEAR}", _near_named_day
    yield rf"(?<![\w.]){day}(?P<month>{NAMES})(?:{SHORT_YEAR})?(?!\w)", _glued_day


def _brief_day_forms(number: str, day: str) -> Iterator[Form]:
    yield (
        r"(?<![\d.])(?P<day>\d\d)\.(?P<number>\d\d)(?![\d.]|,\d|\s*(?:[-–—]|bis|to|until)\s*\d)" + UNITS,
        _undotted_day,
    )
    yield rf"(?<![\d.,:]){day}\.{number}{_BEFORE_A_WORD}", _day_without_dot
    yield rf"{_AFTER_A_SIGN}{day}\.(?=\s*(?:$|[,;:?!)\n]|(?-i:[a-zäöü]{{2}})))", _day_to_come
    yield (
        rf"{_AFTER_A_SIGN}{day}(?:st|nd|rd|th)(?=\s*(?:$|[.,;:?!)\n]|(?:to|until|till|through|for|onwards?)\b))",
        _day_to_come,
    )
    yield (
        (
            r"(?=[enkm])(?:(?:(?<=\bzum )|(?<=\bab dem )|(?<=\bab )|(?<=\bam ))(?:(?:nächste|kommende)[mn]\s+)?"
            r"|(?:nächste|kommende)[mnr]\s+)(?:(?-i:Ersten?)|monatsersten?)\b"
        ),
        _first_to_come,
    )
