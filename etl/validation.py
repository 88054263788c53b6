"""Validation: from the raw text of the lake to clean tables; what breaks a rule is reported, nothing vanishes.

The rules themselves are the `validate_<table>.sql` files; the reading of texts, dates and ids that they call is here.
"""

import datetime as dt
import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import duckdb
import pyarrow as pa
from duckdb.func import ARROW, SPECIAL

from teamlandkarte.etl import lake_dates
from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.index import text
from teamlandkarte.index.lake_ids import join_key
from teamlandkarte.index.snapshot import statement

_PACKAGE = "teamlandkarte.etl"
_CACHED_VALUES = 65_536  # a lake repeats itself: far fewer days, ids and names than rows


def validate(scratch: duckdb.DuckDBPyConnection) -> None:
    """Write the clean tables (named and typed as in `schema.sql`, without term ids) and `rejected_rows`.

    Reads `raw_<table>` as `extraction` leaves them, in the same database. Of each table the kept and the rejected rows
    together are the raw ones, and the outcome does not depend on the order in which the lake delivered them.
    """
    with _functions(scratch):
        scratch.execute(statement(_PACKAGE, "rejected_rows"))
        for table in LakeTable:
            judged = statement(_PACKAGE, f"validate_{table.value}")
            scratch.execute(statement(_PACKAGE, "validate").format(table=table.value, judged=judged))


@contextmanager
def _functions(scratch: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Make the reading of texts, ids and dates available to SQL; each function sees whole Arrow columns."""
    functions: list[tuple[str, Callable[[str], object], str, pa.DataType]] = [
        ("trimmed_id", _filled(str.strip), "VARCHAR", pa.string()),
        ("join_key", join_key, "VARCHAR", pa.string()),
        ("clean_line", _filled(text.clean), "VARCHAR", pa.string()),
        ("plain_lines", _filled(text.plain_text), "VARCHAR", pa.string()),
        ("folded_term", text.folded, "VARCHAR", pa.string()),
        ("lake_date", _date, "DATE", pa.date32()),
        ("lake_timestamp", _timestamp, "TIMESTAMP", pa.timestamp("us")),
        ("is_readable_date", _is_readable, "BOOLEAN", pa.bool_()),
    ]
    for name, read, sql_type, arrow_type in functions:
        column = _by_column(read, arrow_type)
        scratch.create_function(name, column, ["VARCHAR"], sql_type, type=ARROW, null_handling=SPECIAL)
    try:
        yield
    finally:
        for name, *_ in functions:
            scratch.remove_function(name)


def _by_column(read: Callable[[str], object], arrow_type: pa.DataType) -> Callable[[pa.ChunkedArray], pa.Array]:
    """Return a function of columns out of one of values; NULL stays NULL."""

    def column(values: pa.ChunkedArray) -> pa.Array:
        return pa.array([None if value is None else read(value) for value in values.to_pylist()], arrow_type)

    return column


def _filled(read: Callable[[str], str]) -> Callable[[str], str | None]:
    """Return `read` with None for a blank."""
    return lambda value: read(value) or None


@functools.lru_cache(_CACHED_VALUES)
def _date(value: str) -> dt.date | None:
    try:
        return lake_dates.read_date(value)
    except ValueError:
        return None  # `is_readable_date` tells it from a blank


@functools.lru_cache(_CACHED_VALUES)
def _timestamp(value: str) -> dt.datetime | None:
    try:
        return lake_dates.read_timestamp(value)
    except ValueError:
        return None  # `is_readable_date` tells it from a blank


@functools.lru_cache(_CACHED_VALUES)
def _is_readable(value: str) -> bool:
    try:
        lake_dates.read_date(value)
    except ValueError:
        return False
    return True
