"""The refresh run: extract → validate → embed → build → audit → publish; it succeeds or fails as a whole."""

import logging
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import duckdb

from teamlandkarte.etl.directory.crawling import Crawling
from teamlandkarte.etl.directory.former import FormerDirectory
from teamlandkarte.etl.directory.sources import open_directory
from teamlandkarte.etl.directory_source import DirectorySource
from teamlandkarte.etl.embedders import open_bridge
from teamlandkarte.etl.erased_rows import drop_erased
from teamlandkarte.etl.extraction import discard, extract, listed_columns
from teamlandkarte.etl.garbled_texts import garbled_texts
from teamlandkarte.etl.gates import NOTHING_ALLOWED, Allowed, table_checks
from teamlandkarte.etl.indexes import CountingEmbedder, planned_indexes
from teamlandkarte.etl.lake import Lake
from teamlandkarte.etl.lock import refresh_lock
from teamlandkarte.etl.own_aliases import read_aliases
from teamlandkarte.etl.own_calibration import own_calibration
from teamlandkarte.etl.progress import Progress, Silence, TimedProgress
from teamlandkarte.etl.publication import Origin, ValidRows, publish
from teamlandkarte.etl.recording import Recording
from teamlandkarte.etl.schema_contract import schema_checks
from teamlandkarte.etl.scratch import Scratch
from teamlandkarte.etl.validation import validate
from teamlandkarte.etl.vocabulary import Vocabularies
from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.checks import Check
from teamlandkarte.index.config import Config
from teamlandkarte.index.crawl_runs import CrawlRun, CrawlRuns
from teamlandkarte.index.erasure import ErasureList
from teamlandkarte.index.errors import UnbuiltDirectoryError
from teamlandkarte.index.manifest import Manifest
from teamlandkarte.index.runs import RefreshRun
from teamlandkarte.index.versions import Clock, Version, utc_now

_log = logging.getLogger(__name__)


def refresh(  # noqa: PLR0913 -- what a run needs, each named by the caller
    config: Config,
    lake: Lake,
    embedder: CountingEmbedder,
    *,
    bridge: CountingEmbedder | None = None,
    directory: DirectorySource | None = None,
    allowed: Allowed = NOTHING_ALLOWED,
    late: bool = False,
    guard: Callable[[], None] | None = None,
    clock: Clock = utc_now,
    progress: Progress | None = None,
) -> RefreshRun:
    """Make the current dataset version equal to the lake and return the recorded run.

    `bridge` is the local model beside a remote `embedder`, and `directory` the source of the employee directory; both
    are opened from the configuration unless given. `allowed` says which losses a person lets pass. `late` is recorded.
    `guard` is called once no other refresh can run; what it raises ends the call before anything is recorded.

    Raises:
        RefreshLockedError: another refresh is running; nothing is recorded.
        TeamlandkarteError: the run failed and is recorded as failed; the old version is still current.
    """
    with refresh_lock(config.storage, clock):
        if guard:
            guard()
        timed = TimedProgress(progress or Silence(), clock)
        recording = Recording(config.storage, clock, timed)
        bridge = bridge or open_bridge(config, clock)
        current = recording.current()
        directory = directory or open_directory(config, lake, known=bool(current and current.manifest.directory))
        work = RefreshWork(config, lake, embedder, bridge, directory, allowed, timed, recording)
        return recording.run({"source": lake.name, "sample": lake.sample, "late": late}, work.done)


@dataclass(frozen=True)
class RefreshWork:
    """The work of one run, while the lock is held."""

    config: Config
    lake: Lake
    embedder: CountingEmbedder
    bridge: CountingEmbedder | None
    directory: DirectorySource | None
    allowed: Allowed
    progress: TimedProgress
    recording: Recording

    def done(self, run: RefreshRun) -> dict[str, object]:
        """Do the work and return how the run ended, as fields of its record."""
        staged = self.recording.versions.stage(run.run_id)
        rows = self.extracted(staged / "scratch.duckdb", run.run_id)
        folder, computed = staged / "version", self._computed()
        try:
            return self._published(run, rows, folder, computed)
        except UnbuiltDirectoryError as exc:
            # The same statements wrote the last directory: if they fail over that, too, it is the disk or the memory
            # that fails, and so for the staffing part. A version without a directory would empty the clients' copies.
            if rows.directory.made_by is None:
                raise
            shutil.rmtree(folder)
            rows = self._with_last_directory(rows, rows.directory.made_by, str(exc))
            return self._published(run, rows, folder, computed)

    def _published(self, run: RefreshRun, rows: ValidRows, folder: Path, computed: int) -> dict[str, object]:
        previous = self.recording.current()
        if previous and not previous.degraded and previous.manifest.content_hash == rows.content_hash:
            return {
                "status": "unchanged",
                "dataset_version": previous.id,
                "counts": previous.manifest.counts,
                "lake_schema": rows.origin.columns,
                "crawl_run": rows.directory.crawl_run,
            }
        folder.mkdir()
        published = publish(run, rows, folder, self.recording, self.progress)
        self.recording.known.keep(self.config.directory.known_versions)
        return {
            "status": "succeeded",
            "dataset_version": published.id,
            "counts": published.manifest.counts,
            "embedded": self._computed() - computed,
            "crawl_run": rows.directory.crawl_run,
        }

    def extracted(self, path: Path, run_id: str) -> ValidRows:
        """Extract and validate into a scratch database; raises RefreshError where the rows must not be published."""
        require, before = self.recording.require, self._before()
        columns = listed_columns(self.lake)
        schema_before = self._schema_before(before)
        require(schema_checks(columns, schema_before, self.allowed.retyped))
        file = Scratch(path, self.config.refresh.memory_mb)
        with file.open() as scratch:
            source_rows = extract(self.lake, scratch, self.progress, require)
            self.progress.phase("validate", None)
            validate(scratch)
            require(garbled_texts(scratch))
            require(table_checks(scratch, source_rows, before, self.config.refresh, self.allowed))
            self._drop_erased(scratch)  # whom a person erased is no loss
            discard(scratch)
            directory = self._crawling().done(scratch, run_id)
            self.progress.phase("vocabulary", None)
            schema = {table.value: now or schema_before.get(table.value, {}) for table, now in columns.items()}
            origin = Origin(
                self.lake.name, self.lake.sample, source_rows, self.config.embedding.provider, columns=schema
            )
            own = read_aliases(self.config.vocabulary.aliases_path)
            vocabularies = Vocabularies.of(scratch, Aliases.of(own.pairs))
            require(own.checks((*vocabularies.competences.terms, *vocabularies.roles.terms)))
            if source_rows["competences"] and not len(vocabularies.competences):
                _log.warning("all %s competences of the lake have blank names", source_rows["competences"])
            planned = planned_indexes(
                vocabularies, self.embedder, self.bridge, own_calibration(self.config, self.embedder.model)
            )
            return ValidRows.of(scratch, file, origin, vocabularies, planned, directory=directory)

    def _with_last_directory(self, rows: ValidRows, crawl: CrawlRun, why: str) -> ValidRows:
        with rows.scratch.open() as scratch:
            directory = self._crawling().undone(scratch, crawl, why)
            return ValidRows.of(
                scratch, rows.scratch, rows.origin, rows.vocabularies, rows.planned, directory=directory
            )

    def _crawling(self) -> Crawling:
        """Return what reads the directory; whatever fails there is a warning, and the last one is carried forward."""
        erased = ErasureList(self.config.storage)
        return Crawling(
            self.directory,
            self.config.directory,
            FormerDirectory(self._directories, erased),
            CrawlRuns(self.config.storage),
            erased,
            "employees" in {*self.allowed.drop, *self.allowed.empty},
            self.recording.require,
            self.progress,
            self.recording.clock,
        )

    def _directories(self) -> Iterator[Version]:
        """Yield the versions whose directory may go on, newest first, as `_before` tells which."""
        current = self.recording.current() if self._before() else None
        if current is None or current.manifest.directory is None or self.config.directory.source == "none":
            return
        yield current
        for version in self.recording.versions.older(current.id):
            if version.manifest.directory and version.manifest.sample == current.manifest.sample:
                yield version

    def _schema_before(self, before: Manifest | None) -> dict[str, dict[str, str]]:
        """Return the columns of this lake as the last run that found nothing against them saw them."""
        if before is None or before.source != self.lake.name:
            return {}
        seen = (run for run in self.recording.history.latest() if run.dataset_version == before.dataset_version)
        return next((run.lake_schema for run in seen if run.lake_schema), before.lake_schema)

    def _drop_erased(self, scratch: duckdb.DuckDBPyConnection) -> None:
        """Leave out whom the lake still has, or has again, after they were erased here."""
        erased = ErasureList(self.config.storage)
        if erased:
            left_out = drop_erased(scratch, erased)
            check = Check(name="erased", subject="capacities", severity="warning", passed=True, value=left_out)
            self.recording.require([check])

    def _before(self) -> Manifest | None:
        """Return the last published version, with which the lake is compared; a sample says nothing about real data."""
        current = self.recording.current()
        return None if current is None or (current.manifest.sample and not self.lake.sample) else current.manifest

    def _computed(self) -> int:
        return self.embedder.computed + (self.bridge.computed if self.bridge else 0)
