"""Dates found in free text: from when until when somebody is sought."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from teamlandkarte.index.boilerplate import sought
from teamlandkarte.index.durations import end_of_duration, half_years_in_months
from teamlandkarte.index.names import without_names
from teamlandkarte.index.other_dates import else_behind, of_something_else, words_before
from teamlandkarte.index.period import Bounds, Period, follows, in_the_week_of
from teamlandkarte.index.periods import periods
from teamlandkarte.index.text import clean
from teamlandkarte.index.word_lists import one_of, word_lists

_LISTS = word_lists("dates")
_DAY_NAME = rf"{one_of(_LISTS['day_names'])}\b\.?,?"
_FILLER = rf"(?:\s*[:=|]?\s*(?:\b{one_of(_LISTS['fillers'])}\b\.?|\b{_DAY_NAME}))*\s*[:=|]?\s*$"
_FROM = re.compile(
    rf"\b(?:(?P<word>{one_of(_LISTS['beginnings'])})(?:\s+(?:bis|by|spätestens|no\s+later\s+than|nicht\s+später\s+als))?|{one_of(_LISTS['from'])})\b{_FILLER}",
    re.IGNORECASE,
)
_UNTIL = re.compile(rf"\b{one_of(_LISTS['until'])}\b{_FILLER}", re.IGNORECASE)
_DURING = re.compile(rf"\b{one_of(_LISTS['during'])}\b{_FILLER}", re.IGNORECASE)
_RANGE = re.compile(
    r"\s*(?:[-–—/|]+|;|bis|to|until|till|through)\s*"
    rf"(?:(?:zum|zur|ende|einschl|einschließlich|inkl|inklusive|spätestens|the|and including)\b\.?)?\s*(?:{_DAY_NAME})?"
    r"\s*(?:(?:dem|den|the)\b)?\s*",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*(?:und|and|[+&])\s*(?:dem|the)?\s*", re.IGNORECASE)
_BETWEEN = re.compile(rf"\b(?:zwischen|between)\b{_FILLER}", re.IGNORECASE)
_BEGINS = re.compile(rf",?\s+{one_of(_LISTS['begins'])}", re.IGNORECASE)
_ENDS = re.compile(rf",?\s+{one_of(_LISTS['ends'])}", re.IGNORECASE)
_SOON = re.compile(r"sofort\w*|immediate(?:ly)?|asap|as soon as possible|schnellstmöglich\w*", re.IGNORECASE)
_ALTERNATIVE = re.compile(r"\s*(?:oder|or|bzw\.)\s*(?:im|in|ab|from|erst)?\s*", re.IGNORECASE)
_ONE_OF = re.compile(rf"\b(?:ab|starting|start|beginn)\b{_FILLER}", re.IGNORECASE)
# Letters that an expression without regard to case takes for another one, which no table of words knows.
_PLAIN_LETTERS = str.maketrans({"ſ": "s", "ı": "i", "İ": "I", "\u212a": "K"})
_LATELY = dt.timedelta(180)
_WEEKDAY = re.compile(r"(?:\w+\s+)?\w*(?:tag|woch|day|abend|morrow|morgen)", re.IGNORECASE)
_OF_EITHER_SIDE = re.compile(r"spätestens|by|bis|to|no\s+later|nicht\s+später", re.IGNORECASE)
_ALWAYS_A_DATE = re.compile(  # dates wherever they stand
    r"q[1-4]|(?:kw|cw)\s*\d+|\d{1,2}\.\s*(?:kw|quartal|halbjahr)|(?:erste|zweite|dritte|vierte)[sn]\s+(?:quartal|halbjahr)|"
    r".*hälfte|(?:first|second)\s+half(?:\s+of\s+the\s+year)?|(?:anfang|mitte|ende|early|mid|late)[\s-].+",
    re.IGNORECASE,
)
_OF_A_SIDE = re.compile(r"(?:ab|bis|nach|vor|from|until|after|before)\b", re.IGNORECASE)
_FURTHER = re.compile(rf"\b{one_of(_LISTS['further'])}\b[^.;\n]*$", re.IGNORECASE)


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
    """One statement about the time range, which ends at `behind` in the text.

    `plain` ones only name a period, without "from" or "until"; `soon` ones name no date, `further` ones go on.
    """

    start: dt.date | None
    end: dt.date | None
    words: str
    remark: str
    behind: int
    plain: bool = False
    soon: bool = False
    further: bool = False


def find_dates(text: str, today: dt.date) -> DateFinding:
    """Return the time range that a text states; without any, all fields are empty.

    A date without a year is the next one that has not passed on `today`; what can be read in two ways is not guessed.
    """
    read = sought(text).translate(_PLAIN_LETTERS)
    text = half_years_in_months(without_names(read))
    stated = _firm(_continued(_statements(text, read, today)))
    opening = next((statement for statement in stated if statement.start), None)
    closing = opening if opening and opening.end else next((statement for statement in stated if statement.end), None)
    if opening and opening.start and closing and closing.end and closing.end < opening.start:
        whole = next((statement for statement in stated if statement.start and statement.end), None)
        opening, closing = (whole, whole) if whole else (opening, closing)
    used = [statement for statement in dict.fromkeys((opening, closing)) if statement]
    used += [statement for statement in stated if not statement.start and not statement.end]
    if not used:
        return DateFinding()
    found = DateFinding(
        start=opening.start if opening else None,
        end=closing.end if closing else None,
        words="; ".join(statement.words for statement in used),
        ambiguous="; ".join(statement.remark for statement in used if statement.remark),
    )
    if opening and opening.start and not found.end:
        lasting = end_of_duration(text, opening.start, opening.behind)
        found = replace(found, end=lasting[0], words=f"{found.words}; {lasting[1]}") if lasting else found
    return _checked(found, stated)


def _continued(stated: Iterable[_Statement]) -> list[_Statement]:
    """Return the statements, where "until May, then until July" is one."""
    found: list[_Statement] = []
    for statement in stated:
        last = found[-1] if found and statement.further else None
        if last and last.end and statement.end and last.end < statement.end:
            found[-1] = replace(last, end=statement.end, words=f"{last.words}; {statement.words}")
        else:
            found.append(statement)
    return found


def _firm(stated: list[_Statement]) -> list[_Statement]:
    """Return the statements without those that only name a period, where others say from when or until when."""
    firm = [statement for statement in stated if not statement.plain] or stated
    soon = [] if any(statement.start for statement in firm) else [statement for statement in stated if statement.soon]
    return [*soon[:1], *firm]


def _statements(text: str, named_in: str, today: dt.date) -> Iterator[_Statement]:
    """Yield what a text states; `named_in` also has the names, since a date may be one of what they name."""
    named = periods(text, today)
    found = [
        period
        for period, following in zip_longest(named, named[1:])
        if not of_something_else(named_in, period)
        and not (following and _is_range(text, period, following) and else_behind(text, following))
    ]
    position = 0
    while position < len(found):
        period = found[position]
        following = found[position + 1] if position + 1 < len(found) else None
        if following and _is_alternative(text, period, following):
            yield _alternatives(text, period, following)
            position += 2
            continue
        if following and _is_range(text, period, following):
            yield _range(text, period, following, today)
            position += 2
            continue
        if (statement := _single(text, period, today)) is not None:
            yield statement
        position += 1


def _alternatives(text: str, first: Period, second: Period) -> _Statement:
    """Return a statement without dates that asks which of two periods is meant."""
    words = clean(text[first.start : second.end])
    return _Statement(None, None, words, f'"{words}": which one is meant?', second.end)


def _is_alternative(text: str, first: Period, second: Period) -> bool:
    """Return whether one of two periods is meant: "April or May", "from April/May"."""
    if text[first.end : second.start].strip() == "/" and not (first.day or second.day):
        return bool(_ONE_OF.search(words_before(text, first)))
    return bool(_ALTERNATIVE.fullmatch(text, first.end, second.start))


def _is_range(text: str, first: Period, second: Period) -> bool:
    between = text[first.end : second.start]
    if _AND.fullmatch(between):
        return (
            bool(_BETWEEN.search(words_before(text, first))) or not (first.day or second.day) or follows(first, second)
        )
    return bool(_RANGE.fullmatch(between))


def _range(text: str, first: Period, second: Period, today: dt.date) -> _Statement:
    """Return the statement of two periods; a year that one leaves out comes from the other."""
    opens = _FROM.search(words_before(text, first))
    words = clean((opens.group() if opens else "") + text[first.start : second.end])
    remarks = [period.remark for period in (first, second) if period.remark]
    second = in_the_week_of(first, second)
    if first.unclear or second.unclear:
        start = None if first.unclear else _in_its_year(first, today)[0]
        end = None if second.unclear else _in_its_year(second, today)[1]
        return _Statement(start, end, words, "; ".join(remarks), second.end)
    if first.year is None and second.year is None:
        start = _start_of_the_next(first, second, today)
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
    return _Statement(start, end, words, "; ".join(remarks), second.end)


def _start_of_the_next(first: Period, second: Period, today: dt.date) -> dt.date:
    """Return when two periods without a year begin that have not passed as a whole."""
    start, end = first.bounds(today.year)[0], second.bounds(today.year)[1]
    return start if end >= today or end < start else first.bounds(today.year + 1)[0]


def _single(text: str, period: Period, today: dt.date) -> _Statement | None:
    """Return what a period says on its own; None when nothing shows that it is a date at all."""
    before, written = words_before(text, period), text[period.start : period.end]
    opens, closes, during = (pattern.search(before) for pattern in (_FROM, _UNTIL, _DURING))
    ends = _ENDS.match(text, period.end) and not (opens and opens["word"])
    closing = bool(ends) or _closes(opens, closes)
    opening = bool(opens or _BEGINS.match(text, period.end)) and not closing
    marked = bool(opening or closing or during or period.whole or _ALWAYS_A_DATE.fullmatch(written))
    if not marked and (period.year is None or written.strip().isdigit()):
        return None
    if period.unclear:
        return _Statement(
            None,
            None,
            clean(written),
            period.remark,
            period.end,
            plain=not (opening or closing or _OF_A_SIDE.match(written)),
        )
    first, last = _in_its_year(period, today)
    if _passed(last, today, stated=opening) or (_WEEKDAY.fullmatch(written) and not opening and not closing):
        return None
    sign = opens or closes or during
    words = clean((before[sign.start() :] if sign else "") + written)
    remarks = [period.remark] if period.remark else []
    if period.year is None:
        remarks.append(_read_as(written, first))
    plain = not (period.whole or opening or closing)
    if plain and period.day and not written[0].isalpha():
        remarks.append(f"{clean(written)} read as the start")
    start, end = _sides(period, (first, last), opening=opening, closing=closing)
    soon = bool(_SOON.fullmatch(written))
    further = closing and bool(_FURTHER.search(before))
    return _Statement(start, end, words, "; ".join(remarks), period.end, plain=plain, soon=soon, further=further)


def _closes(opens: re.Match[str] | None, closes: re.Match[str] | None) -> bool:
    """Return whether the last sign before a period speaks of the end: "start by" and "spätestens ab" do not."""
    if closes is None or opens is None:
        return closes is not None
    return closes.start() > opens.start() and not (opens["word"] and _OF_EITHER_SIDE.match(closes.group()))


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


def _read_as(words: str, start: dt.date) -> str:
    return f'"{clean(words)}" names no year: read as {start.isoformat()}'


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
