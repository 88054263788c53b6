"""A table that people keep in a spreadsheet, saved as CSV: UTF-8, commas or semicolons, the names of columns first."""

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from teamlandkarte.index.text import clean


class UnusableTableError(Exception):
    """Raised for a file that is no such table; its message completes the sentence that begins with the file's name."""


def read_table(path: Path, columns: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the number of each line and its clean texts in these columns, whose names may have any case.

    Raises:
        UnusableTableError: The file cannot be read, or has other columns.
    """
    try:
        text = path.read_text("utf-8-sig")
    except OSError as exc:
        raise UnusableTableError(f"cannot be read ({exc.strerror})") from exc
    except UnicodeDecodeError as exc:
        raise UnusableTableError("is not UTF-8 text") from exc
    delimiter = ";" if ";" in text.partition("\n")[0] else ","
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        head = [clean(name).casefold() for name in next(lines, [])]
        if not set(columns) <= set(head):
            raise UnusableTableError(f"must begin with the line {','.join(columns)}")
        places = [head.index(column) for column in columns]
        for line in filter(None, lines):
            yield lines.line_num, tuple(clean(line[place]) if place < len(line) else "" for place in places)
    except csv.Error as exc:
        raise UnusableTableError(f"is no table as a spreadsheet saves it ({exc}, line {lines.line_num})") from exc
