"""Statements: what each date of a text says about the time range: from when, until when, or which of two is meant."""

import datetime as dt
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from teamlandkarte.index.date_signs import DURING, FROM, UNTIL
from teamlandkarte.index.events import clause_around, seeks, seeks_somebody, sentence_around, sought_on
from teamlandkarte.index.feasts import RIGHT_AFTER
from teamlandkarte.index.items import is_item, is_month_alone
from teamlandkarte.index.leaving import is_when_somebody_leaves, is_when_who_is_sought_leaves
from teamlandkarte.index.other_dates import (
    asks_for_a_reply,
    begins_with,
    else_behind,
    is_deadline,
    of_something_else,
    words_before,
)
from teamlandkarte.index.pairs import is_range, pair_of
from teamlandkarte.index.period import Bounds, Period, Statement, in_its_year, without_year
from teamlandkarte.index.periods import periods
from teamlandkarte.index.relative_periods import AT_ONCE
from teamlandkarte.index.table_rows import heading_above
from teamlandkarte.index.text import clean, closed
from teamlandkarte.index.word_lists import one_of, word_lists

_LISTS = word_lists("dates")
_WHOLE_BEHIND = re.compile(rf",?\s+{one_of(_LISTS['whole_behind'])}\b", re.IGNORECASE)
_BEGINS = re.compile(rf",?\s+{one_of(_LISTS['begins'])}", re.IGNORECASE)
_ENDS = re.compile(rf",?\s+{one_of(_LISTS['ends'])}", re.IGNORECASE)
_ARRIVES = re.compile(rf",?\s+{one_of(_LISTS['arrives'])}", re.IGNORECASE)
_BEGINS_BETWEEN = re.compile(
    r"\b(?:\w*start\w*|\w*beginn\w*|begin\w*|eintritt\w*|kick-?off)\b[^.,;\n]{0,20}\b(?:zwischen|between)\s*$",
    re.IGNORECASE,
)
_LAST_PART = re.compile(r"(?:ende|end)\b(?!\s+of)", re.IGNORECASE)
_FIRST_PART = re.compile(r"(?:anfang|mitte|early|mid|middle|beginning|start)\b", re.IGNORECASE)
_BEGUN = re.compile(
    r"\b(?:ab|von|from|frühestens|\w*start|\w*beginn)\b(?:[^.;|/\n]|(?<=\d)[./]|\.(?=,)|(?<=[a-z])\.(?=\s\d))*[(,;|/\n]\s*$",
    re.IGNORECASE,
)
_LATEST = re.compile(r"spätestens|no\s+later|nicht\s+später", re.IGNORECASE)
_AFTER = re.compile(r"\b(?:nach|after)\b", re.IGNORECASE)
_BEFORE = re.compile(r"\b(?:vor|before)\b", re.IGNORECASE)
_AFTER_OR_BEFORE = re.compile(rf"\s*(?:{RIGHT_AFTER}|nach|after|vor|before)\b", re.IGNORECASE)
_BRIEF = 5  # words
_OF_WHAT_WAS = re.compile(  # "Das Projekt startete im", "Erfahrung aus einem Projekt im", "aus den Jahren 2022 bis"
    r"\b(?:startete|begann|lief|gab|wurde|war|hatte|started|began|ran|was|were|had)n?\b[^.;\n]*$"
    r"|\b(?:aus|from|of|seit|since)\s+(?:(?:eine[mr]|an?|the|de[mr])\s+)?[\w-]+\s+(?:im|in|vom|von|of|from)\s+$"
    r"|\b(?:aus|seit|since)\s+(?:(?:de[mn]|the)\s+)?(?:jahr\w*\s+)?(?:\d{4}\s*(?:bis|[-–])\s*)?$",
    re.IGNORECASE,
)
_HAPPENED_THEN = re.compile(  # "unser im April gestartetes Projekt", and not "Im Mai gesucht"
    r"\s+(?!(?:\w+\s+)?ge(?:sucht|braucht|wünscht|fragt|fordert)\b)(?:\w+\s+)?(?:\w*ge\w+[tn](?:e[rnsm]?)?|started|launched|founded|begun|completed|introduced|signed|awarded)\b",
    re.IGNORECASE,
)
_SOON = re.compile(AT_ONCE, re.IGNORECASE)
_FAR = 6  # years
_LATELY = dt.timedelta(180)
_WEEKDAY = re.compile(r"(?:\w+\s+)?\w*(?:tag|woch|day|abend|morrow|morgen)", re.IGNORECASE)
_OF_EITHER_SIDE = re.compile(r"spätestens|by|before|vor\b|bis|to|no\s+later|nicht\s+später", re.IGNORECASE)
_ALWAYS_A_DATE = re.compile(  # dates wherever they stand
    r"q[1-4]|(?:kw|cw)\s*\d+|20\d\d-?w\d\d|\d{1,2}\.\s*(?:kw|quartal|halbjahr)|(?:erste|zweite|dritte|vierte)[sn]\s+(?:quartal|halbjahr)|"
    r".*hälfte|(?:first|second)\s+half(?:\s+of\s+the\s+year)?|(?:anfang|mitte|ende|early|mid|late)[\s-].+|"
    r"(?:w/?c|week|woche)\s.+",
    re.IGNORECASE,
)
_RIGHT_AFTER = re.compile(RIGHT_AFTER, re.IGNORECASE)
_OF_A_SIDE = re.compile(r"(?:ab|bis|nach|vor|from|until|after|before)\b", re.IGNORECASE)
_THEN = re.compile(r"\b(?:bis\s+dahin|(?:until|till?|up\s+to)\s+then)\b", re.IGNORECASE)
_FURTHER = re.compile(rf"\b{one_of(_LISTS['further'])}\b[^.;\n]*$", re.IGNORECASE)


def statements(text: str, named_in: str, today: dt.date) -> Iterator[Statement]:
    """Yield what a text states; `named_in` also has the names, since a date may be one of what they name."""
    named = periods(text, today)
    then = dict(_until_then(text, named, today))
    yield from then.values()
    leaving = [period for period in named if is_when_somebody_leaves(text, period)]
    yield from (_when_somebody_leaves(text, period) for period in leaving)
    other = {*then, *leaving}
    found = [period for period in _of_the_time_sought(text, named_in, named) if period not in other]
    position = 0
    while position < len(found):
        period = found[position]
        following = found[position + 1] if position + 1 < len(found) else None
        pair = pair_of(text, period, following, today) if following else None
        alone = _vague(text, period) if period.vague else _single(text, period, today)
        if (statement := pair or alone) is not None:
            yield _asked(text, period, statement) or statement
        position += 2 if pair else 1


def _asked(text: str, period: Period, statement: Statement) -> Statement | None:
    """Return what is to be asked of a statement that only says between which days somebody begins."""
    if not (statement.start and statement.end and _BEGINS_BETWEEN.search(words_before(text, period))):
        return None
    words = clean(text[period.start : statement.places[-1][1]])
    return replace(statement, start=None, end=None, remark=f'"{words}" is between when it begins: on which day?')


def _when_somebody_leaves(text: str, period: Period) -> Statement:
    remark = f'"{clean(text[period.start : period.end])}" is when somebody leaves: from when is a successor sought?'
    return Statement(None, None, ((period.start, period.end),), remark, plain=True)


def _of_the_time_sought(text: str, named_in: str, named: list[Period]) -> Iterator[Period]:
    """Yield the periods that are not dates of something else, as both ends of a range are."""
    left_out: Period | None = None
    for before, period, following in zip([None, *named], named, [*named[1:], None], strict=False):
        ends_a_range = before is not None and is_range(text, before, period)
        joined = before is not None and ends_a_range and "," not in text[before.end : period.start]
        with_the_one_before = joined and before is left_out
        deadline = not ends_a_range and is_deadline(named_in, period)
        if with_the_one_before or deadline or of_something_else(named_in, period):
            left_out = period
            continue
        if following and is_range(text, period, following) and else_behind(text, following):
            continue
        yield period


def _until_then(text: str, named: list[Period], today: dt.date) -> Iterator[tuple[Period, Statement]]:
    """Yield what "until then" refers to, with its statement: the last period before it, even one of something else."""
    ends = [period.end for period in named]
    for match in _THEN.finditer(text):
        clause = clause_around(text, *match.span())
        place = bisect_right(ends, match.start())
        meant = named[place - 1] if place else None
        if meant and not meant.unclear and seeks(clause) and not asks_for_a_reply(clause):
            first, last = in_its_year(meant, today)
            end = last if UNTIL.search(words_before(text, meant)) else first
            yield meant, Statement(None, end, ((meant.start, meant.end), match.span()))


def _single(text: str, period: Period, today: dt.date) -> Statement | None:
    """Return what a period says on its own; None when nothing shows that it is a date at all."""
    before, written = words_before(text, period), text[period.start : period.end]
    opens, closes, during = (pattern.search(before) for pattern in (FROM, UNTIL, DURING))
    opens, closes = (
        sign if sign and _speaks_of_the_time_sought(text, period, sign) else None for sign in (opens, closes)
    )
    goes = is_when_who_is_sought_leaves(text, period)
    ends = goes or (_ENDS.match(text, period.end) and not (opens and opens["word"]))
    last_part = _LAST_PART.match(written) and _BEGUN.search(before)  # "Beginn Q3, Ende Q1"
    arrives = _ARRIVES.match(text, period.end) or _is_latest(before, closes)
    closing = bool(ends or last_part or _closes(opens, closes)) and not arrives
    begins = _BEGINS.match(text, period.end) or arrives or _RIGHT_AFTER.match(written)
    opening = bool(opens or begins) and not closing
    whole = period.whole or _WHOLE_BEHIND.match(text, period.end)
    on_it = _is_on_it(text, period)
    marked = bool(opening or closing or during or whole or on_it or _ALWAYS_A_DATE.fullmatch(written))
    marked = marked or is_month_alone(text, period)
    if not marked and (period.year is None or written.strip().isdigit()):
        return None
    if period.unclear:
        plain = not (opening or closing or _OF_A_SIDE.match(written))
        return Statement(None, None, ((period.start, period.end),), period.remark, plain=plain)
    first, last = _bounds(period, today, opens if opening else None, closes if closing else None)
    if closing and written.strip().isdigit() and first.year > today.year + _FAR:  # what a plan is made for
        return None
    if _passed(last, today, stated=opening):
        return _of_the_past(text, period, announced=bool(opens and opens["word"]))
    if _WEEKDAY.fullmatch(written) and not (opening or closing or on_it):
        return None
    sign = opens or closes or during
    begin = begins_with(text, period, len(before) - sign.start() if sign else 0)
    place = begin, closed(text, begin, period.end)
    plain = not (period.whole or opening or closing)
    start, end = _sides(period, (first, last), opening=opening or bool(_FIRST_PART.match(written)), closing=closing)
    year = without_year(written, first, today) if period.year is None else ""
    remark = _remark(period, written, year, as_start=start is not None, plain=plain)
    soon = bool(on_it or _SOON.fullmatch(written))
    further = closing and bool(_FURTHER.search(before))
    return Statement(start, end, (place,), remark, plain=plain, soon=soon, further=further)


def _remark(period: Period, written: str, year: str, *, as_start: bool, plain: bool) -> str:
    """Return what is to be said of how a period was read, `year` of the one that it was given."""
    taken = f"{clean(written)} read as the start" if plain and period.day and not written[0].isalpha() else ""
    inexact = period.remark_as_start if as_start else ""
    return "; ".join(filter(None, (period.remark, inexact, year, taken)))


def _vague(text: str, period: Period) -> Statement | None:
    """Return what is to be asked where somebody is sought for a time that is no more than "soon"."""
    before, clause = words_before(text, period), clause_around(text, period.start, period.end)
    sought = FROM.search(before) or seeks_somebody(clause) or is_item(text, period)
    if UNTIL.search(before) or not sought or asks_for_a_reply(clause):
        return None
    return Statement(None, None, ((period.start, period.end),), period.remark, vague=True)


def _of_the_past(text: str, period: Period, *, announced: bool) -> Statement | None:
    """Return what is to be asked where somebody is sought for a time that has passed."""
    before = words_before(text, period)
    if heading_above(text, period.start):
        asked = announced
    else:
        asked = announced or len(text.split()) <= _BRIEF or seeks(sentence_around(text, period.start, period.end))
    if not asked or _OF_WHAT_WAS.search(before) or _HAPPENED_THEN.match(text, period.end):
        return None
    remark = f'"{clean(text[period.start : period.end])}" has passed: when is somebody sought?'
    return Statement(None, None, ((period.start, period.end),), remark, plain=True, passed=True)


def _is_on_it(text: str, period: Period) -> bool:
    """Return whether a period is a day on which somebody is sought, and no reply."""
    if not period.day or not sought_on(text, period.start, period.end):
        return False
    return not asks_for_a_reply(clause_around(text, period.start, period.end))


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


def _bounds(period: Period, today: dt.date, opens: re.Match[str] | None, closes: re.Match[str] | None) -> Bounds:
    """Return the first and the last day that a period with its sign means: "after Easter" begins behind it."""
    first, last = in_its_year(period, today)
    if opens and _AFTER.search(opens.group()):
        first = last + dt.timedelta(1)
    if closes and _BEFORE.search(closes.group()):
        last = first - dt.timedelta(1)
    return first, last


def _sides(period: Period, bounds: Bounds, *, opening: bool, closing: bool) -> tuple[dt.date | None, dt.date | None]:
    if period.whole:
        return bounds
    if closing:
        return None, bounds[1]
    return bounds[0], None if opening or period.day else bounds[1]


def _passed(last: dt.date, today: dt.date, *, stated: bool) -> bool:
    """Return whether nobody can be sought for a time, since it has passed; what began lately may go on."""
    return last < today - (_LATELY if stated else dt.timedelta(0))
