"""Every table of the lake is taken whole, or the refresh fails."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field

import duckdb
import pyarrow as pa
import pytest

from teamlandkarte.etl.extraction import extract, listed_columns
from teamlandkarte.etl.lake_tables import AnyTable, LakeTable
from teamlandkarte.etl.progress import Silence
from teamlandkarte.index.errors import RefreshError, SourceError
from tests.etl.listener import Listener

Delivery = list[list[str | None] | SourceError]  # batches of values for every column; an error ends it


@dataclass
class ScriptedLake:
    """A lake of one table, whose deliveries are written down one by one; its other tables are empty."""

    deliveries: list[Delivery]
    counts: list[int]
    table: LakeTable = LakeTable.CAPACITIES
    name: str = "scripted lake"
    sample: bool = False
    fetched: list[AnyTable] = field(default_factory=list)
    failures: list[SourceError] = field(default_factory=list)  # what it says first when it is asked for columns

    def columns(self, table: AnyTable) -> dict[str, str]:
        if self.failures:
            raise self.failures.pop(0)
        return dict.fromkeys(table.schema.names, "varchar")

    def count(self, table: AnyTable) -> int:
        return self.counts.pop(0) if table is self.table else 0

    def fetch(self, table: AnyTable) -> Iterator[pa.RecordBatch]:
        self.fetched.append(table)
        for part in self.deliveries.pop(0) if table is self.table else []:
            if isinstance(part, SourceError):
                raise part
            yield pa.RecordBatch.from_arrays(
                [pa.array(part, pa.string())] * len(table.schema.names), schema=table.schema
            )

    def check(self) -> str:
        return "scripted"


def ids(scratch: duckdb.DuckDBPyConnection) -> list[str | None]:
    return [row[0] for row in scratch.execute("SELECT id FROM raw_capacities ORDER BY id").fetchall()]


def broken() -> SourceError:
    return SourceError("the connection broke", transient=True)


def test_every_table_is_written_whole_and_counted(scratch: duckdb.DuckDBPyConnection) -> None:
    lake = ScriptedLake([[["a", "b"], [], ["c"]]], [3])

    rows = extract(lake, scratch, Silence())

    assert rows == {table.value: 3 if table is LakeTable.CAPACITIES else 0 for table in LakeTable}
    assert ids(scratch) == ["a", "b", "c"]
    for table in LakeTable:  # an empty table is a table, not a missing one
        assert scratch.table(f"raw_{table.value}").columns == table.schema.names


def test_a_delivery_that_breaks_off_is_repeated_from_the_start(
    scratch: duckdb.DuckDBPyConnection, caplog: pytest.LogCaptureFixture
) -> None:
    lake = ScriptedLake([[["a", "b"], broken()], [["a", "b"], ["c"]]], [3, 3])
    with caplog.at_level(logging.WARNING):
        assert extract(lake, scratch, Silence())["capacities"] == 3
    assert ids(scratch) == ["a", "b", "c"]
    assert "a second time" in caplog.text


def test_rows_that_went_missing_without_an_error_are_noticed_by_the_count(scratch: duckdb.DuckDBPyConnection) -> None:
    lake = ScriptedLake([[["a"]], [["a"], ["b"]]], [2, 2])
    assert extract(lake, scratch, Silence())["capacities"] == 2
    assert ids(scratch) == ["a", "b"]


def test_a_table_that_grew_while_it_was_read_is_taken_as_it_is_the_second_time(
    scratch: duckdb.DuckDBPyConnection,
) -> None:
    lake = ScriptedLake([[["a", "b"]], [["a", "b"]]], [1, 2])
    assert extract(lake, scratch, Silence())["capacities"] == 2


def test_rows_missing_twice_fail_the_refresh_with_both_numbers(scratch: duckdb.DuckDBPyConnection) -> None:
    lake = ScriptedLake([[["a"]], [["a"]]], [2, 2])
    with pytest.raises(RefreshError, match=r"capacities: rows delivered 1, .*The lake counts 2, .*second"):
        extract(lake, scratch, Silence())


def test_a_connection_that_breaks_twice_fails_the_refresh(scratch: duckdb.DuckDBPyConnection) -> None:
    lake = ScriptedLake([[["a"], broken()], [["a"], broken()]], [2, 2])
    with pytest.raises(SourceError, match=r"connection broke.*second"):
        extract(lake, scratch, Silence())


def test_a_connection_that_breaks_once_while_columns_are_listed_is_asked_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    lake = ScriptedLake([], [], failures=[broken()])
    assert listed_columns(lake)[LakeTable.PARTNERS] == {"id": "varchar", "name": "varchar"}
    assert "listing the columns of competences a second time: the connection broke" in caplog.text
    with pytest.raises(SourceError, match="the connection broke"):
        listed_columns(ScriptedLake([], [], failures=[broken(), broken()]))
    lake = ScriptedLake([], [], failures=[SourceError("wrong password")])
    with pytest.raises(SourceError, match="wrong password"):
        listed_columns(lake)


def test_what_cannot_get_better_is_not_tried_twice(scratch: duckdb.DuckDBPyConnection) -> None:
    lake = ScriptedLake([[SourceError("wrong password")]], [2])
    with pytest.raises(SourceError, match=r"^wrong password$"):
        extract(lake, scratch, Silence())
    assert lake.fetched.count(LakeTable.CAPACITIES) == 1


@pytest.mark.parametrize(
    "deliveries",
    [[[["a"], ["b"], ["c"]]], [[["a"], ["b"], broken()], [["a"], ["b"], ["c"]]]],
    ids=["at once", "in two attempts"],
)
def test_progress_counts_every_row_once(scratch: duckdb.DuckDBPyConnection, deliveries: list[Delivery]) -> None:
    listener = Listener()
    extract(ScriptedLake(deliveries, [3, 3]), scratch, listener)
    assert listener.phases == [("extract", 3)]
    assert listener.steps == 3
