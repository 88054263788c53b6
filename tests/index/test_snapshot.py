"""A published snapshot: read-only for us, readable for people."""

import datetime as dt
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest

from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.snapshot import Snapshot, _why_not_opened

INDEX = "teamlandkarte.index"
_HEADERS, _BLOCK = 3 * 4096, 256 * 1024  # of a DuckDB file
KEEPS_OPEN = """
import duckdb, sys
connection = duckdb.connect(sys.argv[1])
print("open", flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def path(dataset_folder: Path) -> Path:
    version = (dataset_folder / "CURRENT").read_text("utf-8").strip()
    return dataset_folder / "versions" / version / "snapshot.duckdb"


@pytest.fixture
def snapshot(path: Path) -> Iterator[Snapshot]:
    opened = Snapshot.open(path)
    yield opened
    opened.close()


def test_rows_are_columns_with_values(snapshot: Snapshot) -> None:
    people = snapshot.rows(INDEX, "people")

    assert [row["capacity_id"] for row in people] == [*(f"K{n:03}" for n in range(1, 11)), "k010"]
    assert people[3] | {"mean_norm": 0, "role_term_id": 0} == {
        "capacity_id": "K004",
        "role_term_id": 0,
        "begin_date": dt.date(2026, 6, 15),
        "end_date": dt.date(2026, 6, 15),
        "mean_norm": 0,
    }


@pytest.mark.parametrize(
    "statement",
    [
        "FROM read_csv('{file}')",
        "FROM '{file}'",
        "ATTACH '{file}'",
        "COPY competences TO '{file}.copy'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "SET threads = 1",
        "DELETE FROM competences",
        "CREATE TABLE mine (i INTEGER)",
    ],
)
def test_no_statement_leaves_or_changes_the_file(snapshot: Snapshot, tmp_path: Path, statement: str) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("salary\n1\n", "utf-8")
    with pytest.raises(duckdb.Error):
        snapshot._connection.cursor().execute(statement.format(file=secret))


def test_reader_is_in_utc_wherever_it_stands(path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from teamlandkarte.index.snapshot import Snapshot\n"
        "s = Snapshot.open(Path(sys.argv[1]))\n"
        "print(s._connection.cursor().execute(\"SELECT current_setting('TimeZone')\").fetchone()[0])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code, path],
        check=True,
        capture_output=True,
        text=True,
        env={"TZ": "Pacific/Auckland"},
    )

    assert answer.stdout == "UTC\n"


def test_threads_do_not_mix_their_rows(snapshot: Snapshot) -> None:
    names = ["people", "aliases", "table_counts"] * 25
    expected = {name: snapshot.rows(INDEX, name) for name in names}

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda name: snapshot.rows(INDEX, name), names))

    assert answers == [expected[name] for name in names]


def test_snapshot_opens_twice_in_one_process(snapshot: Snapshot, path: Path) -> None:
    again = Snapshot.open(path)

    assert again.rows(INDEX, "people") == snapshot.rows(INDEX, "people")
    again.close()
    assert len(snapshot.rows(INDEX, "people")) == 11


def test_file_opened_for_writing_elsewhere_names_that_process(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "snapshot.duckdb"
    copy.write_bytes(path.read_bytes())
    command = [sys.executable, "-c", KEEPS_OPEN, str(copy)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "open\n"
        with pytest.raises(DatasetError, match=f"process {writer.pid}") as refusal:
            Snapshot.open(copy)
        writer.communicate()

    assert str(tmp_path) not in str(refusal.value)


@pytest.mark.parametrize("data", [None, b"", b"not a database" * 1000])
def test_unusable_file_is_refused_without_its_path(tmp_path: Path, data: bytes | None) -> None:
    path = tmp_path / "snapshot.duckdb"
    if data is not None:
        path.write_bytes(data)

    with pytest.raises(DatasetError, match="missing or damaged") as refusal:
        Snapshot.open(path)

    assert str(tmp_path) not in str(refusal.value)


def test_damage_is_refused_wherever_it_is(path: Path, tmp_path: Path, snapshot: Snapshot) -> None:
    """Also what opens without complaint and fails only when it is read."""
    asked: tuple[tuple[str, dict[str, str]], ...] = (
        ("people", {}),
        ("terms", {"table": "competence_terms"}),
        ("table_counts", {}),
    )
    expected = [snapshot.rows(INDEX, name, **given) for name, given in asked]
    whole = path.read_bytes()
    outcomes = set()
    for position in [4096, *range(_HEADERS + 50, len(whole), _BLOCK)]:
        damaged = bytearray(whole)
        damaged[position] ^= 0xFF
        copy = tmp_path / f"{position}.duckdb"
        copy.write_bytes(damaged)
        try:
            opened = Snapshot.open(copy)
            assert [opened.rows(INDEX, name, **given) for name, given in asked] == expected
            outcomes.add("untouched")
        except DatasetError as refusal:
            outcomes.add(str(refusal).split(";")[0])
    assert outcomes == {"untouched", "the snapshot is missing or damaged", "the snapshot cannot be read"}


def test_wrong_statement_is_not_blamed_on_the_file(snapshot: Snapshot) -> None:
    with pytest.raises(duckdb.Error, match="count mismatch"):
        snapshot.rows(INDEX, "people", surplus=1)


def test_file_of_a_later_duckdb_says_which_version_it_has() -> None:
    answer = (  # of DuckDB 1.4.4 to a file that 2.0.1 wrote in its own format
        "IO Error: Trying to read a database file with version number 999, but we can only read versions between 64 "
        "and 67.\nThe database file was created with an newer version of DuckDB."
    )

    assert _why_not_opened(answer, "1.4.4") == (
        "the snapshot has storage version 999, which DuckDB 1.4.4 cannot read; upgrade duckdb"
    )


def test_file_has_the_storage_version_of_duckdb_1_0(analyst: duckdb.DuckDBPyConnection) -> None:
    tags = analyst.execute("SELECT tags FROM duckdb_databases() WHERE NOT internal").fetchall()

    assert [row[0]["storage_version"] for row in tags] == ["v1.0.0+"]


def test_every_table_and_view_says_what_it_is(analyst: duckdb.DuckDBPyConnection) -> None:
    silent = analyst.execute(
        "SELECT table_name FROM duckdb_tables() WHERE comment IS NULL "
        "UNION SELECT view_name FROM duckdb_views() WHERE NOT internal AND comment IS NULL"
    ).fetchall()

    assert silent == []


def test_vectors_answer_a_person_who_types_a_term(analyst: duckdb.DuckDBPyConnection) -> None:
    similar = analyst.execute(
        "SELECT other.term, array_cosine_similarity(own.vector, other.vector) AS cosine "
        "FROM competence_terms AS own, competence_terms AS other WHERE own.term = 'JavaScript' ORDER BY cosine DESC"
    ).fetchall()

    assert [term for term, _ in similar][:2] == ["JavaScript", "Java"]
    assert similar[0][1] == pytest.approx(1.0, abs=1e-5)


def test_capacity_overview_has_everybody_on_one_line(analyst: duckdb.DuckDBPyConnection) -> None:
    lines = analyst.execute("FROM capacity_overview").fetchall()

    assert len(lines) == 11
    assert lines[0] == (
        "K001",
        "Anna Müller",
        "Backend Developer",
        "Senior",
        dt.date(2026, 1, 1),
        dt.date(2026, 12, 31),
        "Kubernetes, PostgreSQL, Python",
        2,
        2,
    )


def test_open_tasks_are_newest_first_with_skills_and_likely_role(analyst: duckdb.DuckDBPyConnection) -> None:
    tasks = analyst.execute("SELECT task_id, skills, likely_role FROM open_tasks").fetchall()

    assert [task[0] for task in tasks] == [
        "a9U290000004GNY",
        "a9U290000004GPqEAM",
        "a9U290000004GNyEAM",
        "a9U290000004GRsEAM",
        "a9U290000004GTuEAM",
    ]
    assert tasks[0][1:] == ("Projekt management, Stellwerkstechnik", "Projektleiter")
    assert tasks[3][1] is None


def test_supply_and_demand_counts_people_and_tasks_per_term(analyst: duckdb.DuckDBPyConnection) -> None:
    counted = {row[0]: row[1:] for row in analyst.execute("FROM competence_supply_and_demand").fetchall()}

    assert len(counted) == 12
    assert counted["Python"] == (3, 2)  # K001, K002 and K003, who has it as "python"
    assert counted["Qualitätssicherung"] == (1, 0)  # K006 has both spellings
    assert counted["Arbeitsschutz"] == (0, 1)


def test_free_by_month_covers_the_next_twelve_months(analyst: duckdb.DuckDBPyConnection) -> None:
    months = analyst.execute("SELECT month, capacities FROM free_by_month").fetchall()
    windows = analyst.execute("SELECT begin_date, end_date FROM capacities").fetchall()

    assert len(months) == 12
    for month, free in months:
        last = (month + dt.timedelta(days=31)).replace(day=1) - dt.timedelta(days=1)
        expected = [
            1
            for begin, end in windows
            if (begin or end) and (begin or dt.date.min) <= last and (end or dt.date.max) >= month
        ]
        assert free == len(expected)
