"""The employees of a run in its scratch database: profiles as they come, the directory before, and the one after."""

from collections.abc import Iterable
from pathlib import Path

import duckdb
import pyarrow as pa

from teamlandkarte.etl.directory.employment import Employment
from teamlandkarte.etl.directory_source import Profile
from teamlandkarte.etl.scratch import attached
from teamlandkarte.index.erasure import Whom
from teamlandkarte.index.profiles import Entry, checksum, cleaned, stored, stored_key
from teamlandkarte.index.snapshot import Snapshot, statement
from teamlandkarte.index.text import clean

_PACKAGE = "teamlandkarte.etl"
_ROWS_AT_ONCE = 500
_PROFILES = pa.schema(
    [
        (name, pa.string())
        for name in ("profile_key", "profile_id", "full_name", "canonical_url", "checksum", "document")
    ]
)


class Profiles:
    """The profiles that a source delivers, written to `raw_profiles`; `checksums` are by profile key."""

    def __init__(self, scratch: duckdb.DuckDBPyConnection) -> None:
        self._scratch = scratch
        self._rows: list[dict[str, str]] = []
        self.checksums: dict[str, str] = {}
        scratch.execute(statement(_PACKAGE, "raw_profiles"))

    def add(self, profile: Profile) -> None:
        """Take a profile; a second one of the same key is passed over.

        Raises:
            ValueError: it is none that can be stored; the message says why.
        """
        stored(
            {"key": profile.key, "url": profile.url, "document": profile.document}
        )  # before anything is cleaned away
        key, name, url = stored_key(profile.key), clean(profile.name), clean(profile.url)
        if not key or not name:
            raise ValueError("it has no key" if not key else "it has no name")
        if key in self.checksums:
            return
        own = {
            "profile_key": key,
            "profile_id": clean(profile.profile_id),
            "full_name": name,
            "canonical_url": url,
        }
        whole = {**cleaned(profile.document), **own}
        self.checksums[key] = checksum(whole)
        self._rows.append({**own, "checksum": self.checksums[key], "document": stored(whole)})
        if len(self._rows) >= _ROWS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Write what is still held back."""
        if self._rows:
            self._scratch.from_arrow(pa.Table.from_pylist(self._rows, _PROFILES)).insert_into("raw_profiles")
            self._rows = []


def carry(scratch: duckdb.DuckDBPyConnection, snapshot: Path | None) -> None:
    """Make `employees` those of a published snapshot, or nobody; nobody is linked yet."""
    scratch.execute(statement(_PACKAGE, "employees"))
    if snapshot is not None:
        with attached(scratch, snapshot):
            scratch.execute(statement(_PACKAGE, "carry_employees"))


def employments(scratch: duckdb.DuckDBPyConnection) -> dict[str, Employment]:
    """Return what `employees` says about everybody besides the profile."""
    rows = scratch.execute(statement(_PACKAGE, "employments")).fetchall()
    return {key: Employment(sha, seen, status, missed, dismissed) for key, sha, seen, status, missed, dismissed in rows}


def replace_employees(scratch: duckdb.DuckDBPyConnection, people: dict[str, Employment]) -> None:
    """Make `employees` these people, with the profiles of `raw_profiles` or else with the ones they had.

    A profile whose checksum is the same stays as it was, letter by letter, so that every client has the same one.
    """
    table = pa.table(
        {
            "profile_key": pa.array(people, pa.string()),
            "status": pa.array([one.status for one in people.values()], pa.string()),
            "last_seen_at": pa.array([one.last_seen_at for one in people.values()], pa.timestamp("us", "UTC")),
            "missed_runs": pa.array([one.missed_runs for one in people.values()], pa.int32()),
            "dismissed_at": pa.array([one.dismissed_at for one in people.values()], pa.timestamp("us", "UTC")),
        }
    )
    scratch.register("employments", table)
    scratch.execute(statement(_PACKAGE, "replace_employees"))
    scratch.unregister("employments")


def names(scratch: duckdb.DuckDBPyConnection, keys: Iterable[str]) -> dict[str, str]:
    """Return the names of these people, whether they are in `employees` or only were before."""
    wanted = {"keys": list(keys)}
    return dict(scratch.execute(statement(_PACKAGE, "employee_names"), wanted).fetchall())


def drop_erased_employees(scratch: duckdb.DuckDBPyConnection, erased: Whom) -> list[str]:
    """Delete the erased from `employees`, with every link to a person or a capacity that is gone; return their keys."""
    people = scratch.execute(statement(_PACKAGE, "named_employees")).fetchall()
    gone = [key for key, name in people if erased.matches_employee(key, name)]
    if gone:
        scratch.execute(statement(_PACKAGE, "drop_employees"), {"keys": gone})
        scratch.execute(statement(_PACKAGE, "drop_employee_links"), {"keys": gone})
    scratch.execute(statement(_PACKAGE, "drop_dangling_links"))
    return gone


def entries(scratch: duckdb.DuckDBPyConnection) -> list[Entry]:
    """Return profile key, status and checksum of everybody in `employees`."""
    return scratch.execute(statement(_PACKAGE, "employee_entries")).fetchall()


def published_entries(snapshot: Snapshot) -> list[Entry]:
    """Return the same of a snapshot."""
    rows = snapshot.rows(_PACKAGE, "employee_entries")
    return [(row["profile_key"], row["status"], row["checksum"]) for row in rows]
