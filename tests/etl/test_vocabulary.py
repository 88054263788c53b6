"""The terms that a refresh embeds."""

import unicodedata
from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.etl.vocabulary import Terms
from teamlandkarte.index.text import folded


def test_spellings_of_one_term_are_one_term() -> None:
    nfd = unicodedata.normalize("NFD", "Qualitätssicherung")
    terms = Terms.of([("Qualitätssicherung", 1), (nfd, 1), ("QUALITÄTSSICHERUNG", 1), ("Gleisbau", 1)])

    assert len(terms) == 2
    assert terms.folded == ("gleisbau", "qualitätssicherung")
    assert terms.ids[nfd] == terms.ids["QUALITÄTSSICHERUNG"] == terms.ids["Qualitätssicherung"] == 1


def test_the_spelling_used_most_is_shown() -> None:
    assert Terms.of([("python", 2), ("Python", 3), ("PYTHON", 1)]).terms == ("Python",)


def test_equally_frequent_spellings_are_decided_by_code_point() -> None:
    assert Terms.of([("python", 2), ("Python", 2), ("PYTHON", 2)]).terms == ("PYTHON",)


def test_ss_and_sharp_s_are_one_term() -> None:
    assert Terms.of([("Straßenbau", 2), ("STRASSENBAU", 1)]).terms == ("Straßenbau",)


def test_blank_names_are_no_terms() -> None:
    terms = Terms.of([("", 5), ("  ", 1), ("\u200b", 1), ("Gleisbau", 1)])

    assert terms.terms == ("Gleisbau",)
    assert set(terms.ids) == {"Gleisbau"}


SPELLINGS = st.dictionaries(st.text(alphabet="aAäÄsSß \u0308\u200bﬁ", max_size=4), st.integers(1, 5), max_size=12)


@given(SPELLINGS)
def test_terms_do_not_depend_on_the_order_of_the_spellings(spellings: dict[str, int]) -> None:
    assert Terms.of(spellings.items()) == Terms.of(reversed(spellings.items()))


@given(SPELLINGS)
def test_every_spelling_has_the_term_of_its_identity(spellings: dict[str, int]) -> None:
    terms = Terms.of(spellings.items())
    by_identity = defaultdict(list)
    for spelling in spellings:
        by_identity[folded(spelling)].append(spelling)
    by_identity.pop("", None)

    assert list(terms.folded) == sorted(by_identity)
    for identity, variants in by_identity.items():
        (term_id,) = {terms.ids[spelling] for spelling in variants}
        assert terms.folded[term_id] == identity
        shown = terms.terms[term_id]
        assert shown in variants
        assert all((-spellings[shown], shown) <= (-spellings[other], other) for other in variants)
