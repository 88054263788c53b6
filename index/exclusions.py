"""Exclusions: the competences and roles that a text does not want, for people to read, since no search excludes."""

import re
from collections.abc import Iterator
from itertools import islice

from teamlandkarte.index.mentions import Lexicon, lexicon
from teamlandkarte.index.negation import BEFORE_IT, PLAIN, is_indispensable
from teamlandkarte.index.terms import KnownTerms
from teamlandkarte.index.text import clean
from teamlandkarte.index.unusable import SOMEBODY, Unusable

_SIGN = re.compile(rf"(?:{BEFORE_IT}|{PLAIN})\s+", re.IGNORECASE)
# Of the signs those that exclude; "instead of" and "away from" name what is used no longer.
_EXCLUDES = re.compile(r"kein|ohne|no|without|außer|except|exclud|avoid|weder|nicht|niemand|nix", re.IGNORECASE)
_NOT = re.compile(r"nicht|not|\w+n['’]t", re.IGNORECASE)
_NAME = re.compile(  # of somebody, or as products and abbreviations are written
    rf"(?<![\w-])(?:{SOMEBODY}\b|(?!(?:vat|mwst|ust)\b)"
    r"(?-i:[A-Z])[\w+#./]{0,30}?(?-i:[A-Z\d+#])[\w+#/-]{0,30})",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"(?:(?:mit|with|in)\s+)?(?:(?!(?:ohne|without|nur|only|sondern|but|mit|with|von|für|for)\b)[\w-]+\s+){0,2}",
    re.IGNORECASE,
)
_RIGHT_BEHIND = re.compile(r"(?:(?:mit|with|in|auf|an?|the|eine?[nmrs]?|de[nrm]|die|das)\s+){0,2}", re.IGNORECASE)
_LISTED = re.compile(
    r"\s*(?:[/&]|,(?=[^.;]*\b(?:oder|or|nor|noch)\b|\s*(?:kein|no\b|ohne))|\b(?:und|oder|noch|and|or|nor|mit|with|in)\b)\s*"
    r"(?:(?:keine?[nrms]?|no|ohne)\s+)?",
    re.IGNORECASE,
)
_REST_OF_WORD = re.compile(r"[\w-]*")
_NO_NEED = re.compile(
    r"\b(?:nötig|notwendig|erforderlich|gebraucht|benötigt|vorausgesetzt|verlangt|erwartet|need|requir|necessary|expected)",
    re.IGNORECASE,
)
_REACH = re.compile(r"(?:[^.:;!?\n]|\.(?=\w)){1,80}")
_MOST_SIGNS = 200  # that are followed
_AROUND = 200  # characters in which a text says that nothing can be done without it


def find_excluded(text: str, vocabulary: KnownTerms) -> list[Unusable]:
    """Return where a text does not want a competence, known or written like a name, or somebody of a role."""
    return list(_excluded(text, vocabulary))


def _excluded(text: str, vocabulary: KnownTerms) -> Iterator[Unusable]:
    signs = [sign for sign in islice(_SIGN.finditer(text), _MOST_SIGNS) if _EXCLUDES.match(sign.group())]
    if not signs:
        return
    names, behind = lexicon(tuple(vocabulary.terms), vocabulary.aliases), 0
    for sign in signs:
        start = sign.start()
        if start < behind:
            continue
        reach = _REACH.match(text, sign.end())
        if reach and not is_indispensable(text, start, start - _AROUND, start + _AROUND):
            between = _RIGHT_BEHIND if _NOT.match(sign.group()) else _BETWEEN  # "do not send CVs as PDF"
            length = _length(reach.group(), between, names)
            if length and not _NO_NEED.search(reach.group(), length):
                behind = sign.end() + length
                yield Unusable("excluded", clean(text[start:behind]), start, behind)


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
