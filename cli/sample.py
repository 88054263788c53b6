"""`teamlandkarte sample`: write a sample lake."""

import datetime as dt
from pathlib import Path
from typing import Annotated

import typer

from teamlandkarte.cli.options import MOST, day, named_path, whole_number
from teamlandkarte.cli.run import SAMPLE_PEOPLE, SAMPLE_SEED, SAMPLE_TASKS
from teamlandkarte.index.counting import counted


def sample(
    folder: Annotated[
        Path, typer.Argument(parser=named_path, metavar="DIR", help="The folder to write, one Parquet file per table")
    ],
    people: Annotated[int, whole_number(1, MOST, "How many capacities")] = SAMPLE_PEOPLE,
    tasks: Annotated[int, whole_number(1, MOST, "How many tasks")] = SAMPLE_TASKS,
    seed: Annotated[int, whole_number(0, MOST, "Equal seeds (and days) write equal lakes")] = SAMPLE_SEED,
    today: Annotated[dt.date | None, day("The day all dates lie around; else this day")] = None,
) -> None:
    """Write a sample lake that looks like a German infrastructure and IT organisation."""
    from teamlandkarte.cli.progress import shown
    from teamlandkarte.etl.sample import write_sample_lake
    from teamlandkarte.index.versions import utc_now

    with shown() as progress:
        today = today or utc_now().date()
        write_sample_lake(folder, people=people, tasks=tasks, seed=seed, progress=progress, today=today)
    typer.echo(f"Sample lake with {counted(people, 'person', 'people')} and {counted(tasks, 'task')}: {folder}")
