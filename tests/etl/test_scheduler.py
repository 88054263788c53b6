"""The loop that refreshes at each due time, on a clock that tests move: two nights a year, sleep, restart, overlap."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest

from teamlandkarte.etl.schedule import LONGEST_WAIT, Scheduler
from teamlandkarte.index.config import Schedule, Storage
from teamlandkarte.index.errors import SourceError
from teamlandkarte.index.runs import INTERRUPTED, RefreshRun, RunHistory
from tests.clock import Clock, utc


class Machine:
    """A computer that runs the schedule: its clock moves while it waits, refreshes or sleeps, until it is stopped."""

    def __init__(self, storage: Storage, now: str, cron: str = "30 3 * * *", grace_hours: int = 12) -> None:
        self.clock = Clock()
        self.clock.now = utc(now)
        self.history = RunHistory(storage)
        self.settings = Schedule(cron=cron, grace_hours=grace_hours)
        self.minutes = 5.0  # that a refresh takes
        self.look = 0.0  # seconds that pass while the clock is read
        self.early = 0.0  # seconds by which a wait ends too soon
        self.before_the_lock: Callable[[], None] = lambda: None
        self.failure: BaseException | None = None
        self.stopped_in_a_run = False  # by a signal whose exception gets lost
        self.stopped = False
        self._stop = self.clock.now
        self._sleep: tuple[dt.datetime, dt.datetime] | None = None

    def run(self, until: str, sleep: tuple[str, str] | None = None) -> list[tuple[str, bool]]:
        """Run a new process of the schedule; return start and lateness of the runs that the history then has."""
        self._stop = utc(until)
        self._sleep = (utc(sleep[0]), utc(sleep[1])) if sleep else None
        scheduler = Scheduler(
            self.settings,
            self.history,
            self._refresh,
            clock=self._look,
            wait=self._wait,
            stopped=lambda: self.stopped,
        )
        scheduler.run()
        return self.runs()

    def runs(self) -> list[tuple[str, bool]]:
        runs = [run for run in self.history.latest() if run.kind == "refresh"]
        return [(f"{run.started_at:%Y-%m-%dT%H:%M}", run.late) for run in reversed(runs)]

    def record(self, started: str, **fields: object) -> None:
        """Record a run that someone else did."""
        known = {"run_id": f"{started}", "status": "succeeded", "started_at": utc(started), "source": "lake"}
        self.history.record(RefreshRun.model_validate(known | {"finished_at": utc(started)} | fields))

    def _refresh(self, *, late: bool, guard: Callable[[], None]) -> RefreshRun:
        self.before_the_lock()
        guard()
        now = self.clock()
        run = RefreshRun(run_id=self.history.new_id(now), status="running", started_at=now, source="lake", late=late)
        self.history.record(run)
        self.clock.move(minutes=self.minutes)
        ended: dict[str, object] = {"finished_at": self.clock(), "status": "unchanged"}
        if self.failure is not None:
            interrupted = isinstance(self.failure, KeyboardInterrupt)
            ended |= {"status": "failed", "reason": INTERRUPTED if interrupted else str(self.failure)}
        self.history.record(run.model_copy(update=ended))
        self.stopped = self.stopped_in_a_run
        if self.failure is not None:
            raise self.failure
        return run

    def _look(self) -> dt.datetime:
        now = self.clock()
        self.clock.move(seconds=self.look)
        return now

    def _wait(self, seconds: float) -> None:
        assert 0 < seconds <= LONGEST_WAIT
        self.clock.move(seconds=max(seconds - self.early, 0.01))
        if self._sleep and self.clock() >= self._sleep[0]:
            self.clock.now, self._sleep = self._sleep[1], None
        if self._sleep is None and self.clock() >= self._stop:
            raise KeyboardInterrupt


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(path=tmp_path / "data")


def test_each_night_has_one_refresh_at_its_time(storage: Storage) -> None:
    machine = Machine(storage, "2026-06-01T12:00")
    machine.record("2026-06-01T01:30")
    assert machine.run("2026-06-04T00:00")[1:] == [("2026-06-02T01:30", False), ("2026-06-03T01:30", False)]


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("2026-10-24T12:00", "2026-10-26T12:00", ["2026-10-25T00:30", "2026-10-26T01:30"]),
        ("2026-03-28T12:00", "2026-03-30T12:00", ["2026-03-29T01:30", "2026-03-30T00:30"]),
    ],
)
def test_the_nights_in_which_the_clock_is_moved_have_one_refresh(
    storage: Storage, start: str, end: str, expected: list[str]
) -> None:
    machine = Machine(storage, start, cron="30 2 * * *")
    machine.record(start)
    assert machine.run(end)[1:] == [(started, False) for started in expected]


def test_a_restart_between_the_two_half_past_twos_does_not_refresh_again(storage: Storage) -> None:
    machine = Machine(storage, "2026-10-24T23:00", cron="30 2 * * *")
    machine.record("2026-10-24T00:30")
    machine.run("2026-10-25T01:00")
    assert machine.run("2026-10-25T20:00")[1:] == [("2026-10-25T00:30", False)]


def test_what_a_sleeping_machine_missed_is_caught_up_once_and_recorded_as_late(storage: Storage) -> None:
    machine = Machine(storage, "2026-06-01T20:00")
    machine.record("2026-06-01T01:30")
    runs = machine.run("2026-06-05T00:00", sleep=("2026-06-01T22:00", "2026-06-04T07:00"))
    assert runs[1:] == [("2026-06-04T07:00", True)]


def test_what_was_missed_longer_ago_than_the_grace_is_left_to_the_next_time(storage: Storage) -> None:
    machine = Machine(storage, "2026-06-01T20:00", grace_hours=4)
    machine.record("2026-06-01T01:30")
    runs = machine.run("2026-06-03T00:00", sleep=("2026-06-01T22:00", "2026-06-02T05:31"))
    assert runs[1:] == []
    assert machine.run("2026-06-03T12:00")[1:] == [("2026-06-03T01:30", False)]


def test_without_any_grace_a_refresh_at_its_time_still_runs(storage: Storage) -> None:
    machine = Machine(storage, "2026-06-01T20:00", grace_hours=0)
    assert machine.run("2026-06-02T12:00") == [("2026-06-02T01:30", False)]


def test_what_was_missed_while_the_process_was_down_is_caught_up_at_its_start_and_not_at_the_next(
    storage: Storage,
) -> None:
    machine = Machine(storage, "2026-06-02T08:00")
    machine.record("2026-06-01T01:30")
    caught_up = [("2026-06-02T08:00", True)]
    assert machine.run("2026-06-02T09:00")[1:] == caught_up
    assert machine.run("2026-06-02T10:00")[1:] == caught_up


def test_a_refresh_that_someone_else_ran_since_serves_the_due_time(storage: Storage) -> None:
    machine = Machine(storage, "2026-06-02T08:00")
    machine.record("2026-06-02T05:00")
    assert machine.run("2026-06-02T12:00") == [("2026-06-02T05:00", False)]


def test_a_rollback_serves_no_due_time(storage: Storage) -> None:
    machine = Machine(storage, "2026-06-02T08:00")
    machine.record("2026-06-02T05:00", kind="rollback")
    assert machine.run("2026-06-02T12:00") == [("2026-06-02T08:00", True)]


def test_a_run_that_failed_is_not_repeated_before_the_next_time(storage: Storage) -> None:
    machine = Machine(storage, "2026-06-01T20:00")
    machine.record("2026-06-01T01:30")
    machine.failure = SourceError("the lake does not answer")
    expected = [("2026-06-02T01:30", False), ("2026-06-03T01:30", False)]
    machine.run("2026-06-02T12:00")
    assert machine.run("2026-06-03T12:00")[1:] == expected


def test_a_defect_in_one_refresh_does_not_end_the_schedule(storage: Storage, caplog: pytest.LogCaptureFixture) -> None:
    machine = Machine(storage, "2026-06-01T20:00")
    machine.record("2026-06-01T01:30")
    machine.failure = ZeroDivisionError("a defect")
    assert len(machine.run("2026-06-04T00:00")) == 3
    assert "ZeroDivisionError" in caplog.text


def test_a_run_that_was_stopped_is_caught_up_after_the_restart_but_not_for_ever(storage: Storage) -> None:
    machine = Machine(storage, "2026-06-02T01:00")
    machine.failure = KeyboardInterrupt()
    for _ in range(3):
        try:
            machine.run("2026-06-02T09:00")
        except KeyboardInterrupt:
            machine.clock.move(minutes=1)
    assert machine.runs() == [("2026-06-02T01:30", False), ("2026-06-02T01:36", True)]


def test_a_run_that_ended_its_process_is_not_tried_more_than_twice(storage: Storage) -> None:
    machine = Machine(storage, "2026-06-02T02:00")
    machine.record("2026-06-02T01:30", status="running", finished_at=None)
    machine.run("2026-06-02T03:00")
    (killed,) = [run for run in machine.history.latest() if run.late]
    machine.history.record(killed.model_copy(update={"status": "running", "finished_at": None}))
    assert machine.run("2026-06-02T09:00") == [("2026-06-02T01:30", False), ("2026-06-02T02:00", True)]


def test_a_run_whose_process_ended_is_caught_up_where_something_else_has_closed_its_record(storage: Storage) -> None:
    machine = Machine(storage, "2026-06-02T02:00")
    machine.record("2026-06-02T01:30", status="running", finished_at=None)
    machine.history.close_interrupted(machine.clock(), None)  # as an erasure does
    assert machine.run("2026-06-02T09:00") == [("2026-06-02T01:30", False), ("2026-06-02T02:00", True)]


def test_a_run_longer_than_its_interval_does_not_pile_up(storage: Storage) -> None:
    machine = Machine(storage, "2026-06-02T05:59", cron="0 * * * *")
    machine.record("2026-06-02T05:00")
    machine.minutes = 150
    expected = [("2026-06-02T06:00", False), ("2026-06-02T09:00", False), ("2026-06-02T12:00", False)]
    assert machine.run("2026-06-02T14:45")[1:] == expected


def test_a_clock_that_is_set_back_during_a_run_makes_no_second_one(storage: Storage) -> None:
    machine = Machine(storage, "2026-06-02T01:00")
    machine.record("2026-06-02T00:30")
    machine.minutes = -10
    assert machine.run("2026-06-02T03:00")[1:] == [("2026-06-02T01:30", False)]


def test_a_due_time_that_passes_while_the_clock_is_read_is_not_lost(storage: Storage) -> None:
    machine = Machine(storage, "2026-06-02T01:28:59")
    machine.record("2026-06-02T00:30")
    machine.look, machine.early = 0.7, 1.0
    assert machine.run("2026-06-02T03:00")[1:] == [("2026-06-02T01:30", False)]


def test_a_clock_that_was_years_ahead_at_the_start_delays_nothing_once_it_is_right(storage: Storage) -> None:
    machine = Machine(storage, "2031-01-01T08:00")
    correction = ("2031-01-01T09:00", "2026-06-02T01:00")
    assert machine.run("2026-06-02T03:00", sleep=correction) == [
        ("2026-06-02T01:30", False),
        ("2031-01-01T08:00", True),
    ]


def test_stopped_while_it_waits_it_ends_quietly_and_in_mid_refresh_it_says_so(storage: Storage) -> None:
    machine = Machine(storage, "2026-06-02T00:00")
    machine.record("2026-06-02T00:00")
    machine.run("2026-06-02T00:10")
    machine.failure = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        machine.run("2026-06-02T02:00")


@pytest.mark.parametrize("failure", [None, SourceError("the lake is down")])
def test_a_stop_that_gets_lost_in_a_refresh_ends_the_schedule_after_it(
    storage: Storage, failure: SourceError | None
) -> None:
    machine = Machine(storage, "2026-06-02T00:00")
    machine.record("2026-06-02T00:00")
    machine.stopped_in_a_run, machine.failure = True, failure
    with pytest.raises(KeyboardInterrupt):
        machine.run("2026-06-09T00:00")
    assert machine.runs() == [("2026-06-02T00:00", False), ("2026-06-02T01:30", False)]


def test_a_stop_that_gets_lost_between_refreshes_ends_the_schedule_quietly(storage: Storage) -> None:
    machine = Machine(storage, "2026-06-02T00:00")
    machine.record("2026-06-02T00:00")
    machine.stopped = True
    assert machine.run("2026-06-09T00:00") == [("2026-06-02T00:00", False)]


def test_two_hosts_refresh_once_even_if_the_second_takes_long_to_begin(
    storage: Storage, caplog: pytest.LogCaptureFixture
) -> None:
    host = Machine(storage, "2026-06-02T01:00")
    host.record("2026-06-02T00:30")
    host.before_the_lock = lambda: host.record("2026-06-02T01:31") if len(host.runs()) == 1 else None
    assert host.run("2026-06-02T12:00") == [("2026-06-02T00:30", False), ("2026-06-02T01:31", False)]
    assert "another process has refreshed for 2026-06-02T03:30+02:00 already" in caplog.text
