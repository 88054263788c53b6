"""A run as the history keeps it: begun, ended one way or the other, and never left open."""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager

import duckdb

from teamlandkarte.etl.progress import TimedProgress
from teamlandkarte.index.checks import Check, require
from teamlandkarte.index.config import Storage
from teamlandkarte.index.disk import no_room, not_written
from teamlandkarte.index.errors import DatasetError, RefreshError, TeamlandkarteError
from teamlandkarte.index.interruption import interruptible
from teamlandkarte.index.known_versions import KnownVersions
from teamlandkarte.index.manifest import Manifest
from teamlandkarte.index.retention import Retention
from teamlandkarte.index.runs import INTERRUPTED, RefreshRun, RunHistory
from teamlandkarte.index.versions import Clock, DatasetVersions, Version

_log = logging.getLogger(__name__)

Work = Callable[[RefreshRun], dict[str, object]]


class Recording:
    """Executes and records the runs of one `[storage] path`; only for who holds the refresh lock."""

    def __init__(self, storage: Storage, clock: Clock, progress: TimedProgress) -> None:
        self.clock = clock
        self._progress = progress
        self._checks: list[Check] = []
        self.versions = DatasetVersions(storage)
        self._retention = Retention(storage, self.versions, clock)
        self.history = RunHistory(storage)
        self.known = KnownVersions(storage)

    def run(self, begun: dict[str, object], work: Work, *, keep: Collection[str] = ()) -> RefreshRun:
        """Record a run with the fields of `begun`, do its work, and record how it ended: as the fields `work` returns.

        Old versions are cleaned up before and after, except those of `keep`, which the work needs.

        Raises:
            TeamlandkarteError: the work failed, and the run is recorded as failed.
        """
        now = self.clock()
        with own_errors():
            self._retention.clean_up(keep)  # first, since what a killed run left may be what fills the disk
            self.history.close_interrupted(now, self._current_manifest())
            fields = {"run_id": self.history.new_id(now), "status": "running", "started_at": now, **begun}
            run = RefreshRun.model_validate(fields)
            self.history.record(run)
        try:
            with own_errors():
                outcome = work(run)
        except BaseException as exc:
            current = self._current_manifest()
            if current and run.made(current):  # interrupted when it had published already
                self._close(run, status="succeeded", dataset_version=current.dataset_version, counts=current.counts)
                raise
            ours = isinstance(exc, TeamlandkarteError | KeyboardInterrupt)
            _log.error("refresh run %s failed: %s", run.run_id, _reason(exc), exc_info=not ours)
            self._close(run, status="failed", reason=_reason(exc), dataset_version=None)
            if isinstance(exc, TeamlandkarteError):
                exc.refresh_run = run.run_id
            raise
        return self._close(run, **outcome)

    def require(self, checks: Iterable[Check]) -> None:
        """Keep checks for the run's record; raises GateError with every one that stops the run."""
        made = list(checks)
        self._checks += made
        require(made)

    @property
    def checks(self) -> tuple[Check, ...]:
        """What has been checked so far."""
        return tuple(self._checks)

    @property
    def checked(self) -> dict[str, object]:
        """What has been checked so far and what a person let pass, as fields of the run's record."""
        overrides = tuple(dict.fromkeys(check.override for check in self._checks if check.override))
        return {"checks": self.checks, "overrides": overrides}

    def current(self) -> Version | None:
        """Return the version that a run goes on from, None where there is none or none is intact."""
        try:
            return self.versions.predecessor()
        except DatasetError:
            return None

    def _current_manifest(self) -> Manifest | None:
        current = self.current()
        return current.manifest if current and not current.degraded else None

    def _close(self, run: RefreshRun, **outcome: object) -> RefreshRun:
        """Record the end and clean up; whatever fails here changes nothing about how the run ended."""
        measured = {"finished_at": self.clock(), "phases": self._progress.phases()}
        ended = run.model_copy(update=measured | self.checked | outcome)
        # First room, then the record: a run that filled the disk could not write it otherwise.
        _best_effort("old dataset versions could not be cleaned up", self._retention.clean_up)
        _best_effort("the run could not be recorded", lambda: self.history.record(ended))
        return ended


def _best_effort(what: str, action: Callable[[], object]) -> None:
    try:
        action()
    except (OSError, DatasetError) as exc:
        _log.warning("%s: %s", what, exc.strerror if isinstance(exc, OSError) else exc)


@contextmanager
def own_errors() -> Iterator[None]:
    """Turn what the disk and DuckDB report into an error of this product; raises RefreshError."""
    try:
        with interruptible():
            yield
    except OSError as exc:
        raise RefreshError(not_written(exc)) from exc
    except duckdb.Error as exc:
        _log.error("DuckDB reports: %s", exc)
        raise RefreshError(in_our_words(exc)) from exc


def in_our_words(exc: duckdb.Error) -> str:
    """Return what DuckDB reports as a message that says what to do."""
    if told := no_room(exc):
        return told
    if isinstance(exc, duckdb.OutOfMemoryException):
        return "[refresh] memory_mb is too little for this lake; raise it and run the refresh again"
    return f"DuckDB failed ({type(exc).__name__}); see the log"


def _reason(exc: BaseException) -> str:
    if isinstance(exc, TeamlandkarteError):
        return str(exc)
    if isinstance(exc, KeyboardInterrupt):
        return INTERRUPTED
    return f"unexpected {type(exc).__name__}; see the log"
