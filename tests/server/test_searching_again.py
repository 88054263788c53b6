"""A requirement that a search has used: searched for again once that search answers it no more, and not before."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from mcp import Client

from teamlandkarte.etl.erasure import erase
from teamlandkarte.index.config import Config, Storage
from teamlandkarte.index.dataset import CurrentDataset, Dataset
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.index.erasure import Named
from teamlandkarte.index.versions import DatasetVersions
from teamlandkarte.server.protocol.app import create_server
from tests.clock import Clock
from tests.server.hosts import Host
from tests.server.searching import BACKEND, Json, Published, ids, searched

pytestmark = pytest.mark.anyio

QUESTION = "Soll ich diese Anforderungen so übernehmen und die Suche starten?"
LATER = "20990101T000000Z-00000000"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def published(current: CurrentDataset) -> Published:
    """What is current until the test publishes something else."""
    return Published(current.get())


@pytest.fixture
async def own(config: Config, published: Published, clock: Clock) -> AsyncIterator[Host]:
    """A host whose clock and dataset version the test moves."""
    async with Client(create_server(config, clock=clock, current=published)) as client:
        yield Host(client)


def publish_later(published: Published, config: Config) -> None:
    newer = Dataset(DatasetVersions(config.storage).current())
    newer.manifest = newer.manifest.model_copy(update={"dataset_version": LATER})
    published.dataset = newer


async def test_after_an_erasure_the_refusal_names_the_call_that_searches_again(
    config: Config, encoder: LocalEncoder, tmp_path: Path, clock: Clock
) -> None:
    storage = Storage(path=shutil.copytree(config.storage.path, tmp_path / "data"))
    config = config.model_copy(update={"storage": storage})
    server = create_server(config, clock=clock, current=CurrentDataset(DatasetVersions(storage), encoder))
    async with Client(server) as client:
        host = Host(client)
        _, before = await searched(host, limit=20)
        erase(config, Named(("K001",)), encoder=encoder)
        again = f"find_matching_capacities(requirements_id={before['requirements_id']})"
        for _ in range(2):
            refusal = await host.refusal("get_results_by_category", search_id=before["search_id"], category="Top")
            assert f"Call {again} for that." in refusal
            assert "erased" in refusal
        _, after = await host.call("find_matching_capacities", requirements_id=before["requirements_id"], limit=20)
        assert ids(after) == [person for person in ids(before) if person != "K001"]


async def test_a_newer_dataset_version_is_searched_for_the_same_confirmed_requirement(
    own: Host, published: Published, config: Config
) -> None:
    _, before = await searched(own)
    named = {"requirements_id": before["requirements_id"]}
    used = await own.refusal("find_matching_capacities", **named)
    assert f"were used by search {before['search_id']}" in used
    publish_later(published, config)
    _, after = await own.call("find_matching_capacities", **named)
    assert (after["dataset_version"], after["search_id"] != before["search_id"]) == (LATER, True)
    assert f"were used by search {after['search_id']}" in await own.refusal("find_matching_capacities", **named)


async def test_a_yes_to_a_requirement_whose_search_is_gone_leads_to_the_next_search(own: Host, clock: Clock) -> None:
    _, before = await searched(own)
    named = {"requirements_id": before["requirements_id"]}
    clock.move(minutes=50)
    text, shown = await own.call("show_pending_requirements", **named)
    assert QUESTION not in text
    assert (shown["state"], shown.get("question")) == ("searched", None)
    assert f"get_results_by_category(search_id={before['search_id']}, category=Top)" in shown["next_step"]
    clock.move(minutes=11)
    text, shown = await own.call("show_pending_requirements", **named)
    assert QUESTION in text
    assert shown["state"] == "confirmed"
    again = f"Next: find_matching_capacities(requirements_id={before['requirements_id']})."
    assert shown["next_step"] == again
    _, confirmed = await own.call("confirm_requirements", confirm=True, **named)
    assert (confirmed["state"], confirmed["next_step"]) == ("confirmed", again)
    _, after = await own.call("find_matching_capacities", **named)
    assert ids(after) == ids(before)


async def test_people_for_a_task_are_searched_again_with_the_requirement_that_was_confirmed(
    own: Host, clock: Clock
) -> None:
    task_id = "a9U290000004GNyEAM"
    _, prepared = await own.call("find_capacities_for_task", task_id=task_id)
    named = {"requirements_id": prepared["requirements_id"]}
    await own.call("confirm_requirements", confirm=True, **named)
    _, before = await own.call("find_capacities_for_task", task_id=task_id, **named)
    clock.move(minutes=50)
    await own.call("show_pending_requirements", **named)
    clock.move(minutes=11)
    _, after = await own.call("find_capacities_for_task", task_id=task_id, **named)
    assert (after["outcome"], ids(after)) == ("searched", ids(before))


async def test_a_search_whose_requirement_was_changed_or_is_unknown_is_captured_anew(own: Host, clock: Clock) -> None:
    _, before = await searched(own)
    await own.call("update_requirements", requirements_id=before["requirements_id"], add_competences=["Java"])
    clock.move(minutes=61)
    for search_id in (before["search_id"], "0f8fad5b-d9cb-469f-a165-70867728950e"):
        refusal = await own.refusal("filter_search_results", search_id=search_id, role="Developer")
        assert "Start with start_guided_capture() and what is sought." in refusal
        assert before["requirements_id"] not in refusal


async def test_without_the_gate_a_requirement_is_searched_again_too(config: Config, published: Published) -> None:
    matching = config.matching.model_copy(update={"require_confirmation": False})
    server = create_server(config.model_copy(update={"matching": matching}), current=published)
    async with Client(server) as client:
        host = Host(client)
        _, captured = await host.call("collect_structured_requirement_data", **BACKEND)
        named = {"requirements_id": captured["requirements_id"]}
        _, before = await host.call("find_matching_capacities", **named)
        assert before["search_id"] in await host.refusal("find_matching_capacities", **named)
        publish_later(published, config)
        after: Json = (await host.call("find_matching_capacities", **named))[1]
        assert after["dataset_version"] == LATER
