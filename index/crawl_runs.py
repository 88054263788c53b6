"""The history of crawl runs: each extraction of the employee directory, failed and partial ones too.

One JSON file per run beside the refresh runs, numbered from 1.
"""

import datetime as dt
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from teamlandkarte.index.config import Storage
from teamlandkarte.index.disk import clear_drafts, names_in, replace
from teamlandkarte.index.errors import DatasetError, NotFoundError
from teamlandkarte.index.lock import is_held
from teamlandkarte.index.runs import RefreshRun, RunHistory
from teamlandkarte.index.versions import DatasetVersions

CrawlStatus = Literal["running", "completed", "partial", "failed"]

MOST_LISTED = 1_000  # people per kind of change, and errors, that a run names
MOST_KEPT = 400  # runs, a year of nights and more; names of people who are long gone go with the older ones
_PROCESS_ENDED = "The process ended before the run did."


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class ListedPerson(_Part):
    """Somebody of whom a run says what became."""

    profile_key: str
    full_name: str


class CrawlError(_Part):
    """A page, file or row that yielded no profile."""

    url: str
    reason: str
    profile_key: str | None = None


class CrawlChanges(_Part):
    """The first of those who were new, not found, and dismissed for it."""

    new: tuple[ListedPerson, ...] = ()
    missing_from_source: tuple[ListedPerson, ...] = ()
    dismissed: tuple[ListedPerson, ...] = ()


class CrawlRun(_Part):
    """One extraction of the employee directory.

    `found`: people that the source lists; `parsed`: profiles read; `processed`: profiles and errors together. `hash`:
    of the directory afterwards, None where the run changed nothing because it or its refresh run did not get so far.
    `listed_whole`: `changes` and `errors` name everybody whom the numbers count.
    """

    id: int
    status: CrawlStatus
    source: str
    source_url: str
    refresh_run: str
    started_at: dt.datetime
    finished_at: dt.datetime | None = None
    found: int = 0
    parsed: int = 0
    processed: int = 0
    new: int = 0
    missing: int = 0
    dismissed: int = 0
    removed: int = 0
    errors_count: int = 0
    hash: str | None = None
    message: str = ""
    listed_whole: bool = True
    changes: CrawlChanges = CrawlChanges()
    errors: tuple[CrawlError, ...] = ()

    def ineffective(self, status: CrawlStatus, message: str) -> "CrawlRun":
        """Return the run as one that has changed nothing, whatever it found."""
        nobody = {"new": 0, "missing": 0, "dismissed": 0, "removed": 0, "changes": CrawlChanges(), "hash": None}
        return self.model_copy(update={"status": status, "message": message, **nobody})

    def without(self, erased: Callable[[str, str | None], bool]) -> "CrawlRun":
        """Return the run without the names of people who are erased, by profile key and name where one is known."""

        def kept(people: tuple[ListedPerson, ...]) -> tuple[ListedPerson, ...]:
            return tuple(person for person in people if not erased(person.profile_key, person.full_name))

        changes = {name: kept(getattr(self.changes, name)) for name in CrawlChanges.model_fields}
        errors = tuple(one for one in self.errors if not (one.profile_key and erased(one.profile_key, None)))
        whole = self.listed_whole and len(errors) == len(self.errors)
        whole = whole and all(len(changes[name]) == len(getattr(self.changes, name)) for name in changes)
        return self.model_copy(update={"changes": CrawlChanges(**changes), "errors": errors, "listed_whole": whole})


class CrawlRuns:
    """The crawl runs of one `[storage] path`; only who holds the refresh lock writes them."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._folder = storage.path / "crawls"
        self._refreshes = RunHistory(storage)

    def ids(self) -> list[int]:
        """Return the ids of all runs, newest first.

        Raises:
            DatasetError: the folder cannot be read.
        """
        names = (name.removesuffix(".json") for name in names_in(self._folder) if name.endswith(".json"))
        return sorted((int(name) for name in names if name.isdecimal()), reverse=True)

    def find(self, run_id: int) -> CrawlRun | None:
        """Return one run as it is, None where there is none.

        One that nobody is executing any more has failed, and one that is complete changes nothing before its refresh
        run is complete, too.
        """
        run = self._read(run_id)
        if run is not None and run.status == "running" and not is_held(self._storage):
            again = self._read(run_id) or run  # it may have ended while it was looked at
            run = _ended(again) if again.status == "running" else again
        return self._with_its_refresh(run) if run is not None and run.status == "completed" else run

    def latest(self) -> CrawlRun | None:
        """Return the newest run that can be read, None where there is none."""
        return next((run for run_id in self.ids() if (run := self.find(run_id))), None)

    def begin(self, run: CrawlRun) -> CrawlRun:
        """Record a new run under the next id; one whose process ended before it did is ended first, the oldest go."""
        ids = self.ids()
        newest = next(filter(None, map(self._read, ids)), None)
        if newest and newest.status == "running":
            self.record(_ended(newest))
        begun = run.model_copy(update={"id": max(ids, default=0) + 1})
        self.record(begun)
        for run_id in ids[MOST_KEPT - 1 :]:
            with suppress(OSError):  # what cannot be deleted now goes the next time
                (self._folder / f"{run_id}.json").unlink()
        clear_drafts(self._folder)
        return begun

    def record(self, run: CrawlRun) -> None:
        """Write a run's file, replacing what stood there."""
        self._folder.mkdir(parents=True, exist_ok=True)
        replace(self._folder / f"{run.id}.json", run.model_dump_json(indent=1) + "\n")

    def forget(self, erased: Callable[[str, str | None], bool]) -> None:
        """Take the names of erased people out of every run."""
        for run_id in self.ids():
            if (run := self._read(run_id)) and (without := run.without(erased)) != run:
                self.record(without)
        clear_drafts(self._folder)  # they name people, too

    def _with_its_refresh(self, run: CrawlRun) -> CrawlRun:
        """Return a complete run as what its refresh run made of it, as far as that is known."""
        try:
            refresh = self._refreshes.named(run.refresh_run)
        except NotFoundError:
            return run
        if refresh.status == "running":
            return run.ineffective("running", run.message).model_copy(update={"finished_at": None})
        if refresh.status not in {"failed", "interrupted"} or self._published(refresh):
            return run
        why = (
            f"Everything was read, but refresh run {refresh.run_id} {refresh.status}, so the last good directory stays"
        )
        return run.ineffective("failed", f"{why}: {refresh.reason}")

    def _published(self, refresh: RefreshRun) -> bool:
        """Return whether a refresh run got so far before it was killed."""
        try:
            return refresh.made(DatasetVersions(self._storage).current().manifest)
        except DatasetError:
            return False

    def _read(self, run_id: int) -> CrawlRun | None:
        try:
            return CrawlRun.model_validate_json((self._folder / f"{run_id}.json").read_bytes())
        except (OSError, ValidationError):
            return None


def _ended(run: CrawlRun) -> CrawlRun:
    return run.ineffective("failed", _PROCESS_ENDED)
