"""Dates of something else: closing dates, states of documents, meetings and what once was, which are not sought."""

import re
from functools import lru_cache

from teamlandkarte.index.events import SENTENCE_END, of_an_event, sought_then, stood_in_for
from teamlandkarte.index.period import Period
from teamlandkarte.index.table_rows import heading_above
from teamlandkarte.index.word_lists import one_of, word_lists, words_of

_LISTS = word_lists("dates")
_CONTRACT = re.compile(r"vertrag|contract", re.IGNORECASE)
_TO = re.compile(r"\s*(?:[-–—]|\b(?:bis|to|until|till|through|thru)\b)", re.IGNORECASE)
_OF_SOMETHING_ELSE = re.compile(
    rf"{one_of(_LISTS['of_something_else'])}(?!\w)(?:[^.;\n]|(?<=\d)\.(?=\d)){{0,25}}$"
    rf"|\b{one_of(_LISTS['meetings'])}\s+(?:(?!(?:end|start|begin|läuft|runs))\w+\s+){{0,2}}?(?:vom|am|on|of|dated)\s+(?:\w+,?\s+)?$"
    r"|\b(?:tel|telefon|fax|mobil|phone|mobile)\b[\s\d.:()/+-]*$|\+\d\d[\d\s()/-]*$",
    re.IGNORECASE,
)
_REPLY = one_of(_LISTS["replies"])
_A_REPLY = words_of(_LISTS["replies"])
_ASKED_BY = re.compile(  # "send us two profiles by "
    rf"\b{_REPLY}(?!\w)[^.,:;\n]{{0,40}}\b(?:bis|by|before|until|vor)\b[\s:]*(?:\w+,?\s+){{0,3}}$", re.IGNORECASE
)
_BY = re.compile(r"\b(?:bis|by|before|until|vor)\b[\s:]*(?:\w+,?\s+){0,3}$", re.IGNORECASE)
_DAY_DOT = re.compile(rf"\b({one_of(_LISTS['day_names'])})\.(,?)(?=\s)", re.IGNORECASE)
_ASKED_BEHIND = re.compile(rf"[^.,;\n]{{0,30}}?\b{_REPLY}(?!\w)", re.IGNORECASE)  # "by Friday tell the client"
_CLAUSE_END = re.compile(r"[,;\n]|[.!?](?:\s|$)|\s[-–—]\s")
_SOMEBODY = words_of(_LISTS["somebody"])
_OF_A_LAW = re.compile(r"\b[A-ZÄÖÜ][A-Za-zÄÖÜäöü]*[A-ZÄÖÜ](?:-[A-ZÄÖÜ]+)?\s+(?:vom|of|dated)\s+$")
_HEAD_OF_A_LETTER = re.compile(r"[ \t]*[A-ZÄÖÜ][\w./-]*(?:[ \t]+[\w./()-]+){0,3},[ \t]+(?:den[ \t]+)?")
_NO_PLACE = re.compile(rf"\w\s+{one_of(_LISTS['day_names'])}\b\.?,|^\s*(?:start|beginn)\w*\b", re.IGNORECASE)
_STARTS = re.compile(
    r"\b(?:start\w*|beginn\w*|einsatz\w*|available|verfügbar\w*|need\w*|gesucht|such\w*|brauch\w*|benötig\w*|seek\w*)\b",
    re.IGNORECASE,
)
_SOMETHING_ELSE_BEHIND = re.compile(
    rf"(?:(?!\bfällt\s+\w|\bfallen\s)[^.;,?!\n]){{0,30}}?\b{one_of(_LISTS['else_behind'])}\b", re.IGNORECASE
)
_APPLIES = re.compile(  # "Apply under ref. 2027-09 until"
    r"(?:^|[.!?\n])\s*(?:please\s+|jetzt\s+)?(?:apply|bewirb|bewerben|bewerbung(?:en)?|applications?)\b[^!?;\n]{0,60}$",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:nicht|not)\b[^.;,\n]{0,40}$", re.IGNORECASE)
_INSTEAD = re.compile(r",?\s+(?:sondern|but)\b", re.IGNORECASE)  # "not from May but from June"
_SENDS = re.compile(r"\b(?:schicken|senden|send)\b", re.IGNORECASE)
_SENT_FROM = re.compile(r"\b(?:ab|from)\s+(?:(?:dem|the)\s+)?$", re.IGNORECASE)  # "ab Montag jemanden schicken"
_AT_ONCE = re.compile(
    r"sofort\w*|immediate(?:ly)?|umgehend|so\s+\w+\s+wie\s+möglich|as\s+soon\s+as\s+possible|now|heute|today|"
    r"(?!.*(?:tag|day|mittwoch|abend)\b)(?:still |this|dies|laufend).*",
    re.IGNORECASE,
)
_SOUGHT_AT_ONCE = re.compile(rf"\b{one_of(_LISTS['sought_at_once'])}\b", re.IGNORECASE)
_ANNOUNCES = re.compile(r"\s*(?:[:,–-]|$)")
_CONTEXT = 60  # characters before a date that tell what it is


def of_something_else(text: str, period: Period) -> bool:
    """Return whether a period is a closing date, somebody's past or the like, and not the time sought."""
    before = words_before(text, period)
    if _AT_ONCE.fullmatch(text[period.start : period.end]):
        around = before.rpartition(". ")[2] + text[period.start : period.end + 25].partition(". ")[0]
        announced = not before.rpartition("\n")[2].strip() and _ANNOUNCES.match(text, period.end)
        return not (_SOUGHT_AT_ONCE.search(around) or announced or _TO.match(text, period.end))
    if sought_then(text, period.start, period.end):
        return False
    named = _named_before(before)
    runs = named and _CONTRACT.match(named.group()) and _TO.match(text, period.end)
    if named and not runs and not _STARTS.search(named.group()):
        return True
    replaced = _INSTEAD.match(text, period.end) and _NOT.search(before)
    if replaced or (_APPLIES.search(before) and not _STARTS.search(before)):
        return True
    if of_an_event(text, period.start, period.end) or (_OF_A_LAW.search(before) and not _TO.match(text, period.end)):
        return True
    return _dates_a_letter(text, period) or else_behind(text, period)


@lru_cache(256)  # the words between dates are often the same
def _named_before(words: str) -> re.Match[str] | None:
    return _OF_SOMETHING_ELSE.search(words)


def is_deadline(text: str, period: Period) -> bool:
    """Return whether somebody is asked to reply by a period."""
    before = SENTENCE_END.split(words_before(text, period))[-1]
    asked = _ASKED_BY.search(before) or (_BY.search(before) and _ASKED_BEHIND.match(text, period.end))
    behind = _CLAUSE_END.split(text[period.end : period.end + _CONTEXT], maxsplit=1)[0]
    if not asked:
        return False
    clause = _CLAUSE_END.split(before[: asked.start()])[-1] + asked.group()
    return not (_SOMEBODY.search(clause) or _SOMEBODY.search(behind))


def asks_for_a_reply(sentence: str) -> bool:
    """Return whether a sentence asks for an answer, profiles or the like."""
    return bool(_A_REPLY.search(sentence))


def _dates_a_letter(text: str, period: Period) -> bool:
    """Return whether a day stands behind a place in the first or the last line: "Berlin, den 1. Juni 2026"."""
    if not period.day or period.year is None:
        return False
    begin = text.rfind("\n", 0, period.start) + 1
    end = text.find("\n", period.end) % (len(text) + 1)  # without another line, where the text ends
    head = _HEAD_OF_A_LETTER.fullmatch(text, begin, period.start)
    if text[period.end : end].strip(" .") or not head or _NO_PLACE.search(head.group()):
        return False
    return bool(text[:begin].strip()) != bool(text[end:].strip())


def words_before(text: str, period: Period) -> str:
    """Return the words before a period that tell what it is, without the dots of weekdays.

    What fills a cell of a table is told by the heading of its column.
    """
    if heading := heading_above(text, period.start):
        return f"{heading}: "
    return _DAY_DOT.sub(r"\1\2 ", text[max(0, period.start - _CONTEXT) : period.start])


def begins_with(text: str, period: Period, sign: int) -> int:
    """Return where a period begins with the sign of so many characters before it, which a heading may hold instead."""
    return period.start if heading_above(text, period.start) else period.start - sign


def else_behind(text: str, period: Period) -> bool:
    """Return whether what stands behind a period shows that it is a date of something else."""
    found = _SOMETHING_ELSE_BEHIND.match(text, period.end)
    sent = found and _SENDS.search(found.group()) and _SENT_FROM.search(words_before(text, period))
    return bool(found) and not sent and not stood_in_for(text, period.start, period.end)
