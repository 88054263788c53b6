"""Cues: the signs by which a text says how much it wants what stands beside them, or that it does not need it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from teamlandkarte.index.clauses import is_level_heading
from teamlandkarte.index.config import Level
from teamlandkarte.index.negation import ELSEWHERE, INDISPENSABLE, NEGATIVE, PLAIN
from teamlandkarte.index.word_lists import one_of, word_lists

Wish = Level | Literal["not needed"]

_WISHES: dict[str, Wish] = {
    "suggested": "suggested",
    "not_needed": "not needed",
    "plain": "not needed",
    "essential": "essential",
    "desirable": "desirable",
}
NEAR = 12  # characters
_LISTS = word_lists("levels")
# Looked for where words begin, since most signs do and there are many; "Grundvoraussetzung" and "don't" end in one.
_PLACE = r"(?:(?<![^\W_])|(?=voraussetz|pflicht|n['’]t))"
_CUE = re.compile(  # "kein Muss" before "kein", "nicht erforderlich" before "erforderlich"
    f"{_PLACE}(?:(?P<suggested>{one_of(_LISTS['suggested'])})|(?P<not_needed>{NEGATIVE}|{ELSEWHERE})|(?P<essential>{INDISPENSABLE}|{one_of(_LISTS['essential'])})"
    f"|(?P<desirable>{one_of(_LISTS['desirable'])})|(?P<plain>{PLAIN}))",
    re.IGNORECASE,
)
# Says it of what follows, if anything does: "dbt and ideally Airflow".
_OF_THE_NEXT = re.compile(
    r"ideal|im idealfall|bestenfalls|vorzugsweise|prefera|am liebsten|gern|unbedingt|optional|lieber"
    r"|would (?:love|like|welcome)|wünschen\s|freuen",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Cue:
    """A sign at `text[start:end]`; `of_the_next` says it of what follows, if anything does."""

    wish: Wish
    start: int
    end: int
    of_the_next: bool = False
    near: bool = False  # holds for what stands before it or right behind it


def level_named(words: str) -> Wish | None:
    """Return the level that words name and nothing else: "Muss", "wünschenswert", "Prio 1"."""
    bare = words.strip(" \t*_")
    cue = next(cues_in(bare, 0, len(bare)), None) if is_level_heading(bare) else None
    return cue.wish if cue else None


def says_how_much(text: str, start: int, end: int) -> bool:
    """Return whether the words at a place of a text belong to a sign of how much something is wanted."""
    return any(cue.end > start for cue in cues_in(text, max(0, start - NEAR), end))


def cues_in(text: str, start: int, end: int) -> Iterator[Cue]:
    """Yield the signs at a place of a text in its order."""
    # One sign more, since "Muss:" and "(Kann)" are told by it.
    for sign in _CUE.finditer(text, start, min(end + 1, len(text))):
        yield Cue(
            _WISHES[sign.lastgroup or ""],
            sign.start(),
            sign.end(),
            bool(_OF_THE_NEXT.match(sign.group())),
            sign.lastgroup == "plain",
        )
