"""Dates found in free text: from when until when somebody is sought."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from teamlandkarte.index.periods import Bounds, Period, later, periods
from teamlandkarte.index.text import clean

_FILLER = (
    r"(?:\s*[:=]?\s*\b(?:dem|den|der|die|das|the|zum|zur|am|im|in|on|ist|is|ca|circa|etwa|about|voraussichtlich|geplant|"
    r"einschließlich|inklusive|including|frühestens|spätestens|ab)\b\.?)*\s*[:=]?\s*$"
)
_FROM = re.compile(
    r"\b(?:ab|von|vom|from|starting|beginning|beginnend|start|starts|starttermin|startdatum|beginn|beginnt|projektstart|"
    rf"projektbeginn|einsatzbeginn|frühestens|zwischen|between|verfügbar|available)\b{_FILLER}",
    re.IGNORECASE,
)
_UNTIL = re.compile(
    r"\b(?:bis|until|till|to|through|by|spätestens|befristet|projektende|einsatzende|laufzeitende|enddatum|ende|end)\b"
    rf"{_FILLER}",
    re.IGNORECASE,
)
_DURING = re.compile(
    rf"\b(?:im|in|während|during|für|for|jahr|year|zeitraum|einsatzzeitraum|period)\b{_FILLER}", re.IGNORECASE
)
_RANGE = re.compile(
    r"\s*(?:[-–—]+|bis|to|until|till|through)\s*(?:zum|zur|ende|einschließlich|the|and including)?\s*", re.IGNORECASE
)
_AND = re.compile(r"\s*(?:und|and)\s*(?:dem|the)?\s*", re.IGNORECASE)
_BETWEEN = re.compile(rf"\b(?:zwischen|between)\b{_FILLER}", re.IGNORECASE)
# Dates of something else: a closing date, the state of a document, somebody's past.
_OF_SOMETHING_ELSE = re.compile(
    r"(?:frist|deadline|\bstand|rückmeldung|\bbewerb\w*|\bapply|\bapplications?|geboren|\bborn|version|\biso|\bseit|\bsince|"
    r"angebot\w*|abgabe|gegründet|founded)\b[^.;\n]{0,25}$",
    re.IGNORECASE,
)
_NUMBERS = {
    "ein": 1, "eine": 1, "einen": 1, "einem": 1, "one": 1, "a": 1, "zwei": 2, "two": 2, "drei": 3, "three": 3,
    "vier": 4, "four": 4, "sechs": 6, "six": 6, "neun": 9, "nine": 9, "zwölf": 12, "twelve": 12,
}  # fmt: skip
_UNITS = r"(tag|day|woche|week|monat|month|jahr|year)\w*+(?!\s*\w*(?:erfahr|experien))"
_COUNT = rf"(\d{{1,3}}|{'|'.join(_NUMBERS)})[\s-]+{_UNITS}"
_DURATION = re.compile(
    r"\b(?:für|for|laufzeit|dauer|projektdauer|einsatzdauer|duration|über|over)\b(?:\s+(?:von|of))?\s*[:=]?\s*"
    rf"(?:ca\.?|etwa|about|mindestens|at least|rund)?\s*{_COUNT}|\b{_COUNT}(?=,?\s+(?:ab|from|starting)\b)",
    re.IGNORECASE,
)
_CONTEXT = 60  # characters before a date that tell what it is


@dataclass(frozen=True)
class DateFinding:
    """The time range that a text states; None is an open side, `words` is where it says so.

    `ambiguous` is empty, or says what could be read otherwise.
    """

    start: dt.date | None = None
    end: dt.date | None = None
    words: str = ""
    ambiguous: str = ""


@dataclass(frozen=True)
class _Statement:
    """One statement about the time range; `plain` ones only name a period, without "from" or "until"."""

    start: dt.date | None
    end: dt.date | None
    words: str
    remark: str
    plain: bool = False


def find_dates(text: str, today: dt.date) -> DateFinding:
    """Return the time range that a text states; without any, all fields are empty.

    A date without a year is the next one that has not passed on `today`.
    """
    stated = list(_statements(text, today))
    stated = [statement for statement in stated if not statement.plain] or stated
    opening = next((statement for statement in stated if statement.start), None)
    closing = opening if opening and opening.end else next((statement for statement in stated if statement.end), None)
    used = [statement for statement in dict.fromkeys((opening, closing)) if statement]
    if not used:
        return DateFinding()
    found = DateFinding(
        start=opening.start if opening else None,
        end=closing.end if closing else None,
        words="; ".join(statement.words for statement in used),
        ambiguous="; ".join(statement.remark for statement in used if statement.remark),
    )
    return _checked(_with_duration(found, text), stated)


def _statements(text: str, today: dt.date) -> Iterator[_Statement]:
    found = [period for period in periods(text, today) if not _OF_SOMETHING_ELSE.search(_before(text, period))]
    position = 0
    while position < len(found):
        period = found[position]
        following = found[position + 1] if position + 1 < len(found) else None
        if following and _is_range(text, period, following):
            yield _range(text, period, following, today)
            position += 2
            continue
        if (statement := _single(text, period, today)) is not None:
            yield statement
        position += 1


def _before(text: str, period: Period) -> str:
    return text[max(0, period.start - _CONTEXT) : period.start]


def _is_range(text: str, first: Period, second: Period) -> bool:
    between = text[first.end : second.start]
    if _AND.fullmatch(between):
        return bool(_BETWEEN.search(_before(text, first)))
    return bool(_RANGE.fullmatch(between))


def _range(text: str, first: Period, second: Period, today: dt.date) -> _Statement:
    """Return the statement of two periods; a year that one leaves out comes from the other."""
    opens = _FROM.search(_before(text, first))
    words = clean((opens.group() if opens else "") + text[first.start : second.end])
    remarks = [period.remark for period in (first, second) if period.remark]
    if first.year is None and second.year is None:
        start = _next(first, today)[0]
        remarks.append(_read_as(words, start))
    elif first.year is not None:
        start = first.bounds(first.year)[0]
    else:
        end = second.bounds(second.year or today.year)[1]
        start = next(day for year in (end.year, end.year - 1) if (day := first.bounds(year)[0]) <= end)
    if second.year is not None:
        end = second.bounds(second.year)[1]
    else:
        end = next(day for year in (start.year, start.year + 1) if (day := second.bounds(year)[1]) >= start)
    return _Statement(start, end, words, "; ".join(remarks))


def _single(text: str, period: Period, today: dt.date) -> _Statement | None:
    """Return what a period says on its own; None when nothing shows that it is a date at all."""
    before = _before(text, period)
    opens, closes, during = (pattern.search(before) for pattern in (_FROM, _UNTIL, _DURING))
    written = text[period.start : period.end]
    if not (opens or closes or during) and (period.year is None or written.strip().isdigit()):
        return None
    first, last = _next(period, today) if period.year is None else period.bounds(period.year)
    sign = opens or closes or during
    words = clean((before[sign.start() :] if sign else "") + written)
    remarks = [period.remark] if period.remark else []
    if period.year is None:
        remarks.append(_read_as(written, first))
    if closes and (not opens or closes.start() > opens.start()):
        return _Statement(None, last, words, "; ".join(remarks))
    if opens:
        return _Statement(first, None, words, "; ".join(remarks))
    if period.day:
        remarks += [] if written[0].isalpha() else [f"{clean(written)} read as the start"]
        return _Statement(first, None, words, "; ".join(remarks), plain=True)
    return _Statement(first, last, words, "; ".join(remarks), plain=True)


def _next(period: Period, today: dt.date) -> Bounds:
    """Return the bounds in the first year in which the period has not passed."""
    this_year = period.bounds(today.year)
    return this_year if this_year[1] >= today else period.bounds(today.year + 1)


def _read_as(words: str, start: dt.date) -> str:
    return f'"{clean(words)}" names no year: read as {start.isoformat()}'


def _with_duration(found: DateFinding, text: str) -> DateFinding:
    """Return the finding with the end that "for six months" gives it."""
    match = _DURATION.search(text)
    if match is None or found.start is None or found.end is not None:
        return found
    count, unit = [part for part in match.groups() if part]
    number = _NUMBERS.get(count.lower()) or int(count)
    end = later(found.start, number, unit.lower()) - dt.timedelta(days=1)
    return replace(found, end=end, words=f"{found.words}; {clean(match.group())}") if number else found


def _checked(found: DateFinding, stated: list[_Statement]) -> DateFinding:
    """Return the finding, without dates that contradict each other and with a remark where the text states several."""
    if found.start and found.end and found.end < found.start:
        remark = f"the end {found.end.isoformat()} lies before the start {found.start.isoformat()}"
        return DateFinding(words=found.words, ambiguous=remark)
    starts = {statement.start for statement in stated if statement.start}
    ends = {statement.end for statement in stated if statement.end}
    if len(starts) > 1 or len(ends) > 1:
        several = "the text states several time ranges: " + "; ".join(dict.fromkeys(one.words for one in stated))
        return replace(found, ambiguous="; ".join(filter(None, (found.ambiguous, several))))
    return found
