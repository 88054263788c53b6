"""The audit: opens a built version as the server will and refuses to publish what does not hold together."""

from contextlib import closing
from pathlib import Path

import numpy as np

from teamlandkarte.index.dataset import index_file
from teamlandkarte.index.errors import GateError
from teamlandkarte.index.manifest import Manifest
from teamlandkarte.index.snapshot import SNAPSHOT_FILE, Snapshot
from teamlandkarte.index.vectors import VectorIndex

_LENGTH_TOLERANCE = 1e-3  # rounding to the grid moves a unit vector's length by far less


def audit(folder: Path, manifest: Manifest) -> None:
    """Check a built version against its manifest.

    Raises:
        GateError: the version must not be published; the message lists every fault.
        DatasetError: a file cannot be opened or differs from the manifest.
    """
    manifest.check(folder, hashes=True)
    faults = [
        f"{path.name} does not belong to the version" for path in folder.iterdir() if path.name not in manifest.files
    ]
    faults += _snapshot_faults(folder, manifest)
    faults += _index_faults(folder, manifest)
    if faults:
        raise GateError(f"the built version fails its audit: {'; '.join(faults)}")


def _snapshot_faults(folder: Path, manifest: Manifest) -> list[str]:
    with closing(Snapshot.open(folder / SNAPSHOT_FILE)) as snapshot:
        faults = [str(row["fault"]) for row in snapshot.rows("teamlandkarte.etl", "audit")]
        counted = {row["table_name"]: row["row_count"] for row in snapshot.rows("teamlandkarte.index", "table_counts")}
    if counted != manifest.counts:
        faults.append("the tables have other numbers of rows than the manifest says")
    return faults


def _index_faults(folder: Path, manifest: Manifest) -> list[str]:
    faults = []
    for name, entry in manifest.indexes.items():
        vectors = VectorIndex.load(index_file(folder, name)).vectors
        if vectors.shape != (entry.terms, entry.dimensions):
            faults.append(f"index {name} has another shape than the manifest says")
        lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
        if not np.all(np.abs(lengths - 1.0) < _LENGTH_TOLERANCE):
            faults.append(f"index {name} holds a vector that is not of length 1")
    return faults
