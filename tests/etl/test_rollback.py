"""Rollback: an older version answers again, at once and on the record."""

import itertools
import shutil
from pathlib import Path

import pytest

from teamlandkarte.etl.lock import refresh_lock
from teamlandkarte.etl.rollback import prune, rollback
from teamlandkarte.index.config import Storage
from teamlandkarte.index.dataset import CurrentDataset
from teamlandkarte.index.errors import (
    DatasetError,
    NoDatasetError,
    NotFoundError,
    RefreshError,
    RefreshLockedError,
    RequestError,
)
from teamlandkarte.index.runs import RefreshRun, RunHistory
from teamlandkarte.index.versions import DatasetVersions
from tests.conftest import MadeOnce
from tests.etl.night import Night
from tests.lake_files import CAPACITIES

LEVELS = ("Senior", "Principal", "Expert")


@pytest.fixture(scope="session")
def three_versions(first_night: Night, made_once: MadeOnce) -> Night:
    """An installation with three versions; tests only read it."""

    def fill(folder: Path) -> None:
        night = Night(shutil.copytree(first_night.lake, folder / "lake"), folder / "data").after(first_night)
        for change in itertools.pairwise(LEVELS):
            night.edit(CAPACITIES, change)
            night.refresh()
        assert len(night.versions.ids()) == len(LEVELS)

    folder = made_once("three-versions", fill)
    night = Night(folder / "lake", folder / "data")
    night.clock.move(days=len(LEVELS))
    return night


@pytest.fixture
def third_night(three_versions: Night, tmp_path: Path) -> Night:
    """The same installation, with a lake and versions that a test may change."""
    return Night(shutil.copytree(three_versions.lake, tmp_path / "lake"), tmp_path / "data").after(three_versions)


def back(night: Night, wanted: str | None = None) -> RefreshRun:
    return rollback(night.config, wanted, clock=night.clock)


def test_the_version_before_is_current_again_and_the_history_says_so(third_night: Night) -> None:
    newest, before, _ = third_night.versions.ids()
    reader = CurrentDataset(DatasetVersions(third_night.config.storage))
    assert reader.get().id == newest

    run = back(third_night)

    assert third_night.current == before
    assert reader.get().id == before
    assert (run.kind, run.status, run.dataset_version) == ("rollback", "succeeded", before)
    assert run.reason == f"rolled back from {newest}"
    assert third_night.history()[0] == run


def test_going_back_again_goes_one_further(third_night: Night) -> None:
    _, _, oldest = third_night.versions.ids()
    back(third_night)
    assert back(third_night).dataset_version == oldest
    newer = ", ".join(third_night.versions.ids()[:-1])
    with pytest.raises(DatasetError, match=f"there is no dataset version older than {oldest}; newer are: {newer}$"):
        back(third_night)


def test_a_named_version_is_current_again_also_a_newer_one(third_night: Night) -> None:
    newest, _, oldest = third_night.versions.ids()
    assert back(third_night, oldest).dataset_version == third_night.current == oldest
    assert back(third_night, newest).dataset_version == third_night.current == newest


def test_a_refresh_after_a_rollback_publishes_what_the_lake_holds(third_night: Night) -> None:
    rolled_from = third_night.versions.current().manifest
    back(third_night)
    third_night.clock.move(days=1)

    run = third_night.refresh()

    assert run.status == "succeeded"
    assert third_night.versions.current().manifest.content_hash == rolled_from.content_hash
    assert third_night.current != rolled_from.dataset_version


def test_damaged_versions_are_passed_over_and_refused_by_name(third_night: Night) -> None:
    newest, before, oldest = third_night.versions.ids()
    (third_night.versions.folder(before) / "roles.faiss").write_bytes(b"")
    runs = third_night.history()
    with pytest.raises(DatasetError, match=rf"roles\.faiss of dataset version {before} .*; possible are: {oldest}$"):
        back(third_night, before)
    assert (third_night.history(), third_night.current) == (runs, newest)

    assert back(third_night).dataset_version == oldest


def test_what_is_unknown_or_current_is_refused_with_what_is_possible(third_night: Night) -> None:
    newest, before, oldest = third_night.versions.ids()
    runs = third_night.history()
    with pytest.raises(NotFoundError, match=f'"20990101T000000Z-00000000"; there are: {newest}, {before}, {oldest}'):
        back(third_night, "20990101T000000Z-00000000")
    with pytest.raises(RequestError, match=f"current already; possible are: {before}, {oldest}"):
        back(third_night, "current")
    assert (third_night.history(), third_night.current) == (runs, newest)


def test_a_damaged_current_version_is_no_hindrance(third_night: Night) -> None:
    newest, before, _ = third_night.versions.ids()
    (third_night.versions.folder(newest) / "manifest.json").unlink()

    assert back(third_night).dataset_version == third_night.current == before


@pytest.mark.parametrize("edited", ["../versions/{id}", "{id}\n{id}", "\ufeff{id}", "/etc/hostname"])
def test_what_was_written_into_current_by_hand_and_names_no_version_is_never_repeated(
    third_night: Night, edited: str
) -> None:
    newest, *_ = third_night.versions.ids()
    (third_night.config.storage.path / "CURRENT").write_text(edited.format(id=newest), "utf-8")

    run = back(third_night)

    assert (run.dataset_version, run.reason) == (newest, "rolled back from no version")


def test_where_nothing_is_older_it_is_said(first_night: Night) -> None:
    only = first_night.current
    with pytest.raises(DatasetError, match=f"there is no dataset version older than {only}$"):
        back(first_night)
    with pytest.raises(NotFoundError, match=f"only one dataset version, {only}; the next refresh of changed data"):
        back(first_night, "previous")


def test_nothing_to_go_back_to_is_said(night: Night) -> None:
    with pytest.raises(NoDatasetError, match="teamlandkarte refresh"):
        back(night)


def test_a_version_whose_time_is_over_can_still_be_gone_back_to(third_night: Night) -> None:
    """It is on disk as long as no refresh has deleted it, so it must not be deleted by the rollback itself."""
    newest, _, oldest = third_night.versions.ids()
    third_night.clock.move(days=100)
    impatient = Storage(path=third_night.config.storage.path, grace_hours=0, keep_versions=1, keep_days=0)
    third_night.config = third_night.config.model_copy(update={"storage": impatient})

    run = back(third_night, oldest)

    assert run.dataset_version == third_night.current == oldest
    assert third_night.versions.ids() == [newest, oldest]


def test_nobody_goes_back_while_a_refresh_runs(third_night: Night) -> None:
    newest, *_ = third_night.versions.ids()
    with refresh_lock(third_night.config.storage, third_night.clock), pytest.raises(RefreshLockedError):
        back(third_night)
    with refresh_lock(third_night.config.storage, third_night.clock), pytest.raises(RefreshLockedError):
        prune(third_night.config.storage, clock=third_night.clock)
    assert third_night.current == newest


@pytest.mark.parametrize("got_so_far", [True, False])
def test_a_rollback_that_was_killed_is_recorded_as_what_it_did(third_night: Night, got_so_far: bool) -> None:
    newest, before, _ = third_night.versions.ids()
    run = back(third_night)
    if not got_so_far:
        back(third_night, newest)
    history = RunHistory(third_night.config.storage)
    history.record(run.model_copy(update={"status": "running", "finished_at": None}))
    third_night.clock.move(days=1)
    third_night.refresh()

    closed = next(one for one in third_night.history() if one.run_id == run.run_id)
    assert (closed.status, closed.dataset_version) == (("succeeded", before) if got_so_far else ("failed", None))


def test_a_rollback_that_cannot_be_written_has_failed(third_night: Night) -> None:
    newest, *_ = third_night.versions.ids()
    blocked = third_night.config.storage.path / "CURRENT"
    text = blocked.read_text("utf-8")
    (third_night.config.storage.path / "CURRENT.new").mkdir()
    with pytest.raises(RefreshError, match=r'\[storage\] path cannot be written \("CURRENT.new": '):
        back(third_night)

    assert blocked.read_text("utf-8") == text
    assert third_night.current == newest
    failed = third_night.history()[0]
    assert (failed.kind, failed.status, failed.dataset_version) == ("rollback", "failed", None)
