"""Tools that write a requirement in one step: found in a text, given as fields, or changed."""

from dataclasses import fields
from typing import Any

from pydantic import BaseModel

from teamlandkarte.index.errors import RequestError
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import MICRO
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.answers.markdown import one_line, score, table
from teamlandkarte.server.answers.room import DEFAULT_BYTES, data_size, fitting
from teamlandkarte.server.requirements.capture import CLEARABLE, LEVELS, Changes, changed, checked
from teamlandkarte.server.requirements.extraction import Evidence, Extraction, from_task, from_text
from teamlandkarte.server.requirements.pending import PendingRequirement
from teamlandkarte.server.requirements.place import Place
from teamlandkarte.server.requirements.replacing import both, remaining, replaced
from teamlandkarte.server.requirements.review import (
    RequirementAnswer,
    answer,
    is_searchable,
    level_of,
    missing,
    requirement_data,
    review_table,
)
from teamlandkarte.server.requirements.unscored import MOST_TOLD
from teamlandkarte.server.service import Call
from teamlandkarte.server.toolset.arguments import choices, date, handle, identifier, terms, text, texts
from teamlandkarte.server.toolset.bounds import LONGEST_DESCRIPTION
from teamlandkarte.server.toolset.toolset import Effect, Tool

REQUIREMENTS_ID = handle("requirements_id", "Which requirement; without it, your only open one")
DATE_START = date("date_start", "First day needed; leave out for an open start")
DATE_END = date("date_end", "Last day needed; leave out for an open end")
SHOW = "Next: show_pending_requirements(requirements_id={id}) and put its question to the person."

_TEXT = text(
    "description", "The text to read, whole and in its own words: a mail, an advert", longest=LONGEST_DESCRIPTION
)
_TASK_READ = identifier("task_id", "Instead of a text: the open task to read")
_DESCRIPTION = text("description", "What is to be done: scope, goal, setting", longest=LONGEST_DESCRIPTION)
_ROLES = terms("role_names", "Wanted roles, the preferred one first")
_COMPETENCES = terms("competences", "Required competences")
_WEIGHTS = texts("weights", f"Levels as COMPETENCE=LEVEL, e.g. Python=essential; levels: {', '.join(LEVELS)}")
_TASK = identifier("task_id", "The open task that this is for")
_LOOKING_UP = (
    "To look a person up call list_capacities(query=NAME); what the person could do next, "
    "find_matching_tasks(capacity_id=ID) shows."
)
_COMPARE = (
    "Compare with the text: a competence that is missing here is added by "
    "update_requirements(requirements_id={id}, add_competences=[…]), known or not."
)
_MOST_WORDS = 120  # characters
_QUESTIONS = {
    "description": "What is to be done: which scope, which goal?",
    "role_names": "Which role is wanted, if any?",
    "competences": "Which competences are required, and which of them are essential?",
}


class FoundPart(BaseModel):
    """One part found, the words it came from and their place; `similarity` 0 to 1 where it was compared.

    `how` a role or a competence was found: exact (a name of it), spelling (another way to write one), embedding (by
    meaning).
    """

    field: str
    value: str
    words: str
    similarity: float | None = None
    place: Place | None = None
    how: str | None = None


class ExtractionAnswer(RequirementAnswer):
    """A requirement found in a text or a task, with the words that show each part.

    `role_levels` and `certificates` are asked for and count in no score: filter_search_results takes them.
    """

    found: list[FoundPart]
    role_levels: list[str]
    certificates: list[str]
    unusable: list[str]
    unclear: list[str]


def extract_requirements(
    call: Call, *, description: str | None, task_id: str | None, requirements_id: str | None
) -> Answer:
    """Find a requirement in a text or a task and write it as pending.

    It replaces what was captured before, unless nothing was found.
    """
    if (description is None) == (task_id is None):
        raise RequestError("Pass either description or task_id: a text to read, or the id of an open task.")
    extraction = from_text(call, description or "") if task_id is None else from_task(call, task_id, reads_text=True)
    before = _meant(call, requirements_id)
    kept = extraction.empty and before is not None and before.requirement != Requirement()
    pending = before if before and kept else _save(call, before, checked(extraction.requirement))
    step = _capture_anew(pending) if kept else _next_step(pending)
    if extraction.empty and task_id is None:
        step = f"{step} {_LOOKING_UP}"
    elif task_id is None:
        step = f"{_COMPARE.format(id=pending.requirements_id)} {step}"
    data = ExtractionAnswer(
        **dict(requirement_data(call, pending, step)),
        found=[],
        role_levels=list(extraction.unscored.role_levels),
        certificates=list(extraction.unscored.certificates[:MOST_TOLD]),
        unusable=list(extraction.unscored.unusable[:MOST_TOLD]),
        unclear=list(extraction.unclear),
    )
    data.replaced = _gone(before, pending)
    data.found = fitting(map(_part, extraction.evidence), DEFAULT_BYTES - data_size(data), data_size)
    state = "are kept as they were captured before" if kept else "are pending"
    written = f"Requirements {pending.requirements_id} {state}."
    return Answer("\n\n".join([_found(extraction, data), written, *_instead(data), step]), data)


def update_requirements(call: Call, *, requirements_id: str | None, **given: Any) -> Answer:  # noqa: ANN401 -- read by the arguments of the same names
    """Change what is given, keep the rest and take back a confirmation."""
    changes = Changes(**given)
    if not any(getattr(changes, field.name) for field in fields(changes)):
        raise RequestError(
            f"Nothing to change: pass a field, add_competences, remove_competences or clear ({', '.join(CLEARABLE)})."
        )
    before = call.service.requirements.to_change(requirements_id, call.caller)
    pending = _save(call, before, checked(changed(before.requirement, changes, call.dataset)))
    same = pending.requirement == before.requirement
    said = "Nothing is different from before" if same else "Changed"
    return answer(call, pending, _table(call, pending, f"{said}. It is not confirmed."), _next_step(pending))


def collect_structured_requirement_data(call: Call, *, requirements_id: str | None, **given: Any) -> Answer:  # noqa: ANN401 -- read by the arguments of the same names
    """Write all given fields at once and say what is still missing."""
    changes = Changes(**given)
    before = _meant(call, requirements_id)
    requirement = checked(changed(before.requirement if before else Requirement(), changes, call.dataset))
    pending = _save(call, before, requirement)
    step = _next_step(pending)
    data = requirement_data(call, pending, step)
    data.replaced = _gone(before, pending)
    held = remaining(before.requirement, requirement) if before else ""
    opening = "Captured. It is not confirmed." + (f" Kept from before: {held}." if held else "")
    return Answer("\n\n".join([_table(call, pending, opening), *_instead(data), step]), data)


def _meant(call: Call, requirements_id: str | None) -> PendingRequirement | None:
    """Return the named requirement, else the caller's only open one, None without one."""
    store = call.service.requirements
    if requirements_id is not None:
        return store.get(requirements_id, call.caller)
    return store.only_open(call.caller)


def _save(call: Call, before: PendingRequirement | None, requirement: Requirement) -> PendingRequirement:
    store = call.service.requirements
    if before is None:
        return store.open(call.caller, requirement)
    return store.write(before.requirements_id, call.caller, requirement)


def _gone(before: PendingRequirement | None, pending: PendingRequirement) -> str | None:
    """Return what was captured before under the same id and is there no more, None without any."""
    return (replaced(before.requirement, pending.requirement) if before else "") or None


def _instead(data: RequirementAnswer) -> list[str]:
    return [f"Replaced: {data.replaced}.\n{both(data.requirements_id)}"] if data.replaced else []


def _table(call: Call, pending: PendingRequirement, opening: str) -> str:
    return f"{opening} Requirements {pending.requirements_id}:\n\n{review_table(call, pending.requirement)}"


def _next_step(pending: PendingRequirement) -> str:
    gaps = missing(pending.requirement)
    asks = " ".join(_QUESTIONS[field] for field in gaps)
    still = f"Still missing: {', '.join(gaps)}. {asks}" if gaps else ""
    if not is_searchable(pending.requirement):
        return f"{still} Pass the answers to update_requirements(requirements_id={pending.requirements_id})."
    return f"{still} {SHOW.format(id=pending.requirements_id)}".strip()


def _capture_anew(pending: PendingRequirement) -> str:
    return (
        "Ask the person what is needed: which role, which competences, from when to when? Then call "
        "start_guided_capture() and capture it under the requirements_id returned; what is kept changes with "
        f"update_requirements(requirements_id={pending.requirements_id}, …)."
    )


def _part(part: Evidence) -> FoundPart:
    return FoundPart(
        field=part.field,
        value=part.value,
        words=one_line(part.words, _MOST_WORDS),
        similarity=None if part.similarity is None else part.similarity / MICRO,
        place=part.place,
        how=part.how,
    )


def _found(extraction: Extraction, data: ExtractionAnswer) -> str:
    if extraction.empty and extraction.unclear:
        lines = []
    elif extraction.empty:
        lines = ["Found nothing in the text that a search could use: neither a role nor a competence nor a date."]
    else:
        rows = (_cells(extraction.requirement, part) for part in data.found)
        lines = [table(("Field", "Found", "Words that show it", "Similarity"), rows)]
        if len(data.found) < len(extraction.evidence):
            whole = f"show_pending_requirements(requirements_id={data.requirements_id}) shows them all"
            lines.append(f"showing {len(data.found)} of {len(extraction.evidence)}; {whole}.")
    if extraction.unclear:
        lines.append(f"Unclear, please decide: {extraction.unclear_in_words}.")
    return "\n\n".join([*lines, *extraction.unscored.in_words])


def _cells(requirement: Requirement, part: FoundPart) -> tuple[str, str, str, str]:
    value = f"{part.value} ({level_of(requirement, part.value)})" if part.field == "competence" else part.value
    return part.field, value, part.words, "" if part.similarity is None else score(round(part.similarity * MICRO))


_FIELDS = (
    _DESCRIPTION,
    _ROLES,
    _COMPETENCES,
    _WEIGHTS,
    date("date_start", "First day needed; without it the start stays as it was"),
    date("date_end", "Last day needed; without it the end stays as it was"),
    _TASK,
)

TOOLS = (
    Tool(
        name="extract_requirements",
        title="Extract requirements",
        description=(
            "Find roles, competences and dates in a free text (German or English) or in an open task, each with the "
            "words it came from, and write them as a pending requirement. Nothing is searched."
        ),
        arguments=(_TEXT, _TASK_READ, REQUIREMENTS_ID),
        answer=ExtractionAnswer,
        effect=Effect.OVERWRITES,
        idempotent=False,
    ),
    Tool(
        name="update_requirements",
        title="Change requirements",
        description=(
            "Change a requirement: given fields replace, the rest stays, `clear` empties. Takes back a confirmation. "
            "After a search it continues from the requirement that the search used."
        ),
        arguments=(
            *_FIELDS,
            terms("add_competences", "Competences to add"),
            texts("remove_competences", "Competences to remove"),
            choices("clear", "Fields to empty; an emptied day is open", CLEARABLE),
            REQUIREMENTS_ID,
        ),
        answer=RequirementAnswer,
        effect=Effect.OVERWRITES,
    ),
    Tool(
        name="collect_structured_requirement_data",
        title="Collect requirements as fields",
        description="Write all known fields of a requirement at once; says what is still missing and what to ask next.",
        arguments=(*_FIELDS, REQUIREMENTS_ID),
        answer=RequirementAnswer,
        effect=Effect.OVERWRITES,
        idempotent=False,
    ),
)
