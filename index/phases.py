"""Phases: parts of a project with a number or a letter, of which a text may seek somebody for some only."""

import re
from collections.abc import Sequence

from teamlandkarte.index.period import Statement
from teamlandkarte.index.word_lists import one_of, word_lists

_LISTS = word_lists("dates")
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5}
_ORDINALS = {"erst": 1, "first": 1, "zweit": 2, "second": 2, "dritt": 3, "third": 3, "viert": 4, "fourth": 4}
_PHASE = re.compile(
    rf"\b(?:(?P<ordinal>{'|'.join(_ORDINALS)})(?:e[nrms]?)?\s+(?P<behind>{one_of(_LISTS['numbered'])})"
    rf"|(?P<before>{one_of(_LISTS['numbered'])})\s+(?P<number>\d{{1,2}}|(?-i:[A-HIV]{{1,3}}|[a-h])))\b",
    re.IGNORECASE,
)
_ALONE_BEFORE = re.compile(
    rf"\b{one_of(_LISTS['alone'])}\s+(?:(?:für|in|an|for|during|at|on)\s+)?(?:d\w\w\s+|the\s+)?$", re.IGNORECASE
)
_ALONE_BEHIND = re.compile(rf"\s+{one_of(_LISTS['alone'])}\b", re.IGNORECASE)
_BEFORE = 40  # characters
_TOLD_WITHIN = re.compile(r"[^.;\n]{0,40}")
_BRACKET = re.compile(r"\s*\(\s*(?:in\s+)?")

_Phase = tuple[str, int]  # what it is called, without its number, and the number


def of_phases_sought(stated: Sequence[Statement], text: str) -> list[Statement]:
    """Return the statements; where only some of the phases with a time are sought, without the other ones' times."""
    named = list(_PHASE.finditer(text))
    sought = {_phase(one) for one in named if _is_sought_alone(text, one)}
    if not sought:
        return list(stated)
    of = [_phase_of(one, before, named, text) for one, before in zip(stated, [None, *stated], strict=False)]
    if not sought.issubset(of):
        return list(stated)
    return [one for one, phase in zip(stated, of, strict=True) if phase is None or phase in sought]


def _is_sought_alone(text: str, phase: re.Match[str]) -> bool:
    before = text[max(0, phase.start() - _BEFORE) : phase.start()]
    return bool(_ALONE_BEFORE.search(before) or _ALONE_BEHIND.match(text, phase.end()))


def _phase(match: re.Match[str]) -> _Phase:
    if match["ordinal"]:
        return match["behind"].lower(), _ORDINALS[match["ordinal"].lower()]
    number = match["number"].lower()
    counted = int(number) if number.isdigit() else _ROMAN.get(number) or ord(number[0]) - ord("a") + 1
    return match["before"].lower(), counted


def _phase_of(
    statement: Statement, before: Statement | None, named: Sequence[re.Match[str]], text: str
) -> _Phase | None:
    """Return the phase of which a statement tells the time: the last one before it, or one in brackets behind it."""
    first, last = statement.places[0][0], statement.places[-1][1]
    begin = before.places[-1][1] if before else 0
    for phase in reversed(named):
        bracket = _BRACKET.match(text, last)
        if bracket and phase.start() == bracket.end():
            return _phase(phase)
        if begin <= phase.start() and phase.end() <= first:
            return _phase(phase) if _TOLD_WITHIN.fullmatch(text, phase.end(), first) else None
    return None
