"""Rows of tables: lines of a text whose cells bars or semicolons part, and the headings of their columns."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, pairwise

_LINE = re.compile(r"[^\n]+")
_RULE = re.compile(r"[\s|:+=—–-]*")  # between the headings and the rows of Markdown
_DIGIT = re.compile(r"\d")
_FEWEST_ROWS = 2
_FEWEST_COLUMNS = 3  # with headings
_FEWEST_SEMICOLONS = 2  # of a row; fewer part the clauses of sentences, too

Row = list[tuple[int, int]]  # from where to where each cell goes


@lru_cache(16)  # a text is asked for each of its dates
def tables(text: str) -> list[list[Row]]:
    """Return the rows of each table of a text."""
    return list(_tables(text))


def heading_above(text: str, place: int) -> str:
    """Return the heading of the column whose cell begins at a place; empty without any."""
    return _headings(text).get(place, "")


@lru_cache(16)
def _headings(text: str) -> dict[int, str]:
    """Return the heading of each cell by where what stands in it begins."""
    found: dict[int, str] = {}
    for heading, *rows in tables(text):
        # Of two columns the first tells what stands in the other one: "Eintritt | 1.5."
        if len(heading) < _FEWEST_COLUMNS or _DIGIT.search(text, heading[0][0], heading[-1][1]):
            continue
        names = [text[slice(*cell)].strip() for cell in heading]
        for row in rows:
            if len(row) == len(heading):
                begins = (end - len(text[start:end].lstrip()) for start, end in row)
                found.update(zip(begins, names, strict=True))
    return found


def _tables(text: str) -> Iterator[list[Row]]:
    """Yield the rows of each table: lines with bars or equally many semicolons, between which there is nothing else."""
    lines = (line for line in _LINE.finditer(text) if line.group().strip())
    for bar, together in groupby(lines, lambda line: _bar_of(line.group())):
        if not bar:
            continue
        rows = [_cells_of(line.group(), line.start(), bar) for line in together if not _RULE.fullmatch(line.group())]
        if len(rows) >= _FEWEST_ROWS and (bar == "|" or len({len(row) for row in rows}) == 1):
            yield rows


def _bar_of(line: str) -> str:
    """Return what parts the cells of a line, if it may be a row of a table."""
    return "|" if "|" in line else ";" if line.count(";") >= _FEWEST_SEMICOLONS else ""


def _cells_of(line: str, start: int, bar: str) -> Row:
    framed = bar == "|" and line.lstrip().startswith(bar)
    bars = [at for at, sign in enumerate(line) if sign == bar]
    ends = [*bars, len(line)] if not framed or line[bars[-1] + 1 :].strip() else bars
    begins = ends if framed else [-1, *ends]
    return [(start + before + 1, start + after) for before, after in pairwise(begins)]
