"""`teamlandkarte verify`, `rollback`, `pin`, `unpin`, `prune`: what can be done with the dataset versions on disk."""

from contextlib import nullcontext
from typing import Annotated, Any

import typer

from teamlandkarte.cli.options import VERSION_HELP, AsJson, VersionName
from teamlandkarte.cli.screen import answering, print_json, screen
from teamlandkarte.index.config import Config
from teamlandkarte.index.errors import NoDatasetError
from teamlandkarte.index.retention import Judgement, Retention
from teamlandkarte.index.runs import RefreshRun
from teamlandkarte.index.versions import DatasetVersions, utc_now


def verify(
    context: typer.Context,
    version: VersionName = "current",
    *,
    every: Annotated[bool, typer.Option("--all", help="Every version on disk")] = False,
    as_json: AsJson = False,
) -> None:
    """Compare a dataset version with its manifest, byte for byte; name each damaged file and exit 1 if there is one."""
    config: Config = context.obj.read()
    versions = DatasetVersions(config.storage)
    ids = versions.ids()
    if not ids:
        raise NoDatasetError("no dataset version has been published yet; run `teamlandkarte refresh`")
    wanted = ids if every else [versions.named(version)]
    faults = _faults(versions, wanted)
    if as_json:
        current = versions.current_id()
        print_json(
            {
                "versions": [
                    {"dataset_version": id_, "current": id_ == current, "intact": not found, "damages": found}
                    for id_, found in faults.items()
                ]
            }
        )
    else:
        for id_, found in faults.items():
            typer.echo("\n".join(found) or f"dataset version {id_} is intact")
    if any(faults.values()):
        raise typer.Exit(1)


def rollback(
    context: typer.Context,
    version: Annotated[str | None, typer.Argument(help=VERSION_HELP, show_default="the one before")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Make an older dataset version current again: the named one, or the newest intact one before the current."""
    from teamlandkarte.etl.rollback import rollback as rolled_back

    config: Config = context.obj.read()
    run = rolled_back(config, version, clock=utc_now)
    with answering():
        if as_json:
            print_json(run.model_dump(mode="json"))
        else:
            typer.echo(_way_back(run))


def _way_back(run: RefreshRun) -> str:
    return (
        f"Dataset version {run.dataset_version} is current again ({run.reason}).\n"
        "The next refresh publishes what the lake holds then, also if that is what you went back from: correct the "
        "lake, or stop the schedule, before it runs.\n"
        f"`teamlandkarte pin {run.dataset_version}` keeps this version on disk."
    )


def pin(context: typer.Context, version: VersionName) -> None:
    """Keep a dataset version on disk until it is unpinned."""
    config: Config = context.obj.read()
    id_ = DatasetVersions(config.storage).named(version)
    _retention(config).pin(id_)
    typer.echo(f"Dataset version {id_} stays on disk until `teamlandkarte unpin {id_}`.")


def unpin(context: typer.Context, version: VersionName) -> None:
    """Leave a pinned dataset version to the rules of [storage] again."""
    config: Config = context.obj.read()
    id_ = DatasetVersions(config.storage).named(version) if version in ("current", "previous") else version
    _retention(config).unpin(id_)
    typer.echo(f"Dataset version {id_} is kept as long as [storage] says.")


def prune(
    context: typer.Context,
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would be deleted")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete the dataset versions that [storage] does not keep, as each refresh does at its end."""
    from teamlandkarte.etl.rollback import prune as pruned

    config: Config = context.obj.read()
    judgements = _retention(config).judged()
    gone = [judged for judged in judgements if judged.kept_because is None]
    if not dry_run:
        gone = pruned(config.storage, clock=utc_now)
    kept = [judged for judged in judgements if judged.version not in {one.version for one in gone}]
    with nullcontext() if dry_run else answering():
        if as_json:
            freed = sum(judged.size for judged in gone)
            print_json({"deleted": not dry_run, "bytes": freed, "gone": _listed(gone), "kept": _listed(kept)})
        else:
            _show(gone, kept, dry_run=dry_run)


def _show(gone: list[Judgement], kept: list[Judgement], *, dry_run: bool) -> None:
    from rich.filesize import decimal
    from rich.table import Table

    table = Table("dataset version", "size", "", box=None)
    for judged in gone:
        table.add_row(judged.version, decimal(judged.size), "would be deleted" if dry_run else "deleted")
    for judged in kept:
        table.add_row(judged.version, decimal(judged.size), f"kept: {judged.kept_because or 'still in use'}")
    screen().print(table)
    freed = decimal(sum(judged.size for judged in gone))
    typer.echo(f"{len(gone)} deleted, {freed} freed" if not dry_run else f"{len(gone)} to delete, {freed} to free")


def _listed(judgements: list[Judgement]) -> list[dict[str, Any]]:
    return [
        {"dataset_version": judged.version, "bytes": judged.size, "kept_because": judged.kept_because}
        for judged in judgements
    ]


def _retention(config: Config) -> Retention:
    return Retention(config.storage, DatasetVersions(config.storage), utc_now)


def _faults(versions: DatasetVersions, ids: list[str]) -> dict[str, list[str]]:
    """Return what is wrong with each version."""
    from teamlandkarte.cli.progress import shown

    faults = {}
    with shown() as progress:
        progress.phase("verify", len(ids))
        for version in ids:
            faults[version] = [str(fault) for fault in versions.faults(version)]
            progress.advance(1)
    return faults
