"""Interruption: a signal that arrives while DuckDB works."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise KeyboardInterrupt where a signal's handler did in mid-statement: DuckDB reports it in its own words."""
    try:
        yield
    except RuntimeError as exc:
        if str(exc) != "Query interrupted":
            raise
        raise KeyboardInterrupt from exc
