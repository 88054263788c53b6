"""The scratch database of a run: what the lake delivered and what validation left of it, in the staging folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb


@dataclass(frozen=True)
class Scratch:
    """A database file that does not outlive the run; what does not fit `memory_mb` MiB is written beside it."""

    path: Path
    memory_mb: int

    def open(self) -> duckdb.DuckDBPyConnection:
        """Open the file, which is created where it is missing; it is not worth the time to compress."""
        connection = duckdb.connect(str(self.path), config={"memory_limit": self.memory_limit})
        connection.execute("SET force_compression = 'uncompressed'")
        connection.execute("SET preserve_insertion_order = false")  # whoever needs an order asks for it
        return connection

    @property
    def memory_limit(self) -> str:
        """The bound in DuckDB's words."""
        return f"{self.memory_mb}MiB"


@contextmanager
def attached(scratch: duckdb.DuckDBPyConnection, snapshot: Path) -> Iterator[None]:
    """Let statements read a published snapshot as `version`."""
    scratch.execute("ATTACH $path AS version (READ_ONLY)", {"path": str(snapshot)})
    try:
        yield
    finally:
        scratch.execute("DETACH version")
