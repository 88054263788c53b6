"""Days and times, however a lake writes them."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.etl.lake_dates import read_date, read_timestamp

OPEN = dt.date(9999, 12, 31)
instant = dt.datetime.fromisoformat


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026-04-01", dt.date(2026, 4, 1)),
        (" 2026-04-01 ", dt.date(2026, 4, 1)),
        ("2026-04-01 00:00:00.000", dt.date(2026, 4, 1)),
        ("2026-04-01T08:30:00", dt.date(2026, 4, 1)),
        ("2026-04-01 10:00", dt.date(2026, 4, 1)),
        ("01.04.2026", dt.date(2026, 4, 1)),
        ("1.4.2026", dt.date(2026, 4, 1)),
        # A time with a zone is the day that it is in UTC.
        ("2026-03-31 23:30:00.000 America/New_York", dt.date(2026, 4, 1)),
        ("2026-04-01 00:30:00.000 Europe/Berlin", dt.date(2026, 3, 31)),
        ("2026-04-01T00:30:00.000+0200", dt.date(2026, 3, 31)),
        ("2026-04-01 00:30:00+02", dt.date(2026, 3, 31)),
        ("2026-04-01 00:30:00.000 UTC", dt.date(2026, 4, 1)),
        ("2026-04-01T00:30:00.000Z", dt.date(2026, 4, 1)),
        ("2026-04-01 00:30:00 +05:30", dt.date(2026, 3, 31)),
        # However a lake writes "for ever".
        ("9999-12-31", OPEN),
        ("9999-01-01", OPEN),
        ("9999-12-31 23:59:59.999999999", OPEN),
        ("9999-12-31 23:59:59.999 America/New_York", OPEN),
        ("+10000-01-01", OPEN),
        ("294247-01-10 04:00:54.775", OPEN),
        ("31.12.9999", OPEN),
        ("infinity", OPEN),
    ],
)
def test_a_day_is_read_however_a_lake_writes_it(written: str, day: dt.date) -> None:
    assert read_date(written) == day


@pytest.mark.parametrize("blank", ["", "   ", "\t"])
def test_a_blank_is_no_day(blank: str) -> None:
    assert read_date(blank) is None
    assert read_timestamp(blank) is None


@pytest.mark.parametrize(
    "written",
    [
        "sofort",
        "2026-02-30",
        "2026-13-01",
        "31.02.2026",
        "04/01/2026",
        "2026-04",
        "2026-04-01 25:00:00",
        "2026-04-01 10:00 Nowhere/Land",
        "2026-04-01 10:00 ../../etc/localtime",
        "2026-04-01 10:00 +99:00",
        "0001-01-01 00:00:00 +02:00",
        "-infinity",
        "2026-04-01x",
    ],
)
def test_what_is_no_day_is_refused_rather_than_guessed(written: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - only the kind of error counts
        read_date(written)


def test_an_instant_is_kept_in_utc_with_what_python_can_hold_of_its_fraction() -> None:
    assert read_timestamp("2026-07-01 12:30:15.123456789 Europe/Berlin") == instant("2026-07-01T10:30:15.123456")
    assert read_timestamp("2026-07-01 12:30:15.5") == instant("2026-07-01T12:30:15.500")
    assert read_timestamp("2026-07-01") == instant("2026-07-01T00:00")


@given(st.dates(max_value=dt.date(9998, 12, 31)), st.times())
def test_every_day_and_instant_survives_being_written_and_read(day: dt.date, time: dt.time) -> None:
    assert read_date(day.isoformat()) == day
    moment = dt.datetime.combine(day, time)
    assert read_timestamp(moment.isoformat(sep=" ")) == moment
