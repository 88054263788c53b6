"""How much a text wants each of a dozen competences."""

from teamlandkarte.index.terms import find_terms
from tests.index.listed import ListedTerms
from tests.local_model import LOCAL

TERMS = ("Java", "Python", "SQL", "Docker", "Kubernetes", "Go", "SAP", "Polnisch", "Angular", "React", "Kotlin")


def levels(text: str) -> dict[str, str | None]:
    return {found.term: found.level for found in find_terms(text, ListedTerms(TERMS), encoder=LOCAL)}
