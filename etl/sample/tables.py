"""The tables of the lake and its directory as Parquet files, written in row groups so that memory stays bounded."""

from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyarrow as pa
import pyarrow.parquet as pq

from teamlandkarte.index.config import Database

ROW_GROUP = 20_000  # rows held back per table before they are written

_TEXT = pa.string()
_MOMENT = pa.timestamp("ms")  # Trino's timestamp(3)
_NAMES = Database()

CAPACITIES = _NAMES.capacities_table
CAPACITY_COMPETENCES = _NAMES.capacity_competences_table
COMPETENCES = _NAMES.competences_table
CAPACITY_REFERENCES = _NAMES.capacity_references_table
PARTNERS = _NAMES.partners_table
CAPACITY_CERTIFICATES = _NAMES.capacity_certificates_table
TASKS = _NAMES.tasks_table
TASK_SKILLS = _NAMES.task_skills_table
EMPLOYEES = _NAMES.employees_table
EMPLOYEE_PUBLICATIONS = _NAMES.employee_publications_table
EMPLOYEE_COURSES = _NAMES.employee_courses_table


def _texts(*names: str) -> list[tuple[str, pa.DataType]]:
    return [(name, _TEXT) for name in names]


SCHEMAS: dict[str, pa.Schema] = {
    CAPACITIES: pa.schema(
        [
            *_texts("id", "owner_name", "role_name", "role_level"),
            ("begin_date", pa.date32()),
            ("end_date", pa.date32()),
            *_texts("description", "deletion_reason"),
        ]
    ),
    CAPACITY_COMPETENCES: pa.schema(_texts("capacity_id", "competence_id")),
    COMPETENCES: pa.schema(_texts("id", "name")),
    CAPACITY_REFERENCES: pa.schema(_texts("capacity_id", "partner_id", "projects")),
    PARTNERS: pa.schema(_texts("id", "name")),
    CAPACITY_CERTIFICATES: pa.schema(_texts("capacity_id", "description")),
    TASKS: pa.schema(
        [
            *_texts("id", "name", "title__c", "description__c", "startdate__c", "enddate__c"),
            ("createddate", _MOMENT),
            ("lastmodifieddate", _MOMENT),
            *_texts("status__c"),
        ]
    ),
    TASK_SKILLS: pa.schema(_texts("id", "task__c", "skillname__c")),
    EMPLOYEES: pa.schema(_texts("profile_key", "profile_id", "full_name", "canonical_url", "profile")),
    EMPLOYEE_PUBLICATIONS: pa.schema(
        [("profile_key", _TEXT), ("position", pa.int32()), *_texts("title", "text", "url")]
    ),
    EMPLOYEE_COURSES: pa.schema([("profile_key", _TEXT), ("position", pa.int32()), *_texts("year", "title", "url")]),
}


class TableFiles:
    """The Parquet files of one lake folder, open for appending rows; a context manager."""

    def __init__(self, folder: Path) -> None:
        self._writers = {
            table: pq.ParquetWriter(folder / f"{table}.parquet", schema, compression="zstd")
            for table, schema in SCHEMAS.items()
        }
        self._rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in SCHEMAS}

    def add(self, table: str, *values: object) -> None:
        """Append one row, its values in the order of the table's columns."""
        rows = self._rows[table]
        rows.append(values)
        if len(rows) >= ROW_GROUP:
            self._write(table)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                for table in self._rows:
                    self._write(table)
        finally:
            for writer in self._writers.values():
                writer.close()

    def _write(self, table: str) -> None:
        rows, schema = self._rows[table], SCHEMAS[table]
        if rows:
            columns = zip(*rows, strict=True)
            arrays = [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
            self._writers[table].write_batch(pa.RecordBatch.from_arrays(arrays, schema=schema))
            rows.clear()
