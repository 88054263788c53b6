"""Versions: the number that a text writes behind a name, "Java 17+", for people to read beside it."""

import re
from collections.abc import Sequence

from teamlandkarte.index.clauses import Span
from teamlandkarte.index.stated import Stated
from teamlandkarte.index.word_lists import one_of
from teamlandkarte.index.words import CONJUNCTIONS

_NUMBER = r"\d{1,2}(?:\.\d{1,3}){0,2}(?:\.x\b)?"
_VERSION = re.compile(
    r"(?:[ \t]|-|[ \t]?\((?=[^()\n]{1,30}\)))"
    rf"(?P<words>(?:(?:ab|from|mind\.|min\.|>=|≥)[ \t]?)?(?:v(?:ersion|\.)?[ \t]?)?{_NUMBER}"
    r"(?:[ \t]?\+|[ \t](?:oder|or|bzw\.|und|and)[ \t](?:höher|neuer|aufwärts|higher|newer|later|above|up)\b)?)"
    rf"(?=[ \t]*(?:$|[,;:)/\n&]|\.(?!\d)|(?:{one_of(CONJUNCTIONS)}|mit|with)\b))",
    re.IGNORECASE | re.MULTILINE,
)


def version_behind(text: str, places: Sequence[Span]) -> Stated | None:
    """Return the version that stands behind the first of these places of a text with any."""
    found = (_VERSION.match(text, end) for _, end in places)
    first = next((version for version in found if version), None)
    return Stated(first["words"], *first.span("words")) if first else None
