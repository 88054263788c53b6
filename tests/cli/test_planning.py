"""What a refresh would do, found out on the command line without doing it."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.commands import Run, current
from tests.lake_files import CAPACITIES, COMPETENCES, SKILLS, TASKS, edit, keep_header_only


def everything(folder: Path) -> dict[str, bytes]:
    """The contents of the storage folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_plan_says_what_a_refresh_would_change_and_changes_nothing(
    run: Run, refreshed_here: Path, own_lake: Path
) -> None:
    unchanged = json.loads(run("refresh", "--plan", "--json").out)
    assert (unchanged["unchanged"], unchanged["tables"], unchanged["refused"]) == (True, {}, None)
    assert unchanged["current"] == current(refreshed_here)

    edit(own_lake, CAPACITIES, ("Senior", "Principal"))
    edit(own_lake, COMPETENCES, ("Kubernetes", "Kübernetes"))
    before = everything(refreshed_here / "data")
    planned = json.loads(run("refresh", "--plan", "--json").out)
    assert everything(refreshed_here / "data") == before
    shown = run("refresh", "--plan")
    assert (shown.code, "K001" in shown.out) == (0, True)

    assert planned["unchanged"] is False
    assert planned["tables"]["competences"]["changed"]["rows"] == 1
    assert planned["tables"]["competence_terms"]["added"] == {"rows": 1, "examples": ["Kübernetes"]}
    (model,) = planned["to_embed"]
    assert (model["missing"], model["tokens"], model["cost"]) == (1, 4, None)  # 11 bytes, 3 to a token

    old = current(refreshed_here)
    assert run("refresh").code == 0
    assert json.loads(run("diff", old, "current", "--json").out)["tables"] == planned["tables"]


def test_a_plan_for_an_empty_installation_adds_everything(run: Run, configured: Path) -> None:
    planned = json.loads(run("refresh", "--plan", "--json").out)
    assert planned["current"] is None
    assert planned["tables"]["capacities"]["added"]["rows"] == 11
    assert planned["tables"]["tasks"]["added"]["rows"] == 5
    assert {path.name for path in (configured / "data").iterdir()} <= {"refresh.lock"}


def test_a_plan_says_what_would_be_refused(run: Run, refreshed_here: Path, own_lake: Path) -> None:
    keep_header_only(own_lake, TASKS, SKILLS)
    planned = run("refresh", "--plan", "--json")
    assert planned.code == 1
    document = json.loads(planned.out)
    assert "tasks" in document["refused"]
    assert document["tables"]["tasks"]["removed"]["rows"] == 5
    assert "A refresh would be refused" in run("refresh", "--plan").out
    allowed = run("refresh", "--plan", "--allow-empty", "tasks", "--allow-empty", "task_skills", "--json")
    assert json.loads(allowed.out)["refused"] is None


def test_a_remote_model_is_estimated_with_its_price_and_not_asked(run: Run, configured: Path) -> None:
    """Nobody listens at that address."""
    config = configured / "config.toml"
    remote = (
        '[embedding]\nprovider = "openai"\nprice_per_million_tokens = 2.0\n'
        '[openai]\nbase_url = "http://127.0.0.1:9/v1"\nembedding_model = "remote"\ndimensions = 8\n'
    )
    config.write_text(config.read_text(encoding="utf-8") + remote, encoding="utf-8")
    done = run("refresh", "--plan", "--json")
    assert done.code == 0, done.err
    service, local = json.loads(done.out)["to_embed"]
    assert service["missing"] == service["terms"] == 18  # 12 terms of competences and 6 of roles, tests/lake/README.md
    assert service["cost"] == pytest.approx(service["tokens"] * 2.0 / 1_000_000)
    assert (local["missing"], local["cost"]) == (0, None)


def test_a_lake_that_is_down_has_no_plan(run: Run, configured: Path, own_lake: Path) -> None:
    shutil.rmtree(own_lake)
    failed = run("refresh", "--plan")
    assert failed.code == 1
    assert "lake" in failed.err
    assert not (configured / "data" / "staging").exists()
    assert json.loads(run("history", "--json").out) == {"runs": []}


def test_a_plan_tells_which_terms_would_be_joined_and_which_aliases_lead_on(run: Run, refreshed_here: Path) -> None:
    (refreshed_here / "own.csv").write_text("alias,term\nPy,Python\nPython,Java\n", encoding="utf-8")
    with (refreshed_here / "config.toml").open("a", encoding="utf-8") as config:
        config.write('[vocabulary]\naliases = "own.csv"\n')
    shown = " ".join(run("refresh", "--plan").out.split())
    assert "note: aliases, that join two terms of the lake: Counted as the same from now on: Python = Java" in shown
    assert "note: aliases, that lead on to another one: Py → Python → Java. All names of a chain count as" in shown
    assert "A refresh would not be refused." in shown
