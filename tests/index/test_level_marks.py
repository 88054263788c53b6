"""Words that stand alone behind what they are said of, as a mark and no verb: "Java muss, Docker kann"."""

import pytest

from tests.index.test_levels import levels


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
    ],
)
def test_a_word_alone_behind_a_term_says_how_much_it_is_wanted(text: str, expected: dict[str, str]) -> None:
    assert levels(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("Gesucht: wer Docker kann", "Wer Docker kann, ist richtig.", "Wir suchen jemanden, der Docker kann."),
        *("Gesucht wird jemand, der Englisch, Docker kann.", "Wer Englisch und Docker kann", "Falls Docker kann"),
        *("Wir brauchen Docker", "Kann Docker", "Docker kann einiges", "Unser Docker kann"),
    ],
)
def test_a_verb_of_a_sentence_is_no_such_word(text: str) -> None:
    assert levels(text) == {"Docker": None}


def test_each_of_thousands_of_words_says_it_of_what_stands_before_it() -> None:
    assert levels(", ".join(["Docker kann", "SQL soll"] * 2_500)) == {"Docker": "suggested", "SQL": "desirable"}
