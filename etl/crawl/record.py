"""What a crawl has found and read, in a SQLite file: an interrupted one goes on, the next one asks only for changes.

Each page is written in one transaction, so a crawl that is killed at any moment has read a page or has not. The file
has SQLite's own journal: a write-ahead log, which would save a millisecond a page, cannot lie in a network folder.
"""

import hashlib
import json
import logging
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from teamlandkarte.etl.crawl.site import Kind, keys_of
from teamlandkarte.etl.directory_source import Profile
from teamlandkarte.index.errors import SourceError
from teamlandkarte.index.snapshot import statement
from teamlandkarte.index.sqlite_files import discard, says_damaged

_log = logging.getLogger(__name__)

_BUSY_SECONDS = 30.0

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


class _DamagedRecordError(SourceError):
    """Raised where the record is not as it was written."""

    def __init__(self) -> None:
        super().__init__("the record of the last crawl is damaged; the next crawl reads every page again")


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
        """Open the record in a file; one that is damaged is begun anew, with a warning, now or the next time."""
        try:
            with closing(_connected(path)) as connection:
                yield cls(connection, scope, now, resume_seconds)
        except _DamagedRecordError:
            _discard(path)
            raise

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

    def unchanged(self, address: str) -> None:
        """Record that a profile is as it was."""
        with self._transaction():
            self._rows("unchanged", address=address, crawl=self._crawl)

    def unchanged_list(self, address: str) -> Links:
        """Record that a list is as it was, and return what it links to."""
        links: Links = [(link, kind) for link, kind in self._content(address)]
        with self._transaction():
            self._rows("unchanged", address=address, crawl=self._crawl)
            self._found(links)
        return links

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
        return Profile(**self._content(address))

    def failed_lists(self) -> list[tuple[str, str]]:
        """Return the lists that could not be read, each with its reason."""
        return self._rows("failed_lists", crawl=self._crawl)

    def _content(self, address: str) -> Any:  # noqa: ANN401 -- JSON
        ((content, seal),) = self._rows("content", address=address)
        if _seal_of(content) != seal:
            raise _DamagedRecordError
        return json.loads(content)

    def _found(self, links: Links) -> None:
        for address, kind in links:
            self._rows("found", address=address, kind=kind, crawl=self._crawl)

    def _read(  # noqa: PLR0913 -- the columns of a page
        self,
        address: str,
        validators: Validators,
        reading: str,
        *,
        content: str | None,
        key: str | None = None,
        name: str | None = None,
    ) -> None:
        seal = None if content is None else _seal_of(content)
        row = {"address": address, "crawl": self._crawl, "reading": reading, "key": key, "name": name}
        self._rows("read", **row, **asdict(validators), content=content, seal=seal)

    def _rows(self, name: str, /, **parameters: object) -> list[Any]:
        return _rows(self._connection, name, **parameters)

    def _transaction(self) -> AbstractContextManager[None]:
        return _transaction(self._connection)


def forget_people(
    path: Path, erased: Callable[[str, str | None], bool], meant: Callable[[list[tuple[str, str | None]]], None]
) -> None:
    """Forget the pages of the erased, told by profile key and name, so that no byte of them is left in the file.

    `meant` hears before of the key in the address of each, which need not be the key that the page names, and of the
    name on it. Where the pages cannot be forgotten, everything is.

    Raises:
        SourceError: Nothing could be forgotten.
    """
    if not path.exists():
        return
    try:
        with closing(_connected(path)) as connection:
            pages = [
                (address, name)
                for address, key, name in _rows(connection, "profiles")
                if erased(key or "", name) or any(erased(possible, None) for possible in keys_of(address))
            ]
            meant([(keys_of(address)[1], name) for address, name in pages])
            with _transaction(connection):
                for address, _ in pages:
                    _rows(connection, "forget", address=address)
                if pages:
                    _rows(connection, "forget_lists")
    except SourceError:
        _discard(path)


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
        if isinstance(exc, sqlite3.Error) and says_damaged(exc):
            raise _DamagedRecordError from exc
        why = exc.strerror if isinstance(exc, OSError) else exc
        raise SourceError(f"the file [directory.crawl] path cannot be used ({why}); correct it or its rights") from exc


def _connected(path: Path) -> sqlite3.Connection:
    with _of_record():
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return _prepared(path)
        except sqlite3.DatabaseError as exc:
            if not says_damaged(exc):
                raise
            _discard(path)
            return _prepared(path)


def _discard(path: Path) -> None:
    _log.warning("the record of the last crawl was damaged; a new one is begun, which reads every page again")
    with _of_record():
        discard(path)


def _prepared(path: Path) -> sqlite3.Connection:
    # The thread that crawls is another one than that which opens and closes; they take turns.
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA secure_delete = ON")  # what is forgotten is overwritten
        connection.executescript(_sql("schema"))
        ((found, *_), *_) = connection.execute("PRAGMA quick_check").fetchall()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
    except BaseException:
        connection.close()
        raise
    return connection


def _seal_of(content: str) -> int:
    return zlib.crc32(content.encode())


@cache
def _sql(name: str) -> str:
    return statement("teamlandkarte.etl.crawl", f"record_{name}")
