"""Looking at open tasks: the list, and one task in full."""

import datetime as dt
from collections.abc import Sequence

from teamlandkarte.index.roles import RoleCandidate
from teamlandkarte.index.scoring import MICRO
from teamlandkarte.server import wording
from teamlandkarte.server.answer import Answer
from teamlandkarte.server.ground import moment
from teamlandkarte.server.markdown import (
    MOST_BYTES,
    MOST_ROWS,
    cut,
    data_block,
    day,
    fitting,
    listed,
    one_line,
    room_for,
    score,
    showing,
    table,
)
from teamlandkarte.server.service import Call
from teamlandkarte.server.task_answers import RoleScore, TaskDetails, TaskList, TaskSummary
from teamlandkarte.server.tasks import Task, find_task, open_tasks

_HEADER = ("ID", "Title", "Start", "End", "Created", "Skills")
_TITLE_LENGTH = 120
_SKILLS_LISTED = 10
_SKILLS_IN_FULL = 150
_SKILL_LENGTH = 60
_ROOM_FOR_MARKS = 500


def list_open_tasks(call: Call, *, limit: int, offset: int, query: str | None, created_since: dt.date | None) -> Answer:
    """List the open tasks, newest first, whose title or skills contain every word of the query."""
    tasks = [
        task
        for task in open_tasks(call.dataset.snapshot, created_since)
        if query is None or wording.contains(query, " ".join((task.title, *task.skills)))
    ]
    wanted = [(_cells(task, _SKILLS_LISTED), _summary(task)) for task in tasks[offset : offset + min(limit, MOST_ROWS)]]
    shown = fitting(wanted, room_for(limit), _size)
    following = offset + len(shown)
    data = TaskList(
        tasks=[summary for _, summary in shown],
        total=len(tasks),
        offset=offset,
        next_offset=following if shown and following < len(tasks) else None,
    )
    parts = [f"Open tasks: {showing(len(shown), len(tasks), offset)} Narrow with query or created_since."]
    if shown:
        parts.insert(0, table(_HEADER, [cells for cells, _ in shown]))
        parts.append("## Next steps\n\n- Call get_task_details(task_id=…) to see a task in full.")
    elif offset:
        parts.append(f"There is no row {offset + 1}; begin with offset=0.")
    else:
        parts.append("No open task fits: leave out query or created_since, or use other words.")
    return Answer("\n\n".join(parts), data)


def get_task_details(call: Call, *, task_id: str) -> Answer:
    """Show one task: its facts, its description, the roles found in it."""
    task = find_task(call.dataset.snapshot, task_id)
    parts = [table(_HEADER, [_cells(task, _SKILLS_IN_FULL)]), "## Description: (none)", _roles_section(task.roles)]
    parts.append("## Next steps\n\n" + "\n".join(f"- {step}" for step in _next_steps(task)))
    room = MOST_BYTES - len("\n\n".join(parts).encode()) - _ROOM_FOR_MARKS
    description = cut(task.description, room, "the rest does not fit an answer")
    if description:
        parts[1] = f"## Description\n\n{data_block(description, call.service.new_id())}"
    data = TaskDetails(
        task_id=task.task_id,
        title=one_line(task.title),
        start_date=task.start_date,
        end_date=task.end_date,
        created_at=task.created_at,
        skills=[one_line(skill, _SKILL_LENGTH) for skill in task.skills[:_SKILLS_IN_FULL]],
        description=description or None,
        description_cut=description != task.description,
        role_candidates=[role_score(candidate) for candidate in task.roles],
    )
    return Answer("\n\n".join(parts), data)


def role_score(candidate: RoleCandidate) -> RoleScore:
    """Return a role candidate as data."""
    return RoleScore(
        role=one_line(candidate.role, 80),
        score=candidate.score / MICRO,
        evidence=one_line(candidate.evidence, 200),
    )


def role_table(candidates: Sequence[RoleCandidate]) -> str:
    """Return role candidates as a table."""
    rows = [[one_line(c.role, 80), score(c.score), one_line(c.evidence, 200)] for c in candidates]
    return table(("Role", "Score", "Evidence"), rows)


def _roles_section(candidates: Sequence[RoleCandidate]) -> str:
    if not candidates:
        return "## Role candidates: (none)"
    return f"## Role candidates\n\n{role_table(candidates)}"


def _next_steps(task: Task) -> list[str]:
    return [
        f"Call find_capacities_for_task(task_id={task.task_id}) to prepare its requirement and find people.",
        f"Call infer_primary_role(task_id={task.task_id}) to settle the role.",
        f"Call validate_task_requirements(task_id={task.task_id}) to compare its skills with its description.",
    ]


def _cells(task: Task, most_skills: int) -> list[str]:
    return [
        task.task_id,
        one_line(task.title, _TITLE_LENGTH),
        day(task.start_date),
        day(task.end_date),
        moment(task.created_at) if task.created_at else day(None),
        listed(task.skills, most_skills, _SKILL_LENGTH) or "–",
    ]


def _summary(task: Task) -> TaskSummary:
    skills = [one_line(skill, _SKILL_LENGTH) for skill in task.skills[:_SKILLS_LISTED]]
    return TaskSummary(
        task_id=task.task_id,
        title=one_line(task.title, _TITLE_LENGTH),
        start_date=task.start_date,
        end_date=task.end_date,
        created_at=task.created_at,
        skills=skills,
        more_skills=len(task.skills) - len(skills),
    )


def _size(row: tuple[Sequence[str], TaskSummary]) -> int:
    cells, summary = row
    return max(sum(len(text.encode()) + 3 for text in cells), len(summary.model_dump_json(exclude_none=True).encode()))
