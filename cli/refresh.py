"""`teamlandkarte refresh`: one refresh run, from the lake to a published dataset version."""

import json
import logging
from typing import Annotated

import typer

from teamlandkarte.index.config import Config
from teamlandkarte.index.contradictions import missing_for_refresh
from teamlandkarte.index.errors import ConfigError, TeamlandkarteError
from teamlandkarte.index.runs import RefreshRun

SAMPLE_PEOPLE, SAMPLE_TASKS, SAMPLE_SEED = 5000, 400, 1


def refresh(
    context: typer.Context,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the run as one line of JSON")] = False,
    allow_empty: Annotated[
        list[str] | None, typer.Option(metavar="TABLE", help="A table that may have lost all its rows; repeatable")
    ] = None,
) -> None:
    """Extract, validate, embed, build and publish; an old version stays current until the new one is complete."""
    config: Config = context.obj.read()
    logging.getLogger("teamlandkarte").setLevel(logging.INFO)
    if missing := missing_for_refresh(config):
        raise ConfigError(missing)
    _write_sample_lake_of_the_defaults(config)
    try:
        run = _run(config, allow_empty or [])
    except TeamlandkarteError as error:
        if not as_json:
            raise
        typer.echo(json.dumps({"status": "failed", "reason": str(error)}, ensure_ascii=False))
        raise typer.Exit(1) from error
    typer.echo(json.dumps(run.model_dump(mode="json"), ensure_ascii=False) if as_json else in_words(run))


def _run(config: Config, allow_empty: list[str]) -> RefreshRun:
    from teamlandkarte.cli.progress import shown
    from teamlandkarte.etl.embedders import open_bridge, open_embedder
    from teamlandkarte.etl.lake import open_lake
    from teamlandkarte.etl.refresh import refresh as refresh_run
    from teamlandkarte.index.versions import utc_now

    with shown() as progress:
        lake = open_lake(config.database, config.credentials)
        embedder, bridge = open_embedder(config), open_bridge(config)
        return refresh_run(
            config, lake, embedder, bridge=bridge, allow_empty=allow_empty, clock=utc_now, progress=progress
        )


def _write_sample_lake_of_the_defaults(config: Config) -> None:
    """Without any configuration the product runs on a sample lake of its own, so there must be one."""
    if config.origin is None and not config.database.path.exists():
        from teamlandkarte.cli.progress import progress_bar
        from teamlandkarte.etl.sample import write_sample_lake
        from teamlandkarte.index.versions import utc_now

        with progress_bar("sample lake") as advance:
            write_sample_lake(
                config.database.path,
                people=SAMPLE_PEOPLE,
                tasks=SAMPLE_TASKS,
                seed=SAMPLE_SEED,
                progress=advance,
                today=utc_now().date(),
            )


def in_words(run: RefreshRun) -> str:
    """Return what a person wants to know about a refresh run that ended well."""
    if run.status == "unchanged":
        return f"Unchanged: dataset version {run.dataset_version} stays current, nothing was published."
    counts = run.counts
    return (
        f"Published dataset version {run.dataset_version}: {counts['capacities']:,} capacities, "
        f"{counts['tasks']:,} open tasks, {counts['rejected_rows']:,} rejected rows, {run.embedded:,} terms embedded."
    )
