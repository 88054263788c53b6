"""The refresh run: extract → validate → embed → build → audit → publish; it succeeds or fails as a whole."""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

import duckdb

from teamlandkarte.etl.embedders import open_bridge
from teamlandkarte.etl.erased_rows import drop_erased
from teamlandkarte.etl.extraction import extract
from teamlandkarte.etl.garbled_texts import garbled_texts
from teamlandkarte.etl.indexes import CountingEmbedder
from teamlandkarte.etl.lake import Lake
from teamlandkarte.etl.lock import refresh_lock
from teamlandkarte.etl.progress import Progress, Silence, TimedProgress
from teamlandkarte.etl.publication import Origin, ValidRows, publish
from teamlandkarte.etl.recording import Recording
from teamlandkarte.etl.scratch import Scratch
from teamlandkarte.etl.validation import validate
from teamlandkarte.index.checks import Check
from teamlandkarte.index.config import Config
from teamlandkarte.index.erasure import ErasureList
from teamlandkarte.index.errors import GateError
from teamlandkarte.index.runs import RefreshRun
from teamlandkarte.index.snapshot import statement
from teamlandkarte.index.versions import Clock, utc_now

_log = logging.getLogger(__name__)


def refresh(  # noqa: PLR0913 -- what a run needs, each named by the caller
    config: Config,
    lake: Lake,
    embedder: CountingEmbedder,
    *,
    bridge: CountingEmbedder | None = None,
    allow_empty: Collection[str] = (),
    late: bool = False,
    guard: Callable[[], None] | None = None,
    clock: Clock = utc_now,
    progress: Progress | None = None,
) -> RefreshRun:
    """Make the current dataset version equal to the lake and return the recorded run.

    `bridge` is the local model beside a remote `embedder`, opened from the configuration unless given. `allow_empty`
    names the tables that may have become empty.
    `late` is recorded. `guard` is called once no other refresh can run; what it raises ends the call before anything
    is recorded.

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
        work = RefreshWork(config, lake, embedder, bridge, frozenset(allow_empty), timed, recording)
        return recording.run({"source": lake.name, "sample": lake.sample, "late": late}, work.done)


@dataclass(frozen=True)
class RefreshWork:
    """The work of one run, while the lock is held."""

    config: Config
    lake: Lake
    embedder: CountingEmbedder
    bridge: CountingEmbedder | None
    allow_empty: frozenset[str]
    progress: TimedProgress
    recording: Recording

    def done(self, run: RefreshRun) -> dict[str, object]:
        """Do the work and return how the run ended, as fields of its record."""
        staged = self.recording.versions.stage(run.run_id)
        rows = self.extracted(staged / "scratch.duckdb")
        previous = self.recording.current()
        if previous and not previous.degraded and previous.manifest.content_hash == rows.content_hash:
            return {"status": "unchanged", "dataset_version": previous.id, "counts": previous.manifest.counts}
        folder = staged / "version"
        folder.mkdir()
        computed = self._computed()
        published = publish(run, rows, folder, self.recording, self.progress)
        return {
            "status": "succeeded",
            "dataset_version": published.id,
            "counts": published.manifest.counts,
            "embedded": self._computed() - computed,
        }

    def extracted(self, path: Path) -> ValidRows:
        """Extract and validate into a scratch database; raises RefreshError where the rows must not be published."""
        file = Scratch(path, self.config.refresh.memory_mb)
        with file.open() as scratch:
            source_rows = extract(self.lake, scratch, self.progress)
            self.progress.phase("validate", None)
            validate(scratch)
            self.recording.require(garbled_texts(scratch))
            self._drop_erased(scratch)
            self._refuse_emptied(scratch)
            self.progress.phase("vocabulary", None)
            origin = Origin(self.lake.name, self.lake.sample, source_rows, self.config.embedding.provider)
            rows = ValidRows.of(scratch, file, origin, (self.embedder, self.bridge))
            if source_rows["competences"] and not len(rows.vocabularies.competences):
                _log.warning("all %s competences of the lake have blank names", source_rows["competences"])
            return rows

    def _drop_erased(self, scratch: duckdb.DuckDBPyConnection) -> None:
        """Leave out whom the lake still has, or has again, after they were erased here."""
        erased = ErasureList(self.config.storage)
        if erased:
            left_out = drop_erased(scratch, erased)
            check = Check(name="erased", subject="capacities", severity="warning", passed=True, value=left_out)
            self.recording.require([check])

    def _refuse_emptied(self, scratch: duckdb.DuckDBPyConnection) -> None:
        """Refuse tables that lost all their rows: far more often a fault of the lake than the truth."""
        current = self.recording.current()
        before = (
            current.manifest.source_rows | current.manifest.counts if current else {}
        )  # a snapshot has no table of partners
        kept = scratch.execute(statement("teamlandkarte.etl", "validated_counts")).fetchall()
        emptied = [table for table, rows in kept if not rows and before.get(table) and table not in self.allow_empty]
        if emptied:
            had = ", ".join(f"{table} ({before[table]} rows before)" for table in emptied)
            options = " ".join(f"--allow-empty {table}" for table in emptied)
            raise GateError(
                f"no valid row is left in {had}; look at the lake, or if that is right, run "
                f"`teamlandkarte refresh {options}`"
            )

    def _computed(self) -> int:
        return self.embedder.computed + (self.bridge.computed if self.bridge else 0)
