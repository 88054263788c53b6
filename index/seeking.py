"""Seeking: how much a sentence sounds as if it sought somebody, told by signs whose weights were learnt from texts.

A sign is a word, a part of one, two words side by side, or the shape of the sentence. A weight above 0 speaks for a
request, below 0 for boilerplate: a logistic regression (`tests/quality/fit_seeking.py`) whose weights are
`wording/seeking.csv`, in hundredths.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from teamlandkarte.index.clauses import Sentence

ALWAYS = "#always"  # the sign that every sentence has
WEIGHT_UNIT = 100

_TOKEN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+|[?!:€%§@]")
_NUMBER = "0"
_PART_LENGTHS = (4, 5)  # letters; the edges of a word count as letters
_DEPENDENT = 1 / 3  # signs of one sentence repeat each other: their sum is divided by this power of their number
_LONGEST = 6  # binary logarithm of the words
_STEPS_OF_SMALL = 5
_STEPS_OF_COMMAS = 12
_MOST_COMMAS = 4


@dataclass(frozen=True)
class Seeking:
    """The learnt weights of signs, in hundredths of log-odds."""

    weights: Mapping[str, int]

    def log_odds(self, signs: Iterable[str]) -> float:
        """Return the log-odds that a sentence with these signs seeks somebody; the signs are all different."""
        found = list(signs)
        evidence = sum(self.weights.get(sign, 0) for sign in found)  # whole numbers: the same in any order
        return (self.weights.get(ALWAYS, 0) + evidence * share_of_each(len(found))) / WEIGHT_UNIT


@cache
def learnt() -> Seeking:
    """Return the weights that come with the package."""
    text = files("teamlandkarte.index").joinpath("wording", "seeking.csv").read_text("utf-8")
    pairs = (line.rpartition(",") for line in text.splitlines()[1:])
    return Seeking({sign: int(weight) for sign, _, weight in pairs})


def share_of_each(signs: int) -> float:
    """Return what one of that many signs counts."""
    return float(max(1, signs) ** -_DEPENDENT)


def signs_of(text: str, sentence: Sentence) -> set[str]:
    """Return the signs of a sentence of a text."""
    words = text[sentence.start : sentence.end]
    written = _TOKEN.findall(words)
    tokens = [_NUMBER if token[0].isdigit() else token.lower() for token in written]
    found = {f"{first} {second}" for first, second in zip(["^", *tokens], [*tokens, "$"], strict=True)}
    for token in set(tokens):
        found.update(_parts(token))
    found.update(_shape(words, written))
    if sentence.listed:
        found.add("#listed")
    return found


def _parts(token: str) -> Iterator[str]:
    word = f"<{token}>"
    yield word
    for length in _PART_LENGTHS:
        for start in range(len(word) - length + 1):
            yield word[start : start + length]


def _shape(words: str, written: list[str]) -> Iterator[str]:
    count = max(1, len(written))
    small = sum(token[0].islower() for token in written)
    yield f"#length {min(_LONGEST, (count + 1).bit_length() - 1)}"
    yield f"#small {small * _STEPS_OF_SMALL // count}"
    yield f"#commas {min(_MOST_COMMAS, words.count(',') * _STEPS_OF_COMMAS // count)}"
    yield f"#begins {'small' if words.strip()[:1].islower() else 'large'}"
    end = words.strip()[-1:]
    yield "#ends without a sign" if end.isalnum() else f"#ends {end}"
