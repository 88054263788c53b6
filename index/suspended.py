"""Suspended words: those whose end only a later word has, as "Arten-" in "Arten- und Bodenschutz"."""

import re
from collections.abc import Iterator

from teamlandkarte.index.read_text import ReadText
from teamlandkarte.index.words import Word

_SUSPENDED = re.compile(r"-(?:,|/|\s+(?:und|oder|sowie|bzw|and|or)\b)")
CONJUNCTIONS = frozenset(("und", "oder", "sowie", "bzw", "and", "or"))
_ARTICLES = frozenset(
    ("ein", "eine", "einen", "einem", "einer", "eines", "der", "die", "das", "den", "dem", "des", "a", "an", "the")
)
PLURALS = ("en", "n", "s")  # of the end that both words share
_MOST_SHARED = 2  # words behind the one that has the shared end
_MOST_SUSPENDED = 6  # words that a shared end may be away


def is_suspended(read: ReadText, word: Word) -> bool:
    """Return whether a word ends in a hyphen and another one is to end it."""
    return _SUSPENDED.match(read.text, word.end) is not None


def ended(read: ReadText, place: int) -> Iterator[str]:
    """Yield a word that ends in a hyphen with each end that the next whole one may share with it, the longest first."""
    at = next_whole(read, place)
    if at is None:
        return
    last = at
    while last + 1 < len(read.words) and last - at < _MOST_SHARED and _is_one_with_the_next(read, last):
        last += 1
    whole, behind = read.forms[at], "".join(read.forms[at + 1 : last + 1])
    for cut in range(2, len(whole) - 2):
        yield read.forms[place] + whole[cut:] + behind
    for start in range(at + 1, last + 1):
        yield read.forms[place] + "".join(read.forms[start : last + 1])


def _is_one_with_the_next(read: ReadText, place: int) -> bool:
    """Return whether a hyphen or a known name joins a word with the next one: "Frontend-Entwickler"."""
    between = read.text[read.words[place].end : read.words[place + 1].start]
    return between == "-" or (not between.strip() and all(read.claimed[place : place + 2]))


def next_whole(read: ReadText, place: int) -> int | None:
    """Return where the next word stands that does not end in a hyphen itself, None where there is none near."""
    for at in range(place + 1, min(place + 1 + _MOST_SUSPENDED, len(read.words))):
        small = read.forms[at] in CONJUNCTIONS or read.forms[at] in _ARTICLES
        if not small and not is_suspended(read, read.words[at]):
            return at
    return None
