"""Ids of capacities from Salesforce: a caller may send either spelling, of 15 or of 18 characters."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from mcp import Client

from teamlandkarte.server.protocol.app import create_server
from tests.etl.night import Night
from tests.server.hosts import Host
from tests.server.searching import searched

pytestmark = pytest.mark.anyio

LONG, ITS_SHORT = "a9U290000004GNyEAM", "a9U290000004GNy"
SHORT, ITS_LONG = "a9U290000004GNY", "a9U290000004GNYEA2"


@pytest.fixture(scope="module")
def night(tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Night:
    """An installation on a lake that holds K001 under an id of 18 characters and K002 under one of 15."""
    folder = tmp_path_factory.mktemp("ids")
    lake = shutil.copytree(tiny_lake, folder / "lake")
    for file in lake.glob("*.csv"):
        file.write_text(file.read_text("utf-8").replace("K001", LONG).replace("K002", SHORT), "utf-8")
    night = Night(lake, folder / "data")
    night.refresh()
    return night


@pytest.fixture
async def host(night: Night) -> AsyncIterator[Host]:
    """A host of that installation."""
    async with Client(create_server(night.config, clock=night.clock)) as client:
        yield Host(client)


@pytest.mark.parametrize(("sent", "held"), [(ITS_SHORT, LONG), (LONG, LONG), (ITS_LONG, SHORT), (SHORT, SHORT)])
async def test_every_tool_that_takes_a_person_takes_both_spellings_and_answers_with_the_lakes(
    host: Host, sent: str, held: str
) -> None:
    text, alone = await host.call("get_capacity_details", capacity_id=sent)
    assert f"find_matching_tasks(capacity_id={held})" in text
    _, found = await searched(host, limit=20)
    _, scored = await host.call("get_capacity_details", capacity_id=sent, search_id=found["search_id"])
    _, tasks = await host.call("find_matching_tasks", capacity_id=sent)
    ranked = next(person for person in found["results"] if person["capacity_id"] == held)
    assert scored["assessment"]["rank"] == ranked["rank"]
    assert alone["competences"]
    assert {answer["capacity_id"] for answer in (alone, scored, scored["assessment"], tasks)} == {held}


@pytest.mark.parametrize("tool", ["get_capacity_details", "find_matching_tasks"])
@pytest.mark.parametrize("other", ["a9u290000004gny", "a9U290000004GNyEA2", "a9U290000004GN"])
async def test_another_case_a_wrong_checksum_and_a_part_are_no_spelling_of_an_id(
    host: Host, tool: str, other: str
) -> None:
    assert await host.refusal(tool, capacity_id=other) == f"Capacity not found: {other}; list_capacities shows the ids"
