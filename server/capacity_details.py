"""One person in full: the table, description, references, certificates, and how a search scored the person."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from teamlandkarte.index.errors import NotFoundError
from teamlandkarte.server.answer import Answer
from teamlandkarte.server.capacity_answers import CapacityDetails, Reference
from teamlandkarte.server.capacity_list import competences_of
from teamlandkarte.server.markdown import MOST_BYTES, cut, data_block, fitting, item, listed, one_line, table
from teamlandkarte.server.profiles import SQL, Profile
from teamlandkarte.server.service import Call

if TYPE_CHECKING:
    from teamlandkarte.index.snapshot import Snapshot

_HEADER = ("ID", "Owner", "Role (level)", "Competences", "Availability")
_ROOM_FOR_LIST = MOST_BYTES // 5  # each of competences, references and certificates; the description gets the rest
_LONGEST_ENTRY = _ROOM_FOR_LIST // 2
_ROOM_FOR_MARKS = 500
_MOST_COMPETENCES = 1_000
_COMPETENCE_LENGTH = 200
_CUT = "too long for one answer"


@dataclass(frozen=True)
class Enrichment:
    """What the lake says about a person besides the table: three kinds of free text, as they are shown."""

    description: str
    references: tuple[Reference, ...]
    certificates: tuple[str, ...]


def get_capacity_details(call: Call, *, capacity_id: str, search_id: str | None) -> Answer:
    """Show one person; with a search, also how that search scored the person, on the dataset it ran on."""
    search = call.service.searches.get(search_id, call.caller) if search_id else None
    dataset = search.dataset if search else call.dataset
    found = dataset.snapshot.rows(SQL, "find_profiles", ids=[capacity_id])
    if not found:
        raise NotFoundError(f"Capacity not found: {one_line(capacity_id, 80)}")
    profile, competences = Profile.of(found[0]), competences_of(dataset.snapshot, [capacity_id])
    data = _data(profile, competences.get(capacity_id, []), read_enrichment(dataset.snapshot, capacity_id))
    assessment = ""
    if search is not None:
        from teamlandkarte.server.assessment import assess

        person, assessment = assess(call, search, capacity_id)
        data = data.model_copy(update={"assessment": person})
    text, shown = _text(profile, data, assessment, call.service.new_id())
    return Answer(text, shown, dataset)


def read_enrichment(snapshot: "Snapshot", capacity_id: str) -> Enrichment:
    """Read description, references and certificates of one capacity."""
    (row,) = snapshot.rows(SQL, "find_description", capacity_id=capacity_id)
    references = snapshot.rows(SQL, "find_references", capacity_id=capacity_id)
    certificates = snapshot.rows(SQL, "find_certificates", capacity_id=capacity_id)
    return Enrichment(
        description=row["description"] or "",
        references=tuple(
            Reference(partner=_entry(found["partner"]), projects=_entry(found["projects"]))
            for found in references
            if _entry(found["partner"]) or _entry(found["projects"])
        ),
        certificates=tuple(text for found in certificates if (text := _entry(found["description"]))),
    )


def _entry(text: str | None) -> str | None:
    """Return lake text as one line of a list, None where there is nothing to see."""
    return cut(one_line(text), _LONGEST_ENTRY, _CUT) if text and one_line(text) else None


def _data(profile: Profile, competences: Sequence[str], enrichment: Enrichment) -> CapacityDetails:
    references = fitting(enrichment.references, _ROOM_FOR_LIST, lambda r: len(_reference(r).encode()))
    certificates = fitting(enrichment.certificates, _ROOM_FOR_LIST, lambda text: len(text.encode()))
    shown = fitting(competences[:_MOST_COMPETENCES], _ROOM_FOR_LIST, lambda text: len(text.encode()))
    everything = (
        len(references) == len(enrichment.references)
        and len(certificates) == len(enrichment.certificates)
        and len(shown) == len(competences)
    )
    return CapacityDetails(
        capacity_id=profile.capacity_id,
        owner=profile.owner,
        role=profile.role,
        role_level=profile.role_level,
        begin_date=profile.begin_date,
        end_date=profile.end_date,
        competences=shown,
        description=enrichment.description or None,
        references=references,
        certificates=certificates,
        cut=not everything,
    )


def _text(profile: Profile, data: CapacityDetails, assessment: str, boundary: str) -> tuple[str, CapacityDetails]:
    """Return the sections in their order, and the data with the description cut to what they leave room for."""
    competences = listed(data.competences, _MOST_COMPETENCES, _COMPETENCE_LENGTH) or "–"
    cells = [profile.capacity_id, profile.owner, profile.role_and_level, competences, profile.period]
    before = [table(_HEADER, [cells])]
    after = [
        _section("Referenzen", "\n".join(f"- {_reference(reference)}" for reference in data.references)),
        _section("Zertifizierungen", "\n".join(f"- {item(certificate)}" for certificate in data.certificates)),
        *([f"## Bewertung\n\n{assessment}"] if assessment else []),
        f"## Next steps\n\nCall find_matching_tasks(capacity_id={profile.capacity_id}) to see matching open tasks.",
    ]
    others = len("\n\n".join([*before, *after, data_block("", boundary)]).encode())
    as_data = len(data.model_copy(update={"description": None}).model_dump_json(exclude_none=True).encode())
    room = MOST_BYTES - max(others, as_data) - _ROOM_FOR_MARKS
    description = cut(data.description or "", room, _CUT)
    block = data_block(description, boundary) if description else ""
    shown = data.model_copy(
        update={"description": description or None, "cut": data.cut or description != (data.description or "")}
    )
    return "\n\n".join([*before, _section("Beschreibung", block), *after]), shown


def _section(heading: str, body: str) -> str:
    return f"## {heading}\n\n{body}" if body else f"## {heading}: (keine)"


def _reference(reference: Reference) -> str:
    if reference.partner is None:
        return item(reference.projects or "")
    return f"**{reference.partner}**: {reference.projects}" if reference.projects else f"**{reference.partner}**"
