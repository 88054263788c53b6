"""The directory's part of a refresh: one crawl run, and the employees of the next version.

Whatever goes wrong here is told in the crawl run and never stops the rest: the last good directory is carried forward.
"""

import datetime as dt
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import duckdb

from teamlandkarte.etl.directory.delivered import Delivered
from teamlandkarte.etl.directory.employment import Outcome, Rules, after
from teamlandkarte.etl.directory.former import SUBJECT, FormerDirectory, reason_of
from teamlandkarte.etl.directory.owners import link_owners
from teamlandkarte.etl.directory.part import DirectoryPart, part_of
from teamlandkarte.etl.directory.tables import Profiles, employments, names, replace_employees
from teamlandkarte.etl.directory_source import Crawl, DirectorySource
from teamlandkarte.etl.progress import Progress
from teamlandkarte.index.checks import Check
from teamlandkarte.index.config import Directory
from teamlandkarte.index.crawl_runs import MOST_LISTED, CrawlChanges, CrawlError, CrawlRun, CrawlRuns, ListedPerson
from teamlandkarte.index.disk import not_written
from teamlandkarte.index.erasure import Whom
from teamlandkarte.index.errors import TeamlandkarteError
from teamlandkarte.index.interruption import interruptible
from teamlandkarte.index.manifest import DirectoryEntry
from teamlandkarte.index.versions import Clock

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Crawling:
    """The directory's part of one refresh run, while the lock is held; without `source` the last one is carried on."""

    source: DirectorySource | None
    section: Directory
    former: FormerDirectory
    runs: CrawlRuns
    erased: Whom
    loss_allowed: bool
    require: Callable[[Iterable[Check]], None]
    progress: Progress
    clock: Clock

    def done(self, scratch: duckdb.DuckDBPyConnection, refresh_run: str) -> DirectoryPart:
        """Leave the employees of the next version in `scratch`."""
        if self.source is None:
            return self._carried(scratch)
        self.progress.phase("directory", None)
        try:
            run = self.runs.begin(_begun(self.source, refresh_run, self.clock()))
        except (OSError, TeamlandkarteError) as exc:
            self._warn("crawl", "not begun", f"No crawl run can be recorded, so none was begun: {_why(exc)}")
            return self._carried(scratch)
        return self._crawled(scratch, self.source, run)

    def undone(self, scratch: duckdb.DuckDBPyConnection, run: CrawlRun, why: str) -> DirectoryPart:
        """Leave in `scratch` what would be there had a crawl run that made a new directory failed; raises OSError."""
        failed = run.ineffective("failed", why)
        self.runs.record(failed)  # or else nothing goes on: as it stands there it is completed
        return self._failed(scratch, failed)

    def _crawled(self, scratch: duckdb.DuckDBPyConnection, source: DirectorySource, run: CrawlRun) -> DirectoryPart:
        last = self.former.carry(scratch)
        delivered = Delivered(Profiles(scratch), self.erased)
        run = _counted(run, self._read(source, delivered), delivered)
        if run.status == "completed" and not (run.found or self.loss_allowed):
            run = _doubted(run, last.entry) if last.entry else _doubted_anew(run, self.runs)
        if run.status != "completed":
            return self._failed(scratch, run)
        try:
            with interruptible():
                run, outcome = self._applied(scratch, run, delivered, last.entry)
                self._link(scratch)
                part = self._recorded(part_of(scratch, last.entry, run.started_at, run), run)
        except Exception as exc:  # noqa: BLE001 -- whatever fails here, the staffing part does not wait for it
            return self._failed(scratch, run.ineffective("failed", _why(exc)))
        self.require([*last.checks, _people_missing(run, outcome)])
        return part

    def _failed(self, scratch: duckdb.DuckDBPyConnection, run: CrawlRun) -> DirectoryPart:
        """Carry the last good directory forward after a crawl run that is to change nothing."""
        part = self._carried(scratch, run)
        carried = "The last good directory is carried forward" if part.entry else "There is none to carry forward"
        self._warn("crawl", run.status, f"Crawl run {run.id} {run.status}: {run.message}. {carried}")
        try:
            return self._recorded(part, run)
        except OSError as exc:
            # As it stands there it has failed or is running, and who reads that after this process knows it has failed.
            _log.warning("crawl run %s could not be recorded: %s", run.id, exc.strerror)
            return part

    def _carried(self, scratch: duckdb.DuckDBPyConnection, run: CrawlRun | None = None) -> DirectoryPart:
        last = self.former.carry(scratch)
        self.require(last.checks)
        if last.entry:
            self._link(scratch)
        return part_of(scratch, last.entry, run.started_at if run else self.clock(), run)

    def _recorded(self, part: DirectoryPart, run: CrawlRun) -> DirectoryPart:
        """Record how the crawl run of a directory ended; raises OSError."""
        directory_hash = part.entry.hash if part.entry and part.made_by else None
        ended = run.model_copy(update={"finished_at": self.clock(), "hash": directory_hash})
        self.runs.record(ended)
        return replace(part, run=ended)

    def _read(self, source: DirectorySource, delivered: Delivered) -> Crawl | str:
        """Read the source; return how that ended, or why it failed."""
        try:
            with interruptible():
                end = source.read(delivered.take, self.progress)
                delivered.profiles.flush()
        except Exception as exc:  # noqa: BLE001 -- no page that a parser stumbles over may stop the staffing part
            return reason_of(exc)
        return end

    def _applied(
        self, scratch: duckdb.DuckDBPyConnection, run: CrawlRun, delivered: Delivered, last: DirectoryEntry | None
    ) -> tuple[CrawlRun, Outcome]:
        """Make the employees in `scratch` those that a complete run leaves; return the run with what became of whom."""
        known = employments(scratch) if last and last.source == run.source else {}
        rules = Rules(self.section.dismiss_after_runs, self.section.remove_after_days, self.section.max_drop)
        outcome = after(known, delivered.found(loss_allowed=self.loss_allowed), rules, run.started_at)
        replace_employees(scratch, outcome.people)
        return _told(run, outcome, scratch), outcome

    def _link(self, scratch: duckdb.DuckDBPyConnection) -> None:
        """Link the employees in `scratch` to capacities; where that fails, nobody is linked and the run warns of it."""
        try:
            with interruptible():
                link_owners(scratch, self.section.capacity_key)
        except Exception as exc:  # noqa: BLE001 -- as above
            remark = f"Nobody in the directory is linked to a capacity: {reason_of(exc)}"
            self._warn("links", 0, remark)

    def _warn(self, name: str, value: int | str, remark: str) -> None:
        self.require([Check(name=name, subject=SUBJECT, severity="warning", passed=False, value=value, remark=remark)])


def _why(exc: Exception) -> str:
    return not_written(exc) if isinstance(exc, OSError) else reason_of(exc)  # nothing but the record writes files


def _begun(source: DirectorySource, refresh_run: str, now: dt.datetime) -> CrawlRun:
    return CrawlRun(
        id=0, status="running", source=source.name, source_url=source.url, refresh_run=refresh_run, started_at=now
    )


def _counted(run: CrawlRun, end: Crawl | str, delivered: Delivered) -> CrawlRun:
    """Return the run with how it ended and what the source delivered."""
    parsed, errors = len(delivered.profiles.checksums), delivered.errors
    ended = Crawl(0, complete=False, message=end) if isinstance(end, str) else end
    listed = [CrawlError(url=error.url, reason=error.reason, profile_key=error.key) for error in errors[:MOST_LISTED]]
    return run.model_copy(
        update={
            "status": "failed" if isinstance(end, str) else "completed" if ended.complete else "partial",
            "message": ended.message,
            "found": max(ended.found, parsed),
            "parsed": parsed,
            "processed": parsed + len(errors),
            "errors_count": len(errors),
            "errors": tuple(listed),
            "listed_whole": len(errors) <= MOST_LISTED,
        }
    )


def _doubted(run: CrawlRun, last: DirectoryEntry) -> CrawlRun:
    """Return a run that would put nobody in the place of another source's people as one that changes nothing."""
    if run.source == last.source or not last.employees:
        return run
    return _without_effect(run, f"so the directory of {last.source} stays")


def _doubted_anew(run: CrawlRun, runs: CrawlRuns) -> CrawlRun:
    """Return a run that found nobody as one that changes nothing if there were people whom no version shows any more.

    A version without a directory leaves the copies of clients as they are; one with an empty one would empty them.
    """
    known = (one for one in map(runs.find, runs.ids()) if one and one.status == "completed")
    former = next(known, None)
    if former is None or not former.found:
        return run
    return _without_effect(run, f"though {former.source} had {former.found} before, whom no version shows any more")


def _without_effect(run: CrawlRun, why: str) -> CrawlRun:
    message = (
        f"Nobody was found, {why}; look at the source, or if that is right, run "
        f"`teamlandkarte refresh --allow-drop {SUBJECT}`"
    )
    return run.model_copy(update={"status": "partial", "message": message})


def _told(run: CrawlRun, outcome: Outcome, scratch: duckdb.DuckDBPyConnection) -> CrawlRun:
    """Return the run with what became of whom."""
    groups = {"new": outcome.new, "missing_from_source": outcome.missing, "dismissed": outcome.dismissed}
    named = names(scratch, {key for group in groups.values() for key in group[:MOST_LISTED]})

    def listed(keys: Sequence[str]) -> tuple[ListedPerson, ...]:
        return tuple(ListedPerson(profile_key=key, full_name=named[key]) for key in keys[:MOST_LISTED])

    return run.model_copy(
        update={
            "new": len(outcome.new),
            "missing": len(outcome.missing),
            "dismissed": len(outcome.dismissed),
            "removed": len(outcome.removed),
            "message": " ".join(filter(None, (run.message, outcome.doubt))),
            "changes": CrawlChanges(**{name: listed(keys) for name, keys in groups.items()}),
            "listed_whole": run.listed_whole and all(len(keys) <= MOST_LISTED for keys in groups.values()),
        }
    )


def _people_missing(run: CrawlRun, outcome: Outcome) -> Check:
    """Return what the refresh run says about a complete crawl run: never an error, since the staffing part goes on."""
    return Check(
        name="people missing",
        subject=SUBJECT,
        severity="warning",
        passed=not (outcome.doubt or outcome.let_pass),
        value=run.missing,
        remark=outcome.doubt,
        override=f"--allow-drop {SUBJECT}" if outcome.let_pass else None,
    )
