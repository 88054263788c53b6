"""Comparing the skills that a task lists with those that its description shows."""

from typing import TYPE_CHECKING

from teamlandkarte.index.counting import counted
from teamlandkarte.index.scoring import MICRO
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.answers.markdown import one_line, score, table
from teamlandkarte.server.answers.room import DEFAULT_BYTES, data_size, fitting
from teamlandkarte.server.open_tasks import Task, find_task
from teamlandkarte.server.service import Call
from teamlandkarte.server.tasks.task_answers import SkillCheck, TaskValidation
from teamlandkarte.server.things import thing

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
        advice = (
            "The task lists no skill and its description shows none: call find_capacities_for_task(task_id="
            f"{task.task_id}), which asks for what is missing."
        )
        return Answer(f"No requirements found in task {task.task_id}. {advice}", data)
    rest = f" showing {len(shown)} of {len(checks)}." if len(shown) < len(checks) else ""
    both = sum(check.in_list and check.in_description for check in checks)
    summary = f"{counted(len(checks), 'skill')}, {both} of them in both places.{rest} Nothing is changed by this check."
    steps = _next_steps(call, task, in_text_alone=not all(check.in_list for check in checks))
    parts = (table(_HEADER, map(_cells, shown)), summary, "## Next steps", "\n".join(f"- {step}" for step in steps))
    return Answer("\n\n".join(parts), data)


def _next_steps(call: Call, task: Task, *, in_text_alone: bool) -> list[str]:
    """Return what prepares the task's requirement and reads its text into it, never into another open one."""
    pending = call.service.requirements.for_task(task.task_id, call.caller)
    to_task = f"Call find_capacities_for_task(task_id={task.task_id}) to"
    if pending is None:
        offered = ", which offers to take in what only the description names" if in_text_alone else ""
        return [f"{to_task} prepare its requirement{offered}."]
    taking = f"extract_requirements(task_id={task.task_id}, requirements_id={pending.requirements_id})"
    take_in = [f"Call {taking} to take in what only the description names."] if in_text_alone else []
    return [*take_in, f"{to_task} go on with its requirement."]


def _checks(call: Call, task: Task) -> list[SkillCheck]:
    from teamlandkarte.index.terms import find_terms

    vocabulary = call.dataset.competences
    in_text: dict[int | str, Finding] = {}
    for found in find_terms(task.description, vocabulary, encoder=call.dataset.encoder):
        in_text.setdefault(thing(found.term, vocabulary), found)
    in_list = {skill: thing(skill, vocabulary) for skill in task.skills}
    checks = [_check(skill, in_text.get(meant), in_list=True) for skill, meant in in_list.items()]
    unlisted = [found for meant, found in in_text.items() if meant not in in_list.values()]
    return checks + [_check(found.term, found, in_list=False) for found in unlisted]


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
