"""Vocabularies whose similarities are written down, so that a test says itself what lies near."""

from collections.abc import Mapping, Sequence

from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.text import folded

TERMS = (
    "Python", "PostgreSQL", "Kubernetes", "Gleisbau", "Bauüberwachung", "Qualitätssicherung", "C", "C++", "C#", "R",
    "Go", "IT", ".NET", "Node.js", "LST/Stellwerk", "Straßenbau", "Bauleitung Gleisbau", "Java", "JavaScript",
    "Wartung", "Projektsteuerung", "SAP S/4HANA", "Englisch", "CI/CD",
)  # fmt: skip
ROLES = (
    "Backend Developer", "Bauleiter", "Bauleiter Gleisbau", "Projektleiter", "IT-Architekt", "Planungsingenieur LST",
    "Business Analyst (m/w/d)", "Sachbearbeiter/in Einkauf",
)  # fmt: skip
OF_MANY_CRAFTS = ("Backend Developer", "Frontend Developer", "Cloud Engineer", "DevOps Engineer", "Elektroingenieur",
                  "Vermessungsingenieur", "Planungsingenieur LST", "Planprüfer LST", "Planungsingenieur Oberbau",
                  "Baubetriebsplaner", "Instandhaltungsplaner", "Java-Entwickler", "SAP-Berater")  # fmt: skip


class _Listed:
    """A vocabulary that notes what it was asked; `near` is what its tests say of a text, `far` of any other."""

    def __init__(
        self,
        terms: Sequence[str],
        near: Mapping[str, list[tuple[str, int]]],
        far: list[tuple[str, int]],
        aliases: Aliases | None = None,
    ) -> None:
        self.aliases = aliases or Aliases.of()
        self.terms = tuple(terms)
        self.asked: list[str] = []
        self._near = near
        self._far = far

    def id_of(self, text: str) -> int | None:
        return {folded(term): term_id for term_id, term in enumerate(self.terms)}.get(folded(text))

    def nearest(self, text: str, k: int) -> list[tuple[str, int]]:
        self.asked.append(text)
        return self._near.get(text, self._far)[:k]


class ListedTerms(_Listed):
    """Competences: everything that is not listed as near is far away."""

    def __init__(
        self,
        terms: Sequence[str] = TERMS,
        near: Mapping[str, tuple[str, int]] | None = None,
        aliases: Aliases | None = None,
    ) -> None:
        listed = {text: [found] for text, found in (near or {}).items()}
        super().__init__(terms, listed, [(term, 100_000) for term in terms[:1]], aliases)


class ListedRoles(_Listed):
    """Roles: nothing is similar to what is not listed."""

    def __init__(self, near: Mapping[str, list[tuple[str, int]]] | None = None, terms: Sequence[str] = ROLES) -> None:
        super().__init__(terms, near or {}, [])
