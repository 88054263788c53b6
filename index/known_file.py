"""The file of the known directories: who is or was in one of them, and each one as what differs from the one before.

Per person and directory that is a number of 8 bytes, in which 62 bits of the checksum, the status and that they are
there stand side by side: equal numbers mean that nothing has changed, but for a chance of one in 4 * 10^18. Everything
that is read is sealed by a checksum, since SQLite does not notice a flipped bit.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.profiles import Entry, Status
from teamlandkarte.index.snapshot import statement

Marks = NDArray[np.uint64]  # by number of a person; 0: not there

DISMISSED = 2  # the second lowest bit of a mark
_THERE = 1
_PACKAGE = "teamlandkarte.index"
_WHOLE_EVERY = 20  # directories; so many changes are read for one at most


class KnownFile:
    """The opened file; every method raises `sqlite3.Error` or TypeError where it is not as it was written."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @classmethod
    @contextmanager
    def reading(cls, path: Path) -> "Iterator[KnownFile]":
        """Open a file for reading only, as it is at one moment."""
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            connection.execute("BEGIN")
            yield cls(connection)

    @classmethod
    @contextmanager
    def writing(cls, path: Path) -> "Iterator[KnownFile]":
        """Open a file in one transaction; it is created where it is missing."""
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(statement(_PACKAGE, "known_schema"))
            with connection:
                yield cls(connection)

    @property
    def id(self) -> int:
        """What tells this file from one that was begun anew."""
        return self._number("known_file")

    def known(self) -> list[tuple[str, int]]:
        """Return the known hashes with the numbers of their directories, newest first."""
        return self._connection.execute(statement(_PACKAGE, "known_hashes")).fetchall()

    def names(self) -> list[str]:
        """Return whose each number is: everybody who is or was in a known directory, "" where nobody has it."""
        people = self._people()
        if _seal_of_people(people) != self._number("known_people_seal"):
            raise sqlite3.DatabaseError("who is known is not as it was written")
        names = [""] * (people[-1][1] + 1 if people else 0)
        for key, person in people:
            names[person] = key
        return names

    def marks_of(self, directory_hash: str) -> Marks | None:
        """Return a directory by its hash, None where it is not known."""
        number = dict(self.known()).get(directory_hash)
        return None if number is None else self._marks(number)

    def record(self, directory_hash: str, entries: Sequence[Entry]) -> None:
        """Make a directory the newest one."""
        known, there = self.known(), set(self.names())
        if known and known[0][0] == directory_hash:
            return
        if new := [{"profile_key": key} for key, *_ in entries if key not in there]:
            self._connection.executemany(statement(_PACKAGE, "known_add_person"), new)
            self._seal_people()
        self._add(directory_hash, dense(entries, self.names()))

    def keep(self, most: int) -> None:
        """Forget all but the newest so many, and delete what none of them needs, with the people in none of that."""
        oldest = {"oldest": min((number for _, number in self.known()[:most]), default=0)}
        self._connection.execute(statement(_PACKAGE, "known_forget"), oldest)
        if self._connection.execute(statement(_PACKAGE, "known_delete"), oldest).rowcount:
            rows = self._connection.execute(statement(_PACKAGE, "known_all_changes")).fetchall()
            needed = {person for people, _ in _read(rows, self._number("known_last")) for person in people.tolist()}
            self._drop([person for person, name in enumerate(self.names()) if name and person not in needed])

    def forget(self, keys: Iterable[str]) -> None:
        """Forget people; what is kept is written anew, so that nothing of theirs is left in it."""
        names, unwanted = self.names(), set(keys) - {""}
        gone = [person for person, name in enumerate(names) if name in unwanted]
        if not gone:
            return
        directories = [(found, self._marks(number)) for found, number in reversed(self.known())]
        self._connection.execute(statement(_PACKAGE, "known_clear"))
        self._drop(gone)
        for directory_hash, marks in directories:
            if not padded(marks, len(names))[gone].any():
                self._add(directory_hash, marks)

    def _marks(self, number: int) -> Marks:
        """Return a directory: the last one that is stored whole, and what changed since."""
        rows = self._connection.execute(statement(_PACKAGE, "known_changes"), {"number": number}).fetchall()
        marks: Marks = np.zeros(0, np.uint64)
        for people, new in _read(rows, number):
            marks = padded(marks, max(len(marks), int(people[-1]) + 1 if len(people) else 0))
            marks[people] = new
        return marks

    def _add(self, directory_hash: str, marks: Marks) -> None:
        """Append a directory."""
        last = self._number("known_last")
        whole = last % _WHOLE_EVERY == 0
        before = np.zeros(0, np.uint64) if whole else self._marks(last)
        size = max(len(before), len(marks))
        marks = padded(marks, size)
        changed = np.flatnonzero(marks != padded(before, size))
        changes = _packed(changed, marks[changed])
        row = {"number": last + 1, "hash": directory_hash, "whole": whole, "changes": changes}
        self._connection.execute(
            statement(_PACKAGE, "known_insert"), row | {"seal": _seal_of(last + 1, whole, changes)}
        )

    def _drop(self, people: Sequence[int]) -> None:
        """Delete people, of whom no directory speaks."""
        if people:
            self._connection.executemany(
                statement(_PACKAGE, "known_forget_person"), [{"person": one} for one in people]
            )
            self._seal_people()

    def _people(self) -> list[tuple[str, int]]:
        return self._connection.execute(statement(_PACKAGE, "known_people")).fetchall()

    def _seal_people(self) -> None:
        self._connection.execute(statement(_PACKAGE, "known_seal_people"), {"seal": _seal_of_people(self._people())})

    def _number(self, name: str) -> int:
        return int(self._connection.execute(statement(_PACKAGE, name)).fetchone()[0])


def dense(entries: Iterable[Entry], names: Sequence[str]) -> Marks:
    """Return a directory as marks by the place of each key in `names`; raises KeyError for one that is not there."""
    numbers = {name: person for person, name in enumerate(names)}
    marked = {numbers[key]: _mark(status, checksum) for key, status, checksum in entries}
    marks = np.zeros(len(names), np.uint64)
    marks[np.fromiter(marked.keys(), np.int64, len(marked))] = np.fromiter(marked.values(), np.uint64, len(marked))
    return marks


def padded(marks: Marks, size: int) -> Marks:
    """Return marks of so many people; those that come last are not there."""
    return np.concatenate([marks, np.zeros(size - len(marks), np.uint64)])


def _mark(status: Status, checksum: str) -> int:
    return int(checksum[:16], 16) & ~3 | _THERE | (DISMISSED if status == "dismissed" else 0)


def _packed(people: NDArray[np.intp], marks: Marks) -> bytes:
    """Return numbers of people, which rise by little, and marks, which nothing makes smaller, as bytes."""
    steps = zlib.compress(np.diff(people, prepend=0).astype("<u4").tobytes())
    return len(steps).to_bytes(4, "little") + steps + marks.astype("<u8").tobytes()


def _read(rows: Sequence[tuple[int, int, int, bytes]], last: int) -> Iterator[tuple[NDArray[np.int64], Marks]]:
    """Yield who has changed, and to what, in each directory up to the `last` one."""
    for place, (number, whole, seal, changes) in enumerate(rows, start=last - len(rows) + 1):
        if number != place or seal != _seal_of(number, whole, changes):
            raise sqlite3.DatabaseError(f"directory {place} is not as it was written")
        yield _unpacked(changes)


def _unpacked(changes: bytes) -> tuple[NDArray[np.int64], Marks]:
    end = 4 + int.from_bytes(changes[:4], "little")
    steps = np.frombuffer(zlib.decompress(changes[4:end]), "<u4")
    return np.cumsum(steps, dtype=np.int64), np.frombuffer(changes[end:], "<u8").astype(np.uint64)


def _seal_of(number: int, whole: int, changes: bytes) -> int:
    return zlib.crc32(changes, number << 1 | whole)


def _seal_of_people(people: Sequence[tuple[str, int]]) -> int:
    numbers = np.array([person for _, person in people], "<i8")
    return zlib.crc32(numbers.tobytes(), zlib.crc32("\n".join(key for key, _ in people).encode()))
