"""Names of certificates, as texts that ask for one write them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from teamlandkarte.index.text import folded

WORD = re.compile(r"[^\W_]+")
_DETAILS = re.compile(r"\s*(?:[,;(]|\s[–—-]\s).*", re.DOTALL)  # a year, a level, a field
_ABBREVIATION = re.compile(r"\(([A-ZÄÖÜ][A-ZÄÖÜ0-9]{2,})\)")
_SHORTEST = 3  # characters


@dataclass(frozen=True)
class NamedCertificate:
    """A certificate that a text names at `text[start:end]`."""

    name: str
    start: int
    end: int


class CertificateNames:
    """The names in the texts of certificates, without years, levels and fields, and abbreviations in brackets."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._known: dict[str, dict[tuple[str, ...], str]] = {}
        for text in texts:
            for name in (_DETAILS.sub("", text, count=1), *_ABBREVIATION.findall(text)):
                forms = tuple(map(folded, WORD.findall(name)))
                if forms and len(name) >= _SHORTEST and not name[0].islower():
                    self._known.setdefault(forms[0], {}).setdefault(forms, name)

    def named_in(self, text: str) -> Iterator[NamedCertificate]:
        """Yield the certificates that a text names word for word and with a capital, the longest of several."""
        words = list(WORD.finditer(text))
        forms = [folded(word.group()) for word in words]
        place = 0
        while place < len(words):
            known = {} if words[place].group()[0].islower() else self._known.get(forms[place], {})
            fitting = (name for name in known if name == tuple(forms[place : place + len(name)]))
            if (longest := max(fitting, key=len, default=())) == ():
                place += 1
                continue
            last = place + len(longest) - 1
            yield NamedCertificate(known[longest], words[place].start(), words[last].end())
            place = last + 1
