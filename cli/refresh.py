"""`teamlandkarte refresh`: one refresh run, from the lake to a published dataset version."""

import logging
import signal
from typing import Annotated

import typer

from teamlandkarte.cli.screen import print_json
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
    _refuse_unknown_tables(allow_empty or [])
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever stops the service: end as by Ctrl-C, recorded
    logging.getLogger("teamlandkarte").setLevel(logging.INFO)
    if missing := missing_for_refresh(config):
        raise ConfigError(missing)
    _write_sample_lake_of_the_defaults(config)
    try:
        run = _run(config, allow_empty or [])
    except ConfigError:
        raise
    except TeamlandkarteError as error:
        if not as_json:
            raise
        print_json({"status": "failed", "reason": str(error)})
        raise typer.Exit(1) from error
    if as_json:
        print_json(run.model_dump(mode="json"))
    else:
        typer.echo(in_words(run))


def _refuse_unknown_tables(names: list[str]) -> None:
    """A misspelt name would only be noticed in the night in which it is needed."""
    from rapidfuzz import process

    from teamlandkarte.etl.lake_tables import LakeTable

    tables = [table.value for table in LakeTable]
    for name in names:
        if name not in tables:
            nearest = process.extractOne(name.lower(), tables)[0]
            message = f'there is no table "{name}"; did you mean {nearest}? The tables are {", ".join(tables)}.'
            raise typer.BadParameter(message, param_hint="--allow-empty")


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
