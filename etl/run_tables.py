"""The history of refresh runs as tables of the snapshot, so that it can be asked with SQL."""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence

import pyarrow as pa

from teamlandkarte.index.checks import Check
from teamlandkarte.index.runs import RefreshRun

_RUNS = pa.schema(
    {
        "run_id": pa.string(),
        "kind": pa.string(),
        "status": pa.string(),
        "started_at": pa.timestamp("us"),
        "finished_at": pa.timestamp("us"),
        "seconds": pa.float64(),
        "phases": pa.map_(pa.string(), pa.float64()),
        "source": pa.string(),
        "dataset_version": pa.string(),
        "counts": pa.map_(pa.string(), pa.int64()),
        "embedded": pa.int64(),
        "overrides": pa.list_(pa.string()),
        "late": pa.bool_(),
        "reason": pa.string(),
    }
)
_CHECKS = pa.schema(
    {
        "run_id": pa.string(),
        "position": pa.int32(),
        "subject": pa.string(),
        "name": pa.string(),
        "severity": pa.string(),
        "passed": pa.bool_(),
        "value": pa.string(),
        "bound": pa.string(),
        "unit": pa.string(),
        "comparison": pa.string(),
        "remark": pa.string(),
        "override": pa.string(),
    }
)


def run_tables(runs: Sequence[RefreshRun]) -> tuple[pa.Table, pa.Table]:
    """Return the rows of `refresh_runs` and of `refresh_checks`."""
    checks = [_check(run.run_id, n, check) for run in runs for n, check in enumerate(run.checks, start=1)]
    return pa.Table.from_pylist([_run(run) for run in runs], _RUNS), pa.Table.from_pylist(checks, _CHECKS)


def _run(run: RefreshRun) -> dict[str, object]:
    phases: dict[str, float] = defaultdict(float)
    for phase in run.phases:
        phases[phase.name] += phase.seconds
    return {
        "run_id": run.run_id,
        "kind": run.kind,
        "status": run.status,
        "started_at": _utc(run.started_at),
        "finished_at": _utc(run.finished_at),
        "seconds": run.seconds,
        "phases": list(phases.items()),
        "source": run.source,
        "dataset_version": run.dataset_version,
        "counts": list(run.counts.items()),
        "embedded": run.embedded,
        "overrides": list(run.overrides),
        "late": run.late,
        "reason": run.reason,
    }


def _check(run_id: str, position: int, check: Check) -> dict[str, object]:
    return {
        "run_id": run_id,
        "position": position,
        "subject": check.subject,
        "name": check.name,
        "severity": check.severity,
        "passed": check.passed,
        "value": str(check.value),
        "bound": None if check.bound is None else str(check.bound),
        "unit": check.unit,
        "comparison": check.comparison,
        "remark": check.remark or None,
        "override": check.override,
    }


def _utc(moment: dt.datetime | None) -> dt.datetime | None:
    """Return a moment as the snapshot stores it: UTC without saying so."""
    return None if moment is None else moment.astimezone(dt.UTC).replace(tzinfo=None)
