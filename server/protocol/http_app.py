"""One HTTP address for every kind of client: with a session, of the newer protocol, or a plain script.

Clients that begin with a handshake and accept a stream get a session, so the server can ask them back. The newer
protocol needs none. Anything else is a plain JSON-RPC request and gets plain JSON back, without session or handshake.
"""

from collections.abc import Iterable
from contextlib import AsyncExitStack

from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import INVALID_REQUEST
from mcp.types.version import MODERN_PROTOCOL_VERSIONS
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from teamlandkarte.index.config import Server as ServerSection
from teamlandkarte.server.protocol.app import ToolServer
from teamlandkarte.server.protocol.plain import PlainDesk
from teamlandkarte.server.protocol.refusals import UNREADABLE, parsed, problem

_GZIP_LEVEL = 1  # a third of the size in a fraction of the time of the usual 9
_PATH = "/mcp"
_MOST_BODY_BYTES = 4 * 2**20


def http_app(server: ToolServer, section: ServerSection, security: TransportSecuritySettings) -> ASGIApp:
    """Return the ASGI application that serves `/mcp`; with the directory's tools, answers are compressed on request."""
    sessions = server.streamable_http_app(
        transport_security=security,
        host=section.host,
        session_idle_timeout=section.search_ttl_minutes * 60.0,  # a session ends no sooner than what it holds
    )
    plain = server.streamable_http_app(
        transport_security=security, host=section.host, stateless_http=True, json_response=True
    )
    scripts = PlainDesk(server.desk, security) if "directory" in section.toolsets else None

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _live((sessions, plain), receive, send)
            return
        headers = dict(scope.get("headers") or ())
        modern = headers.get(b"mcp-protocol-version", b"").decode("latin-1") in MODERN_PROTOCOL_VERSIONS
        if scope.get("method") != "POST" or b"mcp-session-id" in headers or modern:
            await sessions(scope, receive, send)
            return
        body, replay = await _read(receive)
        request = parsed(body)
        if request is not UNREADABLE and (wrong := problem(request)):
            error = {"code": INVALID_REQUEST, "message": f"Invalid request: {wrong}"}
            refusal = JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, status_code=400)
            await refusal(scope, replay, send)
        elif _is_handshake(request) and b"text/event-stream" in headers.get(b"accept", b""):
            await sessions(scope, replay, send)
        elif scripts and isinstance(request, dict) and _is_ours(scope) and scripts.answers(request):
            await scripts(request, scope, replay, send)
        else:
            await plain(_accepting_json(scope, headers), replay, send)

    return GZipMiddleware(app, minimum_size=1_000, compresslevel=_GZIP_LEVEL) if scripts else app


async def _live(parts: Iterable[Starlette], receive: Receive, send: Send) -> None:
    """Keep the parts of the application open from the start of the server to its end."""
    async with AsyncExitStack() as stack:
        await receive()
        for part in parts:
            await stack.enter_async_context(part.router.lifespan_context(part))
        await send({"type": "lifespan.startup.complete"})
        await receive()
    await send({"type": "lifespan.shutdown.complete"})


def _is_ours(scope: Scope) -> bool:
    return bool(scope.get("path") == _PATH)


async def _read(receive: Receive) -> tuple[bytes, Receive]:
    """Return the body, as far as its size is allowed, and a `receive` that delivers it again and then the rest."""
    body, messages = b"", list[Message]()
    more = True
    while more and len(body) <= _MOST_BODY_BYTES:
        message = await receive()
        messages.append(message)
        body += message.get("body", b"")
        more = message.get("more_body", False)

    async def replay() -> Message:
        return messages.pop(0) if messages else await receive()

    return body, replay


def _is_handshake(request: object) -> bool:
    return isinstance(request, dict) and request.get("method") == "initialize"


def _accepting_json(scope: Scope, headers: dict[bytes, bytes]) -> Scope:
    """A script that says nothing about what it accepts accepts JSON."""
    if b"accept" in headers:
        return scope
    return {**scope, "headers": [*scope["headers"], (b"accept", b"application/json")]}
