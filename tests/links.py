"""Who has which competence term, as people are laid out by it."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def links_of(people: ArrayLike, terms: ArrayLike) -> NDArray[np.int64]:
    """Return the links of people, by their position, and terms: pair by pair, in any order, duplicates allowed."""
    links: NDArray[np.int64] = np.unique(np.asarray(people, np.int64) << 32 | np.asarray(terms, np.int64))
    return links
