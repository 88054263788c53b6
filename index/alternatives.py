"""Alternatives: of which terms a text asks for any one, or for something similar: "Angular, React oder Vue.js"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from teamlandkarte.index.clauses import Span

_INTO = r"\s*(?:in\s+|mit\s+|with\s+)?"
_EITHER = re.compile(rf"(?:-\w*)?,?\s*(?:oder|or)\s{_INTO}", re.IGNORECASE)
_LISTED = re.compile(rf"(?:-\w*)?\s*[,/]{_INTO}", re.IGNORECASE)
_OR_SIMILAR = re.compile(
    r"(?:-\w*)?\s*[,(]?\s*(?:o\.?\s?ä\b"
    r"|(?:oder|or)\s+(?:etwas\s+|something\s+)?(?:ähnlich|vergleichbar|gleichwertig|similar|equivalent|comparable))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Alternatives:
    """The terms at these places of a list of terms, of which any will do, and with `or_similar` something like them."""

    places: range
    or_similar: bool


def alternatives(text: str, terms: Sequence[Span]) -> Iterator[Alternatives]:
    """Yield which of the terms of a text, given in its order, are alternatives; one alone is where it is `or_similar`.

    A list is one of alternatives where its last term is joined with "or", in either language.
    """
    first, joined = 0, False  # of the list that is being read, and whether its last two are alternatives
    for place, (_, end) in enumerate(terms):
        following = terms[place + 1][0] if place + 1 < len(terms) else end
        similar = bool(_OR_SIMILAR.match(text, end))
        either = not similar and bool(_EITHER.fullmatch(text, end, following))
        if either or (not similar and not joined and _LISTED.fullmatch(text, end, following)):
            joined = either
            continue
        if joined or similar:
            yield Alternatives(range(first, place + 1), similar)
        first, joined = place + 1, False
