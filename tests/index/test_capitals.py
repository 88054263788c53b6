"""Names in capitals throughout are compared as they are mostly written."""

import numpy as np
import pytest

from teamlandkarte.index.calibration import LOCAL_CALIBRATION
from teamlandkarte.index.capitals import Capitals
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.index.grid import on_grid
from teamlandkarte.index.vocabulary import Vocabulary

ROLES = ("Bauüberwacher Bahn", "Umweltfachlicher Bauüberwacher", "Projektleiter IT", "Berater NETCONF")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        *(("BAUÜBERWACHER", "Bauüberwacher"), ("IT-PROJEKTLEITER LST", "IT-Projektleiter LST")),
        *(("NETCONF-BERATER", "NETCONF-Berater"), ("TOGAF", "TOGAF"), ("PRINCE2", "PRINCE2")),
        *(
            ("Bauüberwacher", "Bauüberwacher"),
            ("bauüberwacher", "bauüberwacher"),
            ("PostgreSQL", "PostgreSQL"),
            ("", ""),
        ),
    ],
)
def test_long_words_in_capitals_that_are_no_abbreviations_begin_with_one(written: str, meant: str) -> None:
    assert Capitals(ROLES).lowered(written) == meant


@pytest.mark.parametrize("written", ["BAUÜBERWACHER", "BAUUEBERWACHER"])
def test_a_name_in_capitals_is_as_similar_as_it_is_otherwise(encoder: LocalEncoder, written: str) -> None:
    vectors = on_grid(encoder.embed(ROLES))
    vocabulary = Vocabulary(ROLES, vectors, model=encoder.model, calibration=LOCAL_CALIBRATION, encoder=encoder)
    assert np.array_equal(vocabulary.row(written), vocabulary.row("Bauüberwacher"))
