"""Calibration curves."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.calibration import LOCAL_CALIBRATION, RAW_COSINE, Calibration
from teamlandkarte.index.errors import DatasetError

fractions = st.floats(0.0, 1.0, allow_nan=False)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [(0.0, 0), (0.1, 38_600), (0.3, 127_000), (0.5, 437_200), (0.6, 700_800), (0.7, 906_300), (1.0, 1_000_000)],
)
def test_the_local_curve_passes_through_its_published_points(raw: float, shown: int) -> None:
    assert LOCAL_CALIBRATION.micro(raw) == shown


def test_between_two_points_the_curve_is_a_straight_line() -> None:
    assert LOCAL_CALIBRATION.micro([0.25, 0.65, 0.85]).tolist() == [98_000, 803_550, 992_800]


def test_values_outside_the_unit_interval_count_as_its_ends() -> None:
    assert RAW_COSINE.micro([-0.4, 1.0000002]).tolist() == [0, 1_000_000]


@given(fractions)
def test_the_raw_cosine_is_shown_as_it_is(raw: float) -> None:
    assert int(RAW_COSINE.micro(raw)) == round(raw * 1_000_000)


@given(fractions, fractions)
def test_a_higher_raw_similarity_is_never_shown_lower(one: float, other: float) -> None:
    low, high = LOCAL_CALIBRATION.micro([min(one, other), max(one, other)]).tolist()

    assert low <= high


@given(st.lists(fractions, max_size=30))
def test_a_value_does_not_depend_on_its_neighbours(raw: list[float]) -> None:
    together = LOCAL_CALIBRATION.micro(np.array(raw, np.float64)).tolist()

    assert together == [int(LOCAL_CALIBRATION.micro(value)) for value in raw]


@pytest.mark.parametrize("curve", [LOCAL_CALIBRATION, RAW_COSINE])
def test_a_curve_survives_the_manifest(curve: Calibration) -> None:
    assert Calibration.from_json(json.loads(json.dumps(curve.to_json()))) == curve


@pytest.mark.parametrize(
    "points",
    [
        (),
        ((0.0, 0.0),),
        ((0.0, 0.0), (0.5, 0.6), (0.5, 0.7), (1.0, 1.0)),
        ((0.0, 0.0), (0.5, 0.6), (0.7, 0.4), (1.0, 1.0)),
        ((0.1, 0.0), (1.0, 1.0)),
        ((0.0, 0.0), (0.9, 1.0)),
        ((0.0, 0.0), (1.0, 1.5)),
        ((0.0, float("nan")), (1.0, 1.0)),
    ],
)
def test_points_that_are_no_monotone_curve_are_refused(points: tuple[tuple[float, float], ...]) -> None:
    with pytest.raises(DatasetError, match=r"'odd' is not a monotone curve.*run a refresh"):
        Calibration("odd", points)


@pytest.mark.parametrize(
    "written", [{}, {"name": "x"}, {"name": "x", "points": 3}, {"name": "x", "points": [["a", 1]]}]
)
def test_a_manifest_without_a_readable_curve_is_refused(written: dict[str, object]) -> None:
    with pytest.raises(DatasetError, match="no readable calibration"):
        Calibration.from_json(written)
