"""The weights by which `index/meaning.py` judges sentences, fitted on the texts of this folder.

    python -m tests.quality.fit_meaning

writes `index/wording/meaning.npz`. What the words of a sentence say comes from weights of seeking that were fitted
without its source, since on texts that they were fitted on they are far too sure. The first run embeds some 27,000
sentences, which takes five minutes; they stay in the embedding cache.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.etl.embedders import CachedEmbedder, InBatches
from teamlandkarte.etl.embedding_cache import EmbeddingCache
from teamlandkarte.index.boilerplate import by_words
from teamlandkarte.index.clauses import sentences
from teamlandkarte.index.embedding import Embedder, LocalEncoder
from teamlandkarte.index.meaning import Meaning, evidence, said
from teamlandkarte.index.versions import utc_now
from tests.quality.fit_seeking import fitted_without
from tests.quality.measure_similarity import CACHE, TTL_DAYS
from tests.quality.sought_texts import SoughtText, sought_texts

WEIGHTS = Path(__file__).parents[2] / "index" / "wording" / "meaning.npz"
_FITS = 4  # of seeking, each without a quarter of the sources
_NETS = 5  # begun at random; what they say is averaged, which is less moody than one
_HIDDEN = 32  # units of each
_RIDGE = 10.0
_ROUNDS = 40  # through all sentences
_AT_ONCE = 256
_RATE = 1e-3
_SEED = 20260301
_SLOWLY, _SLOWER, _NOT_ZERO = 0.9, 0.999, 1e-8  # as Adam's authors recommend (Kingma and Ba, 2015)
Values = NDArray[np.float64]
Known = tuple[str, float, bool]  # the words of a sentence, their log-odds, whether it seeks somebody


def main() -> None:
    cached = CachedEmbedder(InBatches(LocalEncoder(2)), EmbeddingCache(CACHE, TTL_DAYS, utc_now))
    meaning = fitted_meaning(list(known_sentences(sought_texts())), cached)
    np.savez(WEIGHTS, **{name: values.astype(np.float16) for name, values in vars(meaning).items()})


def known_sentences(texts: Sequence[SoughtText]) -> Iterator[Known]:
    """Yield the sentences of which is known whether they seek somebody, judged by words without their sources."""
    for left_out, seeking in fitted_without(texts, _FITS):
        for text in left_out:
            read = list(filter(text.tells, sentences(text.text)))
            for sentence, odds in zip(read, by_words(text.text, read, seeking), strict=True):
                yield said(text.text, sentence), odds, text.seeks


def fitted_meaning(known: Sequence[Known], embedder: Embedder) -> Meaning:
    """Return the weights of several nets as those of one, which says what they say on average."""
    vectors = embedder.embed([words for words, _, _ in known])
    read = np.array([evidence(odds, vector) for (_, odds, _), vector in zip(known, vectors, strict=True)])
    seeks = np.array([float(sought) for _, _, sought in known])
    random = np.random.default_rng(_SEED)
    nets = [_net(read, seeks, random) for _ in range(_NETS)]
    hidden, always, result, offset = zip(*nets, strict=True)
    return Meaning(
        np.concatenate(hidden, axis=1),
        np.concatenate(always),
        np.concatenate(result) / _NETS,
        np.mean(offset, axis=0),
    )


def _net(read: Values, seeks: Values, random: np.random.Generator) -> list[Values]:
    """Return the weights of one net, by stochastic gradient descent with Adam and a rate that falls to 0."""
    inputs = read.shape[1]
    hidden = random.normal(0.0, (2 / (inputs + _HIDDEN)) ** 0.5, (inputs, _HIDDEN))
    weights = [hidden, np.zeros(_HIDDEN), random.normal(0.0, (2 / _HIDDEN) ** 0.5, _HIDDEN), np.zeros(())]
    means, squares = ([np.zeros_like(one) for one in weights] for _ in range(2))
    step = 0
    for past in range(_ROUNDS):
        order = random.permutation(len(read))
        for first in range(0, len(read), _AT_ONCE):
            some = order[first : first + _AT_ONCE]
            step += 1
            slopes = _slopes(weights, read[some], seeks[some], _RIDGE / len(read))
            for one, mean, square, slope in zip(weights, means, squares, slopes, strict=True):
                mean[...] += (1 - _SLOWLY) * (slope - mean)
                square[...] += (1 - _SLOWER) * (slope**2 - square)
                size = np.sqrt(square / (1 - _SLOWER**step)) + _NOT_ZERO
                one[...] -= _RATE * (1 - past / _ROUNDS) * mean / (1 - _SLOWLY**step) / size
    return weights


def _slopes(weights: Sequence[Values], read: Values, seeks: Values, ridge: float) -> tuple[Values, ...]:
    """Return the slopes of the mean log-loss and of the ridge over the weights of both layers."""
    hidden, always, result, offset = weights
    units = np.maximum(read @ hidden + always, 0.0)
    wrong = (1 / (1 + np.exp(-(units @ result + offset))) - seeks) / len(seeks)
    behind = np.outer(wrong, result) * (units > 0)
    return read.T @ behind + ridge * hidden, behind.sum(axis=0), units.T @ wrong + ridge * result, wrong.sum()


if __name__ == "__main__":
    main()
