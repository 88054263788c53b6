"""The content hash of a dataset version: equal data have equal hashes, whatever the source and the time."""

import hashlib
import json
from collections.abc import Mapping

import duckdb

from teamlandkarte.index.manifest import FORMAT_VERSION, IndexEntry
from teamlandkarte.index.snapshot import statement
from teamlandkarte.index.text import NORMALISATION_VERSION

_ROWS_AT_ONCE = 10_000
_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def content_hash(scratch: duckdb.DuckDBPyConnection, indexes: Mapping[str, IndexEntry]) -> str:
    """Return the SHA-256 over the validated rows and everything that decides what is derived from them.

    Vectors and roles of tasks are derived, so that the hash is known, and an unchanged lake recognised, before
    anything is embedded.
    """
    derivation = {
        "format_version": FORMAT_VERSION,
        "normalisation_version": NORMALISATION_VERSION,
        "indexes": {name: entry.model_dump() for name, entry in indexes.items()},
    }
    digest = hashlib.sha256(_CANONICAL.encode(derivation).encode())
    rows = scratch.execute(statement("teamlandkarte.etl", "content"))
    while batch := rows.fetchmany(_ROWS_AT_ONCE):
        digest.update("".join(f"\n{line}" for (line,) in batch).encode())
    return digest.hexdigest()
