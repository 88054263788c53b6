"""Words and shape of a sentence tell whether it seeks somebody."""

import pytest

from teamlandkarte.index.clauses import Sentence, sentences
from teamlandkarte.index.seeking import Seeking, learnt, signs_of


def odds(text: str, *, listed: bool = False) -> float:
    return learnt().log_odds(signs_of(text, Sentence(0, len(text), listed=listed)))


@pytest.mark.parametrize(
    ("request_", "boilerplate"),
    [
        ("Wir suchen ab Mai zwei Planerinnen.", "Wir feiern im Mai zwei Jubiläen."),
        ("Erfahrung mit Kränen ist erforderlich.", "Kräne werden jedes Jahr geprüft."),
        ("Who could help us with the audit?", "The audit took place in our new building."),
        ("You will lead a team of five.", "Our team of five won the award."),
        ("Gute Kenntnisse in Statik", "Die Statik unseres Gebäudes stammt von 1912."),
    ],
)
def test_a_request_sounds_more_like_one_than_boilerplate_about_the_same(request_: str, boilerplate: str) -> None:
    assert odds(request_) > 0 > odds(boilerplate)


def test_an_item_of_a_list_and_a_question_seek_more_than_a_sentence() -> None:
    sentence = odds("Planung von Brücken.")
    assert min(odds("Planung von Brücken", listed=True), odds("Planung von Brücken?")) > sentence


def test_words_that_were_never_met_say_nothing() -> None:
    weights = Seeking({"<wir>": 80, "#always": -10})
    assert weights.log_odds(["<xyzzy>", "<plugh>"]) == pytest.approx(-0.1)


def test_evidence_is_divided_by_the_cube_root_of_the_signs() -> None:
    weights = Seeking({"<wir>": 80, "<suchen>": 40, "#always": -10})
    assert weights.log_odds(["<wir>", "<suchen>", *map(str, range(6))]) == pytest.approx(-0.1 + 1.2 / 2)


def test_signs_are_words_their_parts_their_pairs_and_the_shape() -> None:
    text = "- Planen: 3 Orte"
    (item,) = sentences(text)
    signs = signs_of(text, item)
    assert {"<planen>", "<plan", "anen>", "planen :", "0 orte", "orte $", "^ planen", "#listed"} <= signs
    assert "<3>" not in signs


def test_the_weights_are_small_enough_to_read() -> None:
    weights = learnt().weights
    assert 10_000 < len(weights) <= 60_001
    assert all(-1_000 < weight < 1_000 for weight in weights.values())
