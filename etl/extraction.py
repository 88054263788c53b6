"""Extraction: every table of the lake, whole or not at all, into `raw_<table>` of a scratch database."""

import logging
from collections.abc import Callable

import duckdb

from teamlandkarte.etl.lake import Lake
from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.etl.progress import Progress
from teamlandkarte.index.errors import GateError, SourceError
from teamlandkarte.index.snapshot import statement

_log = logging.getLogger(__name__)


def extract(lake: Lake, scratch: duckdb.DuckDBPyConnection, progress: Progress) -> dict[str, int]:
    """Write every table to `raw_<table>` (text columns as in `LakeTable.schema`) and return its number of rows.

    The rows of each table are compared with the lake's own count; a table that differs, or breaks off, is extracted a
    second time from the start, so rows of two attempts never mix.

    Raises:
        SourceError: the lake did not deliver a table.
        GateError: what a table delivered twice differed from its count.
    """
    counts = {table: _count(lake, table) for table in LakeTable}
    progress.phase("extract", sum(counts.values()))
    return {table.value: _extract_table(lake, table, counts[table], scratch, progress) for table in LakeTable}


def _count(lake: Lake, table: LakeTable) -> int:
    try:
        return lake.count(table)
    except SourceError as exc:
        if not exc.transient:
            raise
        _log.warning("counting %s a second time: %s", table.value, exc)
        return lake.count(table)


def _extract_table(
    lake: Lake, table: LakeTable, expected: int, scratch: duckdb.DuckDBPyConnection, progress: Progress
) -> int:
    shown = 0

    def show(rows: int) -> None:
        """Advance only for rows that no earlier attempt has shown."""
        nonlocal shown
        if rows > shown:
            progress.advance(rows - shown)
            shown = rows

    try:
        return _write_counted(lake, table, expected, scratch, show)
    except (SourceError, GateError) as exc:
        if isinstance(exc, SourceError) and not exc.transient:
            raise
        _log.warning("extracting %s a second time, from the start: %s", table.value, exc)
    try:
        return _write_counted(lake, table, lake.count(table), scratch, show)
    except (SourceError, GateError) as exc:
        message = f"{exc} (second extraction of the table)"
        if isinstance(exc, SourceError):
            raise SourceError(message, transient=exc.transient) from exc
        raise GateError(message) from exc


def _write_counted(
    lake: Lake, table: LakeTable, expected: int, scratch: duckdb.DuckDBPyConnection, show: Callable[[int], None]
) -> int:
    rows = _write(lake, table, scratch, show)
    if rows != expected:
        raise GateError(
            f"table {table.value} delivered {rows} rows, but the lake counts {expected}; run the refresh again when "
            "nothing is loading data into the lake"
        )
    return rows


def _write(lake: Lake, table: LakeTable, scratch: duckdb.DuckDBPyConnection, show: Callable[[int], None]) -> int:
    """Replace `raw_<table>` by what the lake delivers now and return the number of rows."""
    target = f"raw_{table.value}"
    scratch.execute(statement("teamlandkarte.etl", "drop_table").format(table=target))
    scratch.from_arrow(table.schema.empty_table()).create(target)
    rows = 0
    for batch in lake.fetch(table):
        scratch.from_arrow(batch).insert_into(target)
        rows += batch.num_rows
        show(rows)
    return rows
