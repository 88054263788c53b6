"""The lake in Trino."""

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any

import pyarrow as pa
import trino

from teamlandkarte.etl.lake_tables import (
    AnyTable,
    LakeQueries,
    LakeTable,
    Query,
    quoted_identifier,
    single_select,
    table_names,
)
from teamlandkarte.etl.trino_failures import FAILURES, WrongRowsError, meaning_of
from teamlandkarte.etl.trino_session import TrinoSession
from teamlandkarte.index.config import Credentials, Database
from teamlandkarte.index.errors import ConfigError, SourceError
from teamlandkarte.index.snapshot import statement
from teamlandkarte.index.versions import Clock, utc_now

_BATCH_ROWS = 2_000  # lists that live no longer than so many of them cost the collection of garbage least


class TrinoLake:
    """A schema of a Trino server as a lake."""

    sample = False

    def __init__(
        self,
        database: Database,
        credentials: Credentials,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Clock = utc_now,
    ) -> None:
        """Take the settings; the server is first contacted by a query.

        Raises:
            ConfigError: a name is not an identifier, or the user or a safe way for the password is missing.
        """
        if not credentials.lake_username:
            raise ConfigError(['[database] backend = "trino" needs DATA_LAKE_USERNAME'])
        self.name = f"trino {database.catalog}.{database.schema_name}"
        self._database = database
        qualifiers = (quoted_identifier(database.catalog, "catalog"), quoted_identifier(database.schema_name, "schema"))
        self._queries = LakeQueries(table_names(database, *qualifiers))
        self._session = TrinoSession(database, sleep=sleep, clock=clock)
        self._connection = _connected(database, credentials, self._session)

    def columns(self, table: AnyTable) -> dict[str, str]:
        """Return the columns of a table with their types in lower case; empty where the server lists none."""
        catalog = quoted_identifier(self._database.catalog, "catalog")
        sql = statement("teamlandkarte.etl", "trino_columns").format(catalog=catalog)
        named = (self._database.schema_name.lower(), getattr(self._database, table.setting).lower())
        with self._rows(table, Query(single_select(sql), named)) as rows:
            return {name.lower(): kind.lower() for name, kind in rows}

    def count(self, table: AnyTable) -> int:
        """Return how many rows `fetch` delivers, counted by the server."""
        with self._rows(table, self._queries.count(table)) as rows:
            ((counted,),) = rows
            return int(counted)

    def fetch(self, table: AnyTable) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a table in batches of `table.schema`, as the server delivers its pages."""
        with self._rows(table, self._queries.extraction(table)) as rows, _older_objects_left_alone():
            while page := list(islice(rows, _BATCH_ROWS)):
                yield _batch(page, table.schema)

    def check(self) -> str:
        """Return one sentence about the server after probing every table."""
        for table in LakeTable:
            with self._rows(table, self._queries.probe(table)) as rows:
                list(rows)
        return f"{self.name}: all {len(LakeTable)} tables are readable"

    @contextmanager
    def _rows(self, table: AnyTable, query: Query) -> Iterator[Iterator[list[Any]]]:
        """Run a query and give its rows; what fails while they are read says which table of which query it was."""
        cursor = self._connection.cursor()
        try:
            yield iter(cursor.execute(query.sql, list(query.parameters)))
        except GeneratorExit:
            with suppress(*FAILURES):  # a courtesy: the server ends a query that nobody reads by itself
                cursor.cancel()
            raise
        except FAILURES as exc:
            raise self._not_delivered(table, getattr(exc, "query_id", None) or cursor.query_id, exc) from exc

    def _not_delivered(self, table: AnyTable, query_id: str | None, exc: Exception) -> SourceError:
        """Say which table of which query failed why, and what to do."""
        meaning = meaning_of(exc, table, self._database)
        query = f", query {query_id}" if query_id else ""
        attempt = f"attempt {self._session.attempt} of {self._database.max_attempts}"
        where = f"{self.name}: table {table.value}{query}, {attempt}"
        return SourceError(f"{where}: {meaning.reason}", transient=meaning.transient)


@contextmanager
def _older_objects_left_alone() -> Iterator[None]:
    """Keep the collection of garbage from looking through all that is there already whenever some rows have come."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _batch(page: Sequence[Sequence[str | None]], schema: pa.Schema) -> pa.RecordBatch:
    """Return rows as columns; one by one, because `zip(*page)` holds an iterator for every row and is far slower."""
    try:
        if set(map(len, page)) != {len(schema)}:
            raise WrongRowsError
        columns = [pa.array([row[index] for row in page], pa.string()) for index in range(len(schema))]
        return pa.RecordBatch.from_arrays(columns, schema=schema)
    except (TypeError, ValueError, KeyError) as exc:
        raise WrongRowsError from exc


def _connected(database: Database, credentials: Credentials, session: TrinoSession) -> trino.dbapi.Connection:
    user, password = credentials.lake_username or "", credentials.lake_password
    try:
        return trino.dbapi.Connection(
            host=database.host,
            port=database.port,
            user=user,
            auth=trino.auth.BasicAuthentication(user, password.get_secret_value()) if password else None,
            http_scheme=database.http_scheme,
            http_session=session,
            max_attempts=1,  # the session repeats requests: the client misreads a Retry-After that is a date
            request_timeout=database.request_timeout_seconds,
            source="teamlandkarte",
            timezone="UTC",
            # Rows in the answers themselves: spooled ones come through sessions of the client's own, which ignore
            # `verify`. The client takes None, its annotation does not.
            encoding=None,  # type: ignore[arg-type]
            legacy_primitive_types=True,  # values as sent: all are text, and looking at each costs more than the rest
            legacy_prepared_statements=False,  # else a wrong password is sent twice as often, and locks the account
        )
    except trino.exceptions.TrinoAuthError as exc:
        raise ConfigError(['[database] http_scheme = "http": a password needs "https"']) from exc
