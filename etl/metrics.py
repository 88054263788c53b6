"""What a monitor reads about refresh runs: a file in the Prometheus text format, as docs/metrics.md lists it."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from prometheus_client import generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from teamlandkarte.index.disk import replace
from teamlandkarte.index.runs import RefreshRun
from teamlandkarte.index.versions import Version

_ENDED = ("succeeded", "unchanged", "failed")


@dataclass(frozen=True)
class Metrics(Collector):
    """The figures at a moment: ended refresh runs, newest first, and the current dataset version if there is one."""

    runs: Sequence[RefreshRun]
    version: Version | None
    now: dt.datetime

    def write(self, path: Path) -> None:
        """Write the file so that a reader sees the old or the new figures; raises OSError."""
        replace(path, generate_latest(self).decode())

    def collect(self) -> Iterator[Metric]:
        """Return the metrics, those without a value left out."""
        yield _gauge("metrics_written_timestamp_seconds", "When this file was written.", self.now.timestamp())
        if self.runs:
            yield from self._last_run(self.runs[0])
        yield from self._history()
        if self.version:
            yield from self._dataset(self.version)

    def _last_run(self, run: RefreshRun) -> Iterator[Metric]:
        ended = run.finished_at or self.now
        states = {status: float(status == run.status) for status in _ENDED}
        yield _gauges("refresh_status", "1 for how the last refresh run ended, 0 for the others.", "status", states)
        yield _gauge("refresh_start_timestamp_seconds", "When the last run began.", run.started_at.timestamp())
        yield _gauge("refresh_end_timestamp_seconds", "When the last run ended.", ended.timestamp())
        yield _gauge("refresh_late", "1 if the last run caught up on a missed time.", float(run.late))
        yield _gauge("refresh_embedded_terms", "Terms that the last run had to embed.", run.embedded)
        phases = {phase.name: 0.0 for phase in run.phases}
        for phase in run.phases:  # a phase may come more than once
            phases[phase.name] += phase.seconds
        yield _gauges("refresh_phase_duration_seconds", "How long each phase of the last run took.", "phase", phases)

    def _history(self) -> Iterator[Metric]:
        good = [position for position, run in enumerate(self.runs) if run.status != "failed"]
        failures = good[0] if good else len(self.runs)
        yield _gauge("refresh_consecutive_failures", "Runs that failed since the last one that did not.", failures)
        if good:
            run = self.runs[good[0]]
            ended = (run.finished_at or run.started_at).timestamp()
            yield _gauge("refresh_last_success_timestamp_seconds", "When the last run that did not fail ended.", ended)

    def _dataset(self, version: Version) -> Iterator[Metric]:
        manifest = version.manifest
        rows = {table: float(count) for table, count in manifest.counts.items() if table != "rejected_rows"}
        created = manifest.created_at.timestamp()
        yield _gauge("dataset_created_timestamp_seconds", "When the version that is served was made.", created)
        age = manifest.age(self.now).total_seconds()
        yield _gauge("dataset_age_seconds", "Its age when this file was written.", age)
        yield _gauge("dataset_degraded", "1 if it stands in for a damaged one.", float(version.degraded is not None))
        yield _gauges("dataset_rows", "Rows per table of it.", "table", rows)
        rejected = manifest.counts.get("rejected_rows", 0)
        yield _gauge("dataset_rejected_rows", "Rows of the lake that broke a rule and were left out of it.", rejected)


def _gauge(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(f"teamlandkarte_{name}", meaning, value=value)


def _gauges(name: str, meaning: str, label: str, values: dict[str, float]) -> Metric:
    family = GaugeMetricFamily(f"teamlandkarte_{name}", meaning, labels=[label])
    for word, value in values.items():
        family.add_metric([word], value)
    return family
