"""Tables: the rows of a text, whose cells bars part, and how much its headings and rows want what stands in a cell."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from teamlandkarte.index.clauses import Span, begun_in
from teamlandkarte.index.cues import Wish, level_named
from teamlandkarte.index.table_rows import Row, tables
from teamlandkarte.index.word_lists import word_lists

_MARK = re.compile(r"\W*+(?:x|ja|yes)?\W*+", re.IGNORECASE)
_PRIORITY = re.compile(r"[\s*_]*(?:prio(?:rität|rity|\.)?|wichtigkeit|importance)[\s*_]*", re.IGNORECASE)
_RANKS: tuple[Wish, ...] = ("essential", "desirable", "suggested")
_PRIORITIES = {word: rank for rank in _RANKS for word in word_lists("priorities")[rank]}
_FIGURE = re.compile(r"^\W*\d{1,2}\W+(?=[^\W\d])|(?<=[^\W\d])\W+\d{1,2}\W*$")  # "2 – Kann", "Muss (1)"
_EMPTY = re.compile(r"[\s—–_./-]*")


@dataclass(frozen=True)
class Cell:
    """A cell at `text[start:end]`; `wish` is what its heading or its row says of it, None where they say nothing."""

    start: int
    end: int
    wish: Wish | None


def cells(text: str, terms: Sequence[Span]) -> Iterator[Cell]:
    """Yield the cells with terms, given in their order, of rows that name a level or stand under one."""
    for table in tables(text):
        ranked = {column for column, cell in enumerate(table[0]) if _PRIORITY.fullmatch(text, *cell)}
        levels = _levels_in(text, table, ranked)
        of_rows = ranked | _columns_of_levels(levels)
        headings: list[Wish | None] = []
        for row, named, inside in zip(table, levels, _terms_in(table, terms), strict=True):
            if any(named[column] for column in range(len(row)) if column not in of_rows) and not any(inside):
                headings = named
                continue
            wishes = _wishes(text, row, _fitted(headings, row), named)
            for (start, end), wish, begun in zip(row, wishes or [], inside, strict=False):
                if begun:
                    yield Cell(start, end, wish)


def _columns_of_levels(levels: list[list[Wish | None]]) -> set[int]:
    """Return the columns in which several rows name a level: each speaks of its row, none is a heading."""
    named = Counter(column for row in levels for column, level in enumerate(row) if level)
    return {column for column, count in named.items() if count > 1}


def _terms_in(table: list[Row], terms: Sequence[Span]) -> Iterator[list[list[Span]]]:
    flat = [cell for row in table for cell in row]
    begun = iter(begun_in([end for _, end in flat], terms))
    for row in table:
        yield [[term for term in next(begun) if term[0] >= start] for start, _ in row]


def _levels_in(text: str, table: list[Row], ranked: Collection[int]) -> list[list[Wish | None]]:
    """Return the levels that the cells of a table name and nothing else; those of `ranked` columns name priorities."""
    return [
        [
            _named_in(text[slice(*cell)], _priority_named if column in ranked else level_named)
            for column, cell in enumerate(row)
        ]
        for row in table
    ]


def _named_in(cell: str, named: Callable[[str], Wish | None]) -> Wish | None:
    """Return what a cell names, as it stands or without the figure beside its word."""
    return named(cell) or named(_FIGURE.sub("", cell).strip(" *_()[]"))


def _priority_named(words: str) -> Wish | None:
    """Return what stands below "Priorität": "1", a word such as "hoch", or a level as elsewhere."""
    bare = " ".join(words.strip(" \t*_").lower().split())
    return _PRIORITIES.get(bare) or level_named(f"Prio {bare}") or level_named(bare)


def _fitted(headings: list[Wish | None], row: Row) -> list[Wish | None]:
    """Return the headings of the cells of a row, none where it is unclear which is whose; the first may have none."""
    if headings and headings[0] and len(headings) + 1 == len(row):
        return [None, *headings]
    return headings if len(headings) == len(row) else []


def _wishes(text: str, row: Row, headings: list[Wish | None], levels: list[Wish | None]) -> list[Wish | None] | None:
    """Return how much each cell of a row is wanted, None where the table does not say it."""
    if headings:
        marked = [
            heading
            for heading, (start, end) in zip(headings, row, strict=True)
            if heading and _MARK.fullmatch(text, start, end) and not _EMPTY.fullmatch(text, start, end)
        ]
        if not marked:
            return headings
        of_row = marked[0] if len(marked) == 1 else None
        # What stands beside a mark for another column may have lost the empty cells before it.
        return [None if heading else of_row for heading in headings]
    named = {level for level in levels if level}
    return [named.pop()] * len(row) if len(named) == 1 else None
