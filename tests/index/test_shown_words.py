"""The words of a text that show what was read in it."""

import pytest

from teamlandkarte.index.dates import find_dates
from teamlandkarte.index.exclusions import find_excluded
from teamlandkarte.index.roles import infer_roles
from teamlandkarte.index.terms import find_terms
from tests.index.listed import ListedRoles, ListedTerms
from tests.index.time_ranges import TODAY

TERMS = ListedTerms(("Elektronische Stellwerke (ESTW)", "Java"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Java und Elektronische Stellwerke (ESTW), gern mehr", ["Java", "Elektronische Stellwerke (ESTW)"]),
        ("Stellwerke (ESTW) und Java (17)", ["ESTW", "Java"]),
    ],
)
def test_a_bracket_that_the_words_of_a_competence_open_is_closed(text: str, words: list[str]) -> None:
    found = find_terms(text, TERMS)
    assert [one.words for one in found] == words
    assert [text[one.start : one.end] for one in found] == words


def test_a_bracket_that_the_words_of_a_role_open_is_closed() -> None:
    (found,) = infer_roles("", "Wir suchen Planer (LST) ab Mai.", ListedRoles(terms=("Planer (LST)",)), 5)
    assert found.evidence == "description: Planer (LST)"


def test_a_bracket_that_the_words_of_an_exclusion_open_is_closed() -> None:
    (found,) = find_excluded("Kein Elektronische Stellwerke (ESTW), lieber Java", TERMS)
    assert found.words == "Kein Elektronische Stellwerke (ESTW)"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Java, Beginn (01.06.2026), gern länger", "Beginn (01.06.2026)"),
        ("Einsatz ab (01.06.2026 bis 31.08.2026) in Bonn", "ab (01.06.2026 bis 31.08.2026)"),
        ("Einsatz (ab 01.06.2026) in Bonn", "ab 01.06.2026"),
    ],
)
def test_a_bracket_that_the_words_of_a_date_open_is_closed(text: str, words: str) -> None:
    assert find_dates(text, TODAY).words == words
