"""The lake: where capacities and tasks come from, whichever backend delivers them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

import pyarrow as pa

from teamlandkarte.etl.lake_tables import AnyTable
from teamlandkarte.index.config import Credentials, Database

if TYPE_CHECKING:
    from teamlandkarte.etl.duckdb_lake import DuckDBLake
    from teamlandkarte.etl.trino_lake import TrinoLake


class Lake(Protocol):
    """A lake that can be read; every method raises SourceError when it does not deliver.

    Of the employee directory's tables it may have none: asked for the columns of one, it then raises MissingTableError.
    """

    @property
    def name(self) -> str:
        """What people call it, for status and manifest."""
        ...

    @property
    def sample(self) -> bool:
        """Whether its data is made up."""
        ...

    def columns(self, table: AnyTable) -> dict[str, str]:
        """Return the lake's own columns of a table with their types, all in lower case; empty where none are listed."""
        ...

    def count(self, table: AnyTable) -> int:
        """Return how many rows `fetch` delivers, counted by the lake itself."""
        ...

    def fetch(self, table: AnyTable) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a table in batches of `table.schema`, in no particular order."""
        ...

    def check(self) -> str:
        """Return one sentence about what answers, after probing every table without reading rows."""
        ...


def open_lake(database: Database, credentials: Credentials) -> "TrinoLake | DuckDBLake":
    """Return the lake that `[database]` describes; nothing is contacted or opened before something is read from it.

    Raises:
        ConfigError: a setting cannot be used.
    """
    if database.backend == "trino":
        from teamlandkarte.etl.trino_lake import TrinoLake

        return TrinoLake(database, credentials)
    from teamlandkarte.etl.duckdb_lake import DuckDBLake

    return DuckDBLake(database)
