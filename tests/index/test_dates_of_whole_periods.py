"""Time ranges that are a whole year, quarter, month or week; each was worked out by hand."""

import pytest

from tests.index.time_ranges import dates_of


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Duration: all of 2028", "2028-01-01", "2028-12-31"),
        ("We need a project lead for the whole of 2028.", "2028-01-01", "2028-12-31"),
        ("the whole year 2028", "2028-01-01", "2028-12-31"),
        ("throughout 2028", "2028-01-01", "2028-12-31"),
        ("all through 2028", "2028-01-01", "2028-12-31"),
        ("for the entire year 2028", "2028-01-01", "2028-12-31"),
        ("for the full year 2028", "2028-01-01", "2028-12-31"),
        ("all year 2028", "2028-01-01", "2028-12-31"),
        ("das ganze Jahr 2028", "2028-01-01", "2028-12-31"),
        ("Dauer: ganzes Jahr 2028", "2028-01-01", "2028-12-31"),
        ("über das ganze Jahr 2028 hinweg", "2028-01-01", "2028-12-31"),
        ("das komplette Jahr 2028", "2028-01-01", "2028-12-31"),
        ("das volle Jahr 2028", "2028-01-01", "2028-12-31"),
        ("ganzjährig 2028", "2028-01-01", "2028-12-31"),
        ("2028 ganzjährig", "2028-01-01", "2028-12-31"),
        ("im gesamten Jahr 2028", "2028-01-01", "2028-12-31"),
        ("im ganzen Jahr 2028", "2028-01-01", "2028-12-31"),
        ("Laufzeit: komplett 2028", "2028-01-01", "2028-12-31"),
        ("all next year", "2027-01-01", "2027-12-31"),
        ("throughout next year", "2027-01-01", "2027-12-31"),
        ("the whole of next year", "2027-01-01", "2027-12-31"),
        ("das ganze nächste Jahr", "2027-01-01", "2027-12-31"),
        ("im gesamten kommenden Jahr", "2027-01-01", "2027-12-31"),
        ("needed for all of Q3", "2026-07-01", "2026-09-30"),
        ("throughout Q3 2026", "2026-07-01", "2026-09-30"),
        ("for the entire third quarter of 2026", "2026-07-01", "2026-09-30"),
        ("das ganze dritte Quartal", "2026-07-01", "2026-09-30"),
        ("im gesamten dritten Quartal 2026", "2026-07-01", "2026-09-30"),
        ("das komplette Q3", "2026-07-01", "2026-09-30"),
        ("all of the second half of 2026", "2026-07-01", "2026-12-31"),
        ("das gesamte zweite Halbjahr 2026", "2026-07-01", "2026-12-31"),
        ("den ganzen April", "2026-04-01", "2026-04-30"),
        ("den gesamten April über", "2026-04-01", "2026-04-30"),
        ("im gesamten April", "2026-04-01", "2026-04-30"),
        ("den kompletten April", "2026-04-01", "2026-04-30"),
        ("all of April", "2026-04-01", "2026-04-30"),
        ("throughout April", "2026-04-01", "2026-04-30"),
        ("the whole of April", "2026-04-01", "2026-04-30"),
        ("the entire month of April", "2026-04-01", "2026-04-30"),
        ("den ganzen nächsten Monat", "2026-04-01", "2026-04-30"),
        ("all of next month", "2026-04-01", "2026-04-30"),
        ("throughout next week", "2026-03-09", "2026-03-15"),
        ("die ganze nächste Woche", "2026-03-09", "2026-03-15"),
        ("die gesamte KW 20", "2026-05-11", "2026-05-17"),
        ("2028 durchgehend", "2028-01-01", "2028-12-31"),
        ("während des gesamten Jahres 2028", "2028-01-01", "2028-12-31"),
        ("für ganz 2028", "2028-01-01", "2028-12-31"),
        ("for the full calendar year 2028", "2028-01-01", "2028-12-31"),
        ("for the duration of 2028", "2028-01-01", "2028-12-31"),
        ("the whole next quarter", "2026-04-01", "2026-06-30"),
        ("all of week 20", "2026-05-11", "2026-05-17"),
        ("the whole of July and August", "2026-07-01", "2026-08-31"),
        ("Einsatz: April komplett", "2026-04-01", "2026-04-30"),
        ("der ganze April", "2026-04-01", "2026-04-30"),
        ("all of 2027 and 2028", "2027-01-01", "2028-12-31"),
        ("in den Jahren 2027 und 2028", "2027-01-01", "2028-12-31"),
    ],
)
def test_the_whole_of_a_period_is_from_its_first_to_its_last_day(text: str, start: str, end: str) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize("text", ["We are busy all year round.", "throughout the project", "ganzjährig geöffnet"])
def test_the_whole_of_something_without_a_date_is_no_time_range(text: str) -> None:
    assert dates_of(text) == (None, None)
