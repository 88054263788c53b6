"""A running server after an erasure: neither a new answer nor a search made before shows the erased."""

import shutil
from pathlib import Path

import pytest
from mcp import Client

from teamlandkarte.etl.erasure import erase
from teamlandkarte.index.config import Config, Storage
from teamlandkarte.index.dataset import CurrentDataset
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.index.erasure import Named
from teamlandkarte.index.versions import DatasetVersions
from teamlandkarte.server.protocol.app import create_server
from tests.server.conftest import NOW
from tests.server.hosts import Host
from tests.server.searching import ids, searched

pytestmark = pytest.mark.anyio


@pytest.fixture
def own_config(config: Config, tmp_path: Path) -> Config:
    """The configuration of a server whose storage a test may change."""
    storage = Storage(path=shutil.copytree(config.storage.path, tmp_path / "data"))
    return config.model_copy(update={"storage": storage})


async def test_neither_a_new_answer_nor_an_earlier_search_shows_the_erased(
    own_config: Config, encoder: LocalEncoder
) -> None:
    current = CurrentDataset(DatasetVersions(own_config.storage), encoder)
    server = create_server(own_config, clock=lambda: NOW, current=current)
    async with Client(server) as client:
        host = Host(client)
        _, before = await searched(host, limit=20)
        assert "K001" in ids(before)

        erase(own_config, Named(("K001",)), encoder=encoder)

        search_id = before["search_id"]
        for refusal in (
            await host.refusal("get_capacity_details", capacity_id="K001", search_id=search_id),
            await host.refusal("filter_search_results", search_id=search_id, role="Backend Developer"),
        ):
            assert search_id in refusal
            assert "run the search again" in refusal
        assert "Capacity not found" in await host.refusal("get_capacity_details", capacity_id="K001")
        _, after = await searched(host, limit=20)
        assert ids(after) == [person for person in ids(before) if person != "K001"]
