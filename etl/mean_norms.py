"""How long the mean vector of each person's competences is, which the aggregate strategy divides by."""

import numpy as np
from numpy.typing import NDArray

_GRAM_TERMS = 4096  # up to here all products of two terms are kept at once, in 128 MiB
_LINKS_AT_ONCE = 2048


def mean_norms(people: int, codes: NDArray[np.int64], vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the length of the mean vector of each person's distinct competence terms, (P,); 0 without competences.

    `codes`: `Links.terms` of so many people; `vectors`: one unit row per term. Components lie on the grid of
    `index.grid`, so that the sums are exact for ordinary profiles, on every machine. |sum of v|² is the sum of v·w over
    all pairs, and a product of two terms is looked up, where the vocabulary is not too large, instead of computed.
    """
    norms = np.zeros(people, np.float32)
    starts = np.flatnonzero(np.diff(codes >> 32, prepend=-1))
    if not len(starts):
        return norms
    wide = vectors.astype(np.float64)
    terms = codes & 0xFFFF_FFFF
    degrees = np.diff(starts, append=len(codes))
    squares = (_looked_up if len(wide) <= _GRAM_TERMS else _added_up)(wide, terms, starts, degrees)
    norms[codes[starts] >> 32] = np.sqrt(squares) / degrees
    return norms


def _looked_up(
    wide: NDArray[np.float64], terms: NDArray[np.int64], starts: NDArray[np.intp], degrees: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return |sum of v|² of each person from the products of all terms, people with equally many terms at once."""
    gram = wide @ wide.T
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
        last = max(first + 1, int(np.searchsorted(starts, starts[first] + _LINKS_AT_ONCE)))
        begin, end = starts[first], starts[last - 1] + degrees[last - 1]
        totals = np.add.reduceat(wide[terms[begin:end]], starts[first:last] - begin, axis=0)
        squares[first:last] = np.einsum("pd,pd->p", totals, totals)
        first = last
    return squares
