"""The history of refresh runs: one JSON file per run, failed ones too."""

import datetime as dt
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from teamlandkarte.index.checks import Check
from teamlandkarte.index.config import Storage
from teamlandkarte.index.disk import clear_drafts, names_in, replace
from teamlandkarte.index.errors import NotFoundError
from teamlandkarte.index.lock import is_held
from teamlandkarte.index.manifest import Manifest
from teamlandkarte.index.versions import basic_iso

Status = Literal["running", "succeeded", "unchanged", "failed", "interrupted"]
Kind = Literal["refresh", "rollback", "erasure"]

INTERRUPTED = "interrupted"  # the reason of a run that was told to stop
_PROCESS_ENDED = "the process ended before the run did"
_NAMED_RUNS = 10  # in a message


class Phase(BaseModel):
    """One phase of a run and how long it took."""

    model_config = ConfigDict(frozen=True)

    name: str
    seconds: float


class RefreshRun(BaseModel):
    """What one refresh run did. `dataset_version` is what was current afterwards because of it, None if it failed.

    While a rollback is running, it is what shall become current.

    `interrupted` is no status that is recorded: a run is shown so whose process ended before it could record anything.
    """

    model_config = ConfigDict(frozen=True)

    run_id: str
    kind: Kind = "refresh"
    status: Status
    started_at: dt.datetime
    finished_at: dt.datetime | None = None
    source: str
    sample: bool = False
    phases: tuple[Phase, ...] = ()
    counts: dict[str, int] = {}
    embedded: int = 0  # texts that no cache held, so that a model was asked
    dataset_version: str | None = None
    reason: str | None = None
    checks: tuple[Check, ...] = ()
    overrides: tuple[str, ...] = ()  # options of the command line that let something pass, such as "--allow-drop tasks"
    late: bool = False  # caught up after its time was missed
    crawl_run: int | None = None  # the extraction of the employee directory that it made
    # Of an unchanged run: type per column per table of the lake, which no manifest holds then.
    lake_schema: dict[str, dict[str, str]] = {}

    def made(self, current: Manifest) -> bool:
        """Return whether the current version is current because of this run, so that it got so far."""
        return self.run_id == current.refresh_run or self.dataset_version == current.dataset_version

    @property
    def seconds(self) -> float | None:
        """How long it took, None where that is unknown."""
        return None if self.finished_at is None else round((self.finished_at - self.started_at).total_seconds(), 3)

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped from outside, so that it says nothing about lake and data."""
        stopped = self.reason in {INTERRUPTED, _PROCESS_ENDED}
        return self.status == "interrupted" or (self.status == "failed" and stopped)


class RunHistory:
    """The refresh runs of one `[storage] path`."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._folder = storage.path / "runs"

    def new_id(self, started_at: dt.datetime) -> str:
        """Return an id that no run has yet; it begins with the start in UTC, so that ids sort by time."""
        first = basic_iso(started_at)
        number, run_id = 1, first
        while self._file(run_id).exists():
            number += 1
            run_id = f"{first}-{number}"
        return run_id

    def record(self, run: RefreshRun) -> None:
        """Write a run's file, replacing what stood there."""
        self._folder.mkdir(parents=True, exist_ok=True)
        replace(self._file(run.run_id), run.model_dump_json(indent=2) + "\n")

    def latest(self, limit: int | None = None) -> list[RefreshRun]:
        """Return runs as they are recorded, newest first; files that hold no run are passed over.

        Raises:
            DatasetError: the folder cannot be read.
        """
        runs: list[RefreshRun] = []
        for run_id in self._ids():
            if limit is not None and len(runs) >= limit:
                break
            if run := self._read(run_id):
                runs.append(run)
        return runs

    def shown(self, limit: int | None = None) -> list[RefreshRun]:
        """Return runs as they are, newest first: one that nobody is executing any more is `interrupted`.

        Raises:
            DatasetError: the folder cannot be read.
        """
        return [self._as_it_is(run) for run in self.latest(limit)]

    def named(self, run_id: str) -> RefreshRun:
        """Return one run as it is.

        Raises:
            NotFoundError: there is no such run; the message names the last ones.
        """
        if run_id in self._ids() and (run := self._read(run_id)):
            return self._as_it_is(run)
        known = ", ".join(run.run_id for run in self.latest(_NAMED_RUNS)) or "none"
        raise NotFoundError(f'there is no run "{run_id}"; the last ones are: {known}')

    def _ids(self) -> list[str]:
        """Return the ids of all runs, newest first."""
        ids = [name.removesuffix(".json") for name in names_in(self._folder) if name.endswith(".json")]
        return sorted(ids, key=_by_start, reverse=True)

    def _as_it_is(self, run: RefreshRun) -> RefreshRun:
        if run.status != "running" or is_held(self._storage):
            return run
        again = self._read(run.run_id) or run  # it may have ended while it was looked at
        if again.status != "running":
            return again
        return again.model_copy(update={"status": "interrupted", "dataset_version": None, "reason": _PROCESS_ENDED})

    def _read(self, run_id: str) -> RefreshRun | None:
        try:
            return RefreshRun.model_validate_json(self._file(run_id).read_bytes())
        except (OSError, ValidationError):
            return None

    def close_interrupted(self, now: dt.datetime, current: Manifest | None) -> None:
        """End the records of runs whose process ended before they did; only for who holds the refresh lock.

        Such a run has failed, unless it got as far as publishing the `current` version. A record that it had not
        finished writing is deleted.
        """
        clear_drafts(self._folder)
        for run in self.latest():
            if run.status == "running":
                self.record(run.model_copy(update={"finished_at": now, **_end_of(run, current)}))

    def _file(self, run_id: str) -> Path:
        return self._folder / f"{run_id}.json"


def _by_start(run_id: str) -> tuple[str, int]:
    """Return what sorts ids by time: the second, then the number of the run within it."""
    second, _, number = run_id.partition("-")
    return second, int(number) if number.isdecimal() else 1


def _end_of(run: RefreshRun, current: Manifest | None) -> dict[str, object]:
    if current is not None and run.made(current):
        return {"status": "succeeded", "dataset_version": current.dataset_version, "counts": current.counts}
    return {"status": "failed", "dataset_version": None, "reason": _PROCESS_ENDED}
