"""What a power cut leaves, and when old dataset versions are deleted."""

import datetime as dt
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from teamlandkarte.index.config import Storage
from teamlandkarte.index.errors import DatasetError, NoDatasetError
from teamlandkarte.index.retention import Retention
from teamlandkarte.index.versions import DatasetVersions
from tests.clock import Clock
from tests.index.publishing import DAY, HOUR, prepared, published


class PowerCut(BaseException):
    """The machine stops at this very instruction."""


class Power:
    """Cuts the power at the n-th operation on a file or folder."""

    _OPERATIONS = frozenset(("open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.scandir", "shutil.rmtree"))

    def __init__(self) -> None:
        self.left: int | None = None
        sys.addaudithook(self._seen)

    def _seen(self, event: str, _arguments: tuple[object, ...]) -> None:
        if self.left is None or event not in self._OPERATIONS:
            return
        self.left -= 1
        if self.left < 0:
            raise PowerCut

    @contextmanager
    def cut_at(self, operation: int) -> Iterator[None]:
        self.left = operation
        try:
            yield
        finally:
            self.left = None


POWER = Power()  # an audit hook stays for the life of the process


@pytest.mark.parametrize("operation", range(40))
def test_power_cut_while_publishing_leaves_one_whole_version_current(
    versions: DatasetVersions, clock: Clock, storage: Storage, operation: int
) -> None:
    old = published(versions, clock, "old")
    folder, manifest = prepared(versions, clock, "new")
    finished = False
    try:
        with POWER.cut_at(operation):
            versions.publish(folder, manifest)
            finished = True
    except PowerCut:
        pass

    after = DatasetVersions(storage)
    current = after.current()
    assert current.degraded is None
    assert current.id in ({manifest.dataset_version} if finished else {old, manifest.dataset_version})
    Retention(storage, after, clock).clean_up()
    assert after.ids() == ([current.id] if current.id == old else [current.id, old])
    assert {path.name for path in storage.path.iterdir()} == {"CURRENT", "retired.json", "versions"}
    clock.now += HOUR
    assert DatasetVersions(storage).current().id == current.id
    newest = published(after, clock, "newest")
    assert after.current().id == newest


@pytest.mark.parametrize("operation", range(40))
def test_power_cut_while_the_first_version_is_published_leaves_that_one_current_or_nothing(
    versions: DatasetVersions, clock: Clock, storage: Storage, operation: int
) -> None:
    folder, manifest = prepared(versions, clock, "first")
    with suppress(PowerCut), POWER.cut_at(operation):
        versions.publish(folder, manifest)

    after = DatasetVersions(storage)
    if after.current_id() is None:
        with pytest.raises(NoDatasetError):
            after.current()
    else:
        assert (after.current().id, after.current().degraded) == (manifest.dataset_version, None)
    Retention(storage, after, clock).clean_up()
    assert after.ids() == [version for version in [after.current_id()] if version]


def test_what_a_killed_run_left_never_stands_in_for_a_damaged_version(
    versions: DatasetVersions, clock: Clock, storage: Storage
) -> None:
    old = published(versions, clock, "old")
    left = published(versions, clock, "new")
    (storage.path / "PUBLISHING").write_text(left)
    (storage.path / "CURRENT").write_text(old)
    (versions.folder(old) / "competences.faiss").unlink()
    with pytest.raises(DatasetError, match="no older version can stand in"):
        DatasetVersions(storage).current()


def test_power_cuts_reach_past_the_end_of_publishing(versions: DatasetVersions, clock: Clock) -> None:
    """The range of the test above covers every operation."""
    folder, manifest = prepared(versions, clock, "first")
    with POWER.cut_at(39):
        versions.publish(folder, manifest)


def test_power_cut_while_an_older_version_becomes_current_leaves_one_of_the_two(
    versions: DatasetVersions, retention: Retention, clock: Clock
) -> None:
    old = published(versions, clock, "old")
    new = published(versions, clock, "new")
    for operation in range(30):
        finished = False
        with suppress(PowerCut), POWER.cut_at(operation):
            versions.make_current(old)
            finished = True
        current = versions.current()
        assert current.degraded is None
        assert current.id in ({old} if finished else {old, new})
        retention.clean_up()
        assert versions.ids() == [new, old]
        versions.make_current(new)
    assert finished


def test_power_cut_while_cleaning_up_leaves_no_half_version(
    versions: DatasetVersions, retention: Retention, clock: Clock, storage: Storage
) -> None:
    for operation in range(30):
        shutil.rmtree(storage.path, ignore_errors=True)
        old = published(versions, clock, "old")
        new = published(versions, clock, "new")
        retention.clean_up()
        clock.now += DAY
        try:
            with POWER.cut_at(operation):
                retention.clean_up()
        except PowerCut:
            pass
        after = DatasetVersions(storage)
        assert after.current().id == new
        for version in after.ids():
            after.verify(version)
        Retention(storage, after, clock).clean_up()
        assert after.ids() == [new], f"{old} outlived operation {operation}"


def gone(retention: Retention) -> list[str]:
    """Clean up and return what went."""
    return [judged.version for judged in retention.clean_up()]


def test_old_version_is_kept_for_the_grace_period_after_it_ceased_to_be_current(
    versions: DatasetVersions, retention: Retention, clock: Clock
) -> None:
    old = published(versions, clock, "old")
    clock.now += 10 * DAY
    new = published(versions, clock, "new")
    assert gone(retention) == []

    clock.now += DAY - dt.timedelta(seconds=1)
    assert gone(retention) == []
    assert versions.ids() == [new, old]

    clock.now += dt.timedelta(seconds=1)
    assert gone(retention) == [old]
    assert versions.ids() == [new]


def test_without_grace_old_versions_go_at_once(storage: Storage, clock: Clock) -> None:
    versions = DatasetVersions(storage)
    retention = Retention(storage.model_copy(update={"grace_hours": 0}), versions, clock)
    old = published(versions, clock, "old")
    published(versions, clock, "new")

    assert gone(retention) == [old]


def test_degraded_service_keeps_what_it_serves(
    versions: DatasetVersions, retention: Retention, clock: Clock, storage: Storage
) -> None:
    old = published(versions, clock, "old")
    new = published(versions, clock, "new")
    retention.clean_up()
    (storage.path / "versions" / new / "snapshot.duckdb").unlink()
    clock.now += 2 * DAY

    assert gone(retention) == []
    assert versions.current().id == old


def test_lost_notes_about_old_versions_only_lengthen_their_life(
    versions: DatasetVersions, retention: Retention, clock: Clock, storage: Storage
) -> None:
    old = published(versions, clock, "old")
    published(versions, clock, "new")
    retention.clean_up()
    (storage.path / "retired.json").write_text("{[", "utf-8")
    clock.now += DAY
    assert gone(retention) == []
    clock.now += DAY
    assert gone(retention) == [old]


def test_a_grace_period_does_not_wait_for_a_clock_that_was_ahead(
    versions: DatasetVersions, retention: Retention, clock: Clock, storage: Storage
) -> None:
    old = published(versions, clock, "old")
    published(versions, clock, "new")
    clock.now += 1000 * DAY
    retention.clean_up()
    clock.now -= 1000 * DAY
    assert gone(retention) == []
    clock.now += DAY
    assert gone(retention) == [old]


def test_a_version_that_a_killed_run_did_not_get_to_make_current_goes_at_once(
    versions: DatasetVersions, clock: Clock, storage: Storage
) -> None:
    """However long versions are kept: nobody has ever been answered from it."""
    patient = Retention(storage.model_copy(update={"keep_versions": 9, "keep_days": 99}), versions, clock)
    served = published(versions, clock, "served")
    never_served = 0
    for operation in range(40):
        folder, manifest = prepared(versions, clock, f"killed at {operation}")
        with suppress(PowerCut), POWER.cut_at(operation):
            versions.publish(folder, manifest)
        if versions.current_id() != served:
            break
        never_served += manifest.dataset_version in versions.ids()
        patient.clean_up()
        assert versions.ids() == [served]
    assert never_served


def test_nothing_is_left_of_deleted_versions(storage: Storage, clock: Clock) -> None:
    versions = DatasetVersions(storage)
    retention = Retention(storage.model_copy(update={"grace_hours": 0}), versions, clock)
    old = published(versions, clock, "old")
    published(versions, clock, "new")
    assert gone(retention) == [old]
    assert not (storage.path / "staging").exists()
