"""Writes the sample lake: Parquet files named like the lake's tables, and a marker that says what they are."""

import datetime as dt
import json
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from teamlandkarte.etl.duckdb_lake import SAMPLE_MARKER
from teamlandkarte.etl.lake_tables import PUBLISHED
from teamlandkarte.etl.progress import Progress, Silence
from teamlandkarte.etl.sample.broken_rows import add_broken_capacities, add_broken_tasks
from teamlandkarte.etl.sample.people import Capacity, People
from teamlandkarte.etl.sample.rows import LakeRows
from teamlandkarte.etl.sample.staff import Staff
from teamlandkarte.etl.sample.tables import TableFiles
from teamlandkarte.etl.sample.tasks import Task, Tasks
from teamlandkarte.etl.sample.vocabulary import sample_vocabulary
from teamlandkarte.index.errors import RequestError

REFERENCE_DAY = dt.date(2026, 12, 1)  # a fixed day: the same seed gives the same lake whenever it is written

_BROKEN_EVERY = 500  # kept records between two sets of broken rows; the first one always brings a set


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
    rule come on top. The same numbers, seed and day give the same lake; all dates lie around `today`. `progress` hears
    of each of those records. The folder is complete or untouched.

    Raises:
        RequestError: a number is negative, the folder holds something other than a sample lake or cannot be written.
    """
    if people < 0 or tasks < 0:
        raise RequestError(f"A sample lake cannot have {min(people, tasks)} records; give 0 or more.")
    folder = folder.resolve()
    recipe = _Recipe(seed, people, tasks, today)
    try:
        _refuse_foreign(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as staging:
            lake = Path(staging) / "lake"
            lake.mkdir()
            _write(lake, recipe, progress or Silence())
            _move_into_place(lake, folder, Path(staging) / "replaced")
    except (OSError, UnicodeEncodeError) as exc:
        odd = "its path is not named in UTF-8"
        reason = odd if isinstance(exc, UnicodeEncodeError) else exc.strerror or "the system refused"
        raise RequestError(f"The sample lake {folder.name!r} could not be written: {reason}. Name another.") from exc


@dataclass(frozen=True)
class _Recipe:
    """What a lake follows from; the marker says it."""

    seed: int
    people: int
    tasks: int
    today: dt.date

    def random(self, purpose: str) -> Random:
        """Return a generator of its own per purpose, so that more people leave the content of the tasks as it is."""
        return Random(f"{self.seed}:{purpose}")  # noqa: S311


def _write(lake: Path, recipe: _Recipe, progress: Progress) -> None:
    vocabulary, today = sample_vocabulary(), recipe.today
    people = People(vocabulary, recipe.random("people"), today)
    tasks = Tasks(vocabulary, recipe.random("tasks"), today)
    progress.phase("sample lake", recipe.people + recipe.tasks)
    with TableFiles(lake) as files:
        rows = LakeRows(files, vocabulary, recipe.random("rows"))
        staff = Staff(files, vocabulary, recipe.random("staff"), today)
        staff.add_guests()
        _add_people(rows, staff, people.capacities(recipe.people), progress)
        _add_tasks(rows, tasks.tasks(recipe.tasks), progress)
    marker = json.dumps(asdict(recipe) | {"today": today.isoformat()}, indent=2)
    (lake / SAMPLE_MARKER).write_text(f"{marker}\n", encoding="utf-8")


def _add_people(rows: LakeRows, staff: Staff, capacities: Iterator[Capacity], progress: Progress) -> None:
    kept = 0
    for capacity in capacities:
        capacity_id = rows.add_capacity(capacity)
        if capacity.deletion_reason is None:
            if kept % _BROKEN_EVERY == 0:
                add_broken_capacities(rows, capacity_id, capacity)
            staff.consider(capacity)
            kept += 1
            progress.advance(1)


def _add_tasks(rows: LakeRows, tasks: Iterator[Task], progress: Progress) -> None:
    kept = 0
    for task in tasks:
        task_id = rows.add_task(task)
        if task.status == PUBLISHED:
            if kept % _BROKEN_EVERY == 0:
                add_broken_tasks(rows, task_id, task)
            kept += 1
            progress.advance(1)


def _move_into_place(lake: Path, folder: Path, aside: Path) -> None:
    if folder.exists():
        folder.rename(aside)
    try:
        lake.rename(folder)
    except OSError:
        if aside.exists():
            aside.rename(folder)
        raise


def _refuse_foreign(folder: Path) -> None:
    if folder.is_dir() and (not any(folder.iterdir()) or (folder / SAMPLE_MARKER).is_file()):
        return
    if folder.exists():
        raise RequestError(
            f"{folder.name!r} is not empty and holds no sample lake; it stays as it is. Name a new or empty folder."
        )
