"""What it means when Trino does not deliver, and what to do about it."""

import re
from dataclasses import dataclass

import requests
import trino

from teamlandkarte.etl.lake_tables import AnyTable
from teamlandkarte.etl.trino_session import WaitTooLongError
from teamlandkarte.index.config import Database
from teamlandkarte.index.counting import counted

_STATUS = re.compile(r"error (\d{3})")
_UNTRUSTED = re.compile(r"certificate verify failed: ([^('\"]+)", re.IGNORECASE)
_QUOTED = re.compile(r"'([^']+)'")


class WrongRowsError(Exception):
    """Raised for rows that are no texts in as many columns as the statement names."""


@dataclass(frozen=True)
class Meaning:
    """Why there are no rows and the next step; `transient` says whether trying again may help."""

    reason: str
    transient: bool = False


# What the client and its session let through: their own errors, those of `requests` and the CA file, and answers that
# are not Trino's.
FAILURES = (
    *(trino.exceptions.Error, trino.exceptions.HttpError, WaitTooLongError, WrongRowsError),
    *(OSError, ValueError, KeyError, TypeError, AttributeError),
)

_NO_CA_FILE = Meaning("[database] verify_ssl names no file with certificates that can be read; correct the setting")


def meaning_of(exc: Exception, table: AnyTable, database: Database) -> Meaning:
    """Return what a failure of `FAILURES` means for a table."""
    if isinstance(exc, trino.exceptions.TrinoQueryError):
        return _of_query(exc, table)
    if isinstance(exc, WaitTooLongError):
        return _of_wait(exc, database)
    if isinstance(exc, WrongRowsError):
        return Meaning("its rows are not the texts that were asked for; ask who runs the lake, or a proxy before it")
    if status := _STATUS.match(str(exc)):
        return _of_status(int(status[1]))
    if isinstance(exc, trino.exceptions.TrinoConnectionError | OSError):
        return _of_connection(_told_by_requests(exc), database)
    return Meaning("the answer is not Trino's; check [database] host and port")


def _of_query(exc: trino.exceptions.TrinoQueryError, table: AnyTable) -> Meaning:
    named = _QUOTED.search(exc.message)
    what = f' "{named[1]}"' if named else ""
    setting = f"[database] {table.setting}"
    match exc.error_name:
        case "TABLE_NOT_FOUND" | "SCHEMA_NOT_FOUND" | "CATALOG_NOT_FOUND" as missing:
            kind = missing.split("_", 1)[0].lower()
            return Meaning(f"{kind}{what} does not exist; check {setting}, catalog and schema")
        case "COLUMN_NOT_FOUND":
            return Meaning(f"column{what} does not exist; check that {setting} names the right table")
        case "TYPE_MISMATCH" | "INVALID_CAST_ARGUMENT":
            return Meaning(f"a column has a type that cannot be read as text; ask the lake's owner about {setting}")
        case "PERMISSION_DENIED":
            return Meaning("the user may not read it; ask the lake's owner for the right to SELECT")
    transient = exc.error_type != "USER_ERROR" or exc.error_name == "ABANDONED_QUERY"
    return Meaning(f"the server gave up with {exc.error_name}; look the query up in its web interface", transient)


def _of_wait(exc: WaitTooLongError, database: Database) -> Meaning:
    why = f"the server is busy (error {exc.status})" if exc.status else f"no answer from {database.host}"
    budget = f"[database] retry_seconds = {database.retry_seconds}"
    if exc.asked is None:
        return Meaning(f"{why}, and {budget} is used up; try again later")
    asked = counted(round(exc.asked), "second")
    return Meaning(f"{why} and asks to wait for {asked}, longer than {budget} allows; try again later")


def _of_status(status: int) -> Meaning:
    match status:
        case 401:
            return Meaning("user name or password refused; check DATA_LAKE_USERNAME and DATA_LAKE_PASSWORD")
        case 403:
            return Meaning('access refused; use http_scheme = "https" with its port, or ask the lake\'s owner')
        case 404 | 410:
            reason = f"unknown there (error {status}); the server was restarted, or is not a Trino server"
            return Meaning(reason, transient=True)
        case 429 | 502 | 503 | 504:
            return Meaning(f"the server is busy (error {status}); try again later", transient=True)
    return Meaning(f"the server failed (error {status}); ask the lake's owner")


def _of_connection(exc: BaseException, database: Database) -> Meaning:
    where = f"{database.host}:{database.port}"
    match exc:
        case requests.exceptions.SSLError():
            return _of_tls(str(exc), where)
        case requests.exceptions.ProxyError():
            return Meaning(f"the proxy does not lead to {where}; check HTTPS_PROXY and NO_PROXY", transient=True)
        case requests.exceptions.ChunkedEncodingError():
            return Meaning(f"the answer from {where} broke off; check the network and try again", transient=True)
        case requests.exceptions.RequestException():
            reason = f"no answer from {where}; check that the server runs and the network leads there"
            return Meaning(reason, transient=True)
        case trino.exceptions.TrinoConnectionError():
            return Meaning(f"an empty answer from {where}; try again later", transient=True)
    return _NO_CA_FILE


def _of_tls(message: str, where: str) -> Meaning:
    if untrusted := _UNTRUSTED.search(message):
        return Meaning(f"certificate refused ({untrusted[1].strip()}); name its CA file in [database] verify_ssl")
    if "NO_CERTIFICATE_OR_CRL_FOUND" in message:
        return _NO_CA_FILE
    return Meaning(f"no TLS with {where}; check [database] port and http_scheme")


def _told_by_requests(exc: BaseException) -> BaseException:
    """Return the error of `requests` that the client reports in words of its own, or else the error itself."""
    cause = exc.__cause__ or exc.__context__
    return cause if isinstance(exc, trino.exceptions.TrinoConnectionError) and isinstance(cause, OSError) else exc
