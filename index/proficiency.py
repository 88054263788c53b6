"""Proficiency: the years of experience and the level that a text asks for with a competence, in its own words.

They are for people to read: no score uses them, since the lake records neither.
"""

import re
from collections.abc import Iterator, Sequence

from teamlandkarte.index.clauses import Clause, Span, clauses, sentences
from teamlandkarte.index.text import clean

_NUMBER = (
    r"(?:\d{1,2}|eine?[mnrs]?|zwei|drei|vier|fünf|sechs|sieben|acht|zehn|one|two|three|four|five|six|seven|eight|ten)"
)
_YEARS = re.compile(
    r"(?:\b(?:mind(?:\.|estens)|min\.|wenigstens|über|mehr\s+als|ca\.|at\s+least|minimum(?:\s+of)?|more\s+than|over)\s*)?"
    rf"\b{_NUMBER}\s*(?:\+|(?:-|–|bis|to)\s*\d{{1,2}})?[\s-]*(?:jahre?n?|jährige[rnms]?|years?|yrs)\b"
    r"|\b(?:mehr|lang)jährige[rnms]?\b|\b(?:several|many)\s+years\b",
    re.IGNORECASE,
)
_LEVEL = re.compile(
    r"\b(?:sehr\s+gute|gute|exzellente|hervorragende|ausgezeichnete|fundierte|vertiefte|tiefgehende|umfassende|solide|"
    r"sichere|grundlegende|erste)[rnms]?\b"
    r"|\b(?:very\s+good|good|excellent|strong|solid|profound|advanced|basic|in-depth|deep|expert)\b"
    r"|\b(?:grundkenntnisse|expertenwissen|expertenkenntnisse)n?\b",
    re.IGNORECASE,
)
_LANGUAGE_LEVEL = re.compile(
    r"\b[ABC][12](?:\s*[-–/]\s*[ABC][12])?\b"
    r"|(?i:\b(?:verhandlungssicher|fließend|fliessend|muttersprach|business[\s-]fluent|fluent|native)\w*)",
)
_KNOWLEDGE = re.compile(
    r"erfahrung|kenntnis|wissen|umgang|praxis|fähigkeit|expertise|beherrsch|experience|knowledge|skill|command|background",
    re.IGNORECASE,
)
_LANGUAGES = re.compile(
    r"deutsch|german|engl|franz|french|poln|polish|tschech|czech|niederl|dutch|türk|turkish|span|ital|russ|ukrain|arab|"
    r"kroat|croat|dän|danish|gebärden|sign language|schwed|swedish|norweg|finn|portug|rumän|roman|ungar|hungar|"
    r"griech|greek|chines|japan",
    re.IGNORECASE,
)
_BELONGS = frozenset(("(", ":", ",", "–", "-", "—"))  # what opens a clause that says more about the one before


def proficiencies(text: str, terms: Sequence[Span]) -> dict[Span, str]:
    """Return for each term, standing at these places of a text, what years and level it is asked for with, if any."""
    found: dict[Span, str] = {}
    for sentence in sentences(text):
        parts = clauses(text, sentence)
        held = [[term for term in terms if part.start <= term[0] < part.end] for part in parts]
        for place, part in enumerate(parts):
            for term in held[place]:
                said = [*_said(text, part, term, alone=False)]
                if not said and place + 1 < len(parts) and not held[place + 1] and parts[place + 1].opened in _BELONGS:
                    said = [*_said(text, parts[place + 1], term, alone=True)]
                if said:
                    found[term] = ", ".join(dict.fromkeys(said))
    return found


def _said(text: str, clause: Clause, term: Span, *, alone: bool) -> Iterator[str]:
    """Yield what a clause says about a term: years, a level, or for a language how well it is spoken.

    A clause that says nothing else (`alone`) need not speak of knowledge: "Python (mind. 5 Jahre)".
    """
    is_language = bool(_LANGUAGES.match(text[term[0] : term[1]]))
    if alone or _KNOWLEDGE.search(text, clause.start, clause.end):
        for pattern in (_YEARS, _LEVEL):
            if (nearest := _nearest(pattern, text, clause, term)) is not None:
                yield nearest
    if is_language and (nearest := _nearest(_LANGUAGE_LEVEL, text, clause, term)) is not None:
        yield nearest


def _nearest(pattern: re.Pattern[str], text: str, clause: Clause, term: Span) -> str | None:
    matches = list(pattern.finditer(text, clause.start, clause.end))
    if not matches:
        return None
    return clean(min(matches, key=lambda one: max(term[0] - one.end(), one.start() - term[1])).group())
