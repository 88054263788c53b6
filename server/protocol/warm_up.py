"""Loading in the background what the first question needs, from the start of the process on."""

import gc
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from teamlandkarte.index.errors import TeamlandkarteError

_log = logging.getLogger(__name__)


class WarmUp:
    """Loads in a thread of its own: first what needs hardly any of Python's lock, the rest when there is a server.

    By then the protocol's libraries are imported, which the rest would hold up. What is loaded stays as long as the
    process does and need not be looked at again and again, in pauses of 50 to 130 ms: it is frozen.
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

    def go_on(self) -> None:
        """Load the rest."""
        self._goes_on.set()

    def _run(self) -> None:
        try:
            self._first()
            self._goes_on.wait()
            if not self._is_over:
                self._rest()
        except Exception as error:
            if not threading.main_thread().is_alive():
                return  # nobody is served any more, and an interpreter that ends refuses imports and new threads
            if not isinstance(error, TeamlandkarteError):
                raise
            _log.warning("Nothing is loaded yet: %s", error)  # the first call will meet it again and tell the caller
        finally:
            gc.freeze()
            gc.enable()
