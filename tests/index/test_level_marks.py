"""Words that stand alone behind what they are said of, as a mark and no verb: "Java muss, Docker kann"."""

import pytest

from teamlandkarte.index.terms import find_terms
from tests.index.listed import ListedTerms
from tests.index.wanted import levels


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Docker kann, Gatling muss.", {"Docker": "suggested"}),
        ("Java muss, Docker kann.", {"Java": "essential", "Docker": "suggested"}),
        ("Java must, SQL should, Docker could.", {"Java": "essential", "SQL": "desirable", "Docker": "suggested"}),
        ("Java muss, SQL soll, Docker kann sein", {"Java": "essential", "SQL": "desirable", "Docker": "suggested"}),
        ("SQL und Docker können, Java muss", {"SQL": "suggested", "Docker": "suggested", "Java": "essential"}),
        ("- Docker kann\n- Java muss\n- SQL sollte", {"Docker": "suggested", "Java": "essential", "SQL": "desirable"}),
        ("Java (muss), Docker kann", {"Java": "essential", "Docker": "suggested"}),
        ("Java kann und SQL soll", {"Java": "suggested", "SQL": "desirable"}),
        ("Java muss und SQL kann, Docker soll", {"Java": "essential", "SQL": "suggested", "Docker": "desirable"}),
        ("SQL und Docker kann und Java muss", {"SQL": "suggested", "Docker": "suggested", "Java": "essential"}),
        ("Java Kann / Python Muss", {"Java": "suggested", "Python": "essential"}),
    ],
)
def test_a_word_alone_behind_a_term_says_how_much_it_is_wanted(text: str, expected: dict[str, str]) -> None:
    assert levels(text) == expected


def test_a_mark_behind_a_term_that_ends_like_a_verb_is_no_verb() -> None:
    text = "Vermesser, 16.02.-13.03.2026, Punktwolken Muss, Photogrammetrie von Vorteil"
    found = find_terms(text, ListedTerms(("Punktwolken", "Photogrammetrie")))
    assert {one.term: one.level for one in found} == {"Punktwolken": "essential", "Photogrammetrie": "desirable"}


@pytest.mark.parametrize(
    "text",
    [
        *("Gesucht: wer Docker kann", "Wer Docker kann, ist richtig.", "Wir suchen jemanden, der Docker kann."),
        *("Gesucht wird jemand, der Englisch, Docker kann.", "Wer Englisch und Docker kann", "Falls Docker kann"),
        *("Wir brauchen Docker", "Kann Docker", "Docker kann einiges", "Unser Docker kann"),
        *("Jemand, der Docker kann und Gatling soll", "Docker kann und Docker"),
    ],
)
def test_a_verb_of_a_sentence_is_no_such_word(text: str) -> None:
    assert levels(text) == {"Docker": None}


def test_each_of_thousands_of_words_says_it_of_what_stands_before_it() -> None:
    assert levels(", ".join(["Docker kann", "SQL soll"] * 2_500)) == {"Docker": "suggested", "SQL": "desirable"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("eine Person, die Java nachweist (nachzuweisen durch zwei Projekte)", {"Java": "essential"}),
        ("Java (zu belegen durch zwei Referenzen), SQL", {"Java": "essential", "SQL": None}),
        ("Somebody with Java (to be proven by two references) and SQL", {"Java": "essential", "SQL": None}),
        ("SQL, Java (von Vorteil für die Schnittstellen)", {"SQL": None, "Java": "desirable"}),
        ("SQL, Java (nicht nötig sind Reisen)", {"SQL": None, "Java": None}),
    ],
)
def test_brackets_that_begin_with_a_level_speak_of_what_stands_before_them(
    text: str, expected: dict[str, str | None]
) -> None:
    assert levels(text) == expected
