"""The dataset versions on disk: stage one, publish it, find the current one, make another one current, discard one.

Publishing is the commit point. Everything before it happens in a staging folder that nobody reads; everything after
it may fail without consequence. Only who holds the refresh lock changes anything. Which versions are kept, and for
how long, is `retention`.
"""

import datetime as dt
import logging
import re
import shutil
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from teamlandkarte.index.config import Storage
from teamlandkarte.index.disk import clear_drafts, names_in, replace, sync, sync_folder
from teamlandkarte.index.erasure_record import ErasureRecord
from teamlandkarte.index.errors import DatasetError, NoDatasetError, NotFoundError
from teamlandkarte.index.manifest import MANIFEST_FILE, Manifest

_log = logging.getLogger(__name__)

_ID = re.compile(r"\d{8}T\d{6}Z-[0-9a-f]{8}")  # sorts by time
_CURRENT_FILE = "CURRENT"
_PUBLISHING_FILE = "PUBLISHING"  # the id of the version that is becoming current at this very moment

Clock = Callable[[], dt.datetime]


def utc_now() -> dt.datetime:
    """Return the present moment in UTC."""
    return dt.datetime.now(dt.UTC)


def basic_iso(moment: dt.datetime) -> str:
    """Return a moment as basic ISO 8601 in UTC, to the second: it sorts by time and is a file name everywhere."""
    return moment.astimezone(dt.UTC).strftime("%Y%m%dT%H%M%SZ")


@dataclass(frozen=True)
class Version:
    """One verified dataset version; `degraded` says why it is served instead of the current one, None if it is it."""

    folder: Path
    manifest: Manifest
    degraded: str | None = None

    @property
    def id(self) -> str:
        """The dataset version's id."""
        return self.manifest.dataset_version


class DatasetVersions:
    """The dataset versions of one `[storage] path`."""

    def __init__(self, storage: Storage) -> None:
        self._path = storage.path
        self._versions = storage.path / "versions"
        self._staging = storage.path / "staging"
        self._hashed: set[str] = set()  # versions whose contents this process has compared with their manifest
        self._lock = threading.Lock()

    def ids(self) -> list[str]:
        """Return the ids of all versions on disk, newest first.

        Raises:
            DatasetError: the folder cannot be read.
        """
        return sorted((name for name in names_in(self._versions) if _ID.fullmatch(name)), reverse=True)

    def current_id(self) -> str | None:
        """Return what CURRENT names, intact or not; None where nothing has been published. Costs one small read.

        It is empty where CURRENT holds anything else than an id, as after an edit by hand.
        """
        named = self._named_in(_CURRENT_FILE)
        return named if named is None or _ID.fullmatch(named) else ""

    def named(self, word: str) -> str:
        """Return the id that a person means: an id, `current` or `previous`, the newest one before the current.

        Raises:
            NotFoundError: there is no such version; the message names those that there are.
        """
        ids = self.ids()
        current = self.current_id() or ""
        meant = {"current": current, "previous": max((known for known in ids if known < current), default="")}
        version = meant.get(word, word)
        if version not in ids:
            if word == "previous" and ids == [current]:
                raise NotFoundError(
                    f"there is only one dataset version, {current}; the next refresh of changed data makes a second"
                )
            known = ", ".join(ids) or "none"
            raise NotFoundError(f'there is no dataset version "{word}"; there are: {known}')
        return version

    def current(self) -> Version:
        """Return the current version, or the newest intact older one with `degraded` set.

        Whatever CURRENT names, what was withdrawn after an erasure is never returned, nor what a killed run left
        unpublished.

        Raises:
            NoDatasetError: nothing has been published yet.
            DatasetError: no version on disk is intact, or none may be read, or all hold somebody who was erased.
        """
        named, unfinished = self.current_id(), self._named_in(_PUBLISHING_FILE)
        ids = [version for version in self.ids() if version != unfinished]
        if named is None and not ids:
            raise NoDatasetError("no dataset version has been published yet; run `teamlandkarte refresh`")
        withdrawn = self.withdrawn
        reason = "CURRENT names no dataset version"
        if named:
            try:
                if named not in withdrawn:
                    return Version(self._versions / named, self.verify(named))
                reason = _withdrawn(named)
            except DatasetError as exc:
                reason = str(exc)
            # Ids sort by the clock, which may have been set back since: what is older is asked first, then the rest.
            ids = [version for version in ids if version < named] + [version for version in ids if version > named]
        for stand_in in self._intact(ids, reason):
            return stand_in
        again = ", or the same erasure again" if named in withdrawn else ""
        raise DatasetError(f"{reason}, and no older version can stand in; run `teamlandkarte refresh`{again}")

    def older(self, version: str) -> Iterator[Version]:
        """Yield the intact versions before one, newest first; raises DatasetError as `ids` and `withdrawn` do."""
        return self._intact((known for known in self.ids() if known < version), f"it stands in for {version}")

    def _intact(self, versions: Iterable[str], degraded: str) -> Iterator[Version]:
        withdrawn = self.withdrawn  # each holds somebody who was erased
        for version in (known for known in versions if known not in withdrawn):
            try:
                manifest = self.verify(version)
            except DatasetError as exc:
                _log.warning("%s", exc)
                continue
            yield Version(self._versions / version, manifest, degraded)

    def predecessor(self) -> Version:
        """Return what the next version goes on from: the current one, or one withdrawn that is still named as such.

        Only for who publishes without the erased; a withdrawn one has `degraded` set.

        Raises:
            NoDatasetError: nothing has been published yet.
            DatasetError: no version on disk is intact, or nobody knows who was erased.
        """
        named = self.current_id()
        if named is not None and named in self.withdrawn:
            with suppress(DatasetError):
                return Version(self._versions / named, self.verify(named), degraded=_withdrawn(named))
        return self.current()

    @property
    def withdrawn(self) -> Collection[str]:
        """The versions that are not served any more, since they hold somebody who was erased.

        Raises:
            DatasetError: nobody knows who was erased.
        """
        return ErasureRecord.read(self._path).withdrawn

    def verify(self, version: str) -> Manifest:
        """Return a version's manifest after comparing its files with it: sizes always, contents once per process.

        Raises:
            DatasetError: the version cannot be used; the message names the file.
        """
        folder = self._versions / version
        manifest = Manifest.read(folder)
        with self._lock:
            manifest.check(folder, hashes=version not in self._hashed)
            self._hashed.add(version)
        return manifest

    def faults(self, version: str) -> list[DatasetError]:
        """Return an error for each file of a version that differs from its manifest, every content compared anew."""
        folder = self.folder(version)
        try:
            return list(Manifest.read(folder).faults(folder, hashes=True))
        except DatasetError as exc:
            return [exc]

    def stage(self, run_id: str) -> Path:
        """Return a new empty folder to build in; it lies on the same file system as the versions."""
        folder = self._staging / run_id
        folder.mkdir(parents=True)
        return folder

    def publish(self, folder: Path, manifest: Manifest) -> Version:
        """Make a built folder, whose files have been compared with the manifest, the current version.

        A crash at any moment leaves the old version current, and so does a failure.
        """
        target = self._versions / manifest.dataset_version
        if target.exists():
            raise DatasetError(f"dataset version {target.name} exists already; start the refresh again")
        manifest.write(folder)
        for name in (*manifest.files, MANIFEST_FILE):
            sync(folder / name)
        sync_folder(folder)
        self._versions.mkdir(parents=True, exist_ok=True)
        # Whoever finds this and another version current knows that the new one has never been.
        replace(self._path / _PUBLISHING_FILE, target.name + "\n")
        folder.rename(target)
        sync_folder(self._versions)
        try:
            replace(self._path / _CURRENT_FILE, target.name + "\n")
        except OSError:
            shutil.rmtree(target, ignore_errors=True)  # nobody has seen it, and a full disk needs the room
            self._end_publishing()
            raise
        self._end_publishing()
        self._hashed.add(target.name)
        return Version(target, manifest)

    def make_current(self, version: str) -> Version:
        """Make an older version current again, after comparing every file of it with its manifest.

        Raises:
            DatasetError: it cannot be used; what was current still is.
        """
        self._hashed.discard(version)
        again = Version(self.folder(version), self.verify(version))
        replace(self._path / _CURRENT_FILE, version + "\n")
        return again

    def folder(self, version: str) -> Path:
        """Return the folder of a version."""
        return self._versions / version

    def clear_litter(self) -> None:
        """Delete what a killed run left: its staging folder, drafts, a version that it did not get to make current."""
        shutil.rmtree(self._staging, ignore_errors=True)
        clear_drafts(self._path)
        unfinished = self._named_in(_PUBLISHING_FILE)
        if unfinished not in self.ids() or unfinished == self.current_id() or self.discard(unfinished):
            self._end_publishing()

    def discard(self, version: str) -> bool:
        """Move a version out of the way, so that a crash leaves no half of it, then delete it; return whether it went.

        Some systems refuse that while a program has it open.
        """
        self._staging.mkdir(parents=True, exist_ok=True)
        try:
            moved = self.folder(version).rename(self._staging / version)
        except OSError:
            _log.warning("dataset version %s is still in use; the next refresh deletes it", version)
            return False
        shutil.rmtree(moved, ignore_errors=True)
        with suppress(OSError):
            self._staging.rmdir()
        return True

    def served(self) -> set[str | None]:
        """Return what answers now: what CURRENT names, and what stands in for it where that is damaged."""
        try:
            return {self.current_id(), self.current().id}
        except DatasetError:
            return {self.current_id()}

    def _named_in(self, file: str) -> str | None:
        try:
            return (self._path / file).read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError):
            return ""

    def _end_publishing(self) -> None:
        with suppress(OSError):
            (self._path / _PUBLISHING_FILE).unlink(missing_ok=True)


def _withdrawn(version: str) -> str:
    return f"dataset version {version} holds somebody who was erased, and none without them is published yet"
