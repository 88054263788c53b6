"""The history of refresh runs."""

import datetime as dt
from pathlib import Path

import duckdb
import pytest

from teamlandkarte.etl.lock import refresh_lock
from teamlandkarte.index.config import Storage
from teamlandkarte.index.errors import NotFoundError
from teamlandkarte.index.runs import Phase, RefreshRun, RunHistory

START = dt.datetime(2026, 3, 1, 2, 30, tzinfo=dt.UTC)


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(path=tmp_path / "data")


def run(run_id: str, **fields: object) -> RefreshRun:
    return RefreshRun.model_validate(
        {"run_id": run_id, "status": "succeeded", "started_at": START, "source": "lake"} | fields
    )


def test_runs_are_listed_newest_first(storage: Storage) -> None:
    history = RunHistory(storage)
    for day in (1, 3, 2):
        started = START.replace(day=day)
        history.record(run(history.new_id(started), started_at=started))

    assert [known.started_at.day for known in history.latest()] == [3, 2, 1]
    assert [known.started_at.day for known in history.latest(2)] == [3, 2]


def test_run_is_read_as_it_was_recorded(storage: Storage) -> None:
    recorded = run(
        "20260301T023000Z",
        status="failed",
        finished_at=START + dt.timedelta(minutes=3),
        phases=(Phase(name="extract", seconds=1.25),),
        counts={"tasks": 5},
        reason="Tabelle „tasks“ fehlt",
    )
    RunHistory(storage).record(recorded)

    assert RunHistory(storage).latest() == [recorded]


def test_two_runs_of_one_second_have_two_ids(storage: Storage) -> None:
    history = RunHistory(storage)
    first = history.new_id(START)
    history.record(run(first))
    second = history.new_id(START)
    history.record(run(second))

    assert first == "20260301T023000Z"
    assert len(history.latest()) == 2


def test_run_that_never_ended_becomes_a_failed_one(storage: Storage) -> None:
    history = RunHistory(storage)
    history.record(run("20260301T023000Z", status="running"))
    history.record(run("20260302T023000Z", status="unchanged"))

    history.close_interrupted(START + dt.timedelta(days=2), None)

    newest, oldest = history.latest()
    assert newest.status == "unchanged"
    assert oldest.status == "failed"
    assert oldest.reason == "the process ended before the run did"
    assert oldest.finished_at == START + dt.timedelta(days=2)


def test_no_run_yet_is_an_empty_history(storage: Storage) -> None:
    assert RunHistory(storage).latest() == []


def test_unreadable_file_hides_no_other_run(storage: Storage) -> None:
    history = RunHistory(storage)
    history.record(run("20260301T023000Z"))
    (storage.path / "runs" / "20260302T023000Z.json").write_text("{", "utf-8")

    assert [known.run_id for known in history.latest()] == ["20260301T023000Z"]


def test_people_read_the_runs_with_duckdb(storage: Storage) -> None:
    history = RunHistory(storage)
    history.record(run("20260301T023000Z", phases=(Phase(name="extract", seconds=1.5),)))
    history.record(run("20260302T023000Z", status="failed", reason="lake down"))
    with duckdb.connect() as connection:
        rows = connection.execute(
            "SELECT run_id, status, reason FROM read_json($files) ORDER BY run_id",
            {"files": str(storage.path / "runs" / "*.json")},
        ).fetchall()

    assert rows == [("20260301T023000Z", "succeeded", None), ("20260302T023000Z", "failed", "lake down")]


def test_runs_of_one_second_are_listed_in_their_order(storage: Storage) -> None:
    history = RunHistory(storage)
    recorded = [history.new_id(START)]
    for _ in range(11):
        history.record(run(recorded[-1]))
        recorded.append(history.new_id(START))
    history.record(run(recorded[-1]))

    assert [known.run_id for known in history.latest()] == recorded[::-1]


def test_a_record_that_was_being_written_when_the_process_died_is_deleted(storage: Storage) -> None:
    history = RunHistory(storage)
    history.record(run("20260301T023000Z"))
    draft = storage.path / "runs" / "20260301T033000Z.json.new"
    draft.write_text('{"run_id":', encoding="utf-8")

    history.close_interrupted(START, None)

    assert not draft.exists()
    assert [known.run_id for known in history.latest()] == ["20260301T023000Z"]


def test_a_run_that_nobody_is_executing_any_more_is_shown_as_interrupted(storage: Storage) -> None:
    history = RunHistory(storage)
    history.record(run("20260301T023000Z", status="running"))
    with refresh_lock(storage, lambda: START):
        (executed,) = history.shown()
        assert history.shown() == [executed]  # asking takes the lock from nobody
    (left,) = history.shown()

    assert executed.status == "running"
    assert (left.status, left.reason) == ("interrupted", "the process ended before the run did")
    assert history.named("20260301T023000Z") == left
    assert [recorded.status for recorded in history.latest()] == ["running"]


@pytest.mark.parametrize("run_id", ["20260302T023000Z", "../runs/20260301T023000Z", ""])
def test_an_unknown_run_is_refused_with_the_ones_there_are(storage: Storage, run_id: str) -> None:
    history = RunHistory(storage)
    history.record(run("20260301T023000Z"))
    with pytest.raises(NotFoundError, match="the last ones are: 20260301T023000Z"):
        history.named(run_id)
