"""Financial years, and the days right behind holidays; each was worked out by hand."""

import pytest

from teamlandkarte.index.dates import find_dates
from tests.index.time_ranges import TODAY, dates_of
from tests.local_model import LOCAL


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Einsatz im GJ 2026/27", '"GJ 2026/27": on which days does that year begin and end?'),
        (
            "We need a tester in fiscal year 2026-2027.",
            '"fiscal year 2026-2027": on which days does that year begin and end?',
        ),
        (
            "We need a tester in fiscal year 2027 (April to March)",
            '"fiscal year 2027 (April to March)": does it begin in 2026 or in 2027?',
        ),
    ],
)
def test_a_financial_year_whose_days_nobody_outside_knows_is_asked(text: str, asked: str) -> None:
    assert dates_of(text) == (None, None)
    assert find_dates(text, TODAY, LOCAL).ambiguous == asked


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Bedarf im Geschäftsjahr 2027/28 (April bis März)", "2027-04-01", "2028-03-31"),
        ("Tester needed for FY 2027/28, October to September.", "2027-10-01", "2028-09-30"),
        ("Tester needed for fiscal year 2027 (January to December).", "2027-01-01", "2027-12-31"),
    ],
)
def test_a_financial_year_of_told_months_is_read(text: str, start: str, end: str) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("We need a tester right after Easter", "2026-04-07", None),
        ("We need a tester right after Easter until 30 June", "2026-04-07", "2026-06-30"),
        ("Wir brauchen direkt nach Ostern einen Tester.", "2026-04-07", None),
        ("Start unmittelbar nach den Osterfeiertagen", "2026-04-07", None),
        ("immediately after Easter 2027", "2027-03-30", None),
        ("Start gleich nach Pfingsten", "2026-05-26", None),
        ("We need a tester straight after Christmas 2026.", "2026-12-27", None),
        ("right after Easter Monday", "2026-04-07", None),
        ("Einsatz bis direkt nach Ostern", None, "2026-04-07"),
    ],
)
def test_right_after_a_feast_is_the_first_day_behind_its_holidays(
    text: str, start: str | None, end: str | None
) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize("text", ["Start nach Ostern", "Start direkt nach den Osterferien", "Start kurz nach Ostern"])
def test_some_time_after_a_feast_is_asked(text: str) -> None:
    found = find_dates(text, TODAY, LOCAL)
    assert (found.start, found.end) == (None, None)
    assert "from when until when?" in found.ambiguous
