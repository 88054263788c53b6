"""Lakes of a few rows, written by the test that needs them."""

from collections.abc import Callable, Mapping
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.index.config import Database

Rows = list[tuple[object, ...]]
FolderWriter = Callable[..., Database]

# The columns of the lake itself, as the design lists them.
LAKE_COLUMNS = {
    LakeTable.CAPACITIES: (
        *("id", "owner_name", "role_name", "role_level", "begin_date", "end_date", "description"),
        "deletion_reason",
    ),
    LakeTable.CAPACITY_COMPETENCES: ("capacity_id", "competence_id"),
    LakeTable.COMPETENCES: ("id", "name"),
    LakeTable.CAPACITY_REFERENCES: ("capacity_id", "partner_id", "projects"),
    LakeTable.PARTNERS: ("id", "name"),
    LakeTable.CAPACITY_CERTIFICATES: ("capacity_id", "description"),
    LakeTable.TASKS: (
        *("id", "title__c", "description__c", "startdate__c", "enddate__c", "createddate"),
        "status__c",
    ),
    LakeTable.TASK_SKILLS: ("task__c", "skillname__c"),
}


@pytest.fixture
def write_lake(tmp_path: Path) -> FolderWriter:
    """Return a function that writes Parquet files of rows (columns as in LAKE_COLUMNS) and returns the settings."""
    folder = tmp_path / "Größenwahn lake"

    def write(**tables: Rows) -> Database:
        folder.mkdir(exist_ok=True)
        database = Database(path=folder)
        for table, columns in LAKE_COLUMNS.items():
            rows = tables.get(table.value, [])
            arrays = [pa.array([row[position] for row in rows]) for position in range(len(columns))]
            arrays = [array.cast(pa.string()) if pa.types.is_null(array.type) else array for array in arrays]
            pq.write_table(
                pa.table(arrays, names=list(columns)), folder / f"{getattr(database, table.setting)}.parquet"
            )
        return database

    return write


@pytest.fixture
def scratch() -> duckdb.DuckDBPyConnection:
    """A scratch database, as a refresh run has one."""
    return duckdb.connect(":memory:", config={"threads": 1})


@pytest.fixture
def fill_raw(scratch: duckdb.DuckDBPyConnection) -> Callable[..., None]:
    """Return a function that writes the raw tables as an extraction would; tables that are not named are empty."""

    def fill(tables: Mapping[str, Rows]) -> None:
        for table in LakeTable:
            rows = tables.get(table.value, [])
            arrays = [pa.array([row[i] for row in rows], pa.string()) for i in range(len(table.schema.names))]
            relation = scratch.from_arrow(pa.Table.from_arrays(arrays, schema=table.schema))
            scratch.execute(f"DROP TABLE IF EXISTS raw_{table.value}")
            relation.create(f"raw_{table.value}")

    return fill
