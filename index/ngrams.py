"""Character n-grams: how alike two terms are spelled, as the second opinion beside the local model.

TF-IDF over the three-character pieces of blank-padded words (scikit-learn's `char_wb`), with sublinear term frequency
and smooth inverse document frequency. Frequencies come from a fixed list of labels (ESCO, European Commission), never
from the data, so an unrelated person cannot change a score.
"""

import gzip
import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.grid import snapped

_LENGTH = 3
_WEIGHT_STEPS = 2.0**22  # as in `index.grid`: sums of products of such weights are exact in any order


class CharacterNgrams:
    """The cosine of a text with each of a fixed list of terms, by character 3-grams."""

    def __init__(self, terms: Sequence[str]) -> None:
        weighed = [_weights(term) for term in terms]
        postings: dict[str, list[tuple[int, float]]] = {}
        for term_id, weights in enumerate(weighed):
            for ngram, weight in weights.items():
                postings.setdefault(ngram, []).append((term_id, weight))
        self._count = len(terms)
        self._postings = {
            ngram: (np.array([i for i, _ in held], np.intp), np.array([w for _, w in held], np.float64))
            for ngram, held in postings.items()
        }

    def row(self, text: str) -> NDArray[np.float32]:
        """Return the cosine of the text with every term, on the 2^-20 grid; 0 where they share no n-gram."""
        sums = np.zeros(self._count, np.float64)
        for ngram, weight in _weights(text).items():
            posting = self._postings.get(ngram)
            if posting is not None:
                term_ids, weights = posting
                sums[term_ids] += weights * weight
        return snapped(np.minimum(sums, 1.0))


def _ngrams(text: str) -> Iterator[str]:
    """Yield the n-grams of each word with one blank before and after it; a shorter word is one n-gram."""
    for word in text.lower().split():
        padded = f" {word} "
        for start in range(max(1, len(padded) - _LENGTH + 1)):
            yield padded[start : start + _LENGTH]


def _weights(text: str) -> Mapping[str, float]:
    """Return the unit TF-IDF vector of a text, components on the 2^-22 grid.

    An n-gram that no label has counts as the rarest.
    """
    rarity, rarest = _inverse_document_frequencies()
    raw = {
        ngram: rarity.get(ngram, rarest) * (1.0 + math.log(count)) for ngram, count in Counter(_ngrams(text)).items()
    }
    length = math.sqrt(math.fsum(weight * weight for weight in raw.values()))
    return {ngram: round(weight / length * _WEIGHT_STEPS) / _WEIGHT_STEPS for ngram, weight in raw.items()}


@cache
def _inverse_document_frequencies() -> tuple[Mapping[str, float], float]:
    """Return ln((1 + labels) / (1 + labels with the n-gram)) + 1 of each n-gram, and that of an n-gram of no label."""
    packed = files("teamlandkarte.index").joinpath("encoder", "esco_ngrams.json.gz").read_bytes()
    counted = json.loads(gzip.decompress(packed))
    labels: int = counted["labels"]
    rarity = {ngram: math.log((1 + labels) / (1 + count)) + 1.0 for ngram, count in counted["counts"].items()}
    return rarity, math.log(1 + labels) + 1.0
