"""`teamlandkarte refresh`: one refresh run, from the lake to a published dataset version."""

from typing import Annotated

import typer

from teamlandkarte.cli.exit_codes import exit_code
from teamlandkarte.cli.plan import show_plan
from teamlandkarte.cli.run import prepare, refresh_once
from teamlandkarte.cli.screen import print_json
from teamlandkarte.index.config import Config
from teamlandkarte.index.errors import ConfigError, RefreshLockedError, TeamlandkarteError
from teamlandkarte.index.runs import RefreshRun


def refresh(
    context: typer.Context,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the run as one line of JSON")] = False,
    allow_empty: Annotated[
        list[str] | None, typer.Option(metavar="TABLE", help="A table that may have lost all its rows; repeatable")
    ] = None,
    plan: Annotated[
        bool, typer.Option("--plan", help="Only show what a refresh would change, embed and refuse")
    ] = False,
) -> None:
    """Extract, validate, embed, build and publish; an old version stays current until the new one is complete."""
    from teamlandkarte.etl.reporting import reported
    from teamlandkarte.index.versions import utc_now

    config: Config = context.obj.read()
    _refuse_unknown_tables(allow_empty or [])
    prepare()
    if plan:
        show_plan(config, allow_empty or [], as_json=as_json)
        return
    try:
        run = reported(config, lambda: refresh_once(config, allow_empty=allow_empty or []), utc_now)
    except ConfigError:
        raise
    except TeamlandkarteError as error:
        if not as_json:
            raise
        print_json({"status": "locked" if isinstance(error, RefreshLockedError) else "failed", "reason": str(error)})
        raise typer.Exit(exit_code(error)) from error
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


def in_words(run: RefreshRun) -> str:
    """Return what a person wants to know about a refresh run that ended well."""
    if run.status == "unchanged":
        return f"Unchanged: dataset version {run.dataset_version} stays current, nothing was published."
    counts = run.counts
    return (
        f"Published dataset version {run.dataset_version}: {counts['capacities']:,} capacities, "
        f"{counts['tasks']:,} open tasks, {counts['rejected_rows']:,} rejected rows, {run.embedded:,} terms embedded."
    )
