"""The table of tools: what a tool is made of, how it is listed and how it is run.

A module `*_tools.py`, and `dataset_status`, exports `TOOLS: tuple[Tool, ...]`: what is listed, and nothing heavy to
import. `protocol.tools` joins them in the order of the contract; `protocol.handlers` names what runs.
"""

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from mcp import types
from pydantic import BaseModel

from teamlandkarte.index.errors import NotFoundError
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.answers.document import Document
from teamlandkarte.server.answers.ground import Ground, ground_of
from teamlandkarte.server.service import Call
from teamlandkarte.server.toolset.arguments import Argument, input_schema
from teamlandkarte.server.toolset.schema import output_schema, plain
from teamlandkarte.server.toolset.values import quoted

if TYPE_CHECKING:
    from teamlandkarte.server.toolset.confirmation import Question


class Effect(Enum):
    """What a call may do to the requirements and searches that the server holds, limits of number and time aside.

    A tool READS if it leaves them as they are, ADDS if all that was captured, confirmed and found before is still there
    afterwards, and OVERWRITES if a field or a confirmation may be gone. (The gate is taken to be on: without it the
    arguments of a search replace fields, too.)
    """

    READS = "reads"
    ADDS = "adds"
    OVERWRITES = "overwrites"


@dataclass(frozen=True)
class Tool:
    """One tool as it is listed.

    `answer` is the model of its answer's data; where it answers with a JSON document, `document` is the schema of that.
    `idempotent` says that an equal second call changes nothing more.
    """

    name: str
    title: str
    description: str
    answer: type[BaseModel] | None = None
    arguments: tuple[Argument, ...] = ()
    effect: Effect = Effect.READS
    idempotent: bool = True
    document: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Handler:
    """What runs when a tool is called.

    `run(call, **arguments)` gets every argument by name, read and with its default, and returns the answer; that of a
    tool with `document` is a `Document`. It runs in a worker thread and raises `RequestError` or `NotFoundError` for
    what the caller can correct.
    `question(call, **arguments)`, where a tool has one, says what to ask the person by form before it runs, or None;
    `run` then gets the reply, or None, as `reply`.
    `needs_dataset`: whether it answers from a dataset version, so that nothing can be said before one is published.
    """

    run: Callable[..., Answer | Document]
    question: "Callable[..., Question | None] | None" = None
    needs_dataset: bool = True


class Toolset:
    """Tools under their names, in the order in which they are listed."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._listing: list[types.Tool] | None = None

    def listing(self) -> list[types.Tool]:
        """Return what `tools/list` answers."""
        if self._listing is None:
            self._listing = [_listed(tool) for tool in self._tools.values()]
        return self._listing

    def answers_in_markdown(self, name: str) -> bool:
        """Return whether there is such a tool and it answers in Markdown."""
        tool = self._tools.get(name)
        return tool is not None and tool.answer is not None

    def find(self, name: str) -> Tool:
        """Return the tool of that name.

        Raises:
            NotFoundError: There is none, or none is named; the message names the most similar one.
        """
        if (tool := self._tools.get(name)) is not None:
            return tool
        if not name:
            raise NotFoundError("name is missing: pass the name of a tool; tools/list names them.")
        close = difflib.get_close_matches(name.casefold(), self._tools, n=1, cutoff=0.75)
        advice = f"did you mean {close[0]}?" if close else "tools/list names the tools there are."
        raise NotFoundError(f"Unknown tool {quoted(name)}; {advice}")


def run(handler: Handler, call: Call, arguments: Mapping[str, Any]) -> types.CallToolResult:
    """Run a tool and return its answer with the ground it stands on; a JSON document stands for itself."""
    answer = handler.run(call, **arguments)
    if isinstance(answer, Document):
        texts = (answer.text, *answer.notes)
        blocks: list[types.ContentBlock] = [types.TextContent(type="text", text=text) for text in texts]
        return types.CallToolResult(content=blocks, structured_content=answer.data)
    ground = ground_of(call, answer.dataset)
    lines = ground.lines(call.service.config.server.stale_after_hours)
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=f"{answer.text.rstrip()}\n\n{lines}")],
        structured_content={**plain(answer.data), "ground": plain(ground)},
    )


def _output_schema(tool: Tool) -> dict[str, Any]:
    if tool.answer is None:
        return dict(tool.document or {"type": "object"})
    own = output_schema(tool.answer)
    properties = {**own.get("properties", {}), "ground": output_schema(Ground)}
    return {**own, "properties": properties, "required": [*own.get("required", ()), "ground"]}


def _listed(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=input_schema(tool.arguments),
        output_schema=_output_schema(tool),
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.effect is Effect.READS,
            destructive_hint=tool.effect is Effect.OVERWRITES,
            idempotent_hint=tool.idempotent,
            open_world_hint=False,
        ),
    )
