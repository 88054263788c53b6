"""Refusals: what is wrong with a document that should be a JSON-RPC request, in our words and as an answer."""

import json
from typing import Any

from mcp.types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError
from pydantic import ValidationError

from teamlandkarte.index import characters

UNREADABLE = object()  # no JSON: the protocol's own refusal says so

_OF_THE_WHOLE = ("json_invalid", "missing", "model_type")  # faults whose `input` is the line, or all that it held
_WRONG_TEXT = "a text in it is not Unicode (half a surrogate pair), or it is no request."


def parsed(body: bytes | str) -> object:
    """Return what a body holds, UNREADABLE where that is no JSON."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return UNREADABLE


def problem(request: object) -> str | None:
    """Return what makes a document no request, in our words: the protocol's own are those of a validation library."""
    if not isinstance(request, dict):
        return "one JSON object is expected, and no batch."
    if request.get("jsonrpc") != "2.0":
        return '"jsonrpc" must be "2.0".'
    if not isinstance(request.get("params"), dict | None):
        return '"params" must be an object, or be left out.'
    if "method" in request and "id" in request and type(request["id"]) not in {int, str}:
        return '"id" must be a text or a whole number; leave it out only where no answer is wanted.'
    request_id = request.get("id")
    return _WRONG_TEXT if isinstance(request_id, str) and not characters.are_whole(request_id) else None


def refusal(fault: ValidationError) -> JSONRPCError | None:
    """Return the answer to a line that the protocol's library could not read, None where none is wanted."""
    whole = next((one for one in fault.errors() if one["type"] in _OF_THE_WHOLE), None)
    request: Any = whole["input"] if whole else {}
    if whole and whole["type"] == "json_invalid":
        if not request.strip():
            return None
        request = parsed(request)
    if request is UNREADABLE:
        return _error(None, PARSE_ERROR, "Parse error: each line must be one JSON object.")
    is_call = isinstance(request, dict) and "method" in request
    if is_call and "id" not in request:
        return None  # a notification
    wrong = problem(request) or _WRONG_TEXT
    return _error(request["id"] if is_call else None, INVALID_REQUEST, f"Invalid request: {wrong}")


def _error(request_id: object, code: int, message: str) -> JSONRPCError:
    """Return an error that names the request, where its name is one that can be sent."""
    error = {"code": code, "message": message}
    try:
        return JSONRPCError.model_validate_json(json.dumps({"jsonrpc": "2.0", "id": request_id, "error": error}))
    except ValidationError:
        return JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=code, message=message))
