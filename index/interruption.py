"""Interruption: a signal that asks to stop, whatever is at work when it arrives.

A signal's exception may get lost: DuckDB reports in its own words what happens in a statement or in Python that it
calls back, native code takes it for an argument of the wrong kind, a finaliser drops it. So the request is kept, too.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

_LOST_IN_DUCKDB = ("Query interrupted", "while executing the UDF: KeyboardInterrupt")
_asked = threading.Event()


def stop(_number: int, _frame: object) -> None:
    """Handle a signal that asks this process to stop; raises KeyboardInterrupt."""
    _asked.set()
    raise KeyboardInterrupt


def stop_asked() -> bool:
    """Return whether `stop` has been called, even if its exception got lost."""
    return _asked.is_set()


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise KeyboardInterrupt instead of whatever error an interruption became."""
    try:
        yield
    except Exception as exc:
        if stop_asked() or any(words in str(exc) for words in _LOST_IN_DUCKDB):
            raise KeyboardInterrupt from exc
        raise
