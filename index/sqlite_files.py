"""SQLite files of which nothing is lost that could not be had again: when one is damaged, and how it goes."""

import sqlite3
from pathlib import Path

_PRIMARY_CODE = 0xFF  # an extended SQLite code carries the primary one in its last byte
# These say nothing about what is in a file.
_UNUSABLE = frozenset(
    (
        *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR),
        *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOMEM),
    )
)
_ENDINGS = ("", "-journal", "-wal", "-shm")  # what a journal of an old file holds would be written into a new one


def says_damaged(exc: Exception) -> bool:
    """Return whether a failure to read or write a file says that it is not as it was written."""
    return getattr(exc, "sqlite_errorcode", 0) & _PRIMARY_CODE not in _UNUSABLE


def discard(path: Path) -> None:
    """Delete a file and what belongs to it; raises OSError where that cannot be done."""
    for ending in _ENDINGS:
        path.with_name(path.name + ending).unlink(missing_ok=True)
