"""One person in full: the table, description, references, certificates, and how a search scored the person."""

from typing import TYPE_CHECKING

from teamlandkarte.index.errors import NotFoundError
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.answers.markdown import data_block, item, one_line, table
from teamlandkarte.server.answers.room import (
    MOST_BYTES,
    TOO_LONG,
    cut,
    data_size,
    entry_size,
    left_out,
    shared,
    shortened,
    shorter,
    size,
)
from teamlandkarte.server.capacities import SQL, Capacity, find_capacity, role_and_level
from teamlandkarte.server.people.capacity_answers import CapacityDetails, Reference
from teamlandkarte.server.people.directory_entry import (
    contact_in_words,
    possible_in_words,
    read_directory_entry,
    teachers_in_words,
    teachers_of,
)
from teamlandkarte.server.requirements.reuse import find_search, on_current_data
from teamlandkarte.server.service import Call

if TYPE_CHECKING:
    from teamlandkarte.index.snapshot import Snapshot
    from teamlandkarte.server.searches.store import StoredSearch

_HEADER = ("ID", "Owner", "Role (level)", "Competences", "Availability")
_NAME_LENGTH = 1_000
_COMPETENCE_LENGTH = 200
_PARTNER_LENGTH = 200
_REFERENCE_FIELDS = len(', {"partner": "", "projects": ""}') + len("- ****: ")
_ROOM_FOR_MARKS = 500
_MOST_POSSIBLE = 10


def get_capacity_details(call: Call, *, capacity_id: str, search_id: str | None) -> Answer:
    """Show one person; with a search, also how that search scored the person, on the dataset it ran on."""
    search = _search(call, search_id) if search_id else None
    dataset = search.dataset if search else call.dataset
    row, capacity = find_capacity(dataset, capacity_id, _NAME_LENGTH)
    whole = _data(capacity, dataset.snapshot)
    assessment = ""
    if search is not None:
        from teamlandkarte.server.searches.assessment import assess

        person, assessment = assess(call, search, row, whole.certificates)
        whole = whole.model_copy(update={"assessment": person})
        unmet = [match.competence for match in person.competences if not match.met and person.competences_known]
        if taught := teachers_of(dataset.snapshot, unmet, whole.employee):
            whole = whole.model_copy(update={"taught": taught})
            assessment += f"\n\n{teachers_in_words(taught)}"
    boundary, steps = call.service.new_id(), _next_steps(call, whole, search)
    data = _fitted(whole, assessment, steps, boundary)
    return Answer(_text(data, whole, assessment, steps, boundary), data, dataset)


def _search(call: Call, search_id: str) -> "StoredSearch":
    try:
        return find_search(call, search_id)
    except NotFoundError as exc:
        raise NotFoundError(f"{exc} Or leave search_id out to see the person without a score.") from exc


def _entry(text: str | None, length: int | None = None) -> str | None:
    """Return lake text as one line, None where there is nothing to see."""
    return (one_line(text, length) or None) if text else None


def _data(capacity: Capacity, snapshot: "Snapshot") -> CapacityDetails:
    """Read everything that the snapshot holds of one person."""
    capacity_id = capacity.capacity_id
    (row,) = snapshot.rows(SQL, "find_description", capacity_id=capacity_id)
    competences = snapshot.rows(SQL, "find_competences", capacity_id=capacity_id)
    certificates = snapshot.rows(SQL, "find_certificates", capacity_id=capacity_id)
    entry = read_directory_entry(snapshot, capacity_id)
    return CapacityDetails(
        capacity_id=capacity_id,
        owner=capacity.owner,
        role=capacity.role,
        role_level=capacity.role_level,
        availability=capacity.fit(None, None),
        availability_in_words=capacity.availability(None, None),
        competences=[one_line(found["term"], _COMPETENCE_LENGTH) for found in competences],
        description=row["description"] or None,
        references=_references(snapshot, capacity_id),
        certificates=[text for found in certificates if (text := _entry(found["description"]))],
        employee=entry.person,
        possible_employees=list(entry.possible[:_MOST_POSSIBLE]),
        more_possible_employees=max(0, len(entry.possible) - _MOST_POSSIBLE),
        publications=list(entry.publications),
        courses=list(entry.courses),
        cut=False,
    )


def _references(snapshot: "Snapshot", capacity_id: str) -> list[Reference]:
    rows = snapshot.rows(SQL, "find_references", capacity_id=capacity_id)
    references = [
        Reference(partner=_entry(row["partner"], _PARTNER_LENGTH), projects=_entry(row["projects"])) for row in rows
    ]
    return [reference for reference in references if reference.partner or reference.projects]


def _fitted(whole: CapacityDetails, assessment: str, steps: str, boundary: str) -> CapacityDetails:
    """Return what one answer can hold: everything, or each part cut so that none crowds out another."""
    lists = ("competences", "references", "certificates", "publications", "courses")
    empty = whole.model_copy(update={"description": "…", **{name: [] for name in lists}})
    fixed = max(len(_text(empty, empty, assessment, steps, boundary).encode()), data_size(empty))
    room = MOST_BYTES - fixed - _ROOM_FOR_MARKS
    wanted = [
        sum(map(entry_size, whole.competences)),
        size(whole.description),
        sum(map(_reference_size, whole.references)),
        sum(map(entry_size, whole.certificates)),
        sum(map(entry_size, whole.publications)),
        sum(map(entry_size, whole.courses)),
    ]
    rooms = shared(wanted, room)
    parts = {
        "competences": shortened(whole.competences, rooms[0], entry_size, shorter),
        "description": cut(whole.description, rooms[1], TOO_LONG) if whole.description else None,
        "references": shortened(whole.references, rooms[2], _reference_size, _shorter_reference),
        "certificates": shortened(whole.certificates, rooms[3], entry_size, shorter),
        "publications": shortened(whole.publications, rooms[4], entry_size, shorter),
        "courses": shortened(whole.courses, rooms[5], entry_size, shorter),
    }
    return whole.model_copy(update={**parts, "cut": sum(wanted) > room})


def _reference_size(reference: Reference) -> int:
    return size(reference.partner) + size(reference.projects) + _REFERENCE_FIELDS


def _shorter_reference(reference: Reference, room: int) -> Reference:
    left = room - size(reference.partner) - _REFERENCE_FIELDS
    return reference.model_copy(
        update={"projects": cut(reference.projects, left, TOO_LONG) if reference.projects else None}
    )


def _text(data: CapacityDetails, whole: CapacityDetails, assessment: str, steps: str, boundary: str) -> str:
    """Return the sections in their order, with how many entries of the whole are not in the data."""
    role = role_and_level(data.role, data.role_level)
    competences = ", ".join([*data.competences, *left_out(data.competences, whole.competences)]) or "–"
    references = [*map(_reference, data.references), *left_out(data.references, whole.references)]
    certificates = [*map(item, data.certificates), *left_out(data.certificates, whole.certificates)]
    parts = [
        table(_HEADER, [[data.capacity_id, data.owner, role, competences, data.availability_in_words]]),
        _section("Beschreibung", data_block(data.description, boundary) if data.description else ""),
        _section("Referenzen", "\n".join(f"- {entry}" for entry in references)),
        _section("Zertifizierungen", "\n".join(f"- {entry}" for entry in certificates)),
        *([f"## Bewertung\n\n{assessment}"] if assessment else []),
        *_directory_sections(data, whole),
        f"## Next steps\n\n{steps}",
    ]
    return "\n\n".join(parts)


def _next_steps(call: Call, data: CapacityDetails, search: "StoredSearch | None") -> str:
    steps = f"Call find_matching_tasks(capacity_id={data.capacity_id}) to see matching open tasks."
    if search and data.assessment and data.assessment.gone:
        again = " ".join(on_current_data(call, search))
        steps = f"This person is no longer in the current data. {again}"
    if data.employee is None:
        return steps
    asked = "directory" in call.service.config.server.toolsets
    return f"{steps}\n{contact_in_words(data.employee, in_reach=asked)}"


def _directory_sections(data: CapacityDetails, whole: CapacityDetails) -> list[str]:
    """Return what the directory adds: nothing about a person whom it does not know."""
    if data.possible_employees:
        total = len(data.possible_employees) + data.more_possible_employees
        return [f"## Publikationen\n\n{possible_in_words(data.possible_employees, total)}"]
    parts = (("Publikationen", data.publications, whole.publications), ("Kurse", data.courses, whole.courses))
    return [
        _section(heading, "\n".join(f"- {entry}" for entry in [*map(item, shown), *left_out(shown, everything)]))
        for heading, shown, everything in parts
        if everything
    ]


def _section(heading: str, body: str) -> str:
    return f"## {heading}\n\n{body}" if body else f"## {heading}: (keine)"


def _reference(reference: Reference) -> str:
    if reference.partner is None:
        return item(reference.projects or "")
    return f"**{reference.partner}**: {reference.projects}" if reference.projects else f"**{reference.partner}**"
