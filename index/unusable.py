"""What a text asks for that matching cannot use: it is said, so that nobody believes it counted."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from teamlandkarte.index.clauses import Span
from teamlandkarte.index.experience import EXPERIENCE, YEARLONG, YEARS
from teamlandkarte.index.places import ANY_OF_CITIES, LANDS, TYPED_OUT, bare_places
from teamlandkarte.index.text import clean
from teamlandkarte.index.word_lists import one_of, word_lists

SOMEBODY = (
    rf"(?:[\w-]{{0,40}}{one_of(word_lists('phrases')['somebody'])}(?:n|s|en|in|innen|nen)?|personen|people|leute|köpfe|"
    r"(?:kolleg|kandidat|mitarbeit|freiberufl|anfäng)\w{1,8}|fachkräfte|(?:candidate|freelancer|beginner|junior|senior)s?)"
)
_KINDS = {
    "workload": r"""
        \b\d{1,3}\s?(?:%|prozent\b|percent\b)(?:[\s-]*(?:auslastung|pensum|stelle|workload|capacity|fte)\b)?
        | \b(?:vollzeit|teilzeit|halbtags|full[\s-]?time|part[\s-]?time)\b
        | \b\d{1,3}\s*(?:-\s*\d{1,3}\s*)?(?:stunden|std\.?|hours|h|tage|days|pt)\s*(?:/|pro|je|per|a|in\ der)\s*
          (?:woche|week|monat|month|tag|day)\b
        | \b\d{1,4}\s*(?:personentage|pt|man[\s-]?days|fte)\b
    """,
    "place": r"""
        \b(?:remote|home[\s-]?office|vor\ ort|on[\s-]?site|hybrid|deutschlandweit|bundesweit|europaweit|nationwide)\b
        | \b(?:einsatzort|standort|arbeitsort|dienstort|location|based\ in)\b\s*:?\s*(?:St\.\ )?(?-i:[A-ZÄÖÜ])[\w/-]+
          (?:[\s-](?:am|an\ der|\((?-i:[A-Z])\w+\)|(?-i:[A-ZÄÖÜ])\w+))*
        | \b(?:in|bei|nahe|near|raum|großraum|aus|from|nur|only)\s+(?:_CITIES)\b
        | \b(?:aus|from|nur|only)\s+(?:_LANDS)\b
    """,
    "travel": r"""
        \b(?:reisebereitschaft|reisetätigkeit|dienstreisen|reiseanteil|willing(?:ness)?\ to\ travel|travel\ required)\b
    """,
    "rate": r"""
        (?:€|\$|chf|eur)\s?\d[\d.,]{0,15}(?:\s?(?:/|pro|je|per)\s?(?:stunde|std|tag|hour|h|day)\b)?
        | \b\d[\d.,]{0,15}\s?(?:€|eur\b|euro\b|chf\b)(?:\s?(?:/|pro|je|per)\s?(?:stunde|std|tag|hour|h|day)\b)?
        | \b(?:stundensatz|tagessatz|hourly\ rate|daily\ rate|day\ rate)\b
    """,
    "experience": r"""
        \b(?:_YEARS['’]?(?:\s+(?:of|an))?|_LASTING)\s+(?:[\w-]+\s+)?[\w-]*_EXPERIENCE\w*
        | \b[\w-]{0,30}_EXPERIENCE(?:en)?\s*[:(–-]?\s*
          (?:(?:von|of|seit|über|over|mindestens|mind\.|min\.|wenigstens|mehr\ als|more\ than|ca\.
          |etwa|about|at\ least|minimum)\s+){0,3}
          _YEARS
    """,
    "clearance": r"""
        \b(?:sicherheitsüberprüfung\w*|ü[123]\b|security\ clearance|führungszeugnis\w*)
    """,
    "seniority": r"""
        \b(?:(?:nur|only|mindestens|mind\.|at\ least|ausschließlich)\s+)?
        (?:seniors?|juniors?|mid[\s-]?level|entry[\s-]level|berufseinsteiger\w*|einsteiger\w*)\b(?:[\s-](?:level|niveau)\b)?
        | \b(?:nur|only|mindestens|at\ least|level:?|stufe:?)\s+(?:professionals?|experten|experts?|leads?)\b
    """,
    "number": r"""
        \b_COUNT(?:\s*(?:-|–|bis|to|oder|or)\s*_COUNT)?\s+
        (?:(?!(?:\d|_COUNT|jahre?n?|years?|monat|month|woche|week|tag|day|million|als|as|of|von|in|im|mit|with|für|for)\w{0,2}\b)
        [\w-]+\s+){0,2}
        _SOMEBODY\b
    """,
}
_COUNT = (
    r"(?:[2-9]|1\d|20|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|two|three|four|five|six|seven|eight|nine|ten)"
)
_NAMES = {
    "_COUNT": _COUNT, "_CITIES": ANY_OF_CITIES, "_LANDS": LANDS, "_SOMEBODY": SOMEBODY,
    "_YEARS": YEARS, "_LASTING": YEARLONG, "_EXPERIENCE": EXPERIENCE,
}  # fmt: skip
_PATTERNS = {
    kind: re.compile(
        re.sub("_[A-Z]+", lambda name: _NAMES[name.group()], pattern).translate(TYPED_OUT), re.IGNORECASE | re.VERBOSE
    )
    for kind, pattern in _KINDS.items()
}
# "Java 17 Entwickler" are not seventeen.
_VERSION = re.compile(
    r"(?<![\w#+])(?!(?i:such|brauch|benötig|gesucht|bedarf|need|seek|want|wir|we)\w*\s)[A-Z][\w#+.]{0,30}\s$"
)
# "Team: 5 Entwickler" and "a team of five developers" are there already.
_DESCRIBES = re.compile(
    r"\b(?:(?:von|of|mit|with|aus)\s|team(?:s|größe|stärke|[\s-]size)?\s?[:=(–-]|wir\s+sind\s|we\s+are\s|we['’]re\s"
    r"|team\s+(?:umfasst|zählt|hat|has|counts|comprises|includes|numbers|arbeiten|sitzen)\s)\s*"
    r"(?:(?:derzeit|aktuell|zurzeit|momentan|bereits|schon|etwa|rund|ca\.|insgesamt|currently|already|about)\s+)*$",
    re.IGNORECASE,
)
_AND_ALSO = re.compile(r"\s*(?:,|\+|&|\b(?:und|sowie|and)\b)\s*", re.IGNORECASE)
_SOUGHT_BEHIND = re.compile(
    r"[^.,;:\n]{0,40}\b(?:gesucht|gebraucht|benötigt|nötig|wanted|needed|required)", re.IGNORECASE
)
_BEFORE = 60  # characters that tell what a number of people means


@dataclass(frozen=True)
class Unusable:
    """Something understood at `text[start:end]` that no score and no filter uses."""

    kind: str
    words: str
    start: int
    end: int


def find_unusable(text: str, named: Sequence[Span] = ()) -> list[Unusable]:
    """Return what a text asks for that cannot be used, in the order of the text, each wording once.

    What stands within one of the places `named` names something that can be. Years of experience are told of each
    place, since they may be said of different things.
    """
    found = [
        Unusable(kind, clean(match.group()), match.start(), match.end())
        for kind, pattern in _PATTERNS.items()
        for match in (_sought(text, pattern) if kind == "number" else pattern.finditer(text))
    ]
    places = [(one.start, one.end) for one in found if one.kind == "place"]
    found += [
        Unusable("place", clean(match.group()), match.start(), match.end())
        for match in bare_places(text)
        if not any(start <= match.start() < end for start, end in places)
    ]
    left = [one for one in found if not any(start <= one.start and one.end <= end for start, end in named)]
    once: dict[tuple[str, str, int], Unusable] = {}
    for one in sorted(left, key=lambda one: (one.start, one.kind)):
        once.setdefault((one.kind, one.words.casefold(), one.start if one.kind == "experience" else 0), one)
    return list(once.values())


def _sought(text: str, numbers: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the numbers of people that are sought, without those who are there already."""
    described = -1
    for number in numbers.finditer(text):
        before = text[max(0, number.start() - _BEFORE) : number.start()]
        goes_on = described >= 0 and _AND_ALSO.fullmatch(text, described, number.start())
        if (goes_on or _DESCRIBES.search(before)) and not _SOUGHT_BEHIND.match(text, number.end()):
            described = number.end()
        elif not (number.group()[0].isdigit() and _VERSION.search(before)):
            yield number
