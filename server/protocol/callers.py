"""Who is calling: the key under which requirements and searches are kept."""

from typing import Any

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.context import ServerRequestContext
from mcp.types.version import MODERN_PROTOCOL_VERSIONS

_SESSION_HEADER = "mcp-session-id"


def caller_of(context: ServerRequestContext[Any, Any]) -> str | None:
    """Return who is calling, None where nothing tells callers apart.

    The authenticated principal; else the session of a legacy HTTP client, whose id the transport has verified; else,
    without HTTP, the process. Client info and every other header are what a client says about itself, never who it is.
    """
    if token := get_access_token():
        issuer = (token.claims or {}).get("iss")
        return f"principal {token.client_id!r} {issuer!r} {token.subject!r}"
    if context.request is None:
        return "process"
    session = context.request.headers.get(_SESSION_HEADER)
    # Only a stateful legacy session can reach its client, and only there the transport has checked the id.
    stateful = context.protocol_version not in MODERN_PROTOCOL_VERSIONS and context.session.can_send_request
    return f"session {session}" if session and stateful else None
