"""The rows of erased people: found in a version, dropped from validated rows before they are published."""

from contextlib import closing
from pathlib import Path

import duckdb
import pyarrow as pa

from teamlandkarte.index.erasure import Whom
from teamlandkarte.index.lake_ids import join_key
from teamlandkarte.index.snapshot import SNAPSHOT_FILE, Snapshot, statement
from teamlandkarte.index.text import shown_name

_PACKAGE = "teamlandkarte.etl"
_BETWEEN_IDS = " / "  # in the key of a rejected row


def drop_erased(scratch: duckdb.DuckDBPyConnection, erased: Whom) -> int:
    """Delete the erased from what `validation` left, with all that belongs to them; return how many they were.

    What remains is what a lake without them would have left. A person whose row was rejected is recognised by the name
    too, as far as `raw_capacities` has it.
    """
    people = scratch.execute(statement(_PACKAGE, "owners")).fetchall()
    rejected = scratch.execute(statement(_PACKAGE, "rejected_owners")).fetchall()
    named = {
        join_key(lake_id)
        for lake_id, owner in rejected
        if erased.matches(lake_id, owner) or erased.matches(lake_id, shown_name(owner))
    }
    gone = [one for one, owner in people if erased.matches(one, owner) or join_key(one) in named]
    known = named.union(map(join_key, gone))
    keys = [
        (table, key)
        for table, key in scratch.execute(statement(_PACKAGE, "rejected_keys")).fetchall()
        if any(join_key(first) in known or erased.matches(first, None) for first in _possible_ids(key))
    ]
    if gone or keys:
        _delete(scratch, gone, keys)
    return len(gone)


def holds(folder: Path, whom: Whom) -> bool:
    """Return whether the version in a folder holds one of these people, or a rejected row of theirs.

    Raises:
        DatasetError: its snapshot cannot be read.
    """
    with closing(Snapshot.open(folder / SNAPSHOT_FILE)) as snapshot:
        people = snapshot.rows(_PACKAGE, "owners")
        if any(whom.matches(row["capacity_id"], row["owner"]) for row in people):
            return True
        employees = snapshot.rows(_PACKAGE, "named_employees")
        if any(whom.matches_employee(row["profile_key"], row["full_name"]) for row in employees):
            return True
        keys = [row["key"] for row in snapshot.rows(_PACKAGE, "rejected_keys")]
    return any(whom.matches(first, None) for key in keys for first in _possible_ids(key))


def _possible_ids(key: str) -> list[str]:
    """Return what may be the capacity's id in the key of a rejected row: the whole, or what stands before another id.

    An id may itself contain what separates two.
    """
    parts = key.split(_BETWEEN_IDS)
    return [_BETWEEN_IDS.join(parts[:count]) for count in range(1, len(parts) + 1)]


def _delete(scratch: duckdb.DuckDBPyConnection, gone: list[str], keys: list[tuple[str, str]]) -> None:
    tables, rejected = zip(*keys, strict=True) if keys else ((), ())
    erased_keys = {"table_name": pa.array(tables, pa.string()), "key": pa.array(rejected, pa.string())}
    scratch.register("erased", pa.table({"capacity_id": pa.array(gone, pa.string())}))
    scratch.register("erased_keys", pa.table(erased_keys))
    scratch.execute(statement(_PACKAGE, "drop_erased"))
    scratch.unregister("erased")
    scratch.unregister("erased_keys")
