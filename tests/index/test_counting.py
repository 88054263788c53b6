"""Numbers with what they count."""

import pytest

from teamlandkarte.index.counting import counted


@pytest.mark.parametrize(
    ("number", "written"),
    [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (999, "999 rows"), (1_200, "1,200 rows"), (2**20, "1,048,576 rows")],
)
def test_one_thing_alone_is_in_the_singular_and_thousands_are_told_apart(number: int, written: str) -> None:
    assert counted(number, "row") == written


def test_a_plural_that_is_more_than_an_s_is_written_as_given() -> None:
    assert [counted(number, "person", "people") for number in (0, 1, 7)] == ["0 people", "1 person", "7 people"]
