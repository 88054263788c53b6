"""Which competences a text asks for, of those that boilerplate likes to name."""

from teamlandkarte.index.terms import find_terms
from tests.index.listed import ListedTerms
from tests.local_model import LOCAL

TERMS = ("Java", "Coaching", "Datenschutz", "Logistik", "Gleisbau", "Projektmanagement", "Compliance")
ASKED = "Wir suchen jemanden mit Java ab 01.05.2026."


def found(text: str) -> list[str]:
    return [finding.term for finding in find_terms(text, ListedTerms(TERMS), encoder=LOCAL)]
