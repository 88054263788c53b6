"""The employee directory in tables of the lake: employees, their publications and their courses.

A profile is the JSON object in the column `profile`, if there is one, with a section of publications and one of courses
out of the other two tables.
"""

import json
from collections.abc import Iterator, Mapping
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
            database = duckdb.connect(str(Path(folder) / "directory.duckdb"), config={"memory_limit": _MEMORY})
            try:
                whole = [self._extracted(table, database) for table in DirectoryTable]
                found = 0
                for row in _rows(database):
                    deliver(_profile(row))
                    progress.advance(1)
                    found += 1
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


def _rows(database: duckdb.DuckDBPyConnection) -> Iterator[Row]:
    reader = database.sql(statement(_PACKAGE, "lake_profiles")).to_arrow_reader(_ROWS_AT_ONCE)
    for batch in reader:
        yield from batch.to_pylist()


def _profile(row: Row) -> Profile | PageError:
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
    sections = document.get("sections")
    sections = list(sections) if isinstance(sections, list) else []
    if row["publications"]:
        items = [_without_blanks(item) for item in row["publications"]]
        sections.append({"type": "publications", "title": "Publications", "items": items})
    if row["courses"]:
        items = [_without_blanks(item) for item in row["courses"]]
        sections.append({"type": "courses_by_year", "title": "Courses", "courses": items})
    url = _stripped(row["canonical_url"])
    return Profile(key, _stripped(row["profile_id"]) or key, name, url, {**document, "sections": sections})


def _without_blanks(item: Row) -> dict[str, str]:
    return {name: value for name, value in item.items() if value}


def _stripped(value: str | None) -> str:
    return (value or "").strip()
