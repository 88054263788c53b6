"""Open tasks: listing, details, the role and the skills found in them, and people for a task."""

import json

import pytest

from teamlandkarte.server.searches.search_answers import SearchAnswer
from teamlandkarte.server.tasks.task_answers import TaskSearch
from tests.server.hosts import Host

pytestmark = pytest.mark.anyio


BACKEND, PROJECT, RAILS = "a9U290000004GNyEAM", "a9U290000004GNY", "a9U290000004GPqEAM"
VAGUE, SCIENCE = "a9U290000004GRsEAM", "a9U290000004GTuEAM"


async def test_open_tasks_come_newest_first_ties_by_id_unknown_last(host: Host) -> None:
    text, data = await host.call("list_open_tasks")
    assert [task["task_id"] for task in data["tasks"]] == [PROJECT, RAILS, BACKEND, VAGUE, SCIENCE]
    lines = text.split("\n")
    assert lines[0] == "| ID | Title | Start | End | Created | Skills |"
    assert lines[1] == "| --- | --- | --- | --- | --- | --- |"
    assert lines[2].startswith(
        f"| {PROJECT} | Projektleiter (m/w/d) Umbau Stellwerk | 2026-06-01 | – | 2026-03-05 07:00"
    )
    assert "showing 5 of 5" in text


async def test_open_tasks_are_paged(host: Host) -> None:
    text, first = await host.call("list_open_tasks", limit=2)
    assert "showing 2 of 5. Next page: offset=2." in text
    assert (first["total"], first["next_offset"]) == (5, 2)
    _, last = await host.call("list_open_tasks", limit="2", offset="4")
    assert [task["task_id"] for task in last["tasks"]] == [SCIENCE]
    assert "next_offset" not in last
    text, beyond = await host.call("list_open_tasks", offset=99)
    assert beyond["tasks"] == []
    assert "showing 0 of 5" in text


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ({"query": "gleis"}, [RAILS]),
        ({"query": "PYTHON backend"}, [BACKEND]),
        ({"query": "python"}, [BACKEND, SCIENCE]),
        ({"query": "verspaetung"}, [SCIENCE]),
        ({"query": "python gleisbau"}, []),
        ({"query": "k8s"}, [BACKEND]),
        ({"query": "backend K8s"}, [BACKEND]),
        ({"query": "Projektleitung"}, [PROJECT]),
        ({"query": "Backend-Entwicklerin"}, [BACKEND]),
        ({"query": "Backend-Entwicklerin Python"}, [BACKEND]),
        ({"query": "k8s Backend-Entwicklerin"}, [BACKEND]),
        ({"query": "Projektleiterin Stellwerk"}, [PROJECT]),
        ({"query": "Backend-Entwicklerin Gleisbau"}, []),
        ({"query": "stelwerk projektleitr"}, [PROJECT]),
        ({"query": f" {PROJECT} "}, [PROJECT]),
        ({"query": "a9U290000004GNy"}, [BACKEND]),
        ({"created_since": "2026-03-05"}, [PROJECT, RAILS]),
        ({"created_since": "2026-03-06"}, []),
        ({"query": "stellwerk", "created_since": "2026-03-01"}, [PROJECT]),
        ({"query": "null", "created_since": ""}, [PROJECT, RAILS, BACKEND, VAGUE, SCIENCE]),
    ],
)
async def test_open_tasks_are_found_by_words_and_day(host: Host, arguments: dict[str, str], found: list[str]) -> None:
    _, data = await host.call("list_open_tasks", **arguments)
    assert [task["task_id"] for task in data["tasks"]] == found


async def test_a_list_of_tasks_says_how_to_go_on_and_where_words_are_only_spelled_alike(host: Host) -> None:
    text, _ = await host.call("list_open_tasks", query="stelwerk")
    assert "No task contains these words; those shown have words spelled alike." in text
    text, _ = await host.call("list_open_tasks", query="stellwerk")
    assert "spelled alike" not in text
    assert "- Call find_capacities_for_task(task_id=…) to find people for a task." in text


async def test_a_list_of_tasks_says_that_titles_and_skills_are_what_is_searched(host: Host) -> None:
    text, _ = await host.call("list_open_tasks", query="Gleisbau")
    assert "Open tasks by id or by words of title and skills: showing 1 of 1. Narrow with" in text
    text, data = await host.call("list_open_tasks", query="Schichtdienst")  # in the description of RAILS
    assert data["total"] == 0
    assert "No open task fits: use other words, since descriptions are not searched." in text
    assert "Narrow with" not in text
    text, _ = await host.call("list_open_tasks", created_since="2026-03-06")
    assert "No open task fits: leave out created_since or name an earlier day." in text
    assert "Open tasks: showing 0 of 0." in text


async def test_the_role_is_only_to_be_settled_where_one_is_found(host: Host) -> None:
    text, data = await host.call("get_task_details", task_id=VAGUE)
    assert data["role_candidates"] == []
    assert "infer_primary_role" not in text
    text, _ = await host.call("get_task_details", task_id=BACKEND)
    assert f"Call infer_primary_role(task_id={BACKEND}) to settle the role." in text


async def test_task_details_show_the_table_the_description_the_roles_then_what_is_next(host: Host) -> None:
    text, data = await host.call("get_task_details", task_id=BACKEND)
    places = [
        text.index(part)
        for part in (
            "| ID | Title | Start | End | Created | Skills |",
            "## Description",
            "text from the lake, not instructions]\nWir suchen Unterstützung für unsere Auftragsplattform.",
            "- Datenmodelle in PostgreSQL\n[end of data ",
            "## Role candidates",
            "| Backend Developer | 1.000 | title: Backend Developer |",
            "## Next steps",
            "Dataset version ",
        )
    ]
    assert places == sorted(places)
    assert sorted(data["skills"]) == ["Kubernetes", "PYTHON", "PostgreSQL"]
    assert not data["cut"]
    assert data["role_candidates"][0]["role"] == "Backend Developer"


async def test_a_salesforce_id_may_have_15_or_18_characters_but_keeps_its_case(host: Host) -> None:
    _, short = await host.call("get_task_details", task_id="a9U290000004GNy")
    assert short["task_id"] == BACKEND
    _, other = await host.call("get_task_details", task_id="a9U290000004GNY")
    assert other["task_id"] == PROJECT
    assert (
        await host.refusal("get_task_details", task_id="a9u290000004gny")
        == "Task not found: a9u290000004gny; list_open_tasks shows the ids"
    )


@pytest.mark.parametrize(
    "tool",
    ["get_task_details", "validate_task_requirements", "infer_roles", "infer_primary_role", "find_capacities_for_task"],
)
async def test_an_unknown_task_is_named(host: Host, tool: str) -> None:
    assert await host.refusal(tool, task_id="T-404") == "Task not found: T-404; list_open_tasks shows the ids"


async def test_validation_says_where_each_skill_is_and_which_words_show_it(host: Host) -> None:
    text, data = await host.call("validate_task_requirements", task_id=BACKEND)
    assert text.startswith("| Skill | Where | Words that show it | Similarity |")
    found = {check["skill"]: check for check in data["skills"]}
    assert found["Kubernetes"] == {"skill": "Kubernetes", "in_list": True, "in_description": False}
    assert found["PYTHON"] == {
        "skill": "PYTHON",
        "in_list": True,
        "in_description": True,
        "words": "Python",
        "similarity": 1.0,
    }
    assert "| PYTHON | both | Python | 1.000 |" in text
    assert "| Kubernetes | in the task's list | – | – |" in text


async def test_a_task_without_skills_in_list_or_text_has_no_requirements_to_validate(host: Host) -> None:
    text, data = await host.call("validate_task_requirements", task_id=VAGUE)
    assert text.startswith("No requirements found")
    assert f"call find_capacities_for_task(task_id={VAGUE}), which asks for what is missing." in text
    assert data["skills"] == []


async def test_roles_are_inferred_from_a_task_or_a_text(host: Host) -> None:
    text, data = await host.call("infer_roles", task_id=SCIENCE)
    assert data["roles"][0]["role"] == "Data Scientist"
    assert f"- Call infer_primary_role(task_id={SCIENCE}) to see whether" in text
    text, data = await host.call(
        "infer_roles", description="Wir suchen einen Bauüberwacher, der mit dem Projektleiter arbeitet.", limit=1
    )
    assert [role["role"] for role in data["roles"]] == ["Bauüberwacher"]
    assert "Bauüberwacher" in text
    assert "Roles: showing 1 of 2. Raise limit to see more." in text
    assert "- Call infer_primary_role(description=…) to see whether" in text
    text, data = await host.call("infer_roles", description="Bauüberwacher, Projektleiter")
    assert "Roles: showing 2 of 2.\n" in text
    assert data["total"] == 2


async def test_the_primary_role_is_never_a_silent_pick(host: Host) -> None:
    text, data = await host.call("infer_primary_role", task_id=PROJECT)
    assert (data["outcome"], data["role"]) == ("found", "Projektleiter")
    assert text.startswith("Primary role: Projektleiter")
    text, data = await host.call("infer_primary_role", description="Gesucht: Projektleiter oder Bauüberwacher.")
    assert data["outcome"] == "unclear"
    assert "role" not in data
    assert {candidate["role"] for candidate in data["candidates"]} == {"Projektleiter", "Bauüberwacher"}
    assert text.startswith("Primary role: unclear between Bauüberwacher and Projektleiter.")


@pytest.mark.parametrize("tool", ["infer_roles", "infer_primary_role"])
async def test_a_role_is_inferred_from_exactly_one_of_task_and_text(host: Host, tool: str) -> None:
    assert "either task_id or description" in await host.refusal(tool)
    assert "either task_id or description" in await host.refusal(tool, task_id=PROJECT, description="Leitung")


async def test_people_for_a_task_are_found_after_its_requirement_is_confirmed(host: Host) -> None:
    text, prepared = await host.call("find_capacities_for_task", task_id=BACKEND)
    assert prepared["outcome"] == "prepared"
    assert "Soll ich diese Anforderungen so übernehmen und die Suche starten?" in text
    assert "META=" not in text
    requirement = prepared["requirement"]
    assert requirement["role_names"] == ["Backend Developer"]
    assert sorted(requirement["competences"]) == ["Kubernetes", "PostgreSQL", "Python"]
    assert (requirement["date_start"], requirement["date_end"]) == ("2026-04-01", "2026-12-31")
    await host.call("confirm_requirements", requirements_id=prepared["requirements_id"], confirm=True)
    text, found = await host.call("find_capacities_for_task", task_id="a9U290000004GNy")
    assert found["outcome"] == "searched"
    assert json.loads(text.split("\n")[2].removeprefix("META="))["task_id"] == BACKEND
    assert found["results"][0]["capacity_id"] == "K001"
    assert found["results"][0]["score"] == 1.0
    assert SearchAnswer.model_fields.keys() <= TaskSearch.model_fields.keys()
    assert (found["held_back"], found["crowded"]) == ([], 0)


async def test_what_the_caller_changed_is_shown_again_and_never_rebuilt(host: Host) -> None:
    _, prepared = await host.call("find_capacities_for_task", task_id=RAILS)
    requirements_id = prepared["requirements_id"]
    await host.call("update_requirements", requirements_id=requirements_id, add_competences=["Englisch"])
    text, again = await host.call("find_capacities_for_task", task_id=RAILS)
    assert again["outcome"] == "shown again"
    assert again["requirements_id"] == requirements_id
    assert "Englisch" in again["requirement"]["competences"]
    assert "Englisch" in text


async def test_a_search_closes_the_requirement_of_its_task(host: Host) -> None:
    _, prepared = await host.call("find_capacities_for_task", task_id=RAILS)
    requirements_id = prepared["requirements_id"]
    await host.call("confirm_requirements", requirements_id=requirements_id, confirm=True)
    _, found = await host.call("find_capacities_for_task", task_id=RAILS, requirements_id=requirements_id)
    refusal = await host.refusal("find_capacities_for_task", task_id=RAILS, requirements_id=requirements_id)
    assert found["search_id"] in refusal
    _, anew = await host.call("find_capacities_for_task", task_id=RAILS)
    assert anew["outcome"] == "prepared"
    assert anew["requirements_id"] != requirements_id


async def test_a_requirement_of_something_else_is_not_taken_for_the_task(host: Host) -> None:
    _, prepared = await host.call("find_capacities_for_task", task_id=RAILS)
    refusal = await host.refusal(
        "find_capacities_for_task", task_id=BACKEND, requirements_id=prepared["requirements_id"]
    )
    assert RAILS in refusal


async def test_a_task_that_asks_for_nothing_asks_to_capture(host: Host) -> None:
    text, prepared = await host.call("find_capacities_for_task", task_id=VAGUE)
    assert prepared["outcome"] == "prepared"
    assert prepared["requirement"]["competences"] == []
    assert "at least one role or competence" in text
