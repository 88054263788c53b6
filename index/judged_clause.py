"""A clause of a sentence while it is judged how much that wants what the clause names."""

from dataclasses import dataclass

from teamlandkarte.index.clauses import Clause, Span
from teamlandkarte.index.cues import Cue, Wish

_ANNOUNCING = (":", "-", "–", "—")


@dataclass
class JudgedClause:
    """A clause while it is judged: its cues, the terms in it, and what was found for each of them."""

    clause: Clause
    cues: list[Cue]
    terms: list[Span]
    wishes: dict[Span, Wish]
    bare: bool  # nothing but small words stands beside the cues
    likewise: bool  # it says of its terms what was said before: "Docker too"
    refers: bool = False  # to what was named before it: "knowledge of it"
    alternative_ahead: bool = False  # it or a later one is open and says "or"

    @property
    def lone(self) -> bool:
        """Whether it says how much is wanted of what another clause names."""
        goes_on = self.clause.opened == ")"  # with the clause that stands before the brackets
        alone = bool(self.cues) and not self.terms
        return alone and (self.bare or self.announces or goes_on or self.explains or self.refers)

    @property
    def explains(self) -> bool:
        """Whether brackets begin with how much what stands before them is wanted: "(mandatory in all projects)"."""
        begins = self.clause.opened == "(" and self.cues[0].start == self.clause.start
        return begins and self.cues[0].wish != "not needed"

    @property
    def announces(self) -> bool:
        """Whether what it speaks of follows: "Required: Java", "Required skills - Java"."""
        return self.clause.closed in _ANNOUNCING

    @property
    def is_remark(self) -> bool:
        """Whether it stands in brackets and says nothing of how much anything is wanted: "(basic knowledge)"."""
        return self.clause.opened == "(" and self.clause.closed == ")" and not self.cues and not self.terms

    @property
    def open(self) -> bool:
        """Whether it names something and does not say how much it is wanted."""
        return bool(self.terms) and not self.cues
