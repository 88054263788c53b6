"""Words that were broken by a hyphen where a line ended."""

import pytest

from teamlandkarte.index.roles import infer_roles
from teamlandkarte.index.terms import find_terms
from tests.index.listed import ListedTerms


def found(text: str, *terms: str) -> list[str]:
    return [finding.term for finding in find_terms(text, ListedTerms(terms), by_meaning=False)]


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Erfahrung in der Projekt-\nleitung ist zwingend.", "Projektleitung"),
        ("Wir suchen jemanden für die Soft-\nwareentwicklung.", "Softwareentwicklung"),
        ("Kennt-\nnisse in Ku-\nbernetes", "Kubernetes"),
        ("Projekt- \n leitungserfahrung", "Projektleitung"),
        ("Kenntnisse in Kuber-\nnates", "Kubernetes"),
        ("Experience with front-\nend work", "Front-End"),
        ("Datenbank-\nentwicklung", "Datenbankentwicklung"),
    ],
)
def test_a_word_broken_at_the_end_of_a_line_is_one_word(text: str, term: str) -> None:
    assert found(text, term) == [term]
    assert found(text, term, "Datenbank") == [term]


def test_it_is_told_with_its_place_in_the_text() -> None:
    text = "Gesucht: Projekt-\nleitung"
    (finding,) = find_terms(text, ListedTerms(["Projektleitung"]), by_meaning=False)
    assert text[finding.start : finding.end] == "Projekt-\nleitung"


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("Erfahrung in der Projekt-\nleitung ist zwingend.", "essential"),
        ("Java ist zwingend, Projekt-\nleitung wünschenswert", "desirable"),
        ("Must have:\n- Projekt-\n  leitung\nNice to have:\n- Go", "essential"),
        ("Projekt-\nleitung nicht erforderlich, Java schon", None),
    ],
)
def test_its_sentence_goes_on_in_the_next_line(text: str, level: str | None) -> None:
    findings = find_terms(text, ListedTerms(["Projektleitung", "Java", "Go"]), by_meaning=False)
    assert [one.level for one in findings if one.term == "Projektleitung"] == ([level] if level else [])


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Java-\nund Python-Kenntnisse", ["Java", "Python"]),
        ("Arten-\nund Bodenschutz", ["Artenschutz", "Bodenschutz"]),
        ("Java-\nbasierte Dienste mit Python", ["Java", "Python"]),
        ("SAP-\nberatung und Java", ["SAP", "Java"]),
        ("E-Mail-\nVerkehr, Java", ["E-Mail", "Java"]),
        ("Anforderungen -\njava, python", ["Java", "Python"]),
        ("Kenntnisse:\n- Java\n- Python", ["Java", "Python"]),
    ],
)
def test_a_hyphen_that_belongs_to_the_words_keeps_them_apart(text: str, terms: list[str]) -> None:
    assert found(text, *terms) == terms


def test_a_role_is_found_across_the_end_of_a_line() -> None:
    (role,) = infer_roles("Wir suchen eine Projekt-\nleiterin ab Mai", "", ListedTerms(["Projektleiter", "Tester"]), 1)
    assert role.role == "Projektleiter"
