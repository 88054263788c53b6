"""`teamlandkarte schedule` and the exit codes that a monitor sees, as a service manager runs them."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from teamlandkarte.etl.lock import refresh_lock
from teamlandkarte.index.config import Storage
from teamlandkarte.index.versions import utc_now
from tests.cli.commands import COMMAND, Run
from tests.lake_files import CAPACITIES

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and process groups of POSIX")


def configure(folder: Path, text: str) -> None:
    config = folder / "config.toml"
    config.write_text(f"{config.read_text(encoding='utf-8')}{text}", encoding="utf-8")


@contextmanager
def started(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """Start the schedule in a process group of its own, which is gone afterwards."""
    process = subprocess.Popen(
        [COMMAND, "schedule"], cwd=folder, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def read_until(process: "subprocess.Popen[str]", word: str) -> str:
    """Return what the process says up to the line with a word; it fails if the process ends before."""
    assert process.stderr is not None
    said = ""
    for line in process.stderr:
        said += line
        if word in line:
            return said
    raise AssertionError(f'it ended without "{word}":\n{said}')


def rest(process: "subprocess.Popen[str]") -> str:
    assert process.stderr is not None
    return process.stderr.read()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_while_nothing_is_due_it_ends_with_0(refreshed_here: Path, number: signal.Signals) -> None:
    # The refresh serves the due time before, so that none is missed.
    configure(refreshed_here, '[schedule]\ncron = "30 3 29 2 *"\n')
    with started(refreshed_here) as schedule:
        said = read_until(schedule, "next refresh is due at")
        schedule.send_signal(number)
        said += rest(schedule)
        assert schedule.wait() == 0
    assert "-02-2" in said
    assert "Traceback" not in said
    assert "Aborted" not in said


def test_told_to_stop_in_mid_refresh_the_run_is_recorded_and_the_exit_code_says_so(
    run: Run, refreshed_here: Path
) -> None:
    current = (refreshed_here / "data" / "CURRENT").read_text(encoding="utf-8")
    configure(refreshed_here, '[schedule]\ncron = "* * * * *"\n[metrics]\npath = "metrics.prom"\n')
    record = next((refreshed_here / "data" / "runs").iterdir())
    facts = json.loads(record.read_text(encoding="utf-8"))
    long_ago = {"started_at": "2026-01-01T00:00:00Z", "finished_at": "2026-01-01T00:01:00Z"}
    record.write_text(json.dumps(facts | long_ago), encoding="utf-8")
    with started(refreshed_here) as schedule:
        said = read_until(schedule, "extract")
        schedule.send_signal(signal.SIGTERM)
        said += rest(schedule)
        assert schedule.wait() == 130
    assert "Traceback" not in said
    newest = json.loads(run("status", "--json").out)["refresh_runs"][0]
    assert (newest["status"], newest["reason"]) == ("failed", "interrupted")
    assert (refreshed_here / "data" / "CURRENT").read_text(encoding="utf-8") == current
    assert not (refreshed_here / "data" / "staging").exists()
    assert 'teamlandkarte_refresh_status{status="failed"} 1.0' in (refreshed_here / "metrics.prom").read_text("utf-8")


def test_at_its_start_it_refuses_what_no_refresh_could_use(run: Run, configured: Path) -> None:
    configure(configured, '[schedule]\ncron = "30 25 * * *"\ntimezone = "Europe/Berln"\n')
    refused = run("schedule")
    assert refused.code == 2
    assert '[schedule] cron = "30 25 * * *"' in refused.err
    assert '[schedule] timezone = "Europe/Berln"' in refused.err
    configured.joinpath("config.toml").write_text('[embedding]\nprovider = "openai"\n', encoding="utf-8")
    missing = run("schedule")
    assert missing.code == 2
    assert "OPENAI_API_KEY" in missing.err


def test_a_refresh_beside_another_one_has_an_exit_code_of_its_own_and_is_no_failed_run(
    run: Run, configured: Path
) -> None:
    with refresh_lock(Storage(path=configured / "data"), utc_now):
        refused, told = run("refresh"), run("refresh", "--json")
    assert (refused.code, told.code) == (3, 3)
    assert f"process {os.getpid()}" in refused.err
    assert json.loads(told.out)["status"] == "locked"
    assert json.loads(run("status", "--json").out)["refresh_runs"] == []


def test_a_failed_refresh_of_cron_tells_the_program_and_writes_the_metrics(
    run: Run, configured: Path, own_lake: Path
) -> None:
    command = [sys.executable, "-c", "import sys; open('told.json', 'wb').write(sys.stdin.buffer.read())"]
    configure(configured, f'[notify]\ncommand = {json.dumps(command)}\n[metrics]\npath = "metrics.prom"\n')
    (own_lake / CAPACITIES).unlink()
    failed = run("refresh", "--json")
    assert failed.code == 1
    told = json.loads((configured / "told.json").read_text(encoding="utf-8"))
    assert told["reason"] == json.loads(failed.out)["reason"]
    assert "teamlandkarte_refresh_consecutive_failures 1.0\n" in (configured / "metrics.prom").read_text("utf-8")


@pytest.mark.parametrize(
    ("command", "codes"), [("refresh", ["0", "1", "2", "3", "4", "130"]), ("schedule", ["0", "2", "130"])]
)
def test_the_help_lists_the_exit_codes(run: Run, command: str, codes: list[str]) -> None:
    shown = " ".join(run(command, "--help").out.split())
    assert all(f" {code} " in shown.partition("Exit codes:")[2] for code in codes)
