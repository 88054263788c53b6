"""Whom a question about people finds: by name, id, role or time, in which order, and what is said where nobody fits."""

from pathlib import Path

import pytest
from mcp import Client

from teamlandkarte.server.protocol.app import create_server
from tests.etl.night import refreshed_from
from tests.lake_files import CAPACITIES, keep_header_only
from tests.server.hosts import Host
from tests.server.searching import ids, searched

pytestmark = pytest.mark.anyio


def found(data: dict[str, list[dict[str, str]]]) -> list[str]:
    return [person["capacity_id"] for person in data["capacities"]]


async def test_somebody_who_is_not_free_is_told_with_their_dates(host: Host) -> None:
    text, data = await host.call("list_capacities", query="Lena Schmidt", date_start="2027-01-01")
    assert (
        "Lena Schmidt (K008) is not free then: 2026-05-01 – 2026-10-31.\n"
        "Lena Schmidt (K009) is not free then: 2025-01-01 – 2025-06-30."
    ) in text
    assert [(one["capacity_id"], one["availability"]["fit"]) for one in data["named"]] == [
        ("K008", "outside"),
        ("K009", "outside"),
    ]
    assert (data["total"], data["capacities"]) == (0, [])


async def test_somebody_who_lacks_what_is_asked_for_is_told_with_what_it_is(host: Host) -> None:
    text, data = await host.call("list_capacities", query="Tom Becker", competence="Gleisbau")
    assert "Tom Becker (K010) does not fit competence “Gleisbau”: from 2027-01-01." in text
    assert data["named"][0]["lacks"] == ["competence “Gleisbau”"]
    _, data = await host.call("list_capacities", query="Nobody", competence="Gleisbau")
    assert data["named"] == []


async def test_who_becomes_free_in_a_time_comes_first_and_all_kinds_are_counted(host: Host) -> None:
    text, data = await host.call("list_capacities", date_start="2026-04-01", date_end="2026-06-30")
    assert found(data) == ["K002", "K008", "K004", "K001", "K005", "K006", "K007", "k010", "K003"]
    assert data["times"] == {"becoming_free": 3, "free_before": 5, "unknown": 1}
    assert "Of these becoming free in this time, earliest first: 3; free already: 5; without known dates: 1." in text


async def test_kinds_of_time_are_not_counted_where_there_is_one_alone(host: Host) -> None:
    text, _ = await host.call("list_capacities", query="Müller", date_start="2026-04-01")
    assert "Of these" not in text
    text, data = await host.call("list_capacities", date_end="2024-12-31")
    assert ("times" in data, "Of these" in text) == (False, False)


async def test_the_closest_roles_come_first_and_are_counted(other: Host) -> None:
    text, data = await other.call("list_capacities", role_name="Projektleiter")
    assert found(data) == ["K003", "k010", "K004"]
    exact, close = data["roles"]
    assert exact == {"role": "Projektleiter", "similarity": 1.0, "people": 2}
    assert (close["role"], close["people"]) == ("Projektleiter IT", 1)
    assert close["similarity"] < 1
    assert "Roles found, the closest first: Projektleiter (1.000): 2, Projektleiter IT (0." in text


async def test_whoever_has_no_dates_comes_after_all_roles_and_who_becomes_free_first_in_a_role(other: Host) -> None:
    text, data = await other.call("list_capacities", role_name="Projektleiter", date_start="2026-06-01")
    assert found(data) == ["k010", "K004", "K003"]
    assert "Of these becoming free from then on: 1; free already: 1; without known dates: 1." in text


async def test_one_role_alone_is_not_counted(host: Host) -> None:
    text, data = await host.call("list_capacities", role_name="Data Scientist")
    assert found(data) == ["K003"]
    assert "Roles found" not in text


@pytest.mark.parametrize("role", ["Entwickler", "Entwicklerin", "Developer"])
async def test_roles_are_found_by_a_word_of_their_names_in_any_gender_in_german_or_english(
    host: Host, role: str
) -> None:
    developers = {"K001", "K002", "K008", "K009", "K010"}
    text, data = await host.call("list_capacities", role_name=role)
    assert set(found(data)) == developers
    assert "Frontend Developer (0." in text
    assert "unrelated" not in text
    _, search = await searched(host)
    _, kept = await host.call("filter_search_results", search_id=search["search_id"], role=role)
    assert set(ids(kept)) == developers


async def test_a_level_within_a_role_is_told_with_the_call_that_keeps_it(host: Host) -> None:
    text, _ = await host.call("list_capacities", role_name="Senior Backend Developer")
    assert 'Senior is a level: pass role_name="Backend Developer" and role_level="Senior".' in text
    text, data = await host.call("list_capacities", role_name="Backend Developer", role_level="Senior")
    assert found(data) == ["K001", "K010"]
    assert "is a level" not in text


@pytest.mark.parametrize(
    ("query", "capacity_id"),
    [
        ("K001", "K001"),
        (" #K001", "K001"),
        ("ID K001", "K001"),
        ("id: K001", "K001"),
        ("K 001", "K001"),
        ("k010", "k010"),
    ],
)
async def test_a_query_may_be_an_id_as_people_write_it(host: Host, query: str, capacity_id: str) -> None:
    _, data = await host.call("list_capacities", query=query)
    assert found(data) == [capacity_id]


@pytest.mark.parametrize(
    ("argument", "value", "capture"),
    [
        ("competence", "Python, Gleisbau", 'competences=["Python", "Gleisbau"]'),
        ("role_name", "Data Scientist / Bauüberwacher", 'role_names=["Data Scientist", "Bauüberwacher"]'),
    ],
)
async def test_several_in_one_are_refused_with_how_to_compare_them(
    host: Host, argument: str, value: str, capture: str
) -> None:
    assert await host.refusal("list_capacities", **{argument: value}) == (
        f'{argument} "{value}" is several in one: pass one per call. '
        f"To compare several, start a search with collect_structured_requirement_data({capture})."
    )


@pytest.mark.parametrize("tool", ["get_capacity_details", "find_matching_tasks"])
@pytest.mark.parametrize(
    ("unknown", "capacity_id"), [("Tom Becker", "K010"), ("Weiß", "K002"), ("#K002", "K002"), ("K 002", "K002")]
)
async def test_what_is_no_id_of_a_person_is_refused_with_the_call_that_looks_it_up(
    host: Host, tool: str, unknown: str, capacity_id: str
) -> None:
    refusal = await host.refusal(tool, capacity_id=unknown)
    assert refusal == f'Capacity not found: {unknown}; list_capacities(query="{unknown}") looks it up'
    _, data = await host.call("list_capacities", query=unknown)
    assert found(data) == [capacity_id]


@pytest.mark.parametrize("unknown", ["Umbau Stellwerk", "ID a9U290000004GNY"])
async def test_what_is_no_id_of_a_task_is_refused_with_the_call_that_looks_it_up(host: Host, unknown: str) -> None:
    refusal = await host.refusal("get_task_details", task_id=unknown)
    assert refusal == f'Task not found: {unknown}; list_open_tasks(query="{unknown}") looks it up'
    _, data = await host.call("list_open_tasks", query=unknown)
    assert [task["task_id"] for task in data["tasks"]] == ["a9U290000004GNY"]


@pytest.mark.parametrize("several", [["Python", "Java"], '["Python", "Java"]'])
async def test_a_list_of_competences_is_refused_and_a_list_of_one_is_that_one(host: Host, several: object) -> None:
    refusal = await host.refusal("list_capacities", competence=several)
    assert refusal == 'competence takes one name per call, but is "["Python", "Java"]": call once for each.'
    for one in (["Gleisbau"], '["Gleisbau"]'):
        _, data = await host.call("list_capacities", competence=one)
        assert found(data) == ["K005", "K006"]


async def test_where_nobody_has_a_role_nobody_is_found_by_one(own_lake: Path) -> None:
    keep_header_only(own_lake, CAPACITIES)
    night = refreshed_from(own_lake.parent)
    async with Client(create_server(night.config, clock=night.clock)) as client:
        nobody = Host(client)
        text, data = await nobody.call("list_capacities", role_name="Planerin")
        assert (data["total"], data["capacities"]) == (0, [])
        assert "Nobody fits: showing 0 of 0." in text
        _, search = await searched(nobody, {"competences": ["Python"]})
        _, data = await nobody.call("filter_search_results", search_id=search["search_id"], role="Planerin")
        assert sum(data["counts"].values()) == 0
