"""The audit: what does not hold together is not published."""

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import faiss
import numpy as np
import pytest

from teamlandkarte.etl.audit import audit
from teamlandkarte.index.checks import Check, require
from teamlandkarte.index.config import Config
from teamlandkarte.index.dataset import Dataset
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.index.errors import RefreshError
from teamlandkarte.index.manifest import FileEntry, Manifest
from teamlandkarte.index.versions import DatasetVersions, Version


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


def audited(folder: Path, manifest: Manifest) -> list[Check]:
    with closing(Dataset(Version(folder, manifest))) as dataset:
        return audit(dataset)


def test_whole_version_passes(built: tuple[Path, Manifest], encoder: LocalEncoder) -> None:
    checks = audited(*built)

    assert all(check.passed and check.bound is not None for check in checks)
    vectors = {check.subject: check.value for check in checks if check.name == "vectors"}
    assert vectors == {"index competences": f"12 × {encoder.dimensions}", "index roles": f"6 × {encoder.dimensions}"}


def test_file_that_changed_after_it_was_measured_is_named(built: tuple[Path, Manifest]) -> None:
    folder, manifest = built
    (folder / "roles.faiss").write_bytes(b"x" * (folder / "roles.faiss").stat().st_size)

    with pytest.raises(RefreshError, match=r"roles\.faiss"):
        require(audited(folder, manifest))


@pytest.mark.parametrize("litter", ["scratch.duckdb", "roles.faiss.new"])
def test_file_that_the_manifest_does_not_know_is_refused(built: tuple[Path, Manifest], litter: str) -> None:
    folder, manifest = built
    (folder / litter).write_bytes(b"")

    with pytest.raises(RefreshError, match=f"{litter} does not belong to the version"):
        require(audited(folder, manifest))


def test_changes_waiting_beside_the_snapshot_are_refused(built: tuple[Path, Manifest]) -> None:
    folder, manifest = built
    (folder / "snapshot.duckdb.wal").write_bytes(b"")

    with pytest.raises(RefreshError, match="opened for writing"):
        require(audited(folder, manifest))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("DELETE FROM rejected_rows", r"tables with other numbers of rows.* 1, .*rejected_rows"),
        (
            "UPDATE competences SET term_id = 99 WHERE competence_id = 'C04'",
            r"competences without their term 1, allowed is at most 0",
        ),
        ("UPDATE capacities SET role_term_id = NULL WHERE capacity_id = 'K008'", r"roles without their term 1,"),
        ("UPDATE capacities SET role_term_id = 6 WHERE capacity_id = 'K008'", r"roles without their term 1,"),
        ("UPDATE task_skills SET term_id = -1 WHERE skill = 'Gleisbau'", r"task skills without their term 1,"),
        ("UPDATE role_terms SET term_id = 7 WHERE term_id = 3", r"term ids that are not dense 3,"),
        (
            "UPDATE capacities SET end_date = DATE '2000-01-01' WHERE capacity_id = 'K008'",
            r"availabilities that end before they begin 1,",
        ),
        ("INSERT INTO capacity_competences VALUES ('nobody', 'C04')", r"links that point nowhere 1,"),
        ("INSERT INTO capacity_references VALUES ('nobody', 1, 'p', 'x')", r"links that point nowhere 1,"),
        ("INSERT INTO capacity_certificates VALUES ('nobody', 1, 'x')", r"links that point nowhere 1,"),
        ("UPDATE task_skills SET task_id = 'none' WHERE skill = 'Gleisbau'", r"links that point nowhere 1,"),
        ("INSERT INTO capacity_competences VALUES ('zz', 'none')", r"links that point nowhere 2,"),
        ("INSERT INTO capacity_competences FROM capacity_competences LIMIT 1", r"there twice or out of order 1,"),
    ],
)
def test_snapshot_that_does_not_hold_together_is_refused(built: tuple[Path, Manifest], change: str, fault: str) -> None:
    folder, manifest = built
    with duckdb.connect(str(folder / "snapshot.duckdb")) as connection:
        connection.execute(change)

    with pytest.raises(RefreshError, match=fault):
        require(audited(folder, sealed(folder, manifest)))


def shortened(vectors: np.ndarray) -> np.ndarray:
    return vectors[:-1]


def zeroed(vectors: np.ndarray) -> np.ndarray:
    return np.concatenate([vectors[:-1], np.zeros_like(vectors[:1])])


def not_a_number(vectors: np.ndarray) -> np.ndarray:
    return np.concatenate([vectors[:-1], np.full_like(vectors[:1], np.nan)])


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (shortened, r"index roles: vectors 5 × \d+, allowed is exactly 6 × "),
        (zeroed, r"index roles: vectors that are not of length 1 1,"),
        (not_a_number, r"index roles: vectors that are not finite 1,"),
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
        require(audited(folder, sealed(folder, manifest)))


DANGLING = {
    "capacity_competences": "capacity_id = 'K999' WHERE capacity_id = 'K001' AND competence_id = 'C01'",
    "capacity_references": "capacity_id = 'K999' WHERE capacity_id = 'K005'",
    "capacity_certificates": "capacity_id = 'K999' WHERE capacity_id = 'K005'",
    "task_skills": "task_id = 'T999' WHERE skill = 'Gleisbau'",
}


@pytest.mark.parametrize("table", DANGLING)
def test_link_that_points_nowhere_is_refused(built: tuple[Path, Manifest], table: str) -> None:
    folder, manifest = built
    with duckdb.connect(str(folder / "snapshot.duckdb")) as connection:
        connection.execute(f"UPDATE {table} SET {DANGLING[table]}")

    with pytest.raises(RefreshError, match=r"snapshot: links that point nowhere 1, allowed is at most 0"):
        require(audited(folder, sealed(folder, manifest)))


@pytest.mark.parametrize("file", ["snapshot.duckdb", "competences.faiss"])
def test_file_that_was_written_in_half_is_refused_by_name(built: tuple[Path, Manifest], file: str) -> None:
    folder, manifest = built
    (folder / file).write_bytes((folder / file).read_bytes()[:100])

    with pytest.raises(RefreshError, match=f"{file}: unreadable"):
        require(audited(folder, sealed(folder, manifest)))


def test_every_fault_is_reported(built: tuple[Path, Manifest]) -> None:
    folder, manifest = built
    with duckdb.connect(str(folder / "snapshot.duckdb")) as connection:
        connection.execute("UPDATE competences SET term_id = 99 WHERE competence_id = 'C04'")
    (folder / "roles.faiss").write_bytes(b"")

    with pytest.raises(RefreshError) as refused:
        require(audited(folder, sealed(folder, manifest)))

    assert [line.partition(":")[0] for line in str(refused.value).splitlines()] == ["snapshot", "roles.faiss"]
