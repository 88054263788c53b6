"""Which directories clients may still hold: keys, statuses and checksums of the last distinct ones, kept compactly.

One SQLite file beside the dataset versions, since it must outlive them: a version is deleted after days, a client's
copy may be a year old. Each directory is stored as what differs from the one before, and now and then whole, so that
few are read for one. Per person and directory that is a number of 8 bytes, in which 62 bits of the checksum, the
status and that they are there stand side by side: equal numbers mean that nothing has changed, but for a chance of one
in 4 * 10^18.
"""

import logging
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.config import Storage
from teamlandkarte.index.profiles import Status
from teamlandkarte.index.snapshot import statement

_log = logging.getLogger(__name__)

_PACKAGE = "teamlandkarte.index"
_FILE = "known_directories.sqlite3"
_WHOLE_EVERY = 20  # directories; so many changes are read for one at most
_THERE, _DISMISSED = 1, 2  # the lowest bits of a mark

Entry = tuple[str, Status, str]  # profile_key, status, checksum
Marks = NDArray[np.uint64]  # by number of a person; 0: not there


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
        with self._reading() as store:
            return [found for found, _ in store.known()] if store else []

    def numbered(self, entries: Iterable[Entry]) -> Numbered | None:
        """Return a directory as `delta` wants it; None where the file is missing, damaged or does not know everybody.

        That takes some time, so it is done once for a directory that many are compared with.
        """
        with self._reading() as store:
            if store is None:
                return None
            people = store.people()
            listed = list(entries)
            if any(key not in people for key, *_ in listed):
                return None
            marked = {people[key]: _mark(status, checksum) for key, status, checksum in listed}
            names = [""] * store.size()
            for key, person in people.items():
                names[person] = key
            return Numbered(store.file(), tuple(names), _dense(marked, len(names)))

    def delta(self, before: str, after: Numbered) -> Delta | None:
        """Return what differs from a known directory, by its hash; None where that is not known (any more)."""
        with self._reading() as store:
            if store is None or store.file() != after.file or (number := dict(store.known()).get(before)) is None:
                return None
            old = store.marks(number)[: len(after.marks)]  # whoever was numbered since is in neither
        new = after.marks
        old = np.concatenate([old, np.zeros(len(new) - len(old), np.uint64)])
        changed = np.flatnonzero(old != new)
        was, now = old[changed], new[changed]
        away = (now & _DISMISSED) != 0

        def keys(chosen: NDArray[np.bool_]) -> tuple[str, ...]:
            return tuple(sorted(after.names[person] for person in changed[chosen].tolist()))

        there = (was != 0) & (now != 0)
        return Delta(keys(was == 0), keys(there & ~away), keys(there & away), keys(now == 0))

    def record(self, directory_hash: str, entries: Iterable[Entry]) -> None:
        """Make a directory the newest one.

        What cannot be written stops nobody: clients that are not known get everything. A damaged file is begun anew.
        """
        listed = list(entries)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._write(directory_hash, listed)
        except sqlite3.OperationalError as exc:
            _log.warning("the known directories cannot be written (%s); clients will get everything anew", exc)
        except sqlite3.DatabaseError:
            self._begin_anew()
            self._write(directory_hash, listed)

    def keep(self, newest: int) -> None:
        """Forget all but the newest distinct ones; what cannot be written now is forgotten the next time."""
        try:
            with self._changing() as store:
                if store:
                    store.keep(newest)
        except sqlite3.OperationalError as exc:
            _log.warning("the known directories cannot be written (%s)", exc)

    def forget(self, keys: Iterable[str]) -> None:
        """Forget people, and every directory that holds one of them; where that fails, everything is forgotten."""
        try:
            with self._changing() as store:
                if store:
                    store.forget(keys)
        except sqlite3.OperationalError:
            self._begin_anew()

    @contextmanager
    def _changing(self) -> "Iterator[_Store | None]":
        """Open what is there for writing, None where nothing is; a damaged file, which knows nobody, is deleted."""
        if not self._path.exists():
            yield None
            return
        try:
            with _Store.writing(self._path) as store:
                yield store
        except sqlite3.OperationalError:
            raise  # it could not be written; that says nothing about what is in it
        except sqlite3.DatabaseError:
            self._begin_anew()

    def _begin_anew(self) -> None:
        _log.warning("the known directories are begun anew; clients will get everything once")
        self._path.unlink(missing_ok=True)

    def _write(self, directory_hash: str, entries: list[Entry]) -> None:
        with _Store.writing(self._path) as store:
            known = store.known()
            if not known or known[0][0] != directory_hash:
                store.number(key for key, *_ in entries)
                people = store.people()
                marked = {people[key]: _mark(status, checksum) for key, status, checksum in entries}
                store.add(directory_hash, _dense(marked, store.size()))

    @contextmanager
    def _reading(self) -> "Iterator[_Store | None]":
        """Open the file for reading only; None where that cannot be done."""
        if not self._path.exists():
            yield None
            return
        with ExitStack() as stack:
            store: _Store | None = None
            try:
                address = f"{self._path.absolute().as_uri()}?mode=ro"
                opened = _Store(stack.enter_context(closing(sqlite3.connect(address, uri=True))))
                opened.known()
                store = opened
            except sqlite3.DatabaseError as exc:
                _log.warning("the known directories cannot be read (%s); clients get everything", exc)
            yield store


class _Store:
    """The opened file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @classmethod
    @contextmanager
    def writing(cls, path: Path) -> "Iterator[_Store]":
        """Open a file in one transaction; it is created where it is missing."""
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(statement(_PACKAGE, "known_schema"))
            with connection:
                yield cls(connection)

    def file(self) -> int:
        """Return what tells this file from one that was begun anew."""
        return self._number("known_file")

    def known(self) -> list[tuple[str, int]]:
        """Return the known hashes with the numbers of their directories, newest first."""
        return self._connection.execute(statement(_PACKAGE, "known_hashes")).fetchall()

    def people(self) -> dict[str, int]:
        """Return the number of everybody who is or was in a known directory."""
        return dict(self._connection.execute(statement(_PACKAGE, "known_people")))

    def size(self) -> int:
        """Return one more than the greatest number of a person."""
        return self._number("known_size")

    def number(self, keys: Iterable[str]) -> None:
        """Number those who have no number yet; none is given twice, so that a number once read stays right."""
        rows = [{"profile_key": key} for key in keys]
        self._connection.executemany(statement(_PACKAGE, "known_add_person"), rows)

    def marks(self, number: int) -> Marks:
        """Return a directory: the last one that is stored whole, and what changed since."""
        marks = np.zeros(self.size(), np.uint64)
        for (changes,) in self._connection.execute(statement(_PACKAGE, "known_changes"), {"number": number}):
            people, new = _unpacked(changes)
            marks[people] = new
        return marks

    def add(self, directory_hash: str, marks: Marks) -> None:
        """Append a directory."""
        last = self._number("known_last")
        whole = last % _WHOLE_EVERY == 0
        changed = np.flatnonzero(marks if whole else marks != self.marks(last))
        row = {"hash": directory_hash, "whole": whole, "changes": _packed(changed, marks[changed])}
        self._connection.execute(statement(_PACKAGE, "known_insert"), row)

    def keep(self, most: int) -> None:
        """Forget all but the newest so many, and delete what none of them needs."""
        oldest = {"oldest": min((number for _, number in self.known()[:most]), default=0)}
        self._connection.execute(statement(_PACKAGE, "known_forget"), oldest)
        self._connection.execute(statement(_PACKAGE, "known_delete"), oldest)

    def forget(self, keys: Iterable[str]) -> None:
        """Forget people; what is kept is written anew, so that nothing of theirs is left in it."""
        people = self.people()
        gone = [people[key] for key in keys if key in people]
        if not gone:
            return
        kept = [
            (found, marks) for found, number in reversed(self.known()) if not (marks := self.marks(number))[gone].any()
        ]
        self._connection.execute(statement(_PACKAGE, "known_clear"))
        self._connection.executemany(statement(_PACKAGE, "known_forget_person"), [{"person": one} for one in gone])
        for directory_hash, marks in kept:
            self.add(directory_hash, marks)

    def _number(self, name: str) -> int:
        return int(self._connection.execute(statement(_PACKAGE, name)).fetchone()[0])


def _mark(status: Status, checksum: str) -> int:
    return int(checksum[:16], 16) & ~3 | _THERE | (_DISMISSED if status == "dismissed" else 0)


def _dense(marked: Mapping[int, int], size: int) -> Marks:
    marks = np.zeros(size, np.uint64)
    marks[np.fromiter(marked.keys(), np.int64, len(marked))] = np.fromiter(marked.values(), np.uint64, len(marked))
    return marks


def _packed(people: NDArray[np.intp], marks: Marks) -> bytes:
    """Return numbers of people, which rise by little, and marks, which nothing makes smaller, as bytes."""
    steps = zlib.compress(np.diff(people, prepend=0).astype("<u4").tobytes())
    return len(steps).to_bytes(4, "little") + steps + marks.astype("<u8").tobytes()


def _unpacked(changes: bytes) -> tuple[NDArray[np.int64], Marks]:
    end = 4 + int.from_bytes(changes[:4], "little")
    steps = np.frombuffer(zlib.decompress(changes[4:end]), "<u4")
    return np.cumsum(steps, dtype=np.int64), np.frombuffer(changes[end:], "<u8").astype(np.uint64)
