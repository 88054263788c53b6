"""The refresh runs in the snapshot, as an analyst asks for them with SQL."""

import datetime as dt

import duckdb
import pytest

from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.index.checks import Check
from teamlandkarte.index.errors import SourceError
from teamlandkarte.index.runs import Phase, RunHistory
from tests.etl.night import BrokenLake, Night
from tests.lake_files import CAPACITIES


def test_snapshot_holds_the_runs_up_to_its_own(second_night: Night) -> None:
    with pytest.raises(SourceError):
        second_night.refresh(lake=BrokenLake(second_night.open_lake(), LakeTable.TASKS, SourceError("lake down")))
    second_night.edit(CAPACITIES, ("Senior", "Principal"))
    last = second_night.refresh()

    path = second_night.versions.current().folder / "snapshot.duckdb"
    with duckdb.connect(str(path), read_only=True) as analyst:
        rows = analyst.execute("SELECT status, dataset_version FROM refresh_runs ORDER BY run_id").fetchall()
    assert [row[0] for row in rows] == ["succeeded", "failed", "succeeded"]
    assert rows[-1][1] == last.dataset_version


def test_the_history_can_be_asked_with_sql(second_night: Night) -> None:
    history = RunHistory(second_night.config.storage)
    (first,) = history.latest()
    failed = Check(
        name="rows lost", subject="tasks", severity="error", passed=False, value=0.5, bound=0.3, remark="Look"
    )
    noted = Check(
        name="rows delivered", subject="capacities", severity="warning", passed=True, value=2, comparison="exactly"
    )
    history.record(
        first.model_copy(
            update={
                "run_id": "20260302T010000Z",
                "status": "failed",
                "finished_at": first.started_at + dt.timedelta(seconds=90),
                "phases": (Phase(name="extract", seconds=1.5), Phase(name="extract", seconds=2.0)),
                "counts": {},
                "checks": (failed, noted),
                "overrides": ("--allow-empty tasks",),
                "late": True,
            }
        )
    )
    second_night.edit(CAPACITIES, ("Senior", "Principal"))
    second_night.refresh()

    path = second_night.versions.current().folder / "snapshot.duckdb"
    with duckdb.connect(str(path), read_only=True) as analyst:
        runs = analyst.execute(
            "SELECT kind, status, seconds, phases['extract'], counts['capacities'], overrides, late FROM refresh_runs "
            "ORDER BY run_id"
        ).fetchall()
        checks = analyst.execute(
            "SELECT position, subject, name, severity, passed, value, bound, comparison, remark FROM refresh_checks "
            "WHERE run_id = '20260302T010000Z' ORDER BY position"
        ).fetchall()
    assert runs[0][:3] == ("refresh", "succeeded", 0.0)  # the clock stands still
    assert runs[0][4:] == (11, [], False)
    assert runs[1] == ("refresh", "failed", 90.0, 3.5, None, ["--allow-empty tasks"], True)
    assert runs[2][:3] == ("refresh", "succeeded", None)
    assert checks == [
        (1, "tasks", "rows lost", "error", False, "0.5", "0.3", "at most", "Look"),
        (2, "capacities", "rows delivered", "warning", True, "2", None, "exactly", None),
    ]
