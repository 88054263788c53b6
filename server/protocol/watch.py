"""Reading ahead what has been published, so that who asks first does not wait for it."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from teamlandkarte.index.errors import TeamlandkarteError

_log = logging.getLogger(__name__)

_SECONDS = 1.0  # from one look to the next
_MOST_SECONDS = 60.0  # where looks fail: each may compare every file of every version with its manifest


@contextmanager
def watching(load: Callable[[], None]) -> Iterator[None]:
    """Call `load` again and again, in a thread of its own; where nothing is new, that should cost next to nothing."""
    over = threading.Event()
    thread = threading.Thread(target=watch, args=(load, over.wait), name="watch")
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()  # an interpreter that ends refuses what a look may still need: imports and new threads


def watch(load: Callable[[], None], is_over: Callable[[float], bool]) -> None:
    """Call `load` until `is_over`, which waits so many seconds each time it is asked: ever more while `load` fails."""
    failed, seconds = "", _SECONDS
    while not is_over(seconds):
        try:
            load()
        except Exception as exc:  # noqa: BLE001 -- what fails today may do tomorrow, and nobody would begin again
            if repr(exc) != failed:  # once, not at every look: the next call will meet it and tell the caller
                unexpected = None if isinstance(exc, TeamlandkarteError) else exc
                _log.warning("what was published last is not read ahead: %s", exc, exc_info=unexpected)
            failed, seconds = repr(exc), min(2 * seconds, _MOST_SECONDS)
        else:
            failed, seconds = "", _SECONDS
