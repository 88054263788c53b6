"""The arithmetic that gives a cosine the same bits on every machine.

Components of stored vectors lie on a 2^-22 grid, so every product is a multiple of 2^-44 and every partial sum of a dot
product of unit vectors fits the 53 bits of a float64: sums are exact in any order, whatever the BLAS, the number of
threads or the batch. The result is rounded once, to the 2^-20 grid, where float32 still holds it exactly.
"""

import numpy as np
from numpy.typing import NDArray

_VECTOR_STEPS = np.float32(2.0**22)  # components: finer than the noise of any model, coarse enough for exact sums
_WIDENED = 128  # rows: 0.9 MB of 896 components
_COSINE_STEPS = 2.0**20  # cosines: one step is just below one micro-unit


def on_grid(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the vectors with each component rounded to the 2^-22 grid; doing it twice changes nothing.

    A power of two only moves the exponent, so float32 loses nothing on the way.
    """
    steps: NDArray[np.float32] = vectors.astype(np.float32) * _VECTOR_STEPS
    np.rint(steps, out=steps)
    steps /= _VECTOR_STEPS
    return steps


def snapped(cosines: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return cosines rounded to the 2^-20 grid."""
    return (np.rint(cosines * _COSINE_STEPS) / _COSINE_STEPS).astype(np.float32)


def cosines(vectors: NDArray[np.float32], *wanted: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the cosine of each row with each wanted vector, on the 2^-20 grid.

    `vectors` is n × d and each of the k wanted ones is d; all are unit vectors on the 2^-22 grid. The result is k × n.
    Rows are widened to float64 as many at a time as stay in a cache: all of them, kept wide, would take twice the
    memory and, since they are read from there, no less time. One product per wanted vector, since BLAS would set
    several threads to work on all together, which takes longer.
    """
    count, dimensions = vectors.shape
    wide = np.empty((min(count, _WIDENED), dimensions))
    exact = np.empty((len(wanted), count))
    asked = [vector.astype(np.float64) for vector in wanted]
    for start in range(0, count, _WIDENED):
        rows = vectors[start : start + _WIDENED]
        own = wide[: len(rows)]
        np.copyto(own, rows)
        for vector, found in zip(asked, exact, strict=True):
            np.dot(own, vector, out=found[start : start + len(rows)])
    return snapped(exact)
