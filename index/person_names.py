"""Names of people as different systems write them: what they have in common, for looking up and for linking."""

import re
import unicodedata

from teamlandkarte.index.text import bare

_WORD = re.compile(r"[^\W_]+")
_TITLES = frozenset(
    """
    dr prof professor dipl ing phd habil herr herrn frau fraulein fraeulein mr mrs ms
    """.split()  # noqa: SIM905
)


def searchable(text: str) -> str:
    """Return what texts that people take for the same have in common: no case, no marks (ё is е, ü is u), ß is ss."""
    return bare(unicodedata.normalize("NFKC", text).casefold())


def words_of(text: str) -> list[str]:
    """Return the words of a text as they are searched."""
    return _WORD.findall(searchable(text))


def same_person(name: str) -> str:
    """Return what two writings of one full name have in common: its words in whatever order, without titles."""
    words = sorted(words_of(name))
    return " ".join([word for word in words if not is_title(word)] or words)


def is_title(word: str) -> bool:
    """Return whether a casefolded word is a form of address or a degree, and so no part of a name."""
    return bare(word) in _TITLES
