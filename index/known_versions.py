"""Which directories clients may still hold: keys, statuses and checksums of the last distinct ones, kept compactly.

One SQLite file beside the dataset versions, since it must outlive them: a version is deleted after days, a client's
copy may be a year old.
"""

import logging
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.config import Storage
from teamlandkarte.index.known_file import DISMISSED, KnownFile, Marks, dense, padded
from teamlandkarte.index.profiles import Entry
from teamlandkarte.index.sqlite_files import discard, says_damaged

_log = logging.getLogger(__name__)

_Found = TypeVar("_Found")
_FILE = "known_directories.sqlite3"
_FAILURES = (sqlite3.Error, TypeError)


@dataclass(frozen=True)
class Delta:
    """What became of people from one directory to another, as sorted keys; with the old it makes the new one.

    `dismissed` holds those who are there as dismissed and have changed; who is both new and dismissed is `added`.
    """

    added: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    dismissed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Numbered:
    """A directory in the numbers of one file, which `file` tells from every other; `names`: whose each number is."""

    file: int
    names: tuple[str, ...]
    marks: Marks


class KnownVersions:
    """The known directories of one `[storage] path`; only who holds the refresh lock adds to them."""

    def __init__(self, storage: Storage) -> None:
        self._path = storage.path / _FILE

    def hashes(self) -> list[str]:
        """Return the hashes of the known directories, newest first; none where the file is missing or damaged."""
        return self._read(lambda file: [found for found, _ in file.known()]) or []

    def numbered(self, entries: Iterable[Entry]) -> Numbered | None:
        """Return a directory as `delta` wants it; None where the file is missing, damaged or does not know everybody.

        That takes some time, so it is done once for a directory that many are compared with.
        """
        listed = list(entries)
        return self._read(lambda file: _numbered(file, listed))

    def delta(self, before: str, after: Numbered) -> Delta | None:
        """Return what differs from a known directory, by its hash; None where that is not known (any more).

        None as well where it has people who were numbered after `after` was.
        """
        old = self._read(lambda file: file.marks_of(before) if file.id == after.file else None)
        return None if old is None or len(old) > len(after.marks) else _difference(old, after)

    def record(self, directory_hash: str, entries: Iterable[Entry]) -> None:
        """Make a directory the newest one.

        What cannot be written stops nobody: clients that are not known get everything. A damaged file is begun anew.
        """
        listed = list(entries)
        self._write(lambda file: file.record(directory_hash, listed))

    def keep(self, newest: int) -> None:
        """Forget all but the newest distinct ones; what cannot be written now is forgotten the next time."""
        if self._path.exists():
            self._write(lambda file: file.keep(newest))

    def forget(self, keys: Iterable[str]) -> None:
        """Forget people, and every directory that holds one of them; where that fails, everything is forgotten.

        Raises:
            OSError: nothing could be forgotten.
        """
        listed = list(keys)
        if self._path.exists() and not self._write(lambda file: file.forget(listed)):
            self._begin_anew()

    def _read(self, look: Callable[[KnownFile], _Found | None]) -> _Found | None:
        """Return what is found in the file, None where it cannot be read."""
        if not self._path.exists():
            return None
        try:
            with KnownFile.reading(self._path) as file:
                return look(file)
        except _FAILURES as exc:
            _log.warning("the known directories cannot be read (%s); clients get everything", exc)
            return None

    def _write(self, change: Callable[[KnownFile], None]) -> bool:
        """Change the file, a damaged one begun anew, and return whether that could be done."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._changed(change)
            except _FAILURES as exc:
                if not says_damaged(exc):
                    raise
                self._begin_anew()
                self._changed(change)
        except (*_FAILURES, OSError) as exc:
            _log.warning("the known directories cannot be written (%s); clients will get everything anew", exc)
            return False
        return True

    def _changed(self, change: Callable[[KnownFile], None]) -> None:
        with KnownFile.writing(self._path) as file:
            change(file)

    def _begin_anew(self) -> None:
        _log.warning("the known directories are begun anew; clients will get everything once")
        discard(self._path)


def _numbered(file: KnownFile, entries: list[Entry]) -> Numbered | None:
    names = file.names()
    if not {key for key, *_ in entries} <= set(names):
        return None
    return Numbered(file.id, tuple(names), dense(entries, names))


def _difference(old: Marks, after: Numbered) -> Delta:
    old, new = padded(old, len(after.marks)), after.marks
    changed = np.flatnonzero(old != new)
    was, now = old[changed], new[changed]
    away = (now & DISMISSED) != 0

    def keys(chosen: NDArray[np.bool_]) -> tuple[str, ...]:
        return tuple(sorted(after.names[person] for person in changed[chosen].tolist()))

    there = (was != 0) & (now != 0)
    return Delta(keys(was == 0), keys(there & ~away), keys(there & away), keys(now == 0))
