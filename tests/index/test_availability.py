"""How an availability lies to a wanted range, by hand and against counted days."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.availability import Availability, Fit, availability
from teamlandkarte.index.windows import Windows

APRIL_1, APRIL_30 = dt.date(2026, 4, 1), dt.date(2026, 4, 30)
JUNE_30 = dt.date(2026, 6, 30)
FOR_EVER = dt.date(9999, 12, 31)


@pytest.mark.parametrize(
    ("begin", "end", "expected"),
    [
        (dt.date(2026, 1, 1), JUNE_30, Availability(Fit.COVERS, 30, 30)),
        (APRIL_1, APRIL_30, Availability(Fit.COVERS, 30, 30)),
        (None, APRIL_30, Availability(Fit.COVERS, 30, 30)),
        (APRIL_1, None, Availability(Fit.COVERS, 30, 30)),
        (APRIL_1, FOR_EVER, Availability(Fit.COVERS, 30, 30)),
        (dt.date(2026, 4, 2), None, Availability(Fit.PARTLY, 29, 30)),
        (APRIL_30, APRIL_30, Availability(Fit.PARTLY, 1, 30)),
        (dt.date(2026, 4, 10), dt.date(2026, 4, 19), Availability(Fit.PARTLY, 10, 30)),
        (None, dt.date(2026, 3, 31), Availability(Fit.OUTSIDE, 0, 30)),
        (dt.date(2026, 5, 1), None, Availability(Fit.OUTSIDE, 0, 30)),
        (None, None, Availability(Fit.UNKNOWN, None, 30)),
    ],
)
def test_an_availability_covers_meets_or_misses_april(
    begin: dt.date | None, end: dt.date | None, expected: Availability
) -> None:
    assert availability(begin, end, APRIL_1, APRIL_30) == expected


def test_a_one_day_window_covers_its_one_day() -> None:
    assert availability(APRIL_1, APRIL_1, APRIL_1, APRIL_1) == Availability(Fit.COVERS, 1, 1)


def test_an_open_range_is_covered_only_by_an_open_availability() -> None:
    assert availability(dt.date(2026, 1, 1), None, APRIL_1, None) == Availability(Fit.COVERS, None, None)
    assert availability(dt.date(2026, 1, 1), APRIL_30, APRIL_1, None) == Availability(Fit.PARTLY, 30, None)
    assert availability(dt.date(2026, 5, 1), FOR_EVER, APRIL_1, None) == Availability(Fit.PARTLY, None, None)
    assert availability(dt.date(2026, 5, 1), None, None, APRIL_30) == Availability(Fit.OUTSIDE, 0, None)


DATES = st.none() | st.dates(dt.date(2026, 3, 25), dt.date(2026, 4, 10)) | st.just(FOR_EVER)


def ordered(first: dt.date | None, last: dt.date | None) -> tuple[dt.date | None, dt.date | None]:
    return (last, first) if first is not None and last is not None and first > last else (first, last)


@given(st.tuples(DATES, DATES), st.tuples(DATES, DATES))
def test_windows_of_many_people_agree_with_the_availability_of_one(
    person: tuple[dt.date | None, dt.date | None], wanted: tuple[dt.date | None, dt.date | None]
) -> None:
    begin, end = ordered(*person)
    start, stop = ordered(*wanted)
    windows = Windows.of([None, begin], [None, end])
    fit = availability(begin, end, start, stop).fit

    assert windows.known.tolist() == [False, fit is not Fit.UNKNOWN]
    assert windows.overlapping(start, stop).tolist() == [False, fit in {Fit.COVERS, Fit.PARTLY}]
    assert windows.covering(start, stop).tolist() == [False, fit is Fit.COVERS]


@given(st.tuples(DATES, DATES), st.tuples(DATES, DATES))
def test_the_days_counted_are_the_days_available(
    person: tuple[dt.date | None, dt.date | None], wanted: tuple[dt.date | None, dt.date | None]
) -> None:
    begin, end = ordered(*person)
    start, stop = ordered(*wanted)
    answer = availability(begin, end, start, stop)
    calendar = [dt.date(2026, 3, 1) + dt.timedelta(days=day) for day in range(60)]
    wanted_days = [day for day in calendar if (start or day) <= day <= (stop or day)]
    free_days = [day for day in wanted_days if (begin or day) <= day <= (end or day)]

    if answer.of is not None and stop != FOR_EVER:
        assert answer.of == len(wanted_days)
        if answer.fit is not Fit.UNKNOWN:
            assert answer.days == len(free_days)
