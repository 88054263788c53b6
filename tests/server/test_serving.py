"""`teamlandkarte serve --http` as a process of its own: it answers, and it ends when it is told to."""

import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Literal

import anyio
import anyio.to_thread
import pytest
from mcp import Client, MCPError

from tests.server.hosts import Host, text_of

pytestmark = pytest.mark.anyio

ENOUGH = 60  # seconds to wait for what must happen


@pytest.fixture
def http_config_file(config_file: Path, tmp_path: Path) -> tuple[Path, int]:
    """The configuration of a server on a free port, and that port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = int(listener.getsockname()[1])
    file = tmp_path / "config.toml"
    file.write_text(f"{config_file.read_text('utf-8')}[server]\nport = {port}\n", "utf-8")
    return file, port


async def test_an_http_server_answers_a_client_and_ends_well_when_it_is_terminated(
    http_config_file: tuple[Path, int],
) -> None:
    file, port = http_config_file
    command = [sys.executable, "-m", "teamlandkarte.cli.main", "--config", str(file), "serve", "--http"]
    noisy = {"PYTHONWARNINGS": "always", "PYTHONDEVMODE": "1", "HOME": str(file.parent)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=noisy) as server:
        assert server.stderr is not None
        said = []
        for line in server.stderr:  # it says where it listens as soon as it does
            said.append(line)
            if "Listening on" in line:
                break
        assert f"http://127.0.0.1:{port}/mcp" in said[-1]
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            text, data = await Host(client).call("list_open_tasks", limit=2)
            server.send_signal(signal.SIGTERM)
        stdout, stderr = server.communicate(timeout=ENOUGH)
    assert "showing 2 of 5" in text
    assert len(data["tasks"]) == 2
    assert stdout == ""
    assert "Traceback" not in "".join(said) + stderr
    assert server.returncode == 0


# A tool that computes until a line comes in, as a search may that has much to look through.
COMPUTING = """
import sys
from dataclasses import replace

from teamlandkarte.cli.main import main
from teamlandkarte.server.protocol.handlers import HANDLERS

listed = HANDLERS["list_open_tasks"]


def computed(call, **arguments):
    print("computing", flush=True)
    sys.stdin.readline()
    return listed.run(call, **arguments)


HANDLERS["list_open_tasks"] = replace(listed, run=computed)
sys.argv = ["teamlandkarte", *sys.argv[1:]]
main()
"""


class Computing:
    """A server in a process of its own and a client of it whose call is being computed."""

    def __init__(self, file: Path, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}/mcp"
        command = [sys.executable, "-c", COMPUTING, "--config", str(file), "serve", "--http"]
        pipe = subprocess.PIPE
        self.server = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        assert self.server.stderr is not None
        while "Listening on" not in self.server.stderr.readline():
            assert self.server.poll() is None

    async def until_it_computes(self) -> None:
        assert self.server.stdout is not None
        assert await anyio.to_thread.run_sync(self.server.stdout.readline) == "computing\n"

    async def until_it_is_closed(self) -> None:
        port = int(self.address.split(":")[2].split("/")[0])
        with suppress(OSError):
            while True:
                await (await anyio.connect_tcp("127.0.0.1", port)).aclose()

    def finish(self) -> None:
        assert self.server.stdin is not None
        self.server.stdin.write("\n")
        self.server.stdin.flush()

    async def told(self) -> str:
        """Wait for its end and return what it said."""
        _, said = await anyio.to_thread.run_sync(partial(self.server.communicate, timeout=ENOUGH))
        return said


@pytest.fixture
def computing(http_config_file: tuple[Path, int]) -> Iterator[Computing]:
    server = Computing(*http_config_file)
    yield server
    server.server.kill()
    server.server.communicate()


async def called(computing: Computing, mode: Literal["legacy", "auto"], then: Callable[[], Awaitable[None]]) -> Any:
    """Call the tool, do something while it is computed, and return what is answered."""
    answers = []

    async def call(client: Client) -> None:
        answers.append(await client.call_tool("list_open_tasks", {"limit": 2}))

    async with Client(computing.address, mode=mode) as client, anyio.create_task_group() as tasks:
        await client.list_tools()  # as hosts do; later this client would ask for them to check the answer
        tasks.start_soon(call, client)
        await computing.until_it_computes()
        await then()
    return answers[0]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_server_that_is_told_to_stop_waits_for_no_call_for_ever_and_says_so_to_its_caller(
    computing: Computing, mode: Literal["legacy", "auto"]
) -> None:
    async def stop() -> None:
        computing.server.send_signal(signal.SIGTERM)

    answer = await called(computing, mode, stop)

    assert answer.is_error
    assert "The server is being stopped" in text_of(answer)
    assert "Traceback" not in await computing.told()
    assert computing.server.returncode == 0


async def test_what_is_nearly_computed_when_a_server_is_told_to_stop_is_answered(computing: Computing) -> None:
    async def stop_and_finish() -> None:
        computing.server.send_signal(signal.SIGTERM)
        await computing.until_it_is_closed()
        computing.finish()

    answer = await called(computing, "legacy", stop_and_finish)

    assert "showing 2 of 5" in text_of(answer)
    assert "Traceback" not in await computing.told()
    assert computing.server.returncode == 0


async def test_a_server_that_is_told_twice_to_stop_waits_for_nothing(computing: Computing) -> None:
    async def stop_twice() -> None:
        computing.server.send_signal(signal.SIGINT)
        await computing.until_it_is_closed()
        computing.server.send_signal(signal.SIGINT)

    with pytest.raises((MCPError, ExceptionGroup)):
        await called(computing, "auto", stop_twice)

    assert "Traceback" not in await computing.told()
    assert computing.server.returncode == 130
