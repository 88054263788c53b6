"""Names of people, firms and places are no competences."""

import pytest

from teamlandkarte.index.names import without_names
from teamlandkarte.index.terms import find_terms
from tests.index.listed import ListedTerms
from tests.local_model import LOCAL

TERMS = ("Julia", "Rust", "Ruby", "Scala", "C", "Gleisbau", "Helm", "Java", "Python", "Cassandra")


def found(text: str) -> list[str]:
    return [finding.term for finding in find_terms(text, ListedTerms(TERMS), encoder=LOCAL)]


@pytest.mark.parametrize(
    "text",
    [
        "Frau Julia Meier und Herr Rust haben angerufen",
        "Dr. R. Scala meldet sich",
        "Mr Helm will call",
        "von der Gleisbau Holtkamp GmbH",
        "Helm Brothers Ltd wrote to us",
        "Treffpunkt: Scala Street 5, Raum C",
        "Hallo Julia,\nbis bald",
        "Viele Grüße\nCassandra Rust",
        "mail an ruby@example.org",
        "Peter Rust fragt nach",
        "Fragen beantwortet die Abteilung Gleisbau",
        "Bei Fragen wenden Sie sich an den Gleisbau.",
        "You report to the head of Python development",
        "eine Kollegin aus dem Gleisbau",
        "Unser Hund heißt Python",
        "The ship is called Julia",
        "mit dem Bus zum Python-Platz",
        "Helm & Scala LLP",
        "Julia zahlt, Ruby says",
        "Treffen in der Python Bar",
        "Julia from the Ruby team",
        "call Ruby instead",
        "Bitte bei Ruby melden.",
        "Rust & Helm Solicitors, 3 Scala Gardens",
        "die Helm Theater gUG",
        "You talk to the Python people",
        "The Gleisbau department moves",
        "Ort: Haus C, Gleisbau",
        "The Ruby House opens",
        "Contact: Ruby, extension 20",
        "next sync in room Python",
        "Please quote Python-2025-C",
    ],
)
def test_a_name_is_no_competence(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rust, Ruby und Scala", ["Rust", "Ruby", "Scala"]),
        ("Ruby Developer", ["Ruby"]),
        *(
            (f"Python {level}", ["Python"])
            for level in ("Pflicht", "Voraussetzung", "Vorteil", "Mandatory", "Required")
        ),
        ("Python Kenntnisse", ["Python"]),
        ("z. B. Java", ["Java"]),
        ("Kenntnisse in C. Wir freuen uns", ["C"]),
        ("Kenntnisse in C. Außerdem Java.", ["C", "Java"]),
        ("Erfahrung mit C. Idealerweise auch Java", ["C", "Java"]),
        ("Abstimmung mit dem Gleisbau, Kenntnisse in Java", ["Java"]),
        ("Zusammenarbeit mit dem Gleisbau sowie Kenntnisse in Java", ["Java"]),
        ("Gleisbau für die Müller GmbH", ["Gleisbau"]),
    ],
)
def test_a_competence_beside_a_name_is_found(text: str, expected: list[str]) -> None:
    assert found(text) == expected


def test_places_in_the_text_stay_as_they_are() -> None:
    text = "Herr Rust\nsucht Java"
    assert without_names(text) == "         \nsucht Java"


@pytest.mark.parametrize(
    "text", ["Hilfe bei Python, Rust", "Python kommt zum Einsatz", "Python aus Projekten", "Python von Grund auf"]
)
def test_a_language_that_could_be_somebody_is_found_in_a_thought_about_work(text: str) -> None:
    assert "Python" in found(text)


def test_a_name_ends_with_its_sentence() -> None:
    assert found("Fragen an Frau Müller. Java ist Pflicht.") == ["Java"]


@pytest.mark.parametrize("endless", ["Java-" * 40_000, "Java_" * 40_000, "a.b" * 40_000 + "@"])
def test_a_word_without_an_end_is_no_name_and_hides_none(endless: str) -> None:
    read = without_names(f"{endless} Frau Müller")
    assert read.rstrip() == endless
