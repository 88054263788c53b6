"""How a search scored one person, number by number."""

from collections.abc import Sequence

from teamlandkarte.index import config
from teamlandkarte.index.evidence import PersonEvidence, RoleEvidence
from teamlandkarte.index.origins import RECORDED_IN, Origin
from teamlandkarte.index.scoring import COARSE_STEP, MICRO, MOST_IN_STEPS, step_of, thousandths
from teamlandkarte.server.answers.markdown import exact, listed, one_line, table
from teamlandkarte.server.answers.room import MOST_BYTES, fitting
from teamlandkarte.server.capacities import UNKNOWN
from teamlandkarte.server.searches.search import PERSON_DECIDES, people_of
from teamlandkarte.server.searches.search_answers import Assessment, RankedCapacity, RoleMatch
from teamlandkarte.server.searches.store import StoredSearch
from teamlandkarte.server.service import Call

_TERM_LENGTH = 80
_MOST_NAMED = 8
_NANO = 1_000_000_000  # thousandths × micro-units
_HEADER = ("Competence", "Level", "Weight", "Own competence", "Similarity", "Reading", "Met", "From")
_ROOM = MOST_BYTES // 5


def assess(call: Call, search: StoredSearch, row: int, held: Sequence[str]) -> tuple[Assessment, str]:
    """Return the place of the person in a row of a search's people as data and as the text of a section.

    `held`: the person's certificates.
    """
    person, evidence = people_of(call, search).one(search.results, row, held)
    place = f"place {person.rank} of {search.ranking.searched}"
    parts = [f"Score {_exact(person.score)} ({person.category}), {place}. {PERSON_DECIDES}"]
    if person.essential_missing:
        names = listed(person.essential_missing, _MOST_NAMED, _TERM_LENGTH)
        why = (
            f"nothing is closely related to {names}, which is essential"
            if person.competences_known
            else f"no competences are recorded, so whether there is anything closely related to {names}, which is "
            "essential, is unknown"
        )
        parts.append(f"Partial at best, whatever the score: {why}.")
    if named := [one for one in person.competences if one.certificate]:
        texts = [f"“{one.certificate}” names {one_line(one.competence, _TERM_LENGTH)}" for one in named]
        parts.append(f"Held as a certificate, which no score counts: {listed(texts, _MOST_NAMED, 2 * _TERM_LENGTH)}.")
    matching = call.service.config.matching
    explained = _explained(person, evidence, matching)
    parts.append(_parts_table(person, matching))
    if evidence.competences:
        parts.append(f"{_competences_table(explained, evidence)}\n\nOwn competences are from {RECORDED_IN}.")
    parts.append(_sums(person, evidence, matching))
    if evidence.role is not None:
        parts.append(_role(evidence.role))
    return explained, "\n\n".join(parts)


def _explained(person: RankedCapacity, evidence: PersonEvidence, matching: config.Matching) -> Assessment:
    """Return a person of the ranking with what the score is made of; no number is rounded anew."""
    competences = [
        match.model_copy(update={"level": item.level, "weight": item.weight / 1000})
        for match, item in zip(person.competences, evidence.competences, strict=True)
    ]
    assessment = Assessment(**{**dict(person), "competences": competences})
    if competences:
        assessment.competence_weight = thousandths(matching.competence_weight) / 1000
        assessment.recorded_in = RECORDED_IN
        assessment.steps = step_of(len(competences)) / MICRO
        if matching.similarity.strategy != "aggregate":
            assessment.weight_sum = sum(item.weight for item in evidence.competences) / 1000
            assessment.weighted_sum = sum(item.weight * item.similarity for item in evidence.competences) / _NANO
    if (role := evidence.role) is not None:
        known = role.own_role is not None
        assessment.role_weight = thousandths(matching.role_weight) / 1000
        assessment.role_match = RoleMatch(
            wanted=one_line(role.wanted, _TERM_LENGTH),
            own=one_line(role.own_role, _TERM_LENGTH) if role.own_role is not None else None,
            similarity=role.similarity / MICRO if known else None,
            reading=role.reading if known else None,
        )
    return assessment


def _role(role: RoleEvidence) -> str:
    wanted = f"Role wanted: {one_line(role.wanted, _TERM_LENGTH)}"
    if role.own_role is None:
        return f"{wanted}; own: {UNKNOWN}, and so is the similarity."
    own = one_line(role.own_role, _TERM_LENGTH)
    return f"{wanted}; own: {own}; similarity {exact(role.similarity)} ({role.reading})."


def _parts_table(person: RankedCapacity, matching: config.Matching) -> str:
    asked = (
        ("Competences", person.competence_score, matching.competence_weight, person.competences_known),
        ("Role", person.role_score, matching.role_weight, person.role_known),
    )
    rows = [
        (name, _exact(score) if known else f"{_exact(score)} ({UNKNOWN})", f"{thousandths(weight) / 1000:g}")
        for name, score, weight, known in asked
        if score is not None
    ]
    return table(("Part", "Value", "Weight"), rows)


def _sums(person: RankedCapacity, evidence: PersonEvidence, matching: config.Matching) -> str:
    """Say how the numbers of the tables add up; each mean is rounded once, half up, to six decimals."""
    weights = sum(item.weight for item in evidence.competences)
    of_competences, of_role = thousandths(matching.competence_weight), thousandths(matching.role_weight)
    lines = []
    if evidence.competences and matching.similarity.strategy == "aggregate":
        lines.append(
            "Competences: the mean profile of what is asked for against the person's, not a sum of this table."
        )
    elif evidence.competences:
        summed = sum(item.weight * item.similarity for item in evidence.competences)
        lines.append(
            f"Competences: the sum of weight × similarity, {exact(summed // 1_000)}{summed % 1_000:03d}, over the sum "
            f"of weights, {weights / 1000:g}, is {_exact(person.competence_score or 0.0)}."
        )
        if step_of(len(evidence.competences)) == COARSE_STEP:
            lines.append(f"Of more than {MOST_IN_STEPS}, similarities count in steps of {COARSE_STEP / MICRO:g}.")
    if person.competence_score is not None and person.role_score is not None:
        lines.append(
            f"Score: ({of_competences / 1000:g} × {_exact(person.competence_score)} + {of_role / 1000:g} × "
            f"{_exact(person.role_score)}) / {(of_competences + of_role) / 1000:g} is {_exact(person.score)}."
        )
    else:
        lines.append("Score: the one part that was asked for.")
    return " ".join(lines)


def _competences_table(person: Assessment, evidence: PersonEvidence) -> str:
    known = evidence.competences_known
    rows = [
        (
            one_line(item.competence, _TERM_LENGTH),
            item.level,
            f"{item.weight / 1000:g}",
            one_line(item.own_term, _TERM_LENGTH) if item.own_term else "–",
            exact(item.similarity) if known else UNKNOWN,
            item.reading if known else UNKNOWN,
            ("yes" if item.met else "no") if known else UNKNOWN,
            (Origin(match.origin, match.origin_by).in_words if match.origin else "–") if known else UNKNOWN,
        )
        for match, item in zip(person.competences, evidence.competences, strict=True)
    ]
    shown = fitting(rows, _ROOM, lambda row: sum(len(text.encode()) + 3 for text in row))
    rest = f"\n\nshowing {len(shown)} of {len(rows)} competences." if len(shown) < len(rows) else ""
    return table(_HEADER, shown) + rest


def _exact(score: float) -> str:
    return exact(round(score * MICRO))
