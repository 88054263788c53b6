"""Declension: the forms in which names of several words stand in a German sentence: "im strategischen Einkauf"."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from teamlandkarte.index.read_text import ReadText
from teamlandkarte.index.word_lists import one_of
from teamlandkarte.index.words import CONJUNCTIONS

Key = tuple[str, ...]

_OF_ADJECTIVES = ("en", "er", "em", "es", "e")
_OF_NOUNS = ("ens", "en", "es", "e", "n", "s")
UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"))  # of plurals: "Verträge"
_SHORTEST_STEM = 4  # letters
_MOST_WORDS = 6  # of a name that is declined
_CACHED_FORMS = 65_536
_SHARES_A_NOUN = re.compile(
    rf"(?:,\s*[^\W\d_]+)*,?\s+(?:{one_of(CONJUNCTIONS)}\.?|beziehungsweise|und/oder|and/or|&)\s+"
    r"(?:(?:de[mnrs]|im|in|mit|the)\s+)*[^\W\d_]+\s+"
)
_NEAREST_SHARED = 2  # words on: "technischer, strategischer Einkauf" is not joined
_FURTHEST_SHARED = 9


class DeclinedNames:
    """Names of several words, found in any declension: all words but the last may be adjectives, the last is a noun."""

    def __init__(self, names: Iterable[Key]) -> None:
        """Take the words of names in the forms in which they are compared; of equal ones the first counts."""
        self._names: dict[Key, Key] = {}
        self._longest: dict[str, int] = {}  # by the first word, so that few places of a text are looked at
        for name in names:
            if 1 < len(name) <= _MOST_WORDS:
                stems = _stems(name)
                self._names.setdefault(stems, name)
                self._longest[stems[0]] = max(self._longest.get(stems[0], 0), len(name))

    def beginning(self, forms: Key, start: int, most: int) -> Iterator[Key]:
        """Yield the names that the forms from a place up to `most` may be, the longest first."""
        longest = self._longest.get(_attribute(forms[start]), 0)
        for end in range(min(most, start + longest), start + 1, -1):
            if (name := self._names.get(_stems(forms[start:end]))) is not None:
                yield name

    def sharing_a_noun(self, read: ReadText) -> Iterator[tuple[int, Key]]:
        """Yield the place of each word that makes a name with a noun behind other such words, and the name."""
        for place, form in enumerate(read.forms):
            if _attribute(form) not in self._longest:
                continue
            for noun in range(place + _NEAREST_SHARED, min(place + _FURTHEST_SHARED, len(read.words))):
                name = self._names.get(_stems((form, read.forms[noun])))
                if name and _SHARES_A_NOUN.fullmatch(read.text, read.words[place].end, read.words[noun].start):
                    yield place, name
                    break


def _stems(forms: Key) -> Key:
    return (*map(_attribute, forms[:-1]), noun_stem(forms[-1]))


@lru_cache(_CACHED_FORMS)
def _attribute(form: str) -> str:
    """Return what stands for all forms of an adjective; a noun is marked apart, so that "Test" is no "Tester"."""
    for end in _OF_ADJECTIVES:
        if form.endswith(end) and len(form) - len(end) >= _SHORTEST_STEM:
            return form.removesuffix(end) + "*"
    return noun_stem(form)


@lru_cache(_CACHED_FORMS)
def noun_stem(form: str) -> str:
    """Return what stands for all cases and numbers of a noun."""
    stem = form
    for end in _OF_NOUNS:
        if form.endswith(end) and len(form) - len(end) >= _SHORTEST_STEM and not form.endswith("ss"):
            stem = form.removesuffix(end)
            break
    for umlaut, vowel in UMLAUTS:
        stem = stem.replace(umlaut, vowel)
    return stem
