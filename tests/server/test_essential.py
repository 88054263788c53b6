"""Essential competences and crowded profiles, as a host shows them."""

from collections.abc import Callable

import pytest
from mcp import Client
from mcp.server.lowlevel import Server

from teamlandkarte.index.config import Config, Matching
from tests.server.hosts import Host
from tests.server.searching import Json, searched

pytestmark = pytest.mark.anyio

# The role alone would make the backend developers K001, K002 and K010 Top; none of them has to do with tracks.
MOSTLY_ROLE = Matching(competence_weight=0.1, role_weight=0.9)
WANTED: Json = {"role_names": ["Backend Developer"], "competences": ["Gleisbau"], "weights": ["Gleisbau=essential"]}


async def test_who_lacks_something_essential_is_shown_as_partial_with_the_reason(
    config: Config, server_of: Callable[[Config], Server]
) -> None:
    async with Client(server_of(config.model_copy(update={"matching": MOSTLY_ROLE}))) as client:
        host = Host(client)
        text, data = await searched(host, WANTED)
        eased_text, eased = await searched(host, WANTED | {"weights": ["Gleisbau=ideal"]})
        people = {person["capacity_id"]: person for person in data["results"]}
        for name in ("K001", "K002", "K010"):
            assert people[name]["score"] >= 0.85
            assert people[name]["category"] == "Partial"
            assert people[name]["essential_missing"] == ["Gleisbau"]
        assert "| Gleisbau (essential) |" in text
        rows = [line for line in text.split("\n") if "| backend developer (" in line.casefold()]
        assert [row.split(" | ")[4].split(" ", 1)[1] for row in rows] == ["(Partial)"] * 3
        assert "(Partial)" not in eased_text
        assert data["counts"]["Top"] + data["counts"]["Good"] == 0
        found = eased["counts"]["Top"] + eased["counts"]["Good"]
        assert found >= 3
        assert data["held_back"] == [{"competence": "Gleisbau", "people": found, "found_if_ideal": found}]
        assert (
            f"- Essential Gleisbau: {found} with a Top or Good score lack it and are Partial; were it ideal, {found} "
            "would be Top or Good.\n"
        ) in text
        assert "(essential)" not in eased_text.partition("## Top results")[2]
        details, _ = await host.call("get_capacity_details", capacity_id="K001", search_id=data["search_id"])
        assert (
            "Partial at best, whatever the score: nothing is closely related to Gleisbau, which is essential."
            in details
        )


async def test_who_lists_too_many_competences_comes_last_in_the_category_and_it_is_said(
    config: Config, server_of: Callable[[Config], Server]
) -> None:
    crowded = config.model_copy(update={"matching": Matching(max_competences=2)})
    async with Client(server_of(crowded)) as client:
        text, data = await searched(Host(client), {"competences": ["Python"]})
    # K001 and K003 list three competences, K002 two; all three have Python, and ids break ties.
    assert [person["capacity_id"] for person in data["results"][:3]] == ["K002", "K001", "K003"]
    assert {person["score"] for person in data["results"][:3]} == {1.0}
    assert data["crowded"] == 2
    assert "- Last in their category: 2 people with unusually many competences.\n" in text
    assert "| Python (of 3 recorded) |" in text
