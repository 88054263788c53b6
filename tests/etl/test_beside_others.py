"""A refresh is not alone: another refresh, busy readers and analysts work on the same folder."""

import csv
import datetime as dt
import json
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from teamlandkarte.index.config import Storage
from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.runs import RefreshRun, RunHistory
from tests.cli.commands import KEPT, teamlandkarte
from tests.conftest import CopyCache
from tests.etl.fake_trino import Asked, FakeTrino, Fault, pages_of
from tests.etl.night import REJECTED_IN_THE_LAKE, Night
from tests.etl.readers import MARK
from tests.hash_embedder import HashEmbedder
from tests.lake_files import CAPACITIES, COMPETENCES, LINKS, TASKS

ROOT = Path(__file__).parents[2]
PROCESSES, THREADS = 2, 25  # fifty readers
NIGHTS = 5


def on_host(name: str) -> list[str]:
    """Return the words before a command that let it run, as the same process, on a host of another name."""
    if name == socket.gethostname():
        return []
    words = ["unshare", "--uts", "sh", "-c", 'hostname "$0" && exec "$@"', name]
    if sys.platform != "linux" or subprocess.run([*words, "true"], check=False, capture_output=True).returncode:
        pytest.skip("this system gives a process no host name of its own")
    return words


@pytest.mark.parametrize("host", [socket.gethostname(), "second-night-host"], ids=["this host", "another host"])
def test_of_two_refreshes_at_once_one_runs_and_the_other_says_who_does(
    host: str, trino_server: FakeTrino, night: Night, tmp_path: Path, copy_cache: CopyCache
) -> None:
    arrived, go_on = threading.Event(), threading.Event()

    def hold(_: Asked) -> Fault | None:
        arrived.set()
        go_on.wait()
        return None

    trino_server.tables = pages_of(night.open_lake(), 20)
    trino_server.disturb = hold
    copy_cache(tmp_path / ".cache" / "embeddings.sqlite3")
    (tmp_path / "config.toml").write_text(
        f'[database]\nbackend = "trino"\nhost = "127.0.0.1"\nport = {trino_server.port}\nhttp_scheme = "http"\n'
        f"[refresh]\nmax_rejected = {REJECTED_IN_THE_LAKE}\n",
        "utf-8",
    )
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    command = [str(Path(sys.executable).with_name("teamlandkarte")), "refresh", "--json"]
    with subprocess.Popen(
        [*on_host(host), *command],
        cwd=tmp_path,
        env=kept | {"DATA_LAKE_USERNAME": "staffing"},
        stdout=subprocess.PIPE,
        text=True,
    ) as first:
        try:
            assert arrived.wait(120)
            asked_by_the_first = len(trino_server.requests)
            second = teamlandkarte("refresh", "--json", cwd=tmp_path, DATA_LAKE_USERNAME="staffing")
            asked = len(trino_server.requests)
        finally:
            go_on.set()
        run = RefreshRun.model_validate_json(first.communicate()[0])

    assert (first.returncode, run.status) == (0, "succeeded")
    refused = json.loads(second.out)
    assert (second.code, refused["status"]) == (3, "locked")
    assert asked == asked_by_the_first
    told = re.fullmatch(
        r"another refresh is running \(process (\d+) on (.+), since (\S+)\); wait until it has ended", refused["reason"]
    )
    assert told
    assert (int(told[1]), told[2]) == (first.pid, host)
    # The lock is taken a moment before the run begins, which may be in the second before.
    assert dt.timedelta(0) <= run.started_at - dt.datetime.fromisoformat(told[3]) < dt.timedelta(minutes=1)
    assert [run.status for run in RunHistory(Storage(path=tmp_path / "data")).latest()] == ["succeeded"]


def set_stand(lake: Path, number: int) -> None:
    """Write the number of a night into every table, and one more person than the night before."""
    _rewrite(lake / COMPETENCES, lambda row: row | ({"name": f"{MARK} {number}"} if row["id"] == "C01" else {}))
    _rewrite(lake / TASKS, lambda row: row | {"title__c": f"{row['title__c'].rsplit(' #', 1)[0]} #{number}"})
    with (lake / CAPACITIES).open("a", encoding="utf-8") as people, (lake / LINKS).open("a", encoding="utf-8") as links:
        people.write(f"X{number},Neu,Projektleiter,Senior,,,,\n")
        links.write(f"X{number},C01\n")
    _rewrite(lake / CAPACITIES, lambda row: row | {"owner_name": f"{row['owner_name'].rsplit(' #', 1)[0]} #{number}"})


def _rewrite(path: Path, changed: Callable[[dict[str, str]], dict[str, str]]) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        rows = [changed(row) for row in csv.DictReader(file)]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def stand_of(number: int) -> dict[str, object]:
    """Return what a version of that night says, computed from what was written into the lake."""
    new = [f"X{night}" for night in range(1, number + 1)]
    (vector,) = HashEmbedder().embed([f"{MARK} {number}"])
    return {
        "stand": f"{MARK} {number}",
        "vector": pytest.approx(vector.tolist(), abs=1e-3),
        "holders": ["K001", "K002", *new],
        "people": 11 + number,
        "owners of": [f"#{number}"],
        "tasks of": [f"#{number}"],
    }


def test_no_reader_fails_or_sees_two_versions_at_once_while_versions_come_and_go(night: Night) -> None:
    kept = Storage(path=night.config.storage.path, grace_hours=54, keep_versions=1, keep_days=0)
    night.config = night.config.model_copy(update={"storage": kept})
    set_stand(night.lake, 1)
    published = {str(night.refresh().dataset_version): 1}
    command = [sys.executable, "-m", "tests.etl.readers", str(night.config.storage.path), str(THREADS)]
    with ExitStack() as running:
        readers = [
            running.enter_context(
                subprocess.Popen(
                    command,
                    env=os.environ | {"PYTHONPATH": str(ROOT)},
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for _ in range(PROCESSES)
        ]
        for reader in readers:
            assert reader.stdout
            assert reader.stdout.readline() == "reading\n"
        for number in range(2, NIGHTS + 1):
            set_stand(night.lake, number)
            published[str(night.refresh().dataset_version)] = number
        found = [json.loads(reader.communicate()[0]) for reader in readers]

    assert [failure for reader in found for failure in reader["failures"]] == []
    answers = [answer for reader in found for answer in reader["answers"]]
    for answer in answers:
        assert answer == {"version": answer["version"]} | stand_of(published[answer["version"]])
    seen = {published[answer["version"]] for answer in answers}
    assert seen >= {1, NIGHTS}
    assert len(seen) > NIGHTS // 2
    # Each was replaced after a day and kept for 54 hours then; the last night is four days after the first.
    assert {published[version] for version in set(published) - set(night.versions.ids())} == {1}


ANALYST = """
import sys, duckdb
connection = duckdb.connect(sys.argv[1])
connection.execute("UPDATE capacities SET owner = 'Nobody'")
print("open", flush=True)
sys.stdin.read()
"""


def test_an_analyst_who_opens_the_snapshot_for_writing_stops_no_refresh_and_spoils_no_answer(
    second_night: Night,
) -> None:
    first = second_night.current
    snapshot = second_night.config.storage.path / "versions" / first / "snapshot.duckdb"
    command = [sys.executable, "-c", ANALYST, str(snapshot)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as analyst:
        assert analyst.stdout
        assert analyst.stdout.readline() == "open\n"
        with pytest.raises(DatasetError, match=f"process {analyst.pid}|opened for writing"):
            len(second_night.dataset().people)

        second_night.edit(CAPACITIES, ("Senior", "Principal"))
        run = second_night.refresh()
        assert run.status == "succeeded"
        assert len(second_night.dataset().people) == 11
        analyst.communicate()

    owners = second_night.dataset().snapshot.rows("teamlandkarte.server", "find_people")
    assert "Nobody" not in {row["owner"] for row in owners}
    assert second_night.current == run.dataset_version
    with pytest.raises(DatasetError, match=r"snapshot\.duckdb"):
        second_night.versions.make_current(first)
