"""The audit: opens a built version as the server will, read-only from disk, and judges whether it holds together."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from teamlandkarte.etl.gates import OUR_FAULT
from teamlandkarte.index.checks import Check
from teamlandkarte.index.dataset import Dataset, index_file
from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.manifest import IndexEntry, Manifest
from teamlandkarte.index.snapshot import SNAPSHOT_FILE, Snapshot
from teamlandkarte.index.vectors import VectorFile

_LENGTH_TOLERANCE = 1e-3  # rounding to the grid moves a unit vector's length by far less
DIRECTORY = "directory in the snapshot"


def audit(dataset: Dataset) -> list[Check]:
    """Hold a built version against its manifest; files that changed after they were measured are not opened.

    What must not be in its directory has the subject `DIRECTORY`.
    """
    folder, manifest = dataset.folder, dataset.manifest
    files = [_files(folder, manifest), _litter(folder, manifest)]
    if any(check.stops for check in files):
        return files
    checks = files + _opened(SNAPSHOT_FILE, partial(_snapshot, dataset))
    for name, entry in manifest.indexes.items():
        file = index_file(folder, name)
        terms = manifest.counts[f"{name.split('.')[0].removesuffix('s')}_terms"]
        checks += _opened(file.name, partial(_index, file, name, entry, terms))
    return checks


def _files(folder: Path, manifest: Manifest) -> Check:
    try:
        manifest.check(folder, hashes=True)
    except DatasetError as exc:
        return _none_allowed("files", "other than the manifest says", 1, str(exc))
    return _none_allowed("files", "other than the manifest says", 0)


def _litter(folder: Path, manifest: Manifest) -> Check:
    litter = sorted(path.name for path in folder.iterdir() if path.name not in manifest.files)
    what = ", ".join(f"{name} does not belong to the version" for name in litter)
    return _none_allowed("files", "that do not belong to the version", len(litter), what)


def _opened(file: str, judge: Callable[[], list[Check]]) -> list[Check]:
    """Return what `judge` says about a file, or that it cannot be read."""
    try:
        return judge()
    except DatasetError as exc:
        return [_none_allowed(file, "unreadable", 1, str(exc))]


def _snapshot(dataset: Dataset) -> list[Check]:
    snapshot, manifest = dataset.snapshot, dataset.manifest
    faults = [*_faults(snapshot, "audit", "snapshot"), *_faults(snapshot, "audit_directory", DIRECTORY)]
    counted = {row["table_name"]: row["row_count"] for row in snapshot.rows("teamlandkarte.index", "table_counts")}
    other = sorted(table for table in counted if counted[table] != manifest.counts.get(table))
    return [
        *faults,
        _none_allowed(
            "snapshot", "tables with other numbers of rows than the manifest says", len(other), ", ".join(other)
        ),
    ]


def _faults(snapshot: Snapshot, named: str, subject: str) -> list[Check]:
    faults = snapshot.rows("teamlandkarte.etl", named)
    return [_none_allowed(subject, str(row["fault"]), int(row["row_count"])) for row in faults]


def _index(file: Path, name: str, entry: IndexEntry, terms: int) -> list[Check]:
    written = VectorFile(file)
    lengths = np.array(
        [length for rows in written.rows() for length in np.linalg.norm(rows.astype(np.float64), axis=1)]
    )
    finite = np.isfinite(lengths)
    unit = np.abs(lengths - 1.0) < _LENGTH_TOLERANCE
    subject = f"index {name}"
    matching = written.shape == (terms, entry.dimensions) and entry.terms == terms
    shape = Check(
        name="vectors",
        subject=subject,
        passed=matching,
        value=_shape(*written.shape),
        bound=_shape(terms, entry.dimensions),
        comparison="exactly",
        remark="" if matching else f"There must be one vector per term of the vocabulary. {OUR_FAULT}",
    )
    return [
        shape,
        _none_allowed(subject, "vectors that are not finite", int(np.count_nonzero(~finite))),
        _none_allowed(subject, "vectors that are not of length 1", int(np.count_nonzero(~unit))),
    ]


def _none_allowed(subject: str, name: str, value: int, what: str = "") -> Check:
    remark = f"{what}. {OUR_FAULT}" if what else OUR_FAULT
    return Check(name=name, subject=subject, passed=value == 0, value=value, bound=0, remark=remark if value else "")


def _shape(count: int, dimensions: int) -> str:
    return f"{count} × {dimensions}"
