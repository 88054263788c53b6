"""Essential competences that people have only as a certificate: no score counts those, and every answer says so."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from mcp import Client

from teamlandkarte.server.protocol.app import create_server
from tests.etl.night import Night
from tests.lake_files import CERTIFICATES, COMPETENCES, LINKS
from tests.server.hosts import Host
from tests.server.searching import Json, ids, searched

pytestmark = pytest.mark.anyio

HELD = "Project Management Professional (PMP), seit 2021-05-03"
WANTED: Json = {"role_names": ["Backend Developer"], "competences": ["PMP", "Java"], "weights": ["PMP=essential"]}


@pytest.fixture(scope="module")
def installation(tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Night:
    """An installation where K004 lists PMP, K010 and K008, who lists nothing, hold certificates that name it."""
    folder = tmp_path_factory.mktemp("certified")
    night = Night(shutil.copytree(tiny_lake, folder / "lake"), folder / "data")
    for name, rows in (
        (COMPETENCES, "C90,PMP\n"),
        (LINKS, "K004,C90\n"),
        (
            CERTIFICATES,
            f'K010,Oracle Java\nK010,"{HELD}"\nK008,pmp\nK004,PMP\nK002,PMPX und Compliance\nK002,Trainer für K8s\n',
        ),
    ):
        with (night.lake / name).open("a", encoding="utf-8") as file:
            file.write(rows)
    night.refresh()
    return night


@pytest.fixture
async def host(installation: Night) -> AsyncIterator[Host]:
    """A host of that installation."""
    async with Client(create_server(installation.config, clock=installation.clock)) as client:
        yield Host(client)


def certificates(data: Json) -> dict[str, str]:
    """Return by person the certificate that an answer names for PMP."""
    pairs = ((person["capacity_id"], person["competences"][0].get("certificate")) for person in data["results"])
    return {capacity_id: certificate for capacity_id, certificate in pairs if certificate}


async def test_a_search_says_who_holds_an_essential_competence_as_a_certificate_alone(host: Host) -> None:
    text, data = await searched(host, WANTED, limit=11)
    assert certificates(data) == {"K010": HELD, "K008": "pmp"}
    assert next(one for one in data["results"] if one["capacity_id"] == "K010")["essential_missing"] == ["PMP"]
    assert data["certified"] == [{"competence": "PMP", "people": 2}]
    assert "- Essential PMP: 2 people who lack it hold a certificate that names it, which no score counts.\n" in text
    assert f"| PMP (essential; certificate “{HELD}”) |" in text
    assert "| unknown (PMP: certificate “pmp”) |" in text
    assert (
        f'- Call filter_search_results(search_id={data["search_id"]}, certificate="PMP") to see who holds it as a'
    ) in text


async def test_the_call_that_a_search_names_shows_who_holds_the_certificate(host: Host) -> None:
    _, data = await searched(host, WANTED)
    text, kept = await host.call("filter_search_results", search_id=data["search_id"], certificate="PMP")
    assert set(ids(kept)) >= {"K004", "K008", "K010"}
    assert certificates(kept) == {"K010": HELD, "K008": "pmp"}
    assert f"certificate “{HELD}” |" in text


async def test_a_person_in_full_is_told_with_the_certificate_that_names_what_is_missing(host: Host) -> None:
    _, data = await searched(host, WANTED)
    text, person = await host.call("get_capacity_details", capacity_id="K010", search_id=data["search_id"])
    assert f"Held as a certificate, which no score counts: “{HELD}” names PMP.\n" in text
    assert person["assessment"]["competences"][0]["certificate"] == HELD
    text, person = await host.call("get_capacity_details", capacity_id="K002", search_id=data["search_id"])
    assert "Held as a certificate" not in text
    assert "certificate" not in person["assessment"]["competences"][0]


async def test_a_person_in_full_is_told_it_of_what_is_not_essential_too(host: Host) -> None:
    _, data = await searched(host, {"competences": ["PMP", "Java"]})
    assert certificates(data) == {}
    text, _ = await host.call("get_capacity_details", capacity_id="K010", search_id=data["search_id"])
    assert f"“{HELD}” names PMP." in text


async def test_a_certificate_names_a_competence_under_its_other_names_as_well(host: Host) -> None:
    _, data = await searched(host, {"competences": ["Kubernetes"], "weights": ["Kubernetes=essential"]})
    assert certificates(data) == {"K002": "Trainer für K8s"}  # K001 and K010 list Kubernetes
    _, kept = await host.call("filter_search_results", search_id=data["search_id"], certificate="Kubernetes")
    assert set(ids(kept)) == {"K001", "K002"}


async def test_without_such_certificates_nothing_is_said_about_any(host: Host) -> None:
    text, data = await searched(host, WANTED | {"competences": ["Gleisbau"], "weights": ["Gleisbau=essential"]})
    assert (certificates(data), data["certified"]) == ({}, [])
    assert "certificate" not in text
