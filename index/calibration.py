"""Calibration: what a model's raw similarity means on the scale that people see."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.scoring import MICRO


@dataclass(frozen=True)
class Calibration:
    """A monotone piecewise linear curve from raw similarity to shown similarity, both from 0 to 1.

    `name` says where the curve comes from, `points` are (raw, shown) in ascending order, `model` is the only one whose
    similarities it reads; blank: any.

    Raises:
        DatasetError: The points are not a monotone curve from (0, …) to (1, …) inside the unit square.
    """

    name: str
    points: tuple[tuple[float, float], ...]
    model: str = ""

    def __post_init__(self) -> None:
        raw = [point[0] for point in self.points]
        shown = [point[1] for point in self.points]
        rising = all(a < b for a, b in pairwise(raw))
        monotone = all(a <= b for a, b in pairwise(shown))
        inside = all(0.0 <= value <= 1.0 for value in shown)
        if not (len(raw) >= 2 and raw[0] == 0.0 and raw[-1] == 1.0 and rising and monotone and inside):
            message = f"The calibration {self.name!r} is not a monotone curve from 0 to 1: run a refresh to rebuild it."
            raise DatasetError(message)

    def micro(self, raw: ArrayLike) -> NDArray[np.int32]:
        """Return shown similarities in micro-units, 0 to 1,000,000, in the shape of `raw`, which is clipped to 0..1.

        Single IEEE operations only, none fused, so the result has the same bits on every machine.
        """
        x, y = np.array(self.points, np.float64).T
        slope = (y[1:] - y[:-1]) / (x[1:] - x[:-1])
        clipped = np.minimum(np.maximum(np.asarray(raw, np.float64), 0.0), 1.0)
        bends = x[1:-1]
        # A search per value would cost more than all the rest, and a straight line is one piece, whatever the value.
        piece = np.zeros(clipped.shape if bends.size else (), np.int8)
        for bend in bends:
            piece += clipped >= bend
        held = piece.astype(np.intp)
        shown = clipped - x.take(held)
        shown *= slope.take(held)
        shown += y.take(held)
        shown *= MICRO
        micro: NDArray[np.int32] = np.rint(shown).astype(np.int32)
        return micro

    def to_json(self) -> dict[str, Any]:
        """Return the curve as it stands in a manifest."""
        return {"name": self.name, "model": self.model, "points": [list(point) for point in self.points]}

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> "Calibration":
        """Return the curve that a manifest holds.

        Raises:
            DatasetError: It is not a calibration.
        """
        try:
            points: Sequence[Sequence[float]] = written["points"]
            pairs = tuple((float(raw), float(shown)) for raw, shown in points)
            return cls(str(written["name"]), pairs, str(written.get("model", "")))
        except (KeyError, TypeError, ValueError) as exc:
            message = "The manifest holds no readable calibration: run a refresh to publish a new dataset version."
            raise DatasetError(message) from exc


# Fitted by `tests/quality/measure_calibration.py`; the reliability is in docs/quality.md.
LOCAL_CALIBRATION = Calibration(
    "fitted on 5100 pairs",
    (
        (0.0, 0.0), (0.1, 0.0386), (0.2, 0.069), (0.3, 0.127), (0.4, 0.2391), (0.5, 0.4372), (0.6, 0.7008),
        (0.7, 0.9063), (0.8, 0.9861), (0.9, 0.9995), (1.0, 1.0),
    ),
    model="esco-e5-small+use-m3/b74d58a7",
)  # fmt: skip
RAW_COSINE = Calibration("raw-cosine", ((0.0, 0.0), (1.0, 1.0)))
