"""Dates found in free text: from when until when somebody is sought."""

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from teamlandkarte.index.assignments import of_who_is_sought
from teamlandkarte.index.boilerplate import sought
from teamlandkarte.index.clauses import Span
from teamlandkarte.index.durations import duration_alone, end_of_duration, vague_duration
from teamlandkarte.index.embedding import Embedder
from teamlandkarte.index.events import STOP, seeks, sentence_around
from teamlandkarte.index.names import without_names
from teamlandkarte.index.period import Statement
from teamlandkarte.index.phases import of_phases_sought
from teamlandkarte.index.plain_dates import plainly_dated
from teamlandkarte.index.statements import statements
from teamlandkarte.index.text import clean

# Letters that an expression without regard to case takes for another one, which no table of words knows.
_PLAIN_LETTERS = str.maketrans({"ſ": "s", "ı": "i", "İ": "I", "\u212a": "K"})
_SENTENCE_END = re.compile(rf"{STOP}|\n\s*\n")
_GAP = re.compile(r"\s{200,}")  # as where boilerplate was, over which expressions would go again and again
# Days with a last half-year before and a millennium behind them.
_FIRST_TODAY, _LAST_TODAY = dt.date(2, 1, 1), dt.date(8900, 12, 31)
_REST_OF_WORD = re.compile(r"[^\W\d_]+")
_NEXT_PHASE = dt.timedelta(4)  # the next one begins after a weekend, at latest
_BESIDE_A_GAP = 100  # characters of it that are kept on each side: what is far apart stays so


@dataclass(frozen=True)
class DateFinding:
    """The time range that a text states; None is an open side, `words` is where it says so.

    `place` is where the first of these words stand in the text. `ambiguous` is empty, or says what could be read
    otherwise. `lasting` is how long, where nothing says from when.
    """

    start: dt.date | None = None
    end: dt.date | None = None
    words: str = ""
    ambiguous: str = ""
    lasting: str = ""
    place: Span | None = None


def find_dates(text: str, today: dt.date, encoder: Embedder | None = None) -> DateFinding:
    """Return the time range that a text states, or how long without from when; without any, all fields are empty.

    A date without a year is the next one that has not passed on `today`; what can be read in two ways is not guessed.
    Nothing is read on a day at either end of the calendar, where some of the days that a text counts do not exist.
    `encoder` is the local model, which judges what is boilerplate better than words alone do.

    Raises:
        EmbeddingError: A sentence could not be embedded.
    """
    if not _FIRST_TODAY <= today <= _LAST_TODAY:
        return DateFinding()
    named_in = sought(text, encoder).translate(_PLAIN_LETTERS)
    read, named_in, kept = _closed_up(plainly_dated(without_names(named_in)), named_in)
    found = _found(read, named_in, today)
    if found.place:
        found = replace(found, place=(_before(kept, found.place[0]), _before(kept, found.place[1])))
    if found.start is None and (alone := duration_alone(read)):
        return replace(found, lasting=_said(named_in, alone))
    return found


def _found(read: str, named_in: str, today: dt.date) -> DateFinding:
    told = _without_vague(_timely(list(statements(read, named_in, today))))
    told = of_who_is_sought(of_phases_sought(told, named_in), named_in)
    stated = _where_sought(_firm(_to_come(_continued(told), today)), read)
    opening, closing = _sides(stated, named_in)
    used = [statement for statement in dict.fromkeys((opening, closing)) if statement]
    used += [statement for statement in stated if not statement.start and not statement.end]
    if not used:
        return DateFinding()
    found = DateFinding(
        start=opening.start if opening else None,
        end=closing.end if closing else None,
        words=_words(named_in, used),
        ambiguous="; ".join(statement.remark for statement in used if statement.remark),
        place=_whole(named_in, used[0].places[0]),
    )
    if opening and opening.start and not found.end:
        lasting = end_of_duration(read, opening.start, opening.places[0][1])
        if lasting:
            found = replace(found, end=lasting[0], words=f"{found.words}; {_said(named_in, lasting[1])}")
        elif vague := vague_duration(read, opening.places[0][1]):
            asked = f'"{_said(named_in, vague)}": until when?'
            found = replace(found, ambiguous="; ".join(filter(None, (found.ambiguous, asked))))
    return _checked(found, stated, named_in)


def _closed_up(read: str, named_in: str) -> tuple[str, str, list[slice]]:
    """Return both texts, which are equally long, without what lies inside long gaps of the first, and what is kept."""
    kept, position = [], 0
    for gap in _GAP.finditer(read):
        kept.append(slice(position, gap.start() + _BESIDE_A_GAP))
        position = gap.end() - _BESIDE_A_GAP
    kept.append(slice(position, len(read)))
    return "".join(read[part] for part in kept), "".join(named_in[part] for part in kept), kept


def _before(kept: Sequence[slice], position: int) -> int:
    """Return where a position of a text that was closed up lay before."""
    for part in kept:
        if position <= part.stop - part.start:
            return int(part.start) + position
        position -= part.stop - part.start
    raise AssertionError(position)


def _sides(stated: Sequence[Statement], text: str) -> tuple[Statement | None, Statement | None]:
    """Return which statements say from when and until when.

    An end before the start that stands in a later sentence is the end of something else.
    """
    opening = next((statement for statement in stated if statement.start), None)
    closing = opening if opening and opening.end else next((statement for statement in stated if statement.end), None)
    if opening and opening.start and closing and closing.end and closing.end < opening.start:
        whole = next((statement for statement in stated if statement.start and statement.end), None)
        apart = _SENTENCE_END.search(text, opening.places[-1][1], closing.places[0][0])
        return (whole, whole) if whole else (opening, None if apart else closing)
    return opening, closing


def _continued(stated: Iterable[Statement]) -> list[Statement]:
    """Return the statements, where "until May, then until July" is one, and phases that follow each other are."""
    found: list[Statement] = []
    for statement in stated:
        last = found[-1] if found else None
        if last and (_goes_on(last, statement) or _is_next_phase(last, statement)):
            remark = f"{last.remark}; {statement.remark}".strip("; ")
            found[-1] = replace(last, end=statement.end, places=last.places + statement.places, remark=remark)
        else:
            found.append(statement)
    return found


def _goes_on(last: Statement, statement: Statement) -> bool:
    return bool(statement.further and last.end and statement.end and last.end < statement.end)


def _is_next_phase(last: Statement, statement: Statement) -> bool:
    """Return whether the range of a statement begins right behind the end of the last one's."""
    if not (last.start and last.end and statement.start and statement.end):
        return False
    return last.end < statement.start <= last.end + _NEXT_PHASE


def _to_come(stated: list[Statement], today: dt.date) -> list[Statement]:
    """Return the statements without whole ranges that have passed, where others remain."""
    return [one for one in stated if not (one.start and one.end and one.end < today)] or stated


def _timely(stated: list[Statement]) -> list[Statement]:
    """Return the statements without those of a time that has passed, where others remain, else the first of them."""
    return [one for one in stated if not one.passed] or stated[:1]


def _without_vague(stated: list[Statement]) -> list[Statement]:
    """Return the statements without those that say no more than "soon", where others say from when."""
    return [one for one in stated if not one.vague] if any(one.start for one in stated) else stated


def _firm(stated: list[Statement]) -> list[Statement]:
    """Return the statements without those that only name a period, where others say from when or until when.

    What ends before every period that is named, and never begins, is the end of something else: "im Juni, bis Mai".
    """
    firm = [statement for statement in stated if not statement.plain] or stated
    begun = [one.start for one in stated if one.plain and one.start and one.end]
    if begun and all(not one.start and one.end and one.end < min(begun) for one in firm):
        return [one for one in stated if one.plain]
    soon = [] if any(statement.start for statement in firm) else [statement for statement in stated if statement.soon]
    return [*soon[:1], *firm]


def _where_sought(stated: list[Statement], text: str) -> list[Statement]:
    """Return, of statements that begin on several days, those whose sentences seek somebody, where some do."""
    if len({one.start for one in stated if one.start}) < 2:
        return stated
    seeking = [one for one in stated if seeks(sentence_around(text, *one.places[0]))]
    return seeking if any(one.start for one in seeking) else stated


def _words(text: str, stated: Iterable[Statement]) -> str:
    places = (place for statement in stated for place in statement.places)
    return "; ".join(dict.fromkeys(_said(text, place) for place in places))


def _said(text: str, place: Span) -> str:
    """Return the words at a place, the last one whole."""
    start, end = _whole(text, place)
    return clean(text[start:end])


def _whole(text: str, place: Span) -> Span:
    """Return a place with the whole of its last word: a misspelt month is read as a shorter one."""
    cut = text[place[1] - 1].isalpha() and _REST_OF_WORD.match(text, place[1])
    return place[0], cut.end() if cut else place[1]


def _checked(found: DateFinding, stated: list[Statement], text: str) -> DateFinding:
    """Return the finding, without dates that contradict each other and with a remark where the text states several."""
    if found.start and found.end and found.end < found.start:
        remark = f"the end {found.end.isoformat()} lies before the start {found.start.isoformat()}"
        return DateFinding(words=found.words, ambiguous=remark)
    starts = {statement.start for statement in stated if statement.start}
    ends = {statement.end for statement in stated if statement.end}
    if len(starts) > 1 or len(ends) > 1:
        several = f"the text states several time ranges: {_words(text, stated)}"
        return replace(found, ambiguous="; ".join(filter(None, (found.ambiguous, several))))
    return found
