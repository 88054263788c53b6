"""Loading in the background what the first question needs, from the first client on; the dataset from the start."""

import gc
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from teamlandkarte.index.errors import TeamlandkarteError

if TYPE_CHECKING:
    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

_log = logging.getLogger(__name__)

_HAS_ANSWER = "notifications/initialized"
_SHOWS_NOTHING = ("initialize", "ping", "notifications/")  # what may come before the answer to a handshake


class WarmUp:
    """Loads in a thread of its own: first what needs hardly any of Python's lock, the rest when a client has come.

    By then the client has the answer to its handshake, which the rest would hold up, and it is clear that somebody
    needs what it loads. What is loaded stays as long as the process does and need not be looked at again and again, in
    pauses of 50 to 130 ms: it is frozen.
    """

    def __init__(self, first: Callable[[], object], rest: Callable[[], object]) -> None:
        """Begin nothing yet."""
        self._first, self._rest = first, rest
        self._goes_on = threading.Event()
        self._is_over = False

    @contextmanager
    def running(self) -> Iterator[None]:
        """Begin; what has not begun in the end is left out."""
        # Not a daemon: an interpreter that ends while C++ code of a daemon waits for it aborts the process.
        threading.Thread(target=self._run, name="warm-up").start()
        try:
            yield
        finally:
            self._is_over = True
            self._goes_on.set()

    def pause(self) -> None:
        """Have garbage collected while nobody has come, which may be for days."""
        _freeze()

    def go_on(self) -> None:
        """Load the rest."""
        self._goes_on.set()

    async def after_handshake(self, ctx: "ServerRequestContext[Any, Any]", call_next: "CallNext") -> "HandlerResult":
        """Answer as the server does, and go on once a client shows that it has the answer to its handshake.

        Where the protocol has none, it goes on when the first request has been answered.
        """
        result = await call_next(ctx)
        if ctx.method == _HAS_ANSWER or not ctx.method.startswith(_SHOWS_NOTHING):
            self.go_on()
        return result

    def _run(self) -> None:
        try:
            self._first()
            self._goes_on.wait()
            if not self._is_over:
                gc.disable()
                self._rest()
        except Exception as error:
            if not threading.main_thread().is_alive():
                return  # nobody is served any more, and an interpreter that ends refuses imports and new threads
            if not isinstance(error, TeamlandkarteError):
                raise
            _log.warning("Nothing is loaded yet: %s", error)  # the first call will meet it again and tell the caller
        finally:
            _freeze()


def _freeze() -> None:
    gc.freeze()
    gc.enable()
