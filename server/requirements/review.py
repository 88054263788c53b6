"""A requirement as a person reviews it: one table with remarks, what is still missing, and the question to put."""

import datetime as dt
from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel

from teamlandkarte.index.config import Level
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import DEFAULT_LEVEL
from teamlandkarte.index.text import folded
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.answers.markdown import one_line, table
from teamlandkarte.server.answers.room import cut
from teamlandkarte.server.answers.unknown_terms import Kind, UnknownTerm, near_in_words, unknown_terms
from teamlandkarte.server.requirements.pending import PendingRequirement
from teamlandkarte.server.requirements.reuse import answered
from teamlandkarte.server.service import Call

QUESTION = "Soll ich diese Anforderungen so übernehmen und die Suche starten?"

_REMARK_LENGTH = 120  # characters
_SHOWN_DESCRIPTION = 300  # characters
_MOST_OF_A_DESCRIPTION = 4_000  # bytes of it in the data


class RequirementAnswer(BaseModel):
    """A requirement in its present state; `question` is there when a person can be asked to confirm it.

    `replaced` is what capturing anew has taken out, as arguments.
    """

    requirements_id: str
    state: Literal["pending", "confirmed", "searched"]
    description: str
    role_names: list[str]
    competences: list[str]
    weights: list[str]
    date_start: dt.date | None = None
    date_end: dt.date | None = None
    task_id: str | None = None
    unknown_terms: list[UnknownTerm]
    missing: list[str]
    replaced: str | None = None
    question: str | None = None
    next_step: str


def is_searchable(requirement: Requirement) -> bool:
    """Return whether a search has something to look for."""
    return bool(requirement.role_names or requirement.competences)


def missing(requirement: Requirement) -> list[str]:
    """Return the fields that are still empty; dates may stay open."""
    fields = ("description", "role_names", "competences")
    return [name for name in fields if not getattr(requirement, name)]


def review(call: Call, pending: PendingRequirement) -> str:
    """Return the review table and, where a search has something to look for, the question to put to the person.

    Once a search has used the requirement, a yes changes nothing, so there is nothing to ask.
    """
    header = f"Requirements {pending.requirements_id}:\n\n{review_table(call, pending.requirement)}"
    if not is_searchable(pending.requirement):
        return f"{header}\n\nA search needs at least one role or competence."
    if answered(call, pending):
        return header
    return f"{header}\n\nQuestion to the person: „{QUESTION}“ (Ja/Nein)"


def review_table(call: Call, requirement: Requirement) -> str:
    """Return one row per field or term: field, value, remark."""
    return table(("Field", "Value", "Remark"), _rows(call, requirement))


def answer(call: Call, pending: PendingRequirement, text: str, next_step: str, *, ask: bool = False) -> Answer:
    """Return an answer about a requirement; with `ask` it carries the question to the person."""
    return Answer(f"{text}\n\n{next_step}", requirement_data(call, pending, next_step, ask=ask))


def requirement_data(
    call: Call, pending: PendingRequirement, next_step: str, *, ask: bool = False
) -> RequirementAnswer:
    """Return the typed facts of a requirement."""
    requirement = pending.requirement
    return RequirementAnswer(
        requirements_id=pending.requirements_id,
        state="searched" if answered(call, pending) else "confirmed" if pending.confirmed else "pending",
        description=cut(requirement.description, _MOST_OF_A_DESCRIPTION),
        role_names=list(requirement.role_names),
        competences=list(requirement.competences),
        weights=[f"{name}={level_of(requirement, name)}" for name in requirement.competences],
        date_start=requirement.date_start,
        date_end=requirement.date_end,
        task_id=requirement.task_id,
        unknown_terms=_unknown(call, requirement),
        missing=missing(requirement),
        question=QUESTION if ask and is_searchable(requirement) else None,
        next_step=next_step,
    )


def _unknown(call: Call, requirement: Requirement) -> list[UnknownTerm]:
    return unknown_terms(call.dataset, roles=requirement.role_names, competences=requirement.competences)


def _rows(call: Call, requirement: Requirement) -> Iterable[tuple[str, str, str]]:
    near = {(term.kind, term.term): near_in_words(term) for term in _unknown(call, requirement)}

    def remark(kind: Kind, name: str) -> str:
        vocabulary = call.dataset.roles if kind == "role" else call.dataset.competences
        said = one_line(requirement.remarks.get(folded(name), "") if kind == "competence" else "", _REMARK_LENGTH)
        if vocabulary.id_of(name) is not None:
            return said
        unknown = "not in the vocabulary" + (f"; {near[kind, name]}" if (kind, name) in near else "")
        return f"{said}; {unknown}" if said else unknown

    description = one_line(requirement.description)
    partly = f"shown in part, {len(description)} characters in all" if len(description) > _SHOWN_DESCRIPTION else ""
    yield "Description", one_line(description, _SHOWN_DESCRIPTION) or "–", partly if description else "missing"
    if requirement.task_id:
        yield "Task", requirement.task_id, ""
    for position, name in enumerate(requirement.role_names):
        yield ("Role (preferred)" if position == 0 else "Role (candidate)"), name, remark("role", name)
    if not requirement.role_names:
        yield "Role", "–", "not asked for: the score is the competences alone" if requirement.competences else "missing"
    for name in requirement.competences:
        yield "Competence", f"{name} ({level_of(requirement, name)})", remark("competence", name)
    if not requirement.competences:
        yield "Competences", "–", "not asked for: the score is the role alone" if requirement.role_names else "missing"
    yield from _date_rows(requirement, call.service.clock().date())


def _date_rows(requirement: Requirement, today: dt.date) -> Iterable[tuple[str, str, str]]:
    start, end = requirement.date_start, requirement.date_end
    yield "From", start.isoformat() if start else "open", "" if start else "open start: any time before the end"
    past = "lies in the past" if end and end < today else ""
    yield "To", end.isoformat() if end else "open", past if end else "open end: any time after the start"


def level_of(requirement: Requirement, competence: str) -> Level:
    """Return how strongly a competence is required."""
    return requirement.weights.get(folded(competence), DEFAULT_LEVEL)
