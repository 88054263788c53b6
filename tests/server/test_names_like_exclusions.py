"""What the lake names keeps its own name, whatever else that name could mean."""

from pathlib import Path

import pytest
from mcp import Client

from teamlandkarte.server.protocol.app import create_server
from tests.etl.night import Night
from tests.lake_files import CAPACITIES, COMPETENCES, LINKS
from tests.server.hosts import Host
from tests.server.searching import ids, searched

pytestmark = pytest.mark.anyio

NAMES = ("-", "Keine Ahnung GmbH Zertifikat", "- Stufe 1")


async def test_a_name_of_the_vocabulary_is_no_exclusion_though_it_reads_like_one(
    own_lake: Path, tmp_path: Path
) -> None:
    with (own_lake / COMPETENCES).open("a", encoding="utf-8") as competences:
        competences.writelines(f"X{place},{name}\n" for place, name in enumerate(NAMES))
    with (own_lake / LINKS).open("a", encoding="utf-8") as links:
        links.writelines(f"K008,X{place}\n" for place in range(len(NAMES)))  # who has no other
    night = Night(own_lake, tmp_path / "data")
    night.refresh()
    async with Client(create_server(night.config)) as client:
        host = Host(client)
        for name in (*NAMES, "keine ahnung gmbh zertifikat"):
            _, listed = await host.call("list_capacities", competence=name)
            assert [person["capacity_id"] for person in listed["capacities"]] == ["K008"]
            _, data = await searched(host, {"competences": [name], "weights": [f"{name}=essential"]})
            assert (ids(data)[0], data["counts"]["Top"]) == ("K008", 1)
        refused = await host.refusal("list_capacities", competence="-Python")
        assert refused.startswith('competence names what is not wanted, "-Python"')


async def test_a_level_of_the_lake_is_no_exclusion_though_it_reads_like_one(own_lake: Path, tmp_path: Path) -> None:
    people = own_lake / CAPACITIES
    people.write_text(people.read_text("utf-8").replace(",Expert,", ",keine Angabe,"), "utf-8")
    night = Night(own_lake, tmp_path / "data")
    night.refresh()
    async with Client(create_server(night.config)) as client:
        host = Host(client)
        for level, whose in (("keine angabe", ["K004"]), ("keine Angabe, Junior", ["K002", "K004", "K009"])):
            _, listed = await host.call("list_capacities", role_level=level)
            assert [person["capacity_id"] for person in listed["capacities"]] == whose
        refused = await host.refusal("list_capacities", role_level="kein Junior")
        assert refused.startswith('role_level names what is not wanted, "kein Junior"')
