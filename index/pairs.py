"""Pairs: two periods of a text that make one statement: a range, alternatives, or one in the place of the other."""

import datetime as dt
import re

from teamlandkarte.index.date_signs import DAY_NAME, FILLER, FROM
from teamlandkarte.index.other_dates import begins_with, words_before
from teamlandkarte.index.period import (
    Period,
    Statement,
    follows,
    in_its_year,
    in_the_week_of,
    may_have_passed,
    without_year,
)
from teamlandkarte.index.text import clean, closed

_RANGE = re.compile(
    rf"(?:\s*\({DAY_NAME}\)|\s+an\b)?\s*,?\s*(?:[-–—/|]+|;|bis|(?:up\s+)?to|until|till|through|thru)\s*"
    rf"(?:(?:zum|zur|ende|einschl|einschließlich|inkl|inklusive|spätestens|the|and including)\b\.?)?\s*(?:{DAY_NAME})?"
    r"\s*(?:(?:dem|den|the)\b)?\s*",
    re.IGNORECASE,
)
_AND = re.compile(rf"\s*(?:und|and|[+&])\s*(?:{DAY_NAME})?\s*(?:(?:dem|den|the|im|in)\b)?\s*", re.IGNORECASE)
_BETWEEN = re.compile(rf"\b(?:zwischen|between)\b{FILLER}", re.IGNORECASE)
_MOVED_FROM = re.compile(
    r"\b(?:(?:moved|postponed|deferred|shifted|delayed|(?:pushed|put)\s+back|brought\s+forward)\s+from\s+(?:the\s+)?"
    r"|(?:verschoben|verlegt|vorgezogen|verschiebt\s+sich|rutscht)\s+(?:vom|von)\s+)$",
    re.IGNORECASE,
)
_ONTO = re.compile(r"\s*auf\s+(?:den\s+)?", re.IGNORECASE)
_MOVED = re.compile(r"\s*(?:verschoben|verlegt|vorgezogen)\b", re.IGNORECASE)
_ALTERNATIVE = re.compile(r"\s*(?:oder|or|bzw\.)\s*(?:im|in|ab|from|erst)?\s*", re.IGNORECASE)
_ONE_OF = re.compile(rf"\b(?:ab|starting|start|beginn)\b{FILLER}", re.IGNORECASE)


def pair_of(text: str, first: Period, second: Period, today: dt.date) -> Statement | None:
    """Return the statement that two periods make together, None where each says something of its own."""
    if _is_alternative(text, first, second):
        words = clean(text[first.start : second.end])
        return Statement(None, None, ((first.start, second.end),), f'"{words}": which one is meant?')
    if _is_move(text, first, second):
        return Statement(in_its_year(second, today)[0], None, ((first.start, second.end),))
    return _range(text, first, second, today) if is_range(text, first, second) else None


def _is_alternative(text: str, first: Period, second: Period) -> bool:
    """Return whether one of two periods is meant: "April or May", "from April/May"."""
    if text[first.end : second.start].strip() == "/" and not (first.day or second.day):
        return bool(_ONE_OF.search(words_before(text, first)))
    return bool(_ALTERNATIVE.fullmatch(text, first.end, second.start))


def is_range(text: str, first: Period, second: Period) -> bool:
    """Return whether two periods are the first and the last of one range."""
    between = text[first.end : second.start]
    if _ONTO.fullmatch(between):  # "in der Nacht von Freitag auf Samstag"
        return follows(first, second)
    if _AND.fullmatch(between):
        return (
            bool(_BETWEEN.search(words_before(text, first))) or not (first.day or second.day) or follows(first, second)
        )
    return bool(_RANGE.fullmatch(between))


def _range(text: str, first: Period, second: Period, today: dt.date) -> Statement:
    """Return the statement of two periods; a year that one leaves out comes from the other."""
    opens = FROM.search(words_before(text, first))
    begin = begins_with(text, first, len(opens.group()) if opens else 0)
    words = clean(text[begin : second.end])
    remarks = [remark for remark in (first.remark, first.remark_as_start, second.remark) if remark]
    second = in_the_week_of(first, second)
    if first.unclear or second.unclear:
        start = None if first.unclear else in_its_year(first, today)[0]
        end = None if second.unclear else in_its_year(second, today)[1]
        return Statement(start, end, ((begin, closed(text, begin, second.end)),), "; ".join(filter(None, remarks)))
    if first.year is None and second.year is None:
        start = _start_of_the_next(first, second, today)
        remarks.append(without_year(words, start, today))
    elif first.year is not None:
        start = first.bounds(first.year)[0]
    else:
        end = second.bounds(second.year or today.year)[1]
        start = next(day for year in (end.year, end.year - 1) if (day := first.bounds(year)[0]) <= end)
    if second.year is not None:
        end = second.bounds(second.year)[1]
    else:
        end = next(day for year in (start.year, start.year + 1) if (day := second.bounds(year)[1]) >= start)
    return Statement(start, end, ((begin, closed(text, begin, second.end)),), "; ".join(filter(None, remarks)))


def _start_of_the_next(first: Period, second: Period, today: dt.date) -> dt.date:
    """Return when two periods without a year begin that have not passed as a whole, nor begun long ago."""
    start, end = first.bounds(today.year)[0], second.bounds(today.year)[1]
    following = first.bounds(today.year + 1)[0]
    passed = end < today and start <= end
    long_ago = start < today and not may_have_passed(following, today, "year")
    return following if passed or long_ago else start


def _is_move(text: str, first: Period, second: Period) -> bool:
    """Return whether the second of two days takes the place of the first: "vom 1.6. auf den 1.7. verschoben"."""
    between = text[first.end : second.start]
    if _MOVED_FROM.search(words_before(text, first)):
        return bool(_ONTO.fullmatch(between)) or between.strip() == "to"
    return bool(_ONTO.fullmatch(between) and _MOVED.match(text, second.end))
