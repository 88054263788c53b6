"""The lake as a folder of Parquet or CSV files."""

import datetime as dt
from pathlib import Path

import pytest

from teamlandkarte.etl.duckdb_lake import DuckDBLake
from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.index.config import Database
from teamlandkarte.index.errors import SourceError

from .conftest import FolderWriter

PUBLISHED = "Veröffentlicht"


def fetched(lake: DuckDBLake, table: LakeTable) -> list[tuple[object, ...]]:
    return sorted(tuple(row.values()) for batch in lake.fetch(table) for row in batch.to_pylist())


def test_every_value_arrives_as_text_whatever_its_type(write_lake: FolderWriter) -> None:
    begin, end = dt.date(2026, 4, 1), dt.datetime(2026, 4, 1, 1, 30, tzinfo=dt.timezone(dt.timedelta(hours=2)))
    lake = DuckDBLake(write_lake(capacities=[(7, "Jürgen Ölmez", "Gleisbauer", 3, begin, end, None, None)]))

    assert fetched(lake, LakeTable.CAPACITIES) == [
        ("7", "Jürgen Ölmez", "Gleisbauer", "3", "2026-04-01", "2026-03-31 23:30:00+00", None)
    ]


def test_only_active_capacities_and_what_belongs_to_them_leave_the_lake(write_lake: FolderWriter) -> None:
    lake = DuckDBLake(
        write_lake(
            capacities=[
                ("active", "A", "r", "1", None, None, None, None),
                ("gone", "B", "r", "1", None, None, None, "left"),
                ("both", "C", "r", "1", None, None, None, "an older row"),
                ("both", "C", "r", "1", None, None, None, None),
            ],
            capacity_competences=[("active", "c"), (" gone ", "c"), ("both", "c"), ("unknown", "c"), (None, "c")],
            capacity_references=[("active", None, "p"), ("gone", None, "p")],
            capacity_certificates=[("active", "x"), ("gone", "x")],
        )
    )

    assert [row[0] for row in fetched(lake, LakeTable.CAPACITIES)] == ["active", "both"]
    # What belongs to nobody is extracted: validation reports it.
    links = [row["capacity_id"] for batch in lake.fetch(LakeTable.CAPACITY_COMPETENCES) for row in batch.to_pylist()]
    assert set(links) == {"active", "both", "unknown", None}
    assert fetched(lake, LakeTable.CAPACITY_REFERENCES) == [("active", None, "p")]
    assert fetched(lake, LakeTable.CAPACITY_CERTIFICATES) == [("active", "x")]


def test_only_published_tasks_and_their_skills_leave_the_lake(write_lake: FolderWriter) -> None:
    open_id, closed_id = "001A0000006Vm9u", "001A0000006Vm9v"
    lake = DuckDBLake(
        write_lake(
            tasks=[
                (open_id, "t", None, None, None, None, f"{PUBLISHED}  "),
                (closed_id + "IAC", "t", None, None, None, None, "Besetzt"),
                ("draft", "t", None, None, None, None, None),
            ],
            task_skills=[(open_id + "IAC", "Python"), (closed_id, "Java"), ("draft", "C"), ("unknown", "Go")],
        )
    )

    assert [row[0] for row in fetched(lake, LakeTable.TASKS)] == [open_id]
    assert fetched(lake, LakeTable.TASK_SKILLS) == [(open_id + "IAC", "Python"), ("unknown", "Go")]


@pytest.mark.parametrize("table", LakeTable)
def test_the_count_is_the_number_of_rows_delivered(table: LakeTable, tiny_lake: Path) -> None:
    lake = DuckDBLake(Database(path=tiny_lake))
    assert lake.count(table) == len([row for batch in lake.fetch(table) for row in batch.to_pylist()]) > 0


def test_a_csv_file_keeps_leading_zeros_and_reads_an_empty_field_as_nothing(write_lake: FolderWriter) -> None:
    database = write_lake()
    (database.path / f"{database.partners_table}.parquet").unlink()
    csv = database.path / f"{database.partners_table}.csv"
    csv.write_text('id,name\n007,"Müller, Söhne ""& Co"""\n008,\n', encoding="utf-8")

    assert fetched(DuckDBLake(database), LakeTable.PARTNERS) == [("007", 'Müller, Söhne "& Co"'), ("008", None)]


def test_a_lake_that_is_complete_is_said_to_be_readable(tiny_lake: Path) -> None:
    assert DuckDBLake(Database(path=tiny_lake)).check().endswith("all 8 tables are readable")


def test_a_folder_with_the_marker_is_a_sample_and_says_so(write_lake: FolderWriter) -> None:
    database = write_lake()
    assert not DuckDBLake(database).sample
    (database.path / "SAMPLE_LAKE.json").write_text("{}")
    marked = DuckDBLake(database)
    assert marked.sample
    assert marked.name == "sample lake"


def test_a_missing_folder_names_the_setting_and_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"\[database\] path.*teamlandkarte sample") as failed:
        DuckDBLake(Database(path=tmp_path / "nowhere")).check()
    assert str(tmp_path) not in str(failed.value)


def test_a_missing_table_names_its_setting(write_lake: FolderWriter) -> None:
    database = write_lake()
    (database.path / f"{database.tasks_table}.parquet").unlink()
    with pytest.raises(SourceError, match=r"tasks_table = .*is not there"):
        DuckDBLake(database).check()


def test_a_table_that_is_there_twice_is_refused(write_lake: FolderWriter) -> None:
    database = write_lake()
    (database.path / f"{database.tasks_table}.csv").write_text("id\n")
    with pytest.raises(SourceError, match="twice"):
        DuckDBLake(database).check()


@pytest.mark.parametrize(
    ("table", "header", "missing"),
    [
        (LakeTable.PARTNERS, "id,nme", "name"),
        (LakeTable.CAPACITY_CERTIFICATES, "capacity,description", "capacity_id"),
        (LakeTable.TASKS, "id;title__c;status__c", "status__c"),
    ],
)
def test_a_missing_column_is_named(write_lake: FolderWriter, table: LakeTable, header: str, missing: str) -> None:
    database = write_lake()
    name = getattr(database, table.setting)
    (database.path / f"{name}.parquet").unlink()
    (database.path / f"{name}.csv").write_text(f"{header}\n")
    with pytest.raises(SourceError, match=f'{table.setting}.*no column "{missing}"'):
        DuckDBLake(database).check()


def test_a_file_that_breaks_off_in_the_middle_stops_the_extraction_at_its_line(write_lake: FolderWriter) -> None:
    database = write_lake()
    (database.path / f"{database.partners_table}.parquet").unlink()
    lines = ["id,name", *(f"{n},Partner {n}" for n in range(300_000)), "300000,Partner,of,too,many,fields"]
    (database.path / f"{database.partners_table}.csv").write_text("\n".join(lines))

    with pytest.raises(SourceError, match="at line 300002"):
        fetched(DuckDBLake(database), LakeTable.PARTNERS)


def test_a_file_that_is_no_table_is_refused_by_name(write_lake: FolderWriter) -> None:
    database = write_lake()
    (database.path / f"{database.partners_table}.parquet").write_bytes(b"PAR1 but not really")
    with pytest.raises(SourceError, match=f"{database.partners_table}.parquet.*cannot be read"):
        DuckDBLake(database).check()


def csv_lake(database: Database, rows: bytes) -> DuckDBLake:
    """Return a lake whose partners are a CSV file of these bytes."""
    (database.path / f"{database.partners_table}.parquet").unlink()
    (database.path / f"{database.partners_table}.csv").write_bytes(rows)
    return DuckDBLake(database)


MANY = b"".join(b"%d,Partner\n" % number for number in range(30_000))


@pytest.mark.parametrize("before", [b"", MANY], ids=["at the beginning", "far down"])
@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (b"1,Secret,x\n", "the number of fields is 3, not 2 as in the header"),
        (b"Secret\n", "the number of fields is 1, not 2 as in the header"),
        (b"1,Secret M\xfcller\n", "text is not UTF-8"),
        (b"1,Secret" + b"x" * 40_000_000 + b"\n", "a row has more than 16777216 bytes"),
        (b'1,"Secret" b\n', "a quote is not closed"),
    ],
    ids=["too many fields", "too few fields", "Latin-1", "too long", "stray quote"],
)
def test_a_csv_file_that_cannot_be_read_says_where_and_why(
    write_lake: FolderWriter, before: bytes, row: bytes, fault: str
) -> None:
    database = write_lake()
    lake = csv_lake(database, b"id,name\n" + before + row + b"2,Partner\n" * 10)
    with pytest.raises(SourceError) as failed:
        fetched(lake, LakeTable.PARTNERS)
    said = str(failed.value)
    assert f'"{database.partners_table}.csv"' in said
    assert f"at line {2 + before.count(10)}, {fault}" in said
    assert "Secret" not in said


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "it is empty"),
        ("id,name\n1,Müller\n".encode("utf-16"), "at line 1, text is not UTF-8"),
        ("id,name,größe\n1,a,b\n".encode("latin-1"), "at line 1, text is not UTF-8"),
        (b"id,name\n1,a\r\n2,b\n", "one kind of line end"),
        (b"id,name\n1,a,b\n", "at line 2, the number of fields is 3, not 2 as in the header"),
    ],
    ids=["empty", "UTF-16", "Latin-1 header", "mixed line ends", "a first row of more fields than the header"],
)
def test_a_csv_file_that_is_none_says_why(write_lake: FolderWriter, content: bytes, fault: str) -> None:
    with pytest.raises(SourceError, match=fault):
        fetched(csv_lake(write_lake(), content), LakeTable.PARTNERS)


def test_a_field_of_megabytes_is_read(write_lake: FolderWriter) -> None:
    lake = csv_lake(write_lake(), b"id,name\n1," + b"x" * 5_000_000 + b"\n")
    assert [(key, len(str(name))) for key, name in fetched(lake, LakeTable.PARTNERS)] == [("1", 5_000_000)]


@pytest.mark.parametrize("preamble", [b"", b"# exported\n"])
def test_a_row_that_begins_with_a_number_sign_is_a_row(write_lake: FolderWriter, preamble: bytes) -> None:
    lake = csv_lake(write_lake(), preamble + b"id,name\n#1,First\n2,# Second\n#3,Third\n")
    assert fetched(lake, LakeTable.PARTNERS) == [("#1", "First"), ("#3", "Third"), ("2", "# Second")]
