"""The content hash of a dataset version: equal data have equal hashes, whatever the source and the time."""

import hashlib
import json
from collections.abc import Mapping

import duckdb
import numpy as np
import pyarrow as pa

from teamlandkarte.etl.links import Links
from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.grid import VECTOR_STEPS
from teamlandkarte.index.manifest import FORMAT_VERSION, IndexEntry
from teamlandkarte.index.snapshot import statement
from teamlandkarte.index.text import NORMALISATION_VERSION

_ROWS_AT_ONCE = 10_000
_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def content_hash(
    scratch: duckdb.DuckDBPyConnection,
    indexes: Mapping[str, IndexEntry],
    links: Links,
    directory: str,
    aliases: Aliases,
) -> str:
    """Return the SHA-256 over the validated rows, `links` among them, and everything that decides what is derived.

    `directory` is what tells the employee directory from every other.

    Vectors and roles of tasks are derived, so that the hash is known, and an unchanged lake recognised, before
    anything is embedded.
    """
    derivation = {
        "format_version": FORMAT_VERSION,
        "normalisation_version": NORMALISATION_VERSION,
        "vector_steps": VECTOR_STEPS,
        "aliases": [sorted(aliases.same), sorted(aliases.mentions)],
        "indexes": {name: entry.model_dump() for name, entry in indexes.items()},
    }
    digest = hashlib.sha256(_CANONICAL.encode(derivation).encode())
    digest.update(f"\n{directory}\n".encode())
    for table in duckdb.extract_statements(statement("teamlandkarte.etl", "content")):
        for batch in scratch.sql(table).to_arrow_reader(_ROWS_AT_ONCE):
            digest.update(_text(batch.column("line")))
    # The ids are in the lines, so the links are told by their positions among them: a tenth of the bytes, no text.
    digest.update(links.packed.astype("<i8", copy=False).data)
    return digest.hexdigest()


def _text(lines: pa.StringArray) -> memoryview:
    """Return the texts one after the other, in UTF-8; none is NULL."""
    _, offsets, characters = lines.buffers()
    bounds = np.frombuffer(offsets, np.int32)[lines.offset : lines.offset + len(lines) + 1]
    return memoryview(characters)[bounds[0] : bounds[-1]]
