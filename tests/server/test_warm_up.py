"""Warm-up: once, in the background, after the first list of tools."""

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from mcp import Client

from teamlandkarte.index.config import Config
from teamlandkarte.index.errors import NoDatasetError
from teamlandkarte.server.opening import LocalModel, load, open_current
from teamlandkarte.server.protocol.app import ToolServer
from teamlandkarte.server.protocol.warm_up import WarmUp
from tests.etl.night import Night
from tests.hash_embedder import HashEmbedder

pytestmark = pytest.mark.anyio

ENOUGH = 30  # seconds to wait for what must happen


async def test_loading_begins_once_after_the_first_list_of_tools(
    config: Config, server_of: Callable[[Config], ToolServer]
) -> None:
    begun: list[str] = []
    loaded = threading.Event()

    def load() -> None:
        begun.append(threading.current_thread().name)
        loaded.set()

    server = server_of(config)
    server.middleware.append(WarmUp(load))
    async with Client(server) as client:
        assert begun == []
        await client.list_tools()
        await client.list_tools()
    assert loaded.wait(ENOUGH)
    assert begun == ["warm-up"]


class WatchedModel(LocalModel):
    """A model that is never read, and says whether it should have been."""

    wanted = False

    def load(self) -> None:
        self.wanted = True


def test_the_model_is_read_ahead_only_where_an_index_is_of_it(config: Config, tiny_lake: Path, tmp_path: Path) -> None:
    elsewhere = Night(tiny_lake, tmp_path / "data")
    elsewhere.refresh(embedder=HashEmbedder("another model"))
    for embedded_by_it, settings in ((True, config), (False, elsewhere.config)):
        model = WatchedModel(threads=1)
        load(settings, open_current(settings, model), model)
        assert model.wanted is embedded_by_it


class Heard(logging.Handler):
    """Keeps what is logged; tells when something was."""

    def __init__(self) -> None:
        super().__init__()
        self.message = ""
        self.something = threading.Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.message = record.getMessage()
        self.something.set()


async def test_without_a_dataset_the_warm_up_says_so_in_the_log_and_ends(
    config: Config, server_of: Callable[[Config], ToolServer]
) -> None:
    def load() -> NoReturn:
        raise NoDatasetError("nothing has been published yet")

    heard = Heard()
    logger = logging.getLogger("teamlandkarte.server.protocol.warm_up")
    logger.addHandler(heard)
    server = server_of(config)
    server.middleware.append(WarmUp(load))
    async with Client(server) as client:
        await client.list_tools()
        assert heard.something.wait(ENOUGH)
    logger.removeHandler(heard)
    assert "nothing has been published yet" in heard.message
