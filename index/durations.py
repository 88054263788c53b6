"""Durations: how long somebody is sought, counted from the day on which that begins."""

import datetime as dt
import re

from teamlandkarte.index.period import later
from teamlandkarte.index.text import clean

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
# Two days a week are a workload, and five years of experience are behind somebody.
_UNIT = (
    r"(tag|day|woche|week|monat|month|jahr|year)\w*+['’]?(?!(?:\s+[\w-]+){0,2}?\s*[\w-]*(?:erfahr|experien|kündigung|probezeit|notice))"
    r"(?!\s*(?:/|(?:pro|per|je|each|every)\b|(?:in\s+der|im|die|a)\s+(?:woche|week|monat|month|jahr|year)))"
)
_COUNT = rf"(?<![\d–-])(?<!\bbis )(?<!\bto )(\d{{1,3}}|{'|'.join(_NUMBERS)})[\s-]+{_UNIT}"
_FILLERS = (
    r"(?:(?:sind|are|von|of|beträgt|is|for|für|auf|die|der|the|eine[rnm]?|an?|initial(?:ly)?|period|term|dauer|zeitraum|geplant|zunächst|"
    r"vorerst|voraussichtlich|etwa|ca\.?|circa|about|around|mindestens|at\s+least|rund|maximal|max\.?|nur|expected|planned|another)\s+)*"
)
_STATED = re.compile(
    r"\b(?:für|for|\w*laufzeit|\w*dauer|duration|length|term|period|zeitraum|über|over|dauert|läuft|lasts?|lasting|"
    rf"runs?|contract|befristet\s+auf)\b(?:\s+(?:des|der|of\s+the)\s+\w+)?\s*[:=|]?\s*{_FILLERS}{_COUNT}"
    rf"|\b{_COUNT}(?=,?\s+(?:ab|from|starting|start|beginn)\b|[\s-]+(?:contract|vertrag|einsatz|assignment|engagement)|"
    r"\s+(?:lang|befristet|angelegt|begrenzt)\b)",
    re.IGNORECASE,
)
_BEHIND_THE_START = re.compile(
    rf"(?:\s+(?:start|beginn))?[\s,;/+(–-]*{_FILLERS}{_COUNT}(?=\s*(?:[).,;+\n/]|$|\b(?:mit|with|verläng|exten|option)))",
    re.IGNORECASE,
)


def half_years_in_months(text: str) -> str:
    """Return a text as long as the given one that counts half years in months."""
    return _HALF_YEARS.sub(
        lambda written: ("6 Monate" if written["half"] else "18 Monate").ljust(len(written.group())), text
    )


def end_of_duration(text: str, start: dt.date, behind: int) -> tuple[dt.date, str] | None:
    """Return the last day and the words of the duration that a text states, None without any.

    `behind` is where the words of the start end, since "from May, six months" has no other sign.
    """
    match = _BEHIND_THE_START.match(text, behind) or _STATED.search(text)
    if match is None:
        return None
    count, unit = [part for part in match.groups() if part]
    number = _NUMBERS.get(count.lower()) or int(count)
    words = clean(match.group()).lstrip(",;/(–- ")
    return (later(start, number, unit.lower()) - dt.timedelta(days=1), words) if number else None
