"""Odd values in each column of each table: read right or rejected with a reason, and the refresh goes on."""

import csv
import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.index.config import Database
from tests.conftest import MadeOnce
from tests.etl.conftest import LAKE_COLUMNS
from tests.etl.night import refreshed_from

instant = dt.datetime.fromisoformat
FOR_EVER = dt.date(9999, 12, 31)
LONG = "Gleisbau und Brückenbau. " * 12_000  # 300,000 characters
NAMES = Database()


@dataclass(frozen=True)
class Odd:
    """A value of a column of the lake, and what becomes of it: what is stored, or why its row is rejected."""

    column: str
    value: object
    stored: object = None
    reason: str | None = None


def rejected(column: str, value: object, reason: str) -> Odd:
    return Odd(column, value, reason=reason)


# How the lake's columns of one kind, and the tables that people ask, call the same thing.
DAYS = {
    "capacities.begin_date": ("begin_date", "unreadable begin date"),
    "capacities.end_date": ("end_date", "unreadable end date"),
    "tasks.startdate__c": ("start_date", "unreadable start date"),
    "tasks.enddate__c": ("end_date", "unreadable end date"),
}
LINES = {
    "competences.name": ("name", "name"),
    "capacities.owner_name": ("owner", "owner"),
    "capacities.role_name": ("role", "role"),
    "tasks.title__c": ("title", "title"),
    "task_skills.skillname__c": ("skill", "skill"),
    "partners.name": ("partner", "name"),
}
FREE_TEXTS = {
    "capacities.description": "description",
    "capacity_references.projects": "projects",
    "capacity_certificates.description": "description",
    "tasks.description__c": "description",
}

READABLE_DAYS = {
    "9999-12-31": FOR_EVER,
    "9999-12-31 23:59:59.999999999": FOR_EVER,
    "+12026-01-01": FOR_EVER,
    "294247-01-10 04:00:54.775": FOR_EVER,
    "infinity": FOR_EVER,
    "0001-01-01": dt.date(1, 1, 1),
    "2026-04-01                    ": dt.date(2026, 4, 1),
    "2026-04-01 00:30:00 Europe/Berlin": dt.date(2026, 3, 31),
    "2026-03-31T23:30:00-05:00": dt.date(2026, 4, 1),
    "  ": None,
}
UNREADABLE_DAYS = (
    *("0000-00-00", "0000-01-01", "-0044-03-15", "2026-02-30", "-infinity", "NaN", "NaT", "inf", "None", "0"),
    *('["2026-04-01"]', '{"date": "2026-04-01"}', "<p>2026-04-01</p>", "2026-04-01\u200b", "46113"),
)
READABLE_LINES = {
    "SAP       ": "SAP",
    "Ju\u0308rgen": "Jürgen",
    "Py\u200bth\u00adon": "Python",
    "\ufeffGleise": "Gleise",
    "\u202eGleis\u202c": "Gleis",
    "Gleis\n\t bau": "Gleis bau",
    "[Entwurf] Gleis [alt]": "[Entwurf] Gleis [alt]",
    "SÃO PAULO": "SÃO PAULO",
    "„Menü Ä“ 10 € – 20 €": "„Menü Ä“ 10 € – 20 €",
    "<b>Gleis</b>": "Gleis",
    "🚆 Züge": "🚆 Züge",
}
GARBLED = ("VerÃ¶ffentlicht", "ÃƒÂ¶l", "M\ufffdller", "ï¿½l", "10 â€“ 20")  # kept as they are, and counted
STRUCTURES = ('["Python", "Java"]', '{"name": "Python"}', '[{"name": "Python"}]', '[["Python"]]')
READABLE_TEXTS = {
    "<p>Ich&nbsp;baue</p><script>x()</script><ul><li>Gleise</li></ul>": "Ich baue\n\n- Gleise",
    '["Python", "Java"]': '["Python", "Java"]',
    "Gleis\r\nbau\u2028Br\u200bücke": "Gleis\nbau\nBrücke",
    "Bru\u0308cke": "Brücke",
    LONG: LONG.strip(),
}

CASES = [
    *(Odd(column, text, day) for column in DAYS for text, day in READABLE_DAYS.items()),
    *(rejected(column, text, reason) for column, (_, reason) in DAYS.items() for text in UNREADABLE_DAYS),
    Odd("tasks.createddate", "9999-12-31 23:59:59.999999999", instant("9999-12-31T00:00")),
    Odd("tasks.createddate", "2026-03-01 00:30:00.5 Europe/Berlin", instant("2026-02-28T23:30:00.500")),
    *(rejected("tasks.createddate", text, "unreadable creation date") for text in UNREADABLE_DAYS),
    *(Odd(column, text, line) for column in LINES for text, line in READABLE_LINES.items()),
    *(Odd(column, text, text) for column in LINES for text in GARBLED),
    *(
        rejected(column, text, f"a list or object instead of {'an' if word == 'owner' else 'a'} {word}")
        for column, (_, word) in LINES.items()
        if column != "partners.name"  # a reference does without its partner
        for text in STRUCTURES
    ),
    rejected("competences.name", "\u200b\u2060", "blank name"),
    rejected("capacities.owner_name", "\u00ad", "no owner"),
    Odd("capacities.role_name", "\u200b", None),
    Odd("partners.name", "\u200b", None),
    rejected("tasks.title__c", "\u200b", "no title"),
    rejected("task_skills.skillname__c", "\u200b", "blank skill"),
    Odd("capacities.role_level", "3.0", "3"),
    Odd("capacities.role_level", "3.0E0", "3"),
    Odd("capacities.role_level", "Infinity", None),
    Odd("capacities.role_level", "3.5", "3.5"),
    Odd("capacities.role_level", "NaN", None),
    Odd("capacities.role_level", "-inf", None),
    Odd("capacities.role_level", "Senior    ", "Senior"),
    *(Odd(column, text, shown) for column in FREE_TEXTS for text, shown in READABLE_TEXTS.items()),
]
# Values with a NUL are for Parquet alone: no CSV has them.
NULS = [
    *(Odd(column, "Gl\0eis", "Gleis") for column in LINES),
    *(Odd(column, "Gl\0eis", "Gleis") for column in FREE_TEXTS),
    *(rejected(column, "2026-04\0-01", reason) for column, (_, reason) in DAYS.items()),
]


def key_of(case: Odd) -> str:
    return f"odd{(CASES + NULS).index(case):03}"


def lake_rows(cases: list[Odd]) -> dict[LakeTable, list[dict[str, Any]]]:
    """Return a lake in which each case has a person, a competence or a task of its own, with one odd value."""
    rows: dict[LakeTable, list[dict[str, Any]]] = {table: [] for table in LakeTable}
    for case in cases:
        key = key_of(case)
        odd_table, column = case.column.split(".")
        own: dict[LakeTable, dict[str, Any]] = {
            LakeTable.CAPACITIES: {"id": key, "owner_name": "Ada"},
            LakeTable.COMPETENCES: {"id": key, "name": f"Können {key}"},
            LakeTable.CAPACITY_COMPETENCES: {"capacity_id": key, "competence_id": key},
            LakeTable.PARTNERS: {"id": key, "name": "Bahn"},
            LakeTable.CAPACITY_REFERENCES: {"capacity_id": key, "partner_id": key, "projects": "Tunnel"},
            LakeTable.CAPACITY_CERTIFICATES: {"capacity_id": key, "description": "PMP"},
            LakeTable.TASKS: {"id": key, "title__c": "Gleisbau", "status__c": "Veröffentlicht"},
            LakeTable.TASK_SKILLS: {"task__c": key, "skillname__c": "Gleisbau"},
        }
        own[LakeTable(odd_table)][column] = case.value
        for table, row in own.items():
            rows[table].append({name: row.get(name) for name in LAKE_COLUMNS[table]})
    return rows


def write_parquet(folder: Path) -> None:
    for table, rows in lake_rows(CASES + NULS).items():
        schema = pa.schema([(name, pa.string()) for name in LAKE_COLUMNS[table]])
        pq.write_table(pa.Table.from_pylist(rows, schema), folder / f"{getattr(NAMES, table.setting)}.parquet")


def write_csv(folder: Path) -> None:
    for table, rows in lake_rows(CASES).items():
        path = folder / f"{getattr(NAMES, table.setting)}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, LAKE_COLUMNS[table], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


Analyst = duckdb.DuckDBPyConnection


@pytest.fixture(scope="module", params=["parquet", "csv"])
def analyst(request: pytest.FixtureRequest, made_once: MadeOnce) -> Iterator[Analyst]:
    """The snapshot after a refresh from a lake in which everything is odd."""

    def fill(folder: Path) -> None:
        (folder / "lake").mkdir()
        {"parquet": write_parquet, "csv": write_csv}[request.param](folder / "lake")
        refreshed_from(folder)

    folder = made_once(f"odd-{request.param}", fill)
    with duckdb.connect(str(next(folder.glob("data/versions/*/snapshot.duckdb"))), read_only=True) as connection:
        yield connection


ID_OF = {
    "capacities": "capacity_id",
    "competences": "competence_id",
    "capacity_references": "capacity_id",
    "capacity_certificates": "capacity_id",
    "tasks": "task_id",
    "task_skills": "task_id",
}


def becomes(analyst: Analyst, case: Odd) -> tuple[list[object], list[str]]:
    """Return what is stored of a case and the reasons for which its own row was rejected."""
    key = key_of(case)
    table, column = case.column.split(".")
    names = {name: stored for name, (stored, _) in (DAYS | LINES).items()} | FREE_TEXTS
    stored_column = names.get(case.column, {"createddate": "created_at"}.get(column, column))
    asked = "capacity_references" if table == "partners" else table
    stored = analyst.execute(f"SELECT {stored_column} FROM {asked} WHERE {ID_OF[asked]} = ?", [key]).fetchall()
    reasons = analyst.execute(
        "SELECT reason FROM rejected_rows WHERE table_name = ? AND (key = ? OR starts_with(key, ? || ' / '))",
        [table, key, key],
    ).fetchall()
    return [row[0] for row in stored], [row[0] for row in reasons]


def shown(case: Odd) -> str:
    return f"{case.column} {ascii(case.value)[:40]}"


@pytest.mark.parametrize("column", sorted({case.column for case in CASES}))
def test_an_odd_value_is_read_right_or_rejected_with_its_reason(analyst: Analyst, column: str) -> None:
    for case in [case for case in CASES if case.column == column]:
        expected = ([], [case.reason]) if case.reason else ([case.stored], [])
        if case.column == "partners.name" and case.stored is None:
            expected = ([None], ["blank name"])
        assert becomes(analyst, case) == expected, shown(case)


@pytest.mark.parametrize("analyst", ["parquet"], indirect=True)
def test_a_nul_in_a_text_is_left_out_and_in_a_day_it_is_unreadable(analyst: Analyst) -> None:
    for case in NULS:
        assert becomes(analyst, case) == (([], [case.reason]) if case.reason else ([case.stored], [])), shown(case)


def test_texts_in_a_wrong_encoding_are_counted_in_the_run(analyst: Analyst) -> None:
    counted = analyst.execute(
        "SELECT subject, CAST(value AS DOUBLE) FROM refresh_checks "
        "WHERE name = 'rows with text in a wrong encoding' ORDER BY ALL"
    ).fetchall()
    assert counted == [
        ("capacities", 2 * len(GARBLED)),  # in owners and in roles
        ("competences", len(GARBLED)),
        ("partners", len(GARBLED)),
        ("task_skills", len(GARBLED)),
        ("tasks", len(GARBLED)),
    ]
