"""How long to wait for a service that did not answer."""

import pytest

from teamlandkarte.etl.try_again import TryAgainError


@pytest.mark.parametrize(
    ("attempt", "seconds"), [(1, 1.0), (2, 2.0), (3, 4.0), (6, 32.0), (7, 60.0), (2_000, 60.0), (1_000_000, 60.0)]
)
def test_the_pause_doubles_up_to_a_minute_however_often_it_was_tried(attempt: int, seconds: float) -> None:
    assert TryAgainError("no answer").pause_after(attempt) == seconds


def test_the_pause_is_the_one_that_the_service_asks_for() -> None:
    assert TryAgainError("busy", 90.5).pause_after(1) == 90.5
