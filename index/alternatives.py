"""Alternatives: of which terms a text asks for any one, or for something similar: "Angular, React oder Vue.js"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from teamlandkarte.index.clauses import Span
from teamlandkarte.index.word_lists import one_of, word_lists

_LISTS = word_lists("alternatives")
_INTO = r"\s*(?:in\s+|mit\s+|with\s+)?"
_INSTEAD = one_of(_LISTS["instead"])
_EITHER = re.compile(
    rf"(?:-\w*)?[\s,(]*(?<!\w)(?:{one_of(_LISTS['or'])}(?:,?\s+{_INSTEAD})?|{_INSTEAD}),?\s{_INTO}", re.IGNORECASE
)
_LISTED = re.compile(rf"(?:-\w*)?\s*[,/]{_INTO}", re.IGNORECASE)
_APART = re.compile(r"(?:-\w*)?(?:\s*[;|]\s*|[ \t]*[,;]?\n\s*[-–*•·]\s*)")
_LAST = re.compile(rf"(?:-\w*)?,?\s+(?:und|sowie|and|&)\s{_INTO}", re.IGNORECASE)
_OR_SIMILAR = re.compile(
    r"(?:-\w*)?\s*[,(]?\s*(?:o\.?\s?ä\b"
    r"|(?:oder|or)\s+(?:etwas\s+|something\s+)?(?:ähnlich|vergleichbar|gleichwertig|similar|equivalent|comparable))",
    re.IGNORECASE,
)
_ONE = r"(?:eine?[nrms]?|one|1)(?:\s+(?:oder\s+mehrere[nrms]?|or\s+(?:more|several)))?"
_AT_LEAST = one_of(_LISTS["at_least"])
_OF_THE = r"(?:\s+(?:de[rn]|dieser|diesen|von|aus|of|the|these))+"
_CHOICE = (
    rf"(?:\s+(?!our|your|their|unser|ihr)[\w-]+)?\s+(?:{one_of(_LISTS['following'])}|[\w-]*{one_of(_LISTS['kinds'])})\b"
    r"(?:\s+[\w-]+)?"
)
_OPENS = r"(?:\s+(?:wie|aus|such\s+as|like|namely|nämlich|from|out\s+of))?[\s:(„\"–-]*(?:\n\s*[-–*•·]\s*)?"
_ONE_OF = re.compile(
    rf"\b(?:(?:{_AT_LEAST}\s+{_ONE}|any){_OF_THE}(?:{_CHOICE})?|{_ONE}{_OF_THE}{_CHOICE}"
    rf"|{_AT_LEAST}\s+{_ONE}(?:\s+[\w-]+)?\s+[\w-]*{one_of(_LISTS['kind'])}\b){_OPENS}$",
    re.IGNORECASE,
)
_ONE_OF_THEM = re.compile(
    rf"(?:-\w*)?[\s,(–-]*(?:{_AT_LEAST}\s+)?{_ONE}\s+(?:davon|dieser|of\s+(?:them|these|those|which))\b", re.IGNORECASE
)
_BEFORE = 100  # characters in which a list may be introduced


@dataclass(frozen=True)
class Alternatives:
    """The terms at these places of a list of terms, of which any will do, and with `or_similar` something like them."""

    places: range
    or_similar: bool


def alternatives(text: str, terms: Sequence[Span]) -> Iterator[Alternatives]:
    """Yield which of the terms of a text, given in its order, are alternatives; one alone is where it is `or_similar`.

    A list is one of alternatives where its last term is joined with "or", in either language, or where the text asks
    for one of them: "at least one of Java, Kotlin and Scala".
    """
    first, joined = 0, False  # of the list that is being read, and whether its last two are alternatives
    one_of_them = False  # the list is introduced as one of alternatives, and goes on
    for place, (start, end) in enumerate(terms):
        if place == first:
            one_of_them = bool(_ONE_OF.search(text[max(0, start - _BEFORE) : start]))
        following = terms[place + 1][0] if place + 1 < len(terms) else end
        similar = bool(_OR_SIMILAR.match(text, end))
        either = not similar and bool(_EITHER.fullmatch(text, end, following))
        last = one_of_them and _LAST.fullmatch(text, end, following)
        listed = _LISTED.fullmatch(text, end, following) and (one_of_them or not joined)
        apart = one_of_them and _APART.fullmatch(text, end, following)
        if either or (not similar and (last or listed or apart)):
            joined, one_of_them = either or one_of_them, one_of_them and not last
            continue
        if joined or similar or (place > first and _ONE_OF_THEM.match(text, end)):
            yield Alternatives(range(first, place + 1), similar)
        first, joined = place + 1, False
