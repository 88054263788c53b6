"""The directory's part of a refresh: one crawl run, and the employees of the next version.

Whatever goes wrong here is told in the crawl run and never stops the rest: the last good directory is carried forward.
"""

import datetime as dt
import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import duckdb

from teamlandkarte.etl.directory.employment import Found, Outcome, Rules, after
from teamlandkarte.etl.directory.owners import link_owners
from teamlandkarte.etl.directory.tables import (
    Profiles,
    carry,
    drop_erased_employees,
    employments,
    entries,
    names,
    replace_employees,
)
from teamlandkarte.etl.directory_source import Crawl, DirectorySource, PageError, Profile
from teamlandkarte.etl.progress import Progress
from teamlandkarte.index.checks import Check
from teamlandkarte.index.config import Directory
from teamlandkarte.index.crawl_runs import MOST_LISTED, CrawlChanges, CrawlError, CrawlRun, CrawlRuns, ListedPerson
from teamlandkarte.index.erasure import Whom
from teamlandkarte.index.errors import TeamlandkarteError
from teamlandkarte.index.interruption import interruptible
from teamlandkarte.index.manifest import DirectoryEntry
from teamlandkarte.index.profiles import dataset_hash, stored_key
from teamlandkarte.index.snapshot import SNAPSHOT_FILE, statement
from teamlandkarte.index.text import clean
from teamlandkarte.index.versions import Clock, Version

_log = logging.getLogger(__name__)

SUBJECT = "employees"  # in checks, and as the table whose loss a person may allow


@dataclass(frozen=True)
class DirectoryPart:
    """The directory of the next version; `content` tells it from every other, `entry` is None where there is none."""

    entry: DirectoryEntry | None = None
    content: str = ""
    crawl_run: int | None = None


@dataclass
class _Delivered:
    """What a source has delivered so far."""

    profiles: Profiles
    erased: Whom
    errors: list[PageError] = field(default_factory=list)

    def take(self, item: Profile | PageError) -> None:
        """Keep a profile or an error; people who were erased are passed over as if they were not there."""
        name, key = item.name if isinstance(item, Profile) else None, _storable(item.key)
        if key is not None and self.erased.matches_employee(key, name):
            return
        if isinstance(item, PageError):
            self._fail(item, key)
            return
        try:
            self.profiles.add(item)
        except RecursionError:
            self._fail(PageError(item.url, "The profile is nested too deeply."), key)
        except ValueError as exc:
            self._fail(PageError(item.url, f"The profile cannot be used: {exc}."), key)

    def _fail(self, error: PageError, key: str | None) -> None:
        # File names may be of no text.
        self.errors.append(replace(error, url=clean(error.url), reason=clean(error.reason), key=key))

    def found(self, *, loss_allowed: bool) -> Found:
        of_somebody = [error for error in self.errors if not error.of_nobody]
        unread = {error.key for error in of_somebody if error.key}
        unknown = sum(not error.key for error in of_somebody)
        return Found(self.profiles.checksums, unread - self.profiles.checksums.keys(), unknown, loss_allowed)


@dataclass(frozen=True)
class Crawling:
    """The directory's part of one refresh run, while the lock is held; without `source` the last one is carried on."""

    source: DirectorySource | None
    section: Directory
    runs: CrawlRuns
    erased: Whom
    loss_allowed: bool
    require: Callable[[Iterable[Check]], None]
    progress: Progress
    clock: Clock

    def done(self, scratch: duckdb.DuckDBPyConnection, before: Version | None, refresh_run: str) -> DirectoryPart:
        """Leave the employees of the next version in `scratch`; `before` is the version whose directory goes on."""
        last = before.manifest.directory if before and self.section.source != "none" else None
        snapshot = before.folder / SNAPSHOT_FILE if before and last else None
        self._carry(scratch, snapshot)
        if self.source is None:
            self._link(scratch)
            return part_of(scratch, last, self.clock())
        self.progress.phase("directory", None)
        run = self.runs.begin(_begun(self.source, refresh_run, self.clock()))
        delivered = _Delivered(Profiles(scratch), self.erased)
        end = self._read(self.source, delivered)
        run = _counted(run, end, delivered)
        if last and not self.loss_allowed:
            run = _doubted(run, last)
        outcome = None
        if run.status == "completed":
            try:
                with interruptible():
                    run, outcome = self._applied(scratch, run, delivered, last)
            except Exception as exc:  # noqa: BLE001 -- whatever fails here, the staffing part does not wait for it
                run = run.model_copy(update={"status": "failed", "message": _reason(exc)})
                self._carry(scratch, snapshot)
        self.require([_check(run, outcome)])
        self._link(scratch)
        part = part_of(scratch, last, run.started_at, run)
        directory_hash = part.entry.hash if part.entry and outcome else None
        self.runs.record(run.model_copy(update={"finished_at": self.clock(), "hash": directory_hash}))
        return part

    def _carry(self, scratch: duckdb.DuckDBPyConnection, snapshot: Path | None) -> None:
        """Leave the employees of a published snapshot in `scratch`, or nobody, without the erased and without links."""
        carry(scratch, snapshot)
        drop_erased_employees(scratch, self.erased)

    def _read(self, source: DirectorySource, delivered: _Delivered) -> Crawl | str:
        """Read the source; return how that ended, or why it failed."""
        try:
            with interruptible():
                end = source.read(delivered.take, self.progress)
                delivered.profiles.flush()
        except Exception as exc:  # noqa: BLE001 -- no page that a parser stumbles over may stop the staffing part
            return _reason(exc)
        return end

    def _applied(
        self, scratch: duckdb.DuckDBPyConnection, run: CrawlRun, delivered: _Delivered, last: DirectoryEntry | None
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
            remark = f"Nobody in the directory is linked to a capacity: {_reason(exc)}"
            self.require(
                [Check(name="links", subject=SUBJECT, severity="warning", passed=False, value=0, remark=remark)]
            )


def _reason(exc: Exception) -> str:
    """Return why the directory's part failed, in words for people; what nobody expected is logged."""
    if isinstance(exc, TeamlandkarteError):
        return str(exc)
    _log.error("the directory could not be brought up to date", exc_info=exc)
    return f"unexpected {type(exc).__name__}; see the log"


def _storable(key: str | None) -> str | None:
    """Return a key as it is stored; nobody has one that cannot be written, so None is as good."""
    try:
        return stored_key(key) if key and key.encode() else None
    except UnicodeEncodeError:
        return None


def part_of(
    scratch: duckdb.DuckDBPyConnection, last: DirectoryEntry | None, now: dt.datetime, run: CrawlRun | None = None
) -> DirectoryPart:
    """Return what the employees in `scratch` make of the directory that was `last`; `run` may have changed it."""
    applied = run is not None and run.status == "completed"
    crawl_run = run.id if run else None
    if last is None and not applied:
        return DirectoryPart(crawl_run=crawl_run)
    listed = entries(scratch)
    entry_hash = dataset_hash(listed)
    same = last is not None and last.hash == entry_hash
    dismissed = sum(status == "dismissed" for _, status, _ in listed)
    source = run.source if run and applied else last.source if last else ""
    entry = DirectoryEntry(
        hash=entry_hash,
        previous_hash=(last.previous_hash if same else last.hash) if last else None,
        created_at=last.created_at if last and same else now,
        crawl_run=last.crawl_run if last and (same or not run) else run.id if run else 0,
        source=source,
        employees=len(listed),
        active=len(listed) - dismissed,
        dismissed=dismissed,
    )
    return DirectoryPart(entry, _content(scratch), crawl_run)


def _begun(source: DirectorySource, refresh_run: str, now: dt.datetime) -> CrawlRun:
    return CrawlRun(
        id=0, status="running", source=source.name, source_url=source.url, refresh_run=refresh_run, started_at=now
    )


def _counted(run: CrawlRun, end: Crawl | str, delivered: _Delivered) -> CrawlRun:
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
    if run.status != "completed" or run.found or run.source == last.source or not last.employees:
        return run
    message = (
        f"Nobody was found, so the directory of {last.source} stays; look at the source, or if that is right, run "
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


def _check(run: CrawlRun, outcome: Outcome | None) -> Check:
    """Return what the refresh run says about the crawl run: never an error, since the staffing part does not wait."""
    if outcome is None:
        carried = "The last good directory is carried forward"
        remark = f"Crawl run {run.id} {run.status}: {run.message}. {carried}"
        return Check(name="crawl", subject=SUBJECT, severity="warning", passed=False, value=run.status, remark=remark)
    return Check(
        name="people missing",
        subject=SUBJECT,
        severity="warning",
        passed=not (outcome.doubt or outcome.let_pass),
        value=run.missing,
        remark=outcome.doubt,
        override=f"--allow-drop {SUBJECT}" if outcome.let_pass else None,
    )


def _content(scratch: duckdb.DuckDBPyConnection) -> str:
    digest = hashlib.sha256()
    for name in ("directory_content", "link_content"):
        for row in scratch.execute(statement("teamlandkarte.etl", name)).fetchall():
            digest.update(json.dumps(row, ensure_ascii=False).encode())
    return digest.hexdigest()
