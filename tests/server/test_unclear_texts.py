"""What a text leaves unclear, or does not say at all, is asked for."""

import pytest

from tests.server.hosts import Host

pytestmark = pytest.mark.anyio


async def test_a_date_is_asked_only_where_it_can_be_meant_otherwise(host: Host) -> None:
    _, data = await host.call("extract_requirements", description="Wir suchen Python ab 1. Oktober bis 15. Dezember.")
    assert (data["date_start"], data["date_end"], data["unclear"]) == ("2026-10-01", "2026-12-15", [])
    text, data = await host.call("extract_requirements", description="We need Python from 06/07/2026.")
    assert "date_start" not in data
    assert data["unclear"] == ["06/07/2026 may be day/month/year or month/day/year"]
    assert "Unclear, please decide: 06/07/2026 may be" in text


async def test_a_role_that_several_share_the_name_of_is_asked_for_instead_of_chosen_or_lost(host: Host) -> None:
    text, data = await host.call("extract_requirements", description="Wir suchen einen Developer mit Python.")
    assert (data["role_names"], data["competences"]) == ([], ["Python"])
    assert data["unclear"] == ["the role: Backend Developer, Frontend Developer"]
    assert "Unclear, please decide: the role: Backend Developer, Frontend Developer." in text
    _, chosen = await host.call("infer_primary_role", description="Wir suchen einen Developer mit Python.")
    assert (chosen["outcome"], [one["role"] for one in chosen["candidates"]][:2]) == (
        "unclear",
        ["Backend Developer", "Frontend Developer"],
    )


async def test_two_roles_of_which_the_first_is_cut_short_are_both_sought_and_neither_is_the_one(host: Host) -> None:
    text = "Wir brauchen einen Backend- und einen Frontend-Entwickler."
    _, data = await host.call("extract_requirements", description=text)
    assert data["role_names"] == ["Backend Developer", "Frontend Developer"]
    _, chosen = await host.call("infer_primary_role", description=text)
    assert (chosen["outcome"], [one["role"] for one in chosen["candidates"]]) == ("unclear", data["role_names"])


async def test_how_long_without_from_when_is_asked_for_instead_of_lost(host: Host) -> None:
    text, data = await host.call("extract_requirements", description="Wir suchen Python für ein halbes Jahr.")
    assert not {"date_start", "date_end"} & set(data)
    assert data["unclear"] == ["from when: “für ein halbes Jahr” says only how long"]
    assert "Unclear, please decide: from when: “für ein halbes Jahr” says only how long." in text


async def test_what_is_unclear_is_asked_where_nothing_else_is_found_and_not_called_nothing(host: Host) -> None:
    for description, asked in (
        ("Wir suchen einen Developer.", "the role: Backend Developer, Frontend Developer"),
        ("Ein Entwickler für alles Mögliche wird gesucht.", "the role: Backend Developer, Frontend Developer"),
        ("Einsatz ab 06/07/2026", "06/07/2026 may be day/month/year or month/day/year"),
    ):
        text, data = await host.call("extract_requirements", description=description)
        assert (data["found"], data["unclear"]) == ([], [asked])
        assert text.startswith(f"Unclear, please decide: {asked}.")


async def test_a_text_without_any_requirement_is_said_to_be_one_and_cannot_be_confirmed(host: Host) -> None:
    text, data = await host.call("extract_requirements", description="Siehe Anhang.")
    assert "Found nothing" in text
    assert data["found"] == []
    assert "question" not in data
    assert "neither a role nor a competence" in await host.refusal("confirm_requirements", confirm=True)


async def test_a_question_that_is_no_requirement_is_answered_with_what_answers_it(host: Host) -> None:
    text, data = await host.call("extract_requirements", description="Was könnte Frau Sommer als Nächstes tun?")
    assert data["found"] == []
    assert f"Pass the answers to update_requirements(requirements_id={data['requirements_id']})." in text
    assert "To look a person up call list_capacities(query=NAME); what the person could do next, " in text
    assert "find_matching_tasks(capacity_id=ID) shows." in text


async def test_an_extraction_that_finds_nothing_keeps_what_was_captured_before(host: Host) -> None:
    await host.call("collect_structured_requirement_data", competences=["Java"], description="Portal ablösen")
    _, before = await host.call("show_pending_requirements")
    await host.call("confirm_requirements", confirm=True)
    text, data = await host.call("extract_requirements", description="Siehe Anhang.")
    assert "Found nothing" in text
    assert f"Requirements {before['requirements_id']} are kept as they were captured before." in text
    assert (data["competences"], data["description"], data["state"]) == (["Java"], "Portal ablösen", "confirmed")
    anew = "start_guided_capture() and capture it under the requirements_id returned"
    assert f"Ask the person what is needed: which role, which competences, from when to when? Then call {anew}" in text
    assert f"what is kept changes with update_requirements(requirements_id={before['requirements_id']}, …)." in text
    assert "To look a person up call list_capacities(query=NAME); " in text
    assert "show_pending_requirements" not in text
