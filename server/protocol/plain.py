"""Plain JSON-RPC over POST, as scripts send it to the employee directory: no handshake, no session, plain JSON back.

It is answered here and not by the protocol's library, which words errors in its own way and builds an answer of
hundreds of megabytes as a whole: here it is written piece by piece.
"""

from collections.abc import Iterator, Mapping
from importlib.metadata import version
from typing import Any

from mcp.server.transport_security import TransportSecurityMiddleware, TransportSecuritySettings
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from teamlandkarte.index.errors import RequestError
from teamlandkarte.server.answers.document import Document, encoded
from teamlandkarte.server.directory.directory_tools import PROTOCOL_VERSION
from teamlandkarte.server.protocol.app import Desk

_FAILED = -32000
_METHOD_NOT_FOUND = -32601


class PlainDesk:
    """Answers the plain requests of the directory's clients."""

    def __init__(self, desk: Desk, security: TransportSecuritySettings) -> None:
        self._desk = desk
        self._security = TransportSecurityMiddleware(security)

    def answers(self, request: Mapping[str, Any]) -> bool:
        """Return whether a request is answered here: everything but calls of tools that answer in Markdown."""
        return request.get("method") != "tools/call" or not self._desk.answers_in_markdown(_name_of(request))

    async def __call__(self, request: Mapping[str, Any], scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whose body has been read."""
        response = await self._security.validate_request(Request(scope), is_post=True)
        if response is None:
            response = await self._response(request)
        await response(scope, receive, send)

    async def _response(self, request: Mapping[str, Any]) -> Response:
        method, request_id = request.get("method"), request.get("id")
        if "id" not in request:
            return Response(status_code=202)  # a notification wants no answer
        if method == "tools/call":
            return await self._called(request)
        results = {"initialize": self._initialized, "tools/list": self._desk.listed, "ping": dict}
        if method not in results:
            return _error(request_id, _METHOD_NOT_FOUND, "Method not found")
        return _json({"jsonrpc": "2.0", "id": request_id, "result": results[method]()})

    def _initialized(self) -> dict[str, Any]:
        section = self._desk.directory
        server = {"name": section.service_name, "version": section.service_version or version("teamlandkarte")}
        return {"protocolVersion": PROTOCOL_VERSION, "capabilities": {"tools": {}}, "serverInfo": server}

    async def _called(self, request: Mapping[str, Any]) -> Response:
        request_id, given = request.get("id"), (request.get("params") or {}).get("arguments")
        try:
            document = await self._desk.document(_name_of(request), given)
        except RequestError as error:
            return _error(request_id, _FAILED, str(error))
        return StreamingResponse(_body(request_id, document), media_type="application/json")


def _name_of(request: Mapping[str, Any]) -> str:
    name = (request.get("params") or {}).get("name")
    return name if isinstance(name, str) else ""


def _body(request_id: object, document: Document) -> Iterator[str]:
    """Yield an answer whose text is the document, and whose structured content is the same once more."""
    yield f'{{"jsonrpc":"2.0","id":{encoded(request_id)},"result":{{"content":[{{"type":"text","text":"'
    for piece in document.pieces():
        yield encoded(piece)[1:-1]
    notes = "".join("," + encoded({"type": "text", "text": note}) for note in document.notes)
    yield f'"}}{notes}],"structuredContent":'
    first = True
    is_list = False
    for piece in document.pieces():
        is_list = is_list or (first and piece.startswith("["))
        yield f'{{"result":{piece}' if first and is_list else piece
        first = False
    yield '},"isError":false}}' if is_list else ',"isError":false}}'


def _error(request_id: object, code: int, message: str) -> Response:
    return _json({"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": message}})


def _json(value: object) -> Response:
    return Response(encoded(value), media_type="application/json")
