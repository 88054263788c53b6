"""Tools that capture a requirement question by question."""

import datetime as dt

from teamlandkarte.index.counting import counted
from teamlandkarte.index.errors import RequestError
from teamlandkarte.index.text import folded
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.answers.markdown import one_line
from teamlandkarte.server.answers.unknown_terms import in_words, unknown_terms
from teamlandkarte.server.requirements.capture import Changes, changed, checked
from teamlandkarte.server.requirements.pending import PendingRequirement
from teamlandkarte.server.requirements.requirement_tools import DATE_END, DATE_START, REQUIREMENTS_ID, SHOW
from teamlandkarte.server.requirements.review import RequirementAnswer, answer, requirement_data
from teamlandkarte.server.requirements.scope import states_scope
from teamlandkarte.server.service import Call
from teamlandkarte.server.toolset.arguments import handle, terms, text
from teamlandkarte.server.toolset.bounds import LONGEST_DESCRIPTION
from teamlandkarte.server.toolset.toolset import Effect, Tool

_ASK_DESCRIPTION = (
    "Ask the person: What is to be done: which scope, which goal? Then call "
    "guided_set_description(requirements_id={id})."
)
_ASK_ROLE = "Ask the person: Which role is wanted? Then call guided_set_role(requirements_id={id})."
_ASK_TIME = (
    "Ask the person: From when to when? Either side may stay open. Then call "
    "guided_set_time_range(requirements_id={id})."
)
_ASK_COMPETENCES = (
    "Ask the person: Which competences are required? Then call guided_set_competences(requirements_id={id})."
)
_MOST_SHOWN = 1_000  # characters


def start_guided_capture(call: Call, *, requirements_id: str | None) -> Answer:
    """Start a new requirement, or a named open one over, and ask the first question."""
    store = call.service.requirements
    if requirements_id is None:
        pending, started = store.open(call.caller), "Started"
    else:
        pending, started = store.restart(_open(call, requirements_id).requirements_id, call.caller), "Started over"
    minutes = call.service.config.server.search_ttl_minutes
    kept = f"they are kept for {counted(minutes, 'minute')} after their last use"
    return answer(
        call,
        pending,
        f"{started} requirements {pending.requirements_id}; {kept}.",
        _ASK_DESCRIPTION.format(id=pending.requirements_id),
    )


def guided_set_description(call: Call, *, description: str, requirements_id: str | None) -> Answer:
    """Write the description, if it says what is to be done."""
    if not states_scope(description):
        raise RequestError(
            "The description names skills or a role but not what is to be done. State the scope or goal in a sentence, "
            'such as "Ablösung des Buchungsportals durch eine Cloud-Anwendung bis Ende 2026".'
        )
    return _set(call, requirements_id, Changes(description=description), "description")


def guided_set_role(call: Call, *, role_name: tuple[str, ...], requirements_id: str | None) -> Answer:
    """Write the roles; an unknown one is answered with the nearest roles and kept as typed if it is sent again."""
    store = call.service.requirements
    pending = _open(call, requirements_id)
    unknown = [name for name in role_name if call.dataset.roles.id_of(name) is None]
    new = [name for name in unknown if folded(name) not in pending.offered_roles]
    if not new:
        return _set(call, pending.requirements_id, Changes(role_names=role_name), "role")
    pending = store.offer_roles(pending.requirements_id, call.caller, [folded(name) for name in unknown])
    suggested = unknown_terms(call.dataset, roles=new)
    again = f"guided_set_role(requirements_id={pending.requirements_id})"
    step = f"Let the person choose and call {again} again; sent again unchanged, the name is kept as typed."
    data = requirement_data(call, pending, step)
    data.unknown_terms += suggested
    return Answer("\n".join([*map(in_words, suggested), "", step]), data)


def guided_set_time_range(
    call: Call, *, date_start: dt.date | None, date_end: dt.date | None, requirements_id: str | None
) -> Answer:
    """Write the time range as given; a side that is not given is open."""
    sides = (("date_start", date_start), ("date_end", date_end))
    is_open = tuple(name for name, day in sides if day is None)
    changes = Changes(date_start=date_start, date_end=date_end, clear=is_open)
    return _set(call, requirements_id, changes, "time range")


def guided_set_competences(call: Call, *, competences: tuple[str, ...], requirements_id: str | None) -> Answer:
    """Write the competences, each once, and complete the capture."""
    return _set(call, requirements_id, Changes(competences=competences), "competences")


def _open(call: Call, requirements_id: str | None) -> PendingRequirement:
    """Return the requirement that a step belongs to; one that a search has used is continued elsewhere."""
    pending = call.service.requirements.find(requirements_id, call.caller)
    if pending.closed:
        raise RequestError(
            f"Requirements {pending.requirements_id} were used by search {pending.closed_by}. Continue from them "
            f"with update_requirements(requirements_id={pending.requirements_id}), or start anew with "
            "start_guided_capture()."
        )
    return pending


def _set(call: Call, requirements_id: str | None, changes: Changes, what: str) -> Answer:
    before = _open(call, requirements_id)
    requirement = checked(changed(before.requirement, changes, call.dataset))
    pending = call.service.requirements.write(before.requirements_id, call.caller, requirement)
    now = {
        "description": requirement.description,
        "role": ", ".join(requirement.role_names),
        "time range": f"{requirement.date_start or 'open'} to {requirement.date_end or 'open'}",
        "competences": ", ".join(requirement.competences),
    }[what]
    shown = f"Set the {what} of requirements {pending.requirements_id}: {one_line(now, _MOST_SHOWN)}"
    step = _next_question(pending, what)
    data = requirement_data(call, pending, step)
    remarks = [f"{in_words(term)} It is kept as typed." for term in data.unknown_terms if term.kind in what]
    return Answer("\n\n".join(["\n".join([shown, *remarks]), step]), data)


def _next_question(pending: PendingRequirement, done: str) -> str:
    """Return the first question after the one just answered that is still unanswered, else the review."""
    requirement = pending.requirement
    open_time = requirement.date_start is None and requirement.date_end is None
    steps = (
        ("description", not requirement.description, _ASK_DESCRIPTION),
        ("role", not requirement.role_names, _ASK_ROLE),
        ("time range", open_time and not requirement.competences, _ASK_TIME),
        ("competences", not requirement.competences, _ASK_COMPETENCES),
    )
    unanswered = [question for name, is_open, question in steps if is_open and name != done]
    return (unanswered[0] if unanswered else SHOW).format(id=pending.requirements_id)


TOOLS = (
    Tool(
        name="start_guided_capture",
        title="Start guided capture",
        description=(
            "Start a new requirement that is captured question by question; returns its id and first question. With a "
            "requirements_id that open requirement is emptied and starts over."
        ),
        arguments=(handle("requirements_id", "An open requirement to start over with; without it, a new one"),),
        answer=RequirementAnswer,
        effect=Effect.OVERWRITES,
        idempotent=False,
    ),
    Tool(
        name="guided_set_description",
        title="Guided capture: description",
        description="Set what is to be done: a concrete scope or goal, not a list of skills and not a role.",
        arguments=(
            text("description", "Scope or goal in a sentence or more", longest=LONGEST_DESCRIPTION, required=True),
            REQUIREMENTS_ID,
        ),
        answer=RequirementAnswer,
        effect=Effect.OVERWRITES,
    ),
    Tool(
        name="guided_set_role",
        title="Guided capture: role",
        description=(
            "Set the wanted role, or several with the preferred one first. An unknown role is answered with the "
            "nearest known ones; sent again it is kept as typed."
        ),
        arguments=(terms("role_name", "One role or several", required=True), REQUIREMENTS_ID),
        answer=RequirementAnswer,
        effect=Effect.OVERWRITES,
        idempotent=False,
    ),
    Tool(
        name="guided_set_time_range",
        title="Guided capture: time range",
        description="Set from when to when somebody is needed; either side or both may be left open.",
        arguments=(DATE_START, DATE_END, REQUIREMENTS_ID),
        answer=RequirementAnswer,
        effect=Effect.OVERWRITES,
    ),
    Tool(
        name="guided_set_competences",
        title="Guided capture: competences",
        description="Set the required competences and complete the capture; unknown ones are kept with their nearest.",
        arguments=(terms("competences", "The required competences", required=True), REQUIREMENTS_ID),
        answer=RequirementAnswer,
        effect=Effect.OVERWRITES,
    ),
)
