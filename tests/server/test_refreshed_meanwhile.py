"""A server before the first refresh, and while another one lands."""

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
from tests.server.hosts import Host

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
        tasks = own_lake / "beschaffungstool_kmp_task_latest.csv"
        tasks.write_text(tasks.read_text("utf-8").replace("Bauüberwachung Gleiserneuerung", "Neuer Titel"), "utf-8")
        refresh(own, open_lake(own.database, own.credentials), embedder)
        _, after = await host.call("list_open_tasks")
    assert "Neuer Titel" not in {task["title"] for task in before["tasks"]}
    assert "Neuer Titel" in {task["title"] for task in after["tasks"]}
    assert after["ground"]["dataset_version"] != before["ground"]["dataset_version"]


async def test_before_the_first_refresh_every_tool_says_what_to_do(config: Config, tmp_path: Path) -> None:
    empty = config.model_copy(update={"storage": Storage(path=tmp_path / "nothing")})
    server = create_server(empty)
    async with Client(server) as client:
        assert (await client.list_tools()).tools
        assert "teamlandkarte refresh" in await Host(client).refusal("list_open_tasks")
