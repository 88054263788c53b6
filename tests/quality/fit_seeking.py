"""The weights by which `index/seeking.py` tells requests from boilerplate, fitted on the texts of this folder.

    python -m tests.quality.fit_seeking [--held-out]

writes `index/wording/seeking.csv`. `--held-out` writes nothing: it prints how well each author's and each lot's texts
are told apart by weights that were fitted without them and a few others.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.boilerplate import boilerplate_by_words
from teamlandkarte.index.clauses import sentences
from teamlandkarte.index.seeking import ALWAYS, WEIGHT_UNIT, Seeking, share_of_each, signs_of
from tests.quality.sought_texts import SoughtText, sought_texts

WEIGHTS = Path(__file__).parents[2] / "index" / "wording" / "seeking.csv"
_MOST_SIGNS = 60_000
_FEWEST_EXAMPLES = 2  # of a sign
_RIDGE = 1.0
_RARITY_UNIT = 5.0  # what divides the rarity of a sign, so that the ridge is of the order of 1
_ROUNDS = 120
_FITS = 8  # of the held-out figures: sources are left out several at a time, since one fit takes half a minute
Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Example:
    """The signs of a text or of one sentence, whether it seeks somebody, and how much the example counts."""

    signs: frozenset[str]
    seeks: bool
    share: float


class Matrix:
    """The signs of examples as a sparse matrix, one row each, whose columns are the signs that are kept."""

    def __init__(self, examples: Sequence[Example], kept: Sequence[str]) -> None:
        columns = {sign: column for column, sign in enumerate(kept)}
        held = [np.array(sorted(columns[sign] for sign in one.signs if sign in columns), np.intp) for one in examples]
        self.shape = (len(examples), len(kept))
        self.columns = np.concatenate(held)
        self.rows = np.repeat(np.arange(len(held)), [len(row) for row in held])
        self.counts = np.bincount(self.columns, minlength=len(kept))
        self.rarity = np.log((1 + len(examples)) / (1 + self.counts)) / _RARITY_UNIT
        self._values = (
            np.array([share_of_each(len(one.signs)) for one in examples])[self.rows] * self.rarity[self.columns]
        )

    def times(self, weights: Vector) -> Vector:
        """Return the sum of each row, every sign with its weight."""
        return np.bincount(self.rows, self._values * weights[self.columns], self.shape[0]).astype(np.float64)

    def transposed_times(self, values: Vector) -> Vector:
        """Return the sum of each column, every row with its value."""
        return np.bincount(self.columns, self._values * values[self.rows], self.shape[1]).astype(np.float64)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--held-out", action="store_true", help="print figures of texts that were left out instead")
    texts = sought_texts()
    if parser.parse_args().held_out:
        sys.stdout.writelines(held_out(texts))
        return
    weights = fitted(list(chain.from_iterable(map(examples, texts)))).weights
    lines = [f"{sign},{weight}\n" for sign, weight in sorted(weights.items())]
    WEIGHTS.write_text("".join(["sign,weight\n", *lines]), "utf-8")


def examples(text: SoughtText) -> Iterator[Example]:
    """Yield the whole text as one example and its sentences as others, which together count as much as the whole."""
    read = sentences(text.text)
    signs = {sentence: frozenset(signs_of(text.text, sentence)) for sentence in read}
    yield Example(frozenset().union(*signs.values()), text.seeks, 1.0)
    told = [signs[sentence] for sentence in read if text.tells(sentence)]
    if len(read) > 1:
        yield from (Example(one, text.seeks, 1.0 / len(told)) for one in told)


def fitted(learnt_from: Sequence[Example]) -> Seeking:
    """Return the weights of a logistic regression with a ridge, of the most telling signs alone."""
    counts: dict[str, int] = {}
    for sign in chain.from_iterable(one.signs for one in learnt_from):
        counts[sign] = counts.get(sign, 0) + 1
    kept = sorted(sign for sign, count in counts.items() if count >= _FEWEST_EXAMPLES)
    matrix = Matrix(learnt_from, kept)
    weights, _ = _regression(matrix, learnt_from)
    telling = np.argsort(-np.abs(weights) * np.sqrt(matrix.counts), kind="stable")[:_MOST_SIGNS]
    kept = [kept[column] for column in sorted(telling)]
    matrix = Matrix(learnt_from, kept)
    weights, always = _regression(matrix, learnt_from)
    hundredths = {
        sign: round(WEIGHT_UNIT * float(weight)) for sign, weight in zip(kept, weights * matrix.rarity, strict=True)
    }
    return Seeking({ALWAYS: round(WEIGHT_UNIT * always)} | {sign: of for sign, of in hundredths.items() if of})


def _regression(matrix: Matrix, learnt_from: Sequence[Example]) -> tuple[Vector, float]:
    """Return the weights and the intercept, by Nesterov's accelerated gradient; both kinds count as much."""
    seeks = np.array([one.seeks for one in learnt_from], float)
    shares = np.array([one.share for one in learnt_from])
    for kind in (0.0, 1.0):
        shares[seeks == kind] *= 0.5 * shares.sum() / shares[seeks == kind].sum()
    step = 1 / (_steepest(matrix, shares) / 4 + _RIDGE)
    at = ahead = np.zeros(matrix.shape[1] + 1)
    momentum = 1.0
    for _ in range(_ROUNDS):
        wrong = shares * (1 / (1 + np.exp(-(matrix.times(ahead[:-1]) + ahead[-1]))) - seeks)
        slope = np.append(matrix.transposed_times(wrong) + _RIDGE * ahead[:-1], wrong.sum())
        following = ahead - step * slope
        if (ahead - following) @ (following - at) > 0:  # uphill: begin anew
            momentum = 1.0
        faster = (1 + (1 + 4 * momentum**2) ** 0.5) / 2
        at, ahead = following, following + (momentum - 1) / faster * (following - at)
        momentum = faster
    return at[:-1], float(at[-1])


def _steepest(matrix: Matrix, shares: Vector) -> float:
    """Return the largest eigenvalue of the weighted product of the matrix with itself, a twentieth more."""
    at = np.ones(matrix.shape[1] + 1)
    largest = 1.0
    for _ in range(12):
        values = shares * (matrix.times(at[:-1]) + at[-1])
        at = np.append(matrix.transposed_times(values), values.sum())
        largest = float(np.linalg.norm(at))
        at /= largest
    return 1.05 * largest


def held_out(texts: Sequence[SoughtText]) -> Iterator[str]:
    """Yield, as a table, what is taken for boilerplate in each source's texts by weights fitted without them."""
    yield "| left out | boilerplate: words that go | requests: sentences that go | requests that go whole |\n"
    yield "| --- | ---: | ---: | ---: |\n"
    for left_out, seeking in fitted_without(texts, _FITS):
        for source in dict.fromkeys(text.source for text in left_out):
            judged = [text for text in left_out if text.source == source]
            yield f"| {source} | {' | '.join(_figures(judged, seeking))} |\n"


def fitted_without(texts: Sequence[SoughtText], fits: int) -> Iterator[tuple[list[SoughtText], Seeking]]:
    """Yield, so many times, the texts of some of the sources, and weights that were fitted on all others."""
    learnt_from = {text: list(examples(text)) for text in texts}
    sources = list(dict.fromkeys(text.source for text in texts))
    for some in filter(None, (sources[first::fits] for first in range(fits))):
        others = (learnt_from[text] for text in texts if text.source not in some)
        yield [text for text in texts if text.source in some], fitted(list(chain.from_iterable(others)))


def _figures(texts: Sequence[SoughtText], seeking: Seeking) -> Iterator[str]:
    gone = {text: set(boilerplate_by_words(text.text, seeking)) for text in texts}
    boilerplate = [text for text in texts if not text.seeks]
    yield _share(
        sum(len(text.text[one.start : one.end].split()) for text in boilerplate for one in gone[text]),
        sum(len(text.text.split()) for text in boilerplate),
    )
    told = {text: set(filter(text.tells, sentences(text.text))) for text in texts if text.seeks}
    yield _share(sum(len(gone[text] & read) for text, read in told.items()), sum(map(len, told.values())))
    yield _share(sum(read <= gone[text] for text, read in told.items()), len(told))


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} % of {whole}" if whole else "–"


if __name__ == "__main__":
    main()
