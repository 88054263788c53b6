"""The employee directory on the command line: its state, a copy that is kept in step, looking people up."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.commands import Run
from tests.conftest import MadeOnce


@pytest.fixture
def staffed(configured: Path, run: Run, made_once: MadeOnce) -> Path:
    """A folder with a configuration whose directory is a folder of files, after its first refresh."""
    (configured / "people").mkdir()
    for key, name in (("anna", "Анна Ёлкина"), ("boris", "Borís Groß")):
        write(configured, key, name)
    with (configured / "config.toml").open("a", encoding="utf-8") as file:
        file.write('[directory]\nsource = "files"\npath = "people"\ndismiss_after_runs = 1\n')

    def fill(folder: Path) -> None:
        shutil.copytree(configured, folder, dirs_exist_ok=True)
        assert run("refresh", cwd=folder).code == 0

    shutil.copytree(made_once("staffed", fill) / "data", configured / "data")
    return configured


def write(folder: Path, key: str, name: str) -> None:
    profile = {"profile_key": f"staff/{key}", "full_name": name, "canonical_url": f"https://x/{key}"}
    (folder / "people" / f"{key}.json").write_text(json.dumps(profile), encoding="utf-8")


def test_the_state_is_told_in_words_and_as_json(run: Run, staffed: Path) -> None:
    facts = json.loads(run("directory", "status", "--json", cwd=staffed).out)
    assert (facts["dataset"]["employee_count"], facts["crawl"]["status"], facts["crawl"]["id"]) == (2, "completed", 1)
    assert facts["dataset"]["hash"] in run("directory", "status", cwd=staffed).out


def test_people_are_found_by_words_and_status(run: Run, staffed: Path) -> None:
    assert "Borís Groß" in run("directory", "search", "gross boris", cwd=staffed).out
    found = json.loads(run("directory", "search", "елкина", "--json", cwd=staffed).out)
    assert [one["profile_key"] for one in found["employees"]] == ["staff/anna"]
    assert "showing 0 of 0" in run("directory", "search", "anna", "--status", "dismissed", cwd=staffed).out
    wrong = run("directory", "search", "anna", "--status", "gone", cwd=staffed)
    assert (wrong.code, "neither active nor dismissed" in wrong.err) == (2, True)


def test_a_copy_is_made_once_and_then_follows_by_changes(run: Run, staffed: Path) -> None:
    first = json.loads(run("directory", "sync", "copy.json", "--json", cwd=staffed).out)
    assert (first["mode"], first["added"], first["employees"]) == ("full", 2, 2)
    (staffed / "people" / "boris.json").unlink()
    write(staffed, "clara", "Clara")
    assert run("refresh", cwd=staffed).code == 0
    second = run("directory", "sync", "copy.json", cwd=staffed)
    assert "copy.json: 3 employees, delta: 1 added, 0 updated, 1 dismissed, 0 removed." in second.out
    copy = json.loads((staffed / "copy.json").read_text("utf-8"))
    assert [(one["profile_key"], one["status"]) for one in copy["employees"]] == [
        ("staff/anna", "active"),
        ("staff/boris", "dismissed"),
        ("staff/clara", "active"),
    ]


def test_a_copy_replaces_no_other_file(run: Run, staffed: Path) -> None:
    before = (staffed / "config.toml").read_bytes()
    done = run("directory", "sync", "config.toml", cwd=staffed)
    assert (done.code, "config.toml is not empty and holds no copy of a directory" in done.err) == (1, True)
    assert (staffed / "config.toml").read_bytes() == before


def test_a_service_that_is_not_there_is_said_so(run: Run, staffed: Path) -> None:
    done = run("directory", "sync", "copy.json", "--url", "http://127.0.0.1:9/mcp", cwd=staffed)
    assert (done.code, "http://127.0.0.1:9/mcp cannot be reached" in done.err) == (1, True)


def test_without_a_directory_the_copy_is_empty_and_nobody_is_found(run: Run, refreshed: Path, tmp_path: Path) -> None:
    facts = json.loads(run("directory", "status", "--json", cwd=refreshed).out)
    assert (facts["dataset"]["hash"], facts["crawl"]) == (None, {"status": "never_run"})
    done = run("directory", "sync", str(tmp_path / "copy.json"), cwd=refreshed)
    assert (done.code, "0 employees" in done.out) == (0, True)
    assert "showing 0 of 0" in run("directory", "search", "anna", cwd=refreshed).out


def test_a_toolset_that_is_none_is_refused_by_name(run: Run, refreshed: Path) -> None:
    wrong = run("serve", "--http", "--toolsets", "directory,staff", cwd=refreshed)
    assert (wrong.code, "there are staffing, directory" in wrong.err) == (2, True)


def test_an_entry_of_the_directory_is_erased_by_name_and_by_key(run: Run, staffed: Path) -> None:
    by_name = json.loads(run("erase", "--owner", "borís gross", "--yes", "--json", cwd=staffed).out)
    assert (by_name["erased"], by_name["erased_employees"]) == (0, 1)
    by_key = run("erase", "--employee", "staff/anna", "--yes", cwd=staffed)
    assert "Erased 0 capacities and 1 entry of the directory" in by_key.out
    assert "showing 0 of 0" in run("directory", "search", "", cwd=staffed).out
