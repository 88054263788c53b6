"""Who fits each open task, all tasks at once: the report of a night."""

from pydantic import BaseModel

from teamlandkarte.index.scoring import MICRO
from teamlandkarte.server.answers.markdown import one_line
from teamlandkarte.server.capacities import capacities_of
from teamlandkarte.server.open_tasks import open_tasks
from teamlandkarte.server.service import Call

_TITLE_LENGTH = 100


class Fitting(BaseModel):
    """One of the best people for a task."""

    capacity_id: str
    owner: str
    score: float
    category: str


class TaskCoverage(BaseModel):
    """How many people of each category a task has, and who is best; `counts` is None where it asks for nothing."""

    task_id: str
    title: str
    counts: dict[str, int] | None
    best: list[Fitting]


class Coverage(BaseModel):
    """The open tasks, newest first, each searched over everyone."""

    dataset_version: str
    searched: int
    tasks: list[TaskCoverage]


def coverage(call: Call, limit: int) -> Coverage:
    """Rank everyone for every open task and name up to `limit` people for each."""
    tasks = open_tasks(call.dataset.snapshot)
    requirements = {task.task_id: task.requirement(call.dataset.competences) for task in tasks}
    demanding = [one for one in requirements.values() if one.competences or one.role_names]
    matcher = call.dataset.matcher(call.service.config.matching)
    found: dict[str | None, tuple[dict[str, int], list[Fitting]]] = {}
    for requirement, ranking in zip(demanding, matcher.rank_all(demanding), strict=True):
        counts = {category.value: count for category, count in ranking.counts.items()}
        rows = ranking.best(limit).tolist()
        found[requirement.task_id] = (
            counts,
            [
                Fitting(
                    capacity_id=person.capacity_id,
                    owner=person.owner,
                    score=int(ranking.overall[row]) / MICRO,
                    category=ranking.category(row).value,
                )
                for row, person in zip(rows, capacities_of(call.dataset, rows), strict=True)
            ],
        )
    covered = []
    for task in tasks:
        counted, best = found.get(task.task_id, (None, []))
        title = one_line(task.title, _TITLE_LENGTH)
        covered.append(TaskCoverage(task_id=task.task_id, title=title, counts=counted, best=best))
    return Coverage(dataset_version=call.dataset.id, searched=len(call.dataset.people), tasks=covered)
