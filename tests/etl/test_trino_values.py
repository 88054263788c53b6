"""Values as only Trino writes them when it casts a type to text: read right or rejected, and the refresh goes on."""

import datetime as dt
from typing import Any

import duckdb

from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.etl.trino_lake import TrinoLake
from teamlandkarte.index.config import Credentials, Database, Refresh
from tests.etl.fake_trino import FakeTrino, Pages
from tests.etl.night import Night

FOR_EVER = dt.date(9999, 12, 31)

# Over each row stand the types that its values have in Trino.
PEOPLE: list[list[Any]] = [
    # Of CHAR (12 and 20 characters), DOUBLE, DATE and TIMESTAMP with nine digits.
    [
        "K1          ",
        "Jürgen Weiß         ",
        "Gleisbauer",
        "3.0E0",
        "2026-04-01",
        "9999-12-31 23:59:59.999999999",
        None,
    ],
    # Of DECIMAL, VARCHAR, REAL, DATE and TIMESTAMP WITH TIME ZONE.
    ["2.00", "Ayşe", "Gleisbauer", "NaN", "+10000-01-01", None, None],
    ["3.00", "Zoë", "Gleisbauer", "-Infinity", None, "2026-04-01 00:30:00.000 Europe/Berlin", None],
    # Of DOUBLE.
    ["1E3", "Ada", "Gleisbauer", "2.5E0", "2026-04-01 00:30:00.000 +02:00", None, None],
    # Of DATE: year 0, and one before it.
    ["K5", "Ivo", None, None, "0000-01-01", None, None],
    ["K6", "Ute", None, None, None, "-0044-03-15", None],
    # Of JSON.
    ["K7", '{"first":"Ada"}', None, None, None, None, None],
]


def tables() -> dict[LakeTable, Pages]:
    return {
        LakeTable.CAPACITIES: [[], PEOPLE[:3], [], PEOPLE[3:]],
        LakeTable.COMPETENCES: [[["7", "SAP       "], ["8", '["SAP"]'], ["9", None]]],
        LakeTable.CAPACITY_COMPETENCES: [[["K1", "7"], ["2.00", "7  "], ["2", "7"], ["1E3", "8"], ["1E3", "7"]]],
        LakeTable.CAPACITY_CERTIFICATES: [[["1000.0", "PMP"], ["3.00", "true"]]],
        LakeTable.TASKS: [[["T1", "Gleisbau", "<p>Gleise</p>", None, None, "2026-03-01 00:30:00.123456789012 UTC"]]],
        LakeTable.PARTNERS: [[]],
    }


def test_what_trino_writes_for_each_type_is_read_right_or_rejected_with_a_reason(
    trino_server: FakeTrino, night: Night
) -> None:
    trino_server.tables = tables()
    database = Database(backend="trino", host="127.0.0.1", port=trino_server.port, http_scheme="http")
    night.config = night.config.model_copy(update={"refresh": Refresh(max_rejected=1.0)})

    night.refresh(lake=TrinoLake(database, Credentials(lake_username="staffing")))

    path = night.config.storage.path / "versions" / night.current / "snapshot.duckdb"
    with duckdb.connect(str(path), read_only=True) as snapshot:

        def rows(sql: str) -> list[tuple[object, ...]]:
            return snapshot.execute(f"{sql} ORDER BY ALL").fetchall()

        assert rows("SELECT capacity_id, owner, role_level, begin_date, end_date FROM capacities") == [
            ("1E3", "Ada", "2.5E0", dt.date(2026, 3, 31), None),
            ("2.00", "Ayşe", None, FOR_EVER, None),
            ("3.00", "Zoë", None, None, dt.date(2026, 3, 31)),
            ("K1", "Jürgen Weiß", "3", dt.date(2026, 4, 1), FOR_EVER),
        ]
        assert rows("SELECT capacity_id, competence_id FROM capacity_competences") == [
            ("1E3", "7"),
            ("2.00", "7"),
            ("K1", "7"),
        ]
        assert rows("SELECT capacity_id, description FROM capacity_certificates") == [("3.00", "true")]
        assert rows("SELECT task_id, description, created_at FROM tasks") == [
            ("T1", "Gleise", dt.datetime.fromisoformat("2026-03-01T00:30:00.123456"))
        ]
        assert rows("SELECT table_name, key, reason FROM rejected_rows") == [
            ("capacities", "K5", "unreadable begin date"),
            ("capacities", "K6", "unreadable end date"),
            ("capacities", "K7", "a list or object instead of an owner"),
            ("capacity_certificates", "1000.0", "unknown or rejected capacity"),
            ("capacity_competences", "1E3 / 8", "unknown or rejected competence"),
            ("capacity_competences", "2 / 7", "unknown or rejected capacity"),
            ("competences", "8", "a list or object instead of a name"),
            ("competences", "9", "blank name"),
        ]
