"""Matching from the command line: for what is typed, for one task, and for all of them."""

import json
from pathlib import Path

from tests.cli.commands import Run
from tests.lake_files import CAPACITIES, edit


def test_a_match_answers_with_a_table_and_with_json(ask: Run) -> None:
    competences = ("--competence", "Python", "--competence", "PostgreSQL", "--competence", "Kubernetes")
    words = ("match", "--role", "Backend Developer", *competences)
    shown, data = ask(*words), json.loads(ask(*words, "--json").out)
    assert shown.code == 0
    assert data["searched"] == 11
    assert data["results"][0]["capacity_id"] == "K001"
    assert data["results"][0]["score"] == 1.0
    assert shown.out.index("Anna Müller") < shown.out.index("Jürgen Weiß")
    assert "searched 11 of 11" in shown.out


def test_a_match_looks_at_the_wanted_days(ask: Run) -> None:
    words = ("match", "--competence", "Python", "--from", "2026-04-01", "--to", "2026-06-30", "--json")
    wanted = json.loads(ask(*words).out)["requirements"]
    assert (wanted["date_start"], wanted["date_end"]) == ("2026-04-01", "2026-06-30")


def test_a_name_of_the_lake_is_shown_as_it_is(run: Run, configured: Path, own_lake: Path) -> None:
    edit(own_lake, CAPACITIES, ("Anna Müller", "Anna [red]Müller[/red]"))
    assert run("refresh").code == 0
    assert "Anna [red]Müller[/red]" in run("match", "--competence", "Python").out


def test_what_is_looked_for_is_shown_as_it_is_typed(ask: Run) -> None:
    shown = " ".join(ask("match", "--competence", "Gleis [red] und :bug:").out.split())
    assert "Looking for competences Gleis [red] und :bug: (ideal)" in shown
    assert "no competence “Gleis [red] und :bug:”" in shown


def test_a_match_names_the_nearest_own_competence_beside_what_is_missing(ask: Run) -> None:
    shown = " ".join(ask("match", "--competence", "Deep Learning", "--limit", "1").out.replace("│", " ").split())
    assert "(nearest:" in shown
    assert "Nobody is Top or Good: nobody has Deep Learning." in shown
    shown = " ".join(ask("match", "--competence", "Projektleitung", "--limit", "1").out.replace("│", " ").split())
    assert "Projektleitung ≈" in shown


def test_a_match_for_a_task_takes_its_skills_and_dates(ask: Run) -> None:
    data = json.loads(ask("match", "--task", "a9U290000004GNyEAM", "--json").out)
    assert data["task_id"] == "a9U290000004GNyEAM"
    assert sorted(data["requirements"]["required_competences"]) == ["Kubernetes", "PostgreSQL", "Python"]
    assert data["requirements"]["date_start"] == "2026-04-01"
    assert data["results"][0]["capacity_id"] == "K001"


def test_a_match_for_all_tasks_says_for_each_what_a_match_for_it_alone_says(ask: Run) -> None:
    report = json.loads(ask("match", "--all-tasks", "--limit", "3", "--json").out)
    assert report["searched"] == 11
    assert len(report["tasks"]) == 5
    compared = 0
    for task in report["tasks"]:
        alone = ask("match", "--task", task["task_id"], "--limit", "3", "--json")
        if task["counts"] is None:
            assert alone.code == 1
            assert task["best"] == []
            continue
        data = json.loads(alone.out)
        assert task["counts"] == data["counts"]
        named = ("capacity_id", "owner", "score", "category")
        assert task["best"] == [{name: person[name] for name in named} for person in data["results"]]
        compared += 1
    assert compared >= 2
    shown = ask("match", "--all-tasks", "--limit", "1")
    assert shown.code == 0
    assert "searched 11 of 11 capacities for each task" in shown.out
    assert f"Dataset version {report['dataset_version']}, created" in shown.out
    assert report["ground"]["dataset_version"] == report["dataset_version"]
    refused = ask("match", "--all-tasks", "--competence", "Python")
    assert refused.code == 1
    assert "--all-tasks takes what to look for from the tasks" in refused.err


def test_a_match_refuses_what_it_cannot_use(ask: Run) -> None:
    assert ask("match").code == 1
    unknown = ask("match", "--task", "a9U000")
    assert unknown.code == 1
    assert 'there is no open task "a9U000"; --all-tasks shows all with their ids' in " ".join(unknown.err.split())
    assert ask("match", "--competence", "Python", "--from", "01.03.2026").code == 2
    backwards = ask("match", "--competence", "Python", "--from", "2026-05-01", "--to", "2026-04-01")
    assert backwards.code == 1
    assert "2026-05-01" in backwards.err


def test_a_match_weighs_each_competence_as_told(ask: Run) -> None:
    words = ("match", "--competence", "Java", "--competence", "Kubernetes", "--weight")
    data = json.loads(ask(*words, "Java=essential", "--json").out)
    assert data["requirements"]["weights"] == {"Java": "essential", "Kubernetes": "ideal"}
    refused = ask(*words, "Java=esential")
    assert refused.code == 1
    assert "Java=esential" in refused.err
    contradicting = ask(*words, "Java=essential", "--weight", "Java=ideal")
    assert contradicting.code == 1
    assert '"Java=essential" and "Java=ideal"' in contradicting.err
