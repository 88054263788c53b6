"""`teamlandkarte diff`: what differs between two dataset versions, as tables for people and JSON for programs."""

from collections.abc import Mapping
from dataclasses import asdict

import typer

from teamlandkarte.cli.options import AsJson, VersionName
from teamlandkarte.cli.screen import print_json, screen
from teamlandkarte.index.config import Config
from teamlandkarte.index.difference import EXAMPLES, Difference, TableChanges, difference
from teamlandkarte.index.versions import DatasetVersions, Version


def diff(
    context: typer.Context,
    before: VersionName = "previous",
    after: VersionName = "current",
    *,
    as_json: AsJson = False,
) -> None:
    """Show which rows and terms were added, changed or removed between two dataset versions, and which settings."""
    config: Config = context.obj.read()
    versions = DatasetVersions(config.storage)
    old, new = (_opened(versions, word) for word in (before, after))
    found = difference(old, new)
    if as_json:
        print_json({"before": old.id, "after": new.id, **asdict(found)})
    else:
        _show(old, new, found)


def show_rows(tables: Mapping[str, TableChanges], counts: Mapping[str, int]) -> None:
    """Print how many rows of each table differ, with the first of their ids; `counts`: rows before."""
    from rich.table import Table

    shown = Table("table", "rows before", "added", "changed", "removed", "such as", box=None)
    for name, changes in tables.items():
        numbers = (f"{changes[change].rows:,}" for change in ("added", "changed", "removed"))
        examples = (
            f"{change}: {', '.join(found.examples)}{' …' if len(found.examples) == EXAMPLES else ''}"
            for change, found in changes.items()
            if found.rows
        )
        shown.add_row(name.replace("_", " "), f"{counts.get(name, 0):,}", *numbers, "; ".join(examples))
    screen().print(shown)


def _opened(versions: DatasetVersions, word: str) -> Version:
    version = versions.named(word)
    return Version(versions.folder(version), versions.verify(version))


def _show(old: Version, new: Version, found: Difference) -> None:
    typer.echo(f"From {old.id} to {new.id}:")
    if found.is_empty:
        typer.echo("no difference")
        return
    if found.tables:
        show_rows(found.tables, old.manifest.counts)
    for name, (before, after) in found.settings.items():
        typer.echo(f"{name}: {before or 'none'} → {after or 'none'}")
    for column in found.columns:
        typer.echo(f"column {column.table}.{column.column}: {column.before or 'none'} → {column.after or 'none'}")
