"""What differs between two snapshots, and between the manifests of two dataset versions."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from teamlandkarte.index.manifest import Manifest
from teamlandkarte.index.snapshot import SNAPSHOT_FILE, Snapshot
from teamlandkarte.index.versions import Version

Change = Literal["added", "changed", "removed"]

EXAMPLES = 5
_PACKAGE = "teamlandkarte.index"


@dataclass(frozen=True)
class Changes:
    """So many rows of a table, and the first of their ids."""

    rows: int = 0
    examples: list[str] = field(default_factory=list)


TableChanges = dict[Change, Changes]


@dataclass(frozen=True)
class ColumnChange:
    """A column that only one of two snapshots has, or that has another type; None: it is not there."""

    table: str
    column: str
    before: str | None
    after: str | None


@dataclass(frozen=True)
class Difference:
    """How one dataset version differs from another.

    `tables` holds each table of which a row differs, `settings` what decides how rows become vectors and scores: its
    name with the value before and after.
    """

    tables: dict[str, TableChanges]
    columns: list[ColumnChange]
    settings: dict[str, tuple[str | None, str | None]]

    @property
    def is_empty(self) -> bool:
        """Whether the two answer alike."""
        return not (self.tables or self.columns or self.settings)


def difference(before: Version, after: Version) -> Difference:
    """Return how `after` differs from `before`; memory does not grow with their rows.

    Raises:
        DatasetError: a snapshot cannot be opened.
    """
    with Snapshot.side_by_side(before.folder / SNAPSHOT_FILE, after.folder / SNAPSHOT_FILE) as both:
        columns = [
            ColumnChange(row["table_name"], row["column_name"], row["before"], row["after"])
            for row in both.rows(_PACKAGE, "column_differences")
        ]
        tables = _tables(both)
    return Difference(tables, columns, dict(_settings(before.manifest, after.manifest)))


def row_differences(before: Path, after: Path) -> dict[str, TableChanges]:
    """Return how the rows of two database files differ that have the tables of a snapshot.

    Raises:
        DatasetError: a file cannot be opened.
    """
    with Snapshot.side_by_side(before, after) as both:
        return _tables(both)


def _tables(both: Snapshot) -> dict[str, TableChanges]:
    tables: dict[str, TableChanges] = defaultdict(lambda: {change: Changes() for change in get_args(Change)})
    for row in both.rows(_PACKAGE, "differences", examples=EXAMPLES):
        tables[row["table_name"]][row["change"]] = Changes(row["row_count"], row["examples"])
    return dict(tables)


def _settings(before: Manifest, after: Manifest) -> Iterator[tuple[str, tuple[str | None, str | None]]]:
    old, new = _named_settings(before), _named_settings(after)
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            yield name, (old.get(name), new.get(name))


def _named_settings(manifest: Manifest) -> dict[str, str]:
    """Return what decides how the rows of a version become vectors and scores, in words."""
    settings = {
        "format": str(manifest.format_version),
        "normalisation": str(manifest.normalisation_version),
        "source": manifest.source,
        "sample data": "yes" if manifest.sample else "no",
    }
    for name, entry in manifest.indexes.items():
        settings[f"{name}: model"] = entry.model
        settings[f"{name}: dimensions"] = str(entry.dimensions)
        settings[f"{name}: calibration"] = str(entry.calibration)
    return settings
