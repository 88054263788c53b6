"""The people of a dataset version, laid out for exhaustive scoring.

A person is a lossless bag of competence terms. People with equally many competences stand in one block, so that a
person's best similarity is a maximum over the first axis of a dense array.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.windows import Dates, Windows

UNKNOWN_ROLE = -1
_BLOCK_TERMS = 65_536  # what is gathered for one block of 32-byte rows then still fits a 2 MB cache


@dataclass(frozen=True, eq=False)
class Block:
    """People with equally many competences: `terms[k, i]` is the k-th term of person `People.by_degree[start + i]`."""

    start: int
    stop: int
    terms: NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class People:
    """N people; a person's row is the position in `ids`, which also breaks ties.

    `ids`: lake ids in code point order. `offsets` (N+1,) and `terms`: person i has the distinct competence terms
    `terms[offsets[i]:offsets[i+1]]`, ascending. `role_terms` (N,): role term, UNKNOWN_ROLE where none is recorded.
    `windows`: availabilities. `mean_norm` (N,): length of the mean vector of the person's distinct terms.
    """

    ids: tuple[str, ...]
    offsets: NDArray[np.intp]
    terms: NDArray[np.intp]
    role_terms: NDArray[np.intp]
    windows: Windows
    mean_norm: NDArray[np.float32]
    by_degree: NDArray[np.intp]
    blocks: tuple[Block, ...]

    @classmethod
    def of(  # noqa: PLR0913
        cls,
        ids: Sequence[str],
        *,
        link_people: ArrayLike,
        link_terms: ArrayLike,
        role_terms: ArrayLike,
        begin: Dates,
        end: Dates,
        mean_norm: ArrayLike,
    ) -> "People":
        """Lay out N people.

        `link_people`, `link_terms`: who (row) has which competence term, in any order, duplicates allowed.
        Raises DatasetError unless the ids are sorted and distinct.
        """
        if any(left >= right for left, right in pairwise(ids)):
            raise DatasetError("The capacities are not in the order of their ids. Refresh the dataset.")
        links = np.asarray(link_people, dtype=np.int64) << 32 | np.asarray(link_terms, dtype=np.int64)
        links = np.unique(links)  # sorts by person, then term, and folds duplicates
        if links.size and (links[0] < 0 or links[-1] >> 32 >= len(ids)):
            raise DatasetError("A competence belongs to no capacity of this dataset. Refresh it.")
        counts = np.bincount(links >> 32, minlength=len(ids))
        offsets = np.concatenate(([0], np.cumsum(counts))).astype(np.intp)
        terms = (links & 0xFFFF_FFFF).astype(np.intp)
        by_degree = np.argsort(counts, kind="stable")
        return cls(
            ids=tuple(ids),
            offsets=offsets,
            terms=terms,
            role_terms=np.asarray(role_terms, dtype=np.intp),
            windows=Windows.of(begin, end),
            mean_norm=np.asarray(mean_norm, dtype=np.float32),
            by_degree=by_degree,
            blocks=tuple(_blocks(offsets, terms, by_degree)),
        )

    def __len__(self) -> int:
        return len(self.ids)

    def terms_of(self, row: int) -> NDArray[np.intp]:
        """Return the competence terms of one person, ascending."""
        return self.terms[self.offsets[row] : self.offsets[row + 1]]

    @cached_property
    def row_of(self) -> dict[str, int]:
        """The row of each id."""
        return {identifier: row for row, identifier in enumerate(self.ids)}

    @cached_property
    def competence_counts(self) -> NDArray[np.intp]:
        """How many distinct competence terms each person has, (N,); 0 means that nothing is recorded."""
        return np.diff(self.offsets)


def _blocks(offsets: NDArray[np.intp], terms: NDArray[np.intp], by_degree: NDArray[np.intp]) -> list[Block]:
    degrees = np.diff(offsets)[by_degree]
    cuts = [0, *(np.flatnonzero(np.diff(degrees)) + 1).tolist(), len(degrees)]
    blocks = []
    for first, last in pairwise(cuts):
        degree = int(degrees[first]) if last > first else 0
        if degree == 0:
            continue
        step = max(64, _BLOCK_TERMS // degree)
        for start in range(first, last, step):
            stop = min(last, start + step)
            positions = offsets[by_degree[start:stop]] + np.arange(degree)[:, np.newaxis]
            blocks.append(Block(start, stop, terms[positions]))
    return blocks
