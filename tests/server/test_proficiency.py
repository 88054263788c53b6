"""Years and levels as an answer shows them: beside the competence that they are said of, and nowhere else."""

import pytest

from tests.server.hosts import Host

pytestmark = pytest.mark.anyio


async def test_years_that_are_shown_beside_a_competence_are_not_listed_as_what_no_search_can_use(host: Host) -> None:
    for asked, shown, unusable in (
        ("Mind. 5 Jahre Erfahrung mit Python und 3 Jahre mit Java", {"Python": "Mind. 5 Jahre", "Java": "3 Jahre"}, []),
        ("Wir suchen langjährige Erfahrung in Gleisbau.", {"Gleisbau": "langjährige Erfahrung"}, []),
        ("We need 4 years of experience in Kubernetes.", {"Kubernetes": "4 years"}, []),
        ("Wir suchen Python, Erfahrung: mindestens 5 Jahre", {"Python": ""}, ["Erfahrung: mindestens 5 Jahre"]),
        ("Gesucht: Python. 5 Jahre Berufserfahrung sind Pflicht.", {"Python": ""}, ["5 Jahre Berufserfahrung"]),
        (
            "Gesucht: 5 Jahre Erfahrung mit Python. Auch 5 Jahre Erfahrung in Führung sind Pflicht.",
            {"Python": "5 Jahre"},
            ["5 Jahre Erfahrung"],
        ),
    ):
        text, data = await host.call("extract_requirements", description=asked)
        words = {part["value"]: part["words"] for part in data["found"] if part["field"] == "competence"}
        assert words == {name: f"{name} ({years})" if years else name for name, years in shown.items()}
        assert data["unusable"] == unusable
        assert ("no search can use it" in text) == bool(unusable)


async def test_what_is_said_of_a_competence_beside_any_of_its_mentions_is_told(host: Host) -> None:
    for asked, words in (
        ("Java-Entwickler (m/w/d) mit sehr guten Kenntnissen in Java gesucht", "sehr guten Kenntnissen"),
        ("Wir suchen Java. Zwingend: mind. 4 Jahre Erfahrung mit Java.", "mind. 4 Jahre"),
        ("Java developer wanted. You have excellent knowledge of Java.", "excellent knowledge"),
    ):
        _, data = await host.call("extract_requirements", description=asked)
        assert [part["words"] for part in data["found"] if part["value"] == "Java"] == [f"Java ({words})"]


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("Must have: Java 17+, Python 3.11 and Kubernetes.", {"Java": "17+", "Python": "3.11", "Kubernetes": ""}),
        (
            "Gesucht: Java 8 oder höher, PostgreSQL (ab Version 15)",
            {"Java": "8 oder höher", "PostgreSQL": "ab Version 15"},
        ),
        ("Wir suchen Python 3 mit 5 Jahren Erfahrung", {"Python": "3; 5 Jahren"}),
        ("Gesucht: Java 21 oder Python 3", {"Java": "21; alternative to Python", "Python": "3; alternative to Java"}),
        ("Gesucht: Java 21 bzw. Python 3", {"Java": "21; alternative to Python", "Python": "3; alternative to Java"}),
        ("Gesucht: Java 5 Jahre, Python 3-4 Jahre", {"Java": "5 Jahre", "Python": "3-4 Jahre"}),
        ("Gesucht:\n1. Java\n2. Python\n3. Kubernetes", {"Java": "", "Python": "", "Kubernetes": ""}),
        ("Gesucht: Java 3 Tage pro Woche", {"Java": ""}),
    ],
)
async def test_a_version_that_no_name_of_the_vocabulary_has_is_told_beside_the_competence(
    host: Host, asked: str, shown: dict[str, str]
) -> None:
    _, data = await host.call("extract_requirements", description=asked)
    words = {part["value"]: part["words"] for part in data["found"] if part["field"] == "competence"}
    assert words == {name: f"{name} ({version})" if version else name for name, version in shown.items()}
