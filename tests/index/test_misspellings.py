"""Which words are a known term with a typing error, and which are other words."""

import pytest

from teamlandkarte.index.terms import How, find_terms
from tests.index.listed import ListedTerms


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Kubernates", "Kubernetes"),
        ("Confluance", "Confluence"),
        ("Javascribt", "JavaScript"),
        ("Powerpiont", "PowerPoint"),
        ("digitalen Zwilling", "Digitaler Zwilling"),
        ("Projketmanagemnet", "Projektmanagement"),
        ("Dokumantation", "Dokumentation"),
    ],
)
def test_a_letter_that_is_easily_typed_for_another_is_a_typing_error(text: str, term: str) -> None:
    (finding,) = find_terms(f"Erfahrung mit {text}", ListedTerms([term]))
    assert (finding.term, finding.how) == (term, How.SPELLING)


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Erbracht", "Erbrecht"),
        ("Bestellung", "Bestallung"),
        ("Bewerbung", "Bewertung"),
        ("Entlassung", "Entlastung"),
        ("Einweisung", "Einweihung"),
        ("Projektion", "Protektion"),
        ("Abrechnung", "Anrechnung"),
        ("Ableitung", "Anleitung"),
        ("Betriebsrat", "Betriebsarzt"),
    ],
)
def test_a_word_with_another_stem_or_another_part_is_no_typing_error(text: str, term: str) -> None:
    assert find_terms(f"{text} von Anlagen", ListedTerms([term])) == []
    assert find_terms(f"{term} von Anlagen", ListedTerms([text])) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Leistung", "Leitung"),
        ("Kontakt", "Kontrakt"),
        ("Contact", "Contract"),
        ("Bauleistung", "Bauleitung"),
        ("Leistungsplanung", "Leitungsplanung"),
        ("Paket", "Parkett"),
        ("Mediation", "Meditation"),
    ],
)
def test_a_word_is_no_other_word_with_a_typing_error(one: str, other: str) -> None:
    assert find_terms(f"Erfahrung mit {one}", ListedTerms([other])) == []
    assert find_terms(f"Experience with {other}", ListedTerms([one])) == []


def test_a_word_of_the_vocabulary_is_no_other_one_with_a_typing_error() -> None:
    text, term = "Erfahrung mit Warmwalzen", "Warmwalzern"
    assert [finding.term for finding in find_terms(text, ListedTerms([term]))] == [term]
    assert find_terms(text, ListedTerms([term, "Walzen von Stahl", "Walzern"])) == []


@pytest.mark.parametrize(
    ("text", "term"), [("Leitnug", "Leitung"), ("Leistug", "Leistung"), ("Arbeitsicherheit", "Arbeitssicherheit")]
)
def test_what_is_no_word_is_still_a_typing_error(text: str, term: str) -> None:
    (finding,) = find_terms(f"Erfahrung mit {text}", ListedTerms([term, "Arbeitsrecht", "Sicherheitstechnik"]))
    assert (finding.term, finding.how) == (term, How.SPELLING)


@pytest.mark.parametrize(
    "text",
    [
        *("Projekt Polaris SAP-Rollout", "Project Polaris: rollout", "im Programm „Polaris“ gesucht"),
        *("Projektname: Polaris", "für das Projekt Phönix", "Projekt Polarz"),
    ],
)
def test_what_a_project_is_called_is_no_typing_error(text: str) -> None:
    assert find_terms(text, ListedTerms(["Polars", "Phoenix"])) == []


@pytest.mark.parametrize(
    ("text", "how"),
    [
        *(("Projekt Polars-Einführung", How.EXACT), ("Projekt POLARS", How.EXACT), ("Project Polars", How.EXACT)),
        *(("Projekt: Einführung von Polaris", How.SPELLING), ("ein projekt, polaris gesucht", How.SPELLING)),
    ],
)
def test_a_term_as_it_is_spelt_is_also_found_in_the_name_of_a_project(text: str, how: How) -> None:
    (finding,) = find_terms(text, ListedTerms(["Polars", "Phoenix"]))
    assert (finding.term, finding.how) == ("Polars", how)
