"""Fitting: a calibration from pairs of names that people labelled as the same or not, and how reliable it is."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teamlandkarte.index.calibration import Calibration
from teamlandkarte.index.errors import RequestError

_KNOTS = 10  # pieces of the curve
_EDGE = 1e-3  # raw similarities nearer to 0 or 1 than this count as this near, since their logarithm is what counts
_ROUNDS = 100
_RIDGE = 1e-3  # keeps a fit finite whose pairs can be told apart without error
_PRECISION = 1e-9
_DIGITS = 4
_LEAST_PAIRS = 10  # of each kind
_BINS = 10


@dataclass(frozen=True)
class Bin:
    """The pairs in one tenth of the scale: how many, the mean of what is shown, and the share that is the same."""

    pairs: int
    shown: float
    same: float


@dataclass(frozen=True)
class Reliability:
    """What shown similarities are worth: the tenths of the scale that hold pairs, and the expected calibration error.

    The error is the mean distance of `shown` and `same` over the bins, each as often as it has pairs.
    """

    bins: tuple[Bin, ...]
    error: float

    @classmethod
    def of(cls, shown: ArrayLike, same: ArrayLike) -> "Reliability":
        """Judge shown similarities, 0 to 1, by whether each pair is the same."""
        values, labels = np.asarray(shown, np.float64), np.asarray(same, np.float64)
        tenth = np.minimum((values * _BINS).astype(np.intp), _BINS - 1)
        held = [(values[tenth == place], labels[tenth == place]) for place in range(_BINS)]
        bins = tuple(Bin(len(v), float(v.mean()), float(s.mean())) for v, s in held if len(v))
        return cls(bins, sum(one.pairs * abs(one.shown - one.same) for one in bins) / len(values))


def fitted(name: str, model: str, raw: Sequence[float], same: Sequence[bool]) -> Calibration:
    """Return the curve from raw similarity to the share of pairs that are the same.

    It is a beta calibration (Kull, Silva Filho, Flach 2017), drawn in straight pieces: logit(shown) = a·ln(raw) −
    b·ln(1 − raw) + c with a, b ≥ 0, so that it rises from 0 to 1.

    Raises:
        RequestError: There are too few pairs of one kind, or the pairs that are the same are no more similar.
    """
    labels = np.asarray(same, np.float64)
    if min(labels.sum(), len(labels) - labels.sum()) < _LEAST_PAIRS:
        raise RequestError(
            f"{int(labels.sum())} of {len(labels)} pairs are the same: label at least {_LEAST_PAIRS} that are and "
            f"{_LEAST_PAIRS} that are not"
        )
    features = _features(np.asarray(raw, np.float64))
    weights = _logistic(features, labels)
    for column in (0, 1):
        if weights[column] < 0:
            features[:, column] = 0.0
            weights = _logistic(features, labels)
    if weights[0] <= 0 and weights[1] <= 0:
        raise RequestError("The pairs that are the same are no more similar than the others: check the labels")
    knots = np.linspace(0.0, 1.0, _KNOTS + 1)
    shown = 1.0 / (1.0 + np.exp(-_features(knots) @ weights))
    shown[0], shown[-1] = 0.0, 1.0
    points = zip(knots.round(_DIGITS).tolist(), np.maximum.accumulate(shown.round(_DIGITS)).tolist(), strict=True)
    return Calibration(name, tuple(points), model)


def _features(raw: NDArray[np.float64]) -> NDArray[np.float64]:
    inside = np.clip(raw, _EDGE, 1.0 - _EDGE)
    return np.column_stack([np.log(inside), -np.log(1.0 - inside), np.ones_like(inside)])


def _logistic(features: NDArray[np.float64], labels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights of the logistic regression, by Newton's method."""
    weights: NDArray[np.float64] = np.zeros(features.shape[1])
    ridge = _RIDGE * np.eye(len(weights))
    for _ in range(_ROUNDS):
        shown = 1.0 / (1.0 + np.exp(-features @ weights))
        gradient = features.T @ (labels - shown) - ridge @ weights
        curvature = (features * (shown * (1.0 - shown))[:, None]).T @ features + ridge
        step = np.linalg.solve(curvature, gradient)
        weights += step
        if float(np.abs(step).max()) < _PRECISION:
            break
    return weights
