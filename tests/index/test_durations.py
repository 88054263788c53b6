"""How long somebody is sought, counted from the day on which that begins."""

import pytest

from teamlandkarte.index.dates import find_dates
from tests.index.time_ranges import TODAY, dates_of
from tests.local_model import LOCAL


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("Start: 01.06.2026, 6 Monate", "2026-11-30"),
        ("Start 1 June 2026 - 6 months", "2026-11-30"),
        ("Initial contract: 6 months. Start date: 1 June 2026.", "2026-11-30"),
        ("The assignment begins on 1 June 2026 and lasts nine months.", "2027-02-28"),
        ("ab Juni 2026, Dauer voraussichtlich 18 Monate", "2027-11-30"),
        ("ab 01.06.2026, zunächst auf 6 Monate befristet", "2026-11-30"),
        ("Dauer des Einsatzes: 9 Monate; Beginn: 1. Juni 2026", "2027-02-28"),
        ("ab Juni 2026 mindestens ein Jahr", "2027-05-31"),
        ("zum 01.06.2026 für sechs Monate je eine Person", "2026-11-30"),
        ("ab 1. Juni 2026 für je sechs Monate zwei Personen", "2026-11-30"),
        ("ab 1. Juni 2026 je zwei Tester für jeweils sechs Monate", "2026-11-30"),
        ("from 1 June 2026 two testers for six months each", "2026-11-30"),
        ("ab 01.06.2026, für 2 Tage je Woche", None),
        ("ab 01.06.2026, für 2 Tage je zweite Woche", None),
        ("from 1 June 2026 for 3 days each week", None),
        ("from 1 June 2026 for 3 days every other week", None),
        ("ab 01.06.2026, für 2 Tage pro Woche", None),
        ("from 1 June 2026 for 3 days a week", None),
        ("over 5 years of relevant experience, start 1 June 2026", None),
        ("ab 01.06.2026, Rufbereitschaft für eine Woche im Monat", None),
        ("6 bis 9 Monate ab 01.06.2026", None),
        ("Start 01.06.2026, 5 Jahre Java", None),
    ],
)
def test_only_the_duration_of_the_whole_gives_an_end(text: str, end: str | None) -> None:
    assert dates_of(text) == ("2026-06-01", end)


@pytest.mark.parametrize(
    ("text", "lasting"),
    [
        ("Wir suchen Java für ein halbes Jahr.", "für ein halbes Jahr"),
        ("Python for half a year", "for half a year"),
        ("Java, Dauer: 18 Monate", "Dauer: 18 Monate"),
        ("Laufzeit: sechs Monate, bis Ende Dezember", "Laufzeit: sechs Monate"),
        ("ab 01.06.2026 für ein halbes Jahr", ""),
        ("Seit über 20 Jahren bauen wir Gleise und suchen jemanden.", ""),
        ("Wir brauchen 5 Jahre Erfahrung mit Java.", ""),
        ("Java, für 2 Tage pro Woche", ""),
    ],
)
def test_how_long_is_told_where_nothing_says_from_when(text: str, lasting: str) -> None:
    assert find_dates(text, TODAY, LOCAL).lasting == lasting


def test_the_words_of_a_duration_are_whole() -> None:
    assert find_dates("ab 01.06.2026 für ein halbes Jahr Java", TODAY, LOCAL).words == (
        "ab 01.06.2026; für ein halbes Jahr"
    )


@pytest.mark.parametrize(
    "text", ["Java-Entwickler mit Erfahrung über 5 Jahre ab Mai", "experience over 5 years, from May"]
)
def test_years_of_experience_are_no_time_for_which_somebody_is_sought(text: str) -> None:
    assert dates_of(text) == ("2026-05-01", None)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("Tester, start juni, 80%, remote ok, ca 4 monate", "2026-09-30"),
        ("Tester, start juni, 80%, remote, 1 jahr", "2027-05-31"),
        ("Tester | start: June | remote | 6 months", "2026-11-30"),
        ("Tester; June start; Berlin; 3 months; English", "2026-08-31"),
        ("Tester, 6 monate, remote, start juni", "2026-11-30"),
        ("Tester ab 1.6.2026 - Berlin - 6 Monate - 100%", "2026-11-30"),
        ("Need a tester, start in June, full-time, on site, about nine months", "2027-02-28"),
        ("Start: Juni 2026\nOrt: Berlin\n4 Monate", "2026-09-30"),
        ("Tester ab Juni, 3 Tage/Woche, 6 Monate", "2026-11-30"),
        ("Tester ab Juni, Java, 3 Jahre", None),
        ("Tester ab Juni, Java, Kündigungsfrist 3 Monate", None),
        ("Tester ab Juni, Python (3 Jahre)", None),
        ("Tester ab Juni, 3 Tage pro Woche, Java", None),
        ("Tester ab Juni bis Juli, remote, 4 Monate", "2026-07-31"),
    ],
)
def test_a_duration_may_be_any_item_of_the_list_that_names_the_start(text: str, end: str | None) -> None:
    assert dates_of(text) == ("2026-06-01", end)


def test_an_item_with_two_lengths_is_asked_back() -> None:
    found = find_dates("Tester, start juni, remote, 4-6 monate", TODAY, LOCAL)
    assert (found.end, found.ambiguous) == (None, '"4-6 monate": until when?')
