"""Meaning: the second judgement of whether a sentence seeks somebody, for where its words leave that open.

A net with one hidden layer reads the sentence's vector of the local model beside the log-odds of its words (`seeking`).
It was learnt from the same texts (`tests/quality/fit_meaning.py`); its weights are `wording/meaning.npz`.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.clauses import Sentence

# What makes the log-odds of the words and the components of a vector of the order of 1.
_WORDS_SHARE, _VECTOR_SHARE = 1 / 3, 5.0
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Meaning:
    """The weights of h `hidden` units, (1 + d, h), and of the `result`, (h,), and what is added to each sum."""

    hidden: Values
    always: Values
    result: Values
    offset: Values

    def log_odds(self, by_words: float, vector: NDArray[np.floating]) -> float:
        """Return the log-odds that a sentence seeks somebody, from those of its words and its unit vector, (d,)."""
        units = np.maximum(evidence(by_words, vector) @ self.hidden + self.always, 0.0)
        return float(units @ self.result + self.offset)


def evidence(by_words: float, vector: NDArray[np.floating]) -> Values:
    """Return what the net reads of a sentence, (1 + d,)."""
    return np.concatenate(([by_words * _WORDS_SHARE], vector * _VECTOR_SHARE))


def said(text: str, sentence: Sentence) -> str:
    """Return the words of a sentence as the model is given them."""
    return text[sentence.start : sentence.end].strip()


@cache
def learnt_meaning() -> Meaning:
    """Return the weights that come with the package."""
    packaged = files("teamlandkarte.index").joinpath("wording", "meaning.npz")
    with as_file(packaged) as file, np.load(file) as held:
        return Meaning(**{name: held[name].astype(np.float64) for name in held})
