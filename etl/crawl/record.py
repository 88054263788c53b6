"""What a crawl has found and read, in a SQLite file: an interrupted one goes on, the next one asks only for changes.

Each page is written in one transaction, so a crawl that is killed at any moment has read a page or has not.
"""

import hashlib
import json
import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from teamlandkarte.etl.crawl.site import Kind
from teamlandkarte.etl.directory_source import Profile
from teamlandkarte.index.errors import SourceError
from teamlandkarte.index.snapshot import statement

_log = logging.getLogger(__name__)

_BUSY_SECONDS = 30.0
_PRIMARY_CODE = 0xFF  # an extended SQLite code carries the primary one in its last byte
_DAMAGED = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB))

Links = Sequence[tuple[str, Kind]]  # addresses and what they are


@dataclass(frozen=True)
class Validators:
    """By what a site recognises the state of a page, and at which address."""

    answered_by: str
    etag: str | None
    last_modified: str | None


@dataclass(frozen=True)
class Known:
    """A page as it was read last; `key` and `name` of a profile alone."""

    validators: Validators
    content: str
    key: str | None
    name: str | None


@dataclass(frozen=True)
class PersonPage:
    """A page that was found to be somebody's: whose it is, where that is known, and whether this crawl has read it."""

    address: str
    key: str | None
    name: str | None
    was_read: int  # 1 or 0
    reason: str | None  # why it could not be read, None where it was or was not tried


class CrawlRecord:
    """The record of one crawl; begun or resumed when it is opened.

    Every method raises SourceError when the file cannot be read or written.
    """

    def __init__(self, connection: sqlite3.Connection, scope: Sequence[str], now: float, resume_seconds: float) -> None:
        """Resume the unfinished crawl of the same scope, unless it is too old, or begin one; `now` is since 1970."""
        self._connection = connection
        fingerprint = hashlib.sha256(json.dumps(list(scope)).encode()).hexdigest()
        last, of_scope, started_at, finished = next(iter(self._rows("last_crawl")), (0, "", 0.0, 1))
        self.resumed = of_scope == fingerprint and not finished and now - started_at <= resume_seconds
        self._crawl = last if self.resumed else last + 1
        if not self.resumed:
            with self._transaction():
                self._rows("begin", id=self._crawl, scope=fingerprint, started_at=now)
                self._rows("drop_crawls", id=self._crawl)

    @classmethod
    @contextmanager
    def opened(cls, path: Path, scope: Sequence[str], now: float, resume_seconds: float) -> Iterator["CrawlRecord"]:
        """Open the record in a file; one that is damaged is replaced, with a warning."""
        with closing(_connected(path)) as connection:
            yield cls(connection, scope, now, resume_seconds)

    def found(self, links: Links) -> None:
        """Remember pages to which a link leads."""
        with self._transaction():
            self._found(links)

    def pending(self) -> Links:
        """Return what was found and not read, lists first."""
        return [(address, kind) for address, kind in self._rows("pending", crawl=self._crawl)]

    def known(self, address: str, kind: Kind, reading: str) -> Known | None:
        """Return what is known of a page that was read with the same selectors, None where it was not."""
        row = next(iter(self._rows("known", address=address, kind=kind, reading=reading)), None)
        return None if row is None else Known(Validators(*row[:3]), *row[3:])

    def unchanged(self, address: str, links: Links = ()) -> None:
        """Record that a page is as it was, and what it links to."""
        with self._transaction():
            self._rows("unchanged", address=address, crawl=self._crawl)
            self._found(links)

    def read_list(self, address: str, validators: Validators, reading: str, links: Links) -> None:
        """Record a list and what it links to."""
        with self._transaction():
            self._read(address, validators, reading, content=json.dumps(links))
            self._found(links)

    def read_erased(self, address: str) -> None:
        """Record that a page was read and nothing of it is kept."""
        with self._transaction():
            self._read(address, Validators(address, None, None), "", content=None)

    def read_profile(self, address: str, validators: Validators, reading: str, profile: Profile) -> None:
        """Record a profile."""
        content = json.dumps(asdict(profile), ensure_ascii=False)
        with self._transaction():
            self._read(address, validators, reading, content=content, key=profile.key, name=profile.name)

    def failed(self, address: str, reason: str) -> None:
        """Record why a page could not be read."""
        with self._transaction():
            self._rows("failed", address=address, crawl=self._crawl, reason=reason)

    def finish(self, *, forgetting: bool) -> None:
        """Record that everything found was tried; `forgetting` drops the pages that no link leads to any more."""
        with self._transaction():
            self._rows("finish", crawl=self._crawl)
            if forgetting:
                self._rows("drop_pages", crawl=self._crawl)

    def people(self) -> list[PersonPage]:
        """Return the pages of people that were found, by address."""
        return [PersonPage(*row) for row in self._rows("people", crawl=self._crawl)]

    def profile(self, address: str) -> Profile:
        """Return the profile that was read at an address."""
        ((content,),) = self._rows("content", address=address)
        return Profile(**json.loads(content))

    def failed_lists(self) -> list[tuple[str, str]]:
        """Return the lists that could not be read, each with its reason."""
        return self._rows("failed_lists", crawl=self._crawl)

    def _found(self, links: Links) -> None:
        for address, kind in links:
            self._rows("found", address=address, kind=kind, crawl=self._crawl)

    def _read(self, address: str, validators: Validators, reading: str, **known: str | None) -> None:
        of_profiles = {"key": None, "name": None}
        row = {
            "address": address,
            "crawl": self._crawl,
            "reading": reading,
            **asdict(validators),
            **of_profiles,
            **known,
        }
        self._rows("read", **row)

    def _rows(self, name: str, /, **parameters: object) -> list[Any]:
        return _rows(self._connection, name, **parameters)

    def _transaction(self) -> AbstractContextManager[None]:
        return _transaction(self._connection)


def forget_people(path: Path, is_meant: Callable[[Profile], bool]) -> int:
    """Forget the profiles that are meant, so that no byte of them is left in the file; return how many they were.

    Raises:
        SourceError: The file cannot be read or written.
    """
    if not path.exists():
        return 0
    with closing(_connected(path)) as connection:
        profiles = [(address, Profile(**json.loads(content))) for address, content in _rows(connection, "profiles")]
        meant = [address for address, profile in profiles if is_meant(profile)]
        with _transaction(connection):
            for address in meant:
                _rows(connection, "forget", address=address)
            if meant:
                _rows(connection, "forget_lists")
        with _of_record():
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the log holds what the file held
    return len(meant)


def _rows(connection: sqlite3.Connection, name: str, /, **parameters: object) -> list[Any]:
    with _of_record():
        return connection.execute(_sql(name), parameters).fetchall()


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    with _of_record():
        connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    with _of_record():
        connection.execute("COMMIT")


@contextmanager
def _of_record() -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as exc:
        why = exc.strerror if isinstance(exc, OSError) else exc
        raise SourceError(f"the file [directory.crawl] path cannot be used ({why}); correct it or its rights") from exc


def _connected(path: Path) -> sqlite3.Connection:
    with _of_record():
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return _prepared(path)
        except sqlite3.DatabaseError as exc:
            if getattr(exc, "sqlite_errorcode", 0) & _PRIMARY_CODE not in _DAMAGED:
                raise
            _log.warning("the record of the last crawl was damaged; a new one is begun, which reads every page again")
            for ending in ("", "-wal", "-shm"):
                path.with_name(path.name + ending).unlink(missing_ok=True)
            return _prepared(path)


def _prepared(path: Path) -> sqlite3.Connection:
    # The thread that crawls is another one than that which opens and closes; they take turns.
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA secure_delete = ON")  # what is forgotten is overwritten
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(_sql("schema"))
        connection.execute("PRAGMA quick_check").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


@cache
def _sql(name: str) -> str:
    return statement("teamlandkarte.etl.crawl", f"record_{name}")
