"""`teamlandkarte sample`: write a sample lake."""

import datetime as dt
from pathlib import Path
from typing import Annotated

import typer

from teamlandkarte.cli.run import SAMPLE_PEOPLE, SAMPLE_SEED, SAMPLE_TASKS


def sample(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write, one Parquet file per table")],
    people: Annotated[int, typer.Option(min=1, help="How many capacities")] = SAMPLE_PEOPLE,
    tasks: Annotated[int, typer.Option(min=1, help="How many tasks")] = SAMPLE_TASKS,
    seed: Annotated[int, typer.Option(help="Equal seeds (and days) write equal lakes")] = SAMPLE_SEED,
    today: Annotated[
        dt.datetime | None,
        typer.Option(formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="The day all dates lie around; else this day"),
    ] = None,
) -> None:
    """Write a sample lake that looks like a German infrastructure and IT organisation."""
    from teamlandkarte.cli.progress import shown
    from teamlandkarte.etl.sample import write_sample_lake
    from teamlandkarte.index.versions import utc_now

    with shown() as progress:
        day = (today or utc_now()).date()
        write_sample_lake(folder, people=people, tasks=tasks, seed=seed, progress=progress, today=day)
    typer.echo(f"Sample lake with {people:,} people and {tasks:,} tasks: {folder}")
