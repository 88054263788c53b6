"""Looking at open tasks: the list, and one task in full."""

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING

from teamlandkarte.index.scoring import MICRO
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.answers.ground import moment
from teamlandkarte.server.answers.markdown import data_block, day, listed, one_line, score, showing, table
from teamlandkarte.server.answers.room import (
    MOST_BYTES,
    TOO_LONG,
    cut,
    data_size,
    entry_size,
    fitting_rows,
    left_out,
    most_rows,
    shared,
    shortened,
    shorter,
    size,
)
from teamlandkarte.server.open_tasks import Task, find_task, open_tasks
from teamlandkarte.server.service import Call
from teamlandkarte.server.tasks.task_answers import RoleScore, TaskDetails, TaskList, TaskSummary
from teamlandkarte.server.tasks.task_words import Found, meant

if TYPE_CHECKING:
    from teamlandkarte.index.roles import RoleCandidate

_HEADER = ("ID", "Title", "Start", "End", "Created", "Skills")
_LIST_STEPS = """## Next steps

- Call get_task_details(task_id=…) to see a task in full.
- Call find_capacities_for_task(task_id=…) to find people for a task."""
_TITLE_LENGTH = 120
_SKILLS_LISTED = 10
_LONG_TITLE = 2_000
_LONG_SKILL = 200
_SKILL_LENGTH = 60
_ROOM_FOR_MARKS = 500


def list_open_tasks(call: Call, *, limit: int, offset: int, query: str | None, created_since: dt.date | None) -> Answer:
    """List the open tasks, newest first, that the query means: all words of title or skills, or an id."""
    every = open_tasks(call.dataset.snapshot, created_since)
    tasks, alike = Found(every) if query is None else meant(query, every, call.dataset)
    page = tasks[offset : offset + most_rows(limit)]
    shown = fitting_rows(((_summary(task), _cells(task)) for task in page), limit)
    following = offset + len(shown)
    data = TaskList(
        tasks=[summary for summary, _ in shown],
        total=len(tasks),
        offset=offset,
        next_offset=following if shown and following < len(tasks) else None,
    )
    where = "" if query is None else " by id or by words of title and skills"
    parts = [f"Open tasks{where}: {showing(len(shown), len(tasks), offset)}"]
    if shown:
        parts[0] += " Narrow with query or created_since."
        parts.insert(0, table(_HEADER, [cells for _, cells in shown]))
        parts += ["No task contains these words; those shown have words spelled alike."] if alike else []
        parts.append(_LIST_STEPS)
    elif offset:
        parts.append(f"There is no row {offset + 1}; begin with offset=0.")
    else:
        parts.append(f"No open task fits: {_other_ways(query, created_since)}.")
    return Answer("\n\n".join(parts), data)


def _other_ways(query: str | None, created_since: dt.date | None) -> str:
    """Return what to ask for instead where no task fits."""
    words = "use other words, since descriptions are not searched" if query is not None else ""
    day = "leave out created_since or name an earlier day" if created_since else ""
    return ", or ".join(way for way in (words, day) if way) or "there is none"


def get_task_details(call: Call, *, task_id: str) -> Answer:
    """Show one task: its facts, its description, the roles found in it."""
    task = find_task(call.dataset.snapshot, task_id)
    boundary = call.service.new_id()
    whole = TaskDetails(
        task_id=task.task_id,
        title=one_line(task.title, _LONG_TITLE),
        start_date=task.start_date,
        end_date=task.end_date,
        created_at=task.created_at,
        skills=[one_line(skill, _LONG_SKILL) for skill in task.skills],
        description=task.description or None,
        role_candidates=[role_score(candidate) for candidate in task.roles],
        cut=False,
    )
    data = _fitted(whole, task, boundary)
    return Answer(_details_text(data, task, boundary), data)


def _fitted(whole: TaskDetails, task: Task, boundary: str) -> TaskDetails:
    """Return what one answer can hold: everything, or skills and description cut to share the room."""
    empty = whole.model_copy(update={"skills": [], "description": "…"})
    fixed = max(len(_details_text(empty, task, boundary).encode()), data_size(empty))
    room = MOST_BYTES - fixed - _ROOM_FOR_MARKS
    wanted = [sum(map(entry_size, whole.skills)), size(whole.description)]
    rooms = shared(wanted, room)
    parts = {
        "skills": shortened(whole.skills, rooms[0], entry_size, shorter),
        "description": cut(whole.description, rooms[1], TOO_LONG) if whole.description else None,
    }
    return whole.model_copy(update={**parts, "cut": sum(wanted) > room})


def _details_text(data: TaskDetails, task: Task, boundary: str) -> str:
    skills = ", ".join([*data.skills, *left_out(data.skills, task.skills)]) or "–"
    cells = [data.task_id, data.title, *_dates(task), skills]
    parts = [
        table(_HEADER, [cells]),
        f"## Description\n\n{data_block(data.description, boundary)}" if data.description else "## Description: (none)",
        _roles_section(task.roles),
        "## Next steps\n\n" + "\n".join(f"- {step}" for step in _next_steps(task)),
    ]
    return "\n\n".join(parts)


def role_score(candidate: "RoleCandidate") -> RoleScore:
    """Return a role candidate as data."""
    return RoleScore(
        role=one_line(candidate.role, 80),
        score=candidate.score / MICRO,
        evidence=one_line(candidate.evidence, 200),
    )


def role_table(candidates: "Sequence[RoleCandidate]") -> str:
    """Return role candidates as a table."""
    rows = [[one_line(c.role, 80), score(c.score), one_line(c.evidence, 200)] for c in candidates]
    return table(("Role", "Score", "Evidence"), rows)


def _roles_section(candidates: "Sequence[RoleCandidate]") -> str:
    if not candidates:
        return "## Role candidates: (none)"
    return f"## Role candidates\n\n{role_table(candidates)}"


def _next_steps(task: Task) -> list[str]:
    role = [f"Call infer_primary_role(task_id={task.task_id}) to settle the role."] if task.roles else []
    return [
        f"Call find_capacities_for_task(task_id={task.task_id}) to prepare its requirement and find people.",
        *role,
        f"Call validate_task_requirements(task_id={task.task_id}) to compare its skills with its description.",
    ]


def _cells(task: Task) -> list[str]:
    skills = listed(task.skills, _SKILLS_LISTED, _SKILL_LENGTH) or "–"
    return [task.task_id, one_line(task.title, _TITLE_LENGTH), *_dates(task), skills]


def _dates(task: Task) -> list[str]:
    created = moment(task.created_at) if task.created_at else day(None)
    return [day(task.start_date), day(task.end_date), created]


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
