"""Writes the sample lake: Parquet files named like the lake's tables, and a marker that says what they are."""

import datetime as dt
import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from teamlandkarte.etl.sample.broken_rows import add_broken_capacities, add_broken_tasks
from teamlandkarte.etl.sample.people import capacities as drawn_capacities
from teamlandkarte.etl.sample.rows import LakeRows
from teamlandkarte.etl.sample.tables import TableFiles
from teamlandkarte.etl.sample.tasks import PUBLISHED
from teamlandkarte.etl.sample.tasks import tasks as drawn_tasks
from teamlandkarte.etl.sample.vocabulary import Vocabulary, sample_vocabulary
from teamlandkarte.index.errors import RequestError

MARKER = "SAMPLE_LAKE.json"
REFERENCE_DAY = dt.date(2026, 12, 1)  # a fixed day: the same seed gives the same lake whenever it is written

_BROKEN_EVERY = 500  # kept records between two sets of broken rows; the first one always brings a set
_STEP = 500  # kept records between two reports of progress

Progress = Callable[[int, int], None]


def write_sample_lake(  # noqa: PLR0913
    folder: Path,
    *,
    people: int,
    tasks: int,
    seed: int,
    progress: Progress | None = None,
    today: dt.date = REFERENCE_DAY,
) -> None:
    """Write a lake of invented people and tasks into a folder, in place of a sample lake that is there.

    `people` and `tasks` count what a refresh keeps: deleted capacities, tasks in other states and rows that break a
    rule come on top. The same numbers, seed and day give the same lake; all dates lie around `today`. `progress` is
    told how many records of how many are written. The folder is complete or untouched.

    Raises:
        RequestError: a number is negative, or the folder holds something other than a sample lake.
    """
    if people < 0 or tasks < 0:
        raise RequestError(f"A sample lake cannot have {min(people, tasks)} records; give 0 or more.")
    _refuse_foreign(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        lake = staging / "lake"
        lake.mkdir()
        with TableFiles(lake) as files:
            report = _Report(progress, people + tasks)
            vocabulary = sample_vocabulary()
            rows = LakeRows(files, vocabulary, _random(seed, "rows"))
            _add_people(rows, people, (vocabulary, _random(seed, "people"), today), report)
            _add_tasks(rows, tasks, (vocabulary, _random(seed, "tasks"), today), report)
        marker = {"seed": seed, "people": people, "tasks": tasks, "today": today.isoformat()}
        (lake / MARKER).write_text(json.dumps(marker, indent=2) + "\n", encoding="utf-8")
        if folder.exists():
            folder.rename(staging / "replaced")
        lake.rename(folder)
    finally:
        shutil.rmtree(staging)


class _Report:
    """Counts the records that a refresh keeps and reports every step and the end."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress = progress
        self._total = total
        self._done = 0

    def advance(self) -> None:
        self._done += 1
        if self._progress and (self._done % _STEP == 0 or self._done == self._total):
            self._progress(self._done, self._total)


_Drawn = tuple[Vocabulary, Random, dt.date]


def _add_people(rows: LakeRows, people: int, drawn: _Drawn, report: _Report) -> None:
    kept = 0
    for capacity in drawn_capacities(people, *drawn):
        capacity_id = rows.add_capacity(capacity)
        if capacity.deletion_reason is None:
            if kept % _BROKEN_EVERY == 0:
                add_broken_capacities(rows, capacity_id, capacity)
            kept += 1
            report.advance()


def _add_tasks(rows: LakeRows, tasks: int, drawn: _Drawn, report: _Report) -> None:
    kept = 0
    for task in drawn_tasks(tasks, *drawn):
        task_id = rows.add_task(task)
        if task.status == PUBLISHED:
            if kept % _BROKEN_EVERY == 0:
                add_broken_tasks(rows, task_id, task, drawn[0])
            kept += 1
            report.advance()


def _random(seed: int, purpose: str) -> Random:
    """Return a generator of its own per purpose, so that more people leave the content of the tasks as it is."""
    return Random(f"{seed}:{purpose}")  # noqa: S311


def _refuse_foreign(folder: Path) -> None:
    if folder.is_dir() and (not any(folder.iterdir()) or (folder / MARKER).is_file()):
        return
    if folder.exists():
        raise RequestError(
            f"{folder.name!r} is not empty and holds no sample lake; it stays as it is. Name a new or empty folder."
        )
