"""`teamlandkarte status`: what is served, how old it is, and how the last refresh runs went."""

import datetime as dt
from typing import Any

import typer

from teamlandkarte.cli.options import AsJson
from teamlandkarte.cli.screen import print_json, screen
from teamlandkarte.index.config import Config
from teamlandkarte.index.counting import counted
from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.runs import RefreshRun, RunHistory
from teamlandkarte.index.versions import DatasetVersions, Version, utc_now

_SHOWN_RUNS = 5


def status(
    context: typer.Context,
    *,
    as_json: AsJson = False,
) -> None:
    """Show the current dataset version, its age and counts, and the last refresh runs."""
    config: Config = context.obj.read()
    runs: list[RefreshRun] = []
    try:
        runs = RunHistory(config.storage).shown(_SHOWN_RUNS)
        current = DatasetVersions(config.storage).current()
    except DatasetError as error:
        _show_nothing(str(error), runs, as_json=as_json)
        raise typer.Exit(1) from error
    facts = _facts(current, config, utc_now())
    if as_json:
        print_json(facts | {"refresh_runs": [run.model_dump(mode="json") for run in runs]})
    else:
        _show(facts, runs)


def _facts(current: Version, config: Config, now: dt.datetime) -> dict[str, Any]:
    manifest = current.manifest
    return {
        "dataset_version": current.id,
        "created_at": manifest.created_at.isoformat(timespec="seconds"),
        "age_hours": round(manifest.age(now).total_seconds() / 3600, 1),
        "stale": manifest.is_stale(now, config.server.stale_after_hours),
        "degraded": current.degraded,
        "source": manifest.source,
        "sample_data": manifest.sample,
        "counts": manifest.counts,
        "embedding_model": manifest.indexes["competences"].model,
        "dimensions": manifest.indexes["competences"].dimensions,
    }


def _show(facts: dict[str, Any], runs: list[RefreshRun]) -> None:
    from rich.table import Table
    from rich.text import Text

    counts = facts["counts"]
    table = Table(show_header=False, box=None)
    table.add_row("dataset version", facts["dataset_version"])
    table.add_row("created", f"{facts['created_at']} ({facts['age_hours']:.1f} hours ago)")
    table.add_row("source", facts["source"])
    for name in sorted(counts):
        table.add_row(name.replace("_", " "), f"{counts[name]:,}")
    table.add_row("embedding", f"{facts['embedding_model']}, {counted(facts['dimensions'], 'dimension')}")
    if facts["sample_data"]:
        table.add_row(Text("note", "yellow"), "SAMPLE DATA")
    if facts["stale"]:
        table.add_row(Text("note", "yellow"), "older than [server] stale_after_hours; see the last refresh runs")
    if facts["degraded"]:
        table.add_row(Text("degraded", "red"), facts["degraded"])
    screen().print(table)
    _show_runs(runs)


def _show_nothing(reason: str, runs: list[RefreshRun], *, as_json: bool) -> None:
    if as_json:
        listed = [run.model_dump(mode="json") for run in runs]
        print_json({"dataset_version": None, "reason": reason, "refresh_runs": listed})
        return
    typer.echo(f"No dataset version: {reason}")
    _show_runs(runs)


def _show_runs(runs: list[RefreshRun]) -> None:
    from rich.table import Table

    if not runs:
        return
    table = Table("refresh run", "status", "seconds", "dataset version", "reason", box=None, title_justify="left")
    for run in runs:
        seconds = "…" if run.seconds is None else f"{run.seconds:.1f}"
        table.add_row(run.run_id, run.status, seconds, run.dataset_version or "", run.reason or "")
    screen().print()
    screen().print(table)
