"""Looking people up without a search."""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from teamlandkarte.index.text import folded
from teamlandkarte.server.answer import Answer
from teamlandkarte.server.capacity_answers import CapacityList, CapacitySummary
from teamlandkarte.server.filters import Criteria, Criterion, judge
from teamlandkarte.server.markdown import MOST_ROWS, fitting, listed, one_line, room_for, showing, table
from teamlandkarte.server.profiles import SQL, Profile, profiles
from teamlandkarte.server.service import Call

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset
    from teamlandkarte.index.snapshot import Snapshot

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
    """List the people who fit every criterion in the order of their ids; who has unknown dates comes last."""
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
    judged = judge(criteria, call.dataset)
    rows = _rows(call.dataset, criteria, judged)
    shown = _shown(call.dataset, criteria, rows, limit, offset)
    following = offset + len(shown)
    data = CapacityList(
        capacities=[summary for summary, _ in shown],
        total=len(rows),
        offset=offset,
        next_offset=following if shown and following < len(rows) else None,
    )
    return Answer("\n\n".join(_parts(data, [cells for _, cells in shown], judged)), data)


def competences_of(snapshot: "Snapshot", ids: Sequence[str]) -> dict[str, list[str]]:
    """Return the competences of people by id, each once, in the order of their names."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for row in snapshot.rows(SQL, "find_competences", ids=list(ids)):
        found[row["capacity_id"]].setdefault(folded(row["name"]), one_line(row["name"]))
    return {capacity_id: [name for name in names.values() if name] for capacity_id, names in found.items()}


def _rows(dataset: "Dataset", criteria: Criteria, judged: Sequence[Criterion]) -> list[int]:
    fits = np.ones(len(dataset.people), dtype=np.bool_)
    for criterion in judged:
        fits &= criterion.keeps
    rows = np.flatnonzero(fits)
    if criteria.dated:
        known = dataset.people.windows.known[rows]
        rows = np.concatenate((rows[known], rows[~known]))
    return [int(row) for row in rows]


def _shown(
    dataset: "Dataset", criteria: Criteria, rows: Sequence[int], limit: int, offset: int
) -> list[tuple[CapacitySummary, list[str]]]:
    people = profiles(dataset, rows[offset : offset + min(limit, MOST_ROWS)])
    competences = competences_of(dataset.snapshot, [person.capacity_id for person in people])
    lines = [
        _line(place, person, competences.get(person.capacity_id, []), criteria)
        for place, person in enumerate(people, start=offset + 1)
    ]
    return fitting(lines, room_for(limit), _size)


def _line(
    place: int, person: Profile, competences: Sequence[str], criteria: Criteria
) -> tuple[CapacitySummary, list[str]]:
    named = [one_line(name, _COMPETENCE_LENGTH) for name in competences[:_COMPETENCES_LISTED]]
    summary = CapacitySummary(
        capacity_id=person.capacity_id,
        owner=person.owner,
        role=person.role,
        role_level=person.role_level,
        competences=named,
        more_competences=len(competences) - len(named),
        availability=person.fit(criteria.date_start, criteria.date_end),
    )
    cells = [
        str(place),
        person.capacity_id,
        person.owner,
        person.role_and_level,
        listed(competences, _COMPETENCES_LISTED, _COMPETENCE_LENGTH) or "–",
        person.availability(criteria.date_start, criteria.date_end),
    ]
    return summary, cells


def _size(line: tuple[CapacitySummary, Sequence[str]]) -> int:
    summary, cells = line
    return max(len(summary.model_dump_json(exclude_none=True).encode()), sum(len(text.encode()) + 3 for text in cells))


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
    alone = [[criterion.label, str(int(np.count_nonzero(criterion.keeps)))] for criterion in judged]
    parts = ["Nobody fits: showing 0 of 0."]
    return [*parts, table(("Criterion", "Fits alone"), alone), "Loosen or drop a criterion."] if alone else parts
