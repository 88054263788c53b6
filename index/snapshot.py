"""The snapshot: the DuckDB file of a dataset version, opened for reading only, and the named SQL statements."""

import functools
import re
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from teamlandkarte.index.errors import DatasetError

if TYPE_CHECKING:
    import duckdb
    import numpy as np
    from numpy.typing import NDArray

SNAPSHOT_FILE = "snapshot.duckdb"

# A statement can neither leave the file nor loosen these settings again; extensions are never fetched.
_HARDENED = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
_COMPARING = "1GB"  # of memory; what two large snapshots need beyond that goes to a temporary folder
_OPENING = threading.Lock()
_HOLDER = re.compile(r"PID (\d+)")
_NEWER_FORMAT = re.compile(r"version number (\d+)")


@functools.cache
def statement(package: str, name: str) -> str:
    """Return the SQL text of `sql/<name>.sql` in a package, such as `teamlandkarte.index`."""
    return (resources.files(package) / "sql" / f"{name}.sql").read_text(encoding="utf-8")


class Snapshot:
    """One opened snapshot; safe to use from several threads at once."""

    def __init__(self, connection: "duckdb.DuckDBPyConnection") -> None:
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> "Snapshot":
        """Open a published snapshot read-only and hardened.

        Raises:
            DatasetError: the file is missing, damaged, of a newer DuckDB, or locked by a writer.
        """
        import duckdb

        with _OPENING:
            try:
                connection = duckdb.connect(str(path), read_only=True, config=dict(_HARDENED))
            except duckdb.Error as exc:
                raise DatasetError(_why_not_opened(str(exc), duckdb.__version__)) from exc
            # Connections to one file share one instance in a process: the first one has locked it for all.
            if connection.execute("SELECT current_setting('lock_configuration')").fetchone() == (False,):
                connection.execute("SET GLOBAL TimeZone = 'UTC'")
                connection.execute("SET GLOBAL lock_configuration = true")
        return cls(connection)

    @classmethod
    @contextmanager
    def side_by_side(cls, before: Path, after: Path) -> "Iterator[Snapshot]":
        """Open two database files with the tables of a snapshot, read-only and hardened, to compare them.

        Statements see them as `before` and `after`, and their rows as `before_rows` and `after_rows`.

        Raises:
            DatasetError: as for `open`.
        """
        import duckdb

        with TemporaryDirectory(prefix="teamlandkarte-") as beyond_memory:
            config: dict[str, Any] = _HARDENED | {
                "enable_external_access": "true",  # until both are attached
                "memory_limit": _COMPARING,
                "temp_directory": beyond_memory,
                "preserve_insertion_order": "false",
            }
            with closing(duckdb.connect(":memory:", config=config)) as connection:
                try:
                    for catalog, path in (("before", before), ("after", after)):
                        connection.execute(f"ATTACH $path AS {catalog} (READ_ONLY)", {"path": str(path)})
                        connection.execute(statement("teamlandkarte.index", "comparable_rows").format(catalog=catalog))
                except duckdb.Error as exc:
                    raise DatasetError(_why_not_opened(str(exc), duckdb.__version__)) from exc
                connection.execute("SET GLOBAL enable_external_access = false")  # what is attached stays readable
                connection.execute("SET GLOBAL lock_configuration = true")
                yield cls(connection)

    def rows(self, package: str, name: str, /, **parameters: object) -> list[dict[str, Any]]:
        """Return the rows of a named statement as column → value.

        Raises:
            DatasetError: the snapshot cannot be read any more.
        """
        with self._executed(package, name, parameters) as cursor:
            columns = [column[0] for column in cursor.description or ()]
            return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]

    def columns(self, package: str, name: str, /, **parameters: object) -> "dict[str, NDArray[np.generic]]":
        """Return the result of a named statement as one array per column; NULLs make it a masked array.

        Raises:
            DatasetError: as for `rows`.
        """
        with self._executed(package, name, parameters) as cursor:
            arrays: dict[str, NDArray[np.generic]] = cursor.fetchnumpy()
            return arrays

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @contextmanager
    def _executed(
        self, package: str, name: str, parameters: dict[str, object]
    ) -> "Iterator[duckdb.DuckDBPyConnection]":
        """Run a statement on a cursor of its own, so that threads do not share a result."""
        import duckdb

        with closing(self._connection.cursor()) as cursor:
            try:
                yield cursor.execute(statement(package, name), parameters)
            except (duckdb.ProgrammingError, duckdb.DataError):
                raise  # the statement is wrong, not the file
            except duckdb.Error as exc:
                message = "the snapshot cannot be read; run `teamlandkarte refresh` to write a new one"
                raise DatasetError(message) from exc


def _why_not_opened(message: str, own_version: str) -> str:
    """Turn DuckDB's message, which contains the path, into one for people."""
    if "lock" in message.lower() and (holder := _HOLDER.search(message)):
        return (
            f"the snapshot is open for writing in process {holder[1]}; close that program or open it there "
            "read-only (`duckdb -readonly`)"
        )
    if newer := _NEWER_FORMAT.search(message):
        return f"the snapshot has storage version {newer[1]}, which DuckDB {own_version} cannot read; upgrade duckdb"
    return "the snapshot is missing or damaged; run `teamlandkarte refresh` to write a new one"
