"""The people of a dataset version, laid out for exhaustive scoring.

A person is a lossless bag of competence terms, written in codes (`bundles`). People with equally many codes stand side
by side, so that a person's best similarity is a maximum over the first axis of a dense array, and nothing has to be put
back in order.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teamlandkarte.index.bundles import LOW_BITS, Bundles
from teamlandkarte.index.ids import Ids
from teamlandkarte.index.lake_ids import SHORT, join_key
from teamlandkarte.index.windows import Dates, Windows

UNKNOWN_ROLE = -1
# Files hold the layout that follows from it, so another number is another `manifest.FORMAT_VERSION`.
_STRETCH_CODES = 98_304  # gathered at once, 16 bytes each: fewer calls for more, slower memory for far more


class Block(NamedTuple):
    """People with equally many codes: person `start + i` has the codes `codes[first + k * (stop - start) + i]`.

    `start`, `stop`: rows; `width`: how many codes each has, at least one; `first`: position in `People.codes`.
    """

    start: int
    stop: int
    width: int
    first: int

    @property
    def last(self) -> int:
        """The position after the block's codes."""
        return self.first + self.width * (self.stop - self.start)


@dataclass(frozen=True)
class Stretch:
    """Blocks that follow each other and are scanned together."""

    blocks: tuple[Block, ...]

    def __len__(self) -> int:
        return self.blocks[-1].stop - self.blocks[0].start

    @cached_property
    def rows(self) -> slice:
        """Its people."""
        return slice(self.blocks[0].start, self.blocks[-1].stop)

    @cached_property
    def codes(self) -> slice:
        """Its positions in `People.codes`."""
        return slice(self.blocks[0].first, self.blocks[-1].last)


class Most(NamedTuple):
    """The most `codes` and the most `people` of a stretch."""

    codes: int
    people: int


class Runs(NamedTuple):
    """Numbers of rows that follow each other: each of `values` (n,) stands for as many rows as `lengths` (n,) says."""

    values: NDArray[np.int32]
    lengths: NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class People:
    """N people by number of codes, role term and id; a person's row is the place in that order.

    `ids`: lake ids by row. `id_ranks` (N,): the place of each id in code point order, which breaks ties. `degrees`
    (N,): how many distinct competence terms each person has; 0 means that nothing is recorded. `widths` (N,): in how
    many codes they are written, ascending. `codes` (L,): the codes, as `blocks` says and `bundles` reads them.
    `role_terms` (N,): role term, UNKNOWN_ROLE where none is recorded. `windows`: availabilities. `mean_norm` (N,):
    length of the mean vector of the person's terms.
    """

    ids: Ids
    id_ranks: NDArray[np.int32]
    degrees: NDArray[np.int32]
    widths: NDArray[np.int32]
    bundles: Bundles
    codes: NDArray[np.intp]
    role_terms: NDArray[np.int32]
    windows: Windows
    mean_norm: NDArray[np.float32]

    @classmethod
    def of(  # noqa: PLR0913
        cls,
        ids: Sequence[str],
        links: NDArray[np.int64],
        *,
        role_terms: ArrayLike,
        begin: Dates,
        end: Dates,
        mean_norm: ArrayLike,
    ) -> "People":
        """Lay out N people, given in the order of their ids, which are distinct.

        `links` (L,): person << 32 | term, where a person is a position in `ids`; ascending and distinct.
        """
        bundles = Bundles.of(links & LOW_BITS, len(ids))
        codes = bundles.encoded(links)
        widths = np.bincount(codes >> 32, minlength=len(ids))
        roles = np.asarray(role_terms, dtype=np.int32)
        order = np.lexsort((roles, widths))
        windows = Windows.of(begin, end)
        return cls(
            ids=Ids.of(ids[position] for position in order.tolist()),
            id_ranks=order.astype(np.int32),
            degrees=np.bincount(links >> 32, minlength=len(ids))[order].astype(np.int32),
            widths=widths[order].astype(np.int32),
            bundles=bundles,
            codes=_laid_out(codes & LOW_BITS, widths, order),
            role_terms=roles[order],
            windows=Windows(windows.begin[order], windows.end[order]),
            mean_norm=np.asarray(mean_norm, dtype=np.float32)[order],
        )

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """Everybody who has a competence term, in the order of the rows."""
        return tuple(_stretches(self.widths))

    @cached_property
    def most_at_once(self) -> Most:
        """What a stretch has at most."""
        codes = (stretch.codes.stop - stretch.codes.start for stretch in self.stretches)
        return Most(max(codes, default=0), max(map(len, self.stretches), default=0))

    @cached_property
    def sum_norm(self) -> NDArray[np.float64]:
        """Length of the sum of the vectors of each person's terms, (N,); infinite where it is 0."""
        norm = self.mean_norm.astype(np.float64) * self.degrees
        norm[norm == 0] = np.inf
        return norm

    @property
    def highest_term(self) -> int:
        """The highest competence term that somebody has, -1 where nobody has any."""
        return max(int(self.codes.max(initial=-1)) - len(self.bundles), int(self.bundles.common.max(initial=-1)))

    @cached_property
    def role_runs(self) -> Runs:
        """The role terms again: rows that follow each other mostly share theirs."""
        first = np.diff(self.role_terms, prepend=UNKNOWN_ROLE - 1).nonzero()[0]
        return Runs(self.role_terms[first], np.diff(first, append=len(self)))

    @property
    def blocks(self) -> Iterator[Block]:
        """The blocks of all stretches."""
        return (block for stretch in self.stretches for block in stretch.blocks)

    @cached_property
    def by_id(self) -> NDArray[np.int32]:
        """The row of each id, in the order of the ids, (N,)."""
        rows = np.empty_like(self.id_ranks)
        rows[self.id_ranks] = np.arange(len(rows), dtype=np.int32)
        return rows

    def row_of(self, identifier: str) -> int | None:
        """Return the row of an id, in whichever of its spellings, None where nobody has it."""
        key = join_key(identifier)
        first = bisect_left(self.by_id, key, key=self.ids.__getitem__)
        for row in self.by_id[first:]:
            held = self.ids[row]
            if join_key(held) == key:
                return int(row)
            if len(key) != SHORT or not held.startswith(key):  # no other spelling begins with it
                break
        return None

    def terms_of(self, row: int) -> NDArray[np.intp]:
        """Return the competence terms of one person, ascending."""
        return self.terms_of_all(np.array([row]))

    def terms_of_all(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the competence terms of some people, one person's after the other's, ascending for each."""
        widths = self.widths[rows].astype(np.intp)
        if not widths.any():
            return np.zeros(0, np.intp)
        starts, firsts, counts = self._columns
        block = np.searchsorted(starts, rows, side="right") - 1
        steps = np.arange(widths.sum()) - np.repeat(np.cumsum(widths) - widths, widths)
        own_first, count = firsts[block] + rows - starts[block], counts[block]
        held = self.codes[np.repeat(own_first, widths) + steps * np.repeat(count, widths)]
        return self.bundles.decoded(np.repeat(np.arange(len(rows)), widths) << 32 | held) & LOW_BITS

    @cached_property
    def _columns(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """The start, the first position and the number of people of each block."""
        starts, stops, _, firsts = np.array(list(self.blocks), np.intp).T
        return starts, firsts, stops - starts


def _laid_out(codes: NDArray[np.int64], widths: NDArray[np.intp], order: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return codes, which come person by person in the order of the ids, in the order of the blocks."""
    offsets = np.cumsum(widths) - widths
    laid_out = np.empty(len(codes), np.intp)
    for stretch in _stretches(widths[order]):
        for block in stretch.blocks:
            positions = offsets[order[block.start : block.stop]] + np.arange(block.width)[:, np.newaxis]
            laid_out[block.first : block.last] = codes[positions].reshape(-1)
    return laid_out


def _stretches(widths: NDArray[np.integer]) -> Iterator[Stretch]:
    """Cut people, by number of codes, so that a stretch has at most _STRETCH_CODES codes or only one person."""
    cuts = [0, *(np.flatnonzero(np.diff(widths)) + 1).tolist(), len(widths)]
    blocks, first, room = list[Block](), 0, _STRETCH_CODES
    for start, end in pairwise(cuts):
        width = int(widths[start]) if end > start else 0
        while width and start < end:
            if blocks and room < width:
                yield Stretch(tuple(blocks))
                blocks, room = [], _STRETCH_CODES
            stop = min(end, start + max(1, room // width))
            blocks.append(Block(start, stop, width, first))
            start, first, room = stop, blocks[-1].last, room - (blocks[-1].last - first)  # noqa: PLW2901
    if blocks:
        yield Stretch(tuple(blocks))
