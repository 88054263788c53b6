"""A server before the first refresh, and while another one lands."""

import datetime as dt
from pathlib import Path

import pytest
from mcp import Client

from teamlandkarte.etl.embedders import CachedEmbedder, InBatches
from teamlandkarte.etl.embedding_cache import EmbeddingCache
from teamlandkarte.etl.lake import open_lake
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.config import Config, Database, Storage
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.index.versions import utc_now
from teamlandkarte.server.protocol.app import create_server
from tests.conftest import CopyCache
from tests.etl.night import Night
from tests.lake_files import CAPACITIES, TASKS, edit
from tests.server.hosts import Host
from tests.server.searching import searched

pytestmark = pytest.mark.anyio


async def test_a_refresh_that_lands_meanwhile_is_seen_by_the_next_call(
    config: Config, encoder: LocalEncoder, own_lake: Path, tmp_path: Path, copy_cache: CopyCache
) -> None:
    copy_cache(tmp_path / "embeddings.sqlite3")
    own = config.model_copy(update={"database": Database(path=own_lake), "storage": Storage(path=tmp_path / "data")})
    embedder = CachedEmbedder(InBatches(encoder), EmbeddingCache(tmp_path / "embeddings.sqlite3", 30, utc_now))
    refresh(own, open_lake(own.database, own.credentials), embedder)
    server = create_server(own)
    async with Client(server) as client:
        host = Host(client)
        _, before = await host.call("list_open_tasks")
        edit(own_lake, TASKS, ("Bauüberwachung Gleiserneuerung", "Neuer Titel"))
        refresh(own, open_lake(own.database, own.credentials), embedder)
        _, after = await host.call("list_open_tasks")
    assert "Neuer Titel" not in {task["title"] for task in before["tasks"]}
    assert "Neuer Titel" in {task["title"] for task in after["tasks"]}
    assert after["ground"]["dataset_version"] != before["ground"]["dataset_version"]


async def test_a_search_made_before_a_refresh_says_that_it_is_not_current_and_who_is_gone(
    own_lake: Path, tmp_path: Path
) -> None:
    night = Night(own_lake, tmp_path / "data")
    night.refresh()
    async with Client(create_server(night.config)) as client:
        host = Host(client)
        text, before = await searched(host)
        assert "Not current" not in text
        assert "replaced_by" not in before["ground"]
        people = (own_lake / CAPACITIES).read_text("utf-8").splitlines(keepends=True)
        (own_lake / CAPACITIES).write_text("".join(line for line in people if not line.startswith("K002")), "utf-8")
        night.clock.now += dt.timedelta(days=1)
        night.refresh()
        old = {"search_id": before["search_id"]}
        _, tasks = await host.call("list_open_tasks")
        now = tasks["ground"]["dataset_version"]
        assert now != before["dataset_version"]
        for tool, arguments in (
            ("filter_search_results", {"role": "Backend Developer"}),
            ("get_results_by_category", {"category": next(iter(before["results"]))["category"]}),
            ("get_capacity_details", {"capacity_id": "K001"}),
        ):
            text, data = await host.call(tool, **old, **arguments)
            assert f"\nNot current: version {now} has replaced it; run the search again to see that." in text
            assert data["ground"]["replaced_by"] == now
        call = f"Call find_matching_capacities(requirements_id={before['requirements_id']}) for that."
        again = f"Run the search again to see the current data. {call}"
        text, _ = await host.call("get_results_by_category", **old, category="Top")
        assert f"\n- {again}\n" in text
        text, kept = await host.call("filter_search_results", **old, role="Backend Developer")
        assert f"\n- {again}\n" in text
        assert {one["capacity_id"]: one.get("gone") for one in kept["results"]} == {
            "K001": None,
            "K002": True,
            "K010": None,
        }
        assert "| K002 | Jürgen Weiß (no longer in the current data) |" in text
        text, _ = await host.call("get_capacity_details", capacity_id="K002", **old)
        assert f"This person is no longer in the current data. {again}" in text
        assert "find_matching_tasks" not in text
        text, _ = await host.call("get_capacity_details", capacity_id="K001", **old)
        assert "Call find_matching_tasks(capacity_id=K001)" in text
        text, found = await host.call("find_matching_capacities", requirements_id=before["requirements_id"])
        assert found["dataset_version"] == now
        assert "Run the search again" not in text


async def test_before_the_first_refresh_every_tool_says_what_to_do(config: Config, tmp_path: Path) -> None:
    empty = config.model_copy(update={"storage": Storage(path=tmp_path / "nothing")})
    server = create_server(empty)
    async with Client(server) as client:
        assert (await client.list_tools()).tools
        assert "teamlandkarte refresh" in await Host(client).refusal("list_open_tasks")
