"""Validation: from the raw text of the lake to clean tables; what breaks a rule is reported, nothing vanishes.

The rules themselves are the `validate_<table>.sql` files; the reading of texts, dates and ids that they call is here.
"""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import duckdb
import numpy as np
import pyarrow as pa
from duckdb.func import ARROW, SPECIAL
from numpy.typing import NDArray

from teamlandkarte.etl import lake_dates
from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.index import text
from teamlandkarte.index.snapshot import statement

_PACKAGE = "teamlandkarte.etl"
_CACHED_VALUES = 65_536  # a lake repeats itself: far fewer days than rows


@dataclass(frozen=True)
class _Sameness:
    """Which rows of a table are the same (`same`), which one of them is kept (the first by `order`) and their key.

    `judging` are columns that only judge, also the tables that refer to this one: ids as the lake spells them, and what
    the spellings of one id have in common.
    """

    same: str
    order: str
    key: str
    reason: str = "duplicate"
    judging: tuple[str, ...] = ()

    def names(self, table: LakeTable) -> dict[str, str]:
        """Return what the statements about the table leave open."""
        return {"table": table.value, "same": self.same, "order": self.order, "key": self.key, "reason": self.reason}


def _same_id(key: str, *others: str) -> _Sameness:
    return _Sameness("id_key", ", ".join((key, *others)), key, "duplicate id", judging=("id_key",))


_SAMENESS = {
    LakeTable.COMPETENCES: _same_id("competence_id", "name"),
    LakeTable.PARTNERS: _same_id("partner_id", "name"),
    LakeTable.CAPACITIES: _same_id(
        "capacity_id", "owner", "role", "role_level", "begin_date", "end_date", "description"
    ),
    LakeTable.CAPACITY_COMPETENCES: _Sameness(
        "capacity_id, competence_id",
        "coalesce(capacity, capacity_id), coalesce(competence, competence_id)",
        "nullif(concat_ws(' / ', coalesce(capacity, capacity_id), coalesce(competence, competence_id)), '')",
        judging=("capacity", "competence"),
    ),
    LakeTable.CAPACITY_REFERENCES: _Sameness(
        "capacity_id, partner, projects",
        "capacity, partner_key",
        "nullif(concat_ws(' / ', capacity, partner_key), '')",
        judging=("capacity", "partner_key"),
    ),
    LakeTable.CAPACITY_CERTIFICATES: _Sameness(
        "capacity_id, description", "capacity", "capacity", judging=("capacity",)
    ),
    LakeTable.TASKS: _same_id("task_id", "title", "start_date", "end_date", "created_at", "description"),
    LakeTable.TASK_SKILLS: _Sameness(
        "task_id, folded_term(skill)",
        "skill, task",
        "nullif(concat_ws(' / ', task, skill), '')",
        judging=("task",),
    ),
}

_Column = Callable[[pa.ChunkedArray], pa.Array]


def validate(scratch: duckdb.DuckDBPyConnection) -> None:
    """Write the clean tables (named and typed as in `schema.sql`, without term ids) and `rejected_rows`.

    Reads `raw_<table>` as `extraction` leaves them, in the same database. Of each table the kept and the rejected rows
    together are the raw ones, and the outcome does not depend on the order in which the lake delivered them. Only a
    reference to an unknown partner is both: its projects are kept, its partner is reported.
    """
    with _functions(scratch):
        scratch.execute(statement(_PACKAGE, "rejected_rows"))
        for table in LakeTable:
            _validate(scratch, table)
        for table in LakeTable:
            for column in (*_SAMENESS[table].judging, "reason"):
                scratch.execute(statement(_PACKAGE, "drop_column").format(table=table.value, column=column))


def _validate(scratch: duckdb.DuckDBPyConnection, table: LakeTable) -> None:
    """Judge the rows of a table where they stay, and take out what is not kept; most rows are, so no table is copied.

    Rows of which all but one go are looked for among hashes, since sorting whole rows takes longer than all the rest.
    """
    names = _SAMENESS[table].names(table)
    judged = statement(_PACKAGE, f"validate_{table.value}")
    scratch.execute(statement(_PACKAGE, "judge").format(**names, judged=judged))
    hashes = scratch.execute(statement(_PACKAGE, "row_hashes").format(**names)).fetchnumpy()["hash"]
    repeated = _repeated(np.asarray(hashes, np.uint64))
    if len(repeated):
        scratch.register("repeated_hashes", pa.table({"hash": repeated}))
        scratch.execute(statement(_PACKAGE, "reject_repeated").format(**names))
        scratch.unregister("repeated_hashes")
    scratch.execute(statement(_PACKAGE, "validate").format(**names))


def _repeated(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Sort values and return, once each, those that come more than once."""
    hashes.sort()  # in place: there is one for every link
    return np.unique(hashes[1:][hashes[1:] == hashes[:-1]])


@contextmanager
def _functions(scratch: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Make the reading of texts, ids and dates available to SQL; each function of Python sees whole Arrow columns."""
    functions: list[tuple[str, _Column, str]] = [
        ("read_name", _each(lambda value: text.shown_name(value) or None, pa.string()), "VARCHAR"),
        ("plain_text_lines", _each(lambda value: text.plain_text(value) or None, pa.string()), "VARCHAR"),
        ("folded_term", _each(text.folded, pa.string()), "VARCHAR"),
        ("read_date", _each(_if_readable(lake_dates.read_date), pa.date32()), "DATE"),
        ("lake_timestamp", _each(_if_readable(lake_dates.read_timestamp), pa.timestamp("us")), "TIMESTAMP"),
        ("readable_date", _each(_is_readable, pa.bool_()), "BOOLEAN"),
    ]
    for name, column, sql_type in functions:
        scratch.create_function(name, column, ["VARCHAR"], sql_type, type=ARROW, null_handling=SPECIAL)
    scratch.execute(statement(_PACKAGE, "reading_macros"))
    scratch.execute(statement(_PACKAGE, "text_macros"))
    scratch.execute(statement(_PACKAGE, "id_macros"))
    try:
        yield
    finally:
        for name, *_ in functions:
            scratch.remove_function(name)


def _each(read: Callable[[str], object], arrow_type: pa.DataType) -> _Column:
    """Return a function of columns out of one of values; NULL stays NULL."""

    def column(values: pa.ChunkedArray) -> pa.Array:
        return pa.array([None if value is None else read(value) for value in values.to_pylist()], arrow_type)

    return column


def _if_readable(read: Callable[[str], object]) -> Callable[[str], object]:
    """Return a function that reads what can be read, else None, which `readable_date` tells from a blank."""

    @functools.lru_cache(_CACHED_VALUES)
    def found(value: str) -> object:
        try:
            return read(value)
        except ValueError:
            return None

    return found


@functools.lru_cache(_CACHED_VALUES)
def _is_readable(value: str) -> bool:
    try:
        lake_dates.read_date(value)
    except ValueError:
        return False
    return True
