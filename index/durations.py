"""Durations: how long somebody is sought, counted from the day on which that begins."""

import datetime as dt
import re
from collections.abc import Iterator

from teamlandkarte.index.events import of_an_event
from teamlandkarte.index.period import later
from teamlandkarte.index.unusable import find_unusable
from teamlandkarte.index.word_lists import one_of, word_lists

_NUMBERS = {
    "ein": 1, "eine": 1, "einen": 1, "einem": 1, "one": 1, "a": 1, "zwei": 2, "two": 2, "drei": 3, "three": 3,
    "vier": 4, "four": 4, "fünf": 5, "five": 5, "sechs": 6, "six": 6, "sieben": 7, "seven": 7, "acht": 8, "eight": 8,
    "neun": 9, "nine": 9, "zehn": 10, "ten": 10, "elf": 11, "eleven": 11, "zwölf": 12, "twelve": 12, "vierzehn": 14,
    "fourteen": 14, "fünfzehn": 15, "fifteen": 15, "achtzehn": 18, "eighteen": 18, "zwanzig": 20, "twenty": 20,
    "vierundzwanzig": 24, "twenty-four": 24, "dreißig": 30, "thirty": 30, "sechsunddreißig": 36, "thirty-six": 36,
}  # fmt: skip
_LASTING = one_of(word_lists("dates")["lasting"])
# Two days a week are a workload, and five years of experience are behind somebody.
_UNIT = (
    r"(tag|day|woche|week|monat|month|jahr|year|mths?\b|mon\b|wks?\b|(?-i:M)\b(?!\s?€))\w*+['’]?(?!(?:\s+[\w-]+){0,2}?\s*[\w-]*(?:erfahr|experien|kündigung|probezeit|notice))"
    r"(?!\s*(?:/|(?:pro|per|every)\b|je\b(?!\s+(?:eine?[mnr]?|zwei|drei|vier|\d+)\b)|each\s+\w|(?:in\s+der|im|die|a)\s+(?:woche|week|monat|month|jahr|year)))"
)
_COUNTED = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_OF_SOMETHING_ELSE = r"(?<!\bprobezeit )(?<!\bprobezeit: )(?<!\bprobation )"
_NUMBER = rf"(?<![\d–-])(?<!\bbis )(?<!\bto )(?<!\bin ){_OF_SOMETHING_ELSE}(\d{{1,3}}|{_COUNTED})"
_COUNT = rf"{_NUMBER}(?:\s\(\d{{1,3}}\))?(?:(?<=[\d)])[\s-]*|[\s-]+){_UNIT}"
_FILLERS = (
    r"(?:(?:um|sind|are|von|of|beträgt|is|for|für|auf|die|der|the|eine[rnm]?|an?|initial(?:ly)?|(?<!notice\s)period|term|dauer|zeitraum|geplant|zunächst|"
    r"vorerst|erst\s?mal|erst\s+einmal|voraussichtlich|etwa|ca\.?|approx\.?|je|jeweils|approximately|roughly|bleibt|bei|remains|stays|at|circa|about|around|mindestens|mind\.|min\.|at\s+least|rund|maximal|max\.?|nur|expected|planned|another)\s+)*"
)
_STATED = re.compile(
    r"\b(?:für|for|\w*laufzeit|\w*dauer|duration|length|term|(?<!notice\s)period|zeitraum|über|over|dauert|läuft|lasts?|"
    rf"lasting|runs?|contract|befristet\s+auf)\b(?:\s+(?:des|der|of\s+the)\s+\w+)?\s*[:=|]?\s*{_FILLERS}{_COUNT}"
    rf"|\b{_NUMBER}-?(monat|wöch|jähr|täg)ige[rnms]?(?=\s+(?:[\w-]+\s+)?\w*{_LASTING}\w{{0,2}}\b)"
    rf"|\b{_COUNT}\+?(?=,?\s+(?:ab|from(?!\s+(?:today|now)\b)|starting|start|beginn|beginnend|beginning|commencing)\b|[\s-]+(?:(?:rolling|initial|fixed|fixed-term|temporary|renewable|interim)\s+)?{_LASTING}|"
    rf"\s+(?:lang|befristet|angelegt|begrenzt)\b)",
    re.IGNORECASE,
)
_BEHIND_SOMEBODY = re.compile(r"(?:über|over)\b", re.IGNORECASE)
_EXPERIENCE = re.compile(r"(?:erfahrung(?:en)?|praxis|experience|practice)\s*[:(]?\s*$", re.IGNORECASE)
_BEFORE = 20  # characters
_BEHIND_THE_START = re.compile(
    rf"(?!\s*\(?\+\s?/)(?:\s+(?:start|beginn))?(?:[\s,;/|+(–-]|\.(?=\s))*(?:plus\s+)?{_FILLERS}{_COUNT}(?=\s*(?:[).,:;|+\n/]|$|\b(?:initial|hilfe|aushilfe|unterstützung|verstärkung|vertretung|help|support|cover)\b|\b(?:mit|with|verläng|exten|option)|(?<!year\s)(?<!years\s)(?<!jahr\s)(?<!jahre\s)\b(?:in|at|bei|for|für)\b))",
    re.IGNORECASE,
)
_FROM_TO = rf"(?:\d{{1,2}}|{_COUNTED})\s*(?:[-–]|bis(?:\s+zu)?|to|oder|or)\s*(?:\d{{1,2}}|{_COUNTED})[\s-]*{_UNIT}"
_VAGUE = re.compile(
    rf"\b(?:für|for|\w*laufzeit|\w*dauer|duration|dauert|lasts?|befristet\s+auf)\s*[:=|]?\s*{_FILLERS}"
    rf"{_FROM_TO}",
    re.IGNORECASE,
)


_SEPARATOR = r"[,;|/(•·\n]|\s[-–—]\s"
_BEFORE_AN_ITEM = rf"(?:^|{_SEPARATOR})\s*(?:\+\s*|plus\s+)?"
_BEHIND_AN_ITEM = rf"(?=\s*(?:$|\)|[.!](?:\s|$)|{_SEPARATOR}))"
_ITEM = re.compile(rf"{_BEFORE_AN_ITEM}{_FILLERS}{_COUNT}{_BEHIND_AN_ITEM}", re.IGNORECASE)
_VAGUE_ITEM = re.compile(rf"{_BEFORE_AN_ITEM}{_FILLERS}{_FROM_TO}{_BEHIND_AN_ITEM}", re.IGNORECASE)
_BETWEEN_ITEMS = re.compile(_SEPARATOR)


def end_of_duration(text: str, start: dt.date, behind: int) -> tuple[dt.date, tuple[int, int]] | None:
    """Return the last day and the place of the duration that a text states, None without any.

    `behind` is where the words of the start end, since "from May, six months" has no other sign.
    """
    match = (
        _BEHIND_THE_START.match(text, behind) or next(_stated(text), None) or next(_items(text, behind, _ITEM), None)
    )
    if match is None:
        return None
    count, unit = [part for part in match.groups() if part]
    number = _NUMBERS.get(count.lower()) or int(count)
    last = later(start, number, unit.lower()) - dt.timedelta(days=1) if number else None
    return (last, (_begin(match), _written_until(text, match))) if last else None


def vague_duration(text: str, behind: int) -> tuple[int, int] | None:
    """Return the place of a duration of which a text states two lengths, "4 to 6 months", None without any.

    `behind` is where the words of the start end.
    """
    stated = (match for match in _VAGUE.finditer(text) if not of_an_event(text, *match.span()))
    match = next(stated, None) or next(_items(text, behind, _VAGUE_ITEM), None)
    if match is None:
        return None
    return _begin(match), match.end()


def duration_alone(text: str) -> tuple[int, int] | None:
    """Return the place of the duration that a text states without saying from when, None without any.

    What is "over 20 years" has no day to begin on: it lies behind somebody.
    """
    asked = (match for match in _stated(text) if not _BEHIND_SOMEBODY.match(match.group()))
    match = next(asked, None)
    return (match.start(), _written_until(text, match)) if match else None


def _stated(text: str) -> Iterator[re.Match[str]]:
    for match in _STATED.finditer(text):
        if not (_is_of_experience(text, match) or of_an_event(text, *match.span())):
            yield match


def _is_of_experience(text: str, match: re.Match[str]) -> bool:
    """Return whether a time lies behind who is sought: "Erfahrung: über 5 Jahre"."""
    if not _BEHIND_SOMEBODY.match(match.group()):
        return False
    return _EXPERIENCE.search(text, max(0, match.start() - _BEFORE), match.start()) is not None


def _items(text: str, behind: int, form: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the durations that are an item of the list or line in which the start is named: "80%, remote, 4 months".

    Years are how long somebody has done something, unless nothing but a workload, a place or the like stands between.
    """
    line = slice(text.rfind("\n", 0, behind) + 1, text.find("\n", behind) % (len(text) + 1))
    for match in form.finditer(text):
        alone = match.group().startswith("\n") and text[match.end() :].lstrip(" .")[:1] in {"", "\n"}
        if not alone and not line.start <= match.start() <= match.end() <= line.stop:
            continue
        unit = next(part for part in reversed(match.groups()) if part)
        if unit[0] not in "jyJY" or _is_behind_terms(text, behind, match.start()):
            yield match


def _is_behind_terms(text: str, behind: int, start: int) -> bool:
    """Return whether all items from the start on say how, where or for what somebody works."""
    items = [item for item in _BETWEEN_ITEMS.split(text[behind:start]) if item.strip()]
    return behind <= start and all(find_unusable(item) for item in items)


def _begin(match: re.Match[str]) -> int:
    """Return where the words of a duration begin behind the signs that stand before them."""
    return match.end() - len(match.group().lstrip(".,;/|(–—•·-+ \n"))


def _written_until(text: str, match: re.Match[str]) -> int:
    """Return where a duration ends in the text as it was written, which is longer than "6 Monat" in its place."""
    return len(text) - len(text[match.end() :].lstrip(" "))
