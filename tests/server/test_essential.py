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
        # All but K005 and K006 lack it; of K008 no competences are recorded.
        held_back = {"competence": "Gleisbau", "people": found, "lacking": 9, "found_if_ideal": found}
        assert data["held_back"] == [held_back]
        assert (
            f"- Essential Gleisbau: 9 of 11 lack it (unknown of 1), {found} of them with a Top or Good score; were it "
            f"ideal, {found} would be Top or Good.\n"
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


async def found(host: Host, requirement: Json) -> int:
    """Search, and return how many are Top or Good."""
    _, data = await searched(host, requirement)
    return int(data["counts"]["Top"] + data["counts"]["Good"])


def essential(*competences: str) -> Json:
    return {"competences": list(competences), "weights": [f"{name}=essential" for name in competences]}


async def test_where_no_essential_competence_alone_keeps_people_out_each_is_named_with_what_leaving_it_out_brings(
    host: Host,
) -> None:
    # K007 and K009 have JavaScript, K005 and K006 have Gleisbau; nobody comes near both.
    text, data = await searched(host, essential("JavaScript", "Gleisbau"))
    without = {name: await found(host, essential(name)) for name in ("JavaScript", "Gleisbau")}
    assert await found(host, {"competences": ["JavaScript", "Gleisbau"]}) == 0
    assert without == {"JavaScript": 2, "Gleisbau": 2}
    nobody = {"people": 0, "lacking": 9, "found_if_ideal": 0, "found_without": 2}
    assert data["held_back"] == [{"competence": name, **nobody} for name in without]
    assert data["found_if_none_essential"] == 0
    for name in without:
        assert (
            f"- Essential {name}: 9 of 11 lack it (unknown of 1), 0 of them with a Top or Good score; were it ideal, 0 "
            "would be Top or Good.\n"
        ) in text
    assert "- Top or Good would be: were all 2 ideal 0, without JavaScript 2, without Gleisbau 2.\n" in text


async def test_where_only_easing_all_essential_competences_brings_people_that_is_said(
    config: Config, server_of: Callable[[Config], Server]
) -> None:
    wanted = {"role_names": ["Backend Developer"], **essential("JavaScript", "Gleisbau")}
    async with Client(server_of(config.model_copy(update={"matching": MOSTLY_ROLE}))) as client:
        host = Host(client)
        text, data = await searched(host, wanted)
        together = await found(host, {**wanted, "weights": []})
        alone = [await found(host, {**wanted, "weights": [f"{name}=essential"]}) for name in ("Gleisbau", "JavaScript")]
    assert together >= 3
    assert [one["found_if_ideal"] for one in data["held_back"]] == alone == [0, 0]
    assert data["found_if_none_essential"] == together
    assert all("found_without" not in one for one in data["held_back"])
    assert f"- Top or Good would be: were all 2 ideal {together}.\n" in text


async def test_where_nothing_essential_is_what_is_missing_that_is_said_as_nought(host: Host) -> None:
    # K010 has Java and Kubernetes, and nothing of the rest.
    names = ["Java", "Kubernetes", "Python", "Gleisbau", "Stellwerkstechnik"]
    text, data = await searched(host, {**essential("Java", "Kubernetes"), "competences": names})
    assert [one["found_without"] for one in data["held_back"]] == [0, 0]
    assert "- Top or Good would be: were all 2 ideal 0, without any one of them 0: ask for less besides.\n" in text


async def test_of_whom_nothing_is_recorded_it_is_unknown_whether_something_essential_is_missing(host: Host) -> None:
    _, data = await searched(host, essential("Gleisbau"))
    text, _ = await host.call("get_capacity_details", capacity_id="K008", search_id=data["search_id"])
    assert "nothing is closely related" not in text
    assert (
        "Partial at best, whatever the score: no competences are recorded, so whether there is anything closely "
        "related to Gleisbau, which is essential, is unknown.\n"
    ) in text
