"""Who holds a certificate: the very one, not one that only looks like it, and every answer shows which."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from mcp import Client

from teamlandkarte.server.protocol.app import create_server
from tests.etl.night import Night
from tests.lake_files import CERTIFICATES
from tests.server.hosts import Host
from tests.server.searching import ids, searched

pytestmark = pytest.mark.anyio

HELD = {
    "K001": "Certified Kubernetes Administrator (CKA) (2021)",
    "K002": "Certified Kubernetes Application Developer (CKAD)",
    "K003": "Professional Scrum Master I",
    "K004": "Professional Scrum Master II",
    "K005": "Professional Scrum Product Owner I",
    "K006": "ISTQB Certified Tester – Foundation Level",
    "K007": "iSAQB Certified Professional for Software Architecture – Foundation Level",
    "K008": "PMP – Project Management Professional, Rezertifizierung 2025",
    "K009": "ITIL4 Foundation, Rezertifizierung 2024",
    "K010": "Zertifikat Technische Redaktion nach tekom",
    "k010": "AWS Certified Solutions Architect – Associate",
}


@pytest.fixture(scope="module")
def installation(tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Night:
    """An installation where everybody holds one certificate."""
    folder = tmp_path_factory.mktemp("certificates")
    night = Night(shutil.copytree(tiny_lake, folder / "lake"), folder / "data")
    rows = "".join(f'{capacity_id},"{certificate}"\n' for capacity_id, certificate in HELD.items())
    file = night.lake / CERTIFICATES
    file.write_text("capacity_id,description\n" + rows, encoding="utf-8")
    night.refresh()
    return night


@pytest.fixture
async def host(installation: Night) -> AsyncIterator[Host]:
    """A host of that installation."""
    async with Client(create_server(installation.config, clock=installation.clock)) as client:
        yield Host(client)


SOUGHT = [
    ("CKA", {"K001"}),
    ("cka", {"K001"}),
    ("CKAD", {"K002"}),
    ("CKA-Zertifikat", {"K001"}),
    ("CKAD certification", {"K002"}),
    ("CKA 2021", {"K001"}),
    ("Certified Kubernetes Administrator", {"K001"}),
    ("Professional Scrum Master I", {"K003"}),
    ("Professional Scrum Master II", {"K004"}),
    ("Scrum Master", {"K003", "K004"}),
    ("Professional Scrum Product Owner", {"K005"}),
    ("Professional Scrum", {"K003", "K004", "K005"}),
    ("ISTQB Foundation", {"K006"}),
    ("ISTKB Foundation", {"K006"}),
    ("PMP-Zertifizierung", {"K008"}),
    ("ITIL Foundation Certificate", {"K009"}),
    ("Zertifikat Technische Redaktion", {"K010"}),
    ("AWS Solutions Architekt", {"k010"}),
]


@pytest.mark.parametrize(("certificate", "holders"), SOUGHT)
async def test_a_certificate_finds_its_holders_and_nobody_who_holds_another_one(
    host: Host, certificate: str, holders: set[str]
) -> None:
    text, data = await host.call("list_capacities", certificate=certificate)
    assert {person["capacity_id"]: person["certificates"] for person in data["capacities"]} == {
        one: [HELD[one]] for one in holders
    }
    assert "| Availability | Certificates that fit |" in text
    assert all(f" | {HELD[one]} |" in text for one in holders)


@pytest.mark.parametrize(("certificate", "holders"), SOUGHT)
async def test_a_filter_finds_the_same(host: Host, certificate: str, holders: set[str]) -> None:
    _, data = await searched(host, {"competences": ["Java"]})
    _, kept = await host.call("filter_search_results", search_id=data["search_id"], certificate=certificate)
    assert set(ids(kept)) == holders


async def test_whoever_wants_it_looser_gets_the_relatives(host: Host) -> None:
    _, data = await searched(host, {"competences": ["Java"]})
    _, kept = await host.call(
        "filter_search_results",
        search_id=data["search_id"],
        certificate="Professional Scrum Master I",
        min_similarity=0.6,
    )
    assert set(ids(kept)) == {"K003", "K004", "K005"}


async def test_a_certificate_that_nobody_holds_is_answered_with_the_nearest(host: Host) -> None:
    text, _ = await host.call("list_capacities", certificate="AWS Solutions Architect Professional")
    assert "Nobody fits: showing 0 of 0." in text
    assert "Nearest among the certificates: “AWS Certified Solutions Architect – Associate”" in text
    text, _ = await host.call("list_capacities", certificate="Waldwirt")
    assert "Nearest among" not in text


async def test_a_list_shows_certificates_only_where_one_is_asked_for(host: Host) -> None:
    text, data = await host.call("list_capacities", competence="Java")
    assert "Certificates" not in text
    assert all("certificates" not in person for person in data["capacities"])
