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
# A subject counts with the dot that makes it an abbreviation, since Phil, Pol and C. are names, too.
_SUBJECT = (
    r"(?:agr|biol|cult|dent|disc|forest|hort|hum|ing|iur|jur|math|med|medic|mont|mult|nat|oec|pad|paed|pharm|phil|pol|psych|"
    r"publ|rer|sc|silv|soc|techn|theol|vet|h\.\s?c|e\.\s?h)"
)
_DEGREES = re.compile(
    r"\b(?:"
    r"dipl\.?\s?(?:-\s?\w+\.?)+(?:\s?\((?:fh|ba|dh|tu|univ)\))?"
    rf"|(?:(?:univ|jun|apl|hon|priv|pd)[\s.-]*)?(?:prof|dr|doz)\b(?:[\s.,-]*(?:\b{_SUBJECT}\.|\brer\s{_SUBJECT}\b|\bmed\b))*"
    r"|mag\.|ph\.\s?d\b|mba\b|ll\.?\s?[mb]\b|[mb](?:\.\s?(?:sc|eng|ed)|sc)\b"
    r")|,\s*[mb]\.\s?a\b"
)


def searchable(text: str) -> str:
    """Return what texts that people take for the same have in common: no case, no marks (ё is е, ü is u), ß is ss."""
    return bare(unicodedata.normalize("NFKC", text).casefold())


def words_of(text: str) -> list[str]:
    """Return the words of a text as they are searched."""
    return _WORD.findall(searchable(text))


def same_person(name: str) -> str:
    """Return what two writings of one full name have in common: its words in whatever order, without titles."""
    plain = searchable(name)
    without = [word for word in _WORD.findall(_DEGREES.sub(" ", plain)) if word not in _TITLES]
    return " ".join(sorted(without or _WORD.findall(plain)))


def is_title(word: str) -> bool:
    """Return whether a casefolded word is a form of address or a degree, and so no part of a name."""
    return bare(word) in _TITLES
