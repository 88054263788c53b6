"""Capitals: words that are written in capitals throughout, put into the writing that a model has learnt from."""

import re
from collections.abc import Sequence
from functools import cached_property

# A shorter one, or one with digits, mostly is an abbreviation: "ETCS", "TOGAF", "PRINCE2".
_SHOUTED = re.compile(r"(?<!\w)[^\W\d_]{6,}(?!\w)")


class Capitals:
    """The words that a list of terms writes in capitals; immutable."""

    def __init__(self, terms: Sequence[str]) -> None:
        self._terms = terms

    def lowered(self, text: str) -> str:
        """Return a text whose long words begin with a capital at most, but for those that the terms have so."""
        return _SHOUTED.sub(self._lowered, text) if any(map(str.isupper, text)) else text

    def _lowered(self, found: re.Match[str]) -> str:
        word = found.group()
        return word.capitalize() if word.isupper() and word not in self._abbreviations else word

    @cached_property
    def _abbreviations(self) -> frozenset[str]:
        return frozenset(word for word in _SHOUTED.findall("\n".join(self._terms)) if word.isupper())
