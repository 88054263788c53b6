"""Assignments: which of the times that a text states is the one of who is sought, and not that of the whole project."""

import re
from collections.abc import Iterator, Sequence

from teamlandkarte.index.events import STOP
from teamlandkarte.index.period import Statement
from teamlandkarte.index.word_lists import one_of, word_lists

_LISTS = word_lists("dates")
_OF_THE_PROJECT = re.compile(rf"\b{one_of(_LISTS['of_the_project'])}\b", re.IGNORECASE)
_OF_SOMEBODY = re.compile(rf"\b{one_of([*_LISTS['of_somebody'], *_LISTS['looks_for']])}\b", re.IGNORECASE)
_CLAUSE_END = rf"{STOP}|[,;\n]|\s[-–—]\s"
_OPENS = re.compile(rf"{_CLAUSE_END}|\((?![^()]*\))")  # where a bracket that opens is not closed
_CLOSES = re.compile(rf"{_CLAUSE_END}|[()]")


def of_who_is_sought(stated: Sequence[Statement], text: str) -> list[Statement]:
    """Return the statements, without the whole range of a project where another clause says when somebody is needed."""
    told = list(zip(stated, _clauses(stated, text), strict=True))
    own = [one for one, clause in told if _OF_SOMEBODY.search(clause) and not _OF_THE_PROJECT.search(clause)]
    whole = [one for one, clause in told if one.start and one.end and _OF_THE_PROJECT.search(clause)]
    ends = {one.end for one in whole}
    if not any(one.start or one.end not in ends for one in own):
        return list(stated)
    return [one for one in stated if one not in whole]


def _clauses(stated: Sequence[Statement], text: str) -> Iterator[str]:
    """Yield the words around each statement that no other one and no end of a clause parts from it."""
    ends = [0, *(one.places[-1][1] for one in stated)]
    begins = [*(one.places[0][0] for one in stated[1:]), len(text)]
    for one, before, behind in zip(stated, ends, begins, strict=False):
        first, last = one.places[0][0], one.places[-1][1]
        opened = max((end.end() for end in _OPENS.finditer(text, before, first)), default=before)
        closed = _CLOSES.search(text, last, max(last, behind))
        yield text[opened : closed.start() if closed else max(last, behind)]
