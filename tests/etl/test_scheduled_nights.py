"""The schedule over real refreshes: late ones, one that another host does, and a night without the lake."""

import logging
from collections.abc import Callable

import pytest

from teamlandkarte.etl.lake import open_lake
from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.etl.lock import refresh_lock
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.etl.schedule import Scheduler
from teamlandkarte.index.config import Schedule
from teamlandkarte.index.errors import SourceError
from teamlandkarte.index.runs import RefreshRun, RunHistory
from tests.clock import utc
from tests.etl.night import BrokenLake, Night


class Installation:
    """The schedule over real refreshes of the hand-written lake."""

    def __init__(self, night: Night, now: str) -> None:
        self.night = night
        self.night.clock.now = utc(now)
        self.lake = night.open_lake()
        self._stop = self.night.clock.now

    def run(self, until: str) -> list[RefreshRun]:
        self._stop = utc(until)
        history = RunHistory(self.night.config.storage)
        Scheduler(Schedule(), history, self._refresh, clock=self.night.clock, wait=self._wait).run()
        return self.night.history()

    def _refresh(self, *, late: bool, guard: Callable[[], None]) -> RefreshRun:
        night = self.night
        return refresh(night.config, self.lake, night.embedder, late=late, guard=guard, clock=night.clock)

    def _wait(self, seconds: float) -> None:
        self.night.clock.move(seconds=seconds)
        if self.night.clock() >= self._stop:
            raise KeyboardInterrupt


def test_a_late_refresh_publishes_and_its_record_says_that_it_was_late(night: Night) -> None:
    (run,) = Installation(night, "2026-06-02T08:00").run("2026-06-02T09:00")
    assert (run.status, run.late, run.dataset_version) == ("succeeded", True, night.current)


def test_where_another_host_refreshes_who_and_since_when_is_logged_and_nothing_is_recorded(
    night: Night, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    night.clock.now = utc("2026-06-02T01:20")
    with refresh_lock(night.config.storage, night.clock):
        assert Installation(night, "2026-06-02T01:29").run("2026-06-02T12:00") == []
    (told,) = [record for record in caplog.records if "left to another" in record.message]
    assert told.levelno == logging.WARNING
    assert "since 2026-06-02T01:20:00+00:00" in told.message


def test_after_a_night_in_which_the_lake_was_down_the_next_one_publishes(night: Night) -> None:
    installation = Installation(night, "2026-06-02T01:00")
    working = installation.lake
    installation.lake = BrokenLake(working, LakeTable.TASKS, SourceError("the lake is down"))
    installation.run("2026-06-02T12:00")
    installation.lake = open_lake(night.config.database, night.config.credentials)
    runs = installation.run("2026-06-03T12:00")
    assert [(run.status, run.late) for run in runs] == [("succeeded", False), ("failed", False)]
