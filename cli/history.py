"""`teamlandkarte history`: the refresh runs, failed ones too, and one of them whole."""

from typing import Annotated, Any

import typer

from teamlandkarte.cli.options import MOST, AsJson, whole_number
from teamlandkarte.cli.remarks import remarks
from teamlandkarte.cli.screen import print_json, screen
from teamlandkarte.index.config import Config
from teamlandkarte.index.counting import counted
from teamlandkarte.index.runs import RefreshRun, RunHistory

_LISTED_RUNS = 20


def history(
    context: typer.Context,
    run_id: Annotated[str | None, typer.Argument(help="Show this run whole, with all its checks")] = None,
    *,
    limit: Annotated[int, whole_number(1, MOST, "How many runs to list, the newest first")] = _LISTED_RUNS,
    as_json: AsJson = False,
) -> None:
    """List the refresh runs, rollbacks and erasures: how they ended, how long they took, what they checked."""
    config: Config = context.obj.read()
    runs = RunHistory(config.storage)
    if run_id is not None:
        run = runs.named(run_id)
        print_json(_document(run)) if as_json else _show(run)
        return
    listed = runs.shown(limit)
    if as_json:
        print_json({"runs": [_document(run) for run in listed]})
    elif listed:
        _list(listed)
    else:
        typer.echo("No run is recorded yet; run `teamlandkarte refresh`")


def _document(run: RefreshRun) -> dict[str, Any]:
    return run.model_dump(mode="json") | {"seconds": run.seconds}


def _list(runs: list[RefreshRun]) -> None:
    from rich.table import Table

    headers = ("run", "kind", "status", "seconds", "phases", "counts", "checks", "overrides", "version", "reason")
    table = Table(*headers, box=None)
    for run in runs:
        table.add_row(
            run.run_id,
            run.kind,
            _status(run),
            _seconds(run.seconds),
            _phases(run),
            _counts(run),
            _checks(run),
            ", ".join(run.overrides),
            run.dataset_version or "",
            run.reason or "",
        )
    screen().print(table)


def _counts(run: RefreshRun) -> str:
    if not run.counts:
        return ""
    return f"{counted(run.counts['capacities'], 'capacity', 'capacities')}, {counted(run.counts['tasks'], 'task')}"


def _show(run: RefreshRun) -> None:
    from rich.table import Table

    facts = Table(show_header=False, box=None)
    for name, value in (
        ("run", run.run_id),
        ("kind", run.kind),
        ("status", _status(run)),
        ("started", run.started_at.isoformat(timespec="seconds")),
        ("seconds", _seconds(run.seconds)),
        ("phases", _phases(run)),
        ("source", run.source + (" (SAMPLE DATA)" if run.sample else "")),
        ("dataset version", run.dataset_version or ""),
        ("terms embedded", f"{run.embedded:,}"),
        ("overrides", ", ".join(run.overrides)),
        ("reason", run.reason or ""),
        *((name.replace("_", " "), f"{rows:,}") for name, rows in sorted(run.counts.items())),
    ):
        if value:
            facts.add_row(name, value)
    screen().print(facts)
    if run.checks:
        checks = Table("subject", "check", "severity", "outcome", "value", "bound", box=None)
        for check in run.checks:
            outcome = "passed" if check.passed else f"let pass by {check.override}" if check.override else "failed"
            bound = "" if check.bound is None else f"{check.bound}{check.unit}"
            checks.add_row(check.subject, check.name, check.severity, outcome, f"{check.value}{check.unit}", bound)
        screen().print()
        screen().print(checks)
    if told := remarks(run.checks):
        screen().print()
        for remark in told:
            screen().print(remark)


def _status(run: RefreshRun) -> str:
    return f"{run.status}, late" if run.late else run.status


def _seconds(seconds: float | None) -> str:
    return "…" if seconds is None else f"{seconds:.1f}"


def _phases(run: RefreshRun) -> str:
    return ", ".join(f"{phase.name} {phase.seconds:.1f}" for phase in run.phases)


def _checks(run: RefreshRun) -> str:
    """Return how many checks failed, in words; nothing where all passed."""
    missed = [check for check in run.checks if not check.passed]
    counts = {
        "failed": sum(check.stops for check in missed),
        "let pass": sum(check.override is not None for check in missed),
        "warned": sum(check.severity == "warning" and check.override is None for check in missed),
    }
    return ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count)
