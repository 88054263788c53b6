"""Comparing the skills that a task lists with those that its description shows."""

from typing import TYPE_CHECKING

from teamlandkarte.index.scoring import MICRO
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.answers.markdown import one_line, score, table
from teamlandkarte.server.answers.room import DEFAULT_BYTES, data_size, fitting
from teamlandkarte.server.open_tasks import Task, find_task
from teamlandkarte.server.service import Call
from teamlandkarte.server.tasks.task_answers import SkillCheck, TaskValidation

if TYPE_CHECKING:
    from teamlandkarte.index.terms import Finding

_HEADER = ("Skill", "Where", "Words that show it", "Similarity")
_NONE = "–"
_WHERE = {
    (True, True): "both",
    (True, False): "in the task's list",
    (False, True): "in the description",
}


def validate_task_requirements(call: Call, *, task_id: str) -> Answer:
    """Say of each skill whether the task lists it, its description shows it, or both."""
    task = find_task(call.dataset.snapshot, task_id)
    checks = _checks(call, task)
    shown = fitting(checks, DEFAULT_BYTES, data_size)
    data = TaskValidation(task_id=task.task_id, skills=shown)
    if not checks:
        capture = f"collect_structured_requirement_data(task_id={task.task_id}, competences=[…])"
        advice = f"The task lists no skill and its description shows none: ask the person, then call {capture}."
        return Answer(f"No requirements found in task {task.task_id}. {advice}", data)
    rest = f" showing {len(shown)} of {len(checks)}." if len(shown) < len(checks) else ""
    both = sum(check.in_list and check.in_description for check in checks)
    summary = f"{len(checks)} skills, {both} of them in both places.{rest} Nothing is changed by this check."
    steps = []
    if any(check.in_list for check in checks):
        steps.append(
            f"- Call find_capacities_for_task(task_id={task.task_id}) to prepare its requirement from its list."
        )
    if not all(check.in_list for check in checks):
        steps.append(f"- Call {_reading(call, task)} to take in what only the description names.")
    parts = (table(_HEADER, map(_cells, shown)), summary, "## Next steps", "\n".join(steps))
    return Answer("\n\n".join(parts), data)


def _reading(call: Call, task: Task) -> str:
    """Return the call that reads a task's text into its requirement, the open one if there is one."""
    pending = call.service.requirements.for_task(task.task_id, call.caller)
    named = f", requirements_id={pending.requirements_id}" if pending else ""
    return f"extract_requirements(task_id={task.task_id}{named})"


def _checks(call: Call, task: Task) -> list[SkillCheck]:
    from teamlandkarte.index.terms import find_terms

    vocabulary = call.dataset.competences
    named = find_terms(task.description, vocabulary, encoder=call.dataset.encoder)
    shown: dict[int, Finding] = {found.term_id: found for found in named}
    checks = []
    for skill in task.skills:
        term_id = vocabulary.id_of(skill)
        checks.append(_check(skill, shown.pop(term_id, None) if term_id is not None else None, in_list=True))
    return checks + [_check(found.term, found, in_list=False) for found in shown.values()]


def _check(skill: str, found: "Finding | None", *, in_list: bool) -> SkillCheck:
    return SkillCheck(
        skill=one_line(skill, 80),
        in_list=in_list,
        in_description=found is not None,
        words=one_line(found.words, 120) if found else None,
        similarity=found.similarity / MICRO if found else None,
    )


def _cells(check: SkillCheck) -> list[str]:
    similarity = _NONE if check.similarity is None else score(round(check.similarity * MICRO))
    return [check.skill, _WHERE[check.in_list, check.in_description], check.words or _NONE, similarity]
