"""The lake in Trino. The only user of the `trino` client."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import pyarrow as pa
import requests
import trino

from teamlandkarte.etl.lake_tables import LakeQueries, LakeTable, Query, quoted, table_names
from teamlandkarte.etl.trino_session import trino_session
from teamlandkarte.index.config import Credentials, Database
from teamlandkarte.index.errors import ConfigError, SourceError

_BATCH_ROWS = 50_000
# What the client lets through: its own errors, those of `requests` and the CA file, and answers that are not Trino's.
_FAILURES = (trino.exceptions.Error, trino.exceptions.HttpError, OSError, ValueError, KeyError)
_STATUS = re.compile(r"error (\d{3})")
_UNTRUSTED = re.compile(r"certificate verify failed: ([^('\"]+)", re.IGNORECASE)
_QUOTED = re.compile(r"'([^']+)'")


class TrinoLake:
    """A schema of a Trino server as a lake."""

    sample = False

    def __init__(self, database: Database, credentials: Credentials) -> None:
        """Take the settings; the server is first contacted by a query.

        Raises:
            ConfigError: a name is not an identifier, or the user or a safe way for the password is missing.
        """
        if not credentials.lake_username:
            raise ConfigError(['[database] backend = "trino" needs DATA_LAKE_USERNAME'])
        self.name = f"trino {database.catalog}.{database.schema_name}"
        self._database = database
        qualifiers = (quoted(database.catalog, "catalog"), quoted(database.schema_name, "schema"))
        self._queries = LakeQueries(table_names(database, *qualifiers))
        self._connection = _connected(database, credentials)

    def count(self, table: LakeTable) -> int:
        """Return how many rows `fetch` delivers, counted by the server."""
        ((rows,),) = self._rows(table, self._queries.count(table))
        return int(rows)

    def fetch(self, table: LakeTable) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a table in batches of `table.schema`, as the server delivers its pages."""
        rows = self._rows(table, self._queries.extraction(table))
        while page := list(islice(rows, _BATCH_ROWS)):
            columns = [pa.array(values, pa.string()) for values in zip(*page, strict=True)]
            yield pa.RecordBatch.from_arrays(columns, schema=table.schema)

    def check(self) -> str:
        """Return one sentence about the server after probing every table."""
        for table in LakeTable:
            for _ in self._rows(table, self._queries.probe(table)):
                pass
        return f"{self.name}: all {len(LakeTable)} tables are readable"

    def _rows(self, table: LakeTable, query: Query) -> Iterator[list[Any]]:
        cursor = self._connection.cursor()
        try:
            yield from cursor.execute(query.sql, list(query.parameters))
        except GeneratorExit:
            with suppress(*_FAILURES):  # a courtesy: the server ends a query that nobody reads by itself
                cursor.cancel()
            raise
        except _FAILURES as exc:
            raise self._not_delivered(table, cursor.query_id, exc) from exc

    def _not_delivered(self, table: LakeTable, query_id: str | None, exc: Exception) -> SourceError:
        """Say which table of which query failed why, and what to do."""
        if isinstance(exc, trino.exceptions.TrinoQueryError):
            reason, transient = self._refused_query(table, exc)
            query_id = exc.query_id or query_id
        elif status := _STATUS.match(str(exc)):
            reason, transient = self._refused_request(int(status[1]))
        elif isinstance(exc, trino.exceptions.TrinoConnectionError | OSError):
            reason, transient = self._broken_connection(exc)
        else:
            reason, transient = "the answer is not Trino's; check [database] host and port", False
        query = f", query {query_id}" if query_id else ""
        return SourceError(f"{self.name}: table {table.value}{query}: {reason}", transient=transient)

    def _refused_query(self, table: LakeTable, exc: trino.exceptions.TrinoQueryError) -> tuple[str, bool]:
        named = _QUOTED.search(exc.message)
        what = f' "{named[1]}"' if named else ""
        setting = f"[database] {table.setting}"
        match exc.error_name:
            case "TABLE_NOT_FOUND" | "SCHEMA_NOT_FOUND" | "CATALOG_NOT_FOUND":
                kind = str(exc.error_name).split("_", 1)[0].lower()
                return f"{kind}{what} does not exist; check {setting}, catalog and schema", False
            case "COLUMN_NOT_FOUND":
                return f"column{what} does not exist; check that {setting} names the right table", False
            case "PERMISSION_DENIED":
                return "the user may not read it; ask the lake's owner for the right to SELECT", False
        transient = exc.error_type != "USER_ERROR" or exc.error_name == "ABANDONED_QUERY"
        return f"the server gave up with {exc.error_name}; look the query up in its web interface", transient

    def _refused_request(self, status: int) -> tuple[str, bool]:
        attempts = f"after {self._database.max_attempts} attempts" if status in {429, 502, 503, 504} else ""
        match status:
            case 401:
                return "user name or password refused; check DATA_LAKE_USERNAME and DATA_LAKE_PASSWORD", False
            case 403:
                return 'access refused; use http_scheme = "https" with its port, or ask the lake\'s owner', False
            case 404 | 410:
                return f"unknown there (error {status}); the server was restarted, or is not a Trino server", True
            case 429 | 502 | 503 | 504:
                return f"the server is busy (error {status} {attempts}); try again later", True
        return f"the server failed (error {status}); ask the lake's owner", False

    def _broken_connection(self, exc: BaseException) -> tuple[str, bool]:
        where = f"{self._database.host}:{self._database.port}"
        cause = _innermost(exc)
        if isinstance(cause, requests.exceptions.SSLError):
            if why := _UNTRUSTED.search(str(cause)):
                return f"certificate refused ({why[1].strip()}); name its CA file in [database] verify_ssl", False
            return f"no TLS with {where}; check [database] port and http_scheme", False
        if isinstance(cause, requests.exceptions.ProxyError):
            return f"the proxy does not lead to {where}; check HTTPS_PROXY and NO_PROXY", True
        if isinstance(cause, trino.exceptions.TrinoConnectionError):
            return f"an empty answer from {where}; try again later", True
        if not isinstance(cause, requests.exceptions.RequestException):
            return "the CA file of [database] verify_ssl cannot be read; correct the setting", False
        attempts = f"after {self._database.max_attempts} attempts"
        return f"no answer from {where} {attempts}; check that the server runs and the network leads there", True


def _connected(database: Database, credentials: Credentials) -> trino.dbapi.Connection:
    user, password = credentials.lake_username or "", credentials.lake_password
    try:
        return trino.dbapi.Connection(
            host=database.host,
            port=database.port,
            user=user,
            auth=trino.auth.BasicAuthentication(user, password.get_secret_value()) if password else None,
            http_scheme=database.http_scheme,
            http_session=trino_session(database.verify_ssl, database.max_attempts),
            max_attempts=1,  # the session repeats requests: the client misreads a Retry-After that is a date
            request_timeout=database.request_timeout_seconds,
            source="teamlandkarte",
            timezone="UTC",
            # Rows in the answers themselves: spooled ones come through sessions of the client's own, which ignore
            # `verify`. The client takes None, its annotation does not.
            encoding=None,  # type: ignore[arg-type]
            legacy_prepared_statements=False,  # else a wrong password is sent twice as often, and locks the account
        )
    except trino.exceptions.TrinoAuthError as exc:
        raise ConfigError(['[database] http_scheme = "http": a password needs "https"']) from exc


def _innermost(exc: BaseException) -> BaseException:
    """Return the error of `requests` that the client reports in words of its own, or the error itself."""
    cause = exc.__cause__ or exc.__context__
    if isinstance(exc, trino.exceptions.TrinoConnectionError) and isinstance(cause, OSError):
        return cause
    return exc
