"""Rollback: an older dataset version becomes current again, as a run of its own."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from teamlandkarte.etl.directory.tables import published_entries
from teamlandkarte.etl.embedders import open_local
from teamlandkarte.etl.erased_rows import holds
from teamlandkarte.etl.lock import refresh_lock
from teamlandkarte.etl.progress import Silence, TimedProgress
from teamlandkarte.etl.recording import Recording, own_errors
from teamlandkarte.etl.republication import republish
from teamlandkarte.index.config import Config, Storage
from teamlandkarte.index.dataset import Dataset
from teamlandkarte.index.embedding import Embedder
from teamlandkarte.index.erasure import ErasureList
from teamlandkarte.index.errors import DatasetError, NoDatasetError, RequestError
from teamlandkarte.index.retention import Judgement, Retention
from teamlandkarte.index.runs import RefreshRun
from teamlandkarte.index.versions import Clock, DatasetVersions, Version, utc_now


def rollback(
    config: Config, wanted: str | None = None, *, encoder: Embedder | None = None, clock: Clock = utc_now
) -> RefreshRun:
    """Make the wanted version current again, or else the newest intact one before the current; return the recorded run.

    A version that holds somebody who was erased since is published again without them; `encoder` is the local model
    that this may need, opened from the configuration unless given.

    Raises:
        RefreshLockedError: a refresh is running; nothing is recorded.
        NoDatasetError: nothing has been published yet.
        NotFoundError: the wanted version does not exist.
        RequestError: the wanted version is current already.
        DatasetError: the wanted version is damaged, or no older one is intact; the message names the possible ones.
    """
    with refresh_lock(config.storage, clock):
        progress = TimedProgress(Silence(), clock)
        recording = Recording(config.storage, clock, progress)
        current = recording.versions.current_id()
        target = _target(recording.versions, wanted)
        manifest = recording.versions.verify(target)
        begun = {
            "kind": "rollback",
            "source": manifest.source,
            "sample": manifest.sample,
            "dataset_version": target,  # so that a run that is killed can be told from one that got so far
            "reason": f"rolled back from {current or 'no version'}",
        }
        encoder = encoder or open_local(config, clock)
        work = _Rollback(target, recording, progress, ErasureList(config.storage), encoder, config.refresh.memory_mb)
        return recording.run(begun, work.done, keep=[target])


def prune(storage: Storage, *, clock: Clock = utc_now) -> list[Judgement]:
    """Delete the dataset versions that `[storage]` does not keep, and return them.

    Raises:
        RefreshLockedError: a refresh is running.
        RefreshError: the storage folder cannot be written.
    """
    with refresh_lock(storage, clock), own_errors():
        return Retention(storage, DatasetVersions(storage), clock).clean_up()


@dataclass(frozen=True)
class _Rollback:
    """The work of one run, while the lock is held."""

    target: str
    recording: Recording
    progress: TimedProgress
    erased: ErasureList
    encoder: Embedder
    memory_mb: int

    def done(self, run: RefreshRun) -> dict[str, object]:
        """Do the work and return how the run ended, as fields of its record."""
        version = self._current_again(run)
        return {
            "status": "succeeded",
            "dataset_version": version.id,
            "counts": version.manifest.counts,
            "reason": run.reason,
        }

    def _current_again(self, run: RefreshRun) -> Version:
        versions = self.recording.versions
        older = Version(versions.folder(self.target), versions.verify(self.target))
        withdrawn = self.target in self.erased.record.withdrawn  # nobody would be served what is named so
        if not withdrawn and not (self.erased and holds(older.folder, self.erased)):
            if older.manifest.directory:  # first, so that no client holds one that is not known
                with closing(Dataset(older)) as dataset:
                    self.recording.known.record(older.manifest.directory.hash, published_entries(dataset.snapshot))
            return versions.make_current(self.target)
        return republish(
            older,
            run,
            self.recording,
            erased=self.erased,
            encoder=self.encoder,
            memory_mb=self.memory_mb,
            progress=self.progress,
        )


def _target(versions: DatasetVersions, wanted: str | None) -> str:
    """Return the id of the version to go back to, intact."""
    current, ids = versions.current_id(), versions.ids()
    if not ids:
        raise NoDatasetError("no dataset version has been published yet; run `teamlandkarte refresh`")
    if wanted is None:
        older = [version for version in ids if version < current] if current in ids else ids
        same = []
        for version in (version for version in older if _is_intact(versions, version)):
            if not _has_same_data(versions, version, current):
                return version
            same.append(version)
        raise DatasetError(_why_none(versions, older, same))
    version = versions.named(wanted)
    if version == current:
        raise RequestError(f"dataset version {version} is current already; possible are: {_possible(versions)}")
    try:
        versions.verify(version)
    except DatasetError as exc:
        raise DatasetError(f"{exc}; possible are: {_possible(versions)}") from exc
    return version


def _why_none(versions: DatasetVersions, older: Sequence[str], same: Sequence[str]) -> str:
    """Return why none of the older versions is one to go back to; the intact ones, `same`, have the current data."""
    possible = _possible(versions)
    if same:
        return f"what is intact and older has the same data, apart from who was erased since: {', '.join(same)}"
    if older:
        return f"no older dataset version is intact; possible are: {possible}"
    newer = f"; newer are: {possible}" if possible != "none" else ""
    return f"there is no dataset version older than {versions.current_id()}{newer}"


def _possible(versions: DatasetVersions) -> str:
    current = versions.current_id()
    return ", ".join(id_ for id_ in versions.ids() if id_ != current and _is_intact(versions, id_)) or "none"


def _has_same_data(versions: DatasetVersions, version: str, current: str | None) -> bool:
    """Return whether the current version is this one, without who was erased since: then nothing would change."""
    try:
        return current is not None and versions.verify(current).created_at == versions.verify(version).created_at
    except DatasetError:
        return False


def _is_intact(versions: DatasetVersions, version: str) -> bool:
    try:
        versions.verify(version)
    except DatasetError:
        return False
    return True
