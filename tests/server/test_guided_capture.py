"""Capturing a requirement question by question, and starting over."""

import pytest

from tests.server.hosts import Host

pytestmark = pytest.mark.anyio


SCOPE = "Wir lösen das Buchungsportal für Trassen durch eine Cloud-Anwendung ab."


async def test_a_guided_capture_asks_for_one_thing_after_the_other(host: Host) -> None:
    text, started = await host.call("start_guided_capture")
    named = f"(requirements_id={started['requirements_id']})"
    assert f"guided_set_description{named}" in text
    assert started["missing"] == ["description", "role_names", "competences"]
    text, _ = await host.call("guided_set_description", description=SCOPE)
    assert f"guided_set_role{named}" in text
    text, _ = await host.call("guided_set_role", role_name="backend developer")
    assert f"guided_set_time_range{named}" in text
    text, _ = await host.call("guided_set_time_range", date_start="2026-04-01")
    assert f"guided_set_competences{named}" in text
    text, done = await host.call("guided_set_competences", competences=["python", "Python ", "PostgreSQL"])
    assert f"show_pending_requirements{named}" in text
    assert done["requirements_id"] == started["requirements_id"]
    assert done["role_names"] == ["Backend Developer"]
    assert done["competences"] == ["Python", "PostgreSQL"]
    assert done["date_start"] == "2026-04-01"
    assert "date_end" not in done
    assert done["missing"] == []


async def test_a_description_of_skills_or_a_role_alone_is_refused_with_an_example(host: Host) -> None:
    await host.call("start_guided_capture")
    for bare in (
        "Python, PostgreSQL, Kubernetes",
        "Backend Developer",
        "Wir suchen einen Backend Developer mit Python",
    ):
        assert "what is to be done" in await host.refusal("guided_set_description", description=bare)


async def test_an_unknown_role_is_answered_with_the_nearest_and_kept_if_sent_again(host: Host) -> None:
    await host.call("start_guided_capture")
    _, first = await host.call("guided_set_role", role_name="Serverentwickler")
    assert first["role_names"] == []
    (unknown,) = first["unknown_terms"]
    assert unknown["nearest"][0]["term"] == "Backend Developer"
    assert 0 <= unknown["nearest"][0]["similarity"] <= 1
    _, again = await host.call("guided_set_role", role_name="serverentwickler ")
    assert again["role_names"] == ["serverentwickler"]


async def test_several_roles_keep_their_order(host: Host) -> None:
    await host.call("start_guided_capture")
    _, data = await host.call("guided_set_role", role_name=["Projektleiter", "Data Scientist", "PROJEKTLEITER"])
    assert data["role_names"] == ["Projektleiter", "Data Scientist"]


async def test_a_time_range_replaces_both_sides_and_may_be_open(host: Host) -> None:
    await host.call("start_guided_capture")
    await host.call("guided_set_time_range", date_start="2026-04-01", date_end="2026-05-01")
    text, data = await host.call("guided_set_time_range", date_start=None, date_end="null")
    assert "open to open" in text
    assert "date_start" not in data
    assert "date_end" not in data


async def test_an_unknown_competence_is_kept_and_shown_with_its_nearest(host: Host) -> None:
    await host.call("start_guided_capture")
    text, data = await host.call("guided_set_competences", competences=["Rust"])
    assert data["competences"] == ["Rust"]
    assert [term["term"] for term in data["unknown_terms"]] == ["Rust"]
    assert "kept as typed" in text


async def test_a_guided_capture_starts_over_under_its_id_with_every_field_empty_and_nothing_confirmed(
    host: Host,
) -> None:
    _, captured = await host.call(
        "collect_structured_requirement_data",
        description=SCOPE,
        role_names=["Backend Developer"],
        competences=["Python"],
        weights=["Python=essential"],
        date_start="2026-04-01",
        date_end="2026-09-30",
        task_id="a9U290000004GNyEAM",
    )
    named = {"requirements_id": captured["requirements_id"]}
    await host.call("show_pending_requirements", **named)
    _, confirmed = await host.call("confirm_requirements", confirm=True, **named)
    assert confirmed["state"] == "confirmed"

    text, started = await host.call("start_guided_capture", **named)
    assert "guided_set_description" in text
    assert started["requirements_id"] == captured["requirements_id"]
    assert started["state"] == "pending"
    assert started["missing"] == ["description", "role_names", "competences"]
    assert started["weights"] == []
    assert not {"date_start", "date_end", "task_id"} & set(started)

    _, again = await host.call("guided_set_competences", competences=["Python"])
    assert again["requirements_id"] == captured["requirements_id"]
    assert again["weights"] == ["Python=ideal"]
    assert "not confirmed" in await host.refusal("find_matching_capacities", **named)


async def test_what_was_shown_and_offered_before_a_capture_started_over_does_not_count_any_more(host: Host) -> None:
    _, captured = await host.call("collect_structured_requirement_data", competences=["Python"])
    named = {"requirements_id": captured["requirements_id"]}
    await host.call("guided_set_role", role_name="Serverentwickler", **named)
    await host.call("show_pending_requirements", **named)
    await host.call("start_guided_capture", **named)
    _, same = await host.call("guided_set_competences", competences=["Python"], **named)
    assert same["competences"] == captured["competences"]
    unseen = await host.refusal("confirm_requirements", confirm=True, **named)
    assert "have not been shown to the person yet" in unseen
    _, offered = await host.call("guided_set_role", role_name="Serverentwickler", **named)
    assert offered["role_names"] == []


async def test_a_capture_starts_over_only_for_an_open_requirement_of_the_caller(host: Host) -> None:
    unknown = "0f8fad5b-d9cb-469f-a165-70867728950e"
    assert await host.refusal("start_guided_capture", requirements_id=unknown) == (
        f"Unknown requirements_id {unknown}: there is none, or it expired 60 minutes after its last use. "
        "Start anew with start_guided_capture() and pass the requirements_id it returns."
    )
    assert await host.refusal("start_guided_capture", requirements_id="1") == (
        'requirements_id is malformed: "1" is not a UUID; pass it exactly as a tool returned it.'
    )
    _, captured = await host.call("collect_structured_requirement_data", competences=["Python"])
    named = {"requirements_id": captured["requirements_id"]}
    await host.call("show_pending_requirements", **named)
    await host.call("confirm_requirements", confirm=True, **named)
    _, found = await host.call("find_matching_capacities", **named)
    assert found["search_id"] in await host.refusal("start_guided_capture", **named)
    _, new = await host.call("start_guided_capture", requirements_id="null")
    assert new["requirements_id"] != captured["requirements_id"]


async def test_a_guided_step_without_a_capture_says_how_to_start(host: Host) -> None:
    assert "start_guided_capture" in await host.refusal("guided_set_role", role_name="Projektleiter")
