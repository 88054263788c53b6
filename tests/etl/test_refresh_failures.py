"""A refresh run that fails, is interrupted or killed leaves the old version, says why, and the next one goes on."""

import datetime as dt
import errno
import signal
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import pytest

from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.etl.lock import refresh_lock
from teamlandkarte.index.errors import DatasetError, EmbeddingError, RefreshError, RefreshLockedError, SourceError
from teamlandkarte.index.retention import Judgement, Retention
from teamlandkarte.index.runs import RunHistory
from tests.etl.night import BrokenLake, Night
from tests.lake_files import CAPACITIES


def test_lake_that_fails_leaves_the_old_version_current(second_night: Night) -> None:
    first = second_night.current
    second_night.edit(CAPACITIES, ("Senior", "Principal"))
    for table in LakeTable:
        broken = BrokenLake(second_night.open_lake(), table, SourceError(f"table {table.value} is not there"))

        with pytest.raises(SourceError, match=table.value):
            second_night.refresh(lake=broken)

        assert second_night.current == first
        failed = second_night.history()[0]
        assert (failed.status, failed.dataset_version) == ("failed", None)
        assert failed.reason == f"table {table.value} is not there"
        assert not (second_night.config.storage.path / "staging").exists()


def test_term_that_cannot_be_embedded_fails_the_run(night: Night) -> None:
    night.embedder.refused = frozenset(["Gleisbau"])

    with pytest.raises(EmbeddingError):
        night.refresh()

    assert night.versions.ids() == []
    assert night.history()[0].status == "failed"


def test_too_little_memory_is_named_by_its_setting(night: Night) -> None:
    night.limit(memory_mb=1)  # less than the configuration accepts, so that this small lake is too large

    with pytest.raises(RefreshError, match=r"^\[refresh\] memory_mb is too little for this lake; raise it"):
        night.refresh()


def test_full_disk_is_called_that(night: Night) -> None:
    full = OSError(errno.ENOSPC, "No space left on device", str(night.lake))

    with pytest.raises(RefreshError, match=r"the disk of \[storage\] path is full") as failure:
        night.refresh(lake=BrokenLake(night.open_lake(), LakeTable.TASKS, full))

    assert str(night.lake) not in str(failure.value)
    assert "full" in str(night.history()[0].reason)


def test_fault_of_our_own_is_recorded_and_not_hidden(night: Night) -> None:
    with pytest.raises(ZeroDivisionError):
        night.refresh(lake=BrokenLake(night.open_lake(), LakeTable.TASKS, ZeroDivisionError()))

    assert night.history()[0].reason == "unexpected ZeroDivisionError; see the log"


def test_second_refresh_at_once_is_refused_and_told_who_runs(second_night: Night) -> None:
    before = second_night.history()
    with (
        refresh_lock(second_night.config.storage, second_night.clock),
        pytest.raises(RefreshLockedError, match=r"process \d+ on .+, since 2026-03-02T02:30:00\+00:00"),
    ):
        second_night.refresh()

    assert second_night.history() == before


KILLED = """
import os, signal, sys
from pathlib import Path
from teamlandkarte.etl import refresh as module
from teamlandkarte.etl.lake import open_lake
from teamlandkarte.index.config import Config, Database, Refresh, Storage

sys.path.append(sys.argv[4])  # last, since the rooms at the top of the repository have names of others
from tests.hash_embedder import HashEmbedder

config = Config(
    database=Database(path=Path(sys.argv[1])),
    refresh=Refresh(max_rejected=0.5),
    storage=Storage(path=Path(sys.argv[2])),
)

class Killer:
    def phase(self, name, total):
        if name == sys.argv[3]:
            os.kill(os.getpid(), signal.SIGKILL)
    def advance(self, steps):
        pass

module.refresh(config, open_lake(config.database, config.credentials), HashEmbedder(), progress=Killer())
"""


class Interrupter:
    """A progress that is followed by Ctrl-C as soon as a version has been published."""

    def __init__(self, storage: Path) -> None:
        self._current = storage / "CURRENT"
        self._before = self._current.stat().st_ino  # what replaces a file is another one, and a look at it is quick

    def watch(self, _frame: object, _event: str, _argument: object) -> None:
        if self._current.stat().st_ino != self._before:
            sys.setprofile(None)
            raise KeyboardInterrupt


def test_an_interruption_while_duckdb_calls_python_back_is_recorded_as_one(
    second_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = second_night.current

    def told_to_stop(_text: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("teamlandkarte.index.text.plain_text", told_to_stop)
    with pytest.raises(KeyboardInterrupt):
        second_night.refresh()

    run = second_night.history()[0]
    assert (run.status, run.reason) == ("failed", "interrupted")
    assert second_night.current == before


def test_run_that_is_interrupted_after_publishing_has_succeeded(second_night: Night) -> None:
    second_night.edit(CAPACITIES, ("Senior", "Principal"))
    before = second_night.current
    interrupter = Interrupter(second_night.config.storage.path)
    sys.setprofile(interrupter.watch)
    try:
        with pytest.raises(KeyboardInterrupt):
            second_night.refresh()
    finally:
        sys.setprofile(None)

    run = second_night.history()[0]
    assert run.status == "succeeded"
    assert run.dataset_version == second_night.current != before


def test_a_folder_that_cannot_be_read_after_publishing_fails_no_run(
    second_night: Night, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, clean_up = second_night.current, Retention.clean_up

    def unread_once_replaced(retention: Retention, keep: Collection[str] = ()) -> list[Judgement]:
        if second_night.versions.current_id() != first:
            raise DatasetError("[storage] path cannot be read")
        return clean_up(retention, keep)

    second_night.edit(CAPACITIES, ("Senior", "Principal"))
    monkeypatch.setattr(Retention, "clean_up", unread_once_replaced)

    run = second_night.refresh()

    assert (run.status, run.dataset_version) == ("succeeded", second_night.current)
    assert second_night.history()[0] == run
    assert "old dataset versions could not be cleaned up: [storage] path cannot be read" in caplog.text


def test_run_that_was_killed_after_publishing_has_succeeded(second_night: Night) -> None:
    (run,) = second_night.history()
    history = RunHistory(second_night.config.storage)
    history.record(run.model_copy(update={"status": "running", "finished_at": None, "dataset_version": None}))

    second_night.refresh()

    killed = second_night.history()[1]
    assert (killed.status, killed.dataset_version) == ("succeeded", second_night.current)


@pytest.mark.parametrize("phase", ["build", "publish"])
def test_killed_refresh_leaves_the_old_version_and_the_next_one_cleans_up(second_night: Night, phase: str) -> None:
    first = second_night.current
    second_night.edit(CAPACITIES, ("Senior", "Principal"))
    arguments = [second_night.lake, second_night.config.storage.path, phase, Path(__file__).parents[2]]
    killed = subprocess.run([sys.executable, "-c", KILLED, *map(str, arguments)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert second_night.current == first

    second_night.clock.now = dt.datetime.now(dt.UTC) + dt.timedelta(minutes=1)
    after = second_night.refresh()

    assert second_night.current == after.dataset_version != first
    assert not (second_night.config.storage.path / "staging").exists()
    interrupted = second_night.history()[1]
    assert (interrupted.status, interrupted.reason) == ("failed", "the process ended before the run did")
