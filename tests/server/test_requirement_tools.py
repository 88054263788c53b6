"""Requirements captured in one step, changed, cleared, reviewed, and used by a search."""

import json

import pytest

from tests.server.hosts import Host

pytestmark = pytest.mark.anyio


SCOPE = "Wir lösen das Buchungsportal für Trassen durch eine Cloud-Anwendung ab."


async def test_fields_given_at_once_are_written_and_the_rest_is_asked_for(host: Host) -> None:
    text, data = await host.call(
        "collect_structured_requirement_data", competences='["Python"]', weights=["python=Essential"]
    )
    assert data["weights"] == ["Python=essential"]
    assert data["missing"] == ["description", "role_names"]
    assert "Still missing: description, role_names." in text
    _, data = await host.call("collect_structured_requirement_data", role_names="Data Scientist")
    assert data["competences"] == ["Python"]
    assert data["role_names"] == ["Data Scientist"]


async def test_an_update_replaces_what_is_given_and_keeps_the_rest(host: Host) -> None:
    await host.call(
        "collect_structured_requirement_data",
        description=SCOPE,
        role_names=["Backend Developer"],
        competences=["Python", "Java"],
        weights=["Python=essential", "Java=suggested"],
        date_start="2026-04-01",
        date_end="2026-09-30",
    )
    _, data = await host.call(
        "update_requirements", add_competences=["Kubernetes"], remove_competences=["JAVA"], date_end="2026-12-31"
    )
    assert data["competences"] == ["Python", "Kubernetes"]
    assert data["weights"] == ["Python=essential", "Kubernetes=ideal"]
    assert (data["date_start"], data["date_end"]) == ("2026-04-01", "2026-12-31")
    assert data["description"] == SCOPE
    _, data = await host.call("update_requirements", clear=["date_end", "Role_Names"])
    assert "date_end" not in data
    assert data["role_names"] == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, "Nothing to change"),
        (
            {"remove_competences": ["Cobol"]},
            'remove_competences names "Cobol", which is not required; required are Python.',
        ),
        ({"weights": ["Cobol=ideal"]}, 'weights names "Cobol", which is not required; required are Python.'),
        ({"weights": ["Python=ideal", " Java SE = ideal"]}, 'weights names "Java SE", which is not required'),
        (
            {"competences": ["Java", "Python=essential"]},
            'competences contains "Python=essential", whose level belongs into weights; write "Python" there.',
        ),
        (
            {"add_competences": ["A=B = Ideal"]},
            'add_competences contains "A=B = Ideal", whose level belongs into weights; write "A=B" there.',
        ),
        (
            {"role_names": ["Projektleiter=desirable"]},
            'role_names contains "Projektleiter=desirable", but a role has no level; write "Projektleiter" there.',
        ),
        ({"weights": ["Python"]}, "write COMPETENCE=LEVEL"),
        ({"weights": ["Python=critical"]}, "levels are essential, ideal, desirable, suggested"),
        (
            {"weights": ["Python=essential", " PYTHON =ideal"]},
            'weights contains "Python=essential" and "PYTHON =ideal", two levels of one competence',
        ),
        ({"clear": ["date_end"], "date_end": "2026-06-30"}, "date_end is given and in clear: leave it out of one"),
        ({"clear": ["competences"], "competences": ["Java"]}, "competences is given and in clear: leave it out of one"),
        (
            {"add_competences": ["Java"], "remove_competences": ["JAVA"]},
            '"Java" is in add_competences and in remove_competences',
        ),
        ({"date_end": "2026-03-31"}, "date_start 2026-04-01 lies after date_end 2026-03-31"),
        ({"clear": ["role"]}, "clear must be one of description, role_names"),
        ({"competences": ["x" * 201]}, "has 201 characters"),
        ({"competences": [f"c{n}" for n in range(101)]}, "101 entries, which are too many"),
        ({"add_competences": [f"c{n}" for n in range(100)]}, "101 entries, which are too many"),
        ({"description": "x" * 20_001}, "20001 characters"),
        ({"role_name": "Projektleiter"}, "unknown argument role_name; did you mean role_names?"),
    ],
)
async def test_a_change_that_makes_no_sense_is_refused_and_changes_nothing(
    host: Host, change: dict[str, object], message: str
) -> None:
    _, before = await host.call("collect_structured_requirement_data", competences=["Python"], date_start="2026-04-01")
    assert message in await host.refusal("update_requirements", **change)
    _, after = await host.call("show_pending_requirements")
    assert after["competences"] == before["competences"]
    assert after["date_start"] == before["date_start"]


async def test_an_update_that_changes_nothing_says_so_and_takes_the_confirmation_back(host: Host) -> None:
    given = {"competences": ["Python"], "date_end": "2026-06-30"}
    await host.call("collect_structured_requirement_data", **given)
    await host.call("show_pending_requirements")
    await host.call("confirm_requirements", confirm=True)
    text, data = await host.call("update_requirements", **given)
    assert text.startswith("Nothing is different from before. It is not confirmed. Requirements ")
    assert data["state"] == "pending"
    text, _ = await host.call("update_requirements", date_end="2026-07-31")
    assert text.startswith("Changed. It is not confirmed. Requirements ")


async def test_levels_are_replaced_as_a_whole_by_clearing_them_too(host: Host) -> None:
    await host.call("collect_structured_requirement_data", competences=["Python", "Java"], weights=["Python=essential"])
    _, data = await host.call("update_requirements", clear=["weights"], weights=["Java=suggested"])
    assert data["weights"] == ["Python=ideal", "Java=suggested"]


async def test_two_names_of_one_competence_have_one_level(host: Host) -> None:
    both = {"competences": ["Kubernetes"], "weights": ["k8s=essential", "Kubernetes=ideal"]}
    refused = await host.refusal("collect_structured_requirement_data", **both)
    assert '"k8s=essential" and "Kubernetes=ideal"' in refused
    _, data = await host.call(
        "collect_structured_requirement_data", competences=["Kubernetes"], weights=["k8s=essential", "k8s=Essential"]
    )
    assert data["weights"] == ["Kubernetes=essential"]


async def test_a_requirement_is_only_for_a_task_that_is_open(host: Host) -> None:
    refused = await host.refusal("collect_structured_requirement_data", competences=["Python"], task_id="nope")
    assert refused == 'Task not found: nope; list_open_tasks(query="nope") looks it up'
    _, data = await host.call("collect_structured_requirement_data", competences=["Python"], task_id="a9U290000004GNy")
    assert data["task_id"] == "a9U290000004GNyEAM"
    _, found = await host.call("find_capacities_for_task", task_id="a9U290000004GNyEAM")
    assert found["requirements_id"] == data["requirements_id"]


async def test_a_requirement_holds_what_a_long_text_names_as_far_as_an_answer_can_show_it(host: Host) -> None:
    names = [f"Fähigkeit {number:03d} für ganz besondere Fälle" for number in range(100)]
    _, data = await host.call("collect_structured_requirement_data", competences=names, description="ä" * 20_000)
    assert data["competences"] == names
    text, data = await host.call("show_pending_requirements")
    assert all(f"| Competence | {name} (ideal) | not in the vocabulary" in text for name in names)
    for sent in (text, json.dumps(data, ensure_ascii=False)):
        assert len(sent.encode()) < 8_000 * 3.5


async def test_an_equals_sign_in_a_competence_is_not_its_level(host: Host) -> None:
    _, data = await host.call("collect_structured_requirement_data", competences=["a=b"], weights=["a=b=essential"])
    assert data["weights"] == ["a=b=essential"]
    _, data = await host.call("update_requirements", competences=["=ideal", "essential", "x=ideal world"])
    assert data["competences"] == ["=ideal", "essential", "x=ideal world"]


async def test_an_extraction_replaces_what_was_captured_before(host: Host) -> None:
    _, before = await host.call(
        "collect_structured_requirement_data",
        description=SCOPE,
        competences=["Java"],
        weights=["Java=essential"],
        role_names=["Projektleiter"],
        date_start="2026-05-01",
    )
    text, data = await host.call("extract_requirements", description="Wir brauchen Python.")
    assert data["requirements_id"] == before["requirements_id"]
    assert data["competences"] == ["Python"]
    assert data["role_names"] == []
    gone = (
        'role_names ["Projektleiter"], competences ["Java"], weights ["Java=essential"], date_start 2026-05-01, '
        f"the description “{SCOPE[:59]}…”"
    )
    assert data["replaced"] == gone
    assert (
        f"\n\nReplaced: {gone}.\n"
        f"For both in one: update_requirements(requirements_id={before['requirements_id']}) with add_competences and "
        "all role_names. For another demand: start_guided_capture().\n\n"
    ) in text


async def test_what_fields_given_at_once_replace_and_what_they_keep_of_before_is_said(host: Host) -> None:
    text, _ = await host.call("extract_requirements", description="Wir brauchen Java.")
    assert "Replaced" not in text
    text, _ = await host.call(
        "collect_structured_requirement_data", role_names=["Projektleiter"], competences=["Python"]
    )
    assert "Kept from before: description. Requirements" in text
    assert '\nReplaced: competences ["Java"].\nFor both in one: ' in text
    text, _ = await host.call("collect_structured_requirement_data", weights=["Python=essential"])
    assert "Kept from before: description, role_names, competences. Requirements" in text
    text, _ = await host.call("collect_structured_requirement_data", weights=["Python=suggested"])
    assert 'Replaced: weights ["Python=essential"].\n' in text


async def test_while_several_are_open_a_new_demand_is_captured_as_the_refusal_says(host: Host) -> None:
    _, first = await host.call("collect_structured_requirement_data", competences=["Java"])
    text, second = await host.call("start_guided_capture")
    named = f"requirements_id={second['requirements_id']}"
    assert f"guided_set_description({named})" in text
    for tool, arguments in (
        ("extract_requirements", {"description": "Wir brauchen Python."}),
        ("collect_structured_requirement_data", {"competences": ["Python"]}),
        ("guided_set_description", {"description": SCOPE}),
    ):
        refused = await host.refusal(tool, **arguments)
        assert f"{first['requirements_id']} (Java)" in refused
        assert "For another demand call start_guided_capture() and pass the requirements_id it returns." in refused
    _, third = await host.call("start_guided_capture")
    _, data = await host.call(
        "extract_requirements", description="Wir brauchen Python.", requirements_id=third["requirements_id"]
    )
    assert data["competences"] == ["Python"]
    _, kept = await host.call("show_pending_requirements", requirements_id=first["requirements_id"])
    assert kept["competences"] == ["Java"]


async def test_the_review_is_one_table_with_remarks_and_the_question(host: Host) -> None:
    await host.call(
        "collect_structured_requirement_data",
        description="Ein | Strich\nund\u202e mehr",
        role_names=["Backend Developer", "Architekt"],
        competences=["Python"],
        date_end="2026-03-01",
    )
    text, data = await host.call("show_pending_requirements")
    assert "| Description | Ein \\| Strich und mehr |" in text
    assert "| Role (preferred) | Backend Developer |  |" in text
    assert "| Role (candidate) | Architekt | not in the vocabulary; nearest: " in text
    assert "| From | open | open start" in text
    assert "| To | 2026-03-01 | lies in the past |" in text
    assert "„Soll ich diese Anforderungen so übernehmen und die Suche starten?“ (Ja/Nein)" in text
    assert data["question"] == "Soll ich diese Anforderungen so übernehmen und die Suche starten?"


async def test_after_a_search_an_update_continues_from_its_requirement(host: Host) -> None:
    _, data = await host.call(
        "collect_structured_requirement_data", competences=["Python"], role_names=["Data Scientist"]
    )
    await host.call("show_pending_requirements")
    await host.call("confirm_requirements", confirm=True)
    text, found = await host.call("find_matching_capacities")
    named = f"update_requirements(requirements_id={data['requirements_id']}, …)"
    assert f"- Call {named} to change what is looked for; it needs a new confirmation." in text
    nothing_open = await host.refusal("show_pending_requirements")
    assert "No requirement is open. Start with extract_requirements, " in nothing_open
    assert f"; {named} continues from that of the last search." in nothing_open
    used = await host.refusal("guided_set_competences", competences=["Java"], requirements_id=data["requirements_id"])
    assert found["search_id"] in used
    _, again = await host.call("update_requirements", add_competences=["Java"])
    assert again["requirements_id"] == data["requirements_id"]
    assert again["competences"] == ["Python", "Java"]
    assert again["state"] == "pending"
    assert "not confirmed" in await host.refusal("find_matching_capacities")


async def test_after_a_search_a_change_that_could_mean_another_open_requirement_is_asked_for(host: Host) -> None:
    _, left = await host.call("find_capacities_for_task", task_id="a9U290000004GNyEAM")
    _, started = await host.call("start_guided_capture")
    sought = {"requirements_id": started["requirements_id"]}
    await host.call("collect_structured_requirement_data", competences=["Java"], **sought)
    await host.call("show_pending_requirements", **sought)
    await host.call("confirm_requirements", confirm=True, **sought)
    await host.call("find_matching_capacities", **sought)
    refused = await host.refusal("update_requirements", add_competences=["Terraform"])
    assert f"{left['requirements_id']} (Backend Developer, " in refused
    assert f"{sought['requirements_id']} (Java; used by the last search)" in refused
    _, kept = await host.call("show_pending_requirements", requirements_id=left["requirements_id"])
    assert sorted(kept["competences"]) == ["Kubernetes", "PostgreSQL", "Python"]
    _, changed = await host.call("update_requirements", add_competences=["Terraform"], **sought)
    assert changed["competences"] == ["Java", "Terraform"]
