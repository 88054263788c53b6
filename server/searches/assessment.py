"""How a search scored one person, number by number."""

from teamlandkarte.index import config
from teamlandkarte.index.errors import NotFoundError
from teamlandkarte.index.evidence import PersonEvidence
from teamlandkarte.index.scoring import MICRO
from teamlandkarte.server.answers.markdown import exact, listed, one_line, table
from teamlandkarte.server.answers.room import MOST_BYTES, fitting
from teamlandkarte.server.capacities import UNKNOWN
from teamlandkarte.server.searches.search import PERSON_DECIDES, people_of
from teamlandkarte.server.searches.search_answers import RankedCapacity
from teamlandkarte.server.searches.store import StoredSearch
from teamlandkarte.server.service import Call

_TERM_LENGTH = 80
_MOST_NAMED = 8
_ROOM = MOST_BYTES // 5


def assess(call: Call, search: StoredSearch, capacity_id: str) -> tuple[RankedCapacity, str]:
    """Return a person's place in a search as data and as the text of a section.

    Raises:
        NotFoundError: The search did not score this person.
    """
    row = search.dataset.people.row_of(capacity_id)
    if row is None:
        raise NotFoundError(f"Capacity not found: {one_line(capacity_id, 80)}")
    person, evidence = people_of(call, search).one(search.results, row)
    place = f"place {person.rank} of {search.ranking.searched}"
    parts = [f"Score {_exact(person.score)} ({person.category}), {place}. {PERSON_DECIDES}"]
    if person.essential_missing:
        names = listed(person.essential_missing, _MOST_NAMED, _TERM_LENGTH)
        parts.append(f"Partial at best, whatever the score: {names} is essential and not met.")
    parts.append(_parts_table(person, call.service.config.matching))
    if evidence.competences:
        parts.append(_competences_table(evidence))
    if evidence.role is not None:
        own = one_line(evidence.role.own_role, _TERM_LENGTH) if evidence.role.own_role else UNKNOWN
        wanted = one_line(evidence.role.wanted, _TERM_LENGTH)
        parts.append(f"Role wanted: {wanted}; own: {own}; similarity {exact(evidence.role.similarity)}.")
    return person, "\n\n".join(parts)


def _parts_table(person: RankedCapacity, matching: config.Matching) -> str:
    asked = (
        ("Competences", person.competence_score, matching.competence_weight, person.competences_known),
        ("Role", person.role_score, matching.role_weight, person.role_known),
    )
    rows = [
        (name, _exact(score) if known else f"{_exact(score)} ({UNKNOWN})", f"{weight:g}")
        for name, score, weight, known in asked
        if score is not None
    ]
    return table(("Part", "Value", "Weight"), rows)


def _competences_table(evidence: PersonEvidence) -> str:
    known = evidence.competences_known
    rows = [
        (
            one_line(item.competence, _TERM_LENGTH),
            item.level,
            f"{item.weight / 1000:g}",
            one_line(item.own_term, _TERM_LENGTH) if item.own_term else "–",
            exact(item.similarity) if known else UNKNOWN,
            ("yes" if item.met else "no") if known else UNKNOWN,
        )
        for item in evidence.competences
    ]
    shown = fitting(rows, _ROOM, lambda row: sum(len(text.encode()) + 3 for text in row))
    rest = f"\n\nshowing {len(shown)} of {len(rows)} competences." if len(shown) < len(rows) else ""
    return table(("Competence", "Level", "Weight", "Own competence", "Similarity", "Met"), shown) + rest


def _exact(score: float) -> str:
    return exact(round(score * MICRO))
