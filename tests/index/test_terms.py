"""Competences found in running text."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.terms import How, find_terms
from tests.index.listed import TERMS, ListedTerms
from tests.local_model import LOCAL


def found(text: str) -> list[str]:
    return [finding.term for finding in find_terms(text, ListedTerms(), encoder=LOCAL)]


def test_a_term_of_thousands_of_words_is_found_in_a_text_that_begins_as_it_does_again_and_again() -> None:
    words = [f"Wort{number % 50}" for number in range(3_000)]
    long, other = " ".join(words), " ".join(words[:40])
    vocabulary = ListedTerms(["Gleisbau", long])
    text = f"{other} Gleisbau {other} " * 100 + long
    assert [finding.term for finding in find_terms(text, vocabulary)] == ["Gleisbau", long]


def test_a_term_that_begins_like_the_item_of_a_list_is_found() -> None:
    terms = ListedTerms(("Python", "2. Fremdsprache"))
    assert [one.term for one in find_terms("1. Python\n2. Fremdsprache von Vorteil", terms)] == list(terms.terms)


def how(text: str) -> dict[str, How]:
    return {finding.term: finding.how for finding in find_terms(text, ListedTerms())}


def test_terms_are_found_with_the_words_and_the_place_that_show_them() -> None:
    text = "Wir suchen jemanden mit Erfahrung in python,  Kubernetes und SAP S/4HANA."
    findings = find_terms(text, ListedTerms())
    assert [(f.term, f.words, f.similarity, f.how) for f in findings] == [
        ("Python", "python", 1_000_000, How.EXACT),
        ("Kubernetes", "Kubernetes", 1_000_000, How.EXACT),
        ("SAP S/4HANA", "SAP S/4HANA", 1_000_000, How.EXACT),
    ]
    assert [text[f.start : f.end] for f in findings] == ["python", "Kubernetes", "SAP S/4HANA"]
    assert [TERMS[f.term_id] for f in findings] == [f.term for f in findings]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C, C++ und C#", ["C", "C++", "C#"]),
        ("C/C++", ["C", "C++"]),
        ("Entwicklung in C++.", ["C++"]),
        ("R und Python", ["R", "Python"]),
        ("Python und R. Wir bieten viel", ["Python", "R"]),
        ("R&D, R & D, USB-C, c, Frau C. Müller, C-Level", []),
        ("R steht für Rang, C stands for column, C bedeutet Code", []),
        ("Für R steht Python bereit", ["R", "Python"]),
        ("Java (R), Python (R). R steht für Rang.", ["Java", "Python"]),
        ("Python, Stufe R, wobei R für Rang steht", ["Python"]),
        ("In der Tabelle steht R für Rang. Python zwingend.", ["Python"]),
        ("We need Python; R is short for rank, C is an abbreviation of column", ["Python"]),
        ("R meint Rang. Wir brauchen Python.", ["Python"]),
        ("Wir suchen R und Python. R steht für uns an erster Stelle.", ["R", "Python"]),
        ("Gesucht ist R, und R steht für die Programmiersprache", ["R"]),
        ("C-Entwicklung", ["C"]),
        ("Bürogebäude C, Etage R", []),
        ("Statistik. R ist wichtig", ["R"]),
        ("It is easy to go there", []),
        ("IT-Projekte mit Go", ["IT", "Go"]),
        ("Let's Go! Go for it, Go-Live im Mai, Go/No-Go, Go to market", []),
        (".NET und Node.js", [".NET", "Node.js"]),
        ("JavaScript", ["JavaScript"]),
        ("Java und JavaScript", ["Java", "JavaScript"]),
        ("Bauleitung Gleisbau", ["Bauleitung Gleisbau"]),
        ("Bauleitung, Gleisbau", ["Gleisbau"]),
        ("Gleisbauarbeiten", ["Gleisbau"]),
        ("Gleisbauer", []),
        ("CI/CD oder CI-CD", ["CI/CD"]),
        ("STRASSENBAU", ["Straßenbau"]),
        ("Python, Python und nochmals PYTHON", ["Python"]),
        ("Postgre SQL, Java Script, nodejs, CICD", ["PostgreSQL", "JavaScript", "Node.js", "CI/CD"]),
        ("- Java\n- Script", ["Java"]),
        ("Qualitaetssicherung, Strassenbau, Bauueberwachung", ["Qualitätssicherung", "Straßenbau", "Bauüberwachung"]),
        ("Pythonkenntnisse und Java-Erfahrung", ["Python", "Java"]),
        ("", []),
        ("siehe Anhang", []),
    ],
)
def test_a_term_is_found_at_word_boundaries_only(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kuberntes", "Kubernetes"),
        ("Pyhton", "Python"),
        ("Bauüberwachungen", "Bauüberwachung"),
        ("englische", "Englisch"),
    ],
)
def test_typing_errors_are_forgiven_and_marked(text: str, expected: str) -> None:
    (finding,) = find_terms(f"Erfahrung mit {text}", ListedTerms())
    assert (finding.term, finding.how, finding.words) == (expected, How.SPELLING, text)
    assert finding.similarity < 1_000_000


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Wertung", "Wartung"),
        ("Warnung", "Wartung"),
        ("Jara", "Java"),
        ("Begleitung", "Bauleitung"),
        ("Baubetrieb", "Bahnbetrieb"),
        ("Softwarearchitekt", "Softwarearchitektur"),
        ("Bemessung", "Vermessung"),
        ("Prototypen", "Prototyping"),
        ("Business Analyst", "Business Analysis"),
        ("Bauzustände mit", "Bauzustände LST"),
        ("Verwaltung", "Wartung"),
        ("Projektleitung", "Projektleiter"),
    ],
)
def test_another_word_is_no_typing_error(text: str, term: str) -> None:
    assert find_terms(f"{text} von Anlagen", ListedTerms([term])) == []


def test_a_verb_that_is_written_like_a_term_is_none() -> None:
    terms = ListedTerms(("Helm", "MS Excel", "Mentoring"))
    text = "You helm the project, excel at planning and enjoy mentoring our juniors."
    assert [one.term for one in find_terms(text, terms)] == ["Mentoring"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SAP MM/SD-Berater", ["SAP MM", "SAP SD"]),
        ("SAP MM, SD und PM", ["SAP MM", "SAP SD", "SAP PM"]),
        ("Ril 819 and 836", ["Ril 819", "Ril 836"]),
        ("EN 50126/50128/50129", ["EN 50126", "EN 50128", "EN 50129"]),
        ("Ril 819 und 20 Züge. SD", ["Ril 819"]),
        ("Ril 819 for 836 trains", ["Ril 819"]),
    ],
)
def test_what_terms_begin_with_alike_is_written_once(text: str, expected: list[str]) -> None:
    terms = ("SAP MM", "SAP SD", "SAP PM", "Ril 819", "Ril 836", "EN 50126", "EN 50128", "EN 50129")
    assert [one.term for one in find_terms(text, ListedTerms(terms))] == expected


def test_decomposed_letters_and_hidden_hyphens_are_read_as_people_see_them() -> None:
    text = unicodedata.normalize("NFD", "Qualitätssicherung") + ", Bau\u00adüberwachung"
    assert how(text) == {"Qualitätssicherung": How.EXACT, "Bauüberwachung": How.EXACT}


@pytest.mark.parametrize("in_the_lake", ["Go", "GO", "go"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rust oder Go", ["Go"]),
        ("Wünschenswert: GO.", ["Go"]),
        ("We need a Go developer.", ["Go"]),
        ("The new platform should go live", []),
    ],
)
def test_a_name_that_is_an_everyday_word_is_known_however_the_lake_writes_it(
    in_the_lake: str, text: str, expected: list[str]
) -> None:
    found = find_terms(text, ListedTerms((in_the_lake, "Python")), encoder=LOCAL)
    assert [finding.term for finding in found] == [in_the_lake for _ in expected]


def test_an_empty_vocabulary_finds_nothing() -> None:
    assert find_terms("Python und Teamgeist", ListedTerms(())) == []


@given(st.lists(st.sampled_from([term for term in TERMS if term not in {"C", "R"}]), unique=True))
def test_every_term_in_a_list_of_terms_is_found(terms: list[str]) -> None:
    assert found("; ".join(terms)) == terms


@given(st.text())
def test_any_text_is_read_without_failing_and_every_finding_lies_in_it(text: str) -> None:
    for finding in find_terms(text, ListedTerms()):
        assert 0 <= finding.start < finding.end <= len(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SAP-Berater mit Erfahrung in MM und SD", ["SAP MM", "SAP SD"]),
        ("SAP (PM, SD)", ["SAP PM", "SAP SD"]),
        ("SAP-Module: MM, PM", ["SAP MM", "SAP PM"]),
        ("SAP-Berater gesucht: MM und SD, vor Ort", ["SAP MM", "SAP SD"]),
        ("SAP consultant needed: PM", ["SAP PM"]),
        ("Einheit: MM", []),
        ("SAP-Projekt, 3 mm Toleranz in mm", []),
        ("Toleranz in MM", []),
        ("SAP wird eingeführt. PM gesucht", []),
    ],
)
def test_modules_are_named_by_their_abbreviation_where_the_text_names_the_product(
    text: str, expected: list[str]
) -> None:
    assert [one.term for one in find_terms(text, ListedTerms(("SAP MM", "SAP SD", "SAP PM")))] == expected


def test_verbs_doors_and_places_are_no_terms() -> None:
    terms = ListedTerms(("React", "C", "R", "DOORS"))
    text = (
        "Please react, we won't react. The doors of the C wing are open. Parking: bay R or C. Budget: R 4711. Aufzug R."
        " Kostenstelle C-4711/R, Bauabschnitt C."
    )
    assert find_terms(text, terms) == []
    assert [one.term for one in find_terms("React, R und DOORS", terms)] == ["React", "R", "DOORS"]


@pytest.mark.parametrize(
    "asked",
    [
        "Englisch B2",
        "Englisch (mindestens B2)",
        "Englisch mindestens B2",
        "Englisch, mind. B2",
        "Englisch: Niveau B2",
        "Englisch auf B2-Niveau",
        "Englischkenntnisse B2",
        "Englischkenntnisse (mind. B2)",
    ],
)
def test_a_language_is_found_with_the_level_that_is_asked_for(asked: str) -> None:
    languages = ListedTerms(("Englisch", "Englisch B2", "Deutsch"))
    read = [(one.term, one.how) for one in find_terms(f"Wir suchen {asked} und Deutsch.", languages)]
    assert read == [("Englisch B2", How.EXACT), ("Deutsch", How.EXACT)]


@pytest.mark.parametrize("asked", ["Englisch mindestens A2", "Englisch und B2", "Englisch\nB2", "Englisch in Halle B2"])
def test_a_language_without_that_level_is_the_language(asked: str) -> None:
    languages = ListedTerms(("Englisch", "Englisch B2"))
    assert [one.term for one in find_terms(f"Wir suchen {asked}.", languages)] == ["Englisch"]
