"""Curves fitted to labelled pairs."""

import math
import random

import pytest

from teamlandkarte.index.errors import RequestError
from teamlandkarte.index.fitting import Reliability, fitted


def drawn(pairs: int) -> tuple[list[float], list[bool]]:
    """Return raw similarities, and labels that are true as often as `chance` says."""
    draw = random.Random(1)
    raw = [draw.uniform(0.02, 0.98) for _ in range(pairs)]
    return raw, [draw.random() < chance(value) for value in raw]


def chance(raw: float) -> float:
    """logit = 2·ln(raw) − 3·ln(1 − raw) − 1."""
    return 1 / (1 + math.exp(-(2 * math.log(raw) - 3 * math.log(1 - raw) - 1)))


def test_the_curve_that_labels_were_drawn_from_is_found_again() -> None:
    curve = fitted("drawn", "some model", *drawn(20_000))
    assert curve.model == "some model"
    for raw in (0.2, 0.4, 0.5, 0.6, 0.8):
        assert int(curve.micro(raw)) / 1e6 == pytest.approx(chance(raw), abs=0.03)


def test_a_curve_goes_from_0_to_1_and_never_falls() -> None:
    points = fitted("drawn", "", *drawn(60)).points
    assert points[0] == (0.0, 0.0)
    assert points[-1] == (1.0, 1.0)
    assert sorted(shown for _, shown in points) == [shown for _, shown in points]


def test_pairs_that_can_be_told_apart_without_error_give_a_curve() -> None:
    raw = [0.1] * 20 + [0.9] * 20
    curve = fitted("clear", "", raw, [False] * 20 + [True] * 20)
    assert int(curve.micro(0.1)) < 100_000
    assert int(curve.micro(0.9)) > 900_000


def test_too_few_pairs_of_one_kind_are_refused() -> None:
    with pytest.raises(RequestError, match="9 of 49 pairs are the same: label at least 10"):
        fitted("few", "", [0.5] * 49, [True] * 9 + [False] * 40)


def test_labels_against_the_model_are_refused() -> None:
    raw, same = drawn(200)
    with pytest.raises(RequestError, match="no more similar than the others"):
        fitted("upside down", "", raw, [not label for label in same])


def test_the_calibration_error_is_the_mean_distance_over_the_bins() -> None:
    # Three pairs around 0.25, of which one is the same; one at 1 that is not.
    reliability = Reliability.of([0.21, 0.25, 0.29, 1.0], [True, False, False, False])
    assert [one.pairs for one in reliability.bins] == [3, 1]
    assert reliability.error == pytest.approx((3 * (1 / 3 - 0.25) + 1 * 1.0) / 4)
