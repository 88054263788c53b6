"""The gate's tools: show a requirement, note that it was shown, let the person confirm it."""

from teamlandkarte.index.errors import RequestError
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.requirements.pending import PendingRequirement, refuse_used
from teamlandkarte.server.requirements.requirement_tools import REQUIREMENTS_ID
from teamlandkarte.server.requirements.reuse import answered, reopened
from teamlandkarte.server.requirements.review import RequirementAnswer, answer, is_searchable, review
from teamlandkarte.server.service import Call
from teamlandkarte.server.toolset.arguments import flag
from teamlandkarte.server.toolset.confirmation import Question, Reply
from teamlandkarte.server.toolset.toolset import Effect, Tool

_CONFIRM = (
    "After a yes call confirm_requirements(requirements_id={id}, confirm=true), after a no change them with "
    "update_requirements(requirements_id={id})."
)
_INCOMPLETE = "Add a role or a competence with update_requirements(requirements_id={id}), then show them again."


def show_pending_requirements(call: Call, *, requirements_id: str | None) -> Answer:
    """Show a requirement as one review table and the question to put to the person."""
    pending = call.service.requirements.find(requirements_id, call.caller)
    return show(call, pending)


def show(call: Call, pending: PendingRequirement, opening: str = "", incomplete: str | None = None) -> Answer:
    """Return the review of a requirement and note that this state is being shown.

    `incomplete` is the next step where it asks for nothing yet.
    """
    pending = call.service.requirements.mark_shown(pending.requirements_id, call.caller)
    text = "\n\n".join(part for part in (opening, review(call, pending)) if part)
    step = incomplete if incomplete and not is_searchable(pending.requirement) else _what_next(call, pending)
    return answer(call, pending, text, step, ask=not pending.confirmed)


def request_requirements_confirmation(call: Call, *, requirements_id: str | None) -> Answer:
    """Note that the host itself has shown exactly this state; confirm nothing."""
    pending = call.service.requirements.find(requirements_id, call.caller)
    _refuse_incomplete(pending)
    pending = call.service.requirements.mark_shown(pending.requirements_id, call.caller)
    text = (
        f"Noted that requirements {pending.requirements_id} were shown in this state. They are not confirmed by that."
    )
    return answer(call, pending, text, _what_next(call, pending), ask=not pending.confirmed)


def question(call: Call, *, confirm: bool, requirements_id: str | None) -> Question | None:
    """Return what to ask the person by form; None where a form would not help.

    A form that was left unanswered is not sent again for the same state: such clients exist, and the conversation is
    then the place to ask.
    """
    store = call.service.requirements
    pending = store.find(requirements_id, call.caller)
    by_chat = call.service.config.matching.confirm_by == "chat" or pending.asked_digest == pending.digest
    if not confirm or by_chat or answered(call, pending) or pending.confirmed or not is_searchable(pending.requirement):
        return None
    store.mark_asked(pending.requirements_id, call.caller, pending.digest)
    return Question(review(call, pending), pending.digest)


def confirm_requirements(call: Call, *, confirm: bool, requirements_id: str | None, reply: Reply | None) -> Answer:
    """Confirm exactly the state last shown, or keep the requirement pending."""
    store = call.service.requirements
    pending = reopened(call, store.find(requirements_id, call.caller))
    refuse_used(pending)
    if not confirm or (reply and reply.answer == "no"):
        pending = store.unconfirm(pending.requirements_id, call.caller)
        who = "The person declined the form." if reply else "Not confirmed."
        text = f"{who} Requirements {pending.requirements_id} stay pending."
        return answer(call, pending, text, _what_next(call, pending))
    _refuse_incomplete(pending)
    if reply and reply.answer == "none":
        return show(call, pending, "The form was closed without an answer: ask the person in the conversation.")
    if reply is None and not pending.confirmed and not pending.shown:
        raise RequestError(_not_shown(call, pending))
    pending = store.confirm(pending.requirements_id, call.caller, reply.state if reply else pending.digest)
    return answer(call, pending, f"Confirmed requirements {pending.requirements_id}.", _what_next(call, pending))


def _not_shown(call: Call, pending: PendingRequirement) -> str:
    changed = "have changed since they were shown" if pending.shown_digest else "have not been shown to the person yet"
    call.service.requirements.mark_shown(pending.requirements_id, call.caller)
    return (
        f"Nothing is confirmed: requirements {pending.requirements_id} {changed}. Show the person the table below, "
        f"put the question, and after a yes call confirm_requirements(requirements_id={pending.requirements_id}, "
        f"confirm=true) again.\n\n{review(call, pending)}"
    )


def _refuse_incomplete(pending: PendingRequirement) -> None:
    if not is_searchable(pending.requirement):
        raise RequestError(
            f"Requirements {pending.requirements_id} name neither a role nor a competence, so there is nothing to "
            f"search for. {_INCOMPLETE.format(id=pending.requirements_id)}"
        )


def _what_next(call: Call, pending: PendingRequirement) -> str:
    if answered(call, pending):
        return (
            f"Search {pending.closed_by} has used them: look at its results with "
            f"get_results_by_category(search_id={pending.closed_by}, category=Top), or change them with "
            f"update_requirements(requirements_id={pending.requirements_id}) for a new search."
        )
    if not is_searchable(pending.requirement):
        return _INCOMPLETE.format(id=pending.requirements_id)
    if not pending.confirmed:
        return _CONFIRM.format(id=pending.requirements_id)
    if task_id := pending.requirement.task_id:
        return f"Next: find_capacities_for_task(task_id={task_id}, requirements_id={pending.requirements_id})."
    return f"Next: find_matching_capacities(requirements_id={pending.requirements_id})."


TOOLS = (
    Tool(
        name="show_pending_requirements",
        title="Show requirements for review",
        description="Show a requirement as one review table, then the question to put to the person before any search.",
        arguments=(REQUIREMENTS_ID,),
        answer=RequirementAnswer,
        effect=Effect.ADDS,
    ),
    Tool(
        name="request_requirements_confirmation",
        title="Note that requirements were shown",
        description=(
            "Only for a host that has itself shown the requirements to the person: marks exactly this state as shown. "
            "It does not confirm."
        ),
        arguments=(REQUIREMENTS_ID,),
        answer=RequirementAnswer,
        effect=Effect.ADDS,
    ),
    Tool(
        name="confirm_requirements",
        title="Confirm requirements",
        description=(
            "The gate before every search. confirm=true only after the person has said yes to exactly the state last "
            "shown; where the client can show a form, the person is asked by form. confirm=false keeps it pending."
        ),
        arguments=(flag("confirm", "The person's answer", required=True), REQUIREMENTS_ID),
        answer=RequirementAnswer,
        effect=Effect.OVERWRITES,
        idempotent=False,
    ),
)
