"""The employee directory in tables of the lake: employees, their publications and their courses.

A profile is the JSON object in the column `profile`, if there is one, with a section of publications and one of courses
out of the other two tables.
"""

import heapq
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb

from teamlandkarte.etl.directory_source import Crawl, Delivery, PageError, Profile
from teamlandkarte.etl.lake import Lake
from teamlandkarte.etl.lake_tables import DirectoryTable
from teamlandkarte.etl.progress import Progress
from teamlandkarte.index.errors import MissingTableError, SourceError
from teamlandkarte.index.snapshot import statement

_PACKAGE = "teamlandkarte.etl"
_MEMORY = "256MB"
_ROWS_AT_ONCE = 500

Row = Mapping[str, Any]


class LakeDirectory:
    """The directory's tables of a lake; each is compared with the lake's own count, as the other tables are."""

    def __init__(self, lake: Lake) -> None:
        """Take the lake; it is asked when it is read."""
        self._lake = lake
        self.name = lake.name
        self.url = lake.name
        self.sample = lake.sample

    def is_there(self) -> bool:
        """Return whether the lake has a table of employees; one that cannot be read is there, and reading it tells."""
        try:
            return bool(self._lake.columns(DirectoryTable.EMPLOYEES))
        except MissingTableError:
            return False
        except SourceError:
            return True

    def read(self, deliver: Delivery, progress: Progress) -> Crawl:
        """Hand over every row of the employees as a profile.

        Raises:
            SourceError: the lake does not deliver a table.
        """
        with TemporaryDirectory(prefix="teamlandkarte-") as folder:
            # Several threads sort no more than fits into the memory, one spills to the disk.
            path = str(Path(folder) / "directory.duckdb")
            database = duckdb.connect(path, config={"memory_limit": _MEMORY, "threads": 1})
            try:
                whole = [self._extracted(table, database) for table in DirectoryTable]
                found = 0
                for item in _profiles(database):
                    deliver(item)
                    progress.advance(1)
                    found += isinstance(item, Profile) or not item.of_nobody
            finally:
                database.close()
        message = (
            "" if all(whole) else "The lake delivered other numbers of rows than it counts; something is loading data."
        )
        return Crawl(found, complete=all(whole), message=message)

    def _extracted(self, table: DirectoryTable, database: duckdb.DuckDBPyConnection) -> bool:
        """Copy a table and return whether it has as many rows as the lake counts."""
        counted = self._lake.count(table)
        database.from_arrow(table.schema.empty_table()).create(table.value)
        rows = 0
        for batch in self._lake.fetch(table):
            database.from_arrow(batch).insert_into(table.value)
            rows += batch.num_rows
        return rows == counted


def _profiles(database: duckdb.DuckDBPyConnection) -> Iterator[Profile | PageError]:
    """Yield the profiles by key; the rows of one person at a time are held, however many there are."""
    rows = heapq.merge(*(_sorted_rows(table, database) for table in DirectoryTable), key=_key)
    for key, of_person in groupby(rows, _key):
        parts: dict[DirectoryTable, list[Row]] = {table: [] for table in DirectoryTable}
        for table, row in of_person:
            parts[table].append(row)
        if not key or not parts[DirectoryTable.EMPLOYEES]:
            yield from _ownerless(key, parts)
        sections = list(_sections(parts)) if key else []
        yield from (_profile(row, sections) for row in parts[DirectoryTable.EMPLOYEES])


def _sorted_rows(table: DirectoryTable, database: duckdb.DuckDBPyConnection) -> Iterator[tuple[DirectoryTable, Row]]:
    """Yield the rows of a table by profile key."""
    with database.cursor() as cursor:
        for batch in cursor.sql(statement(_PACKAGE, f"sorted_{table.value}")).to_arrow_reader(_ROWS_AT_ONCE):
            yield from ((table, row) for row in batch.to_pylist())


def _key(found: tuple[DirectoryTable, Row]) -> str:
    key: str = found[1]["profile_key"]
    return key


def _ownerless(key: str, parts: Mapping[DirectoryTable, Sequence[Row]]) -> Iterator[PageError]:
    """Yield an error for each table whose rows have a key that is no employee's."""
    why = f'no employee has the profile_key "{key}"' if key else "there is no profile_key"
    for table in (DirectoryTable.EMPLOYEE_PUBLICATIONS, DirectoryTable.EMPLOYEE_COURSES):
        if count := len(parts[table]):
            rows = "1 row belongs" if count == 1 else f"{count} rows belong"
            yield PageError(table.value, f"{rows} to nobody: {why}.", _stripped(key) or None, of_nobody=True)


def _sections(parts: Mapping[DirectoryTable, Sequence[Row]]) -> Iterator[dict[str, Any]]:
    if publications := parts[DirectoryTable.EMPLOYEE_PUBLICATIONS]:
        yield {"type": "publications", "title": "Publications", "items": list(map(_item, publications))}
    if courses := parts[DirectoryTable.EMPLOYEE_COURSES]:
        yield {"type": "courses_by_year", "title": "Courses", "courses": list(map(_item, courses))}


def _profile(row: Row, sections: Sequence[Mapping[str, Any]]) -> Profile | PageError:
    key, name = _stripped(row["profile_key"]), _stripped(row["full_name"])
    if not key or not name:
        missing = "full_name" if key else "profile_key"
        return PageError("employees", f"The row has no {missing}.", key or None)
    try:
        document = json.loads(row["profile"]) if row["profile"] else {}
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        return PageError("employees", "The column profile does not hold a JSON object.", key)
    own = document.get("sections")
    whole = {**document, "sections": [*(own if isinstance(own, list) else ()), *sections]}
    return Profile(key, _stripped(row["profile_id"]) or key, name, _stripped(row["canonical_url"]), whole)


def _item(row: Row) -> dict[str, str]:
    return {name: value for name, value in row.items() if value and name != "profile_key"}


def _stripped(value: str | None) -> str:
    return (value or "").strip()
