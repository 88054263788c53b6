"""Who was erased: recognised by keyed hashes, so that the list itself names nobody."""

import datetime as dt
import hmac
import os
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol, get_args

from teamlandkarte.index.config import Storage
from teamlandkarte.index.disk import DRAFT_ENDING
from teamlandkarte.index.erasure_record import ERASURE_FILE, KEY_FILE, Entry, ErasureRecord, Kind, missing
from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.lake_ids import join_key
from teamlandkarte.index.profiles import stored_key
from teamlandkarte.index.runs import RunHistory
from teamlandkarte.index.text import folded

_KEY_BYTES = 32
_KEY_CHECK = "erasure list"
_KINDS: tuple[Kind, ...] = get_args(Kind)


class Whom(Protocol):
    """Tells who is meant."""

    def matches(self, capacity_id: str, owner: str | None) -> bool:
        """Return whether this capacity is one of theirs; `owner` is None where it is not known."""

    def matches_employee(self, profile_key: str, name: str | None) -> bool:
        """Return whether this entry of the directory is theirs; `name` is None where it is not known."""


@dataclass(frozen=True)
class Named:
    """People as somebody names them: ids are compared as the lake joins them, names in any case and form.

    A name is that of owners of capacities and of employees alike; `profile_keys` are entries of the directory.
    """

    capacity_ids: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    profile_keys: tuple[str, ...] = ()

    def matches(self, capacity_id: str, owner: str | None) -> bool:
        """Return whether this capacity, or its owner, is named."""
        return join_key(capacity_id) in self._keys or (owner is not None and folded(owner) in self._names)

    def matches_employee(self, profile_key: str, name: str | None) -> bool:
        """Return whether this entry of the directory, or its name, is named."""
        return stored_key(profile_key) in self._profile_keys or (name is not None and folded(name) in self._names)

    @cached_property
    def _keys(self) -> frozenset[str]:
        return frozenset(map(join_key, self.capacity_ids))

    @cached_property
    def _profile_keys(self) -> frozenset[str]:
        return frozenset(map(stored_key, self.profile_keys))

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(map(folded, self.owners))


class ErasureList:
    """Everybody who was erased from one `[storage] path`; only who holds the refresh lock extends it."""

    def __init__(self, storage: Storage) -> None:
        """Read the list and its key.

        Raises:
            DatasetError: one of them is missing or damaged, so that nobody knows who was erased.
        """
        self._path = storage.path
        self.record = ErasureRecord.read(storage.path)
        self._key = _read_key(storage.path)
        if not self.record.entries and _were_some_erased(storage):
            raise missing(f"{ERASURE_FILE} with its {KEY_FILE}")
        if self.record.entries and not hmac.compare_digest(self._digest(_KEY_CHECK), self.record.key_check):
            raise DatasetError(
                f"{KEY_FILE} in [storage] path is missing or not the one that {ERASURE_FILE} was written with, so that "
                "nobody knows who was erased; restore it from a backup"
            )
        self._digests: dict[Kind, frozenset[str]] = {
            kind: frozenset(entry.digest for entry in self.record.entries if entry.kind == kind) for kind in _KINDS
        }

    def __len__(self) -> int:
        return len(self.record.entries)

    def matches(self, capacity_id: str, owner: str | None) -> bool:
        """Return whether this capacity, or its owner, was erased."""
        return self._holds("capacity", capacity_id) or (owner is not None and self._holds("owner", owner))

    def matches_employee(self, profile_key: str, name: str | None) -> bool:
        """Return whether this entry of the directory, or somebody of its name, was erased."""
        return self._holds("employee", profile_key) or (name is not None and self._holds("owner", name))

    def add(self, people: Named, now: dt.datetime) -> None:
        """Add people in memory, which makes a key where there is none yet; `save` makes it last."""
        if not self._key:
            self.record.write(self._path)  # first, since a key without a list says that it is lost
            self._key = _new_key(self._path)
        self._extend("capacity", people.capacity_ids, now)
        self._extend("owner", people.owners, now)
        self._extend("employee", people.profile_keys, now)

    def save(self, withdrawn: Iterable[str], now: dt.datetime) -> None:
        """Write the list, and which versions are withdrawn from now on if they are not yet."""
        since = dict.fromkeys(withdrawn, now) | self.record.withdrawn
        self.record = self.record.model_copy(update={"withdrawn": dict(sorted(since.items()))})
        self.record.write(self._path)

    def _holds(self, kind: Kind, name: str) -> bool:
        digests = self._digests[kind]
        return bool(digests) and self._digest(_identity(kind, name)) in digests

    def _extend(self, kind: Kind, names: Iterable[str], now: dt.datetime) -> None:
        new = {self._digest(_identity(kind, name)) for name in names} - self._digests[kind]
        entries = tuple(Entry(kind=kind, digest=digest, erased_at=now) for digest in sorted(new))
        check = self._digest(_KEY_CHECK)
        self.record = self.record.model_copy(update={"key_check": check, "entries": self.record.entries + entries})
        self._digests[kind] |= new

    def _digest(self, text: str) -> str:
        return hmac.digest(self._key, text.encode(), "sha256").hex()


def _identity(kind: Kind, name: str) -> str:
    """Return what two spellings of one id or name have in common, apart from those of the other kind."""
    known_by: dict[Kind, Callable[[str], str]] = {"capacity": join_key, "owner": folded, "employee": stored_key}
    return f"{kind}\0{known_by[kind](name)}"


def _were_some_erased(storage: Storage) -> bool:
    """Return whether a run is recorded that wrote a list, so that an empty one is not the whole truth."""
    runs = RunHistory(storage).latest()
    return any(run.kind == "erasure" and run.status in {"succeeded", "unchanged"} for run in runs)


def _read_key(path: Path) -> bytes:
    """Return the key, nothing where there is none that is whole."""
    try:
        key = bytes.fromhex((path / KEY_FILE).read_text(encoding="ascii"))
    except (FileNotFoundError, ValueError):
        return b""
    except OSError as exc:
        raise DatasetError(f"{KEY_FILE} in [storage] path cannot be read ({exc.strerror}); correct its rights") from exc
    return key if len(key) == _KEY_BYTES else b""


def _new_key(path: Path) -> bytes:
    """Write a new key that only the owner of the file may read; whole or not at all."""
    key = secrets.token_bytes(_KEY_BYTES)
    draft = path / f"{KEY_FILE}{DRAFT_ENDING}"
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(key.hex() + "\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path / KEY_FILE)
    return key
