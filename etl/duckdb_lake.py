"""The embedded lake: a folder of Parquet or CSV files named like the lake's tables, read with DuckDB.

CSV files are UTF-8, separated by commas, with a header line; an empty field is NULL.
"""

import functools
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import duckdb
import pyarrow as pa

from teamlandkarte.etl.csv_file import csv_fault, read_csv
from teamlandkarte.etl.lake_tables import ALL_TABLES, AnyTable, LakeQueries, LakeTable, Query, table_names
from teamlandkarte.index.config import Database
from teamlandkarte.index.errors import MissingTableError, SourceError

SAMPLE_MARKER = "SAMPLE_LAKE.json"  # lies in a folder whose data is made up

_BATCH_ROWS = 50_000
_COLUMN = re.compile(r'column (?:named )?"([^"]+)"', re.IGNORECASE)
_STRUCTURES = frozenset(("list", "array", "struct", "map", "union"))  # types that a column of text cannot have
_NOT_UTF8 = re.compile(r'value "([^"]*)" is not valid UTF8')


class DuckDBLake:
    """A folder as a lake; nothing outside the folder can be read through it."""

    def __init__(self, database: Database) -> None:
        """Take the folder of `[database] path`; it is opened when it is first read.

        Raises:
            ConfigError: a table name is not an identifier.
        """
        self._folder = database.path
        self._queries = LakeQueries(table_names(database))
        self._listed: dict[AnyTable, dict[str, str]] = {}
        self._structures: dict[AnyTable, set[str]] = {}  # the columns that cannot be read as text
        self._shown: set[type[AnyTable]] = set()
        self._names = {table: getattr(database, table.setting) for table in ALL_TABLES}
        try:
            self.sample = (self._folder / SAMPLE_MARKER).is_file()
        except PermissionError:
            self.sample = False  # reading its tables says what is wrong
        self.name = "sample lake" if self.sample else f'folder "{self._folder.name}"'

    @functools.cached_property
    def _connection(self) -> duckdb.DuckDBPyConnection:
        """A database for the folder's files, each under its table's name once one of its kind has been asked for."""
        if not self._folder.is_dir():
            what = "is no folder" if self._folder.exists() else "does not exist"
            raise SourceError(
                f'the lake folder "{self._folder.name}" of [database] path {what}; write a sample with '
                "`teamlandkarte sample` or correct the setting"
            )
        return _connected(self._folder)

    def columns(self, table: AnyTable) -> dict[str, str]:
        """Return the columns of a table's file with their types in lower case; those of a CSV file are all text."""
        self._show_all(type(table))
        if table in self._listed:
            return self._listed[table]
        raise self._not_delivered(table, duckdb.CatalogException())

    def count(self, table: AnyTable) -> int:
        """Return how many rows `fetch` delivers."""
        for batch in self._run(table, self._queries.count(table)):
            return int(batch.column("row_count")[0].as_py())
        raise SourceError(f"{self.name}: table {table.value} could not be counted; check its file")

    def fetch(self, table: AnyTable) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a table in batches of `table.schema`."""
        for batch in self._run(table, self._queries.extraction(table)):
            yield pa.RecordBatch.from_arrays(batch.columns, schema=table.schema)  # the statement has cast everything

    def check(self) -> str:
        """Return one sentence about the folder after probing every table."""
        for table in LakeTable:
            for _ in self._run(table, self._queries.probe(table)):
                pass
        return f"{self.name}: all {len(LakeTable)} tables are readable"

    def _show_all(self, kind: type[AnyTable]) -> None:
        """Make all tables of a kind visible, since one statement may look into several."""
        if kind in self._shown:
            return
        try:
            for table in kind:
                self._show(table)
        except OSError as exc:
            raise SourceError(f"{self.name} cannot be read ({exc.strerror}); correct its rights") from exc
        self._shown.add(kind)

    def _show(self, table: AnyTable) -> None:
        """Make the file of a table visible under the table's name; a missing file is reported where it is read."""
        connection, name = self._connection, self._names[table]
        files = [path for suffix in ("parquet", "csv") if (path := self._folder / f"{name}.{suffix}").is_file()]
        if len(files) > 1:
            raise SourceError(
                f'{self.name}: table {table.value} is there twice, as "{files[0].name}" and "{files[1].name}"; '
                "remove one of them"
            )
        for path in files:
            try:
                relation = _read(connection, path)
                columns = list(zip(relation.columns, relation.types, strict=True))
                self._listed[table] = {column.lower(): str(kind).lower() for column, kind in columns}
                self._structures[table] = {column for column, kind in columns if kind.id in _STRUCTURES}
                texts = [duckdb.ColumnExpression(column) for column, kind in columns if kind.id not in _STRUCTURES]
                relation.select(*texts).create_view(name)
            except duckdb.Error as exc:
                raise self._unreadable(table, path, exc) from exc

    def _run(self, table: AnyTable, query: Query) -> Iterator[pa.RecordBatch]:
        self._show_all(type(table))
        # A cursor of its own, so that a reader that is still open does not end with the next query.
        with closing(self._connection.cursor()) as cursor:
            try:
                relation = cursor.sql(query.sql, params=list(query.parameters))
                yield from relation.to_arrow_reader(_BATCH_ROWS)
            except (duckdb.Error, pa.ArrowException, OSError) as exc:
                raise self._not_delivered(table, exc) from exc

    def _not_delivered(self, table: AnyTable, exc: Exception) -> SourceError:
        where = f'{self.name}: table {table.value} ([database] {table.setting} = "{self._names[table]}")'
        if isinstance(exc, duckdb.CatalogException):
            return MissingTableError(f"{where} is not there; add that .parquet or .csv file, or correct the name")
        if isinstance(exc, duckdb.BinderException):
            found = _COLUMN.search(str(exc))
            column = found[1] if found else "?"
            if column in self._structures[table]:
                return SourceError(f'{where} has lists or objects in column "{column}"; write them as text')
            return SourceError(f'{where} has no column "{column}"; check the file\'s header')
        if wrong := _NOT_UTF8.search(str(exc)):
            return SourceError(f'{where} holds text that is not UTF-8 ("{wrong[1]}"); write that file anew')
        csv = self._folder / f"{self._names[table]}.csv"
        return self._unreadable(table, csv if csv.is_file() else csv.with_suffix(".parquet"), exc)

    def _unreadable(self, table: AnyTable, path: Path, exc: Exception) -> SourceError:
        where = f'{self.name}: "{path.name}" (table {table.value}) cannot be read'
        if path.suffix == ".csv":
            return SourceError(f"{where}: {csv_fault(self._connection, path, exc)}; correct that file")
        return SourceError(f"{where} to its end as a Parquet file; write it anew")


def _connected(folder: Path) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(
        ":memory:", config={"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
    )
    connection.execute("SET TimeZone = 'UTC'")
    connection.execute("SET allowed_directories = [?]", [str(folder)])
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return connection


def _read(connection: duckdb.DuckDBPyConnection, path: Path) -> duckdb.DuckDBPyRelation:
    """Return a file as a relation.

    Some programs write text into Parquet without saying that it is text: bytes are read as such.
    """
    if path.suffix == ".parquet":
        return connection.read_parquet(str(path), binary_as_string=True)
    return read_csv(connection, path)
