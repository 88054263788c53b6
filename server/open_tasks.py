"""Open tasks as the snapshot holds them, and what a task asks for."""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from teamlandkarte.index.errors import NotFoundError
from teamlandkarte.index.lake_ids import join_key
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.server.answers.markdown import one_line
from teamlandkarte.server.things import spelled
from teamlandkarte.server.toolset.unknown_ids import way_to_id

if TYPE_CHECKING:
    from teamlandkarte.index.roles import RoleCandidate
    from teamlandkarte.index.snapshot import Snapshot
    from teamlandkarte.index.vocabulary import Vocabulary

SQL = "teamlandkarte.server"


@dataclass(frozen=True)
class Task:
    """One open task; `skills` in the order of the lake, `roles` best first, `description` empty in lists."""

    task_id: str
    title: str
    start_date: dt.date | None
    end_date: dt.date | None
    created_at: dt.datetime | None
    skills: tuple[str, ...]
    roles: "tuple[RoleCandidate, ...]" = ()
    description: str = ""

    @property
    def primary_role(self) -> "RoleCandidate | None":
        """The one role that it clearly seeks."""
        from teamlandkarte.index.roles import primary

        return primary(list(self.roles))

    @property
    def text(self) -> str:
        """The title, then the description."""
        return "\n\n".join(part for part in (self.title, self.description) if part)

    def requirement(self, vocabulary: "Vocabulary") -> Requirement:
        """Return what it asks for: its skills, each once and ideal, its role if that is clear, its dates."""
        role = self.primary_role
        return Requirement(
            description=one_line(self.title),
            role_names=(role.role,) if role else (),
            competences=spelled(self.skills, vocabulary),
            date_start=self.start_date,
            date_end=self.end_date,
            task_id=self.task_id,
        )


def find_task(snapshot: "Snapshot", task_id: str) -> Task:
    """Return one task; an id from Salesforce may come in its form of 15 or of 18 characters.

    Raises:
        NotFoundError: There is no such open task.
    """
    key = join_key(task_id)
    for row in snapshot.rows(SQL, "find_task", task_id=task_id, join_key=key):
        if join_key(row["task_id"]) == key:
            (task,) = _tasks(snapshot, [row], row["task_id"])
            return task
    raise NotFoundError(f"Task not found: {one_line(task_id, 80)}; {way_to_id(task_id, 'list_open_tasks')}")


def open_tasks(snapshot: "Snapshot", created_since: dt.date | None = None) -> list[Task]:
    """Return the open tasks without their descriptions, newest first, ties by id."""
    return _tasks(snapshot, snapshot.rows(SQL, "find_open_tasks", created_since=created_since))


def _tasks(snapshot: "Snapshot", rows: Sequence[dict[str, Any]], task_id: str | None = None) -> list[Task]:
    """Return the tasks of these rows with their skills and roles; `task_id` is that of the only one, if it is one."""
    from teamlandkarte.index.roles import RoleCandidate

    skills: dict[str, list[str]] = defaultdict(list)
    for found in snapshot.rows(SQL, "find_task_skills", task_id=task_id):
        skills[found["task_id"]].append(found["skill"])
    roles: dict[str, list[RoleCandidate]] = defaultdict(list)
    for found in snapshot.rows(SQL, "find_task_roles", task_id=task_id):
        candidate = RoleCandidate(found["role"], found["role_term_id"], found["score"], found["evidence"])
        roles[found["task_id"]].append(candidate)
    return [
        Task(
            task_id=row["task_id"],
            title=row["title"],
            start_date=row["start_date"],
            end_date=row["end_date"],
            created_at=row["created_at"].replace(tzinfo=dt.UTC) if row["created_at"] else None,
            skills=tuple(skills[row["task_id"]]),
            roles=tuple(roles[row["task_id"]]),
            description=row.get("description") or "",
        )
        for row in rows
    ]
