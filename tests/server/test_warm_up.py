"""Warm-up: once, in the background, after the first list of tools."""

import logging
import subprocess
import sys
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


PROGRAM = """
import threading
from teamlandkarte.server.protocol.warm_up import WarmUp

def load():
    {begin}
    raise RuntimeError("can't register atexit after shutdown")

WarmUp(load).begin()
{end}
"""
UNTIL_IT_LEFT = "threading.main_thread().join()"
UNTIL_ALL_IS_LOADED = "[thread.join() for thread in threading.enumerate()[1:]]"


@pytest.mark.parametrize(("begin", "end", "told"), [(UNTIL_IT_LEFT, "", False), ("", UNTIL_ALL_IS_LOADED, True)])
def test_what_fails_is_told_unless_the_client_has_left_by_then(begin: str, end: str, told: bool) -> None:
    program = [sys.executable, "-c", PROGRAM.format(begin=begin, end=end)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert ("RuntimeError: can't register atexit" in done.stderr) is told
    assert bool(done.stderr) is told
