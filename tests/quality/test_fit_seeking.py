"""The weights of seeking are learnt from texts whose kind is known."""

from teamlandkarte.index.seeking import ALWAYS
from tests.quality.fit_seeking import Example, examples, fitted, held_out
from tests.quality.labels import PARTS, SEEN, labelled_texts
from tests.quality.sought_texts import SoughtText, sought_texts


def _learnt_from(kinds: dict[str, bool]) -> list[Example]:
    return [Example(frozenset(words.split()), seeks, 1.0) for words, seeks in kinds.items()]


def test_what_occurs_in_requests_alone_speaks_for_one_and_what_occurs_everywhere_for_nothing() -> None:
    weights = fitted(
        _learnt_from(
            {
                "java gesucht ab": True,
                "java gesucht": True,
                "java gibt ab": False,
                "java gibt": False,
                "selten da": True,
            }
        )
    ).weights
    assert weights["gesucht"] > 0 > weights["gibt"]
    assert abs(weights.get("java", 0)) < weights["gesucht"]
    assert "selten" not in weights
    assert ALWAYS in weights


def test_a_text_and_the_sentences_that_are_surely_of_its_kind_are_examples() -> None:
    text = SoughtText("Wir feiern viel. Gesucht wird Java.", "v", seeks=True, words=("Java",))
    whole, sentence = examples(text)
    assert whole.signs > sentence.signs
    assert "<gesucht>" in sentence.signs
    assert "<feiern>" not in sentence.signs
    assert whole.share == sentence.share == 1.0


def test_each_source_is_judged_by_weights_of_the_others() -> None:
    said = {
        "Wir suchen jemanden.": True,
        "Wir suchen dich.": True,
        "Die Halle ist zu.": False,
        "Die Tür ist zu.": False,
    }
    texts = [SoughtText(f"{text} {text}", source, seeks) for source in ("one", "two") for text, seeks in said.items()]
    assert len(list(held_out(texts))) == 4


def test_no_text_is_learnt_from_twice_and_none_that_measures_what_was_learnt() -> None:
    texts = [text.text for text in sought_texts()]
    assert len(texts) == len(set(texts))
    for part in PARTS:
        if part not in SEEN:
            assert not {text.text for text in labelled_texts(part)} & set(texts)
