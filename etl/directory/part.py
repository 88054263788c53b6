"""The directory's part of a version: what tells it from every other, and which crawl run made it."""

import datetime as dt
import hashlib
import json
from dataclasses import dataclass

import duckdb

from teamlandkarte.etl.directory.tables import entries
from teamlandkarte.index.crawl_runs import CrawlRun
from teamlandkarte.index.manifest import DirectoryEntry
from teamlandkarte.index.profiles import dataset_hash
from teamlandkarte.index.snapshot import statement


@dataclass(frozen=True)
class DirectoryPart:
    """The directory of the next version; `content` tells it from every other, `entry` is None where there is none.

    `run` is the crawl run of the refresh, whether it changed anything or not.
    """

    entry: DirectoryEntry | None = None
    content: str = ""
    run: CrawlRun | None = None

    @property
    def crawl_run(self) -> int | None:
        """The id of the crawl run."""
        return self.run.id if self.run else None

    @property
    def made_by(self) -> CrawlRun | None:
        """The crawl run that made it, None where an older directory goes on."""
        return self.run if self.run and self.run.status == "completed" else None


def part_of(
    scratch: duckdb.DuckDBPyConnection, last: DirectoryEntry | None, now: dt.datetime, run: CrawlRun | None = None
) -> DirectoryPart:
    """Return what the employees in `scratch` make of the directory that was `last`; `run` may have changed it."""
    applied = run if run and run.status == "completed" else None
    if last is None and applied is None:
        return DirectoryPart(run=run)
    listed = entries(scratch)
    entry_hash = dataset_hash(listed)
    same = last is not None and last.hash == entry_hash
    dismissed = sum(status == "dismissed" for _, status, _ in listed)
    source = applied.source if applied else last.source if last else ""
    entry = DirectoryEntry(
        hash=entry_hash,
        previous_hash=(last.previous_hash if same else last.hash) if last else None,
        created_at=last.created_at if last and same else now,
        crawl_run=applied.id if applied and not same else last.crawl_run if last else 0,
        source=source,
        employees=len(listed),
        active=len(listed) - dismissed,
        dismissed=dismissed,
    )
    return DirectoryPart(entry, _content(scratch), run)


def _content(scratch: duckdb.DuckDBPyConnection) -> str:
    digest = hashlib.sha256()
    for name in ("directory_content", "link_content"):
        for row in scratch.execute(statement("teamlandkarte.etl", name)).fetchall():
            digest.update(json.dumps(row, ensure_ascii=False).encode())
    return digest.hexdigest()
