"""Names of people as different systems write them: what they have in common, for looking up and for linking."""

import re
import unicodedata

_WORD = re.compile(r"[^\W_]+")
# Letters of their own that no decomposition takes apart, and whose readers elsewhere type the plain letter.
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})
_TITLES = frozenset(("dr", "prof", "professor", "dipl", "ing", "phd", "habil", "herr", "frau"))


def searchable(text: str) -> str:
    """Return what texts that people take for the same have in common: no case, no marks (ё is е, ü is u), ß is ss."""
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).translate(_PLAIN)


def words_of(text: str) -> list[str]:
    """Return the words of a text as they are searched."""
    return _WORD.findall(searchable(text))


def same_person(name: str) -> str:
    """Return what two writings of one full name have in common: its words in whatever order, without titles."""
    words = sorted(words_of(name))
    return " ".join([word for word in words if word not in _TITLES] or words)
