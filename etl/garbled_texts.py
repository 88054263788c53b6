"""Texts that were read in the wrong encoding on their way into the lake: counted, never repaired.

A repair would change good text that only looks like it; people see what the lake holds.
"""

import logging

import duckdb

from teamlandkarte.index.checks import Check
from teamlandkarte.index.counting import counted
from teamlandkarte.index.snapshot import statement

_log = logging.getLogger(__name__)


def garbled_texts(scratch: duckdb.DuckDBPyConnection) -> list[Check]:
    """Return a warning for each table of `raw_<table>` with such rows, and how many they are."""
    found = scratch.execute(statement("teamlandkarte.etl", "garbled_rows")).fetchall()
    for table, rows in found:
        _log.warning("text in a wrong encoding in %s of %s; correct it in the lake", counted(rows, "row"), table)
    return [
        Check(
            name="rows with text in a wrong encoding",
            subject=table,
            severity="warning",
            passed=False,
            value=rows,
            bound=0,
        )
        for table, rows in found
    ]
