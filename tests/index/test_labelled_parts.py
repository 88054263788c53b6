"""A short advert whose lines have labels: what stands behind those of the work and of who is sought is read."""

import pytest

from teamlandkarte.index.terms import find_terms
from tests.index.listed import ListedTerms
from tests.local_model import LOCAL

TERMS = ("SAP", "Cyber Security", "Coaching", "Englisch", "PostgreSQL", "Linux", "Java", "Spring Boot", "Hydraulik")
OF_GERMAN = (
    "Unternehmen: Die Muster AG ist führend bei SAP und Cyber Security.",
    "Aufgabe: Sie migrieren Datenbanken nach PostgreSQL.",
    "Profil: Sehr gute Linux-Kenntnisse.",
    "Wir bieten Coaching und Englischkurse.",
)


def found(text: str) -> list[str]:
    return [finding.term for finding in find_terms(text, ListedTerms(TERMS), encoder=LOCAL)]


@pytest.mark.parametrize(
    ("text", "sought_in_it"),
    [
        ("\n".join(OF_GERMAN), ["PostgreSQL", "Linux"]),
        (" ".join((*OF_GERMAN, "Diversity ist uns wichtig.")), ["PostgreSQL", "Linux"]),
        ("\n".join(f"- {line}" for line in OF_GERMAN), ["PostgreSQL", "Linux"]),
        ("\n".join("**" + line.replace(":", ":**", 1) for line in OF_GERMAN[:3]), ["PostgreSQL", "Linux"]),
        (
            (
                "Die Muster AG ist führend bei SAP.\nIhre Aufgabe: Sie migrieren Datenbanken nach PostgreSQL.\n"
                "Ihr Profil: Sehr gute Linux-Kenntnisse.\nWir bieten Coaching.\nDiversity ist uns wichtig."
            ),
            ["PostgreSQL", "Linux"],
        ),
        (
            (
                "Company: Railtech builds trains.\nTask: You migrate databases to PostgreSQL.\n"
                "Profile: very good Linux knowledge.\nWe offer free coaching. Diversity matters to us."
            ),
            ["PostgreSQL", "Linux"],
        ),
        (
            (
                "Background: our billing platform is ten years old.\nTasks: you refactor Java services.\n"
                "Profile: solid Spring Boot knowledge.\nLocation: Leipzig.\nWe look forward to hearing from you."
            ),
            ["Java", "Spring Boot"],
        ),
        (
            (
                "Arbeitgeber: Die Nordlicht SE betreibt Windparks mit SAP.\nTätigkeit: Wartung der Hydraulik.\n"
                "Voraussetzungen: Linux.\nDas bieten wir: Coaching.\nVielfalt ist uns wichtig."
            ),
            ["Hydraulik", "Linux"],
        ),
        (
            (
                "Über uns: Wir bauen Brücken mit SAP.\nAufgabengebiet: Prüfung der Hydraulik.\n"
                "Anforderungsprofil: Kenntnisse in Linux, Englisch.\nVergütung: nach Tarif.\n"
                "Bewerbungen bitte an das Personalbüro."
            ),
            ["Hydraulik", "Linux", "Englisch"],
        ),
        (
            (
                "About us: Brightwater runs ferries and SAP.\nResponsibilities: you maintain our Linux servers.\n"
                "Requirements: PostgreSQL.\nBenefits: yoga, free coaching.\nApply by 1 May."
            ),
            ["Linux", "PostgreSQL"],
        ),
        (
            (
                "Employer: Helix Labs makes microscopes with Java.\nYour tasks: you look after PostgreSQL.\n"
                "Your profile: knowledge of Linux.\nWhat we offer: coaching.\nWe are an equal opportunity employer."
            ),
            ["PostgreSQL", "Linux"],
        ),
    ],
)
def test_what_labels_of_work_and_profile_stand_before_is_sought(text: str, sought_in_it: list[str]) -> None:
    assert found(text) == sought_in_it


@pytest.mark.parametrize(
    "text",
    [
        (
            "Profil: Java-Entwickler mit zwölf Jahren Erfahrung.\nSchwerpunkte: Spring Boot, Linux.\n"
            "Sprachen: Deutsch, Englisch.\nVerfügbar ab Mai.\nStundensatz auf Anfrage."
        ),
        (
            "Requirements: Linux, Java 17 or later.\nInstall: run the script.\nLicence: MIT.\n"
            "Issues go to the tracker.\nThe tests take a minute."
        ),
    ],
)
def test_one_label_as_in_an_offer_or_a_manual_seeks_nothing(text: str) -> None:
    assert found(text) == []


def test_a_label_ends_what_is_offered() -> None:
    text = "\n".join((*OF_GERMAN, "Sprachen: Englisch.", "Diversity ist uns wichtig."))
    assert found(text) == ["PostgreSQL", "Linux", "Englisch"]
