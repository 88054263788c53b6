"""When a refresh is due: crontab's grammar on the clock of a time zone, daylight saving included."""

import datetime as dt
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teamlandkarte.etl.schedule import DueTimes
from teamlandkarte.index.config import Schedule
from tests.clock import utc

BERLIN = "Europe/Berlin"


def due_times(cron: str, timezone: str, after: str, count: int) -> list[dt.datetime]:
    """Return so many due times after a moment in UTC, each found from the one before."""
    times, found = DueTimes(Schedule(cron=cron, timezone=timezone)), [utc(after)]
    for _ in range(count):
        found.append(times.next_after(found[-1]))
    return found[1:]


def local(times: list[dt.datetime], timezone: str = BERLIN) -> list[str]:
    return [f"{moment.astimezone(ZoneInfo(timezone)):%Y-%m-%d %H:%M %a}" for moment in times]


def test_the_night_that_has_two_half_past_twos_has_one_refresh() -> None:
    assert due_times("30 2 * * *", BERLIN, "2026-10-24T12:00", 2) == [utc("2026-10-25T00:30"), utc("2026-10-26T01:30")]


def test_the_night_that_has_no_half_past_two_has_one_refresh_an_hour_later() -> None:
    assert due_times("30 2 * * *", BERLIN, "2026-03-28T12:00", 2) == [utc("2026-03-29T01:30"), utc("2026-03-30T00:30")]


def test_a_midnight_that_daylight_saving_leaves_out_is_due_at_one() -> None:
    found = due_times("0 0 * * *", "America/Santiago", "2026-09-05T12:00", 2)
    assert local(found, "America/Santiago") == ["2026-09-06 01:00 Sun", "2026-09-07 00:00 Mon"]


def test_a_clock_that_moves_by_half_an_hour_keeps_one_refresh_a_night() -> None:
    zone = "Australia/Lord_Howe"
    twice = due_times("45 1 * * *", zone, "2026-04-04T00:00", 2)
    never = due_times("15 2 * * *", zone, "2026-10-03T00:00", 2)
    assert twice == [utc("2026-04-04T14:45"), utc("2026-04-05T15:15")]
    assert never == [utc("2026-10-03T15:45"), utc("2026-10-04T15:15")]


def test_a_dense_schedule_has_each_moment_of_the_short_night_once() -> None:
    found = due_times("*/30 1-3 * * *", BERLIN, "2026-03-28T12:00", 4)
    assert found == [utc(f"2026-03-29T0{hour}:{minute}") for hour in (0, 1) for minute in ("00", "30")]


@pytest.mark.parametrize(
    ("cron", "expected"),
    [
        ("30 3 * * *", ["2026-06-02 03:30 Tue", "2026-06-03 03:30 Wed", "2026-06-04 03:30 Thu"]),
        ("0 4 * * 0", ["2026-06-07 04:00 Sun", "2026-06-14 04:00 Sun", "2026-06-21 04:00 Sun"]),
        ("0 4 * * 7", ["2026-06-07 04:00 Sun", "2026-06-14 04:00 Sun", "2026-06-21 04:00 Sun"]),
        ("0 4 * * 1-5", ["2026-06-02 04:00 Tue", "2026-06-03 04:00 Wed", "2026-06-04 04:00 Thu"]),
        ("0 4 * * 5-7", ["2026-06-05 04:00 Fri", "2026-06-06 04:00 Sat", "2026-06-07 04:00 Sun"]),
        ("0 4 * * Sat,mon", ["2026-06-06 04:00 Sat", "2026-06-08 04:00 Mon", "2026-06-13 04:00 Sat"]),
        ("0 4 15 * 3", ["2026-06-03 04:00 Wed", "2026-06-10 04:00 Wed", "2026-06-15 04:00 Mon"]),
        ("0 4 */10 * *", ["2026-06-11 04:00 Thu", "2026-06-21 04:00 Sun", "2026-07-01 04:00 Wed"]),
        ("0 6-18/6 1 jan,JUL *", ["2026-07-01 06:00 Wed", "2026-07-01 12:00 Wed", "2026-07-01 18:00 Wed"]),
        ("0 4 29 2 *", ["2028-02-29 04:00 Tue", "2032-02-29 04:00 Sun", "2036-02-29 04:00 Fri"]),
        ("0 4 31 * *", ["2026-07-31 04:00 Fri", "2026-08-31 04:00 Mon", "2026-10-31 04:00 Sat"]),
    ],
)
def test_expressions_mean_what_crontab_says(cron: str, expected: list[str]) -> None:
    assert local(due_times(cron, BERLIN, "2026-06-01T12:00", 3)) == expected


def test_a_leap_day_is_found_across_a_century_without_one() -> None:
    assert due_times("0 4 29 2 *", "UTC", "2096-03-01T00:00", 1) == [utc("2104-02-29T04:00")]


def test_the_due_time_that_was_last_is_found_within_the_grace_only() -> None:
    times = DueTimes(Schedule(cron="30 3 * * *", timezone=BERLIN))
    assert times.latest(utc("2026-06-02T01:30"), dt.timedelta(hours=12)) == utc("2026-06-02T01:30")
    assert times.latest(utc("2026-06-02T13:29"), dt.timedelta(hours=12)) == utc("2026-06-02T01:30")
    assert times.latest(utc("2026-06-02T13:31"), dt.timedelta(hours=12)) is None
    assert times.latest(utc("2026-06-02T01:29"), dt.timedelta(days=41_666)) == utc("2026-06-01T01:30")


MOMENTS = st.one_of(
    st.integers(0, 4 * 24 * 60).map(lambda minutes: utc("2026-03-27") + dt.timedelta(minutes=minutes)),
    st.integers(0, 4 * 24 * 60).map(lambda minutes: utc("2026-10-23") + dt.timedelta(minutes=minutes)),
)


@settings(max_examples=50)
@given(
    moment=MOMENTS,
    hours=st.sets(st.integers(0, 4), min_size=1),
    minutes=st.sets(st.sampled_from([0, 15, 30, 59]), min_size=1),
)
def test_each_time_on_the_wall_is_due_once_around_both_nights(
    moment: dt.datetime, hours: set[int], minutes: set[int]
) -> None:
    """The reference reads a clock minute by minute, and lets what it never shows follow with the same delay."""
    zone = ZoneInfo(BERLIN)
    shown: dict[dt.datetime, dt.datetime] = {}
    for minute in range(-24 * 60, 3 * 24 * 60):
        now = moment + dt.timedelta(minutes=minute)
        shown.setdefault(now.astimezone(zone).replace(tzinfo=None), now)
    days = sorted({wall.date() for wall in shown})[1:-1]
    walls = [dt.datetime.combine(day, dt.time(hour, minute)) for day in days for hour in hours for minute in minutes]
    expected = sorted({shown.get(wall) or shown[wall + dt.timedelta(hours=1)] for wall in walls})
    expected = [due for due in expected if due > moment][:4]
    cron = f"{','.join(map(str, minutes))} {','.join(map(str, hours))} * * *"
    times = DueTimes(Schedule(cron=cron, timezone=BERLIN))

    found = [moment]
    for _ in expected:
        found.append(times.next_after(found[-1]))

    assert found[1:] == expected
    assert all(times.latest(due, dt.timedelta(hours=1)) == due for due in islice(expected, 2))
