"""Reading ahead what has been published, so that who asks first does not wait for it."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from teamlandkarte.index.errors import TeamlandkarteError

_log = logging.getLogger(__name__)

_SECONDS = 1.0  # from one look to the next


@contextmanager
def watching(load: Callable[[], None]) -> Iterator[None]:
    """Call `load` again and again, in a thread of its own; where nothing is new, that should cost next to nothing."""
    over = threading.Event()
    threading.Thread(target=watch, args=(load, partial(over.wait, _SECONDS)), name="watch").start()
    try:
        yield
    finally:
        over.set()


def watch(load: Callable[[], None], is_over: Callable[[], bool]) -> None:
    """Call `load` until `is_over`, which waits a while each time it is asked."""
    failed = ""
    while not is_over():
        try:
            load()
            failed = ""
        except TeamlandkarteError as exc:
            if str(exc) != failed:  # once, not every few seconds: the next call will meet it and tell the caller
                _log.warning("what was published last is not read ahead: %s", exc)
            failed = str(exc)
