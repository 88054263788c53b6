"""A CSV file of the embedded lake: how it is read, and what is wrong where it cannot be, without a word of its rows."""

import csv
import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import duckdb

_LONGEST_ROW = 16 << 20  # bytes; longer texts are cut later anyway
_BUFFER = 32 << 20  # bytes; what DuckDB takes by itself for shorter rows: longer ones cost no more memory
_LINE = re.compile(r"CSV Error on Line: (\d+)")
_FAULTS = (  # what DuckDB says on a line of its own, and our words for it
    (
        re.compile(r"^Expected Number of Columns: (\d+) Found: (\d+)$", re.MULTILINE),
        "the number of fields is {1}, not {0} as in the header",
    ),
    (re.compile(r"^Maximum line size of (\d+) bytes exceeded", re.MULTILINE), "a row has more than {0} bytes"),
    (re.compile(r"^Invalid unicode", re.MULTILINE), "text is not UTF-8"),
    (re.compile(r"^Value with unterminated quote", re.MULTILINE), "a quote is not closed, or text follows it"),
)


def read_csv(connection: duckdb.DuckDBPyConnection, path: Path) -> duckdb.DuckDBPyRelation:
    """Return a file as a relation, as text throughout, so that an id such as 007 keeps its zeros.

    Raises:
        duckdb.Error: it cannot be read; `csv_fault` says why.
    """
    relation = _reader(connection, path)(all_varchar=True)
    # DuckDB passes over a header that the first rows do not fit, and takes one of those for it.
    if len(relation.columns) != len(_header(path)):
        raise duckdb.InvalidInputException
    return relation


def csv_fault(connection: duckdb.DuckDBPyConnection, path: Path, exc: Exception) -> str:
    """Return what is wrong with a file that could not be read, and at which line, as far as that is known."""
    header = _header(path)
    if not header:
        return "it is empty; a table without rows has a header line, too"
    if "\ufffd" in "".join(header):
        return "at line 1, text is not UTF-8"
    # What DuckDB reports while it guesses, or of rows longer than its buffer, has no line, or a wrong one.
    columns = {f"column_{place}": "VARCHAR" for place in range(len(header))}
    found: Exception = exc
    try:
        for _ in _reader(connection, path)(auto_detect=False, columns=columns, parallel=False).to_arrow_reader():
            pass
    except (duckdb.Error, OSError) as located:
        found = located
    line = _LINE.search(str(found))
    for pattern, words in _FAULTS:
        if line and (said := pattern.search(str(found))):
            return f"at line {line[1]}, {words.format(*said.groups())}"
    where = f"at line {line[1]}, it" if line else "it"
    return f"{where} is no CSV in UTF-8, separated by commas, with a header line and one kind of line end"


def _reader(connection: duckdb.DuckDBPyConnection, path: Path) -> Callable[..., duckdb.DuckDBPyRelation]:
    """Return DuckDB's reader of a file, which lacks only what its columns are."""
    return partial(
        connection.read_csv,
        str(path),
        header=True,
        delimiter=",",
        quotechar='"',
        escapechar='"',
        comment="",  # a row whose first field begins with # is no remark
        encoding="utf-8",
        max_line_size=_LONGEST_ROW,
        buffer_size=_BUFFER,
    )


def _header(path: Path) -> list[str]:
    """Return the fields of the first line that DuckDB does not pass over: what is not UTF-8 is replaced."""
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as lines, suppress(csv.Error):
        return next((row for row in csv.reader(lines) if row and not row[0].startswith("#")), [])
    return []
