"""The command line: what each command prints, leaves behind and exits with."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import COMMAND, Run, surroundings
from tests.lake_files import CAPACITIES, SKILLS, TASKS, keep_header_only, without


def test_a_refresh_publishes_and_the_next_one_finds_nothing_changed(run: Run, configured: Path) -> None:
    first, second = run("refresh", "--json"), run("refresh", "--json")
    published, unchanged = json.loads(first.out), json.loads(second.out)
    assert (first.code, published["status"]) == (0, "succeeded")
    assert (second.code, unchanged["status"]) == (0, "unchanged")
    assert published["counts"]["capacities"] == 11
    assert published["counts"]["tasks"] == 5
    assert unchanged["embedded"] == 0
    assert unchanged["dataset_version"] == published["dataset_version"]
    assert (configured / "data" / "CURRENT").read_text(encoding="utf-8").strip() == published["dataset_version"]
    assert len(list((configured / "data" / "versions").iterdir())) == 1


def test_progress_goes_to_standard_error_and_the_outcome_to_standard_output(process: Run, configured: Path) -> None:
    done = process("refresh")
    assert done.code == 0
    assert done.out.count("\n") == 1
    assert done.out.startswith("Published dataset version")
    assert done.err.strip()


def test_what_is_there_once_is_counted_in_the_singular(run: Run, configured: Path, own_lake: Path) -> None:
    written = run("sample", "small", "--people", "1", "--tasks", "1").out
    assert written == "Sample lake with 1 person and 1 task: small\n"
    without(own_lake, CAPACITIES, *(f"K{number:03d}" for number in range(2, 11)), "k010")
    without(own_lake, TASKS, "a9U290000004GNY", "a9U290000004GPqEAM", "a9U290000004GRsEAM", "a9U290000004GTuEAM")
    config = (configured / "config.toml").read_text("utf-8")
    (configured / "config.toml").write_text(config.replace("0.7", "1.0"), "utf-8")
    assert ": 1 capacity, 1 open task, " in run("refresh").out
    assert "1 capacity, 1 task " in run("history").out
    assert "searched 1 of 1 capacity: " in run("match", "--competence", "Python").out


def test_a_failing_refresh_says_why_and_leaves_the_version_current(
    run: Run, refreshed_here: Path, own_lake: Path
) -> None:
    before = (refreshed_here / "data" / "CURRENT").read_text(encoding="utf-8")
    (own_lake / CAPACITIES).unlink()
    failed = run("refresh", "--json")
    assert failed.code == 1
    assert json.loads(failed.out)["status"] == "failed"
    assert "teamlandkarte_v_capacities_latest" in json.loads(failed.out)["reason"]
    assert (refreshed_here / "data" / "CURRENT").read_text(encoding="utf-8") == before
    assert json.loads(run("status", "--json").out)["refresh_runs"][0]["status"] == "failed"


def test_tables_that_lost_all_rows_are_refused_until_the_operator_allows_them(
    run: Run, refreshed_here: Path, own_lake: Path
) -> None:
    keep_header_only(own_lake, TASKS, SKILLS)
    refused = run("refresh")
    assert refused.code == 4
    assert "--allow-empty" in refused.err
    allowed = run("refresh", "--allow-empty", "tasks", "--allow-empty", "task_skills", "--json")
    assert allowed.code == 0
    assert json.loads(allowed.out)["counts"]["tasks"] == 0


def test_a_table_that_lost_too_much_is_shown_with_what_to_do_and_passes_when_allowed(
    run: Run, refreshed_here: Path, own_lake: Path
) -> None:
    without(own_lake, TASKS, "a9U290000004GRsEAM", "a9U290000004GTuEAM")  # two of five

    refused = run("refresh")
    assert (refused.code, refused.out) == (4, "")
    (row,) = [line.split() for line in refused.err.splitlines() if line.strip().startswith("rows lost")]
    assert row == ["rows", "lost", "tasks", "40%", "at", "most", "30%", "failed"]
    assert "run `teamlandkarte refresh --allow-drop tasks`" in refused.err

    failed = json.loads(run("refresh", "--json").out)
    assert failed["status"] == "failed"
    assert [check["subject"] for check in failed["checks"] if not check["passed"]] == ["tasks"]

    allowed = run("refresh", "--allow-drop", "tasks")
    assert allowed.code == 0
    assert allowed.out.startswith("Published dataset version")
    (row,) = [line.split() for line in allowed.err.splitlines() if line.strip().startswith("rows lost")]
    assert row[-2:] == ["--allow-drop", "tasks"]
    assert json.loads(run("status", "--json").out)["refresh_runs"][0]["overrides"] == ["--allow-drop tasks"]


@pytest.mark.parametrize("option", ["--allow-empty", "--allow-drop", "--allow-retyped"])
def test_a_table_that_does_not_exist_is_refused_before_anything_runs(run: Run, configured: Path, option: str) -> None:
    refused = run("refresh", option, "Tasks")
    assert refused.code == 2
    assert option in refused.err
    assert "did you mean tasks?" in " ".join(refused.err.replace("│", " ").split())
    assert not (configured / "data").exists()


def test_each_of_several_tables_must_exist(run: Run, configured: Path) -> None:
    refused = run("refresh", "--allow-empty", "tasks", "--allow-empty", "task_skill")
    assert refused.code == 2
    words = " ".join(refused.err.replace("│", " ").split())
    assert 'there is no table "task_skill"; did you mean task_skills?' in words
    assert not (configured / "data").exists()


def test_the_directory_has_no_columns_to_let_pass(run: Run, configured: Path) -> None:
    refused = run("refresh", "--allow-retyped", "employees")
    assert refused.code == 2
    assert 'there is no table "employees"' in " ".join(refused.err.split())
    assert not (configured / "data").exists()


def test_every_problem_of_the_configuration_is_reported_at_once(process: Run, tmp_path: Path) -> None:
    text = '[database]\nbackend = "oracle"\nprot = 1\n[matching]\ntop_threshold = "high"\n[storrage]\n'
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    refused = process("refresh")
    assert refused.code == 2
    for named in ("oracle", "prot", "port", "top_threshold", "storrage", "storage"):
        assert named in refused.err
    assert "Traceback" not in refused.err
    assert "pydantic" not in refused.err


def test_without_a_dataset_version_status_says_what_to_do(process: Run, configured: Path) -> None:
    shown = process("status")
    assert shown.code == 1
    assert "teamlandkarte refresh" in shown.out


def test_status_shows_version_age_source_and_counts(ask: Run, refreshed: Path) -> None:
    current = (refreshed / "data" / "CURRENT").read_text(encoding="utf-8").strip()
    facts = json.loads(ask("status", "--json").out)
    assert facts["dataset_version"] == current
    assert facts["counts"]["capacities"] == 11
    assert facts["age_hours"] < 1
    assert facts["stale"] is False
    assert facts["degraded"] is None
    run = facts["refresh_runs"][-1]
    assert (run["status"], run["dataset_version"]) == ("succeeded", current)
    shown = ask("status")
    assert shown.code == 0
    assert current in shown.out


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("schedule", "at every due time of [schedule], once each"),
        ("schedule", "see [notify] and [metrics]"),
        ("refresh", "more rows than [refresh] max_drop"),
        ("calibrate", "a file for [embedding] calibration"),
        ("unpin", "to the rules of [storage] again"),
        ("prune", "that [storage] does not keep"),
    ],
)
def test_help_names_the_sections_of_the_configuration(run: Run, command: str, words: str) -> None:
    assert words in " ".join(run(command, "--help").out.replace("│", " ").split())


@pytest.mark.skipif(sys.platform != "linux", reason="the users' data folders of other systems are not in HOME alone")
def test_without_configuration_a_refresh_reads_a_sample_lake_that_it_writes_to_the_users_data_folder(
    process: Run, tmp_path: Path
) -> None:
    share, here = tmp_path / "share", tmp_path / "here"
    here.mkdir()
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(share)}
    with subprocess.Popen(
        [COMMAND, "refresh"], cwd=here, env=surroundings() | home, stderr=subprocess.PIPE, text=True
    ) as refresh:
        assert refresh.stderr is not None
        assert [refresh.stderr.readline().partition(":")[0] for _ in range(2)] == ["sample lake", "extract"]
        refresh.kill()

    (run,) = json.loads(process("status", "--json", cwd=here, **home).out)["refresh_runs"]
    assert (run["source"], run["sample"]) == ("sample lake", True)
    assert {path.name for path in (share / "teamlandkarte").iterdir()} >= {"data", "sample_lake"}
    assert list(here.iterdir()) == []


def test_a_lake_that_is_not_there_is_a_failed_run_in_the_history(run: Run, configured: Path) -> None:
    (configured / "config.toml").write_text('[database]\npath = "nowhere"\n', encoding="utf-8")
    failed = run("refresh")
    assert failed.code == 1
    assert "teamlandkarte sample" in failed.err
    (recorded,) = json.loads(run("status", "--json").out)["refresh_runs"]
    assert recorded["status"] == "failed"
    assert "nowhere" in recorded["reason"]


def test_calibrating_shows_how_far_it_is(run: Run, tmp_path: Path) -> None:
    same = [f"Planung von Anlage {n},Anlagenplanung {n},ja" for n in range(20)]
    other = [f"Planung von Anlage {n},Buchhaltung {n},nein" for n in range(20)]
    (tmp_path / "pairs.csv").write_text("\n".join(["text,term,same", *same, *other]), "utf-8")

    done = run("calibrate", "pairs.csv")

    assert done.code == 0
    assert done.err.startswith("compare: 40 in ")
    assert "over 40 pairs" in done.out
    assert json.loads((tmp_path / "calibration.json").read_text("utf-8"))["model"]
