"""Time ranges as people write them, in German and English."""

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.dates import DateFinding, find_dates
from tests.index.time_ranges import TODAY, dates_of


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2026-04-01 bis 2026-06-30", "2026-04-01", "2026-06-30"),
        ("from 2026-04-01 to 2026-06-30", "2026-04-01", "2026-06-30"),
        ("Einsatz 01.04.–30.06.2026 in Berlin", "2026-04-01", "2026-06-30"),
        ("Einsatz vom 1.4.2026 bis zum 30.6.2026", "2026-04-01", "2026-06-30"),
        ("01.11. - 28.02.2027", "2026-11-01", "2027-02-28"),
        ("1.–15. April 2026", "2026-04-01", "2026-04-15"),
        ("April bis Juni 2026", "2026-04-01", "2026-06-30"),
        ("between April and June 2026", "2026-04-01", "2026-06-30"),
        ("November 2026 bis Februar", "2026-11-01", "2027-02-28"),
        ("von 04/2026 bis 09/2026", "2026-04-01", "2026-09-30"),
        ("Q3 2026", "2026-07-01", "2026-09-30"),
        ("im 3. Quartal 2026", "2026-07-01", "2026-09-30"),
        ("im letzten Quartal 2026", "2026-10-01", "2026-12-31"),
        ("Kubernetes admin, last half of 2026", "2026-07-01", "2026-12-31"),
        ("in the third quarter of 2026", "2026-07-01", "2026-09-30"),
        ("Q1–Q3 2027", "2027-01-01", "2027-09-30"),
        ("im ersten Halbjahr 2027", "2027-01-01", "2027-06-30"),
        ("H2 2026", "2026-07-01", "2026-12-31"),
        ("KW 23/2026", "2026-06-01", "2026-06-07"),
        ("im Jahr 2027", "2027-01-01", "2027-12-31"),
        ("ab sofort", "2026-03-02", None),
        ("ab sofort bis Ende 2026", "2026-03-02", "2026-12-31"),
        ("ab April 2026", "2026-04-01", None),
        ("starting in April 2026", "2026-04-01", None),
        ("Start: voraussichtlich zum 15. Mai 2026", "2026-05-15", None),
        ("available from May 15, 2026", "2026-05-15", None),
        ("from 15th of May 2026 until the end of June 2026", "2026-05-15", "2026-06-30"),
        ("bis Ende 2026", None, "2026-12-31"),
        ("bis Ende Juni 2026", None, "2026-06-30"),
        ("until 30 June 2026", None, "2026-06-30"),
        ("ab nächsten Monat", "2026-04-01", None),
        ("ab Q2", "2026-04-01", None),
        ("ab Januar", "2027-01-01", None),
        ("ab 01.04.", "2026-04-01", None),
        ("ab sofort für 6 Monate", "2026-03-02", "2026-09-01"),
        ("6 Monate ab 01.04.2026", "2026-04-01", "2026-09-30"),
        ("Start 31.08.2026, Laufzeit: sechs Monate", "2026-08-31", "2027-02-27"),
        ("Beginn: 01.04.2026\nEnde: 31.12.2026", "2026-04-01", "2026-12-31"),
        ("am 01.04.2026", "2026-04-01", None),
        ("in 3 Monaten", "2026-06-02", None),
        ("29.02.2028 bis 31.03.2028", "2028-02-29", "2028-03-31"),
        ("ab sofort, für 5 Jahre Berufserfahrung", "2026-03-02", None),
        ("ab Mitte April 2026", "2026-04-15", None),
        ("ab Auguſt 2026", "2026-08-01", None),
        ("ab ſofort für ſechs Monate", "2026-03-02", "2026-09-01"),
        ("from the fırst quarter of 2027", "2027-01-01", None),
    ],
)
def test_a_time_range_is_read_as_people_mean_it(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Python 3.11, Java 17, ISO 9001:2015",
        "Python 3.5. You may go",
        "seit 2019 im Unternehmen",
        "3 Jahre Erfahrung, für 5 Jahre Berufserfahrung",
        "Bewerbungsfrist: 15.03.2026",
        "Bewerben Sie sich bis 15.03.2026",
        "Stand: 01.01.2026",
        "Telefon 030 2026 123",
        "S/4HANA 2023",
        "bis zu 80 %",
        "bis 2000 Euro",
        "2026",
        "ab 0000-01-01",
        "ab 9999-12-01 für 6 Monate",
        "9999-12-15 bis 9999-12-31",
        "Das System soll am 01.09.2026 live gehen. Wir suchen dafür einen Tester.",
        "Go-live is planned for 1 September 2026.",
        "Die alte Lizenz läuft am 30.06.2026 aus.",
        "Our office will be closed from 6 to 10 April.",
        "Das Gremium tagt am 8. Juni 2026.",
        "Please call me this week.",
        "Dieses Jahr feiern wir fünfzig Jahre Stellwerk.",
        "The tender closes on 31 March 2026.",
        "PostgreSQL ab 13.4",
        "Start: 1.5 years of experience in Java",
        "Beginn 1.5 FTE",
    ],
)
def test_other_numbers_and_dates_are_no_time_range(text: str) -> None:
    assert replace(find_dates(text, TODAY), lasting="") == DateFinding()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ab Mai für ein halbes Jahr in Bonn", "Ab Mai; für ein halbes Jahr"),
        ("From May for half a year in Bonn", "From May; for half a year"),
        ("Ab Mai für anderthalb Jahre", "Ab Mai; für anderthalb Jahre"),
        ("Ab Mai für ein Vierteljahr", "Ab Mai; für ein Vierteljahr"),
        ("From May for a fortnight", "From May; for a fortnight"),
        ("Ab 1. Septmber in Bonn", "Ab 1. Septmber"),
    ],
)
def test_words_that_are_read_in_another_form_are_shown_whole(text: str, words: str) -> None:
    assert find_dates(text, TODAY).words == words


def test_the_words_are_those_of_the_text() -> None:
    text = "Wir suchen ab dem 1. April 2026 jemanden, bis Ende 2026."
    assert find_dates(text, TODAY).words == "ab dem 1. April 2026; bis Ende 2026"
    assert find_dates(text, TODAY).ambiguous == ""
    assert find_dates("Einsatz ab sofort bis Ende 2026 in Bonn", TODAY).words == "ab sofort bis Ende 2026"


days = st.dates(min_value=dt.date(2001, 1, 1), max_value=dt.date(2098, 12, 31))


@given(days, days)
def test_every_written_form_of_a_range_gives_its_two_days(one: dt.date, other: dt.date) -> None:
    start, end = sorted((one, other))
    german = f"{start.day}.{start.month}.{start.year} bis {end.day:02}.{end.month:02}.{end.year}"
    for text in (f"{start} bis {end}", f"from {start} to {end}", f"vom {german}", f"{start:%d.%m.%Y}-{end:%d.%m.%Y}"):
        found = find_dates(text, TODAY)
        assert (found.start, found.end) == (start, end)


@given(st.text(alphabet=st.sampled_from("abis fromQKWM0123456789.-/ äüJunApril\n:")), st.dates())
def test_any_text_is_read_and_a_range_never_ends_before_it_starts(text: str, today: dt.date) -> None:
    found = find_dates(text, today)
    assert found.start is None or found.end is None or found.start <= found.end


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("in zwei Wochen für ein halbes Jahr", "2026-03-16", "2026-09-15"),
        ("in two weeks for six months", "2026-03-16", "2026-09-15"),
        ("ab Donnerstag bis Ende Mai", "2026-03-05", "2026-05-31"),
        ("from next Monday", "2026-03-09", None),
        ("vom 6. bis 17. Juli 2026", "2026-07-06", "2026-07-17"),
        ("Zeitraum 1.-15.5.2026", "2026-05-01", "2026-05-15"),
        ("KW 20-25/2026", "2026-05-11", "2026-06-21"),
        ("starting 1 May 2026, ending 31 October 2026", "2026-05-01", "2026-10-31"),
        ("12-month contract from 1 September 2026", "2026-09-01", "2027-08-31"),
        ("nicht vor dem 1. Juni 2026", "2026-06-01", None),
        ("31.12.2026 spätestens", None, "2026-12-31"),
        ("im Mai und Juni 2026", "2026-05-01", "2026-06-30"),
        ("Q3/Q4 2026", "2026-07-01", "2026-12-31"),
        ("ab Mitte Mai 2026", "2026-05-15", None),
        ("die nächsten drei Monate", "2026-03-02", "2026-06-01"),
        ("bis Quartalsende", None, "2026-03-31"),
        ("bis Ende nächster Woche", None, "2026-03-15"),
        ("for the rest of the year", "2026-03-02", "2026-12-31"),
        ("im neuen Jahr", "2027-01-01", None),
    ],
)
def test_more_ways_to_say_from_when_until_when(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Start spätestens 1. Juni 2026", "2026-06-01", None),
        ("starting by 1 June 2026", "2026-06-01", None),
        ("ab sofort, spätestens ab 01.04.2026", "2026-03-02", None),
        ("schnellstmöglich, bis Ende Mai 2026", "2026-03-02", "2026-05-31"),
        ("immediate start, 6 months", "2026-03-02", "2026-09-01"),
        ("April 2026 onwards", "2026-04-01", None),
        ("Anfang April geht es los", "2026-04-01", None),
        ("Der Einsatz startet im April 2026 und endet im Dezember 2026.", "2026-04-01", "2026-12-31"),
        ("Vertragsbeginn: 01.04.2026, Vertragsende: 31.12.2026", "2026-04-01", "2026-12-31"),
        ("Beginn der Leistung: 01.04.2026; Ende der Leistung: 31.12.2026", "2026-04-01", "2026-12-31"),
        ("Startdate: 01.04.2026; Enddate: 31.12.2026", "2026-04-01", "2026-12-31"),
        ("Ausführungsfrist: 01.07.2026 bis 31.12.2027", "2026-07-01", "2027-12-31"),
        ("no later than 30 September 2026", None, "2026-09-30"),
        ("until go-live in October 2026", None, "2026-10-31"),
        ("bis maximal Ende 2026", None, "2026-12-31"),
        ("Abgabe des Berichts später, Arbeitsbeginn sofort", "2026-03-02", None),
        ("Abschluss bis Ende Juni 2026", None, "2026-06-30"),
        ("April bis einschl. Juni 2026", "2026-04-01", "2026-06-30"),
        ("Vertrag vom 01.05.26 bis 30.04.27", "2026-05-01", "2027-04-30"),
        ("01 June 2026 until 30 September 2026 (inclusive)", "2026-06-01", "2026-09-30"),
        ("Juli 2026 bis auf Weiteres", "2026-07-01", None),
        ("sofort bis 30.06.2026", "2026-03-02", "2026-06-30"),
        ("Die Strecke ist vom 1.6. bis 30.8.2026 gesperrt. Hilfe ab Mai 2026.", "2026-05-01", None),
        ("Zeitfenster: zweite Aprilhälfte", "2026-04-16", "2026-04-30"),
        ("A tester is needed by 15 April.", "2026-04-15", None),
        ("The role is to be filled by 1 May 2026 at the latest.", "2026-05-01", None),
        ("We need you on board by 1 May.", "2026-05-01", None),
        ("The start has been moved to 1 November 2026.", "2026-11-01", None),
        ("Laufzeit: 24 Monate ab Zuschlag, voraussichtlich ab 01.06.2026.", "2026-06-01", "2028-05-31"),
        ("Ab Mai 2026 bis August in Vollzeit, danach bis Dezember in Teilzeit.", "2026-05-01", "2026-12-31"),
        ("From May until August, then until October 2026", "2026-05-01", "2026-10-31"),
        ("From the 6th to the 17th of April we need cover.", "2026-04-06", "2026-04-17"),
        ("We need a project lead for all of 2027.", "2027-01-01", "2027-12-31"),
        ("The contract ends on 31 December 2026.", None, "2026-12-31"),
        ("Ab sofort gesucht: Bauüberwacher. Bewerbungsschluss ist der 31. März.", "2026-03-02", None),
        ("Wir suchen dieses Jahr Unterstützung.", "2026-03-02", "2026-12-31"),
        ("Wir brauchen noch in diesem Monat jemanden.", "2026-03-02", "2026-03-31"),
        ("Still this quarter we need a tester.", "2026-03-02", "2026-03-31"),
        ("Wir brauchen diese Woche noch jemanden.", "2026-03-02", "2026-03-08"),
        ("We need help this year from May.", "2026-05-01", None),
    ],
)
def test_the_signs_around_a_date_say_which_side_it_is(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)


def test_what_stands_far_behind_a_number_is_read_on_its_own() -> None:
    far_apart = f"Das Team besteht aus 5{' ' * 15_000}Personen. Start 01.06.2026"
    assert find_dates(far_apart, TODAY).start == dt.date(2026, 6, 1)
