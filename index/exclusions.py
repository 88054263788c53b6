"""Exclusions: the competences and roles that a text does not want, for people to read, since no search excludes."""

import re
from collections.abc import Iterator
from itertools import islice

from teamlandkarte.index.clauses import Span
from teamlandkarte.index.mentions import Lexicon, lexicon
from teamlandkarte.index.negation import BEFORE_IT, PLAIN, is_indispensable
from teamlandkarte.index.terms import KnownTerms
from teamlandkarte.index.text import clean
from teamlandkarte.index.unusable import SOMEBODY, Unusable

_SIGN = re.compile(rf"(?:{BEFORE_IT}|{PLAIN})\s+", re.IGNORECASE)
# Of the signs those that exclude; "instead of" and "away from" name what is used no longer.
_EXCLUDES = re.compile(r"kein|ohne|no|without|außer|except|exclud|avoid|weder|neither|nicht|niemand|nix", re.IGNORECASE)
_NOT = re.compile(r"nicht|not|\w+n['’]t", re.IGNORECASE)
_NAME = re.compile(  # of somebody, or as products and abbreviations are written
    rf"(?<![\w-])(?:(?:(?-i:[A-Z])[\w-]{{1,30}}\s)?{SOMEBODY}\b|(?!(?:vat|mwst|ust)\b)"
    r"(?-i:[A-Z])[\w+#./]{0,30}?(?-i:[A-Z\d+#])[\w+#/-]{0,30})",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"(?:(?:mit|with|in)\s+)?(?:(?!(?:ohne|without|nur|only|sondern|but|mit|with|von|für|for)\b)[\w-]+\s+){0,2}",
    re.IGNORECASE,
)
_RIGHT_BEHIND = re.compile(r"(?:(?:mit|with|in|auf|an?|the|eine?[nmrs]?|de[nrm]|die|das)\s+){0,2}", re.IGNORECASE)
# Between what is excluded and what is excluded with it; blanks alone stand within one name: "Scrum Master".
_LISTED = re.compile(
    r"(?:\s*(?:,?\s*\b(?:oder|noch|or|nor)\b(?:\s+(?:eine?[nrms]?|de[nmr]|die|das|an?|the)\b)?"
    r"|[/&]|,(?=[^.;]*\b(?:oder|or|nor|noch)\b|\s*(?:kein|no\b|ohne))|\b(?:und|and|mit|with|in)\b)\s*"
    r"(?:(?:keine?[nrms]?|no|ohne)\s+)?|\s+)",
    re.IGNORECASE,
)
_REST_OF_WORD = re.compile(r"[\w-]*")
_NO_NEED = re.compile(
    r"\b(?:nötig|notwendig|erforderlich|gebraucht|benötigt|vorausgesetzt|verlangt|erwartet|need|requir|necessary|expected)",
    re.IGNORECASE,
)
_REACH = re.compile(r"(?:[^.:;!?\n]|\.(?=\w)){0,80}")
_MOST_SIGNS = 200  # that are followed
_AROUND = 200  # characters in which a text says that nothing can be done without it


def find_excluded(text: str, vocabulary: KnownTerms) -> list[Unusable]:
    """Return where a text does not want a competence, known or written like a name, or somebody of a role."""
    names = lexicon(tuple(vocabulary.terms), vocabulary.aliases)
    return [
        Unusable("excluded", clean(text[start:end]), start, end)
        for start, end in unwanted(text, names)
        if not _NO_NEED.search(text, end, _reach(text, end))
    ]


def unwanted(text: str, names: Lexicon) -> Iterator[Span]:
    """Yield where a text names what it does not want or need, by one of the names, like a product or as somebody."""
    behind = 0
    for sign in islice(_SIGN.finditer(text), _MOST_SIGNS):
        start = sign.start()
        if start < behind or not _EXCLUDES.match(sign.group()):
            continue
        if not is_indispensable(text, start, start - _AROUND, start + _AROUND):
            between = _RIGHT_BEHIND if _NOT.match(sign.group()) else _BETWEEN  # "do not send CVs as PDF"
            length = _length(text[sign.end() : _reach(text, sign.end())], between, names)
            if length:
                behind = sign.end() + length
                yield start, behind


def _reach(text: str, start: int) -> int:
    found = _REACH.match(text, start)
    return found.end() if found else start


def _length(words: str, between: re.Pattern[str], names: Lexicon) -> int:
    """Return up to where words behind a sign name what is excluded, 0 if they begin with something else."""
    spans = [(one.start, one.end) for one in names.mentions(words)] + [one.span() for one in _NAME.finditer(words)]
    end = 0
    for first, last in sorted(spans, key=lambda span: (span[0], -span[1])):
        listed = _LISTED.match(words, end)  # which looks ahead
        if listed and listed.end() == first if end else between.fullmatch(words, 0, first):
            end = _whole_word(words, last)
    return end


def _whole_word(words: str, end: int) -> int:
    rest = _REST_OF_WORD.match(words, end)
    return rest.end() if rest else end
