"""Asking the person by form (MCP elicitation), where the client can show one.

A client that can show forms gets the question; its answer counts. A client that cannot gets none: then the
conversation itself is where the person is asked. Whether a question is worth asking (it is not, when the client left
the same one unanswered before) is for the tool to say.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp.types import CallToolRequestParams, ElicitRequest, ElicitRequestFormParams, ElicitResult, InputRequiredResult
from mcp.types.version import MODERN_PROTOCOL_VERSIONS

_KEY = "confirmation"
_FIELD = "confirmed"
_FORM: dict[str, Any] = {
    "type": "object",
    "properties": {_FIELD: {"type": "boolean", "title": "Ja, so übernehmen und die Suche starten", "default": False}},
    "required": [_FIELD],
}


@dataclass(frozen=True)
class Question:
    """What to ask; `state` names the state that the question is about, so a late answer cannot count for another."""

    text: str
    state: str


@dataclass(frozen=True)
class Reply:
    """What came back by form: yes, no, or closed without an answer; `state` is what it answers."""

    answer: Literal["yes", "no", "none"]
    state: str


async def ask(
    context: ServerRequestContext[Any, Any],
    params: CallToolRequestParams,
    question: Callable[[], Awaitable[Question | None]],
) -> Reply | InputRequiredResult | None:
    """Ask the person and return the reply; None where the client is not asked.

    A client of the newer protocol is asked by the returned `InputRequiredResult` and calls the tool again with the
    answer; the state of the question travels with it, sealed. An older one answers while this call waits.
    """
    modern = context.protocol_version in MODERN_PROTOCOL_VERSIONS
    if not _can_show_forms(context, modern=modern):
        return None
    if modern and params.request_state and (answer := (params.input_responses or {}).get(_KEY)):
        return _reply(answer, params.request_state)
    if (asked := await question()) is None:
        return None
    if modern:
        request = ElicitRequest(params=ElicitRequestFormParams(message=asked.text, requested_schema=_FORM))
        return InputRequiredResult(input_requests={_KEY: request}, request_state=asked.state)
    try:
        answer = await context.session.elicit_form(asked.text, _FORM, context.request_id)
    except MCPError:  # the client declared forms and refuses to show this one
        return None
    return _reply(answer, asked.state)


def _can_show_forms(context: ServerRequestContext[Any, Any], *, modern: bool) -> bool:
    capabilities = context.session.client_capabilities
    forms = capabilities.elicitation if capabilities else None
    # An empty declaration is the older spelling of "forms".
    return (
        forms is not None
        and (forms.form is not None or forms.url is None)
        and (modern or context.session.can_send_request)
    )


def _reply(answer: object, state: str) -> Reply:
    if not isinstance(answer, ElicitResult) or answer.action == "cancel":
        return Reply("none", state)
    if answer.action == "decline":
        return Reply("no", state)
    confirmed = (answer.content or {}).get(_FIELD)
    return Reply("yes" if confirmed is True else "no", state)
