"""Which words are a known term with a typing error, and which are other words."""

import pytest

from teamlandkarte.index.terms import How, find_terms
from tests.index.test_terms import ListedTerms


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
