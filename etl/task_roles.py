"""The roles that the lake's tasks seek: found in title and description, since tasks store none."""

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb

from teamlandkarte.etl.indexes import PlannedIndex
from teamlandkarte.etl.progress import Progress
from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.calibration import Calibration
from teamlandkarte.index.embedding import LOCAL_MODEL
from teamlandkarte.index.roles import TaskReading, candidates
from teamlandkarte.index.snapshot import statement
from teamlandkarte.index.vectors import VectorIndex
from teamlandkarte.index.vocabulary import Vocabulary

_CANDIDATES = 5


@dataclass(frozen=True)
class TaskText:
    """What a task's roles are found in."""

    task_id: str
    title: str
    description: str


@dataclass(frozen=True)
class TaskRole:
    """A role that a task may seek; `position` counts from 1, `score` is in micro-units."""

    task_id: str
    position: int
    role: str
    role_term_id: int
    score: int
    evidence: str


def task_texts(scratch: duckdb.DuckDBPyConnection) -> list[TaskText]:
    """Return the texts of the validated tasks."""
    return [TaskText(*row) for row in scratch.execute(statement("teamlandkarte.etl", "task_texts")).fetchall()]


def find_task_roles(
    texts: Sequence[TaskText], planned: PlannedIndex, index: VectorIndex, aliases: Aliases, progress: Progress
) -> list[TaskRole]:
    """Return the role candidates of every task, best first; `planned`, `index` and `aliases` are those of the roles.

    A title that names no role is compared by meaning where the index is of the local model: a remote one embeds the
    vocabulary only.

    Raises:
        EmbeddingError: a title could not be embedded.
    """
    roles = Vocabulary(
        planned.terms.terms,
        index.vectors,
        model=planned.entry.model,
        calibration=Calibration.from_json(planned.entry.calibration),
        aliases=aliases,
        encoder=planned.embedder,
    )
    progress.phase("task roles", len(texts))
    readings = []
    for text in texts:
        readings.append(TaskReading.of(text.title, text.description, roles))
        progress.advance(1)
    by_meaning = planned.entry.model == LOCAL_MODEL
    if by_meaning:
        roles.prepare([headline for reading in readings for headline in reading.headlines])
    return [
        TaskRole(text.task_id, position, role.role, role.term_id, role.score, role.evidence)
        for text, reading in zip(texts, readings, strict=True)
        for position, role in enumerate(candidates(reading, roles, _CANDIDATES, by_meaning=by_meaning), start=1)
    ]
