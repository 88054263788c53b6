"""Whom the server meets: hosts, clients that keep silent, and the network."""

import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import anyio
import uvicorn
from mcp import Client
from mcp.types import CallToolResult, ElicitResult

from teamlandkarte.index.config import Config
from teamlandkarte.server.protocol.app import ToolServer
from teamlandkarte.server.protocol.http_app import http_app
from teamlandkarte.server.protocol.transport import transport_security

# `connect("in process" | "stdio" | "http", **options of the client)`
Connect = Callable[..., AbstractAsyncContextManager[Client]]


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


class _Announcing(uvicorn.Server):
    """An HTTP server that says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = anyio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()


@asynccontextmanager
async def serving(mcp: ToolServer, config: Config) -> AsyncIterator[str]:
    """Serve over HTTP on a free port; yields the address."""
    app = http_app(mcp, config.server, transport_security(config.server))
    server = _Announcing(uvicorn.Config(app, http="h11", log_config=None, timeout_graceful_shutdown=1))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(server.serve, [listener])
            await server.listening.wait()
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
            server.should_exit = True
