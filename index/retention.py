"""Which dataset versions are kept, and why: the one rule, its notes on disk, and the deletion of the others.

A version goes when it is not served, not pinned, was replaced longer ago than `grace_hours` and `keep_days`, and is not
among the newest `keep_versions`. A withdrawn one, which holds somebody who was erased, goes much sooner, pinned or not.
"""

import datetime as dt
import json
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass

from teamlandkarte.index.config import Storage
from teamlandkarte.index.counting import counted
from teamlandkarte.index.disk import names_in, not_written, replace
from teamlandkarte.index.erasure_record import ErasureRecord
from teamlandkarte.index.errors import DatasetError, NotFoundError, RequestError
from teamlandkarte.index.versions import Clock, DatasetVersions

_REPLACED_FILE = "retired.json"  # when each version was first seen not to be current
_PINS = "pins"  # a folder with one empty file per pinned version, so that two people can pin at once


@dataclass(frozen=True)
class Judgement:
    """What becomes of one version: `kept_because` says why it stays, None where it goes; `size` is in bytes."""

    version: str
    kept_because: str | None
    size: int


class Retention:
    """The rule for the versions of one `[storage] path`."""

    def __init__(self, storage: Storage, versions: DatasetVersions, clock: Clock) -> None:
        self._storage = storage
        self._versions = versions
        self._clock = clock
        self._pins = storage.path / _PINS

    def judged(self) -> list[Judgement]:
        """Return what becomes of every version on disk, newest first; nothing is changed.

        Raises:
            DatasetError: the folder cannot be read.
        """
        now, replaced = self._clock(), self._replaced()
        served, pinned = self._versions.served(), self.pinned()
        ids = self._versions.ids()
        newest = ids[: self._storage.keep_versions]
        erasures = ErasureRecord.read(self._storage.path)
        judgements = []
        for version in ids:
            if version in served:
                reason: str | None = "current" if version == self._versions.current_id() else "serves for the current"
            elif erasures.must_go(version, replaced.get(version, now), now, self._storage):
                reason = None
            elif version in pinned:
                reason = "pinned"
            elif version in newest:
                reason = f"among the newest {self._storage.keep_versions}"
            else:
                reason = self._lately_current(now - replaced.get(version, now))
            judgements.append(Judgement(version, reason, self._size(version)))
        return judgements

    def clean_up(self, keep: Collection[str] = ()) -> list[Judgement]:
        """Delete litter and the versions that the rule does not keep, except those of `keep`; return what went.

        Only for who holds the refresh lock. What cannot be deleted now is left for the next time. Room is made before
        anything is written, so that a full disk does not stay full.
        """
        self._versions.clear_litter()
        try:
            self._versions.predecessor()
            ErasureRecord.read(self._storage.path)
        except DatasetError:
            return []  # with nothing to go on from, nothing is worth deleting either; nor is it clear who was erased
        judgements = self.judged()
        gone = [
            judged
            for judged in judgements
            if judged.kept_because is None and judged.version not in keep and self._discarded(judged.version)
        ]
        now, replaced = self._clock(), self._replaced()
        left = set(self._versions.ids()) - self._versions.served()
        notes = {version: replaced.get(version, now).isoformat() for version in sorted(left)}
        replace(self._storage.path / _REPLACED_FILE, json.dumps(notes, indent=2) + "\n")
        return gone

    def pinned(self) -> list[str]:
        """Return the ids of the pinned versions, newest first."""
        return sorted((version for version in self._versions.ids() if (self._pins / version).exists()), reverse=True)

    def pin(self, version: str) -> None:
        """Keep a version until it is unpinned.

        Raises:
            NotFoundError: there is no such version.
            RequestError: it is withdrawn, so that no pin keeps it.
            DatasetError: the pin cannot be written.
        """
        self._versions.named(version)
        if version in self._versions.withdrawn:
            raise RequestError(
                f"dataset version {version} holds somebody who was erased, so it is deleted within [storage] "
                f"erasure_days ({self._storage.erasure_days}), pinned or not; pin another one"
            )
        try:
            self._pins.mkdir(parents=True, exist_ok=True)
            (self._pins / version).touch()
        except OSError as exc:
            raise DatasetError(not_written(exc)) from exc
        self._versions.named(version)  # it may have been deleted before the pin was there

    def unpin(self, version: str) -> None:
        """Leave a version to the rule again.

        Raises:
            NotFoundError: it is not pinned.
            DatasetError: the pin cannot be deleted.
        """
        pins = names_in(self._pins)
        if version not in pins:
            raise NotFoundError(f'dataset version "{version}" is not pinned; pinned are: {", ".join(pins) or "none"}')
        try:
            (self._pins / version).unlink(missing_ok=True)
        except OSError as exc:
            raise DatasetError(not_written(exc)) from exc

    def _discarded(self, version: str) -> bool:
        if version in self.pinned() and version not in self._versions.withdrawn:  # a moment ago
            return False
        return self._versions.discard(version)

    def _lately_current(self, ago: dt.timedelta) -> str | None:
        """Say why a version stays that ceased to be current so long ago."""
        if ago < dt.timedelta(hours=self._storage.grace_hours):
            return f"was current within {counted(self._storage.grace_hours, 'hour')}"
        if ago < dt.timedelta(days=self._storage.keep_days):
            return f"was current within {counted(self._storage.keep_days, 'day')}"
        return None

    def _replaced(self) -> dict[str, dt.datetime]:
        """Read since when versions are not current; what cannot be read begins anew.

        No later than now: the clock may have been ahead when a version was noted.
        """
        now = self._clock()
        try:
            document = json.loads((self._storage.path / _REPLACED_FILE).read_text(encoding="utf-8"))
            noted = {
                version: dt.datetime.fromisoformat(since).astimezone(dt.UTC) for version, since in document.items()
            }
        except (OSError, ValueError, AttributeError, TypeError):
            return {}
        return {version: min(since, now) for version, since in noted.items()}

    def _size(self, version: str) -> int:
        size = 0
        for name in names_in(self._versions.folder(version)):
            with suppress(OSError):
                size += (self._versions.folder(version) / name).stat().st_size
        return size
