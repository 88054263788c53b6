"""A description states what is to be done; skills and role names alone do not."""

import pytest

from teamlandkarte.server.requirements.scope import states_scope


@pytest.mark.parametrize(
    "description",
    [
        "Wir bauen ein Buchungsportal für Trassen und brauchen das Backend.",
        "Ablösung des Buchungsportals",
        "Migration der Fahrplandaten nach PostgreSQL",
        "Umbau des Stellwerks in Fulda bis Ende 2026",
        "Entwicklung einer App",
        "Abloesung des Buchungsportals",
        "Einfuehrung von SAP",
        "Build a data platform",
        "Support the rollout of the new timetable system in three regions",
        "Bauüberwachung bei der Gleiserneuerung zwischen Gotha und Eisenach",
        "Die Prognose von Verspätungen soll genauer werden.",
    ],
)
def test_a_scope_or_goal_is_accepted(description: str) -> None:
    assert states_scope(description)


@pytest.mark.parametrize(
    "description",
    [
        "Python",
        "Python, PostgreSQL, Kubernetes",
        "Python / SQL und Java",
        "- Python\n- SQL\n- Kubernetes",
        "Backend Developer",
        "Senior Backend Developer (m/w/d)",
        "Wir suchen einen Backend Developer mit Python",
        "Wir benoetigen einen Backend Developer",
        "Gesucht wird ein Projektleiter",
        "Looking for a Java developer with Spring experience",
        "Python Entwickler mit Erfahrung in Django und AWS",
        "",
        "…",
    ],
)
def test_skills_or_a_role_alone_are_not(description: str) -> None:
    assert not states_scope(description)
