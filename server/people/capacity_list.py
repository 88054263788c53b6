"""Looking people up without a search."""

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.answers.markdown import one_line, showing, table
from teamlandkarte.server.answers.room import data_size, fitting_rows, most_rows
from teamlandkarte.server.answers.unknown_terms import in_words
from teamlandkarte.server.capacities import SQL, Capacity, capacities_of
from teamlandkarte.server.people.capacity_answers import CapacityList, CapacitySummary
from teamlandkarte.server.searches.filters import Criteria, Criterion, easiest, judge, left_without, unknown_of
from teamlandkarte.server.service import Call

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset

_HEADER = ("#", "ID", "Owner", "Role (level)", "Competences", "Availability")
_NEXT_STEPS = """## Next steps

- Call get_capacity_details(capacity_id=…) to see a person in full.
- Call find_matching_tasks(capacity_id=…) to see open tasks for a person."""
_COMPETENCES_LISTED = 12
_COMPETENCE_LENGTH = 40
_LABEL_LENGTH = 120


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
    """List the people who fit every criterion in the order of their ids.

    Where dates are asked for, who becomes free last comes first, so that the newly free are at the top; unknown dates
    come last.
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
    return _listed(call.dataset, criteria, limit, offset)


def _listed(dataset: "Dataset", criteria: Criteria, limit: int, offset: int) -> Answer:
    judged = judge(criteria, dataset)
    rows = _rows(dataset, criteria, judged)
    unknown = unknown_of(criteria, dataset)
    page = rows[offset : offset + most_rows(limit)]
    shown = fitting_rows(_lines(dataset, criteria, page, offset), limit, sum(map(data_size, unknown)))
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
    return [int(row) for row in rows]


def _lines(
    dataset: "Dataset", criteria: Criteria, rows: Sequence[int], offset: int
) -> Iterable[tuple[CapacitySummary, list[str]]]:
    people = capacities_of(dataset, rows)
    ids = [person.capacity_id for person in people]
    found = dataset.snapshot.rows(SQL, "find_first_competences", ids=ids, most=_COMPETENCES_LISTED)
    competences = {row["capacity_id"]: (row["first"], row["total"]) for row in found}
    return (
        _line(place, person, *competences.get(person.capacity_id, ([], 0)), criteria)
        for place, person in enumerate(people, start=offset + 1)
    )


def _line(
    place: int, person: Capacity, first: Sequence[str], total: int, criteria: Criteria
) -> tuple[CapacitySummary, list[str]]:
    named = [one_line(name, _COMPETENCE_LENGTH) for name in first]
    more = total - len(named)
    summary = CapacitySummary(
        capacity_id=person.capacity_id,
        owner=person.owner,
        role=person.role,
        role_level=person.role_level,
        competences=named,
        more_competences=more,
        availability=person.fit(criteria.date_start, criteria.date_end),
    )
    cells = [
        str(place),
        person.capacity_id,
        person.owner,
        person.role_and_level,
        ", ".join([*named, *([f"… (+{more})"] if more else [])]) or "–",
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
        return [f"There is no row {data.offset + 1}: {data.total} people fit. Begin with offset=0."]
    if not judged:
        return ["Nobody fits: showing 0 of 0."]
    labels, left = [one_line(criterion.label, _LABEL_LENGTH) for criterion in judged], left_without(judged)
    alone = [str(int(np.count_nonzero(criterion.keeps))) for criterion in judged]
    loosen = table(("Criterion", "Fits alone", "Left without it"), zip(labels, alone, map(str, left), strict=True))
    return ["Nobody fits: showing 0 of 0.", loosen, easiest(labels, left)]
