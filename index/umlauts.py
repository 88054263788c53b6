"""Umlauts typed out, put back where the words of a vocabulary show that they are meant."""

import re
from collections.abc import Sequence
from functools import cached_property

from teamlandkarte.index.text import spelt_out

_WORD = re.compile(r"[^\W\d_]+")


class Umlauts:
    """The words of a list of terms that have umlauts; immutable."""

    def __init__(self, terms: Sequence[str]) -> None:
        self._terms = terms

    def restored(self, text: str) -> str:
        """Return a text with the umlauts that its words have in the terms: "Bauueberwacher".

        A word that the terms have as it is, or that stands for several of their words, stays. So does one with a bare
        vowel, which mostly is another word: Spulen and spülen, Flughafen and Flughäfen.
        """
        return _WORD.sub(lambda word: self._restored(word.group()), text)

    def _restored(self, word: str) -> str:
        written = self._written.get(word.lower(), word)
        return written.lower() if word.islower() else written

    @cached_property
    def _written(self) -> dict[str, str]:
        """Return each word with umlauts by its form without, in small letters, where that is of it alone."""
        words = sorted(set(_WORD.findall("\n".join(self._terms))))
        taken = {word.lower() for word in words}
        meant: dict[str, dict[str, str]] = {}
        for word in words:
            small = word.lower()
            plain = spelt_out(small)
            if plain != small and plain.isascii() and plain not in taken:
                meant.setdefault(plain, {}).setdefault(small, word)
        return {plain: next(iter(forms.values())) for plain, forms in meant.items() if len(forms) == 1}
