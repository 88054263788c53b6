"""Certificates are found as a slow loop over everybody finds them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.certificates import Certificates

WORDS = st.sampled_from(
    ["PMP", "pmp,", "(PMP)", "PMPX", "Scrum", "Master", "scrum", "C++", "C", "Prüfer", "seit", "2021"]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
HELD = st.lists(st.lists(TEXTS, max_size=3), min_size=1, max_size=6)  # by person


def certificates_of(held: list[list[str]]) -> Certificates:
    """Return the certificates of people, given in any order, as a snapshot holds them."""
    texts = sorted({text for own in held for text in own})
    links = [(row, texts.index(text)) for row, own in reversed(list(enumerate(held))) for text in own]
    holders, places = np.array(links, np.int32).reshape(-1, 2).T
    return Certificates(len(held), Aliases(), texts, holders, places)


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded, without what stands around them."""
    return [word.strip("(),").casefold() for word in text.split()]


def names(text: str, competence: str) -> bool:
    """Say word by word whether a text names a competence."""
    sought, there = words_of(competence), words_of(text)
    return any(there[place : place + len(sought)] == sought for place in range(len(there)))


@given(HELD, st.sampled_from(["PMP", "Scrum Master", "C++", "Prüfer"]))
def test_who_holds_a_certificate_that_names_a_competence_is_whom_a_loop_finds(
    held: list[list[str]], competence: str
) -> None:
    certificates = certificates_of(held)
    named = certificates.naming(competence)
    assert named.tolist() == [names(text, competence) for text in certificates.texts]
    expected = [any(names(text, competence) for text in own) for own in held]
    assert certificates.holders_of(named).tolist() == expected
    for row, own in enumerate(held):
        assert [certificates.texts[place] for place in certificates.of(row).tolist()] == own
