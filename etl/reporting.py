"""What follows a refresh run, whoever started it: metrics for the monitor, and a notice if it failed."""

import datetime as dt
import logging
from collections.abc import Callable
from pathlib import Path

from teamlandkarte.etl.metrics import Metrics
from teamlandkarte.etl.notice import notify
from teamlandkarte.index.config import Config
from teamlandkarte.index.errors import DatasetError, RefreshLockedError, TeamlandkarteError
from teamlandkarte.index.runs import INTERRUPTED, RefreshRun, RunHistory
from teamlandkarte.index.versions import Clock, DatasetVersions, Version, basic_iso

_log = logging.getLogger(__name__)


def reported(config: Config, refresh: Callable[[], RefreshRun], clock: Clock) -> RefreshRun:
    """Run a refresh, report how it ended and pass on what it returns or raises.

    A refresh that found another one running was no run, and nothing is reported. One that failed before it could be
    recorded is.
    """
    began = clock()
    try:
        run = refresh()
    except RefreshLockedError:
        raise
    except BaseException as exc:
        _report(config, _ended_by(exc, config, began, clock()), clock)
        raise
    _report(config, run, clock)
    return run


def _report(config: Config, run: RefreshRun, clock: Clock) -> None:
    if config.metrics.path:
        metrics = Metrics(_ended(config, run), _current(config), clock())
        try:
            metrics.write(Path(config.metrics.path))
        except OSError as exc:
            _log.error("the metrics could not be written (%s); check [metrics] path and its rights", exc.strerror)
    if run.status == "failed":
        notify(config.notify, run)


def _ended_by(exc: BaseException, config: Config, began: dt.datetime, ended: dt.datetime) -> RefreshRun:
    """Return the record of the run that an error ended, or what it would hold if there is none.

    A run that was interrupted when it had published already has succeeded. What lies ahead was recorded by a clock that
    has been corrected since.
    """
    for run in _history(config):
        if run.kind == "refresh" and run.status != "running" and began <= run.started_at <= ended:
            return run
    reason = str(exc) if isinstance(exc, TeamlandkarteError) else f"unexpected {type(exc).__name__}; see the log"
    return RefreshRun(
        run_id=basic_iso(began),
        status="failed",
        started_at=began,
        finished_at=ended,
        source=config.database.backend,
        reason=INTERRUPTED if isinstance(exc, KeyboardInterrupt) else reason,
    )


def _ended(config: Config, run: RefreshRun) -> list[RefreshRun]:
    """Return the refresh runs that ended, newest first; `run` is the first, recorded or not."""
    before = [known for known in _history(config) if known.kind == "refresh" and known.status != "running"]
    return [run, *(known for known in before if known.run_id != run.run_id)]


def _history(config: Config) -> list[RefreshRun]:
    try:
        return RunHistory(config.storage).latest()
    except DatasetError:
        return []


def _current(config: Config) -> Version | None:
    try:
        return DatasetVersions(config.storage).current()
    except DatasetError:
        return None
