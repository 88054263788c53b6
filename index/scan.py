"""The scan over all people: gathers from similarity rows, never from vectors.

`matching` also adds these parts up for one person, in another order. The two agree to the last bit: best similarities
are integers, and so are their weighted sums, and raw cosines lie on the 2^-20 grid and are summed as float64 far below
2^53.

What reads competences is done stretch by stretch, so that what one step writes is still in the cache when the next one
reads it.
"""

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.people import People, Stretch
from teamlandkarte.index.scoring import MICRO, STEP, step_of, steps_up_to, weighted_means, whole_type

Number = TypeVar("Number", bound=np.generic)

Steps = NDArray[np.uint16] | NDArray[np.uint8]

_WIDTHS = (4, 8, 16, 32)  # similarities of one term side by side
_ROW_BYTES = 32  # at most: numpy copies rows of 4, 8, 16 and 32 bytes fastest
_EXACT = 1 << 24  # up to it float32 holds every integer
_WIDENED = 131_072  # numbers at once, so that what is written stays in a cache
_SLICE = 65_536  # people at once in steps of several arrays wider than 32 bits


@dataclass(frozen=True, eq=False)
class Means:
    """`means`: each person's weighted mean of the best similarities, micro-units, (N,).

    `lacking`: per demanded row, who stays below the floor.
    """

    means: NDArray[np.int32]
    lacking: list[NDArray[np.bool_]]


def means(
    people: People,
    rows: Sequence[NDArray[np.uint16]],
    weights: Sequence[int],
    demanded: Collection[int] = (),
    floor: int = 0,
) -> Means:
    """Return what the best similarities of everyone come to; someone without terms has 0 in each row.

    `rows`: similarities to every term in steps of `scoring.STEP`; they count in those of `scoring.step_of`. `demanded`:
    in which rows the `floor`, micro-units, must be reached.
    """
    if not rows:
        return Means(np.zeros(len(people), np.int32), [])
    lacking = {lane: np.ones(len(people), np.bool_) for lane in sorted(demanded)}
    shares = _Shares.of(weights, step_of(len(rows)))
    passes, lowest = list(_passes(people, rows, shares)), steps_up_to(floor, shares.step)
    sums = np.zeros(len(people), shares.weights.dtype)
    for stretch in people.stretches:
        everyone = stretch.rows
        for lanes in passes:
            near = lanes.closest(stretch)
            lanes.add_weighted(near, sums[everyone])
            for lane, mask in lacking.items():
                if lane in lanes.numbers:
                    np.less(near[:, lane - lanes.numbers.start], lowest, out=mask[everyone])
    return Means(shares.means(sums), list(lacking.values()))


def closest(people: People, rows: Sequence[NDArray[np.uint16]]) -> NDArray[np.uint16]:
    """Return everyone's best similarity in each row, (R, N); all in steps of `scoring.STEP`."""
    found = np.zeros((len(rows), len(people)), np.uint16)
    for lanes in _passes(people, rows, _Shares.of([1] * len(rows), STEP)):
        for stretch in people.stretches:
            near = lanes.closest(stretch)[:, : len(lanes.numbers)]
            found[lanes.numbers.start : lanes.numbers.stop, stretch.rows] = near.T
    return found


def means_of(
    people: People, near: Sequence[NDArray[np.uint16]], weights: Sequence[int], demanded: Collection[int], floor: int
) -> Means:
    """Return what `means` does, to the last bit, from rows of `closest`."""
    if not near:
        return Means(np.zeros(len(people), np.int32), [])
    shares = _Shares.of(weights, step_of(len(near)))
    sums = np.zeros(len(people), shares.weights.dtype)
    for part in _slices(people):
        for weight, row in zip(shares.weights, near, strict=True):
            sums[part] += weight * _in_steps(row[part], shares.step)
    return Means(shares.means(sums), [near[lane] < steps_up_to(floor) for lane in sorted(demanded)])


@dataclass(frozen=True, eq=False)
class Mean:
    """The weighted sum of the required vectors: `dots` with every term's unit vector, (V,), and its own `length`."""

    dots: NDArray[np.float64]
    length: float


def mean_cosines(
    people: People, mean: Mean, shown: Callable[[NDArray[np.float64]], NDArray[np.int32]]
) -> NDArray[np.int32]:
    """Return per person what `shown` makes of the cosine of the mean vectors of what is required and of the own terms.

    With unit vectors it is the mean of the person's `dots` over both lengths. Someone without terms has a cosine of 0.
    """
    table = np.concatenate((np.zeros(len(people.bundles)), mean.dots))
    people.bundles.fill(table, np.add)
    sums, gathered = np.zeros(len(people)), np.empty(people.most_at_once.codes)
    for stretch in people.stretches:
        codes = people.codes[stretch.codes]
        own = gathered[: len(codes)]
        table.take(codes, out=own, mode="clip")
        _per_person(np.add, own, sums[stretch.rows], stretch)
    found, length = np.empty(len(people), np.int32), _divisor(mean.length)
    for part in _slices(people):
        found[part] = shown(sums[part] / (people.sum_norm[part] * length))
    return found


def mean_cosine(people: People, person: int, dots: float, length: float) -> float:
    """Return the cosine of `mean_cosines` of one person: from the sum of the own `Mean.dots` and its `length`."""
    return dots / float(people.sum_norm[person] * _divisor(length))


def role_similarities(people: People, row: NDArray[Number]) -> NDArray[Number]:
    """Return the similarity of everyone's role, (N,); 0 where none is recorded."""
    roles, lengths = people.role_runs
    return np.repeat(similarities_of(roles, row), lengths)


def similarities_of(roles: NDArray[np.int32], row: NDArray[Number]) -> NDArray[Number]:
    """Return the similarity of each of these role terms; 0 for UNKNOWN_ROLE."""
    return np.append(row, row.dtype.type(0)).take(roles)  # UNKNOWN_ROLE, which is -1, reads the 0 at the end


@dataclass(frozen=True, eq=False)
class _Shares:
    """Weights without a common divisor, in a type in which sums of weighted steps are exact.

    `total`: what they come to. `step`: micro-units.
    """

    weights: NDArray[np.floating]
    total: int
    step: int

    @classmethod
    def of(cls, weights: Sequence[int], step: int) -> "_Shares":
        least = np.array(weights, np.int64) // math.gcd(*weights)
        total = int(least.sum())
        most = MICRO // step * total
        return cls(least.astype(np.float32 if most <= _EXACT else np.float64), total, step)

    def means(self, sums: NDArray[np.floating]) -> NDArray[np.int32]:
        """Return the weighted means, in micro-units, of sums of weighted steps."""
        shared = math.gcd(self.step, self.total)  # of few equal weights all of the total, so that nothing is divided
        step, total = self.step // shared, self.total // shared
        whole = sums.astype(whole_type(total))
        whole *= step
        return weighted_means(whole, total)


# Where a pass gathers the similarities of codes, finds the best of people, and widens those to the type of the weights.
_Room = tuple[Steps, Steps, NDArray[np.floating]]


class _Lanes:
    """Some rows side by side, which, and what a step of each counts."""

    def __init__(
        self,
        people: People,
        rows: Sequence[NDArray[np.uint16]],
        numbers: range,
        shares: _Shares,
        room: _Room,
    ) -> None:
        self.numbers = numbers
        self._codes = people.codes
        width, bundles = _width(len(numbers)), people.bundles
        gathered, closest, wide = room
        self._gathered, self._closest = gathered.reshape(-1, width), closest.reshape(-1, width)
        self._wide = wide.reshape(-1, width)
        self._weights = np.zeros(width, shares.weights.dtype)
        self._weights[: len(numbers)] = shares.weights[numbers.start : numbers.stop]
        self._table = np.zeros((len(bundles) + len(rows[0]), width), gathered.dtype)
        for lane, number in enumerate(numbers):
            self._table[len(bundles) :, lane] = _in_steps(rows[number], shares.step)
        bundles.fill(self._table, np.maximum)

    def closest(self, stretch: Stretch) -> Steps:
        """Return the best of each row among the terms of some people, people × rows, until any pass is next called."""
        own = self._codes[stretch.codes]
        gathered, best = self._gathered[: len(own)], self._closest[: len(stretch)]
        self._table.take(own, axis=0, out=gathered, mode="clip")
        _per_person(np.maximum, gathered.reshape(-1), best.reshape(-1), stretch)
        return best

    def add_weighted(self, closest: Steps, sums: NDArray[np.floating]) -> None:
        """Add to each person's sum, over these rows, weight times best similarity."""
        for start in range(0, len(closest), len(self._wide)):
            some = closest[start : start + len(self._wide)]
            wide = self._wide[: len(some)]
            np.copyto(wide, some)
            sums[start : start + len(some)] += wide @ self._weights


def _passes(people: People, rows: Sequence[NDArray[np.uint16]], shares: _Shares) -> Iterator[_Lanes]:
    kind = np.dtype(np.uint16 if shares.step == STEP else np.uint8)
    numbers, most = range(len(rows)), _ROW_BYTES // kind.itemsize
    widest, (codes, persons) = _width(min(len(rows), most)), people.most_at_once
    # One room for all passes: new memory costs more than what is written into it.
    found = np.empty(codes * widest, kind), np.empty(persons * widest, kind)
    room = *found, np.empty(_WIDENED, shares.weights.dtype)
    return (_Lanes(people, rows, numbers[first : first + most], shares, room) for first in numbers[::most])


def _in_steps(row: NDArray[np.uint16], step: int) -> NDArray[np.uint16]:
    """Return in whole steps, micro-units, what is given in those of STEP."""
    return row if step == STEP else row // np.uint16(step // STEP)


def _slices(people: People) -> Iterator[slice]:
    """Return the rows in pieces of which a few arrays fit a cache."""
    return (slice(start, start + _SLICE) for start in range(0, len(people), _SLICE))


def _width(lanes: int) -> int:
    return next(width for width in _WIDTHS if lanes <= width)


def _per_person(fold: np.ufunc, gathered: NDArray[Number], out: NDArray[Number], stretch: Stretch) -> None:
    """Fold what was gathered for the codes of a stretch, equally many numbers a code, into as many a person."""
    numbers = len(out) // len(stretch)
    begin, at = 0, 0
    for block in stretch.blocks:
        size = numbers * (block.stop - block.start)
        own = gathered[at : at + block.width * size].reshape(block.width, size)
        fold.reduce(own, axis=0, out=out[begin : begin + size])
        begin, at = begin + size, at + block.width * size


def _divisor(length: float) -> float:
    """Return a length to divide by: whatever is divided by none comes to 0."""
    return length or math.inf
