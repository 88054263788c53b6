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
_JOURNALS = ("-journal", "-wal", "-shm")


def primary_code(exc: Exception) -> int:
    """Return the kind of a failure in SQLite's numbers, 0 where it is not SQLite's."""
    code: int = getattr(exc, "sqlite_errorcode", 0)
    return code & _PRIMARY_CODE


def says_damaged(exc: Exception) -> bool:
    """Return whether a failure to read or write a file says that it is not as it was written."""
    return primary_code(exc) not in _UNUSABLE


def discard(path: Path) -> None:
    """Delete a file and what belongs to it; raises OSError where that cannot be done."""
    path.unlink(missing_ok=True)
    discard_journals(path)


def discard_journals(path: Path) -> None:
    """Delete what belongs to a file that has gone: it would be written into a new one of that name."""
    for ending in _JOURNALS:
        path.with_name(path.name + ending).unlink(missing_ok=True)
