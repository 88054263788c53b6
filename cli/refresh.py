"""`teamlandkarte refresh`: one refresh run, from the lake to a published dataset version."""

import json
import logging
from typing import Annotated

import typer

from teamlandkarte.index.config import Config
from teamlandkarte.index.runs import RefreshRun

SAMPLE_PEOPLE, SAMPLE_TASKS, SAMPLE_SEED = 5000, 400, 1


def refresh(
    context: typer.Context,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the run as one line of JSON")] = False,
) -> None:
    """Extract, validate, embed, build and publish; an old version stays current until the new one is complete."""
    config: Config = context.obj.read()
    logging.getLogger("teamlandkarte").setLevel(logging.INFO)
    _write_sample_lake_of_the_defaults(config)
    run = _run(config)
    if as_json:
        typer.echo(json.dumps(run.model_dump(mode="json"), ensure_ascii=False))
    else:
        typer.echo(in_words(run))
    if run.status == "failed":
        raise typer.Exit(1)


def _run(config: Config) -> RefreshRun:
    from teamlandkarte.cli.progress import shown
    from teamlandkarte.etl.embedders import open_embedder
    from teamlandkarte.etl.lake import open_lake
    from teamlandkarte.etl.refresh import refresh as refresh_run
    from teamlandkarte.index.versions import utc_now

    with shown() as progress:
        lake = open_lake(config.database, config.credentials)
        return refresh_run(config, lake, open_embedder(config), clock=utc_now, progress=progress)


def _write_sample_lake_of_the_defaults(config: Config) -> None:
    """Without any configuration the product runs on a sample lake of its own, so there must be one."""
    if config.origin is None and not config.database.path.exists():
        from teamlandkarte.cli.progress import progress_bar
        from teamlandkarte.etl.sample import write_sample_lake

        with progress_bar("sample lake") as advance:
            write_sample_lake(
                config.database.path, people=SAMPLE_PEOPLE, tasks=SAMPLE_TASKS, seed=SAMPLE_SEED, progress=advance
            )


def in_words(run: RefreshRun) -> str:
    """Return what a person wants to know about a finished run."""
    match run.status:
        case "succeeded":
            counts = run.counts
            people, tasks = counts.get("capacities", 0), counts.get("tasks", 0)
            return (
                f"Published dataset version {run.dataset_version}: {people:,} capacities, {tasks:,} open tasks, "
                f"{counts.get('rejected_rows', 0):,} rejected rows, {run.embedded:,} terms embedded."
            )
        case "unchanged":
            return f"Unchanged: dataset version {run.dataset_version} stays current, nothing was published."
        case _:
            return f"Failed, nothing was published: {run.reason}"
