"""How long the mean vector of each person's competences is, which the aggregate strategy divides by."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.bundles import LOW_BITS
from teamlandkarte.index.grid import VECTOR_STEPS, Steps

_GRAM_TERMS = 4096  # up to here all products of two terms are kept at once, in 128 MiB
_LINKS_AT_ONCE = 500_000
_ADDED_AT_ONCE = 2048


def mean_norms(
    people: int, links: NDArray[np.int64], vectors: Steps, *, links_at_once: int = _LINKS_AT_ONCE
) -> NDArray[np.float32]:
    """Return the length of the mean vector of each person's distinct competence terms, (P,); 0 without competences.

    `links`: `Links.terms` of so many people; `vectors`: one unit row per term; about `links_at_once` are looked at
    together, so that little more memory is needed than `links` take. Components lie on the grid of `index.grid`, so
    that the sums are exact for ordinary profiles, on every machine. |sum of v|² is the sum of v·w over all pairs, and
    a product of two terms is looked up, where the vocabulary is not too large, instead of computed.
    """
    norms = np.zeros(people, np.float32)
    wide = vectors / float(VECTOR_STEPS)
    gram = wide @ wide.T if len(wide) <= _GRAM_TERMS else None
    for some in _whole_people(links, links_at_once):
        starts = np.flatnonzero(np.diff(some >> 32, prepend=-1))
        terms = some & LOW_BITS
        degrees = np.diff(starts, append=len(some))
        squares = _added_up(wide, terms, starts, degrees) if gram is None else _looked_up(gram, terms, starts, degrees)
        norms[some[starts] >> 32] = np.sqrt(squares) / degrees
    return norms


def _whole_people(links: NDArray[np.int64], at_once: int) -> Iterator[NDArray[np.int64]]:
    """Yield about so many links at once, and always all of a person's."""
    begin = 0
    while begin < len(links):
        last = links[min(begin + at_once, len(links)) - 1] >> 32
        end = int(np.searchsorted(links, (last + 1) << 32))
        yield links[begin:end]
        begin = end


def _looked_up(
    gram: NDArray[np.float64], terms: NDArray[np.int64], starts: NDArray[np.intp], degrees: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return |sum of v|² of each person from the products of all terms, people with equally many terms at once."""
    squares = np.zeros(len(starts), np.float64)
    for degree in np.unique(degrees).tolist():
        people = np.flatnonzero(degrees == degree)
        rows = [terms[starts[people] + position] for position in range(degree)]
        total = np.zeros(len(people), np.float64)
        for position, row in enumerate(rows):
            total += gram[row, row]
            for other in rows[:position]:
                total += 2 * gram[row, other]
        squares[people] = total
    return squares


def _added_up(
    wide: NDArray[np.float64], terms: NDArray[np.int64], starts: NDArray[np.intp], degrees: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return |sum of v|² of each person from the vectors, so many people at once as fit a cache."""
    squares = np.zeros(len(starts), np.float64)
    first = 0
    while first < len(starts):
        last = max(first + 1, int(np.searchsorted(starts, starts[first] + _ADDED_AT_ONCE)))
        begin, end = starts[first], starts[last - 1] + degrees[last - 1]
        totals = np.add.reduceat(wide[terms[begin:end]], starts[first:last] - begin, axis=0)
        squares[first:last] = np.einsum("pd,pd->p", totals, totals)
        first = last
    return squares
