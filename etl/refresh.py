"""The refresh run: extract → validate → embed → build → audit → publish; it succeeds or fails as a whole."""

import errno
import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import duckdb

from teamlandkarte.etl.audit import audit
from teamlandkarte.etl.build import Content, build
from teamlandkarte.etl.content_hash import content_hash
from teamlandkarte.etl.embedders import open_bridge
from teamlandkarte.etl.extraction import extract
from teamlandkarte.etl.indexes import CountingEmbedder, PlannedIndex, embed, planned_indexes
from teamlandkarte.etl.lake import Lake
from teamlandkarte.etl.lock import refresh_lock
from teamlandkarte.etl.progress import Progress, Silence, TimedProgress
from teamlandkarte.etl.task_roles import TaskText, find_task_roles, task_texts
from teamlandkarte.etl.validation import validate
from teamlandkarte.etl.vocabulary import Vocabularies
from teamlandkarte.index.config import Config
from teamlandkarte.index.errors import DatasetError, RefreshError, TeamlandkarteError
from teamlandkarte.index.manifest import FileEntry, Manifest
from teamlandkarte.index.runs import RefreshRun, RunHistory
from teamlandkarte.index.snapshot import statement
from teamlandkarte.index.text import NORMALISATION_VERSION
from teamlandkarte.index.versions import Clock, DatasetVersions, Version, basic_iso, utc_now

_log = logging.getLogger(__name__)

_LIBRARIES = ("teamlandkarte", "duckdb", "faiss-cpu", "numpy", "onnxruntime")


def refresh(  # noqa: PLR0913 -- what a run needs, each named by the caller
    config: Config,
    lake: Lake,
    embedder: CountingEmbedder,
    *,
    bridge: CountingEmbedder | None = None,
    allow_empty: Collection[str] = (),
    clock: Clock = utc_now,
    progress: Progress | None = None,
) -> RefreshRun:
    """Make the current dataset version equal to the lake and return the recorded run.

    `bridge` is the local model beside a remote `embedder`, opened from the configuration unless given. `allow_empty`
    names the tables that may have become empty.

    Raises:
        RefreshLockedError: another refresh is running; nothing is recorded.
        TeamlandkarteError: the run failed and is recorded as failed; the old version is still current.
    """
    with refresh_lock(config.storage, clock):
        run = _Run(
            config,
            lake,
            embedder,
            bridge or open_bridge(config, clock),
            allow_empty=frozenset(allow_empty),
            clock=clock,
            progress=TimedProgress(progress or Silence(), clock),
            versions=DatasetVersions(config.storage, clock=clock),
            history=RunHistory(config.storage),
        )
        return run.recorded()


@dataclass(frozen=True)
class _Rows:
    """What the lake delivered, validated, in the scratch database."""

    scratch: Path
    source_rows: dict[str, int]
    vocabularies: Vocabularies
    planned: dict[str, PlannedIndex]
    content_hash: str
    texts: list[TaskText]


@dataclass(frozen=True)
class _Run:
    """One run, while the lock is held."""

    config: Config
    lake: Lake
    embedder: CountingEmbedder
    bridge: CountingEmbedder | None
    allow_empty: frozenset[str]
    clock: Clock
    progress: TimedProgress
    versions: DatasetVersions
    history: RunHistory

    def recorded(self) -> RefreshRun:
        """Execute the run and record how it ended."""
        now = self.clock()
        with _own_errors():
            self.versions.clean_up()  # first, since what a killed run left may be what fills the disk
            self.history.close_interrupted(now, self._current_manifest())
            run = RefreshRun(
                run_id=self.history.new_id(now),
                status="running",
                started_at=now,
                source=self.lake.name,
                sample=self.lake.sample,
            )
            self.history.record(run)
        try:
            with _own_errors():
                outcome = self._executed(run)
        except BaseException as exc:
            current = self._current_manifest()
            if current and current.refresh_run == run.run_id:  # interrupted when it had published already
                self._close(run, status="succeeded", dataset_version=current.dataset_version, counts=current.counts)
                raise
            ours = isinstance(exc, TeamlandkarteError | KeyboardInterrupt)
            _log.error("refresh run %s failed: %s", run.run_id, _reason(exc), exc_info=not ours)
            self._close(run, status="failed", reason=_reason(exc))
            raise
        return self._close(run, **outcome)

    def _executed(self, run: RefreshRun) -> dict[str, object]:
        """Do the work and return how the run ended, as fields of its record."""
        staged = self.versions.stage(run.run_id)
        rows = self._extracted(staged / "scratch.duckdb")
        previous = self._current()
        if previous and not previous.degraded and previous.manifest.content_hash == rows.content_hash:
            return {"status": "unchanged", "dataset_version": previous.id, "counts": previous.manifest.counts}
        folder = staged / "version"
        folder.mkdir()
        computed = self._computed()
        manifest = self._built(run, rows, folder, previous)
        embedded = self._computed() - computed
        self.progress.phase("audit", None)
        audit(folder, manifest)
        self.progress.phase("publish", None)
        published = self.versions.publish(folder, manifest)
        return {
            "status": "succeeded",
            "dataset_version": published.id,
            "counts": manifest.counts,
            "embedded": embedded,
        }

    def _extracted(self, path: Path) -> _Rows:
        with duckdb.connect(str(path)) as scratch:
            source_rows = extract(self.lake, scratch, self.progress)
            self.progress.phase("validate", None)
            validate(scratch)
            self._refuse_emptied(scratch)
            self.progress.phase("vocabulary", None)
            vocabularies = Vocabularies.of(scratch)
            if source_rows["competences"] and not len(vocabularies.competences):
                _log.warning("all %s competences of the lake have blank names", source_rows["competences"])
            planned = planned_indexes(vocabularies, self.embedder, self.bridge)
            entries = {name: index.entry for name, index in planned.items()}
            return _Rows(path, source_rows, vocabularies, planned, content_hash(scratch, entries), task_texts(scratch))

    def _refuse_emptied(self, scratch: duckdb.DuckDBPyConnection) -> None:
        """Refuse tables that lost all their rows: far more often a fault of the lake than the truth."""
        current = self._current_manifest()
        before = current.source_rows | current.counts if current else {}  # a snapshot has no table of partners
        kept = scratch.execute(statement("teamlandkarte.etl", "validated_counts")).fetchall()
        emptied = [table for table, rows in kept if not rows and before.get(table) and table not in self.allow_empty]
        if emptied:
            had = ", ".join(f"{table} ({before[table]} rows before)" for table in emptied)
            options = " ".join(f"--allow-empty {table}" for table in emptied)
            raise RefreshError(
                f"no valid row is left in {had}; look at the lake, or if that is right, run "
                f"`teamlandkarte refresh {options}`"
            )

    def _built(self, run: RefreshRun, rows: _Rows, folder: Path, previous: Version | None) -> Manifest:
        indexes = embed(rows.planned, self.progress)
        local_roles = "roles.local" if "roles.local" in indexes else "roles"
        roles = find_task_roles(rows.texts, rows.planned[local_roles], indexes[local_roles], self.progress)
        version_id = f"{basic_iso(run.started_at)}-{rows.content_hash[:8]}"
        own = run.model_copy(update={"status": "succeeded", "dataset_version": version_id})
        runs = [own if known.run_id == run.run_id else known for known in self.history.latest()]
        self.progress.phase("build", None)
        counts = build(rows.scratch, folder, Content(rows.vocabularies, indexes, roles, runs))
        return Manifest(
            dataset_version=version_id,
            content_hash=rows.content_hash,
            previous_content_hash=previous.manifest.content_hash if previous else None,
            created_at=run.started_at,
            refresh_run=run.run_id,
            source=self.lake.name,
            sample=self.lake.sample,
            provider=self.config.embedding.provider,
            normalisation_version=NORMALISATION_VERSION,
            indexes={name: index.entry for name, index in rows.planned.items()},
            counts=counts,
            source_rows=rows.source_rows,
            written_by={library: version(library) for library in _LIBRARIES},
            files={path.name: FileEntry.of(path) for path in sorted(folder.iterdir())},
        )

    def _computed(self) -> int:
        return self.embedder.computed + (self.bridge.computed if self.bridge else 0)

    def _current(self) -> Version | None:
        try:
            return self.versions.current()
        except DatasetError:
            return None

    def _current_manifest(self) -> Manifest | None:
        current = self._current()
        return current.manifest if current else None

    def _close(self, run: RefreshRun, **outcome: object) -> RefreshRun:
        """Record the end and clean up; whatever fails here changes nothing about how the run ended."""
        ended = run.model_copy(
            update={"finished_at": self.clock(), "phases": self.progress.phases(), **outcome},
        )
        # First room, then the record: a run that filled the disk could not write it otherwise.
        _best_effort("old dataset versions could not be cleaned up", self.versions.clean_up)
        _best_effort("the run could not be recorded", lambda: self.history.record(ended))
        return ended


def _best_effort(what: str, action: Callable[[], object]) -> None:
    try:
        action()
    except OSError as exc:
        _log.warning("%s: %s", what, exc.strerror)


@contextmanager
def _own_errors() -> Iterator[None]:
    """Turn what the disk and DuckDB report into an error of this product."""
    try:
        yield
    except OSError as exc:
        raise RefreshError(_disk(exc)) from exc
    except duckdb.Error as exc:
        _log.error("DuckDB reports: %s", exc)
        full = "no space left" in str(exc).lower()
        raise RefreshError(_DISK_FULL if full else f"DuckDB failed ({type(exc).__name__}); see the log") from exc


_DISK_FULL = "the disk of [storage] path is full; free some space and run the refresh again"


def _disk(exc: OSError) -> str:
    if exc.errno in {errno.ENOSPC, errno.EDQUOT}:
        return _DISK_FULL
    return f"[storage] path cannot be written ({exc.strerror}); correct it or its rights"


def _reason(exc: BaseException) -> str:
    if isinstance(exc, TeamlandkarteError):
        return str(exc)
    if isinstance(exc, KeyboardInterrupt):
        return "interrupted"
    return f"unexpected {type(exc).__name__}; see the log"
