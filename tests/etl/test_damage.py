"""Whatever happens to a file of the current version: it is named, an older version serves, the next refresh heals."""

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from teamlandkarte.index.dataset import CurrentDataset
from teamlandkarte.index.versions import DatasetVersions
from tests.etl.night import Night
from tests.lake_files import CAPACITIES, COMPETENCES

FILES = ("snapshot.duckdb", "people.npys", "competences.faiss", "roles.faiss", "manifest.json")
SEEDS = range(2)

Damage = Callable[[Path, random.Random], None]


def truncated(path: Path, chance: random.Random) -> None:
    path.write_bytes(path.read_bytes()[: chance.randrange(1, path.stat().st_size)])


def emptied(path: Path, _: random.Random) -> None:
    path.write_bytes(b"")


def flipped(path: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def zeroed(path: Path, chance: random.Random) -> None:
    """A block that never reached the disk."""
    data = path.read_bytes()
    kept = chance.randrange(len(data.rstrip(b"\0")))
    path.write_bytes(data[:kept].ljust(len(data), b"\0"))


def longer(path: Path, chance: random.Random) -> None:
    path.write_bytes(path.read_bytes() + chance.randbytes(chance.randrange(1, 5000)))


def missing(path: Path, _: random.Random) -> None:
    path.unlink()


def a_folder(path: Path, _: random.Random) -> None:
    path.unlink()
    path.mkdir()


def that_of_the_version_before(path: Path, _: random.Random) -> None:
    (before,) = [folder for folder in path.parent.parent.iterdir() if folder != path.parent]
    shutil.copyfile(before / path.name, path)


def that_of_another_index(path: Path, _: random.Random) -> None:
    others = {"competences.faiss": "roles.faiss", "roles.faiss": "competences.faiss"}
    shutil.copyfile(path.with_name(others.get(path.name, "roles.faiss")), path)


@pytest.fixture(scope="module")
def two_versions(tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Night:
    """An installation with two versions."""
    folder = tmp_path_factory.mktemp("two")
    night = Night(shutil.copytree(tiny_lake, folder / "lake"), folder / "data")
    night.refresh()
    night.edit(CAPACITIES, ("Senior", "Principal"))
    night.edit(COMPETENCES, ("PostgreSQL", "Postgres"))
    night.edit(CAPACITIES, ("Projektleiter", "Projektleitung"))
    night.refresh()
    return night


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "damage",
    [
        *(truncated, emptied, flipped, zeroed, longer, missing, a_folder),
        *(that_of_the_version_before, that_of_another_index),
    ],
)
def test_a_damaged_file_is_named_an_older_version_serves_and_status_says_so(
    two_versions: Night, tmp_path: Path, damage: Damage, name: str
) -> None:
    night = Night(two_versions.lake, tmp_path / "data").after(two_versions)
    newest = night.current
    (old,) = [version for version in night.versions.ids() if version != newest]
    damage(night.config.storage.path / "versions" / newest / name, random.Random(f"{damage.__name__} {name}"))

    dataset = night.dataset()

    assert dataset.id == old
    assert dataset.degraded
    assert newest in dataset.degraded
    assert name.removesuffix(".json") in dataset.degraded
    assert str(tmp_path) not in dataset.degraded
    assert len(dataset.people) == 11
    assert "PostgreSQL" in dataset.competences.terms


@pytest.mark.parametrize("seed", SEEDS)
def test_the_next_refresh_heals_whatever_is_damaged(two_versions: Night, tmp_path: Path, seed: int) -> None:
    night = Night(two_versions.lake, tmp_path / "data").after(two_versions)
    newest = night.current
    chance = random.Random(seed)
    damage = chance.choice([truncated, emptied, flipped, missing, that_of_the_version_before])
    name = chance.choice(FILES)
    damage(night.config.storage.path / "versions" / newest / name, chance)

    run = night.refresh()

    assert (run.status, night.current) == ("succeeded", run.dataset_version)
    healed = night.dataset()
    assert healed.degraded is None
    assert healed.id != newest
    assert "Postgres" in healed.competences.terms


def test_a_log_of_changes_beside_the_snapshot_is_named_and_healed(two_versions: Night, tmp_path: Path) -> None:
    night = Night(two_versions.lake, tmp_path / "data").after(two_versions)
    newest = night.current
    (night.config.storage.path / "versions" / newest / "snapshot.duckdb.wal").write_bytes(b"not replayed")

    degraded = night.dataset().degraded
    assert degraded
    assert re.search(rf"snapshot\.duckdb.*{newest}|{newest}.*snapshot\.duckdb", degraded)
    run = night.refresh()

    assert run.status == "succeeded"
    assert night.current == run.dataset_version
    assert not list((night.config.storage.path / "versions" / night.current).glob("*.wal"))


def test_both_versions_damaged_is_said_and_healed(two_versions: Night, tmp_path: Path) -> None:
    night = Night(two_versions.lake, tmp_path / "data").after(two_versions)
    for version in night.versions.ids():
        (night.config.storage.path / "versions" / version / "roles.faiss").unlink()

    run = night.refresh()

    assert run.status == "succeeded"
    assert night.current == run.dataset_version
    assert CurrentDataset(DatasetVersions(night.config.storage)).get().degraded is None
