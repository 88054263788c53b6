"""The gates between validation and build: what a table may have lost, and what may be wrong with its rows.

Bounds are the `[refresh]` section's, except that a table that had rows must not lose all of them.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import duckdb

from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.index.checks import Check
from teamlandkarte.index.config import Refresh
from teamlandkarte.index.counting import counted
from teamlandkarte.index.manifest import Manifest
from teamlandkarte.index.snapshot import statement

_PACKAGE = "teamlandkarte.etl"
_LINKS = (
    LakeTable.CAPACITY_COMPETENCES,
    LakeTable.CAPACITY_REFERENCES,
    LakeTable.CAPACITY_CERTIFICATES,
    LakeTable.TASK_SKILLS,
)
OUR_FAULT = "The refresh wrote something wrong; run it again, and report this if it fails again"
_POINTS_NOWHERE = "unknown or rejected "  # how the reason of such a rejection begins
_KEPT_IN_PART = " kept"  # how the reason ends where only a part of the row was rejected
_SHOWN_REASONS = 3
_DIGITS = 6  # of a percentage, so that 7 of 10 rows have lost 30 % and not a hair more


@dataclass(frozen=True)
class _Table:
    """One table: rows that the lake delivered, that validation kept, and that it rejected whole, by reason."""

    table: LakeTable
    delivered: int
    kept: int
    reasons: Mapping[str, int]

    @property
    def name(self) -> str:
        return self.table.value


@dataclass(frozen=True)
class Allowed:
    """What a person lets pass, as names of tables.

    `empty`: may have lost all rows; `drop`: more than `[refresh] max_drop`; `retyped`: columns may have other types.
    """

    empty: Collection[str] = ()
    drop: Collection[str] = ()
    retyped: Collection[str] = ()


NOTHING_ALLOWED = Allowed()


def table_checks(
    scratch: duckdb.DuckDBPyConnection,
    delivered: Mapping[str, int],
    previous: Manifest | None,
    limits: Refresh,
    allowed: Allowed,
) -> list[Check]:
    """Judge every table that validation left in `scratch`.

    `delivered`: rows per table of the lake; `previous`: the last published version, None where there is none to
    compare with.
    """
    kept = dict(scratch.execute(statement(_PACKAGE, "validated_counts")).fetchall())
    reasons: dict[str, dict[str, int]] = {}
    for table, reason, rows in scratch.execute(statement(_PACKAGE, "rejected_reasons")).fetchall():
        if not reason.endswith(_KEPT_IN_PART):
            reasons.setdefault(table, {})[reason] = rows
    checks = []
    for table in LakeTable:
        name = table.value
        judged = _Table(table, delivered[name], kept[name], reasons.get(name, {}))
        floor = _floor(judged, previous, limits, allowed)
        # Whoever lets a table lose all its rows lets them be rejected, too.
        override = floor.override if not judged.kept else None
        checks += [floor, _rejected(judged, limits, override)]
        if table in _LINKS:
            checks.append(_dangling(judged, limits, override))
    return checks


def _floor(judged: _Table, previous: Manifest | None, limits: Refresh, allowed: Allowed) -> Check:
    """Judge how many of its rows a table has lost; those of partners, whom no snapshot holds, as the lake counts."""
    name, now = judged.name, judged.kept
    before = 0
    if previous:
        in_snapshot = name in previous.counts
        before = previous.counts[name] if in_snapshot else previous.source_rows.get(name, 0)
        now = judged.kept if in_snapshot or not judged.kept else judged.delivered
    lost = _percent(max(before - now, 0), before)
    emptied = before > 0 and now == 0
    passed = not emptied and lost <= _percent(limits.max_drop, 1)
    option = f"--allow-empty {name}" if emptied else f"--allow-drop {name}"
    return Check(
        name="rows lost",
        subject=name,
        passed=passed,
        value=lost,
        bound=_percent(limits.max_drop, 1),
        unit="%",
        remark="" if passed else _what_was_lost(judged, before, now, option),
        override=option if not passed and name in (allowed.empty if emptied else allowed.drop) else None,
    )


def _what_was_lost(judged: _Table, before: int, now: int, option: str) -> str:
    left = {0: "No valid row is left", 1: "1 row is left"}.get(now, f"{now} rows are left")
    rejected = f" (rejected: {_most_frequent(judged.reasons)})" if judged.reasons else ""
    step = f"Look at the lake, or if that is right, run `teamlandkarte refresh {option}`"
    return f"{left} of {before}{rejected}. {step}"


def _rejected(judged: _Table, limits: Refresh, override: str | None) -> Check:
    return _share(judged, "rows rejected", judged.reasons, limits, override)


def _dangling(judged: _Table, limits: Refresh, override: str | None) -> Check:
    reasons = {reason: rows for reason, rows in judged.reasons.items() if reason.startswith(_POINTS_NOWHERE)}
    return _share(judged, "links that point nowhere", reasons, limits, override)


def _share(judged: _Table, name: str, reasons: Mapping[str, int], limits: Refresh, override: str | None) -> Check:
    rows = sum(reasons.values())
    share = _percent(rows, judged.delivered)
    bound = _percent(_allowed_share(judged, limits), 1)
    step = "Correct them in the lake, or raise [refresh] max_rejected"
    delivered = counted(judged.delivered, "row")
    return Check(
        name=name,
        subject=judged.name,
        passed=share <= bound,
        value=share,
        bound=bound,
        unit="%",
        remark=f"{rows} of {delivered}: {_most_frequent(reasons)}. {step}" if share > bound else "",
        override=override if share > bound else None,
    )


def _allowed_share(judged: _Table, limits: Refresh) -> float:
    """Return which share of a table may be rejected: of a small one more, since a few rows are soon a large share."""
    if not judged.kept:
        return limits.max_rejected
    return max(limits.max_rejected, min(limits.few_rejected / judged.delivered, 1.0))


def _most_frequent(reasons: Mapping[str, int]) -> str:
    shown = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))[:_SHOWN_REASONS]
    return ", ".join(f"{reason} {rows}×" for reason, rows in shown)


def _percent(part: float, whole: int) -> float:
    return round(100 * part / whole, _DIGITS) if whole else 0.0
