"""Times of the project, of other phases and of who leaves beside the time for which somebody is sought."""

import pytest

from teamlandkarte.index.dates import find_dates
from tests.index.time_ranges import TODAY, dates_of
from tests.local_model import LOCAL


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Projektzeitraum 2025–2028, Ihr Einsatz ab März 2027.", "2027-03-01", None),
        ("Project period 2025–2028, your assignment from March 2027", "2027-03-01", None),
        (
            "Laufzeit des Projekts: 01.01.2026 bis 31.12.2029, Dein Einsatz beginnt am 01.06.2026",
            "2026-06-01",
            None,
        ),
        (
            "The project runs from January 2026 to December 2028; we need you from May to August 2026.",
            "2026-05-01",
            "2026-08-31",
        ),
        ("Projektzeitraum 2026–2028, Ihr Einsatz bis März 2027", None, "2027-03-31"),
        ("Rahmenvertrag 2026–2029, Abruf ab Mai 2026 für 6 Monate", "2026-05-01", "2026-10-31"),
        ("Ihr Einsatz ab März 2027 (Projektlaufzeit 2025–2028).", "2027-03-01", None),
        ("Projektlaufzeit 01.06.2026 - 31.12.2027, Einsatz ab sofort möglich", "2026-03-02", None),
    ],
)
def test_the_time_of_who_is_sought_counts_and_not_that_of_the_project(
    text: str, start: str | None, end: str | None
) -> None:
    assert dates_of(text) == (start, end)
    assert not find_dates(text, TODAY, LOCAL).ambiguous


def test_the_time_of_the_project_counts_where_no_other_one_is_told() -> None:
    assert dates_of("Projektzeitraum 2026–2028") == ("2026-01-01", "2028-12-31")
    assert dates_of("Projektlaufzeit Juni bis Dezember 2026, Ihr Einsatz bis Dezember 2026")[0] == "2026-06-01"
    assert dates_of("Einsatz als Tester, Projektlaufzeit: 01.06.2026 - 31.12.2027") == ("2026-06-01", "2027-12-31")


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        (
            "Phase A: 1 March to 30 April 2026. Phase B: 1 May to 31 August 2026. We need a tester for phase B only.",
            "2026-05-01",
            "2026-08-31",
        ),
        (
            "Phase 1: 1. April bis 30. Juni 2026, Phase 2: 1. Juli bis 30. September 2026. Nur zweite Phase offen.",
            "2026-07-01",
            "2026-09-30",
        ),
        (
            "Only phase II is staffed: phase I 1 March to 30 April 2026, phase II 1 May to 31 August 2026.",
            "2026-05-01",
            "2026-08-31",
        ),
        (
            "Los 1: 01.04.2026–30.06.2026, Los 2: 01.07.2026–30.09.2026. Angebot nur für Los 1",
            "2026-04-01",
            "2026-06-30",
        ),
        (
            "1.4.–14.4.2026 (Sprint 3), 15.4.–30.4.2026 (Sprint 4). Tester ausschließlich für Sprint 4 gesucht.",
            "2026-04-15",
            "2026-04-30",
        ),
    ],
)
def test_the_time_of_the_phase_counts_that_alone_is_sought(text: str, start: str, end: str) -> None:
    assert dates_of(text) == (start, end)


def test_phases_count_together_where_none_is_sought_alone_or_the_one_sought_has_no_time() -> None:
    both = "Phase A: 1 March to 30 April 2026. Phase B: 1 May to 31 August 2026."
    assert dates_of(both) == ("2026-03-01", "2026-08-31")
    assert dates_of(f"{both} Only phase C is open.") == ("2026-03-01", "2026-08-31")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Our tester leaves on 31 December. We need a replacement.", "31 December"),
        ("Our tester leaves on 31 December", "31 December"),
        ("Unser Tester verlässt uns zum 30.06.2026, wir suchen Ersatz.", "30.06.2026"),
        ("Our tester is leaving at the end of June; we are looking for a successor.", "end of June"),
        ("Der bisherige Bauleiter scheidet am 30. Juni aus, wir brauchen einen Nachfolger.", "30. Juni"),
        ("Our tester's last day is 31 December, we need a replacement.", "31 December"),
    ],
)
def test_from_when_a_successor_is_sought_is_asked_where_a_text_tells_when_somebody_leaves(text: str, day: str) -> None:
    found = find_dates(text, TODAY, LOCAL)
    assert (found.start, found.end) == (None, None)
    assert found.ambiguous == f'"{day}" is when somebody leaves: from when is a successor sought?'


@pytest.mark.parametrize(
    "text",
    [
        "Der Entwickler soll am 1.10.2026 beginnen und das Projekt am 31.12.2026 verlassen.",
        "Der Entwickler beginnt am 01.10.2026 und soll das Projekt am 31.12.2026 verlassen.",
        "Wir suchen ab 1.10.2026 einen Tester und er soll das Projekt am 31.12.2026 verlassen.",
        "The developer will start on 1 October 2026 and will leave the project on 31 December 2026.",
        "Jemand soll am 1.10.2026 beginnen und das Projekt am 31.12.2026 verlassen.",
        "The tester starts on 1 October 2026 and leaves on 31 December 2026.",
    ],
)
def test_the_day_on_which_who_is_sought_leaves_again_is_the_end(text: str) -> None:
    assert dates_of(text) == ("2026-10-01", "2026-12-31")
    assert not find_dates(text, TODAY, LOCAL).ambiguous


@pytest.mark.parametrize(
    "text",
    [
        "Unser Tester soll das Projekt am 31.12. verlassen, wir suchen Ersatz.",
        "Wir suchen einen Planer und ein Kollege verlässt das Projekt am 31.12.",
        "We need a tester and our developer leaves on 31.12.",
        "Unser Tester beginnt ein Studium und verlässt das Projekt am 31.12.",
        "Eine Kollegin beginnt eine Ausbildung und verlässt das Projekt am 31.12.",
    ],
)
def test_a_colleague_who_leaves_is_asked_about_whatever_else_the_clause_says(text: str) -> None:
    assert '"31.12." is when somebody leaves' in find_dates(text, TODAY, LOCAL).ambiguous


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Our tester leaves on 31 December. We need a replacement from 1 November 2026.", "2026-11-01"),
        ("Unser Tester verlässt uns zum 30.06.2026, wir suchen ab 15.06.2026 Ersatz.", "2026-06-15"),
        ("Nach dem Ausscheiden der Kollegin zum 30.06.2026 suchen wir eine Nachfolgerin ab 01.07.2026.", "2026-07-01"),
        ("Es geht für Sie zum 1. Mai los.", "2026-05-01"),
    ],
)
def test_nothing_is_asked_where_a_text_tells_from_when_somebody_is_sought(text: str, start: str) -> None:
    assert dates_of(text) == (start, None)
    assert not find_dates(text, TODAY, LOCAL).ambiguous


@pytest.mark.parametrize(
    "text",
    [
        "Need a replacement for Anna, client wants a name by Friday",
        "Vertretung für Anna gesucht, der Kunde will bis Freitag einen Namen",
        "Java dev needed, the client wants to hear from us by 15 May.",
        "Need cover – client wants a name by Friday",
    ],
)
def test_the_day_by_which_a_client_wants_an_answer_is_no_end(text: str) -> None:
    assert dates_of(text) == (None, None)


def test_somebody_who_is_sought_by_a_day_is_no_answer() -> None:
    assert dates_of("Send me somebody by Friday") == (None, "2026-03-06")
    assert dates_of("client wants a name by Friday, somebody from 1 June") == ("2026-06-01", None)
