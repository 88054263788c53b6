"""The audit: what does not hold together is not published."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import faiss
import numpy as np
import pytest

from teamlandkarte.etl.audit import audit
from teamlandkarte.index.config import Config
from teamlandkarte.index.errors import DamagedDatasetError, RefreshError
from teamlandkarte.index.manifest import FileEntry, Manifest
from teamlandkarte.index.versions import DatasetVersions


@pytest.fixture
def built(dataset_config: Config, dataset_folder: Path, tmp_path: Path) -> tuple[Path, Manifest]:
    """A version as it is before it is published: without its manifest."""
    version = DatasetVersions(dataset_config.storage).current()
    folder = shutil.copytree(version.folder, tmp_path / "version")
    (folder / "manifest.json").unlink()
    return folder, version.manifest


def sealed(folder: Path, manifest: Manifest) -> Manifest:
    """Return the manifest with the files as they are now."""
    return manifest.model_copy(update={"files": {path.name: FileEntry.of(path) for path in folder.iterdir()}})


def test_whole_version_passes(built: tuple[Path, Manifest]) -> None:
    audit(*built)


def test_file_that_changed_after_it_was_measured_is_named(built: tuple[Path, Manifest]) -> None:
    folder, manifest = built
    (folder / "roles.faiss").write_bytes(b"x" * (folder / "roles.faiss").stat().st_size)

    with pytest.raises(DamagedDatasetError, match=r"roles\.faiss"):
        audit(folder, manifest)


@pytest.mark.parametrize("litter", ["scratch.duckdb", "roles.faiss.new"])
def test_file_that_the_manifest_does_not_know_is_refused(built: tuple[Path, Manifest], litter: str) -> None:
    folder, manifest = built
    (folder / litter).write_bytes(b"")

    with pytest.raises(RefreshError, match=f"{litter} does not belong to the version"):
        audit(folder, manifest)


def test_changes_waiting_beside_the_snapshot_are_refused(built: tuple[Path, Manifest]) -> None:
    folder, manifest = built
    (folder / "snapshot.duckdb.wal").write_bytes(b"")

    with pytest.raises(DamagedDatasetError, match="opened for writing"):
        audit(folder, manifest)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("DELETE FROM rejected_rows", "other numbers of rows"),
        ("UPDATE competences SET term_id = 99 WHERE competence_id = 'C04'", "a competence has no term"),
        ("UPDATE capacities SET role_term_id = NULL WHERE capacity_id = 'K008'", "a role has no term"),
        ("UPDATE capacities SET role_term_id = 6 WHERE capacity_id = 'K008'", "a role has no term"),
        ("UPDATE task_skills SET term_id = -1 WHERE skill = 'Gleisbau'", "a task skill has no term"),
        ("UPDATE role_terms SET term_id = 7 WHERE term_id = 3", "role term ids are not dense"),
        ("UPDATE capacities SET end_date = DATE '2000-01-01' WHERE capacity_id = 'K008'", "ends before it begins"),
        ("INSERT INTO capacity_competences VALUES ('nobody', 'C04')", "belongs to a capacity belongs to none"),
        ("INSERT INTO capacity_references VALUES ('nobody', 1, 'p', 'x')", "belongs to a capacity belongs to none"),
        ("INSERT INTO capacity_certificates VALUES ('nobody', 1, 'x')", "belongs to a capacity belongs to none"),
        ("UPDATE task_skills SET task_id = 'none' WHERE skill = 'Gleisbau'", "belongs to a task belongs to none"),
        ("INSERT INTO capacity_competences VALUES ('zz', 'none')", "a competence that is none"),
        ("INSERT INTO capacity_competences FROM capacity_competences LIMIT 1", "there twice or out of order"),
    ],
)
def test_snapshot_that_does_not_hold_together_is_refused(built: tuple[Path, Manifest], change: str, fault: str) -> None:
    folder, manifest = built
    with duckdb.connect(str(folder / "snapshot.duckdb")) as connection:
        connection.execute(change)

    with pytest.raises(RefreshError, match=fault):
        audit(folder, sealed(folder, manifest))


def shortened(vectors: np.ndarray) -> np.ndarray:
    return vectors[:-1]


def zeroed(vectors: np.ndarray) -> np.ndarray:
    return np.concatenate([vectors[:-1], np.zeros_like(vectors[:1])])


def not_a_number(vectors: np.ndarray) -> np.ndarray:
    return np.concatenate([vectors[:-1], np.full_like(vectors[:1], np.nan)])


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (shortened, "roles has another shape"),
        (zeroed, "roles holds a vector that is not of length 1"),
        (not_a_number, "roles holds a vector that is not of length 1"),
    ],
)
def test_index_with_unusable_vectors_is_refused(
    built: tuple[Path, Manifest], change: Callable[[np.ndarray], np.ndarray], fault: str
) -> None:
    folder, manifest = built
    path = folder / "roles.faiss"
    index: Any = faiss.deserialize_index(np.fromfile(path, np.uint8))
    vectors = change(faiss.downcast_index(index.index).reconstruct_n(0, index.ntotal))
    changed = faiss.IndexIDMap2(faiss.IndexFlatIP(vectors.shape[1]))
    changed.add_with_ids(np.ascontiguousarray(vectors), np.arange(len(vectors)))
    path.write_bytes(faiss.serialize_index(changed).tobytes())

    with pytest.raises(RefreshError, match=fault):
        audit(folder, sealed(folder, manifest))
