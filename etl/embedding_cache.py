"""The embedding cache: vectors that were computed or paid for already, in a SQLite file that runs share.

The cache saves work and is never needed: a file that cannot be used is set aside or left alone, with a warning.
"""

import datetime as dt
import hashlib
import json
import logging
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.snapshot import statement
from teamlandkarte.index.sqlite_files import discard_journals, primary_code
from teamlandkarte.index.text import clean

_log = logging.getLogger(__name__)

_Result = TypeVar("_Result")
_PACKAGE = "teamlandkarte.etl"
_BUSY_SECONDS = 30.0  # a concurrent run writes one batch at a time, which takes far less
_STORED = np.dtype("<f4")
_LENGTH_TOLERANCE = 1e-3  # float32 and the grid of the local model stay far below
_DAMAGED = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB))


def cache_key(model: str, dimensions: int, text: str) -> str:
    """Return the SHA-256 of `model|dimensions|normalised text in lower case` as hexadecimal digits."""
    return hashlib.sha256(f"{model}|{dimensions}|{clean(text).lower()}".encode()).hexdigest()


class EmbeddingCache:
    """Vectors by model, dimensions and text; entries expire after `ttl_days`."""

    def __init__(self, path: Path, ttl_days: int, clock: Callable[[], dt.datetime]) -> None:
        self._path = path
        self._ttl = dt.timedelta(days=ttl_days)
        self._clock = clock
        self._usable = True
        self._prepared = False

    def find(self, model: str, dimensions: int, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Return the vectors of those texts that are cached under exactly this spelling."""
        wanted = {cache_key(model, dimensions, text): text for text in texts}
        parameters = {"keys": json.dumps(list(wanted)), "not_before": self._not_before()}

        def find(connection: sqlite3.Connection) -> list[tuple[str, str, bytes]]:
            return connection.execute(statement(_PACKAGE, "cache_find"), parameters).fetchall()

        nothing: list[tuple[str, str, bytes]] = []
        same = {text: blob for key, text, blob in self._with_file(find, nothing) if wanted[key] == text}
        vectors = ((text, _vector(blob, dimensions)) for text, blob in same.items())
        return {text: vector for text, vector in vectors if vector is not None}

    def store(self, model: str, dimensions: int, vectors: Mapping[str, NDArray[np.float32]]) -> None:
        """Store unit vectors by text: all of them or, when the file cannot be written, none."""
        entry = {"model": model, "dimensions": dimensions, "created_at": self._clock().timestamp()}
        rows = [
            entry
            | {
                "key": cache_key(model, dimensions, text),
                "text": text,
                "vector": vector.astype(_STORED).tobytes(),
            }
            for text, vector in vectors.items()
        ]

        def store(connection: sqlite3.Connection) -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(statement(_PACKAGE, "cache_store"), rows)
            connection.execute("COMMIT")

        self._with_file(store, None)

    def expire(self) -> None:
        """Forget the entries, and delete the damaged files, that are older than `ttl_days`."""

        def expire(connection: sqlite3.Connection) -> None:
            connection.execute(statement(_PACKAGE, "cache_expire"), {"not_before": self._not_before()})
            self._delete_set_aside(self._clock() - self._ttl)

        self._with_file(expire, None)

    def forget(self, is_meant: Callable[[str], bool]) -> None:
        """Forget the texts that are meant, so that no byte of them is left in the file; damaged files go whole."""

        def forget(connection: sqlite3.Connection) -> None:
            texts = connection.execute(statement(_PACKAGE, "cache_texts")).fetchall()
            keys = [key for key, text in texts if is_meant(text)]
            connection.execute(statement(_PACKAGE, "cache_forget"), {"keys": json.dumps(keys)})
            self._delete_set_aside(self._clock())

        if self._path.exists() or self._set_aside_files():
            self._with_file(forget, None)

    def _not_before(self) -> float:
        return (self._clock() - self._ttl).timestamp()

    def _with_file(self, action: Callable[[sqlite3.Connection], _Result], otherwise: _Result) -> _Result:
        """Return what the action does with the opened file, `otherwise` when the file cannot be used."""
        if not self._usable:
            return otherwise
        try:
            try:
                return self._opened(action)
            except sqlite3.DatabaseError as exc:
                if primary_code(exc) not in _DAMAGED:
                    raise
                self._set_aside()
                return self._opened(action)
        except (sqlite3.Error, OSError) as exc:
            busy = primary_code(exc) == sqlite3.SQLITE_BUSY
            self._usable = busy
            when, why = "this time" if busy else "in this run", exc.strerror if isinstance(exc, OSError) else exc
            _log.warning("the embedding cache is not used %s (%s); look at [embedding_cache] path", when, why)
            return otherwise

    def _opened(self, action: Callable[[sqlite3.Connection], _Result]) -> _Result:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._path, timeout=_BUSY_SECONDS, isolation_level=None)) as connection:
            connection.execute("PRAGMA secure_delete = ON")  # what is forgotten is overwritten
            if not self._prepared:
                connection.execute(statement(_PACKAGE, "cache_schema"))
                self._prepared = True
            return action(connection)

    def _set_aside(self) -> None:
        """Keep a damaged file for whoever wants to look at it, and make room for a new one."""
        self._prepared = False
        aside = self._path.with_name(self._set_aside_name(self._clock()))
        self._path.replace(aside)
        discard_journals(self._path)
        _log.warning("The embedding cache was damaged; it is kept as %s and a new one is begun", aside.name)

    def _set_aside_name(self, moment: dt.datetime) -> str:
        return f"{self._path.name}.damaged-{moment:%Y%m%dT%H%M%S}"

    def _set_aside_files(self) -> list[Path]:
        return [path for path in self._path.parent.glob("*") if path.name.startswith(f"{self._path.name}.damaged-")]

    def _delete_set_aside(self, until: dt.datetime) -> None:
        for path in self._set_aside_files():
            if path.name <= self._set_aside_name(until):
                path.unlink()


def _vector(blob: bytes, dimensions: int) -> NDArray[np.float32] | None:
    """Return a stored vector, None when it is not the unit vector that was stored."""
    if len(blob) != dimensions * _STORED.itemsize:
        return None
    vector = np.frombuffer(blob, _STORED).astype(np.float32)
    length = float(np.linalg.norm(vector))
    return vector if abs(length - 1.0) < _LENGTH_TOLERANCE else None
