"""Dataset versions: published whole or not at all, verified when loaded."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from teamlandkarte.index.config import Storage
from teamlandkarte.index.errors import DamagedDatasetError, DatasetError, NoDatasetError
from teamlandkarte.index.manifest import FORMAT_VERSION, Manifest
from teamlandkarte.index.versions import DatasetVersions
from tests.clock import Clock
from tests.index.publishing import DAY, prepared, published


def test_nothing_published_yet_says_what_to_run(versions: DatasetVersions) -> None:
    with pytest.raises(NoDatasetError, match="teamlandkarte refresh"):
        versions.current()
    assert versions.current_id() is None


def test_the_version_published_last_is_current(versions: DatasetVersions, clock: Clock, storage: Storage) -> None:
    published(versions, clock, "old")
    newest = published(versions, clock, "new")

    current = versions.current()

    assert current.id == newest
    assert current.degraded is None
    assert current.folder == storage.path / "versions" / newest
    assert (storage.path / "CURRENT").read_text("utf-8") == f"{newest}\n"
    assert newest == "20260301T033000Z-11507a0e"  # sha256("new") = 11507a0e2f5e69d5…


def test_manifest_survives_the_way_to_disk(versions: DatasetVersions, clock: Clock) -> None:
    folder, manifest = prepared(versions, clock, "Ünïcode")
    version = versions.publish(folder, manifest)

    assert Manifest.read(version.folder) == manifest


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-3])


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("damage", [truncate, flip, empty, Path.unlink])
@pytest.mark.parametrize("name", ["snapshot.duckdb", "competences.faiss", "manifest.json"])
def test_damaged_version_is_named_and_the_older_one_served(
    versions: DatasetVersions, clock: Clock, storage: Storage, damage: Callable[[Path], None], name: str
) -> None:
    old = published(versions, clock, "old")
    new = published(versions, clock, "new")
    damage(storage.path / "versions" / new / name)

    current = DatasetVersions(storage).current()

    assert current.id == old
    assert current.degraded is not None
    assert new in current.degraded
    assert name.removesuffix(".json") in current.degraded
    assert str(storage.path) not in current.degraded


def test_indexes_swapped_between_two_versions_are_noticed(
    versions: DatasetVersions, clock: Clock, storage: Storage
) -> None:
    old = published(versions, clock, "ago")
    new = published(versions, clock, "new")
    left, right = (storage.path / "versions" / version / "competences.faiss" for version in (old, new))
    left_bytes, right_bytes = left.read_bytes(), right.read_bytes()
    left.write_bytes(right_bytes)
    right.write_bytes(left_bytes)

    fresh = DatasetVersions(storage)
    with pytest.raises(DamagedDatasetError, match=r"competences\.faiss"):
        fresh.verify(new)
    with pytest.raises(DatasetError, match="no older version can stand in"):
        fresh.current()


def test_sizes_are_compared_on_every_load(versions: DatasetVersions, clock: Clock, storage: Storage) -> None:
    old = published(versions, clock, "old")
    new = published(versions, clock, "new")
    assert versions.current().id == new

    truncate(storage.path / "versions" / new / "snapshot.duckdb")

    assert versions.current().id == old


@pytest.mark.parametrize("text", ["", "\n", "20991231T000000Z-00000000\n", "../../etc", "\udcff"])
def test_current_that_names_no_version_serves_the_newest(
    versions: DatasetVersions, clock: Clock, storage: Storage, text: str
) -> None:
    published(versions, clock, "old")
    new = published(versions, clock, "new")
    (storage.path / "CURRENT").write_bytes(text.encode("utf-8", "surrogateescape"))

    current = versions.current()

    assert current.id == new
    assert current.degraded is not None


def test_version_of_a_later_release_is_not_read(versions: DatasetVersions, clock: Clock, storage: Storage) -> None:
    new = published(versions, clock, "new")
    path = storage.path / "versions" / new / "manifest.json"
    document = json.loads(path.read_text("utf-8"))
    document["format_version"] = 99
    path.write_text(json.dumps(document), "utf-8")

    with pytest.raises(DatasetError, match=f"has format 99, this release reads format {FORMAT_VERSION}"):
        versions.verify(new)


def test_folder_under_another_name_is_not_that_version(
    versions: DatasetVersions, clock: Clock, storage: Storage
) -> None:
    new = published(versions, clock, "new")
    copy = storage.path / "versions" / "20260401T000000Z-12345678"
    shutil.copytree(storage.path / "versions" / new, copy)

    with pytest.raises(DamagedDatasetError):
        versions.verify(copy.name)


def test_the_same_version_cannot_be_published_twice(versions: DatasetVersions, clock: Clock) -> None:
    versions.publish(*prepared(versions, clock, "same"))
    versions.clear_litter()

    with pytest.raises(DatasetError, match="exists already"):
        versions.publish(*prepared(versions, clock, "same"))


def test_changes_waiting_beside_a_snapshot_make_it_a_damaged_one(
    versions: DatasetVersions, clock: Clock, storage: Storage
) -> None:
    """DuckDB applies such a file when it opens the snapshot, even for reading."""
    old, new = published(versions, clock, "old"), published(versions, clock, "new")
    assert versions.current().id == new
    (storage.path / "versions" / new / "snapshot.duckdb.wal").write_bytes(b"DELETE FROM capacities")

    served = versions.current()

    assert served.id == old
    assert served.degraded is not None
    assert "snapshot.duckdb" in served.degraded
    assert "opened for writing" in served.degraded


def test_a_version_from_before_the_clock_was_set_back_still_serves(
    versions: DatasetVersions, clock: Clock, storage: Storage
) -> None:
    clock.now += DAY
    ahead = published(versions, clock, "ahead")
    clock.now -= 2 * DAY
    corrected = published(versions, clock, "corrected")
    assert corrected < ahead
    assert versions.current().id == corrected
    (storage.path / "versions" / corrected / "snapshot.duckdb").unlink()

    assert versions.current().id == ahead


def test_publishing_that_cannot_name_the_new_version_leaves_no_trace_of_it(
    versions: DatasetVersions, clock: Clock, storage: Storage
) -> None:
    old = published(versions, clock, "old")
    (storage.path / "CURRENT.new").mkdir()  # the draft of CURRENT cannot be written, as on a full disk
    with pytest.raises(OSError, match="directory"):
        published(versions, clock, "new")

    assert versions.current().id == old
    assert versions.ids() == [old]


def test_a_storage_path_that_is_no_folder_is_reported_as_such(storage: Storage) -> None:
    storage.path.write_text("not a folder", encoding="utf-8")
    with pytest.raises(DatasetError, match=r"\[storage\] path cannot be read"):
        DatasetVersions(storage).ids()
