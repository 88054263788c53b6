"""Pairings: clauses that say the same of two things, or the opposite: "nicht nur Java, sondern auch Go"."""

import re
from collections.abc import Sequence
from itertools import pairwise

from teamlandkarte.index.cues import Wish
from teamlandkarte.index.judged_clause import JudgedClause

_NOT_ONLY = re.compile(r"\b(?:nicht\s+(?:nur|allein|bloß)|not\s+(?:only|just|merely))\b", re.IGNORECASE)
_BUT_ALSO = re.compile(r"\s*(?:sondern|but)\b", re.IGNORECASE)
_BUT_DOES = re.compile(
    r"\s*(?:(?:ist|sind)\s+(?:es\s+)?)?(?:aber|jedoch|dagegen|hingegen|dafür|allerdings|indes)\s+(?:sehr\s+wohl|wohl|schon|doch|ja)\s*(?=[.,;!)]|$)",
    re.IGNORECASE,
)
_BUT_BEFORE = re.compile(r"\s*(?:but|however|while|whereas)\b", re.IGNORECASE)
_DOES = re.compile(r"\s+(?:is|are|does|do)(?:\s+(?:so|indeed))?\s*(?=[.,;!)]|$)", re.IGNORECASE)
_OF_NEED = re.compile(
    r"muss|muß|pflicht|erforderlich|zwingend|notwendig|nötig|voraus|must|mandatory|requir|necessary|essential|compulsory",
    re.IGNORECASE,
)


def say_both_alike(text: str, parts: Sequence[JudgedClause]) -> None:
    """Give what one side of "not only … but also …" says to the other one, where nothing is said there."""
    begin = None
    for place, part in enumerate(parts):
        if _NOT_ONLY.search(text, part.clause.start, part.clause.end):
            begin = place
        elif begin is not None and _BUT_ALSO.match(text, part.clause.start):
            both = parts[begin : place + 1]
            said = [wish for one in reversed(both) for wish in one.wishes.values()][:1]
            for one in both if said else ():
                one.wishes = dict.fromkeys(one.terms, said[0]) | one.wishes
            begin = None


def say_the_opposite(text: str, parts: Sequence[JudgedClause]) -> None:
    """Say of what is set against something that may be missing that it is needed: "Java kein Muss, Go aber schon"."""
    for before, part in pairwise(parts):
        spared = before.wishes.get(before.terms[-1]) if before.terms else None
        if spared in {"suggested", "not needed"} and part.terms and not part.cues and _is_set_against(text, part):
            cue = text[before.cues[-1].start : before.cues[-1].end] if before.cues else ""
            wish: Wish = "essential" if _OF_NEED.search(cue) else "ideal"
            part.wishes = dict.fromkeys(part.terms, wish)


def _is_set_against(text: str, part: JudgedClause) -> bool:
    behind = part.terms[-1][1]
    if _BUT_DOES.match(text, behind):
        return True
    return bool(_BUT_BEFORE.match(text, part.clause.start) and _DOES.match(text, behind))
