"""Seeing and steering the dataset versions from the command line."""

import json
import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest

from tests.cli.commands import COMMAND, Run, current
from tests.cli.conftest import LIMITS
from tests.conftest import MadeOnce
from tests.etl.night import Night
from tests.lake_files import CAPACITIES, TASKS

KEPT_BRIEFLY = "grace_hours = 0\nkeep_versions = 1\nkeep_days = 0\n"


@pytest.fixture(scope="session")
def three_nights(tiny_lake: Path, made_once: MadeOnce) -> Path:
    """A folder with a config.toml and three dataset versions, and runs that failed or changed nothing."""

    def fill(folder: Path) -> None:
        night = Night(shutil.copytree(tiny_lake, folder / "lake"), folder / "data")
        night.refresh()
        night.refresh()
        night.edit(CAPACITIES, ("Senior", "Principal"))
        night.refresh()
        (folder / "lake" / TASKS).rename(folder / "tasks")
        with pytest.raises(Exception, match="tasks"):
            night.refresh()
        (folder / "tasks").rename(folder / "lake" / TASKS)
        night.edit(TASKS, ("a9U290000004GNyEAM", "a9U290000004GXXEAM"))
        night.refresh(allow_drop=["task_skills"])  # those of a task that has another id now
        (folder / "config.toml").write_text(f'[database]\npath = "lake"\n{LIMITS}[storage]\n', encoding="utf-8")

    return made_once("three nights", fill)


@pytest.fixture
def see(run: Run, three_nights: Path) -> Run:
    """Run `teamlandkarte WORDS` in that folder."""
    return partial(run, cwd=three_nights)


@pytest.fixture
def steered(three_nights: Path, tmp_path: Path) -> Path:
    """A copy of that folder, which a test may change."""
    return shutil.copytree(three_nights, tmp_path, dirs_exist_ok=True)


def ids(folder: Path) -> list[str]:
    """The dataset versions on disk, newest first."""
    return sorted((path.name for path in (folder / "data" / "versions").iterdir()), reverse=True)


def test_the_history_lists_every_run_failed_ones_too(see: Run) -> None:
    runs = json.loads(see("history", "--json").out)["runs"]
    assert [run["status"] for run in runs] == ["succeeded", "failed", "succeeded", "unchanged", "succeeded"]
    assert [phase["name"] for phase in runs[0]["phases"]][:2] == ["extract", "validate"]
    assert runs[0]["seconds"] == 0.0  # the clock of these nights stands still
    assert "tasks" in runs[1]["reason"]
    shown = see("history").out
    assert all(run["run_id"] in shown and run["status"] in shown for run in runs)
    assert "11 capacities, 5 tasks" in shown
    assert len(json.loads(see("history", "--limit", "2", "--json").out)["runs"]) == 2


def test_one_run_is_shown_whole(steered: Path, run: Run) -> None:
    path = sorted((steered / "data" / "runs").iterdir())[-1]
    document = json.loads(path.read_text(encoding="utf-8"))
    document["late"] = True
    document["overrides"] = ["--allow-drop tasks"]
    document["checks"] = [
        {"name": "rows lost", "subject": "tasks", "severity": "error", "passed": False, "value": 40.0, "bound": 30.0}
        | {"unit": "%", "override": "--allow-drop tasks"},
        {"name": "new column", "subject": "capacities", "severity": "warning", "passed": False, "value": "nickname"},
    ]
    path.write_text(json.dumps(document), encoding="utf-8")

    shown = run("history", document["run_id"]).out
    for words in (
        "succeeded, late",
        "let pass by --allow-drop tasks",
        "40.0%",
        "30.0%",
        "nickname",
        "warning",
        "extract",
    ):
        assert words in shown, words
    assert json.loads(run("history", document["run_id"], "--json").out)["checks"] == [
        {"bound": None, "unit": "", "comparison": "at most", "remark": "", "override": None} | check
        for check in document["checks"]
    ]
    listed = run("history").out
    assert "succeeded, late" in listed
    assert "1 let pass, 1 warned" in listed


def test_an_unknown_run_is_refused(see: Run) -> None:
    refused = see("history", "20000101T000000Z")
    assert refused.code == 1
    assert 'there is no run "20000101T000000Z"; the last ones are: 2026' in refused.err


def test_without_runs_the_history_says_what_to_do(run: Run, configured: Path) -> None:
    assert "teamlandkarte refresh" in run("history").out
    assert json.loads(run("history", "--json").out) == {"runs": []}


def test_intact_versions_are_verified(see: Run, three_nights: Path) -> None:
    one = json.loads(see("verify", "--json").out)["versions"]
    assert one == [{"dataset_version": current(three_nights), "current": True, "intact": True, "damages": []}]
    every = see("verify", "--all")
    assert every.code == 0
    assert [line.split()[2] for line in every.out.splitlines()] == ids(three_nights)


def test_every_damaged_file_is_named(run: Run, steered: Path) -> None:
    newest, before, oldest = ids(steered)
    versions = steered / "data" / "versions"
    snapshot = bytearray((versions / before / "snapshot.duckdb").read_bytes())
    snapshot[len(snapshot) // 2] ^= 1
    (versions / before / "snapshot.duckdb").write_bytes(snapshot)
    (versions / before / "roles.faiss").unlink()
    (versions / oldest / "manifest.json").write_text("{[", encoding="utf-8")

    assert run("verify").code == 0
    named = run("verify", "previous")
    assert named.code == 1
    assert f"snapshot.duckdb of dataset version {before} differs" in named.out
    assert f"roles.faiss of dataset version {before} differs" in named.out
    every = run("verify", "--all", "--json")
    assert every.code == 1
    found = {one["dataset_version"]: one for one in json.loads(every.out)["versions"]}
    assert [found[version]["intact"] for version in (newest, before, oldest)] == [True, False, False]
    assert "manifest" in found[oldest]["damages"][0]
    assert run("verify", "20990101T000000Z-00000000").code == 1


def test_a_rollback_is_seen_and_says_what_comes_next(run: Run, steered: Path) -> None:
    newest, before, _ = ids(steered)
    done = run("rollback")
    assert done.code == 0
    assert current(steered) == before
    for words in (before, newest, "The next refresh publishes what the lake holds then", f"teamlandkarte pin {before}"):
        assert words in done.out, words
    (latest,) = json.loads(run("history", "--limit", "1", "--json").out)["runs"]
    assert (latest["kind"], latest["dataset_version"]) == ("rollback", before)
    assert json.loads(run("status", "--json").out)["dataset_version"] == before
    assert json.loads(run("rollback", newest, "--json").out)["dataset_version"] == current(steered) == newest


def test_a_rollback_to_what_is_not_there_changes_nothing(run: Run, steered: Path) -> None:
    newest, before, oldest = ids(steered)
    refused = run("rollback", "20990101T000000Z-00000000")
    assert refused.code == 1
    assert f"there are: {newest}, {before}, {oldest}" in refused.err
    assert current(steered) == newest


def test_what_is_pruned_is_shown_first_and_what_is_pinned_stays(run: Run, steered: Path) -> None:
    newest, before, oldest = ids(steered)
    config = steered / "config.toml"
    config.write_text(config.read_text(encoding="utf-8") + KEPT_BRIEFLY, encoding="utf-8")
    size = sum(path.stat().st_size for path in (steered / "data" / "versions" / before).iterdir())
    assert run("pin", oldest).code == 0

    plan = json.loads(run("prune", "--dry-run", "--json").out)
    assert plan["gone"] == [{"dataset_version": before, "bytes": size, "kept_because": None}]
    assert {kept["dataset_version"]: kept["kept_because"] for kept in plan["kept"]} == {
        newest: "current",
        oldest: "pinned",
    }
    assert plan["deleted"] is False
    assert before in run("prune", "--dry-run").out
    assert ids(steered) == [newest, before, oldest]

    done = run("prune")
    assert "1 deleted" in done.out
    assert ids(steered) == [newest, oldest]
    assert run("unpin", oldest).code == 0
    assert json.loads(run("prune", "--json").out)["gone"][0]["dataset_version"] == oldest
    assert ids(steered) == [newest]


def test_a_pin_for_what_is_not_there_is_refused(see: Run) -> None:
    for command in ("pin", "unpin"):
        refused = see(command, "20990101T000000Z-00000000")
        assert refused.code == 1
        assert "20990101T000000Z-00000000" in refused.err


def test_a_difference_names_rows_and_their_ids(see: Run, three_nights: Path) -> None:
    newest, before, oldest = ids(three_nights)
    found = json.loads(see("diff", "--json").out)
    assert (found["before"], found["after"]) == (before, newest)
    assert found["tables"]["tasks"] == {
        "added": {"rows": 1, "examples": ["a9U290000004GXXEAM"]},
        "changed": {"rows": 0, "examples": []},
        "removed": {"rows": 1, "examples": ["a9U290000004GNyEAM"]},
    }
    assert (found["columns"], found["settings"]) == ([], {})
    levels = json.loads(see("diff", oldest, before, "--json").out)
    assert levels["tables"].keys() == {"capacities"}
    assert levels["tables"]["capacities"]["added"]["rows"] == 0
    assert "K001" in levels["tables"]["capacities"]["changed"]["examples"]
    shown = see("diff", oldest, before).out
    assert "K001" in shown
    assert "Anna Müller" not in shown
    assert "no difference" in see("diff", "current", "current").out


def test_a_difference_needs_two_versions(run: Run, configured: Path) -> None:
    refused = run("diff")
    assert refused.code == 1
    assert 'there is no dataset version "previous"' in refused.err


def test_a_refresh_that_was_killed_is_shown_as_interrupted_until_the_next_one_closes_it(
    run: Run, configured: Path
) -> None:
    with subprocess.Popen([COMMAND, "refresh"], cwd=configured, stderr=subprocess.PIPE, text=True) as refresh:
        assert refresh.stderr is not None
        assert refresh.stderr.readline().startswith("extract")
        assert json.loads(run("history", "--json").out)["runs"][0]["status"] == "running"
        refresh.kill()
    (seen,) = json.loads(run("status", "--json").out)["refresh_runs"]
    assert (seen["status"], seen["reason"]) == ("interrupted", "the process ended before the run did")
    assert "interrupted" in run("history").out

    assert run("refresh").code == 0
    assert [one["status"] for one in json.loads(run("history", "--json").out)["runs"]] == ["succeeded", "failed"]
