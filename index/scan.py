"""The scan over all people: gathers from similarity rows, never from vectors.

`matching` also adds these parts up for one person, in another order. The two agree to the last bit, because all sums
are exact: similarities are integers, raw cosines lie on the 2^-20 grid, and both are summed as float64 far below 2^53.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.people import People

Number = TypeVar("Number", bound=np.generic)

_LANES = 8  # int32 similarities of one term side by side: numpy copies rows of 32 bytes fastest


@dataclass(frozen=True, eq=False)
class Best:
    """What the best similarities among each person's terms come to.

    `sums`: over the rows, weight times best similarity, (N,). `lacking`: per demanded row, who stays below the floor.
    """

    sums: NDArray[np.int64]
    lacking: list[NDArray[np.bool_]]


def best(
    people: People,
    rows: Sequence[NDArray[np.int32]],
    weights: Sequence[int],
    demanded: Collection[int] = (),
    floor: int = 0,
) -> Best:
    """Return what the best similarities of everyone come to; someone without terms has 0 in each row.

    `rows`: similarities to every term in micro-units. `demanded`: the rows in which `floor` must be reached.
    """
    sums = np.zeros(len(people))
    lacking: list[NDArray[np.bool_]] = []
    for first in range(0, len(rows), _LANES):
        lanes = rows[first : first + _LANES]
        lane_weights = np.zeros(_LANES)
        lane_weights[: len(lanes)] = weights[first : first + _LANES]
        table = np.zeros((len(lanes[0]), _LANES), np.int32)
        for lane, row in enumerate(lanes):
            table[:, lane] = row
        closest = np.zeros((len(people), _LANES), np.int32)
        for block in people.blocks:
            gathered = table.take(block.terms, axis=0, mode="clip")
            np.maximum.reduce(gathered, axis=0, out=closest[block.start : block.stop])
        sums += closest.astype(np.float64) @ lane_weights
        below = (closest[:, lane] < floor for lane in range(len(lanes)) if first + lane in demanded)
        lacking += [_by_row(people, mask) for mask in below]
    return Best(_by_row(people, sums).astype(np.int64), lacking)


@dataclass(frozen=True, eq=False)
class Mean:
    """The weighted sum of the required vectors: `dots` with every term's unit vector, (V,), and its own `length`."""

    dots: NDArray[np.float64]
    length: float


def mean_cosines(people: People, mean: Mean) -> NDArray[np.float64]:
    """Return per person the raw cosine of the mean vectors of what is required and of the person's terms, (N,).

    With unit vectors it is the mean of the person's `dots` over both lengths. Someone without terms gets 0.
    """
    sums = np.zeros(len(people))
    for block in people.blocks:
        sums[block.start : block.stop] = mean.dots.take(block.terms, mode="clip").sum(axis=0)
    return _over_lengths(_by_row(people, sums), people.competence_counts, people.mean_norm, mean.length)


def mean_cosine(people: People, person: int, dots: float, length: float) -> NDArray[np.float64]:
    """Return `mean_cosines` of one person, (1,): from the sum of the person's `Mean.dots` and `Mean.length`."""
    one = slice(person, person + 1)
    return _over_lengths(np.array([dots]), people.competence_counts[one], people.mean_norm[one], length)


def role_similarities(role_terms: NDArray[np.intp], row: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the similarity of each of these people's roles, (n,); 0 where none is recorded."""
    return np.append(row, np.int32(0)).take(role_terms)  # UNKNOWN_ROLE, which is -1, reads the 0 at the end


def _by_row(people: People, values: NDArray[Number]) -> NDArray[Number]:
    placed = np.empty_like(values)
    placed[people.by_degree] = values
    return placed


def _over_lengths(
    sums: NDArray[np.float64], counts: NDArray[np.intp], mean_norm: NDArray[np.float32], length: float
) -> NDArray[np.float64]:
    lengths = counts * mean_norm.astype(np.float64) * length
    cosines: NDArray[np.float64] = np.divide(sums, lengths, out=np.zeros_like(sums), where=lengths > 0)
    return cosines
