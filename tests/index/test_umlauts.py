"""Umlauts that were typed without: a name is compared as it would be with them."""

import numpy as np
import pytest

from teamlandkarte.index.calibration import LOCAL_CALIBRATION
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.index.grid import on_grid
from teamlandkarte.index.umlauts import Umlauts
from teamlandkarte.index.vocabulary import Vocabulary

ROLES = ("Bauüberwacher Bahn", "Umweltfachlicher Bauüberwacher", "Planprüfer LST", "Straßenplaner", "Projektleiter IT")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *(("Bauueberwacher", "Bauüberwacher"), ("Bauuberwacher", "Bauuberwacher")),
        *(("bauueberwacher", "bauüberwacher"), ("Pruefer", "Pruefer"), ("Planpruefer Köln", "Planprüfer Köln")),
        *(("Strassenplaner", "Straßenplaner"), ("Bauüberwacher", "Bauüberwacher"), ("", "")),
    ],
)
def test_a_word_of_the_terms_gets_the_umlauts_that_it_has_there(typed: str, meant: str) -> None:
    assert Umlauts(ROLES).restored(typed) == meant


def test_a_word_that_the_terms_have_without_or_that_may_be_either_stays() -> None:
    assert Umlauts(("Zähler", "Zaehler")).restored("Zaehler") == "Zaehler"
    assert Umlauts(("Maße", "Mässe")).restored("Maesse") == "Mässe"
    assert Umlauts(("Flughäfen", "spülen")).restored("Spulen am Flughafen") == "Spulen am Flughafen"
    assert Umlauts(()).restored("Pruefer") == "Pruefer"


def test_a_name_typed_without_umlauts_is_as_similar_as_with_them(encoder: LocalEncoder) -> None:
    typed = "Bauueberwacher"

    def vocabulary() -> Vocabulary:
        vectors = on_grid(encoder.embed(ROLES))
        return Vocabulary(ROLES, vectors, model=encoder.model, calibration=LOCAL_CALIBRATION, encoder=encoder)

    alone, prepared = vocabulary(), vocabulary()
    prepared.prepare([typed])
    assert np.array_equal(alone.row(typed), vocabulary().row("Bauüberwacher"))
    assert np.array_equal(prepared.row(typed), alone.row(typed))
