"""Looking people up without a search."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from teamlandkarte.index.availability import Fit
from teamlandkarte.index.counting import counted
from teamlandkarte.index.evidence import PersonEvidence
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.text import folded
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.answers.markdown import one_line, showing, table
from teamlandkarte.server.answers.room import data_size, fitting_rows, most_rows
from teamlandkarte.server.answers.unknown_terms import UnknownTerm, in_words
from teamlandkarte.server.capacities import SQL, Capacity, availability_in_words, capacities_of
from teamlandkarte.server.people.capacity_answers import CapacityList, CapacitySummary, UnfitCapacity
from teamlandkarte.server.people.lookup import Lookup, look_up, times_among
from teamlandkarte.server.searches.competence_matches import matches_of
from teamlandkarte.server.searches.filters import (
    LABEL_LENGTH,
    Criteria,
    Criterion,
    easiest,
    left_without,
    refuse_several,
    unknown_of,
)
from teamlandkarte.server.searches.kept_by import certificates_kept
from teamlandkarte.server.searches.ranked_people import met_in_words
from teamlandkarte.server.searches.role_counts import MOST_ROLES, counts_in_words, roles_among
from teamlandkarte.server.service import Call
from teamlandkarte.server.things import spelled
from teamlandkarte.server.toolset.values import quoted

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset

_HEADER = ("#", "ID", "Owner", "Role (level)", "Competences", "Availability")
_CERTIFICATES = "Certificates that fit"
_NEXT_STEPS = """## Next steps

- Call get_capacity_details(capacity_id=…) to see a person in full.
- Call find_matching_tasks(capacity_id=…) to see open tasks for a person."""
_COMPETENCES_LISTED = 12
_MOST_NAMED = 5
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
    """List the people who fit every criterion: the closest names first, then the closest roles, else by their ids.

    Where a first day is asked for, among these who becomes free in that time comes first, in the order of their days;
    unknown dates come last.
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
    unknown = unknown_of(criteria, dataset)
    refuse_several(unknown, {"role": "role_name", "competence": "competence"})
    found = look_up(criteria, dataset)
    roles = roles_among(found.rows, criteria.role, dataset) if criteria.role else []
    page = found.rows[offset : offset + most_rows(limit)]
    shown = fitting_rows(_lines(call, criteria, page, offset), limit, sum(map(data_size, unknown)))
    following = offset + len(shown)
    data = CapacityList(
        capacities=[summary for summary, _ in shown],
        unknown_terms=unknown,
        roles=roles[:MOST_ROLES],
        more_roles=max(0, len(roles) - MOST_ROLES),
        times=times_among(found.rows, criteria, dataset) if criteria.date_start and found.rows else None,
        named=_unfit(call, criteria, found),
        more_named=max(0, len(found.named) - _MOST_NAMED),
        total=len(found.rows),
        offset=offset,
        next_offset=following if shown and following < len(found.rows) else None,
    )
    parts = _parts(data, [cells for _, cells in shown], criteria, found.judged)
    return Answer("\n\n".join([*map(in_words, unknown), *_level_hint(criteria, unknown, dataset), *parts]), data)


def _lines(
    call: Call, criteria: Criteria, rows: Sequence[int], offset: int
) -> Iterable[tuple[CapacitySummary, list[str]]]:
    people = capacities_of(call.dataset, rows)
    ids = [person.capacity_id for person in people]
    found = call.dataset.snapshot.rows(SQL, "find_first_competences", ids=ids, most=_COMPETENCES_LISTED)
    competences = {row["capacity_id"]: (row["first"], row["total"]) for row in found}
    own = [
        _Own(*competences.get(person.capacity_id, ([], 0)), evidence, certificates)
        for person, evidence, certificates in zip(
            people, _evidence(call, criteria, rows), _certificates(criteria, rows, call.dataset), strict=True
        )
    ]
    return (
        _line(place, person, what, criteria, call.dataset)
        for place, (person, what) in enumerate(zip(people, own, strict=True), start=offset + 1)
    )


def _evidence(call: Call, criteria: Criteria, rows: Sequence[int]) -> Sequence[PersonEvidence | None]:
    """Return of each person how the competence that is asked for is met."""
    if not criteria.competences:
        return [None] * len(rows)
    asked = Requirement(competences=spelled(criteria.competences, call.dataset.competences))
    return call.dataset.matcher(call.service.config.matching).evidence(asked, rows)


def _certificates(criteria: Criteria, rows: Sequence[int], dataset: "Dataset") -> Sequence[list[str] | None]:
    """Return of each person the certificates that answer to the one that is asked for."""
    if criteria.certificate is None:
        return [None] * len(rows)
    return [kept.own for kept in certificates_kept(criteria.certificate, criteria.min_similarity, dataset, rows)]


@dataclass(frozen=True)
class _Own:
    """The first of a person's competences, how many there are, and what meets the competence and certificate sought."""

    first: Sequence[str]
    total: int
    evidence: PersonEvidence | None
    certificates: list[str] | None

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
    place: int, person: Capacity, own: _Own, criteria: Criteria, dataset: "Dataset"
) -> tuple[CapacitySummary, list[str]]:
    named = [one_line(name, _COMPETENCE_LENGTH) for name in own.first]
    summary = CapacitySummary(
        capacity_id=person.capacity_id,
        owner=person.owner,
        role=person.role,
        role_level=person.role_level,
        competences=named,
        more_competences=own.total - len(named),
        matched=matches_of(own.evidence, dataset)[0] if own.evidence else None,
        certificates=own.certificates,
        availability=person.fit(criteria.date_start, criteria.date_end),
    )
    cells = [
        str(place),
        person.capacity_id,
        person.owner,
        person.role_and_level,
        own.in_words(),
        person.availability(criteria.date_start, criteria.date_end),
        *([", ".join(own.certificates)] if own.certificates is not None else []),
    ]
    return summary, cells


def _parts(
    data: CapacityList, cells: Sequence[Sequence[str]], criteria: Criteria, judged: Sequence[Criterion]
) -> list[str]:
    if cells:
        narrow = "Narrow with query, role_name, role_level, competence, certificate or dates."
        counts = f"Capacities: {showing(len(cells), data.total, data.offset)} {narrow}"
        header = _HEADER if criteria.certificate is None else (*_HEADER, _CERTIFICATES)
        return [table(header, cells), "\n".join([counts, *_groups(data, criteria)]), _NEXT_STEPS]
    if data.total:
        fitting = counted(data.total, "person fits", "people fit")
        return [f"There is no row {data.offset + 1}: {fitting}. Begin with offset=0."]
    if not judged:
        return ["Nobody fits: showing 0 of 0."]
    labels, left = [one_line(criterion.label, LABEL_LENGTH) for criterion in judged], left_without(judged)
    alone = [str(int(np.count_nonzero(criterion.keeps))) for criterion in judged]
    loosen = table(("Criterion", "Fits alone", "Left without it"), zip(labels, alone, map(str, left), strict=True))
    loosening = [*_named(data), loosen] if len(judged) > 1 else []
    return ["Nobody fits: showing 0 of 0.", *loosening, easiest(judged, left)]


def _groups(data: CapacityList, criteria: Criteria) -> list[str]:
    """Say which roles those listed have and when they become free, where they are not all alike in it."""
    lines = []
    if len(data.roles) > 1:
        order = "" if criteria.name else ", the closest first"
        lines.append(f"Roles found{order}: {counts_in_words(data.roles, data.more_roles)}.")
    if (times := data.times) is not None:
        first = "" if criteria.name or len(data.roles) > 1 else ", earliest first"
        then = "in this time" if criteria.date_end else "from then on"
        parts = (
            (f"becoming free {then}{first}", times.becoming_free),
            ("free already", times.free_before),
            ("without known dates", times.unknown),
        )
        told = [f"{what}: {people:,}" for what, people in parts if people]
        lines += [f"Of these {'; '.join(told)}."] if len(told) > 1 else []
    return lines


def _unfit(call: Call, criteria: Criteria, found: Lookup) -> list[UnfitCapacity]:
    people = zip(found.named, capacities_of(call.dataset, found.named[:_MOST_NAMED]), strict=False)
    return [
        UnfitCapacity(
            capacity_id=person.capacity_id,
            owner=person.owner,
            lacks=[one_line(one.label, LABEL_LENGTH) for one in found.judged if not one.keeps[row]],
            availability=person.fit(criteria.date_start, criteria.date_end),
        )
        for row, person in people
    ]


def _named(data: CapacityList) -> list[str]:
    """Say of those who bear the name asked for what they do not fit, and when they are free."""
    told = []
    for person in data.named:
        dates = person.availability.model_copy(update={"fit": None})
        outside = person.availability.fit == Fit.OUTSIDE.value
        lacks = "is not free then" if outside and len(person.lacks) == 1 else f"does not fit {', '.join(person.lacks)}"
        told.append(f"{person.owner} ({person.capacity_id}) {lacks}: {availability_in_words(dates)}.")
    more = [f"{data.more_named} more bear this name."] if data.more_named else []
    return ["\n".join([*told, *more])] if told else []


def _level_hint(criteria: Criteria, unknown: Sequence[UnknownTerm], dataset: "Dataset") -> list[str]:
    """Say how to ask for a level where an unknown role names one."""
    if criteria.role is None or criteria.role_level or not any(term.kind == "role" for term in unknown):
        return []
    known = {folded(row["role_level"]) for row in dataset.snapshot.rows(SQL, "find_role_levels")}
    words = criteria.role.split()
    level = next((word for word in words if folded(word) in known), None)
    rest = " ".join(word for word in words if word != level)
    if level is None or not rest:
        return []
    return [f"{level} is a level: pass role_name={quoted(rest)} and role_level={quoted(level)}."]
