"""The cache of similarity rows."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

from teamlandkarte.index.row_cache import RowCache


class Rows:
    """Computes rows of 100 int32 (400 bytes), each full of its own key, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def row(self, key: int) -> NDArray[np.int32]:
        self.asked.append(key)
        return np.full(100, key, np.int32)


def test_a_row_that_is_held_is_not_computed_again() -> None:
    rows, cache = Rows(), RowCache(4_000)

    first, second = (cache.get(7, lambda: rows.row(7)) for _ in range(2))

    assert rows.asked == [7]
    assert first is second


def test_the_row_that_was_not_asked_for_the_longest_gives_way() -> None:
    rows, cache = Rows(), RowCache(800)
    for key in (1, 2, 1, 3):
        cache.get(key, lambda key=key: rows.row(key))  # type: ignore[misc]
    rows.asked.clear()

    for key in (1, 3, 2):
        cache.get(key, lambda key=key: rows.row(key))  # type: ignore[misc]

    assert rows.asked == [2]


def test_rows_that_are_held_are_found_together_and_are_then_the_last_asked_for() -> None:
    rows, cache = Rows(), RowCache(800)
    for key in (1, 2):
        cache.get(key, lambda key=key: rows.row(key))  # type: ignore[misc]

    assert {key: row[0] for key, row in cache.held([1, 7]).items()} == {1: 1}

    cache.get(3, lambda: rows.row(3))
    assert list(cache.held([1, 2, 3])) == [1, 3]


def test_a_row_larger_than_the_cache_is_answered_and_not_held() -> None:
    cache = RowCache(100)

    assert cache.get(1, lambda: np.full(100, 1, np.int32)).tolist() == [1] * 100
    assert cache.held([1]) == {}


def test_nobody_can_change_a_row_for_the_next_one_who_asks() -> None:
    cache = RowCache(4_000)

    with pytest.raises(ValueError, match="read-only"):
        cache.get(1, lambda: np.zeros(100, np.int32))[0] = 5


def test_many_threads_get_right_rows_and_the_cap_holds() -> None:
    rows, cache = Rows(), RowCache(4_000)
    keys = [int(key) for key in np.random.default_rng(3).integers(0, 40, 4_000)]

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda key: cache.get(key, lambda: rows.row(key))[0], keys))

    assert found == keys
    assert len(cache.held(range(40))) == 10
