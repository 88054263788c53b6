"""Terms that are one word, found where a text says them in several, shares their end, or says more in one."""

import time

import pytest

from teamlandkarte.index.terms import find_terms
from tests.index.listed import ListedTerms
from tests.local_model import LOCAL

TERMS = (
    "Weichenbau", "Gleisbau", "Brückenbau", "Stahlbau", "Massivbau", "Stahlbetonbau", "Kabelplanung", "Artenschutz",
    "Bodenschutz", "Lärmschutz", "Projektsteuerung", "Instandhaltung", "Fahrzeuginstandhaltung", "Qualitätssicherung",
    "Elektronische Stellwerke (ESTW)", "Risk Management", "Capacity Planning", "Datenschutz", "Bauleitung",
    "Präsentation", "Mediation", "Vertragsmanagement", "Prozessoptimierung", "Stellwerksplanung", "Englisch",
)  # fmt: skip


def found(text: str) -> list[str]:
    return [finding.term for finding in find_terms(text, ListedTerms(TERMS), encoder=LOCAL)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Erfahrung im Bau von Weichen", ["Weichenbau"]),
        ("Erfahrung im Bau von Gleisen", ["Gleisbau"]),
        ("Erfahrung in der Planung von Kabeln", ["Kabelplanung"]),
        ("Erfahrung im Bau von Weichen, Gleisen und Brücken", ["Weichenbau", "Gleisbau", "Brückenbau"]),
        ("Erfahrung im Bau neuer Brücken", ["Brückenbau"]),
        ("Erfahrung in der Planung von neuen Kabeln", ["Kabelplanung"]),
        ("Erfahrung beim Management von Verträgen", ["Vertragsmanagement"]),
        ("Erfahrung mit der Optimierung von Prozessen", ["Prozessoptimierung"]),
        ("Erfahrung mit der Sicherung der Qualität", ["Qualitätssicherung"]),
        ("Erfahrung mit der Instandhaltung von Fahrzeugen", ["Fahrzeuginstandhaltung"]),
        ("Erfahrung mit der Planung von Stellwerken", ["Stellwerksplanung"]),
        ("Erfahrung mit der Planung von elektronischen Stellwerken", ["Elektronische Stellwerke (ESTW)"]),
        ("Experience with the management of risks is required", ["Risk Management"]),
        ("Experience with the planning of capacities is required", ["Capacity Planning"]),
        ("Erfahrung im Bau von Häusern", []),
        ("Erfahrung im Bau, Weichen", []),
        ("Erfahrung im Bau oder Weichen", []),
        ("Wir suchen Schutz Ihrer Daten", []),
    ],
)
def test_a_compound_is_found_where_it_is_said_in_several_words(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wir suchen Erfahrung im Stahlbrückenbau", ["Brückenbau"]),
        ("Wir suchen Erfahrung im Eisenbahnbrückenbau und im Straßenbahngleisbau", ["Brückenbau", "Gleisbau"]),
        ("Wir suchen Erfahrung in der Großprojektsteuerung", ["Projektsteuerung"]),
        ("Wir suchen Erfahrung in der Softwarequalitätssicherung", ["Qualitätssicherung"]),
        ("Wir suchen Erfahrung in der Oberbauleitung", []),
        ("Wir suchen Repräsentation und Remediation, Plattenglisch", []),
        ("Wir suchen Erfahrung im Brückenbauwesen", []),
    ],
)
def test_a_longer_compound_is_a_kind_of_the_term_that_it_ends_in(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gesucht: Arten-, Boden- und Lärmschutzkenntnisse", ["Artenschutz", "Bodenschutz", "Lärmschutz"]),
        ("Gesucht: Kenntnisse des Arten- und Bodenschutzes", ["Artenschutz", "Bodenschutz"]),
        ("Gesucht: Gleis- und Weichenbauerfahrung", ["Gleisbau", "Weichenbau"]),
        ("Gesucht: Erfahrung im Stahl-, Massiv- und Stahlbetonbau", ["Stahlbau", "Massivbau", "Stahlbetonbau"]),
        ("Gesucht: Vertrags- und Risiko-Managementkenntnisse", ["Vertragsmanagement"]),
    ],
)
def test_words_share_the_end_of_one_that_is_inflected_or_goes_on(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text", ["Gesucht: Arten- und Bodenschutz", "Gesucht: Kenntnisse des Arten- und Bodenschutzes"]
)
def test_a_word_that_shares_an_end_is_as_certain_as_the_one_that_has_it(text: str) -> None:
    species, soil = find_terms(text, ListedTerms(TERMS), encoder=LOCAL)
    assert (species.term, soil.term) == ("Artenschutz", "Bodenschutz")
    assert species.similarity == soil.similarity


def test_a_text_of_thousands_of_activities_is_read_at_once() -> None:
    text = "Bau von " + ", ".join(["Häusern"] * 5_000) + " Bau neuer Planung der" * 5_000
    before = time.process_time()
    find_terms(text, ListedTerms(TERMS), by_meaning=False)
    assert time.process_time() - before < 10
