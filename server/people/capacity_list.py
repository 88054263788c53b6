"""Looking people up without a search."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from teamlandkarte.index.counting import counted
from teamlandkarte.index.evidence import PersonEvidence
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.answers.markdown import one_line, showing, table
from teamlandkarte.server.answers.room import data_size, fitting_rows, most_rows
from teamlandkarte.server.answers.unknown_terms import in_words
from teamlandkarte.server.capacities import SQL, Capacity, capacities_of
from teamlandkarte.server.people.capacity_answers import CapacityList, CapacitySummary
from teamlandkarte.server.requirements.capture import spelled
from teamlandkarte.server.searches.filters import (
    LABEL_LENGTH,
    Criteria,
    Criterion,
    closest_first,
    easiest,
    judge,
    left_without,
    unknown_of,
)
from teamlandkarte.server.searches.ranked_people import match_of, met_in_words
from teamlandkarte.server.service import Call

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset

_HEADER = ("#", "ID", "Owner", "Role (level)", "Competences", "Availability")
_NEXT_STEPS = """## Next steps

- Call get_capacity_details(capacity_id=…) to see a person in full.
- Call find_matching_tasks(capacity_id=…) to see open tasks for a person."""
_COMPETENCES_LISTED = 12
_COMPETENCE_LENGTH = 40


def list_capacities(  # noqa: PLR0913 -- the arguments of the tool
    call: Call,
    *,
    query: str | None,
    role_name: str | None,
    role_level: str | None,
    competence: str | None,
    certificate: str | None,
    date_start: dt.date | None,
    date_end: dt.date | None,
    limit: int,
    offset: int,
) -> Answer:
    """List the people who fit every criterion: the closest names first, else in the order of their ids.

    Where dates are asked for, among equally close names who becomes free last comes first, so that the newly free are
    at the top; unknown dates come last.
    """
    criteria = Criteria(
        name=query,
        role=role_name,
        role_level=role_level,
        competences=(competence,) if competence else (),
        certificate=certificate,
        date_start=date_start,
        date_end=date_end,
        min_similarity=call.service.config.matching.similarity.min_similarity,
    )
    return _listed(call, criteria, limit, offset)


def _listed(call: Call, criteria: Criteria, limit: int, offset: int) -> Answer:
    dataset = call.dataset
    judged = judge(criteria, dataset)
    rows = _rows(dataset, criteria, judged)
    unknown = unknown_of(criteria, dataset)
    page = rows[offset : offset + most_rows(limit)]
    shown = fitting_rows(_lines(call, criteria, page, offset), limit, sum(map(data_size, unknown)))
    following = offset + len(shown)
    data = CapacityList(
        capacities=[summary for summary, _ in shown],
        unknown_terms=unknown,
        total=len(rows),
        offset=offset,
        next_offset=following if shown and following < len(rows) else None,
    )
    parts = _parts(data, [cells for _, cells in shown], judged)
    return Answer("\n\n".join([*map(in_words, unknown), *parts]), data)


def _rows(dataset: "Dataset", criteria: Criteria, judged: Sequence[Criterion]) -> list[int]:
    fits = np.ones(len(dataset.people), dtype=np.bool_)
    for criterion in judged:
        fits &= criterion.keeps
    rows = dataset.people.by_id[fits[dataset.people.by_id]]
    if criteria.dated:
        windows = dataset.people.windows
        known, unknown = rows[windows.known[rows]], rows[windows.unknown[rows]]
        latest_first = np.argsort(-windows.begin[known].astype(np.int64), kind="stable")
        rows = np.concatenate((known[latest_first], unknown))
    in_order: list[int] = rows.tolist()
    return in_order if criteria.name is None else closest_first(criteria.name, in_order, dataset)


def _lines(
    call: Call, criteria: Criteria, rows: Sequence[int], offset: int
) -> Iterable[tuple[CapacitySummary, list[str]]]:
    people = capacities_of(call.dataset, rows)
    ids = [person.capacity_id for person in people]
    found = call.dataset.snapshot.rows(SQL, "find_first_competences", ids=ids, most=_COMPETENCES_LISTED)
    competences = {row["capacity_id"]: (row["first"], row["total"]) for row in found}
    return (
        _line(place, person, _Competences(*competences.get(person.capacity_id, ([], 0)), evidence), criteria)
        for place, (person, evidence) in enumerate(
            zip(people, _evidence(call, criteria, rows), strict=True), start=offset + 1
        )
    )


def _evidence(call: Call, criteria: Criteria, rows: Sequence[int]) -> Sequence[PersonEvidence | None]:
    """Return of each person how the competence that is asked for is met."""
    if not criteria.competences:
        return [None] * len(rows)
    asked = Requirement(competences=spelled(criteria.competences, call.dataset.competences))
    return call.dataset.matcher(call.service.config.matching).evidence(asked, rows)


@dataclass(frozen=True)
class _Competences:
    """The first of a person's competences, how many there are, and how the one that is asked for is met."""

    first: Sequence[str]
    total: int
    evidence: PersonEvidence | None

    def in_words(self) -> str:
        """Return what is asked for and met, then the others, and how many more there are."""
        met = self.evidence if self.evidence and self.evidence.met else None
        own = {item.own_term for item in met.competences} if met else set()
        others = [name for name in self.first if name not in own]
        more = self.total - len(own) - len(others)
        asked = [met_in_words(met)] if met else []
        named = [*asked, *(one_line(name, _COMPETENCE_LENGTH) for name in others)]
        return ", ".join([*named, *([f"… (+{more})"] if more else [])]) or "–"


def _line(
    place: int, person: Capacity, competences: _Competences, criteria: Criteria
) -> tuple[CapacitySummary, list[str]]:
    named = [one_line(name, _COMPETENCE_LENGTH) for name in competences.first]
    summary = CapacitySummary(
        capacity_id=person.capacity_id,
        owner=person.owner,
        role=person.role,
        role_level=person.role_level,
        competences=named,
        more_competences=competences.total - len(named),
        matched=match_of(competences.evidence.competences[0]) if competences.evidence else None,
        availability=person.fit(criteria.date_start, criteria.date_end),
    )
    cells = [
        str(place),
        person.capacity_id,
        person.owner,
        person.role_and_level,
        competences.in_words(),
        person.availability(criteria.date_start, criteria.date_end),
    ]
    return summary, cells


def _parts(data: CapacityList, cells: Sequence[Sequence[str]], judged: Sequence[Criterion]) -> list[str]:
    if cells:
        narrow = "Narrow with query, role_name, role_level, competence, certificate or dates."
        return [
            table(_HEADER, cells),
            f"Capacities: {showing(len(cells), data.total, data.offset)} {narrow}",
            _NEXT_STEPS,
        ]
    if data.total:
        fitting = counted(data.total, "person fits", "people fit")
        return [f"There is no row {data.offset + 1}: {fitting}. Begin with offset=0."]
    if not judged:
        return ["Nobody fits: showing 0 of 0."]
    labels, left = [one_line(criterion.label, LABEL_LENGTH) for criterion in judged], left_without(judged)
    alone = [str(int(np.count_nonzero(criterion.keeps))) for criterion in judged]
    loosen = table(("Criterion", "Fits alone", "Left without it"), zip(labels, alone, map(str, left), strict=True))
    return ["Nobody fits: showing 0 of 0.", *([loosen] if len(judged) > 1 else []), easiest(judged, left)]
