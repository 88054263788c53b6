"""Events: what takes place, closes or is due for everybody, at a time for which nobody is sought."""

import re
from functools import lru_cache

from teamlandkarte.index.word_lists import one_of, word_lists, words_of

STOP = r"(?<!\b\d)(?<!\b\d\d)[.!?](?:\s|$)"  # the day of "1. Mai" ends no sentence
SENTENCE_END = re.compile(rf"{STOP}|\n")

_LISTS = word_lists("dates")
AWAY = words_of(_LISTS["away"])
_EVENT = words_of(_LISTS["events"])
_SOUGHT = words_of([*_LISTS["sought"], *_LISTS["somebody"], *_LISTS["lasting"]])
_REFERS = words_of(_LISTS["refers"])
_REFERS_TO_ITS_TIME = words_of(_LISTS["refers_to_its_time"])
_MYSELF = words_of(_LISTS["myself"])
_SEEKS = words_of(_LISTS["sought_for_a_day"])
_LOOKS_FOR = words_of(_LISTS["looks_for"])
_STAND_IN = words_of(_LISTS["stand_ins"])
_FOR_A_DAY = re.compile(
    rf"\b{one_of(_LISTS['sought_for_a_day'])}(?:\s+{one_of(_LISTS['who_is_sought'])}){{0,3}}\s+(?:(?:am|on|on\s+the|at\s+the)\s+)?$",
    re.IGNORECASE,
)
_FOR_A_DAY_BEHIND = re.compile(rf",?\s+{one_of(_LISTS['sought_for_a_day_behind'])}\b", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[,;:]\s")
_CACHED = 256  # sentences, since one with many dates is judged for each of them
_CONTEXT = 200  # characters on each side of a date within which its sentence is looked for


def of_an_event(text: str, start: int, end: int) -> bool:
    """Return whether the sentence around a place tells of an event, and neither it nor the next one seeks somebody."""
    sentence = sentence_around(text, start, end)
    if not _tells_of_an_event(sentence) or seeks(sentence):
        return False
    following = _next_sentence(text, start, end)
    return not (seeks(following) and (_REFERS.search(following) or _REFERS_TO_ITS_TIME.search(following)))


@lru_cache(_CACHED)
def _tells_of_an_event(sentence: str) -> bool:
    return bool(_EVENT.search(sentence))


def sought_then(text: str, start: int, end: int) -> bool:
    """Return whether the next sentence seeks somebody for the time in the one around a place."""
    following = _next_sentence(text, start, end)
    return bool(_REFERS_TO_ITS_TIME.search(following)) and seeks(following)


def sought_on(text: str, start: int, end: int) -> bool:
    """Return whether words right beside a place say that somebody is sought for the day there."""
    before = text[max(0, start - _CONTEXT) : start]
    return bool(_FOR_A_DAY.search(before) or _FOR_A_DAY_BEHIND.match(text, end))


def stood_in_for(text: str, start: int, end: int) -> bool:
    """Return whether the sentence around a place tells that a colleague is away and a stand-in is sought with it."""
    sentence = sentence_around(text, start, end)
    if not AWAY.search(sentence) or _MYSELF.search(sentence):
        return False
    told = f"{sentence} {_next_sentence(text, start, end)}"
    return bool(_LOOKS_FOR.search(told) and _STAND_IN.search(told))


@lru_cache(_CACHED)
def seeks(sentence: str) -> bool:
    """Return whether a sentence says that somebody is sought."""
    return bool(_SOUGHT.search(sentence))


@lru_cache(_CACHED)
def seeks_somebody(clause: str) -> bool:
    """Return whether a clause has a verb that seeks, not only a word for what somebody does."""
    return bool(_SEEKS.search(clause))


def sentence_around(text: str, start: int, end: int) -> str:
    """Return the words of the sentence or line around a place."""
    return text[_sentence(text, start, end)]


def clause_around(text: str, start: int, end: int) -> str:
    """Return the part of the sentence around a place that no comma, semicolon or colon divides."""
    whole = _sentence(text, start, end)
    begin = max((found.end() for found in _CLAUSE_END.finditer(text, whole.start, start)), default=whole.start)
    closed = _CLAUSE_END.search(text, end, whole.stop)
    return text[begin : closed.start() if closed else whole.stop]


def _next_sentence(text: str, start: int, end: int) -> str:
    behind = _sentence(text, start, end).stop + len(". ")
    return sentence_around(text, behind, behind)


def _sentence(text: str, start: int, end: int) -> slice:
    ends = [found.end() for found in SENTENCE_END.finditer(text, max(0, start - _CONTEXT), min(start, len(text)))]
    closed = SENTENCE_END.search(text, end, end + _CONTEXT)
    begin = max(ends, default=max(0, start - _CONTEXT))
    return slice(begin, closed.start() if closed else min(end + _CONTEXT, len(text)))
