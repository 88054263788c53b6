"""Warm-up: once, in the background, after the first list of tools."""

import logging
import threading
from collections.abc import Callable
from typing import NoReturn

import pytest
from mcp import Client

from teamlandkarte.index.config import Config
from teamlandkarte.index.errors import NoDatasetError
from teamlandkarte.server.http_app import Server
from teamlandkarte.server.warm_up import WarmUp

pytestmark = pytest.mark.anyio

ENOUGH = 30  # seconds to wait for what must happen


async def test_loading_begins_once_after_the_first_list_of_tools(
    config: Config, server_of: Callable[[Config], Server]
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


async def test_without_a_dataset_the_warm_up_says_so_in_the_log_and_ends(
    config: Config, server_of: Callable[[Config], Server], caplog: pytest.LogCaptureFixture
) -> None:
    finished = threading.Event()

    class Telling(logging.Handler):
        """Tells when something was logged."""

        def emit(self, _record: logging.LogRecord) -> None:
            finished.set()

    def load() -> NoReturn:
        raise NoDatasetError("nothing has been published yet")

    logger = logging.getLogger("teamlandkarte.server.warm_up")
    telling = Telling()
    logger.addHandler(telling)
    server = server_of(config)
    server.middleware.append(WarmUp(load))
    async with Client(server) as client:
        await client.list_tools()
        assert finished.wait(ENOUGH)
    logger.removeHandler(telling)
    assert "nothing has been published yet" in caplog.text
