"""Statements: what each date of a text says about the time range: from when, until when, or which of two is meant."""

import datetime as dt
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from teamlandkarte.index.clauses import Span
from teamlandkarte.index.events import seeks, sentence_around, sought_on
from teamlandkarte.index.other_dates import asks_for_a_reply, else_behind, is_deadline, of_something_else, words_before
from teamlandkarte.index.period import Bounds, Period, follows, in_the_week_of, may_have_passed
from teamlandkarte.index.periods import periods
from teamlandkarte.index.relative_periods import AT_ONCE
from teamlandkarte.index.text import clean
from teamlandkarte.index.word_lists import one_of, word_lists

_LISTS = word_lists("dates")
_DAY_NAME = rf"{one_of(_LISTS['day_names'])}\b\.?,?"
_FILLER = rf"(?:\s*[:=|(;]?\s*(?:\b{one_of(_LISTS['fillers'])}\b\.?|\b{_DAY_NAME}))*\s*[:=|(;]?\s*$"
_FROM = re.compile(
    rf"\b(?:(?P<word>{one_of(_LISTS['beginnings'])})(?:\s+(?:bis|by|before|vor|spätestens|no\s+later\s+than|nicht\s+später\s+als))?|{one_of(_LISTS['from'])})\b{_FILLER}",
    re.IGNORECASE,
)
_UNTIL = re.compile(rf"\b{one_of(_LISTS['until'])}\b{_FILLER}", re.IGNORECASE)
_DURING = re.compile(rf"\b{one_of(_LISTS['during'])}\b{_FILLER}", re.IGNORECASE)
_WHOLE_BEHIND = re.compile(rf",?\s+{one_of(_LISTS['whole_behind'])}\b", re.IGNORECASE)
_RANGE = re.compile(
    rf"(?:\s*\({_DAY_NAME}\)|\s+an\b)?\s*,?\s*(?:[-–—/|]+|;|bis|to|until|till|through|thru)\s*"
    rf"(?:(?:zum|zur|ende|einschl|einschließlich|inkl|inklusive|spätestens|the|and including)\b\.?)?\s*(?:{_DAY_NAME})?"
    r"\s*(?:(?:dem|den|the)\b)?\s*",
    re.IGNORECASE,
)
_AND = re.compile(rf"\s*(?:und|and|[+&])\s*(?:{_DAY_NAME})?\s*(?:(?:dem|den|the|im|in)\b)?\s*", re.IGNORECASE)
_BETWEEN = re.compile(rf"\b(?:zwischen|between)\b{_FILLER}", re.IGNORECASE)
_BEGINS = re.compile(rf",?\s+{one_of(_LISTS['begins'])}", re.IGNORECASE)
_ENDS = re.compile(rf",?\s+{one_of(_LISTS['ends'])}", re.IGNORECASE)
_ARRIVES = re.compile(rf",?\s+{one_of(_LISTS['arrives'])}", re.IGNORECASE)
_LAST_PART = re.compile(r"(?:ende|end)\b(?!\s+of)", re.IGNORECASE)
_FIRST_PART = re.compile(r"(?:anfang|mitte|early|mid|middle|beginning|start)\b", re.IGNORECASE)
_BEGUN = re.compile(
    r"\b(?:ab|von|from|frühestens|\w*start|\w*beginn)\b(?:[^.;|/\n]|(?<=\d)[./]|\.(?=,)|(?<=[a-z])\.(?=\s\d))*[(,;|/\n]\s*$",
    re.IGNORECASE,
)
_LATEST = re.compile(r"spätestens|no\s+later|nicht\s+später", re.IGNORECASE)
_MOVED_FROM = re.compile(
    r"\b(?:moved|postponed|deferred|shifted|brought\s+forward)\s+from\s+(?:the\s+)?$", re.IGNORECASE
)
_AFTER = re.compile(r"\b(?:nach|after)\b", re.IGNORECASE)
_BEFORE = re.compile(r"\b(?:vor|before)\b", re.IGNORECASE)
_AFTER_OR_BEFORE = re.compile(r"\s*(?:nach|after|vor|before)\b", re.IGNORECASE)
_BRIEF = 5  # words
_ONTO = re.compile(r"\s*auf\s+(?:den\s+)?", re.IGNORECASE)
_MOVED = re.compile(r"\s*(?:verschoben|verlegt|vorgezogen)\b", re.IGNORECASE)
_SOON = re.compile(AT_ONCE, re.IGNORECASE)
_ALTERNATIVE = re.compile(r"\s*(?:oder|or|bzw\.)\s*(?:im|in|ab|from|erst)?\s*", re.IGNORECASE)
_ONE_OF = re.compile(rf"\b(?:ab|starting|start|beginn)\b{_FILLER}", re.IGNORECASE)
_FAR = 6  # years
_LATELY = dt.timedelta(180)
_WEEKDAY = re.compile(r"(?:\w+\s+)?\w*(?:tag|woch|day|abend|morrow|morgen)", re.IGNORECASE)
_OF_EITHER_SIDE = re.compile(r"spätestens|by|before|vor\b|bis|to|no\s+later|nicht\s+später", re.IGNORECASE)
_ALWAYS_A_DATE = re.compile(  # dates wherever they stand
    r"q[1-4]|(?:kw|cw)\s*\d+|\d{1,2}\.\s*(?:kw|quartal|halbjahr)|(?:erste|zweite|dritte|vierte)[sn]\s+(?:quartal|halbjahr)|"
    r".*hälfte|(?:first|second)\s+half(?:\s+of\s+the\s+year)?|(?:anfang|mitte|ende|early|mid|late)[\s-].+|"
    r"(?:w/c|week|woche)\s.+",
    re.IGNORECASE,
)
_OF_A_SIDE = re.compile(r"(?:ab|bis|nach|vor|from|until|after|before)\b", re.IGNORECASE)
_THEN = re.compile(r"\b(?:bis\s+dahin|(?:until|till?|up\s+to)\s+then)\b", re.IGNORECASE)
_CLAUSES = re.compile(r"[,;:]\s")
_FURTHER = re.compile(rf"\b{one_of(_LISTS['further'])}\b[^.;\n]*$", re.IGNORECASE)


@dataclass(frozen=True)
class Statement:
    """One statement about the time range, made at these places of the text.

    `plain` ones only name a period, without "from" or "until"; `soon` ones name no date, `further` ones go on.
    """

    start: dt.date | None
    end: dt.date | None
    places: tuple[Span, ...]
    remark: str = ""
    plain: bool = False
    soon: bool = False
    further: bool = False


def statements(text: str, named_in: str, today: dt.date) -> Iterator[Statement]:
    """Yield what a text states; `named_in` also has the names, since a date may be one of what they name."""
    named = periods(text, today)
    then = dict(_until_then(text, named, today))
    yield from then.values()
    found = [period for period in _of_the_time_sought(text, named_in, named) if period not in then]
    position = 0
    while position < len(found):
        period = found[position]
        following = found[position + 1] if position + 1 < len(found) else None
        if following and _is_alternative(text, period, following):
            yield _alternatives(text, period, following)
            position += 2
            continue
        if following and _is_move(text, period, following):
            yield Statement(_in_its_year(following, today)[0], None, ((period.start, following.end),))
            position += 2
            continue
        if following and _is_range(text, period, following):
            yield _range(text, period, following, today)
            position += 2
            continue
        if (statement := _single(text, period, today)) is not None:
            yield statement
        position += 1


def _of_the_time_sought(text: str, named_in: str, named: list[Period]) -> Iterator[Period]:
    """Yield the periods that are not dates of something else."""
    for before, period, following in zip([None, *named], named, [*named[1:], None], strict=False):
        ends_a_range = before is not None and _is_range(text, before, period)
        if of_something_else(named_in, period) or (not ends_a_range and is_deadline(named_in, period)):
            continue
        if following and _is_range(text, period, following) and else_behind(text, following):
            continue
        yield period


def _until_then(text: str, named: list[Period], today: dt.date) -> Iterator[tuple[Period, Statement]]:
    """Yield what "until then" refers to, with its statement: the last period before it, even one of something else."""
    ends = [period.end for period in named]
    for match in _THEN.finditer(text):
        clause = next(part for part in _CLAUSES.split(sentence_around(text, *match.span())) if _THEN.search(part))
        place = bisect_right(ends, match.start())
        meant = named[place - 1] if place else None
        if meant and not meant.unclear and seeks(clause) and not asks_for_a_reply(clause):
            first, last = _in_its_year(meant, today)
            end = last if _UNTIL.search(words_before(text, meant)) else first
            yield meant, Statement(None, end, ((meant.start, meant.end), match.span()))


def _alternatives(text: str, first: Period, second: Period) -> Statement:
    """Return a statement without dates that asks which of two periods is meant."""
    words = clean(text[first.start : second.end])
    return Statement(None, None, ((first.start, second.end),), f'"{words}": which one is meant?')


def _is_alternative(text: str, first: Period, second: Period) -> bool:
    """Return whether one of two periods is meant: "April or May", "from April/May"."""
    if text[first.end : second.start].strip() == "/" and not (first.day or second.day):
        return bool(_ONE_OF.search(words_before(text, first)))
    return bool(_ALTERNATIVE.fullmatch(text, first.end, second.start))


def _is_range(text: str, first: Period, second: Period) -> bool:
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
    opens = _FROM.search(words_before(text, first))
    begin = first.start - len(opens.group() if opens else "")
    words = clean(text[begin : second.end])
    remarks = [period.remark for period in (first, second) if period.remark]
    second = in_the_week_of(first, second)
    if first.unclear or second.unclear:
        start = None if first.unclear else _in_its_year(first, today)[0]
        end = None if second.unclear else _in_its_year(second, today)[1]
        return Statement(start, end, ((begin, second.end),), "; ".join(filter(None, remarks)))
    if first.year is None and second.year is None:
        start = _start_of_the_next(first, second, today)
        remarks.append(_without_year(words, start, today))
    elif first.year is not None:
        start = first.bounds(first.year)[0]
    else:
        end = second.bounds(second.year or today.year)[1]
        start = next(day for year in (end.year, end.year - 1) if (day := first.bounds(year)[0]) <= end)
    if second.year is not None:
        end = second.bounds(second.year)[1]
    else:
        end = next(day for year in (start.year, start.year + 1) if (day := second.bounds(year)[1]) >= start)
    return Statement(start, end, ((begin, second.end),), "; ".join(filter(None, remarks)))


def _start_of_the_next(first: Period, second: Period, today: dt.date) -> dt.date:
    """Return when two periods without a year begin that have not passed as a whole."""
    start, end = first.bounds(today.year)[0], second.bounds(today.year)[1]
    return start if end >= today or end < start else first.bounds(today.year + 1)[0]


def _single(text: str, period: Period, today: dt.date) -> Statement | None:
    """Return what a period says on its own; None when nothing shows that it is a date at all."""
    before, written = words_before(text, period), text[period.start : period.end]
    opens, closes, during = (pattern.search(before) for pattern in (_FROM, _UNTIL, _DURING))
    opens, closes = (
        sign if sign and _speaks_of_the_time_sought(text, period, sign) else None for sign in (opens, closes)
    )
    ends = _ENDS.match(text, period.end) and not (opens and opens["word"])
    last_part = _LAST_PART.match(written) and _BEGUN.search(before)  # "Beginn Q3, Ende Q1"
    arrives = _ARRIVES.match(text, period.end) or _is_latest(before, closes)
    closing = bool(ends or last_part or _closes(opens, closes)) and not arrives
    begins = _BEGINS.match(text, period.end) or arrives
    opening = bool(opens or begins) and not closing
    whole = period.whole or _WHOLE_BEHIND.match(text, period.end)
    on_it = (
        period.day
        and sought_on(text, period.start, period.end)
        and not asks_for_a_reply(sentence_around(text, period.start, period.end))
    )
    marked = bool(opening or closing or during or whole or on_it or _ALWAYS_A_DATE.fullmatch(written))
    if not marked and (period.year is None or written.strip().isdigit()):
        return None
    if period.unclear:
        plain = not (opening or closing or _OF_A_SIDE.match(written))
        return Statement(None, None, ((period.start, period.end),), period.remark, plain=plain)
    first, last = _in_its_year(period, today)
    if opening and opens and _AFTER.search(opens.group()):
        first = last + dt.timedelta(1)
    if closing and closes and _BEFORE.search(closes.group()):
        last = first - dt.timedelta(1)
    if closing and written.strip().isdigit() and first.year > today.year + _FAR:  # what a plan is made for
        return None
    if _passed(last, today, stated=opening) or (_WEEKDAY.fullmatch(written) and not opening and not closing):
        return None
    sign = opens or closes or during
    begin = period.start - (len(before) - sign.start() if sign else 0)
    remarks = [period.remark] if period.remark else []
    if period.year is None:
        remarks.append(_without_year(written, first, today))
    plain = not (period.whole or opening or closing)
    if plain and period.day and not written[0].isalpha():
        remarks.append(f"{clean(written)} read as the start")
    start, end = _sides(period, (first, last), opening=opening or bool(_FIRST_PART.match(written)), closing=closing)
    soon = bool(_SOON.fullmatch(written))
    further = closing and bool(_FURTHER.search(before))
    return Statement(
        start, end, ((begin, period.end),), "; ".join(filter(None, remarks)), plain=plain, soon=soon, further=further
    )


def _speaks_of_the_time_sought(text: str, period: Period, sign: re.Match[str]) -> bool:
    """Return whether a sign tells a side; "after" and "before" do where somebody is sought or nothing else is said."""
    if not _AFTER_OR_BEFORE.match(sign.group()):
        return True
    sentence = sentence_around(text, period.start, period.end)
    return seeks(sentence) or bool(_AFTER_OR_BEFORE.match(sentence) and len(sentence.split()) <= _BRIEF)


def _closes(opens: re.Match[str] | None, closes: re.Match[str] | None) -> bool:
    """Return whether the last sign before a period speaks of the end: "start by" and "spätestens ab" do not."""
    if closes is None or opens is None:
        return closes is not None
    return closes.start() > opens.start() and not (opens["word"] and _OF_EITHER_SIDE.match(closes.group()))


def _is_latest(before: str, closes: re.Match[str] | None) -> bool:
    """Return whether the latest day for what has been named the beginning follows: "Beginn 1. Mai, spätestens "."""
    return bool(closes and _LATEST.match(closes.group()) and _BEGUN.search(before[: closes.start()]))


def _is_move(text: str, first: Period, second: Period) -> bool:
    """Return whether the second of two days takes the place of the first: "vom 1.6. auf den 1.7. verschoben"."""
    between = text[first.end : second.start]
    if _MOVED_FROM.search(words_before(text, first)):
        return between.strip() == "to"
    return bool(_ONTO.fullmatch(between) and _MOVED.match(text, second.end))


def _sides(period: Period, bounds: Bounds, *, opening: bool, closing: bool) -> tuple[dt.date | None, dt.date | None]:
    if period.whole:
        return bounds
    if closing:
        return None, bounds[1]
    return bounds[0], None if opening or period.day else bounds[1]


def _passed(last: dt.date, today: dt.date, *, stated: bool) -> bool:
    """Return whether nobody can be sought for a time, since it has passed; what began lately may go on."""
    return last < today - (_LATELY if stated else dt.timedelta(0))


def _in_its_year(period: Period, today: dt.date) -> Bounds:
    """Return the bounds in the year that is written, else in the first one in which the period has not passed."""
    if period.year is not None:
        return period.bounds(period.year)
    this_year = period.bounds(today.year)
    return this_year if this_year[1] >= today else period.bounds(today.year + 1)


def _without_year(words: str, start: dt.date, today: dt.date) -> str:
    """Return what is to be said of words without a year: how they were read, where the past one is likely too."""
    if not may_have_passed(start, today, "year"):
        return ""
    return f'"{clean(words)}" names no year: read as {start.isoformat()}'
