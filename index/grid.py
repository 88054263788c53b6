"""The arithmetic that gives a cosine the same bits on every machine.

Components of stored vectors lie on a 2^-15 grid and are held as their numbers of steps, which fit 16 bits. Every
product is a multiple of 2^-30 and every partial sum of a dot product of unit vectors fits the 53 bits of a float64:
sums are exact in any order, whatever the BLAS, the number of threads or the batch. The result is rounded once, to the
2^-20 grid, where float32 still holds it exactly.
"""

import math

import numpy as np
from numpy.typing import NDArray

Steps = NDArray[np.int16]  # of unit vectors

VECTOR_STEPS = 2**15  # to 1; what rounding adds to a cosine of a model is 0.00001
_MOST = VECTOR_STEPS - 1  # in 16 bits, so that a component of 1 is one step less
_WIDENED = 128  # rows: 0.9 MB of 896 components
_ALIKE = 0.5  # cosine of two names from which a model sees that they are of one thing
_COSINE_STEPS = 2.0**20  # cosines: one step is just below one micro-unit


def on_grid(vectors: NDArray[np.float32]) -> Steps:
    """Return the components of unit vectors as the nearest numbers of steps."""
    steps: NDArray[np.float32] = vectors * np.float32(VECTOR_STEPS)
    np.rint(steps, out=steps)
    np.minimum(steps, _MOST, out=steps)
    return steps.astype(np.int16)


def between(vectors: NDArray[np.floating]) -> Steps:
    """Return the unit vector in the direction of the mean of n × d vectors; zeros where they cancel out or n is 0."""
    total: NDArray[np.float64] = vectors.sum(axis=0, dtype=np.float64)
    length = math.sqrt(math.fsum(np.square(total)))  # NumPy's norm adds in an order that depends on the machine
    mean: NDArray[np.float32] = (total / (length or 1.0)).astype(np.float32)
    return on_grid(mean)


def of_one_thing(names: NDArray[np.float32], terms: Steps) -> Steps:
    """Return the vector of a thing from those of its one or two names, n × d, beside k × d terms to compare it with.

    It lies between the two. Where the model does not see that they are alike, so does nothing that is like the thing:
    then it is that of the name which lies nearer to any term.
    """
    if len(names) == 1 or not len(terms) or names[0] @ names[1] >= _ALIKE:
        return between(names)
    each = [between(name[np.newaxis]) for name in names]
    return each[int(np.argmax(cosines(terms, *each).max(axis=1)))]


def components(steps: Steps) -> NDArray[np.float32]:
    """Return vectors on the grid as plain numbers; a power of two only moves the exponent, so that none is lost."""
    vectors: NDArray[np.float32] = steps.astype(np.float32)
    vectors /= VECTOR_STEPS
    return vectors


def snapped(cosines: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return cosines rounded to the 2^-20 grid."""
    return (np.rint(cosines * _COSINE_STEPS) / _COSINE_STEPS).astype(np.float32)


def cosines(vectors: Steps, *wanted: Steps) -> NDArray[np.float32]:
    """Return the cosine of each row with each wanted vector, on the 2^-20 grid.

    `vectors` is n × d and each of the k wanted ones is d; all are unit vectors. The result is k × n. Rows are widened
    to float64 as many at a time as stay in a cache: all of them, kept wide, would take four times the memory and, since
    they are read from there, no less time. One product per wanted vector, since BLAS would set several threads to work
    on all together, which takes longer.
    """
    count, dimensions = vectors.shape
    wide = np.empty((min(count, _WIDENED), dimensions))
    exact = np.empty((len(wanted), count))
    asked = [vector / float(VECTOR_STEPS) ** 2 for vector in wanted]  # by the steps of both, which is exact as well
    for start in range(0, count, _WIDENED):
        rows = vectors[start : start + _WIDENED]
        own = wide[: len(rows)]
        np.copyto(own, rows)
        for vector, found in zip(asked, exact, strict=True):
            np.dot(own, vector, out=found[start : start + len(rows)])
    return snapped(exact)
