"""The table of tools: what a tool is made of and how it is listed.

A module `*_tools.py` exports `TOOLS: tuple[Tool, ...]`; `app` joins them in the order of the contract.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel
from teamlandkarte.server.answer import Answer
from teamlandkarte.server.arguments import Argument

if TYPE_CHECKING:
    from teamlandkarte.server.confirmation import Question


@dataclass(frozen=True)
class Tool:
    """One tool.

    `run(call, **arguments)` gets every argument by name, read and with its default, and returns the answer; it runs in
    a worker thread and raises `RequestError` or `NotFoundError` for what the caller can correct. `answer` is the model
    of the answer's data. `question(call, answering=…, **arguments)`, where a tool has one, says what to ask the person
    by form before it runs; `run` then gets the reply as `reply`.
    """

    name: str
    title: str
    description: str
    answer: type[BaseModel]
    run: Callable[..., Answer]
    arguments: tuple[Argument, ...] = ()
    read_only: bool = True
    idempotent: bool = True
    destructive: bool = False
    question: "Callable[..., Question | None] | None" = None
