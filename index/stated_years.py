"""Stated years: how many years of experience a clause asks for, and of what right beside them."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from teamlandkarte.index.clauses import Clause, Span
from teamlandkarte.index.experience import (
    AT_LEAST,
    LASTS_BEFORE,
    LASTS_BEHIND,
    NUMBER_ALONE,
    OF_A_FIELD,
    OF_WHAT,
    YEARLONG,
    YEARS,
)
from teamlandkarte.index.stated import JOINS_TERMS, Stated

_WHOLE = rf"{AT_LEAST}?\b(?:{YEARS}|{YEARLONG}{OF_A_FIELD})"
_YEARS = re.compile(_WHOLE, re.IGNORECASE)
_NUMBER_ALONE = re.compile(
    rf"{AT_LEAST}?(?<![\w.,/-])(?<!\bvon )(?<!\bof )(?P<number>{NUMBER_ALONE})(?=\s)", re.IGNORECASE
)
_UNIT = re.compile(r"(?:jahre?n?|years?|yrs?|J\.)$", re.IGNORECASE)
_OF_WHAT = re.compile(OF_WHAT, re.IGNORECASE)
_RIGHT_BEFORE = re.compile(rf"{OF_WHAT}|['’]?(?:\s+of)?\s+", re.IGNORECASE)
_BEHIND = re.compile(rf"\s+(?:(?P<since>seit|since)\s+)?(?P<years>(?P<at_least>{AT_LEAST})?\b{YEARS})", re.IGNORECASE)
# Behind these, years are how long something takes, or when it was: "für 2 Jahre Java", "in den letzten drei Jahren".
_LASTS = re.compile(
    r"\b(?:für|for|auf|innerhalb|within|nach|after|vor|d(?:ie|en|er)|the|next|nächsten|kommenden|letzten|last|past|läuft|runs|dauert"
    r"|lasts|\w*(?:laufzeit|dauer|vertrag|projekt|contract|project|duration))\W*$",
    re.IGNORECASE,
)
_LASTS_BEFORE = re.compile(LASTS_BEFORE, re.IGNORECASE)
_LASTS_BEHIND = re.compile(LASTS_BEHIND, re.IGNORECASE)
_OF_US = re.compile(r"\b(?:wir|uns|unser\w*|we|us|our)\b", re.IGNORECASE)
_LONGEST = 30  # characters
_LONGEST_DURATION = 80  # characters


def years_in(text: str, clause: Clause, terms: Sequence[Span], unit: str) -> list[Stated]:
    """Return the years that a clause asks for, in its order, without those that something takes.

    A number right before one of its `terms` counts the `unit` of the years before it, empty without any.
    """
    found = [
        Stated(one.group(), one.start(), one.end())
        for one in _YEARS.finditer(text, clause.start, clause.end)
        if not _lasts(text, one)
    ]
    first = unit_of(found[:1])
    if unit or first:
        taken = {one.start for one in found}
        begin = clause.start if unit else found[0].end
        alone = _numbers(text, begin, clause.end, terms)
        found += [
            Stated(f"{number.group()} {_counted(number['number'], unit or first)}", *number.span())
            for number in alone
            if number.start() not in taken
        ]
    return sorted(found, key=lambda one: one.start)


def unit_of(years: Sequence[Stated]) -> str:
    """Return the word in which the last of these years are counted, empty without any."""
    return next((unit.group() for one in reversed(years) if (unit := _UNIT.search(one.words))), "")


def introduces(text: str, years: Stated, term: Span) -> bool:
    """Return whether years are said of a term that follows: "Java und 5 Jahre Erfahrung in Go"."""
    return bool(_OF_WHAT.fullmatch(text, years.end, term[0]))


def years_beside(text: str, clause: Clause, terms: Sequence[Span], years: Sequence[Stated]) -> dict[Span, Stated]:
    """Return the years right beside each term, or before the enumeration that it belongs to: "3 Jahre Java und Go"."""
    found: dict[Span, Stated] = {}
    last, given = clause.start, None
    for term in terms if years else ():
        before = _right_before(text, years, term, last)
        given = before or (given if JOINS_TERMS.fullmatch(text, last, term[0]) else None)
        if said := _right_behind(text, clause, term) or given:
            found[term] = said
        last = term[1]
    return found


def _right_before(text: str, years: Sequence[Stated], term: Span, since: int) -> Stated | None:
    place = bisect_left(years, term[0], key=lambda one: one.start)
    one = years[place - 1] if place else None
    if one is None or one.start < since or not _RIGHT_BEFORE.fullmatch(text, one.end, term[0]):
        return None
    return None if _LASTS.search(text, max(0, one.start - _LONGEST), one.start) else one


def _right_behind(text: str, clause: Clause, term: Span) -> Stated | None:
    """Return the years right behind a term that say they are no duration: "Java seit 3 Jahren", "Go 3+ years"."""
    behind = _BEHIND.match(text, term[1], clause.end)
    if behind is None:
        return None
    if behind["since"]:
        wanted = not _OF_US.search(text, clause.start, clause.end)
    else:
        more = bool(behind["at_least"]) or "+" in behind["years"]
        wanted = more or not text[clause.start : term[0]].strip()
    return Stated(behind["years"], *behind.span("years")) if wanted else None


def _lasts(text: str, years: re.Match[str]) -> bool:
    before = max(0, years.start() - _LONGEST_DURATION), years.start()
    return bool(_LASTS_BEFORE.search(text, *before) or _LASTS_BEHIND.match(text, years.end()))


def _numbers(text: str, start: int, end: int, terms: Sequence[Span]) -> Iterator[re.Match[str]]:
    begins = {term[0] for term in terms}
    for number in _NUMBER_ALONE.finditer(text, start, end):
        of_what = _OF_WHAT.match(text, number.end())
        if of_what and of_what.end() in begins:
            yield number


def _counted(number: str, unit: str) -> str:
    """Return the unit of years as it stands behind a number: "2 Jahre" behind "1 Jahr"."""
    one = number.lower() in {"1", "eins", "one"}
    german = unit.lower().startswith("jahr")
    if german or unit.lower().startswith("year"):
        stem = unit[:4]
        return stem if one else stem + ("e" if german else "s")
    return unit
