"""Extraction: every table of the lake, whole or not at all, into `raw_<table>` of a scratch database."""

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import duckdb
import pyarrow as pa

from teamlandkarte.etl.lake import Lake
from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.etl.progress import Progress
from teamlandkarte.index import checks
from teamlandkarte.index.checks import Check
from teamlandkarte.index.counting import counted
from teamlandkarte.index.errors import SourceError
from teamlandkarte.index.snapshot import statement

_log = logging.getLogger(__name__)

_Answer = TypeVar("_Answer")
_BYTES_AT_ONCE = 16 << 20


@dataclass(frozen=True)
class _Delivery:
    """What a table delivered in the end: rows, the lake's own count of them, and in which attempt."""

    table: LakeTable
    rows: int
    counted: int
    attempt: int = 1

    @property
    def whole(self) -> bool:
        return self.rows == self.counted

    def checks(self) -> list[Check]:
        """Return the comparison with the lake's count, and a warning where one attempt was not enough."""
        differs = (
            f"The lake counts {self.counted}, and this was the second extraction; run the refresh again when "
            "nothing is loading data into the lake"
        )
        compared = Check(
            name="rows delivered",
            subject=self.table.value,
            passed=self.whole,
            value=self.rows,
            bound=self.counted,
            comparison="exactly",
            remark="" if self.whole else differs,
        )
        again = Check(
            name="extractions",
            subject=self.table.value,
            severity="warning",
            passed=False,
            value=self.attempt,
            bound=1,
            remark="The first broke off or differed from the lake's own count; see the log",
        )
        return [compared] if self.attempt == 1 else [compared, again]


def listed_columns(lake: Lake) -> dict[LakeTable, dict[str, str]]:
    """Return the lake's own columns of each table with their types.

    Raises:
        SourceError: the lake did not list a table, a second time either where that may pass.
    """
    return {table: _asked(partial(lake.columns, table), f"listing the columns of {table.value}") for table in LakeTable}


def extract(
    lake: Lake,
    scratch: duckdb.DuckDBPyConnection,
    progress: Progress,
    require: Callable[[Iterable[Check]], None] = checks.require,
) -> dict[str, int]:
    """Write every table to `raw_<table>` (text columns as in `LakeTable.schema`) and return its number of rows.

    The rows of each table are compared with the lake's own count; a table that differs, or breaks off, is extracted a
    second time from the start, so rows of two attempts never mix. `require` hears of the comparisons.

    Raises:
        SourceError: the lake did not deliver a table.
        GateError: what tables delivered twice differed from their counts; the message names all of them.
    """
    counts = {table: _asked(partial(lake.count, table), f"counting {table.value}") for table in LakeTable}
    progress.phase("extract", sum(counts.values()))
    deliveries = [_extract_table(lake, table, counts[table], scratch, progress) for table in LakeTable]
    require(check for delivery in deliveries for check in delivery.checks())
    return {delivery.table.value: delivery.rows for delivery in deliveries}


def discard(scratch: duckdb.DuckDBPyConnection) -> None:
    """Drop every `raw_<table>`, once all that is wanted of it has been taken."""
    for table in LakeTable:
        scratch.execute(statement("teamlandkarte.etl", "drop_table").format(table=_raw(table)))


def _raw(table: LakeTable) -> str:
    return f"raw_{table.value}"


def _asked(ask: Callable[[], _Answer], what: str) -> _Answer:
    try:
        return ask()
    except SourceError as exc:
        if not exc.transient:
            raise
        _log.warning("%s a second time: %s", what, exc)
        return ask()


def _extract_table(
    lake: Lake, table: LakeTable, expected: int, scratch: duckdb.DuckDBPyConnection, progress: Progress
) -> _Delivery:
    shown = 0

    def show(rows: int) -> None:
        """Advance only for rows that no earlier attempt has shown."""
        nonlocal shown
        if rows > shown:
            progress.advance(rows - shown)
            shown = rows

    try:
        first = _Delivery(table, _write(lake, table, scratch, show), expected)
        if first.whole:
            return first
        reason = f"it delivered {counted(first.rows, 'row')}, but the lake counts {expected}"
    except SourceError as exc:
        if not exc.transient:
            raise
        reason = str(exc)
    _log.warning("extracting %s a second time, from the start: %s", table.value, reason)
    try:
        expected = lake.count(table)
        return _Delivery(table, _write(lake, table, scratch, show), expected, attempt=2)
    except SourceError as exc:
        raise SourceError(f"{exc} (second extraction of the table)", transient=exc.transient) from exc


def _write(lake: Lake, table: LakeTable, scratch: duckdb.DuckDBPyConnection, show: Callable[[int], None]) -> int:
    """Replace `raw_<table>` by what the lake delivers now and return the number of rows."""
    target = _raw(table)
    columns = ", ".join(f"{column} VARCHAR" for column in table.schema.names)
    scratch.execute(statement("teamlandkarte.etl", "raw_table").format(table=target, columns=columns))
    rows = 0
    for batches in _gathered(lake.fetch(table)):
        delivered = pa.Table.from_batches(batches)
        scratch.from_arrow(delivered).insert_into(target)
        rows += delivered.num_rows
        show(rows)
    return rows


def _gathered(batches: Iterator[pa.RecordBatch]) -> Iterator[list[pa.RecordBatch]]:
    """Yield batches together, since every statement costs as much as thousands of rows."""
    held: list[pa.RecordBatch] = []
    size = 0
    for batch in batches:
        held.append(batch)
        size += batch.nbytes
        if size >= _BYTES_AT_ONCE:
            yield held
            held, size = [], 0
    if held:
        yield held
