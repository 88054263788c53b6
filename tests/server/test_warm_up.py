"""Warm-up: in the background, in two steps: from the start of the process on, and from its first client on."""

import json
import logging
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import httpx2
import pytest
from mcp.types.version import MODERN_PROTOCOL_VERSIONS

from teamlandkarte.index.config import Config
from teamlandkarte.index.errors import NoDatasetError
from teamlandkarte.server.opening import LocalModel, load, open_current
from teamlandkarte.server.protocol.warm_up import WarmUp
from tests.etl.night import Night
from tests.hash_embedder import HashEmbedder

ENOUGH = 30  # seconds to wait for what must happen


class Step:
    """Something to load; tells that it was, and by which thread."""

    def __init__(self) -> None:
        self.by: list[str] = []
        self.done = threading.Event()

    def __call__(self) -> None:
        self.by.append(threading.current_thread().name)
        self.done.set()


def ended() -> None:
    """Wait until no warm-up runs."""
    for thread in threading.enumerate():
        if thread.name == "warm-up":
            thread.join(ENOUGH)


def test_the_first_step_begins_at_once_and_the_rest_when_it_is_told_to() -> None:
    first, rest = Step(), Step()
    warm_up = WarmUp(first, rest)

    with warm_up.running():
        assert first.done.wait(ENOUGH)
        assert rest.by == []
        warm_up.go_on()
        assert rest.done.wait(ENOUGH)

    ended()
    assert first.by == rest.by == ["warm-up"]


def test_the_rest_is_left_out_where_it_is_never_told_to() -> None:
    first, rest = Step(), Step()

    with WarmUp(first, rest).running():
        assert first.done.wait(ENOUGH)

    ended()
    assert rest.by == []


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


def test_without_a_dataset_the_warm_up_says_so_in_the_log_and_ends() -> None:
    def look() -> NoReturn:
        raise NoDatasetError("nothing has been published yet")

    heard, rest = Heard(), Step()
    logger = logging.getLogger("teamlandkarte.server.protocol.warm_up")
    logger.addHandler(heard)
    warm_up = WarmUp(look, rest)
    with warm_up.running():
        warm_up.go_on()
        assert heard.something.wait(ENOUGH)
    logger.removeHandler(heard)
    ended()
    assert "nothing has been published yet" in heard.message
    assert rest.by == []


PROGRAM = """
import threading
from teamlandkarte.server.protocol.warm_up import WarmUp

begun = threading.Event()

def load():
    begun.set()
    {begin}
    raise RuntimeError("can't register atexit after shutdown")

warm_up = WarmUp(lambda: None, load)
with warm_up.running():
    warm_up.go_on()
    begun.wait()
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


SERVER = """
import logging, sys
from teamlandkarte.index.config_file import read_config
from teamlandkarte.server.opening import LocalModel, open_current
from teamlandkarte.server.protocol.transport import serve_http, serve_stdio
from teamlandkarte.server.protocol.warm_up import WarmUp

logging.basicConfig(format="%(message)s", level=logging.INFO)
config = read_config(sys.argv[1])
config = config.model_copy(update={"server": config.server.model_copy(update={"port": int(sys.argv[2])})})
warm_up = WarmUp(lambda: None, lambda: print("LOADED", file=sys.stderr, flush=True))
with warm_up.running():
    {serve}(config, open_current(config, LocalModel(1)), warm_up)
"""
HANDSHAKE: dict[str, object] = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}
NO_HANDSHAKE: dict[str, object] = {
    "_meta": {
        "io.modelcontextprotocol/protocolVersion": MODERN_PROTOCOL_VERSIONS[-1],
        "io.modelcontextprotocol/clientCapabilities": {},
    }
}
INITIALIZE: dict[str, object] = {"id": 1, "method": "initialize", "params": HANDSHAKE}
INITIALIZED: dict[str, object] = {"method": "notifications/initialized"}
CANCELLED: dict[str, object] = {"method": "notifications/cancelled", "params": {"requestId": 9}}
PING: dict[str, object] = {"id": 2, "method": "ping"}
TOOLS: dict[str, object] = {"id": 3, "method": "tools/list"}
DISCOVER: dict[str, object] = {"id": 4, "method": "server/discover", "params": NO_HANDSHAKE}


class Serving:
    """A server whose warm-up only says that it loads, and which a test can talk to."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def told(self, *messages: dict[str, object]) -> None:
        """Send messages and wait for all their answers."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        for message in messages:
            self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            self.process.stdin.flush()
            if "id" in message:
                assert json.loads(self.process.stdout.readline())["id"] == message["id"]

    def says(self, word: str) -> str:
        """Wait for the line of the log that holds a word."""
        assert self.process.stderr is not None
        return next(line for line in self.process.stderr if word in line)


@contextmanager
def started(serve: str, config_file: Path, port: int = 0) -> Iterator[Serving]:
    """Start a server; end it in the end, or when what a test waits for does not come."""
    command = [sys.executable, "-c", SERVER.replace("{serve}", serve), str(config_file), str(port)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        too_late = threading.Timer(ENOUGH, process.kill)
        too_late.start()
        try:
            yield Serving(process)
        finally:
            too_late.cancel()
            process.terminate()


@pytest.mark.parametrize("messages", [(PING,), (TOOLS,), (CANCELLED, PING), (INITIALIZE,)])
def test_over_stdio_nothing_is_loaded_before_the_client_has_the_answer_to_its_handshake(
    config_file: Path, messages: tuple[dict[str, object], ...]
) -> None:
    with started("serve_stdio", config_file) as server:
        server.told(*messages)
        _, log = server.process.communicate(timeout=ENOUGH)
        assert server.process.returncode == 0
    assert "LOADED" not in log


@pytest.mark.parametrize(
    "messages", [(INITIALIZE, INITIALIZED), (INITIALIZED, TOOLS), (INITIALIZE, TOOLS), (DISCOVER,)]
)
def test_over_stdio_the_rest_is_loaded_as_soon_as_it_has(
    config_file: Path, messages: tuple[dict[str, object], ...]
) -> None:
    with started("serve_stdio", config_file) as server:
        server.told(*messages)
        assert server.says("LOADED")


@pytest.fixture
def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@pytest.mark.parametrize(("message", "loads"), [(PING, False), (INITIALIZE, False), (TOOLS, True)])
def test_over_http_the_first_request_after_a_handshake_or_without_one_has_the_rest_loaded(
    config_file: Path, free_port: int, message: dict[str, object], loads: bool
) -> None:
    with started("serve_http", config_file, free_port) as server:
        server.says("Listening on")
        accepted = {"accept": "application/json, text/event-stream"}
        body = {"jsonrpc": "2.0", **message}
        httpx2.post(f"http://127.0.0.1:{free_port}/mcp", json=body, headers=accepted).raise_for_status()
        if loads:
            assert server.says("LOADED")
        server.process.terminate()
        assert "LOADED" not in server.process.communicate(timeout=ENOUGH)[1]
