"""Arguments that are no object are a mistake that the model can correct, so every leg answers it with a tool error."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import httpx2
import pytest
from mcp.types import CallToolResult
from mcp.types.version import MODERN_PROTOCOL_VERSIONS

from teamlandkarte.index.config import Config
from teamlandkarte.server.protocol.app import ToolServer
from tests.server.hosts import serving, text_of

pytestmark = pytest.mark.anyio

Json = dict[str, Any]
Leg = Callable[[httpx2.AsyncClient, str], AbstractAsyncContextManager[tuple[Json, Json]]]

HEADERS = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
MALFORMED = [
    ([], "[]"),
    ([{"limit": 5}], '[{"limit": 5}]'),
    ('{"limit": 5}', '{"limit": 5}'),
    (5, "5"),
    (False, "false"),
]


@asynccontextmanager
async def plain(_script: httpx2.AsyncClient, _address: str) -> AsyncIterator[tuple[Json, Json]]:
    """A script without session and handshake."""
    yield {"accept": "application/json"}, {}


@asynccontextmanager
async def session(script: httpx2.AsyncClient, address: str) -> AsyncIterator[tuple[Json, Json]]:
    """A client of the older protocol, which begins with a handshake."""
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    handshake = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    answer = await script.post(address, json=handshake, headers=HEADERS)
    named = {"mcp-session-id": answer.headers["mcp-session-id"], "mcp-protocol-version": "2025-06-18"}
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    await script.post(address, json=ready, headers=HEADERS | named)
    yield named, {}
    await script.delete(address, headers=HEADERS | named)


@asynccontextmanager
async def modern(_script: httpx2.AsyncClient, _address: str) -> AsyncIterator[tuple[Json, Json]]:
    """A client of the newer protocol, which says with every request what it is."""
    version = max(MODERN_PROTOCOL_VERSIONS)
    named = {"mcp-protocol-version": version, "mcp-method": "tools/call", "mcp-name": "list_open_tasks"}
    meta = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    yield named, {"_meta": meta}


def message_of(answer: httpx2.Response) -> Json:
    """Return the JSON-RPC message of an answer, sent as JSON or as the only event of a stream."""
    if answer.headers["content-type"].startswith("text/event-stream"):
        (line,) = [line for line in answer.text.splitlines() if line.startswith("data: {")]
        message: Json = json.loads(line.removeprefix("data: "))
    else:
        message = answer.json()
    return message


@pytest.mark.parametrize("leg", [plain, session, modern])
async def test_arguments_that_are_no_object_are_refused_with_what_was_expected(
    leg: Leg, config: Config, server_of: Callable[[Config], ToolServer]
) -> None:
    async with (
        serving(server_of(config), config) as address,
        httpx2.AsyncClient() as script,
        leg(script, address) as (headers, params),
    ):

        async def call(arguments: object) -> CallToolResult:
            called = {"name": "list_open_tasks", "arguments": arguments, **params}
            body = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": called}
            answer = await script.post(address, json=body, headers=HEADERS | headers)
            assert answer.status_code == 200, answer.text
            return CallToolResult.model_validate(message_of(answer)["result"])

        for malformed, shown in MALFORMED:
            refused = await call(malformed)
            assert refused.is_error
            assert text_of(refused) == (
                f'arguments must be an object of names and values, such as {{"limit": 5}}, but is "{shown}".'
            )
        for fine in ({"limit": 1}, {}, None):
            assert not (await call(fine)).is_error
