"""Cosines on the grid: exact, so the same everywhere."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from teamlandkarte.index.grid import Steps, between, components, cosines, on_grid


def unit_rows(count: int, dimensions: int, seed: int) -> NDArray[np.float32]:
    rows = np.random.default_rng(seed).standard_normal((count, dimensions))
    unit: NDArray[np.float32] = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return unit


def exact_dot(one: Steps, other: Steps) -> Fraction:
    products = (Fraction(a, 2**15) * Fraction(b, 2**15) for a, b in zip(one.tolist(), other.tolist(), strict=True))
    return sum(products, Fraction(0))


@given(seed=st.integers(0, 10_000), dimensions=st.sampled_from([2, 7, 384, 896]))
def test_a_cosine_is_the_exact_dot_product_rounded_once(seed: int, dimensions: int) -> None:
    rows = on_grid(unit_rows(4, dimensions, seed))

    (found,) = cosines(rows, rows[0])

    expected = [round(exact_dot(row, rows[0]) * 2**20) / 2**20 for row in rows]
    assert found.tolist() == expected


@given(seed=st.integers(0, 10_000))
def test_the_order_of_the_components_does_not_change_a_bit(seed: int) -> None:
    rows = on_grid(unit_rows(5, 896, seed))
    shuffled = rows[:, np.random.default_rng(seed + 1).permutation(896)]

    assert np.array_equal(cosines(rows, rows[0]), cosines(shuffled, shuffled[0]))


def test_the_number_of_rows_asked_at_once_does_not_change_a_bit() -> None:
    rows = on_grid(unit_rows(300, 896, 1))

    together = cosines(rows, rows[7], rows[8])

    assert [[cosines(rows[i : i + 1], row)[0, 0] for i in range(300)] for row in rows[7:9]] == together.tolist()


@given(seed=st.integers(0, 10_000))
def test_rounding_to_the_grid_twice_changes_nothing_and_moves_a_component_by_half_a_step_at_most(seed: int) -> None:
    rows = unit_rows(3, 40, seed)

    once = on_grid(rows)

    assert np.array_equal(on_grid(components(once)), once)
    assert float(np.abs(components(once) - rows).max()) <= 2.0**-16


def test_a_component_of_1_is_a_step_less_and_one_of_minus_1_is_itself() -> None:
    steps = on_grid(np.array([[1.0, 0.0], [0.0, -1.0]], np.float32))

    assert components(steps).tolist() == [[1 - 2**-15, 0.0], [0.0, -1.0]]
    assert np.array_equal(on_grid(components(steps)), steps)


@pytest.mark.parametrize("turned", [1, -1])
def test_the_order_of_the_components_does_not_change_the_direction_of_a_mean(turned: int) -> None:
    # The squares sum up to 2^52, unless the small ones are lost beside the others one by one; then the first component
    # is longer than 16396.5 + 2^-10 steps, which are halfway between two numbers of 32 bits.
    vector = np.array([33580034, 58100844, 522370, *[0.25] * 1664])

    mean = between(vector[np.newaxis, ::turned])[::turned]

    assert sum(Fraction(part) ** 2 for part in vector.tolist()) == 2**52
    assert mean.tolist() == [16396, 28370, 255, *[0] * 1664]
