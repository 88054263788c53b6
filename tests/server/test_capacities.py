"""Availability in words: open sides, for ever, one day, unknown, and how it lies to what is wanted."""

import datetime as dt

import pytest

from teamlandkarte.server.capacities import Capacity

MARCH, JUNE, FOR_EVER = dt.date(2026, 3, 1), dt.date(2026, 6, 30), dt.date(9999, 12, 31)


def person(begin: dt.date | None, end: dt.date | None) -> Capacity:
    row = {"capacity_id": "K1", "owner": "Anna", "role": None, "role_level": None, "begin_date": begin, "end_date": end}
    return Capacity.of(row)


@pytest.mark.parametrize(
    ("begin", "end", "shown"),
    [
        (MARCH, JUNE, "2026-03-01 – 2026-06-30"),
        (MARCH, MARCH, "2026-03-01 – 2026-03-01"),
        (MARCH, None, "from 2026-03-01"),
        (MARCH, FOR_EVER, "from 2026-03-01"),
        (None, JUNE, "until 2026-06-30"),
        (None, FOR_EVER, "at any time"),
        (None, None, "unknown"),
    ],
)
def test_dates_are_shown_in_words(begin: dt.date | None, end: dt.date | None, shown: str) -> None:
    assert person(begin, end).availability(None, None) == shown


@pytest.mark.parametrize(
    ("begin", "end", "start", "stop", "lies"),
    [
        (MARCH, JUNE, dt.date(2026, 4, 1), dt.date(2026, 4, 30), ": covers"),
        (MARCH, FOR_EVER, dt.date(2026, 4, 1), None, ": covers"),
        (MARCH, JUNE, dt.date(2026, 6, 21), dt.date(2026, 7, 10), ": partly, 10 of 20 days"),
        (MARCH, JUNE, dt.date(2026, 6, 30), None, ": partly, 1 day"),
        (MARCH, JUNE, dt.date(2026, 7, 1), None, ": outside"),
        (None, FOR_EVER, MARCH, JUNE, ": covers"),
        (None, None, MARCH, JUNE, ""),
    ],
)
def test_dates_are_compared_with_the_wanted_range(
    begin: dt.date | None, end: dt.date | None, start: dt.date | None, stop: dt.date | None, lies: str
) -> None:
    assert person(begin, end).availability(start, stop) == person(begin, end).availability(None, None) + lies


def test_known_and_unknown_dates_differ_as_data() -> None:
    assert person(None, FOR_EVER).fit(MARCH, JUNE).model_dump(exclude_none=True) == {
        "known": True,
        "fit": "covers",
        "days": 122,
        "of_days": 122,
    }
    assert person(None, None).fit(MARCH, JUNE).model_dump(exclude_none=True) == {
        "known": False,
        "fit": "unknown",
        "of_days": 122,
    }


def test_role_and_level_are_shown_as_far_as_they_are_known() -> None:
    row = {"capacity_id": "K1", "owner": "Anna", "begin_date": None, "end_date": None}
    assert Capacity.of({**row, "role": "Developer", "role_level": "Senior"}).role_and_level == "Developer (Senior)"
    assert Capacity.of({**row, "role": "Developer", "role_level": None}).role_and_level == "Developer"
    assert Capacity.of({**row, "role": None, "role_level": "Senior"}).role_and_level == "unknown (Senior)"
    assert Capacity.of({**row, "role": None, "role_level": None}).role_and_level == "unknown"
