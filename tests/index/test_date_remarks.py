"""What is said of a date that has passed, is none, or leaves out its year or month."""

import datetime as dt

import pytest

from teamlandkarte.index.dates import find_dates
from tests.index.time_ranges import TODAY, iso


@pytest.mark.parametrize(
    ("text", "today", "start"),
    [
        ("ab 30. September", "2026-05-05", "2026-09-30"),
        ("from 30 September", "2026-05-05", "2026-09-30"),
        ("ab 1. Januar", "2026-11-10", "2027-01-01"),
        ("ab Februar", "2026-05-20", "2027-02-01"),
        ("von April bis Juni", "2026-03-02", "2026-04-01"),
        ("from October to December", "2026-05-20", "2026-10-01"),
        ("vom 1.9. bis 30.11.", "2026-05-20", "2026-09-01"),
        ("KW 27 bis KW 38", "2026-05-20", "2026-06-29"),
        ("ab KW 4", "2026-05-20", "2027-01-25"),
        ("ab dem 3.", "2026-05-20", "2026-06-03"),
        ("vom 15. bis 26.", "2026-06-04", "2026-06-15"),
        ("from the 9th until the 20th", "2026-06-04", "2026-06-09"),
        ("im Mai", "2026-05-20", "2026-05-01"),
    ],
)
def test_a_date_whose_year_and_month_are_clear_is_read_without_a_remark(text: str, today: str, start: str) -> None:
    found = find_dates(text, dt.date.fromisoformat(today))
    assert (iso(found.start), found.ambiguous) == (start, "")


@pytest.mark.parametrize(
    ("text", "today", "start", "remark"),
    [
        ("ab 1. Mai", "2026-05-20", "2027-05-01", '"1. Mai" names no year: read as 2027-05-01'),
        ("from 1 May", "2026-05-20", "2027-05-01", '"1 May" names no year: read as 2027-05-01'),
        ("ab 1. März", "2026-05-20", "2027-03-01", '"1. März" names no year: read as 2027-03-01'),
        ("ab April", "2026-05-20", "2027-04-01", '"April" names no year: read as 2027-04-01'),
        ("von März bis April", "2026-05-20", "2027-03-01", '"von März bis April" names no year: read as 2027-03-01'),
        ("vom 1. bis 15. Mai", "2026-05-20", "2027-05-01", '"1. bis 15. Mai" names no year: read as 2027-05-01'),
        ("ab KW 18", "2026-05-20", "2027-05-03", '"KW 18" names no year: read as 2027-05-03'),
        ("ab Q1", "2026-04-01", "2027-01-01", '"Q1" names no year: read as 2027-01-01'),
        ("ab dem 15.", "2026-05-20", "2026-06-15", '"15." names no month: read as 2026-06-15'),
        ("from the 18th", "2026-05-20", "2026-06-18", '"18th" names no month: read as 2026-06-18'),
        ("vom 15. bis 17.", "2026-05-20", "2026-06-15", '"15. bis 17." names no month: read as 2026-06-15'),
    ],
)
def test_a_date_that_passed_not_long_ago_is_said_to_be_read_as_the_next_one(
    text: str, today: str, start: str, remark: str
) -> None:
    found = find_dates(text, dt.date.fromisoformat(today))
    assert (iso(found.start), found.ambiguous) == (start, remark)


@pytest.mark.parametrize(("days_ahead", "said"), [(273, False), (274, True)])
def test_three_quarters_of_a_year_ahead_another_year_becomes_likely(days_ahead: int, said: bool) -> None:
    day = TODAY + dt.timedelta(days_ahead)
    found = find_dates(f"ab {day.day}.{day.month}.", TODAY)
    assert (found.start, bool(found.ambiguous)) == (day, said)


@pytest.mark.parametrize(("days_ahead", "said"), [(22, False), (23, True)])
def test_three_quarters_of_a_month_ahead_another_month_becomes_likely(days_ahead: int, said: bool) -> None:
    today = dt.date(2026, 5, 20)
    day = today + dt.timedelta(days_ahead)
    found = find_dates(f"ab dem {day.day}.", today)
    assert (found.start, bool(found.ambiguous)) == (day, said)


@pytest.mark.parametrize(
    ("text", "passed"),
    [
        ("Wir brauchen Python im Q3 2026.", "Q3 2026"),
        ("Java im April 2026", "April 2026"),
        ("Need a tester in April 2026", "April 2026"),
        ("Wir brauchen bis 30.09.2026 einen Planer", "30.09.2026"),
        ("Im Mai 2025 gesucht: Tester.", "Mai 2025"),
        ("Im Mai 2025 dringend gesucht: Architekt", "Mai 2025"),
    ],
)
def test_a_time_sought_that_has_passed_is_asked_back(text: str, passed: str) -> None:
    found = find_dates(text, dt.date(2026, 12, 2))
    assert (found.start, found.end) == (None, None)
    assert found.ambiguous == f'"{passed}" has passed: when is somebody sought?'


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Im April 2026 haben wir gewonnen. Gesucht: Java.", None),
        ("Das Projekt startete im April 2026, wir suchen ab Januar 2027 einen Tester", "2027-01-01"),
        ("Start war im Mai 2026", None),
        ("Erfahrung mit SAP seit 2020", None),
        ("Release im Oktober 2026", None),
    ],
)
def test_what_happened_in_the_past_is_not_asked_about(text: str, start: str | None) -> None:
    found = find_dates(text, dt.date(2026, 12, 2))
    assert (iso(found.start), found.end, found.ambiguous) == (start, None, "")


@pytest.mark.parametrize(
    ("text", "end"),
    [
        *(("31.02.2027 bis 31.03.2027", "2027-03-31"), ("bis 31.02.2027", None), ("until 31/04/2027", None)),
        *(("ab 01.13.2027", None), ("ab 32.01.2027", None), ("ab 32.01.27", None), ("ab 01.13.", None)),
        *(("from 2027-13-01", None), ("from 2027-02-30 to 2027-05-31", "2027-05-31"), ("from 13/32/2027", None)),
        *(("from 31/04", None), ("ab 31.4.", None), ("ab 32. Januar", None), ("from April 31", None)),
        *(("ab 30. Februar", None), ("vom 1. bis 31. April", None), ("from 8 June to the 31st", None)),
        ("bis 00.01.2027", None),
    ],
)
def test_a_day_that_its_month_does_not_have_is_asked_back(text: str, end: str | None) -> None:
    found = find_dates(text, dt.date(2026, 12, 2))
    assert (found.start, iso(found.end)) == (None, end)
    assert "is no day of the calendar: which one is meant?" in found.ambiguous


@pytest.mark.parametrize(
    ("text", "start"),
    [
        *(("Python ab 3.13.", None), ("Projekt 2027-45-67, Java", None), ("Aktenzeichen 45-67-2027", None)),
        *(("from February 30 developers", "2027-02-01"), ("from April 45 people", "2027-04-01")),
        *(("ab 05.27.", "2027-05-01"), ("ab Mai 50 Leute", "2027-05-01"), ("ab 29. Februar", "2027-02-28")),
    ],
)
def test_numbers_that_are_no_day_are_not_asked_about(text: str, start: str | None) -> None:
    found = find_dates(text, dt.date(2026, 12, 2))
    assert (iso(found.start), found.ambiguous) == (start, "")


@pytest.mark.parametrize(
    ("text", "start", "end", "inexact"),
    [
        ("ab Ende Q1 2027", "2027-03-02", None, "Ende Q1 2027"),
        ("ab Ende Januar 2027", "2027-01-21", None, "Ende Januar 2027"),
        ("from the end of March 2027", "2027-03-21", None, "end of March 2027"),
        ("Ende Mai 2027 bis 31.8.2027", "2027-05-21", "2027-08-31", "Ende Mai 2027"),
        ("ab Mitte Januar 2027", "2027-01-15", None, "Mitte Januar 2027"),
        ("bis Ende Januar 2027", None, "2027-01-31", None),
        ("vom 1.2.2027 bis Ende Mai 2027", "2027-02-01", "2027-05-31", None),
        ("until the end of Q2 2027", None, "2027-06-30", None),
    ],
)
def test_the_end_of_a_period_is_exact_as_an_end_alone(
    text: str, start: str | None, end: str | None, inexact: str | None
) -> None:
    found = find_dates(text, dt.date(2026, 12, 3))
    assert (iso(found.start), iso(found.end)) == (start, end)
    assert found.ambiguous == (f'"{inexact}" is not exact' if inexact else "")


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("from 4 July until Labor Day", "2027-07-04", "2027-09-06"),
        ("from Memorial Day to 1 August", "2027-05-31", "2027-08-01"),
        ("until Thanksgiving 2027", None, "2027-11-25"),
        ("bis zum Tag der Arbeit", None, "2027-05-01"),
    ],
)
def test_a_feast_is_on_its_day_in_its_country(text: str, start: str | None, end: str | None) -> None:
    found = find_dates(text, dt.date(2026, 12, 3))
    assert (iso(found.start), iso(found.end), found.ambiguous) == (start, end, "")


def test_a_feast_that_two_countries_have_on_other_days_is_asked_back() -> None:
    found = find_dates("Tester from 1 February until Labour Day", dt.date(2026, 12, 3))
    assert (iso(found.start), found.end) == ("2027-02-01", None)
    assert '"Labour Day" is 1 May or the first Monday of September: which one is meant?' in found.ambiguous


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("from 4 July until 1 May", "2027-07-04", "2028-05-01"),
        ("von Januar bis Dezember", "2027-01-01", "2027-12-31"),
        ("vom 1. Juli bis 31. Dezember", "2027-07-01", "2027-12-31"),
        ("von Oktober bis März", "2026-10-01", "2027-03-31"),
    ],
)
def test_a_range_that_began_long_ago_is_the_next_one(text: str, start: str, end: str) -> None:
    found = find_dates(text, dt.date(2026, 12, 3))
    assert (iso(found.start), iso(found.end)) == (start, end)
