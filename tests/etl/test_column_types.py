"""Columns that have other types than text: read as what they mean, or refused by name."""

import datetime as dt
import re
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.index.config import Database
from teamlandkarte.index.errors import SourceError
from tests.etl.conftest import LAKE_COLUMNS
from tests.etl.night import refreshed_from

FOR_EVER = dt.date(9999, 12, 31)
LONG = "Gleisbau und Brückenbau. " * 12_000  # 300,000 characters
NAMES = Database()

instant = dt.datetime.fromisoformat


TYPED: dict[LakeTable, dict[str, pa.Array]] = {
    LakeTable.CAPACITIES: {
        "id": pa.array([1, 2, 3], pa.int64()).cast(pa.decimal128(20, 1)),
        "owner_name": pa.array(["Jürgen", "Ayşe", "Zoë"]).cast(pa.binary()),  # text that does not say so
        "role_level": pa.array([3.0, float("nan"), float("inf")]),
        "begin_date": pa.array([-719_528, 2_932_897, None], pa.int32()).cast(pa.date32()),  # year 0, year 10000
        "end_date": pa.array([None, None, 1_775_086_200_000_000], pa.timestamp("us", "Europe/Berlin")),
        "description": pa.array([LONG, None, None], pa.large_string()),
    },
    LakeTable.COMPETENCES: {
        "id": pa.array([7, 8], pa.int64()),
        "name": pa.array(["Gleisbau", "Gleisbau"]).dictionary_encode(),
    },
    LakeTable.CAPACITY_COMPETENCES: {
        "capacity_id": pa.array([3, 3], pa.int64()).cast(pa.decimal128(38, 1)),
        "competence_id": pa.array([7, 8], pa.int32()),
    },
    LakeTable.CAPACITY_CERTIFICATES: {
        "capacity_id": pa.array([3.0, 4.0]),  # joins what is written 3.0
        "description": pa.array([True, False]),
    },
    LakeTable.TASKS: {
        "id": pa.array([1e3, 2e3]),
        "title__c": pa.array(["Gleisbau", "Brücke"]),
        "startdate__c": pa.array([None, float("nan")]),
        "createddate": pa.array([1_772_325_000_123_456_789, None], pa.timestamp("ns")),
        "status__c": pa.array(["Veröffentlicht"] * 2),
    },
}


def write_typed(folder: Path, typed: dict[LakeTable, dict[str, pa.Array]]) -> None:
    for table, columns in LAKE_COLUMNS.items():
        arrays = typed.get(table, {})
        rows = len(next(iter(arrays.values()))) if arrays else 0
        table_of = pa.table({name: arrays.get(name, pa.nulls(rows, pa.string())) for name in columns})
        pq.write_table(table_of, folder / f"{getattr(NAMES, table.setting)}.parquet")


def test_columns_of_other_types_than_text_are_read_as_what_they_mean(tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    write_typed(tmp_path / "lake", TYPED)

    night = refreshed_from(tmp_path)

    path = night.config.storage.path / "versions" / night.current / "snapshot.duckdb"
    with duckdb.connect(str(path), read_only=True) as snapshot:

        def rows(sql: str) -> list[tuple[object, ...]]:
            return snapshot.execute(f"{sql} ORDER BY ALL").fetchall()

        assert rows("SELECT capacity_id, owner, role_level, begin_date, end_date FROM capacities") == [
            ("2.0", "Ayşe", None, FOR_EVER, None),
            ("3.0", "Zoë", None, None, dt.date(2026, 4, 1)),  # 23:30 in UTC
        ]
        assert rows("SELECT * EXCLUDE term_id FROM competences") == [("7", "Gleisbau"), ("8", "Gleisbau")]
        assert rows("SELECT * FROM capacity_competences") == [("3.0", "7"), ("3.0", "8")]
        assert rows("SELECT * FROM capacity_certificates") == [("3.0", 1, "true")]
        assert rows("SELECT task_id, created_at FROM tasks") == [
            ("1000.0", instant("2026-03-01T00:30:00.123456")),
        ]
        assert rows("SELECT table_name, key, reason FROM rejected_rows") == [
            ("capacities", "1.0", "unreadable begin date"),
            ("capacity_certificates", "4.0", "unknown or rejected capacity"),
            ("tasks", "2000.0", "unreadable start date"),
        ]


@pytest.mark.parametrize(
    ("table", "column", "odd"),
    [
        (LakeTable.COMPETENCES, "name", pa.array([["Python", "Java"]])),
        (LakeTable.CAPACITIES, "owner_name", pa.array([{"first": "Ada"}])),
        (LakeTable.TASKS, "startdate__c", pa.array([[dt.date(2026, 4, 1)]])),
        (LakeTable.TASK_SKILLS, "task__c", pa.array([[("a", 1)]], pa.map_(pa.string(), pa.int64()))),
    ],
)
def test_a_column_of_lists_or_objects_stops_the_refresh_by_name(
    tmp_path: Path, table: LakeTable, column: str, odd: pa.Array
) -> None:
    (tmp_path / "lake").mkdir()
    write_typed(tmp_path / "lake", {table: {column: odd}})
    with pytest.raises(SourceError, match=rf'{table.setting}.*lists or objects in column "{column}"'):
        refreshed_from(tmp_path)


def test_a_column_of_lists_that_nobody_reads_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    write_typed(tmp_path / "lake", TYPED)
    path = tmp_path / "lake" / f"{NAMES.tasks_table}.parquet"
    pq.write_table(pq.read_table(path).append_column("tags__c", pa.array([["a"], ["b"]])), path)
    (run,) = refreshed_from(tmp_path).history()
    assert run.status == "succeeded"


@pytest.mark.parametrize("name", [b"Z\xed\xa0\x80o", b"J\xfcrgen"], ids=["half a character", "Latin-1"])
@pytest.mark.parametrize("declared", [True, False])
def test_text_that_is_not_utf8_stops_the_refresh_with_table_and_value(
    tmp_path: Path, name: bytes, *, declared: bool
) -> None:
    (tmp_path / "lake").mkdir()
    names = pa.array([b"Gleisbau", name])
    if declared:
        names = pa.StringArray.from_buffers(2, names.buffers()[1], names.buffers()[2])  # unchecked
    write_typed(tmp_path / "lake", {LakeTable.COMPETENCES: {"id": pa.array(["1", "2"]), "name": names}})
    shown = re.escape(name.decode("ascii", "backslashreplace"))
    with pytest.raises(SourceError, match=rf"(?i)competences_table.*not UTF-8 \(\"{shown}\"\)") as failed:
        refreshed_from(tmp_path)
    assert str(tmp_path) not in str(failed.value)
