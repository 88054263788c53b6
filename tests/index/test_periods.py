"""Weeks, quarters, halves and years as people write them, in German and English."""

import pytest

from tests.index.time_ranges import dates_of


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("ab der 14. KW", "2026-03-30", None),
        ("ab der dritten KW 2027", "2027-01-18", None),
        ("in the second calendar week of 2027", "2027-01-11", "2027-01-17"),
        ("CW14-CW20 2026", "2026-03-30", "2026-05-17"),
        ("KW 22/23", "2026-05-25", "2026-06-07"),
        ("im KW 5/2020", None, None),
        ("KW 14/26", "2026-03-30", "2026-04-05"),
        ("28. bis 39. KW", "2026-07-06", "2026-09-27"),
        ("ab dem II. Quartal 2026", "2026-04-01", None),
        ("im zweiten und dritten Quartal 2026", "2026-04-01", "2026-09-30"),
        ("starting next quarter", "2026-04-01", None),
        ("ab übernächster Woche", "2026-03-16", None),
        ("2H 2026", "2026-07-01", "2026-12-31"),
        ("ab der zweiten Maihälfte", "2026-05-16", None),
        ("in the first half of May 2026", "2026-05-01", "2026-05-15"),
        ("ab dem ersten Mai", "2026-05-01", None),
        ("bis Mitte 2027", None, "2027-06-30"),
        ("ab Mitte 2027", "2027-07-01", None),
        ("18./19. April 2026", "2026-04-18", "2026-04-19"),
        ("June 1-15, 2026", "2026-06-01", "2026-06-15"),
        ("2026/05/01 - 2026/09/30", "2026-05-01", "2026-09-30"),
        ("05/26 - 09/26", "2026-05-01", "2026-09-30"),
        ("Mai 26 bis Sept. 26", "2026-05-01", "2026-09-30"),
        ("Nov '26 - Feb '27", "2026-11-01", "2027-02-28"),
        ("ab Mai 10 Personen", "2026-05-01", None),
        ("15-Sep-2026 to 15-Dec-2026", "2026-09-15", "2026-12-15"),
        ("im Juni, Juli und August 2026", "2026-06-01", "2026-08-31"),
        ("2026-2028", "2026-01-01", "2028-12-31"),
        ("im Geschäftsjahr 2027", "2027-01-01", "2027-12-31"),
        ("Mo. 13.04.2026 bis Fr. 24.04.2026", "2026-04-13", "2026-04-24"),
        ("ab Montag, dem 13. April", "2026-04-13", None),
    ],
)
def test_weeks_quarters_halves_and_short_years_are_periods_too(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)
