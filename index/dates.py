"""Dates found in free text: from when until when somebody is sought."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from teamlandkarte.index.boilerplate import sought
from teamlandkarte.index.names import without_names
from teamlandkarte.index.period import Bounds, Period, later
from teamlandkarte.index.periods import periods
from teamlandkarte.index.text import clean

_FILLER = (
    r"(?:\s*[:=]?\s*\b(?:dem|den|der|die|das|the|zum|zur|am|im|in|on|ist|is|ca|circa|etwa|about|voraussichtlich|geplant|"
    r"einschließlich|inklusive|including|frühestens|spätestens|ab|date|datum|termin)\b\.?)*\s*[:=]?\s*$"
)
_FROM = re.compile(
    r"\b(?:ab|von|vom|(?<!bis )zum|per|from|as\s+of|nicht\s+vor|not\s+before|commencing|effective|"
    r"starting|beginning|beginnend|start|starts|starttermin|startdatum|beginn|beginnt|projektstart|"
    rf"projektbeginn|einsatzbeginn|frühestens|zwischen|between|verfügbar|available)\b{_FILLER}",
    re.IGNORECASE,
)
_UNTIL = re.compile(
    r"\b(?:bis|until|till|to|through|by|spätestens|befristet|projektende|einsatzende|laufzeitende|leistungsende|vertragsende|enddatum|"
    r"(?:ende|end)(?:\s+(?:der|des|of\s+the)\s+\w+)?|endet|ends|ending|endend)\b"
    rf"{_FILLER}",
    re.IGNORECASE,
)
_DURING = re.compile(
    rf"\b(?:im|in|während|during|für|for|jahr|year|zeitraum|einsatzzeitraum|period)\b{_FILLER}", re.IGNORECASE
)
_RANGE = re.compile(
    r"\s*(?:[-–—/]+|bis|to|until|till|through)\s*(?:zum|zur|ende|einschließlich|the|and including)?\s*", re.IGNORECASE
)
_AND = re.compile(r"\s*(?:und|and)\s*(?:dem|the)?\s*", re.IGNORECASE)
_BETWEEN = re.compile(rf"\b(?:zwischen|between)\b{_FILLER}", re.IGNORECASE)
# Dates of something else: a closing date, the state of a document, somebody's past.
_OF_SOMETHING_ELSE = re.compile(
    r"(?:frist|deadline|\bstand(?:\s+der\s+\w+)?|rückmeldung(?:en)?|antwort(?:en)?|feedback|\bbewerb\w*|\bapply|"
    r"\bapplications?|geboren|\bborn|version(?:\s+[\d.]+\w*)?|\bfassung|\biso|\bdin|\bseit|\bsince|angebot\w*|abgabe|"
    r"gegründet|founded|gebaut|built|veröffentlicht|published|genehmigt|approved|unterzeichnet|signed|gültig|valid|"
    r"geburtstag|birthday|jahrgang|tenders?|bids?|quotes?|offers?|erstellt|created|updated|aktualisiert|geändert|"
    r"verlänger\w*|extension|extend\w*|option|gesendet|sent|eingegangen|received|zuletzt|last|letzte\w*|strategie|strategy|"
    r"copyright|expected|in\s+betrieb|schluss|reply|replies|respond|answer|melden\s+sie\s+sich|melde\w*)\b[^.;\n]{0,25}$"
    r"|\b(?:vertrag|schreiben|protokoll|e?-?mail|bericht|besprech\w*|termin|treffen|meeting|sitzung|workshop|gespräch|call|"
    r"messe|urlaub|vacation|holidays?|contract|letter|report|minutes)\s+(?:\w+\s+){0,2}?(?:vom|am|on|of|dated)\s+(?:\w+,?\s+)?$",
    re.IGNORECASE,
)
_STARTS = re.compile(r"\b(?:start\w*|beginn\w*|einsatz\w*|available|verfügbar\w*|needed|gesucht)\b", re.IGNORECASE)
_SOMETHING_ELSE_AFTER = re.compile(
    r"[^.;,\n]{0,30}?\b(?:einzureichen|einreichen|zu\s+melden|melden|melde|bewerben|zurückmelden|rückmelden|antworten|senden|schicken|"
    r"geboren|gegründet|gebaut|veröffentlicht|erschienen|genehmigt|in\s+betrieb|submitted|reply|respond|born|published|"
    r"founded|approved|abzugeben|abgeben|vorliegen|bescheid)\b",
    re.IGNORECASE,
)
_AT_ONCE = re.compile(r"sofort|immediately|now|heute|today", re.IGNORECASE)
_SOUGHT_AT_ONCE = re.compile(
    r"\b(?:ab|per|von|from|start\w*|begin\w*|verfügbar\w*|available|frei|free|such\w*|gesucht|need\w*|brauch\w*|benötig\w*|wanted|"
    r"required|einsatz\w*|urgently|eintritt)\b",
    re.IGNORECASE,
)
_ALTERNATIVE = re.compile(r"\s*(?:oder|or|bzw\.)\s*(?:im|in|ab|from|erst)?\s*", re.IGNORECASE)
_NUMBERS = {
    "ein": 1, "eine": 1, "einen": 1, "einem": 1, "one": 1, "a": 1, "zwei": 2, "two": 2, "drei": 3, "three": 3,
    "vier": 4, "four": 4, "fünf": 5, "five": 5, "sechs": 6, "six": 6, "sieben": 7, "seven": 7, "acht": 8, "eight": 8,
    "neun": 9, "nine": 9, "zehn": 10, "ten": 10, "zwölf": 12, "twelve": 12, "achtzehn": 18, "eighteen": 18,
}  # fmt: skip
_HALF_YEARS = re.compile(
    r"(?P<half>ein\s+halbes\s+jahr|half\s+a\s+year|a\s+half\s+year)|"
    r"(?P<three>anderthalb\s+jahre|eineinhalb\s+jahre|1[.,]5\s+jahre|one\s+and\s+a\s+half\s+years|a\s+year\s+and\s+a\s+half)",
    re.IGNORECASE,
)
_UNITS = r"(tag|day|woche|week|monat|month|jahr|year)\w*+(?!\s*\w*(?:erfahr|experien))"
_COUNT = rf"(\d{{1,3}}|{'|'.join(_NUMBERS)})[\s-]+{_UNITS}"
_DURATION = re.compile(
    r"\b(?:für|for|laufzeit|dauer|projektdauer|einsatzdauer|vertragslaufzeit|duration|period|zeitraum|über|over|"
    r"befristet\s+auf)\b(?:\s+(?:von|of|beträgt|is))?\s*[:=]?\s*"
    rf"(?:ca\.?|etwa|about|around|mindestens|at least|rund|zunächst|vorerst|initially|weitere)?\s*{_COUNT}"
    rf"|\b{_COUNT}(?=,?\s+(?:ab|from|starting|start|beginn)\b|[\s-]+(?:contract|vertrag|einsatz|assignment|engagement)|\s+lang\b|\s*\))",
    re.IGNORECASE,
)
# Letters that an expression without regard to case takes for another one, which no table of words knows.
_PLAIN_LETTERS = str.maketrans({"ſ": "s", "ı": "i", "İ": "I", "\u212a": "K"})
_LATELY = dt.timedelta(180)
_WEEKDAY = re.compile(r"(?:\w+\s+)?\w*(?:tag|woch|day|abend|morrow|morgen)", re.IGNORECASE)
_AT_THE_LATEST = re.compile(r",?\s+(?:at\s+the\s+latest|spätestens|or\s+earlier)\b", re.IGNORECASE)
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

    A date without a year is the next one that has not passed on `today`; what can be read in two ways is not guessed.
    """
    text = _HALF_YEARS.sub(_in_months, without_names(sought(text)).translate(_PLAIN_LETTERS))
    stated = list(_statements(text, today))
    stated = [statement for statement in stated if not statement.plain] or stated
    opening = next((statement for statement in stated if statement.start), None)
    closing = opening if opening and opening.end else next((statement for statement in stated if statement.end), None)
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
    return _checked(_with_duration(found, text), stated)


def _statements(text: str, today: dt.date) -> Iterator[_Statement]:
    found = [period for period in periods(text, today) if not _of_something_else(text, period)]
    position = 0
    while position < len(found):
        period = found[position]
        following = found[position + 1] if position + 1 < len(found) else None
        if following and _ALTERNATIVE.fullmatch(text, period.end, following.start):
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


def _in_months(written: re.Match[str]) -> str:
    return ("6 Monate" if written["half"] else "18 Monate").ljust(len(written.group()))


def _of_something_else(text: str, period: Period) -> bool:
    before = _before(text, period)
    if _AT_ONCE.fullmatch(text[period.start : period.end]):
        around = text[max(0, period.start - _CONTEXT) : period.end + 25].rpartition(". ")[2]
        return not _SOUGHT_AT_ONCE.search(around)
    named = _OF_SOMETHING_ELSE.search(before)
    if named and not _STARTS.search(named.group()):
        return True
    return bool(_SOMETHING_ELSE_AFTER.match(text, period.end))


def _before(text: str, period: Period) -> str:
    return text[max(0, period.start - _CONTEXT) : period.start]


def _alternatives(text: str, first: Period, second: Period) -> _Statement:
    """Return a statement without dates that asks which of two periods is meant."""
    words = clean(text[first.start : second.end])
    return _Statement(None, None, words, f'"{words}": which one is meant?')


def _is_range(text: str, first: Period, second: Period) -> bool:
    between = text[first.end : second.start]
    if _AND.fullmatch(between):
        return bool(_BETWEEN.search(_before(text, first))) or not (first.day or second.day)
    return bool(_RANGE.fullmatch(between))


def _range(text: str, first: Period, second: Period, today: dt.date) -> _Statement:
    """Return the statement of two periods; a year that one leaves out comes from the other."""
    opens = _FROM.search(_before(text, first))
    words = clean((opens.group() if opens else "") + text[first.start : second.end])
    remarks = [period.remark for period in (first, second) if period.remark]
    if first.unclear or second.unclear:
        return _Statement(None, None, words, "; ".join(remarks))
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
    return _Statement(start, end, words, "; ".join(remarks))


def _start_of_the_next(first: Period, second: Period, today: dt.date) -> dt.date:
    """Return when two periods without a year begin that have not passed as a whole."""
    start, end = first.bounds(today.year)[0], second.bounds(today.year)[1]
    return start if end >= today or end < start else first.bounds(today.year + 1)[0]


def _single(text: str, period: Period, today: dt.date) -> _Statement | None:
    """Return what a period says on its own; None when nothing shows that it is a date at all."""
    before = _before(text, period)
    opens, closes, during = (pattern.search(before) for pattern in (_FROM, _UNTIL, _DURING))
    written = text[period.start : period.end]
    closes = closes or _AT_THE_LATEST.match(text, period.end)
    if not (opens or closes or during or period.whole) and (period.year is None or written.strip().isdigit()):
        return None
    if period.unclear:
        return _Statement(None, None, clean(written), period.remark)
    first: dt.date | None
    last_day: dt.date | None
    first, last = _next(period, today) if period.year is None else period.bounds(period.year)
    if _passed(last, today, stated=bool(opens)) or (_WEEKDAY.fullmatch(written) and not opens and not closes):
        return None
    sign = opens or closes or during
    words = clean((before[sign.start() :] if sign else "") + written)
    remarks = [period.remark] if period.remark else []
    if period.year is None:
        remarks.append(_read_as(written, first))
    plain = not (period.whole or opens or closes)
    if closes and not period.whole and (not opens or closes.start() > opens.start()):
        first, last_day = None, last
    elif period.whole or (plain and not period.day):
        last_day = last
    else:
        last_day = None
    if plain and period.day and not written[0].isalpha():
        remarks.append(f"{clean(written)} read as the start")
    return _Statement(first, last_day, words, "; ".join(remarks), plain=plain)


def _passed(last: dt.date, today: dt.date, *, stated: bool) -> bool:
    """Return whether nobody can be sought for a time, since it has passed; what began lately may go on."""
    return last < today - (_LATELY if stated else dt.timedelta(0))


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
