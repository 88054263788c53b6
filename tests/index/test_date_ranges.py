"""Time ranges of two days, of which one tells how the other is to be read; each was worked out by hand."""

import pytest

from teamlandkarte.index.dates import find_dates
from tests.index.time_ranges import TODAY, dates_of


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Mon 8 – Fri 19 June", "2026-06-08", "2026-06-19"),
        ("Mo 8. bis Fr 19. Juni", "2026-06-08", "2026-06-19"),
        ("Mo., 8., bis Fr., 19. Juni 2026", "2026-06-08", "2026-06-19"),
        ("Montag, 8., bis Freitag, 19. Juni", "2026-06-08", "2026-06-19"),
        ("von Montag, dem 8., bis Freitag, den 19. Juni 2026", "2026-06-08", "2026-06-19"),
        ("from Monday 8 to Friday 19 June 2026", "2026-06-08", "2026-06-19"),
        ("Monday the 8th to Friday the 19th of June", "2026-06-08", "2026-06-19"),
        ("Mon 8th – Fri 19th June", "2026-06-08", "2026-06-19"),
        ("8th to 19th June", "2026-06-08", "2026-06-19"),
        ("between the 8th and the 19th of June", "2026-06-08", "2026-06-19"),
        ("Mon 8 and Tue 9 June", "2026-06-08", "2026-06-09"),
        ("am Mo 8. und Di 9. Juni", "2026-06-08", "2026-06-09"),
        ("am 3. und 4. Mai", "2026-05-03", "2026-05-04"),
        ("3 and 4 May", "2026-05-03", "2026-05-04"),
        ("on 3 & 4 May", "2026-05-03", "2026-05-04"),
        ("Mo 8.–Fr 19.6.", "2026-06-08", "2026-06-19"),
        ("Mo 8.-Fr 19.06.2026", "2026-06-08", "2026-06-19"),
        ("June 8 to the 19th", "2026-06-08", "2026-06-19"),
        ("from June 8 until the 19th", "2026-06-08", "2026-06-19"),
        ("from 8 June to the 19th", "2026-06-08", "2026-06-19"),
        ("vom 8. Juni bis zum 19.", "2026-06-08", "2026-06-19"),
        ("vom 8.6. bis 19.", "2026-06-08", "2026-06-19"),
        ("from 29 June to the 10th", "2026-06-29", "2026-07-10"),
        ("vom 29. bis 10. Juli", "2026-06-29", "2026-07-10"),
        ("from the 29th to the 10th of July 2026", "2026-06-29", "2026-07-10"),
        ("vom 28. bis 8. Januar", "2026-12-28", "2027-01-08"),
    ],
)
def test_a_day_without_a_month_has_that_of_the_other_day(text: str, start: str, end: str) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("from 05/04 to 30/06", "2026-04-05", "2026-06-30"),
        ("vom 05/04 bis 30/06", "2026-04-05", "2026-06-30"),
        ("between 05/04 and 30/06", "2026-04-05", "2026-06-30"),
        ("from 05/04 until 30/06/2026", "2026-04-05", "2026-06-30"),
        ("from 15/04 to 30/06", "2026-04-15", "2026-06-30"),
        ("from 15/04 to 01/06", "2026-04-15", "2026-06-01"),
        ("from 15/4 to 1/6", "2026-04-15", "2026-06-01"),
        ("15/04 – 30/06", "2026-04-15", "2026-06-30"),
        ("05/04-30/06", "2026-04-05", "2026-06-30"),
        ("15/04-30/06/2026", "2026-04-15", "2026-06-30"),
        ("05/04–30/06/26", "2026-04-05", "2026-06-30"),
        ("from 04/05 to 06/30", "2026-04-05", "2026-06-30"),
        ("from 4/15 to 6/1", "2026-04-15", "2026-06-01"),
        ("04/15 - 06/05/2026", "2026-04-15", "2026-06-05"),
        ("from 15/11 to 15/02", "2026-11-15", "2027-02-15"),
        ("from 05-04-2026 to 30-06-2026", "2026-04-05", "2026-06-30"),
        ("15-06-2026 bis 30-09-2026", "2026-06-15", "2026-09-30"),
        ("vom 1.4. bis 30.6", "2026-04-01", "2026-06-30"),
        ("vom 01.04 bis 30.06 brauchen wir Ersatz", "2026-04-01", "2026-06-30"),
        ("01.04 - 30.06.2026", "2026-04-01", "2026-06-30"),
        ("1.4-30.6.26", "2026-04-01", "2026-06-30"),
        ("1.4.-30.6", "2026-04-01", "2026-06-30"),
        ("ab 01.04 bis 30.06", "2026-04-01", "2026-06-30"),
        ("Zeitraum: 01.04-30.06", "2026-04-01", "2026-06-30"),
    ],
)
def test_one_day_tells_which_number_of_the_other_is_the_month(text: str, start: str, end: str) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        *("am 8. oder 9. Juni", "Wir brauchen jemanden am 8. oder am 9. Juni.", "ab 8. oder 15.6.", "8. bzw. 9. Juni"),
        *("on 8 or 9 June", "We need somebody on the 8th or 9th of June 2026.", "June 8 or 9", "Mon 8 or Tue 9 June"),
    ],
)
def test_one_of_two_days_of_a_month_is_asked(text: str) -> None:
    found = find_dates(text, TODAY)
    assert (found.start, found.end) == (None, None)
    assert "which one is meant?" in found.ambiguous


@pytest.mark.parametrize("text", ["a team of 4 or 5 may be needed", "Wir suchen 4 oder 5 Tester."])
def test_two_numbers_with_or_between_are_no_days(text: str) -> None:
    assert find_dates(text, TODAY).words == ""


@pytest.mark.parametrize("text", ["from 05/04 to 06/05", "05/04/2026 – 06/05/2026", "from 05-04-2026 to 06-05-2026"])
def test_a_range_whose_days_tell_nothing_is_asked(text: str) -> None:
    found = find_dates(text, TODAY)
    assert (found.start, found.end) == (None, None)
    assert "day/month/year" in found.ambiguous


@pytest.mark.parametrize(
    "text",
    [
        "Python 3.5 bis 3.9",
        "von 2.4 bis 5.0 GHz",
        "Arbeitszeit von 08.30 bis 16.30 Uhr",
        "Schicht von 10.10 bis 12.12 Uhr",
        "TVöD 9/12 bis 10/12",
        "Kapitel 1.4-3.6",
        "Spurweiten 15/20 – 30/40",
        "Note 1.3 bis 2.0",
        "5/4-30/6 brauchen wir",
        "01-07-2026",
        "zwischen 1/3 und 1/2 der Zeit",
        "between 1/3 and 1/2 of the time",
        "Gleis 3/4 bis 5/6",
        "Größe 10.5 - 12.5 cm",
        "von 10.05 bis 12.05 km",
        "Temperaturen von 10.5 bis 12.5",
        "Nacht auf Samstag",
        "Der Termin wurde vom 5. auf den 6. Mai verschoben.",
    ],
)
def test_two_numbers_with_a_sign_between_are_no_range(text: str) -> None:
    assert dates_of(text) == (None, None)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("in der Nacht vom 5. auf den 6. Mai", "2026-05-05", "2026-05-06"),
        ("Nacht 5./6. Mai", "2026-05-05", "2026-05-06"),
        ("in der Nacht vom 31. Mai auf den 1. Juni", "2026-05-31", "2026-06-01"),
        ("in der Nacht vom 31.05. auf den 01.06.2026", "2026-05-31", "2026-06-01"),
        ("Wir brauchen jemanden in der Nacht von Freitag auf Samstag.", "2026-03-06", "2026-03-07"),
        ("in the night from 5 to 6 May", "2026-05-05", "2026-05-06"),
        ("overnight from 5 May to 6 May", "2026-05-05", "2026-05-06"),
        ("We need two people for the night of 5 to 6 May.", "2026-05-05", "2026-05-06"),
        ("01JUL2026 - 30SEP2026", "2026-07-01", "2026-09-30"),
        ("from 1JUL26 to 30SEP26", "2026-07-01", "2026-09-30"),
        ("start 01Jul2026", "2026-07-01", None),
        ("ab 1Juli2026", "2026-07-01", None),
        ("Frau Alt kommt am 1. Juli zurück, bis dahin brauchen wir Ersatz.", None, "2026-07-01"),
        ("Die Stelle ist ab Mai besetzt. Bis dahin suchen wir eine Vertretung.", None, "2026-05-01"),
        ("Anna is back on 1 July; until then we need cover.", None, "2026-07-01"),
        ("The new colleague starts in May, and we need a stand-in till then.", None, "2026-05-01"),
        ("Wir suchen bis dahin jemanden.", None, None),
        ("Beginn 1. Mai 2026, bis dahin benötigen wir Ihre Unterlagen.", "2026-05-01", None),
        ("Der Nachfolger kommt zum 1. September. Bis dahin wird eine Vertretung gesucht.", None, "2026-09-01"),
        (
            "Our new hire joins on 1 September 2026; until then we are looking for an interim manager from 1 May.",
            "2026-05-01",
            "2026-09-01",
        ),
        ("Start ist der 1. Mai 2026, bis dahin klären wir die Details.", "2026-05-01", None),
        ("Das Projekt endet am 31.12.2026. Bis dahin brauchen wir ab sofort Hilfe.", "2026-03-02", "2026-12-31"),
    ],
)
def test_nights_codes_and_until_then_are_read(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("from Mon 8 till Fri 19 June", "2026-06-08", "2026-06-19"),
        ("Einsatz Mo 8. – Mi 10. Juni", "2026-06-08", "2026-06-10"),
        ("Einsatz vom Dienstag, 9., bis einschließlich Donnerstag, 11. Juni", "2026-06-09", "2026-06-11"),
        ("8 through 19 June 2026", "2026-06-08", "2026-06-19"),
        ("June 8th-19th", "2026-06-08", "2026-06-19"),
        ("from the 8th of June to the 19th of June", "2026-06-08", "2026-06-19"),
        ("8.-19.6.2026", "2026-06-08", "2026-06-19"),
        ("08.–19.06.", "2026-06-08", "2026-06-19"),
        ("vom 30. Juni bis 3. Juli", "2026-06-30", "2026-07-03"),
        ("vom 30.6. bis 3.", "2026-06-30", "2026-07-03"),
        ("ab 8. Juni bis 19. dieses Monats", "2026-06-08", "2026-06-19"),
        ("vom 15. bis 26. dieses Monats", "2026-03-15", "2026-03-26"),
        ("vom 15. bis 26. des nächsten Monats", "2026-04-15", "2026-04-26"),
        ("from the 15th to the 26th of next month", "2026-04-15", "2026-04-26"),
        ("from the 15th to the 26th", "2026-03-15", "2026-03-26"),
        ("vom 15. bis zum 26.", "2026-03-15", "2026-03-26"),
        ("vom 28. bis zum 9.", "2026-03-28", "2026-04-09"),
        ("am 15. und 16. dieses Monats", "2026-03-15", "2026-03-16"),
        ("Wochenende 6./7. Juni", "2026-06-06", "2026-06-07"),
        ("Sa/So 6./7. Juni", "2026-06-06", "2026-06-07"),
        ("Sa 6. und So 7.6.", "2026-06-06", "2026-06-07"),
        ("Sat 6 and Sun 7 June", "2026-06-06", "2026-06-07"),
        ("Fr 5., Sa 6. und So 7. Juni", "2026-06-05", "2026-06-07"),
        ("from 5/4 until 30/6", "2026-04-05", "2026-06-30"),
        ("dates: 05/04 to 30/06", "2026-04-05", "2026-06-30"),
        ("von 05/04/26 bis 30/06/26", "2026-04-05", "2026-06-30"),
        ("05.04.-30.06", "2026-04-05", "2026-06-30"),
        ("5.4. bis 30.6", "2026-04-05", "2026-06-30"),
        ("5.4 bis 30.6.", "2026-04-05", "2026-06-30"),
        ("from 05.04 to 30.06.26", "2026-04-05", "2026-06-30"),
        ("zwischen 05.04 und 30.06", "2026-04-05", "2026-06-30"),
        ("ab 15-07-2026", "2026-07-15", None),
        ("from 2026-07-01", "2026-07-01", None),
        ("start 07-15-2026, end 09-01-2026", "2026-07-15", "2026-09-01"),
        ("from 01/26 to 06/26", "2026-01-01", "2026-06-30"),
        ("Start: 01-JUL-26", "2026-07-01", None),
        ("01.JUL.2026 - 30.SEP.2026", "2026-07-01", "2026-09-30"),
        ("JUL2026 - SEP2026", "2026-07-01", "2026-09-30"),
        ("Nachtschicht vom 5.5. auf 6.5.", "2026-05-05", "2026-05-06"),
        ("in der Nacht vom 30.4. auf 1.5.", "2026-04-30", "2026-05-01"),
        ("nights of 5, 6 and 7 May", "2026-05-05", "2026-05-07"),
        ("from Friday night to Sunday", "2026-03-06", "2026-03-08"),
        ("Start vom 5. auf den 16. Mai verschoben", "2026-05-16", None),
        ("am 3., 4. und 5. Mai", "2026-05-03", "2026-05-05"),
        ("am 3. Mai und 4. Mai", "2026-05-03", "2026-05-04"),
        ("3 May and 4 May", "2026-05-03", "2026-05-04"),
        ("31 May and 1 June", "2026-05-31", "2026-06-01"),
        ("am 31. Mai und 1. Juni", "2026-05-31", "2026-06-01"),
        ("am 31.5./1.6.", "2026-05-31", "2026-06-01"),
        ("We need somebody in the weeks of 4 and 11 May", "2026-05-04", "2026-05-17"),
        ("in den Wochen vom 4. und 11. Mai", "2026-05-04", "2026-05-17"),
        ("weeks of 4 and 12 May", "2026-05-04", "2026-05-12"),
        ("Bauabschnitt 12 bis 14. Juni bis August", "2026-06-01", "2026-08-31"),
        ("Sections 12 to 14 June to August 2026", "2026-06-01", "2026-08-31"),
        ("Los 3, 12 bis 14. Juni", "2026-06-12", "2026-06-14"),
    ],
)
def test_more_ranges_are_read_whose_days_leave_something_out(text: str, start: str, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Angular 05/06 to 07/08", True),
        ("Angular from 05/06 to 07/08", True),
        ("Tester 05/06 bis 07/08 in Bonn", True),
        ("Angular 5/6 to 7/8", False),
    ],
)
def test_slashed_days_that_can_be_read_in_two_ways_are_asked_back(text: str, asked: bool) -> None:
    found = find_dates(text, TODAY)
    assert (found.start, found.end) == (None, None)
    assert ("may be day/month/year or month/day/year" in found.ambiguous) == asked
