"""Lakes that tests write themselves."""

import csv
from collections.abc import Sequence
from pathlib import Path


def write_table(folder: Path, table: str, header: str, rows: Sequence[Sequence[object]]) -> None:
    """Write one table of a lake; `header` names its columns, separated by commas."""
    with (folder / f"{table}.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header.split(","), *rows])
