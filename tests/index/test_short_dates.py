"""Dates as people write them in haste: without the last dot, beside other numbers, each side in its own form."""

import datetime as dt

import pytest

from teamlandkarte.index.dates import DateFinding, find_dates
from tests.index.time_ranges import TODAY, dates_of


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Tester ab 13.4", "2026-04-13", None),
        ("Wir suchen zwei Testerinnen ab 1.5 für Bonn", "2026-05-01", None),
        ("Tester (m/w/d) ab 13.4", "2026-04-13", None),
        ("Urlaubsvertretung ab 1.7", "2026-07-01", None),
        ("Java-Entwickler ab 1.5 gesucht", "2026-05-01", None),
        ("Beginn: 1.5 bis 30.9", "2026-05-01", "2026-09-30"),
        ("Einsatz 1.5-31.7", "2026-05-01", "2026-07-31"),
        ("Projektstart 15.4", "2026-04-15", None),
        ("Docker ab 1.5", None, None),
        ("Python ab 3.9 bis 3.11", None, None),
        ("Laufzeit: 1.5 bis 2.5 Jahre", None, None),
    ],
)
def test_a_day_without_its_last_dot_is_told_from_a_version_by_what_stands_before_it(
    text: str, start: str | None, end: str | None
) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Phase 1 bis 15. Juni", None, "2026-06-15"),
        ("Phase 1 und 2 bis 15. Juni", None, "2026-06-15"),
        ("Sprint 3 to 15 June", None, "2026-06-15"),
        ("Los 1 vom 1. bis 15. Juni", "2026-06-01", "2026-06-15"),
        ("vom 1. bis 15. Juni", "2026-06-01", "2026-06-15"),
    ],
)
def test_the_number_of_a_phase_is_no_day(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("ab 31. nächsten Monats", "2026-04-30", None),
        ("bis 31. nächsten Monats", None, "2026-04-30"),
        ("vom 15. bis 31. nächsten Monats", "2026-04-15", "2026-04-30"),
        ("from the 31st of next month", "2026-04-30", None),
    ],
)
def test_the_31st_of_a_shorter_month_is_its_last_day_and_that_is_said(
    text: str, start: str | None, end: str | None
) -> None:
    assert dates_of(text) == (start, end)
    assert "the last day of that month" in find_dates(text, TODAY).ambiguous


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("am Wochenende", "2026-03-07", "2026-03-08"),
        ("Am Wochenende brauchen wir einen Tester.", "2026-03-07", "2026-03-08"),
        ("Wer kann am Wochenende einspringen?", "2026-03-07", "2026-03-08"),
        ("At the weekend we need someone.", "2026-03-07", "2026-03-08"),
        ("Arbeit am Wochenende ist möglich.", None, None),
        ("Wir suchen einen Tester, der auch am Wochenende arbeitet.", None, None),
        ("Wir brauchen am 4.5. einen Tester.", "2026-05-04", None),
        ("We need a tester on 4 May.", "2026-05-04", None),
        ("Die Abnahme ist am 4. Mai, wir suchen einen Tester.", None, None),
        ("Wir brauchen am 4. Mai Ihr Angebot.", None, None),
    ],
)
def test_a_day_or_a_weekend_counts_where_somebody_is_sought_for_it(
    text: str, start: str | None, end: str | None
) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("until end of year", None, "2026-12-31"),
        ("until year's end", None, "2026-12-31"),
        ("ab Mai für ein Quartal", "2026-05-01", "2026-07-31"),
        ("ab 01.05. für mind. 6 Monate", "2026-05-01", "2026-10-31"),
        ("1.5. bis open end", "2026-05-01", None),
        ("ab nächstem Ersten", "2026-04-01", None),
        ("erster Tag 4.5., letzter Tag 26.6.", "2026-05-04", "2026-06-26"),
        ("first day 4 May, last day 26 June", "2026-05-04", "2026-06-26"),
        ("verfügbar nach dem 1. Mai", "2026-05-02", None),
        ("starting after May", "2026-06-01", None),
        ("diese Woche", "2026-03-02", "2026-03-08"),
        ("im Verlauf von Q3", "2026-07-01", "2026-09-30"),
        ("Arbeitsbeginn: 1. Juli; Befristung: 30. Juni 2027", "2026-07-01", "2027-06-30"),
        ("Verlängerung ab 01.05.2026 um 6 Monate", "2026-05-01", "2026-10-31"),
        ("ab spätestens Mai", "2026-05-01", None),
        ("Start 01.05.2026 (+/- 2 Wochen)", "2026-05-01", None),
        ("Herr Alt fällt vom 4. bis 22. Mai aus, wer kann übernehmen?", "2026-05-04", "2026-05-22"),
    ],
)
def test_brief_wordings_are_read_as_their_longer_ones(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        *("ab sofort", "in 12 months", "in zehn Jahren", "übernächstes Wochenende", "bis Ende nächsten Jahres"),
        *("ab sofort für 999 Jahre", "ab Januar", "KW 53", "Nov bis Feb", "ab 29.2.", "Juli next year", "heute"),
    ],
)
def test_on_days_at_the_ends_of_the_calendar_nothing_is_read_and_nothing_fails(text: str) -> None:
    for today in (dt.date.min, dt.date(1, 6, 30), dt.date(9999, 1, 1), dt.date(9999, 12, 25), dt.date.max):
        assert find_dates(text, today) == DateFinding()
    for today in (dt.date(2, 1, 1), dt.date(8900, 12, 31)):
        assert find_dates(text, today).words


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("from April 13th through the 18th of May", "2026-04-13", "2026-05-18"),
        ("running from June 2 to 3 November 2026", "2026-06-02", "2026-11-03"),
        ("14. März - Donnerstag, den 22. Juli", "2026-03-14", "2026-07-22"),
        ("zwischen 11. Aug. 2026 und Di., 29.12.2026", "2026-08-11", "2026-12-29"),
        ("between 5 April and Wed September 9", "2026-04-05", "2026-09-09"),
        ("between week 14 and 23rd June", "2026-03-30", "2026-06-23"),
        ("KW 12 bis 29.07.", "2026-03-16", "2026-07-29"),
        ("KW 14 bis 2. Quartal", "2026-03-30", "2026-06-30"),
        ("Q1 - 02.08.", "2026-01-01", "2026-08-02"),
        ("Period: Q3 - 31st October", "2026-07-01", "2026-10-31"),
        ("Q3 2026 - October 20, 2026", "2026-07-01", "2026-10-20"),
        ("27. Juni - 28. Okt.", "2026-06-27", "2026-10-28"),
        ("6. Dezember - 27.04.27", "2026-12-06", "2027-04-27"),
        ("the start of August - 2027-01-25", "2026-08-01", "2027-01-25"),
        ("week 44 - 2027-02-22", "2026-10-26", "2027-02-22"),
        ("Period: August 31 - December 31", "2026-08-31", "2026-12-31"),
        ("Period: April 27 - August 27th", "2026-04-27", "2026-08-27"),
        ("E 12, bis 16.10.", None, "2026-10-16"),
        ("Start KW 41/2026, Ende 1. Quartal 2027", "2026-10-05", "2027-03-31"),
        ("Start Mo., 27.04., Ende Q4", "2026-04-27", "2026-12-31"),
    ],
)
def test_each_side_of_a_range_is_read_in_its_own_form(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("ISO 27001 auditor, from 1 May to 30 June", "2026-05-01", "2026-06-30"),
        ("Auditor ISO 27001, until 30 June", None, "2026-06-30"),
        ("Norm ISO 9001 vom 1. Mai 2026", None, None),
        ("starting Thursday, 7 May, 6 months for our team", "2026-05-07", "2026-11-06"),
        ("ab 1. Mai, 6 Monate in Berlin", "2026-05-01", "2026-10-31"),
        ("ab 1. Mai, 3 Jahre in ähnlicher Rolle", "2026-05-01", None),
        ("Start Dienstag, den 5. Mai 2026\nLaufzeit 6 Monate", "2026-05-05", "2026-11-04"),
        ("Berlin, den 5. Mai 2026\nSehr geehrte Frau Alt", None, None),
        ("Start: 1. Mai 2026\nProjektende ist Fr., 30.10.2026", "2026-05-01", "2026-10-30"),
        ("We need somebody from 1 May.\nIt ends on Friday, 30 October 2026.", "2026-05-01", "2026-10-30"),
        ("Start: 1.5.\nBitte melden Sie sich bis Do., 12.03.2026.", "2026-05-01", None),
        ("We seek two people from 1 May. Please send CVs by Thursday, 12 March 2026.", "2026-05-01", None),
        ("Wir suchen jemanden ab 1. Mai bis 30. Juni. Angebote bitte bis 12. März.", "2026-05-01", "2026-06-30"),
        ("Das Sommerfest ist am 5. Juni. Start ist am 1. Juli.", "2026-07-01", None),
    ],
)
def test_what_stands_beside_a_date_leaves_it_the_time_sought(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("after 1 May", "2026-05-02", None),
        ("before 1 May", None, "2026-04-30"),
        ("nach dem 1. Mai", "2026-05-02", None),
        ("vor dem 1.5.2026", None, "2026-04-30"),
        ("Wir suchen jemanden nach Ende Mai.", "2026-06-01", None),
        ("We need a tester after 1 May and before 1 July.", "2026-05-02", "2026-06-30"),
        ("Start before 1 May", "2026-05-01", None),
        ("Vor dem 1. Mai geht leider gar nichts.", None, None),
        ("The canteen is closed after 1 May.", None, None),
        ("Please ring me before Friday.", None, None),
    ],
)
def test_after_a_day_something_begins_and_before_it_something_ends(
    text: str, start: str | None, end: str | None
) -> None:
    assert dates_of(text) == (start, end)
