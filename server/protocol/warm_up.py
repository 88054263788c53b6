"""Loading in the background what the first question needs, once the client has its list of tools."""

import logging
import threading
from collections.abc import Callable
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

from teamlandkarte.index.errors import TeamlandkarteError

_log = logging.getLogger(__name__)


class WarmUp:
    """Middleware that loads once, in a thread of its own, after the first answered `tools/list`."""

    def __init__(self, load: Callable[[], None]) -> None:
        self._load = load
        self._begun = False

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Pass the request on; then begin."""
        result = await call_next(ctx)
        if ctx.method == "tools/list":
            self.begin()
        return result

    def begin(self) -> None:
        """Begin to load, where that has not begun yet."""
        if not self._begun:
            self._begun = True
            # Not a daemon: an interpreter that ends while C++ code of a daemon waits for it aborts the process.
            threading.Thread(target=self._run, name="warm-up").start()

    def _run(self) -> None:
        try:
            self._load()
        except Exception as error:
            if not threading.main_thread().is_alive():
                return  # nobody is served any more, and an interpreter that ends refuses imports and new threads
            if not isinstance(error, TeamlandkarteError):
                raise
            _log.warning("Nothing is loaded yet: %s", error)  # the first call will meet it again and tell the caller
