"""Tools whose code is imported when they are first called: the server starts without the libraries they need."""

from collections.abc import Callable
from importlib import import_module

from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.service import Call

_PACKAGE = "teamlandkarte.server"


def deferred(module: str, function: str) -> Callable[..., Answer]:
    """Return a function that imports `module` of the server and calls its `function`."""

    def run(call: Call, **arguments: object) -> Answer:
        answer: Answer = getattr(import_module(f"{_PACKAGE}.{module}"), function)(call, **arguments)
        return answer

    return run
