"""`teamlandkarte refresh`: one refresh run, from the lake to a published dataset version."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from teamlandkarte.cli.exit_codes import exit_code
from teamlandkarte.cli.options import AsJson
from teamlandkarte.cli.plan import show_plan
from teamlandkarte.cli.remarks import remarks
from teamlandkarte.cli.run import failure, prepare, refresh_once
from teamlandkarte.cli.screen import answering, print_json, screen
from teamlandkarte.index.checks import Check
from teamlandkarte.index.config import Config
from teamlandkarte.index.counting import counted
from teamlandkarte.index.errors import ConfigError, TeamlandkarteError
from teamlandkarte.index.runs import RefreshRun, RunHistory

if TYPE_CHECKING:
    from teamlandkarte.etl.gates import Allowed


def refresh(  # noqa: PLR0913 -- each is an option of the command
    context: typer.Context,
    *,
    as_json: AsJson = False,
    allow_empty: Annotated[
        list[str] | None, typer.Option(metavar="TABLE", help="A table that may have lost all its rows; repeatable")
    ] = None,
    allow_drop: Annotated[
        list[str] | None,
        typer.Option(metavar="TABLE", help="A table that may have lost more rows than [refresh] max_drop; repeatable"),
    ] = None,
    allow_retyped: Annotated[
        list[str] | None,
        typer.Option(metavar="TABLE", help="A table whose columns may have other types than before; repeatable"),
    ] = None,
    plan: Annotated[
        bool, typer.Option("--plan", help="Only show what a refresh would change, embed and refuse")
    ] = False,
) -> None:
    """Extract, validate, embed, build and publish; an old version stays current until the new one is complete."""
    from teamlandkarte.etl.gates import Allowed

    config: Config = context.obj.read()
    named = {
        "--allow-empty": allow_empty or [],
        "--allow-drop": allow_drop or [],
        "--allow-retyped": allow_retyped or [],
    }
    _refuse_unknown_tables(named)
    allowed = Allowed(empty=allow_empty or (), drop=allow_drop or (), retyped=allow_retyped or ())
    prepare()
    if plan:
        show_plan(config, allowed, as_json=as_json)
    else:
        _run(config, allowed, as_json=as_json)


def _run(config: Config, allowed: "Allowed", *, as_json: bool) -> None:
    """Refresh once and show how it ended."""
    from teamlandkarte.etl.reporting import reported
    from teamlandkarte.index.versions import utc_now

    try:
        run = reported(config, lambda: refresh_once(config, allowed=allowed), utc_now)
    except ConfigError:
        raise
    except TeamlandkarteError as error:
        failed = _recorded(config, error)
        if not as_json:
            _show_checks(failed.checks if failed else ())
            raise
        with answering():
            print_json(failed.model_dump(mode="json") if failed else failure(error))
        raise typer.Exit(exit_code(error)) from error
    if not as_json:
        _show_checks(run.checks)
    with answering():
        if as_json:
            print_json(run.model_dump(mode="json"))
        else:
            typer.echo(in_words(run))


def _recorded(config: Config, error: TeamlandkarteError) -> RefreshRun | None:
    """Return the run that ended with an error, None where it could not be recorded."""
    if error.refresh_run is None:
        return None
    return next((run for run in RunHistory(config.storage).latest(1) if run.run_id == error.refresh_run), None)


def _show_checks(checks: Sequence[Check]) -> None:
    """Show on standard error which checks failed, which only warned or were let pass, and what these tell."""
    from rich.table import Table
    from rich.text import Text

    table = Table("check", "of", "measured", "allowed", "outcome", box=None)
    for check in checks:
        if check.passed:
            continue
        passing = check.override or check.severity
        outcome = Text("failed", "red") if check.stops else Text(passing, "yellow")
        table.add_row(check.name, check.subject, check.measured, check.allowed, outcome)
    with suppress(OSError):  # a full log changes nothing of how the run ended
        console = screen(errors=True)
        if table.row_count:
            console.print(table)
        for remark in remarks(checks):
            console.print(remark)


def _refuse_unknown_tables(allowed: Mapping[str, Sequence[str]]) -> None:
    """A misspelt name would only be noticed in the night in which it is needed."""
    from rapidfuzz import process

    from teamlandkarte.etl.lake_tables import LakeTable

    of_lake = [table.value for table in LakeTable]
    for option, names in allowed.items():
        tables = of_lake if option == "--allow-retyped" else [*of_lake, "employees"]
        for name in names:
            if name not in tables:
                nearest = process.extractOne(name.lower(), tables)[0]
                message = f'there is no table "{name}"; did you mean {nearest}? The tables are {", ".join(tables)}.'
                raise typer.BadParameter(message, param_hint=option)


def in_words(run: RefreshRun) -> str:
    """Return what a person wants to know about a refresh run that ended well."""
    if run.status == "unchanged":
        return f"Unchanged: dataset version {run.dataset_version} stays current, nothing was published."
    counts = run.counts
    return (
        f"Published dataset version {run.dataset_version}: {counted(counts['capacities'], 'capacity', 'capacities')}, "
        f"{counted(counts['tasks'], 'open task')}, {counted(counts['rejected_rows'], 'rejected row')}, "
        f"{counted(run.embedded, 'term')} embedded."
    )
