"""Competences found by what a text means, and what is never compared by its meaning."""

from teamlandkarte.index.terms import How, find_terms
from tests.index.listed import ListedTerms


def test_what_stands_between_thousands_of_mentions_and_sentences_is_read_by_its_meaning() -> None:
    vocabulary = ListedTerms(near={"Verlegung neuer Schwellen": ("Gleisbau", 960_000)})
    text = "Python, Wartung. Wir suchen Java. " * 4_000
    assert [finding.term for finding in find_terms(f"{text}Verlegung neuer Schwellen, {text}", vocabulary)] == [
        "Python",
        "Wartung",
        "Java",
        "Gleisbau",
    ]


NEAR = {
    "Containerorchestrierung": ("Kubernetes", 920_000),
    "Teamgeist": ("Python", 740_000),
    "Planung": ("Projektsteuerung", 890_000),
    "Projektlenkung": ("Projektsteuerung", 960_000),
    "Lenkung großer Projekte": ("Projektsteuerung", 960_000),
    "Bonus": ("Python", 990_000),
}


def test_phrases_that_name_no_term_are_compared_by_meaning() -> None:
    vocabulary = ListedTerms(near=NEAR)
    text = "Gesucht: Kenntnisse in Python, sehr gute Containerorchestrierung und Teamgeist"
    findings = find_terms(text, vocabulary)
    assert [(f.term, f.words, f.similarity, f.how) for f in findings] == [
        ("Python", "Python", 1_000_000, How.EXACT),
        ("Kubernetes", "Containerorchestrierung", 920_000, How.EMBEDDING),
    ]
    assert vocabulary.asked == ["Containerorchestrierung", "Teamgeist"]


def test_a_phrase_that_the_text_does_not_ask_for_must_be_nearly_the_same() -> None:
    def found_near(text: str) -> list[str]:
        return [finding.words for finding in find_terms(text, ListedTerms(near=NEAR))]

    assert found_near("Wir machen Planung und Containerorchestrierung.") == []
    assert found_near("Wir machen Planung und Lenkung großer Projekte.") == ["Lenkung großer Projekte"]
    assert found_near("Erfahrung zählt.\nWir machen Planung") == []


def test_a_single_word_that_nothing_seeks_is_not_compared_by_meaning() -> None:
    vocabulary = ListedTerms(near=NEAR)
    assert find_terms("Viel Neues: Projektlenkung.", vocabulary) == []
    assert vocabulary.asked == ["Viel Neues"]
    assert [one.words for one in find_terms("Gesucht: Projektlenkung", vocabulary)] == ["Projektlenkung"]
    assert find_terms("Gesucht: Containerorchestrierung", vocabulary) == []


def test_a_word_of_every_trade_and_a_sign_of_a_level_are_not_compared_by_meaning() -> None:
    vocabulary = ListedTerms(near=NEAR)
    assert find_terms("Erfahrung in Planung, Bonus", vocabulary) == []
    assert vocabulary.asked == []


def test_an_end_or_a_partner_of_a_contract_is_never_compared_with_competences() -> None:
    near = dict.fromkeys(("Vertragsende", "Vertragspartner", "Projektlaufzeit"), ("Python", 990_000))
    assert find_terms("Vertragsende, Vertragspartner, Projektlaufzeit", ListedTerms(near=near)) == []


def test_a_word_that_does_not_mean_the_term_it_spells_is_not_compared_by_meaning_either() -> None:
    vocabulary = ListedTerms(("Go", "Python"), near={"go": ("Go", 1_000_000)})
    assert find_terms("Wissen, go, Können", vocabulary) == []
    assert "go" not in vocabulary.asked


def test_places_and_workloads_are_never_compared_with_competences() -> None:
    vocabulary = ListedTerms()
    find_terms("remote, in Berlin, 80 %, Vollzeit", vocabulary)
    assert vocabulary.asked == []


def test_nothing_is_embedded_unless_wanted_and_a_long_text_asks_a_bounded_number_of_times() -> None:
    vocabulary = ListedTerms()
    find_terms("Teamgeist, Reisebereitschaft", vocabulary, by_meaning=False)
    assert vocabulary.asked == []
    find_terms(", ".join(f"neues Thema{number}" for number in range(500)), vocabulary)
    assert len(vocabulary.asked) == 32


def test_a_single_word_must_mean_nearly_the_same_though_the_text_asks_for_it() -> None:
    near = {"Containerbetrieb": ("Kubernetes", 860_000)}
    assert find_terms("Erfahrung im Containerbetrieb", ListedTerms(near=near)) == []
