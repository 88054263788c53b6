"""Suspended words: those whose end only a later word has, as "Arten-" in "Arten- und Bodenschutz"."""

import re
from collections.abc import Iterator
from itertools import accumulate

from teamlandkarte.index.compounds import NOUN_ENDS, stems
from teamlandkarte.index.read_text import ReadText
from teamlandkarte.index.word_lists import one_of
from teamlandkarte.index.words import CONJUNCTIONS, Word

_SUSPENDED = re.compile(rf"-(?:,|/|\s+{one_of(CONJUNCTIONS)}\b)")
_ARTICLES = frozenset(
    ("ein", "eine", "einen", "einem", "einer", "eines", "der", "die", "das", "den", "dem", "des", "a", "an", "the")
)
_MOST_SHARED = 2  # words behind the one that has the shared end
_MOST_SUSPENDED = 6  # words that a shared end may be away


def is_suspended(read: ReadText, word: Word) -> bool:
    """Return whether a word ends in a hyphen and another one is to end it."""
    return _SUSPENDED.match(read.text, word.end) is not None


def completed(read: ReadText, place: int) -> Iterator[tuple[str, bool]]:
    """Yield what a word that ends in a hyphen may be: it with each end of the next whole one, the longest first.

    And with each, whether that word stands there without an ending of its own.
    """
    for whole in _wholes(read, place):
        named = stems(whole)
        forms = [*named, *(form.removesuffix(end) for form in named for end in NOUN_ENDS if form.endswith(end))]
        for form in forms:
            names = (read.forms[place] + form[cut:] for cut in range(2, len(form) - 2))
            yield from ((name, form in named) for name in names if name not in forms)


def _wholes(read: ReadText, place: int) -> Iterator[str]:
    """Yield the next word that does not end in a hyphen itself, and then it with those that are one with it."""
    at = _next_whole(read, place)
    if at is None:
        return
    last = at
    while last + 1 < len(read.words) and last - at < _MOST_SHARED and _is_one_with_the_next(read, last):
        last += 1
    yield from accumulate(read.forms[at : last + 1])


def _is_one_with_the_next(read: ReadText, place: int) -> bool:
    """Return whether a hyphen or a known name joins a word with the next one: "Frontend-Entwickler"."""
    between = read.text[read.words[place].end : read.words[place + 1].start]
    return between == "-" or (not between.strip() and all(read.claimed[place : place + 2]))


def _next_whole(read: ReadText, place: int) -> int | None:
    """Return where the next word stands that does not end in a hyphen itself, None where there is none near."""
    for at in range(place + 1, min(place + 1 + _MOST_SUSPENDED, len(read.words))):
        small = read.forms[at] in CONJUNCTIONS or read.forms[at] in _ARTICLES
        if not small and not is_suspended(read, read.words[at]):
            return at
    return None
