"""A real server on the hand-written lake, and official clients of both eras over every transport."""

import datetime as dt
import json
import socket
import sys
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
import uvicorn
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, ElicitResult

from teamlandkarte.index.config import Config
from teamlandkarte.index.dataset import CurrentDataset
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.index.versions import DatasetVersions
from teamlandkarte.server.protocol.app import create_server
from teamlandkarte.server.protocol.http_app import Server, http_app
from teamlandkarte.server.protocol.transport import transport_security

Connect = Callable[..., AbstractAsyncContextManager[Client]]

NOW = dt.datetime(2026, 3, 6, 8, tzinfo=dt.UTC)


class Host:
    """An MCP host: calls tools and keeps what the server asked to be kept."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: object) -> tuple[str, dict[str, Any]]:
        """Call a tool that must answer; return its text and data."""
        result = await self.result(tool, **arguments)
        assert not result.is_error, text_of(result)
        assert result.structured_content is not None
        return text_of(result), result.structured_content

    async def refusal(self, tool: str, **arguments: object) -> str:
        """Call a tool that must refuse; return why."""
        result = await self.result(tool, **arguments)
        assert result.is_error, text_of(result)
        assert result.structured_content is None
        return text_of(result)

    async def result(self, tool: str, **arguments: object) -> CallToolResult:
        """Call a tool."""
        result = await self.client.call_tool(tool, arguments)
        assert isinstance(result, CallToolResult)
        return result


class Silence:
    """A client that declares forms and drops every question."""

    def __init__(self) -> None:
        self._asked = anyio.Event()

    async def __call__(self, _context: object, _params: object) -> ElicitResult:
        self._asked.set()
        await anyio.sleep_forever()
        raise AssertionError

    async def meets_a_question(self, host: Host, **named: str) -> None:
        """Call the gate and give up, as hosts do, once the question has arrived and nobody answers it."""
        self._asked = anyio.Event()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(host.client.call_tool, "confirm_requirements", {"confirm": True, **named})
            await self._asked.wait()
            tasks.cancel_scope.cancel()


def text_of(result: CallToolResult) -> str:
    """Return the text of a result with one block."""
    (block,) = result.content
    assert block.type == "text"
    return block.text


@pytest.fixture(scope="session")
def config(dataset_config: Config) -> Config:
    """The configuration of a server on the refreshed hand-written lake."""
    return dataset_config


@pytest.fixture(scope="session")
def config_file(config: Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same configuration as a file."""
    file = tmp_path_factory.mktemp("server") / "config.toml"
    paths = {
        "database": config.database.path,
        "embedding_cache": config.embedding_cache.path,
        "storage": config.storage.path,
    }
    file.write_text("".join(f"[{name}]\npath = {json.dumps(str(path))}\n" for name, path in paths.items()), "utf-8")
    return file


@pytest.fixture(scope="session")
def current(dataset_config: Config, encoder: LocalEncoder) -> CurrentDataset:
    """The current dataset, opened once for all servers of the tests."""
    bridge_terms = dataset_config.matching.similarity.bridge_terms
    return CurrentDataset(DatasetVersions(dataset_config.storage), encoder, bridge_terms=bridge_terms)


@pytest.fixture(scope="session")
def server_of(current: CurrentDataset) -> Callable[[Config], Server]:
    """Make a server whose clock stands still."""

    def make(config: Config) -> Server:
        return create_server(config, clock=lambda: NOW, new_id=lambda: str(uuid.uuid4()), current=current)

    return make


class _Announcing(uvicorn.Server):
    """An HTTP server that says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = anyio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()


@asynccontextmanager
async def serving(mcp: Server, config: Config) -> AsyncIterator[str]:
    """Serve over HTTP on a free port; yields the address."""
    app = http_app(mcp, config.server, transport_security(config.server))
    server = _Announcing(uvicorn.Config(app, http="h11", log_config=None, timeout_graceful_shutdown=1))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(server.serve, [listener])
            await server.listening.wait()
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
            server.should_exit = True


@pytest.fixture(scope="session")
def connect(config: Config, config_file: Path, server_of: Callable[[Config], Server]) -> Connect:
    """Connect a client: `connect("in process" | "stdio" | "http", **options of the client)`."""

    @asynccontextmanager
    async def connecting(transport: str, **options: Any) -> AsyncIterator[Client]:
        if transport == "http":
            async with serving(server_of(config), config) as address, Client(address, **options) as client:
                yield client
            return
        command = ["-m", "teamlandkarte.cli.main", "--config", str(config_file), "serve"]
        stdio = StdioServerParameters(command=sys.executable, args=command)
        async with Client(stdio if transport == "stdio" else server_of(config), **options) as client:
            yield client

    return connecting


@pytest.fixture(scope="module", params=["auto", "legacy"])
def era(request: pytest.FixtureRequest) -> str:
    """Both eras of the protocol: without and with a handshake."""
    return str(request.param)


@pytest.fixture
async def host(config: Config, server_of: Callable[[Config], Server]) -> AsyncIterator[Host]:
    """A host without forms, in process."""
    async with Client(server_of(config)) as client:
        yield Host(client)


@pytest.fixture(scope="session")
def host_class() -> type[Host]:
    """The host, for tests that connect clients of their own."""
    return Host


@pytest.fixture(scope="module")
def silence() -> Silence:
    """A client's answer to forms that never comes."""
    return Silence()


@pytest.fixture
def serving_http() -> Callable[[Server, Config], AbstractAsyncContextManager[str]]:
    """Serve over HTTP on a free port, for tests that speak for themselves."""
    return serving
