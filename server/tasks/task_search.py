"""Finding people for an open task: first its requirement, confirmed by a person, then the search."""

from teamlandkarte.index.errors import RequestError
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.open_tasks import Task, find_task
from teamlandkarte.server.requirements.confirmation_tools import show
from teamlandkarte.server.requirements.extraction import Extraction, from_task, told_besides
from teamlandkarte.server.requirements.pending import PendingRequirement
from teamlandkarte.server.requirements.reuse import reopened
from teamlandkarte.server.requirements.review import RequirementAnswer, is_searchable
from teamlandkarte.server.searches.search import run_search
from teamlandkarte.server.service import Call
from teamlandkarte.server.tasks.task_answers import TaskSearch


def find_capacities_for_task(call: Call, *, task_id: str, requirements_id: str | None, limit: int) -> Answer:
    """Prepare the task's requirement, show it again, or search with it once a person has confirmed it."""
    task = find_task(call.dataset.snapshot, task_id)
    task_id = task.task_id
    pending = _meant(call, task_id, requirements_id)
    pending = pending and reopened(call, pending)
    gated = call.service.config.matching.require_confirmation
    if pending is None:
        extraction = from_task(call, task_id)
        if not gated:
            return _searched(run_search(call, extraction.requirement, None, limit))
        pending = call.service.requirements.open(call.caller, extraction.requirement)
        return _shown(call, pending, _opening(pending, extraction), "prepared", task)
    if pending.closed or pending.confirmed or not gated:
        if gated:
            pending = call.service.requirements.confirmed_requirement(pending.requirements_id, call.caller)
        return _searched(run_search(call, pending.requirement, pending, limit))
    opening = f"Still to be confirmed for task {task_id}; nothing is searched yet."
    return _shown(call, pending, opening, "shown again", None if is_searchable(pending.requirement) else task)


def _meant(call: Call, task_id: str, requirements_id: str | None) -> PendingRequirement | None:
    store = call.service.requirements
    if requirements_id is None:
        return store.for_task(task_id, call.caller)
    pending = store.get(requirements_id, call.caller)
    if pending.requirement.task_id != task_id:
        meant = pending.requirement.task_id
        named = f"requirements_id={requirements_id}"
        advice = (
            f"find_capacities_for_task(task_id={meant}, {named})" if meant else f"find_matching_capacities({named})"
        )
        raise RequestError(
            f"Requirements {requirements_id} are not for task {task_id}: call {advice}, or leave requirements_id out "
            "to prepare this task."
        )
    return pending


def _opening(pending: PendingRequirement, extraction: Extraction) -> str:
    lines = [f"Prepared from task {extraction.requirement.task_id}; nothing is searched yet."]
    if extraction.unclear:
        step = f"update_requirements(requirements_id={pending.requirements_id})"
        lines.append(f"Unclear, ask the person and set it with {step}: {extraction.unclear_in_words}.")
    return "\n\n".join([*lines, *extraction.unscored.in_words])


def _shown(call: Call, pending: PendingRequirement, opening: str, outcome: str, read: Task | None) -> Answer:
    """Return the review; of a task that is `read`, with what its text tells besides and the call that takes it in."""
    step = None
    if read is not None and (told := told_besides(call, read, pending.requirement)):
        taking = f"extract_requirements(task_id={read.task_id}, requirements_id={pending.requirements_id})"
        opening += f"\n\nIts text also {told}"
        opening += f"; {taking} takes that in." if is_searchable(pending.requirement) else "."
        step = f"Next: {taking} takes in what the text names."
    review = show(call, pending, opening, step)
    requirement = RequirementAnswer.model_validate(review.data.model_dump())
    data = TaskSearch(outcome=outcome, requirements_id=pending.requirements_id, requirement=requirement)
    return Answer(review.text, data)


def _searched(answer: Answer) -> Answer:
    return Answer(answer.text, TaskSearch(outcome="searched", **answer.data.model_dump()), answer.dataset)
