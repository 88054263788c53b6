"""What a text asks for is told as what it is: not as found and unusable at once, and nothing of it is dropped."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from mcp import Client

from teamlandkarte.etl.embedders import CachedEmbedder, InBatches
from teamlandkarte.etl.embedding_cache import EmbeddingCache
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.dataset import CurrentDataset
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.index.versions import DatasetVersions
from teamlandkarte.server.protocol.app import create_server
from tests.etl.night import Night
from tests.lake_files import CERTIFICATES, COMPETENCES, TASKS
from tests.server.hosts import Host

pytestmark = pytest.mark.anyio

HOLDERS = {
    "Sicherungsaufsicht": {"K006"},
    "Certified Kubernetes Administrator": {"K001"},
    "ITIL 4 Foundation": {"K002"},
    "CKA": {"K003"},
}


@pytest.fixture(scope="module")
def night(tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory, encoder: LocalEncoder) -> Night:
    """An installation where travelling and working remotely are competences, and some more hold certificates."""
    folder = tmp_path_factory.mktemp("told")
    night = Night(shutil.copytree(tiny_lake, folder / "lake"), folder / "data")
    with (night.lake / COMPETENCES).open("a", encoding="utf-8") as file:
        file.write("C90,Reisebereitschaft\nC91,Remote Collaboration\n")
    with (night.lake / CERTIFICATES).open("a", encoding="utf-8") as file:
        file.write('K002,"ITIL 4 Foundation, Rezertifizierung 2024"\nK003,Kubernetes-Verwalter (CKA) (2021)\n')
        file.write("K004,Kubernetes\nK004,Data Scientist\n")
    night.edit(TASKS, ("Einsatz im Schichtdienst.", "Sicherungsaufsicht erforderlich."))
    cache = EmbeddingCache(folder / "embeddings.sqlite3", 30, night.clock)
    refresh(night.config, night.open_lake(), CachedEmbedder(InBatches(encoder), cache), clock=night.clock)
    return night


@pytest.fixture
async def host(night: Night, encoder: LocalEncoder) -> AsyncIterator[Host]:
    """A host of that installation."""
    current = CurrentDataset(DatasetVersions(night.config.storage), encoder)
    async with Client(create_server(night.config, clock=night.clock, current=current)) as client:
        yield Host(client)


@pytest.mark.parametrize(
    ("asked", "competence", "unusable"),
    [
        ("Gesucht: Java, Reisebereitschaft zwingend", "Reisebereitschaft", []),
        ("Gesucht: Java, hohe Reisebereitschaft, 80 %", "Reisebereitschaft", ["80 %"]),
        ("Gesucht: Java, Remote Collaboration, 100 % remote", "Remote Collaboration", ["100 %", "remote"]),
        ("Gesucht: Java, Remote-Arbeit", "Java", ["Remote"]),
    ],
)
async def test_what_is_found_as_a_competence_is_not_told_as_unusable(
    host: Host, asked: str, competence: str, unusable: list[str]
) -> None:
    text, data = await host.call("extract_requirements", description=asked)
    assert competence in data["competences"]
    assert data["unusable"] == unusable
    assert ("no search can use it" in text) == bool(unusable)


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("Gesucht: Java. Sicherungsaufsicht zwingend.", ["Sicherungsaufsicht"]),
        ("Gesucht: Java und ein Sicherungsaufsicht-Zertifikat", ["Sicherungsaufsicht"]),
        ("We need Java and a Certified Kubernetes Administrator.", ["Certified Kubernetes Administrator"]),
        ("Gesucht: Java. ITIL 4 Foundation oder CKA.", ["ITIL 4 Foundation", "CKA"]),
        ("Gesucht: Java und Kubernetes.", []),
        ("Gesucht: Java. Die sicherungsaufsicht stellt ein anderer.", []),
        ("Gesucht: Java. Data Scientist erwünscht.", []),
    ],
)
async def test_a_certificate_that_a_text_names_is_told_with_the_call_that_finds_its_holders(
    host: Host, asked: str, named: list[str]
) -> None:
    text, data = await host.call("extract_requirements", description=asked)
    assert data["certificates"] == named
    if not named:
        assert "certificate" not in text
        return
    step = f'filter_search_results(search_id=…, certificate="{named[0]}")'
    told = f"Named, and a certificate, which no score counts: {', '.join(named)}; after the search: {step}."
    assert told in text
    await host.call("show_pending_requirements")
    await host.call("confirm_requirements", confirm=True)
    _, found = await host.call("find_matching_capacities")
    for name in named:
        _, kept = await host.call("filter_search_results", search_id=found["search_id"], certificate=name)
        assert {person["capacity_id"] for person in kept["results"]} == HOLDERS[name]


async def test_a_certificate_in_the_text_of_a_task_is_told_when_it_is_prepared(host: Host) -> None:
    text, _ = await host.call("find_capacities_for_task", task_id="a9U290000004GPqEAM")
    assert "Named, and a certificate, which no score counts: Sicherungsaufsicht; after the search: " in text


async def test_a_text_that_was_read_is_to_be_compared_with_what_was_found(host: Host) -> None:
    text, data = await host.call("extract_requirements", description="Gesucht: Java und Burp Suite.")
    add = f"update_requirements(requirements_id={data['requirements_id']}, add_competences=[…])"
    assert f"Compare with the text: a competence that is missing here is added by {add}, known or not." in text
    assert data["next_step"].endswith("and put its question to the person.")


async def test_leaving_out_a_day_keeps_it_and_no_schema_says_that_it_opens(host: Host) -> None:
    listed = {tool.name: tool.input_schema["properties"] for tool in (await host.client.list_tools()).tools}
    for name in ("update_requirements", "collect_structured_requirement_data"):
        for day in ("date_start", "date_end"):
            assert "stays as it was" in listed[name][day]["description"]
            assert "open" not in listed[name][day]["description"]
    _, data = await host.call(
        "collect_structured_requirement_data", competences=["Java"], date_start="2026-04-01", date_end="2026-09-30"
    )
    _, data = await host.call("collect_structured_requirement_data", date_start="2026-05-01")
    assert (data["date_start"], data["date_end"]) == ("2026-05-01", "2026-09-30")
    _, data = await host.call("update_requirements", date_start="2026-06-01")
    assert (data["date_start"], data["date_end"]) == ("2026-06-01", "2026-09-30")
    _, data = await host.call("update_requirements", clear=["date_end"])
    assert "date_end" not in data


async def test_a_reader_of_texts_is_given_the_text_itself(host: Host) -> None:
    listed = {tool.name: tool.input_schema["properties"] for tool in (await host.client.list_tools()).tools}
    extract = listed["extract_requirements"]
    assert extract["description"]["description"].startswith("The text to read, whole and in its own words")
    assert extract["task_id"]["description"].startswith("Instead of a text")
