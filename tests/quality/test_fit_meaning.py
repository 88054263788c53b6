"""The weights of meaning are learnt from sentences of which is known whether they seek somebody."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tests.quality.fit_meaning import fitted_meaning, known_sentences
from tests.quality.sought_texts import SoughtText


class AngleEmbedder:
    """A model whose vectors are the angles, in degrees, that texts consist of."""

    model = "angles"
    dimensions = 2

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        angles = np.radians([float(text) for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def test_what_lies_between_others_is_told_apart_though_no_line_does() -> None:
    known = [(f"{angle}", 0.0, 60 <= angle % 180 < 120) for angle in range(360)] * 3
    meaning = fitted_meaning(known, AngleEmbedder())
    for angle in (10, 90, 170, 190, 270, 350):
        (vector,) = AngleEmbedder().embed([f"{angle}"])
        assert (meaning.log_odds(0.0, vector) > 0) == (60 <= angle % 180 < 120)


def test_words_are_judged_without_the_source_of_the_text() -> None:
    seen = [SoughtText("Neues aus dem Lager. Neues aus dem Lager.", f"lot {place}", seeks=False) for place in range(4)]
    asked = [SoughtText("Gesucht wird Java. Gesucht wird Java.", f"mail {place}", seeks=True) for place in range(4)]
    alone = SoughtText("Neues aus Java.", "alone", seeks=True)
    known = list(known_sentences([*seen, *asked, alone]))
    assert {seeks for words, _, seeks in known if words.startswith("Neues aus dem")} == {False}
    odds = {words: by_words for words, by_words, _ in known}
    assert odds["Gesucht wird Java."] > 0 > odds["Neues aus dem Lager."]
    assert [words for words, _, _ in known].count("Neues aus Java.") == 1
