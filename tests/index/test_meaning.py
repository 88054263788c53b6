"""What sentences mean is heard where their words leave open whether they seek somebody."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from teamlandkarte.index.boilerplate import sought
from teamlandkarte.index.embedding import LOCAL_DIMENSIONS, LOCAL_MODEL
from teamlandkarte.index.meaning import Meaning
from tests.local_model import LOCAL


class ListeningEmbedder:
    """The local model, or one that calls itself so, and what it was asked."""

    dimensions = LOCAL_DIMENSIONS

    def __init__(self, model: str = LOCAL_MODEL) -> None:
        self.model = model
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return LOCAL.embed(texts)


def test_only_sentences_whose_words_leave_doubt_are_embedded() -> None:
    clear = "Wir suchen jemanden mit Erfahrung in Java. Sie sprechen gut Deutsch. Idealerweise kennen Sie Docker."
    doubtful = "Die Abteilung Stellwerke prüft Pläne."
    encoder = ListeningEmbedder()
    sought(f"{clear}\n\n{doubtful}", encoder)
    assert encoder.asked == [doubtful]


def test_of_a_long_text_the_hundred_sentences_of_most_doubt_are_embedded() -> None:
    encoder = ListeningEmbedder()
    sought("\n\n".join(f"Die Abteilung {number} prüft Pläne." for number in range(500)), encoder)
    assert len(encoder.asked) == 100


def test_another_model_is_never_asked() -> None:
    encoder = ListeningEmbedder("another model")
    text = "Die Abteilung Stellwerke prüft Pläne."
    assert sought(text, encoder) == sought(text)
    assert encoder.asked == []


@pytest.mark.parametrize("text", ["", "\n\n", "…", "\u200b", "💡", "漢字かな", "-\n-\n-", "x" * 5_000])
def test_whatever_a_text_is_made_of_it_stays_as_long(text: str) -> None:
    assert len(sought(text, LOCAL)) == len(text)


def test_the_log_odds_are_those_of_a_net_with_one_hidden_layer() -> None:
    meaning = Meaning(
        hidden=np.array([[1.0, -1.0], [2.0, 0.0], [0.0, 4.0]]),
        always=np.array([0.5, 1.0]),
        result=np.array([3.0, -2.0]),
        offset=np.array(0.25),
    )
    # The net reads 6 / 3 = 2 and 5 · (0.6, 0.8) = (3, 4): the units are 2 + 6 + 0.5 and −2 + 16 + 1.
    assert meaning.log_odds(6.0, np.array([0.6, 0.8])) == pytest.approx(3 * 8.5 - 2 * 15 + 0.25)
    # −2 · 1 + 0.5 is below 0, which counts as 0; the other unit is 2 + 1.
    assert meaning.log_odds(-6.0, np.array([0.0, 0.0])) == pytest.approx(-2 * 3 + 0.25)
