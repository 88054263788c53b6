"""A stand-in for a Trino server, with its wire format and the faults of servers and proxies."""

import json
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from teamlandkarte.etl.lake import Lake
from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.index.config import Database

Pages = list[list[list[Any]]]

PARTNERS: Pages = [[["p1", "Bahn"], ["p2", None]], [], [["p3", "Müller & Söhne"]]]

_TABLE = re.compile(r'FROM "hive"\."tier1_open_lake"\."([^"]+)"')  # the first one of a statement is what it reads
_LISTED = re.compile(r"information_schema\.columns.*USING '\w+','(\w+)'", re.DOTALL)
_NAMES = {getattr(Database(), table.setting): table for table in LakeTable}


@dataclass(frozen=True)
class Fault:
    """One answer that is not the page that was asked for."""

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    missing_bytes: int = 0  # announced, but never sent
    hangs_up: bool = False  # no answer at all: the connection ends …
    stalls: bool = False  # … or stays open until the test is over


@dataclass(frozen=True)
class Asked:
    """One request: a page (-1: the statement itself) of a table's rows, or of their number."""

    table: LakeTable
    counts: bool
    page: int


@dataclass
class FakeTrino:
    """Serves the partners in pages; its other tables are empty, or as in `tables`.

    `faults[page]` are sent first, one per request for that page of the partners (-1: their statement). `disturb` may
    answer any request in place of the server, except the one for the columns of a table, which are all text.
    """

    pages: Pages
    faults: dict[int, list[Fault]] = field(default_factory=dict)
    tables: Mapping[LakeTable, Pages] = field(default_factory=dict)
    disturb: Callable[[Asked], Fault | None] = lambda _: None
    requests: list[str] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)
    url: str = ""
    port: int = 0

    def answer(self, method: str, path: str, statement: str) -> Fault:
        self.requests.append(f"{method} {path}")
        if method == "DELETE":
            return Fault(status=204)
        page = -1
        if method == "POST":
            self.statements.append(statement)
        else:
            page = int(path.rsplit("/", 1)[1])
        if listed := _LISTED.search(self.statements[-1]):
            return self._columns(_NAMES.get(listed[1]))
        asked = self._asked(page)
        if disturbed := self.disturb(asked):
            return disturbed
        if asked.table is LakeTable.PARTNERS and not asked.counts and self.faults.get(page):
            return self.faults[page].pop(0)
        return self.served(asked)

    def served(self, asked: Asked, *, left_out: int = 0, kind: str = "varchar") -> Fault:
        """Return the page that was asked for, without its last rows and with columns of another kind if wished."""
        return Fault(body=json.dumps(self._page(asked, left_out, kind)).encode())

    def error(self, name: str, kind: str, message: str = "Something with 'a_name' in it") -> Fault:
        """Return the answer that a query ends with when the server gives it up."""
        problem = {"errorName": name, "errorType": kind, "message": message}
        body = {"id": self._query(), "infoUri": "", "stats": {}, "error": problem}
        return Fault(body=json.dumps(body).encode())

    def _asked(self, page: int) -> Asked:
        statement = self.statements[-1]
        table = _TABLE.search(statement)
        assert table
        return Asked(_NAMES[table[1]], "count(*) AS row_count" in statement, page)

    def _columns(self, table: LakeTable | None) -> Fault:
        column = {"name": "x", "type": "varchar", "typeSignature": {"rawType": "varchar", "arguments": []}}
        rows = [[name.upper(), "VARCHAR"] for name in (table.required if table else ())]
        body = {"id": self._query(), "infoUri": f"{self.url}/ui", "stats": {"state": "FINISHED"}}
        return Fault(body=json.dumps(body | {"columns": [column, column], "data": rows}).encode())

    def _query(self) -> str:
        return f"query_{len(self.statements)}"

    def _page(self, asked: Asked, left_out: int, kind: str) -> dict[str, Any]:
        own = self.pages if asked.table is LakeTable.PARTNERS else [[], [], []]
        pages = self.tables.get(asked.table, own)
        last = len(pages) - 1
        rows = pages[asked.page] if asked.page >= 0 else []
        if asked.counts:
            rows = [[sum(map(len, pages))]] if asked.page == last else []
        rows = rows[: len(rows) - left_out]
        body: dict[str, Any] = {"id": self._query(), "infoUri": f"{self.url}/ui", "stats": {"state": "RUNNING"}}
        if rows:
            column = {"name": "x", "type": kind, "typeSignature": {"rawType": kind, "arguments": []}}
            body |= {"columns": [column] * len(rows[0])}
            body |= {"data": rows}
        if asked.page < last:
            body["nextUri"] = f"{self.url}/v1/statement/executing/{self._query()}/{asked.page + 1}"
        return body


def pages_of(lake: Lake, rows_per_page: int) -> dict[LakeTable, Pages]:
    """Return what another lake delivers as pages, with an empty one between all of them."""
    return {table: _pages([list(row) for row in _rows(lake, table)], rows_per_page) for table in LakeTable}


def _rows(lake: Lake, table: LakeTable) -> list[Sequence[str | None]]:
    return [list(row.values()) for batch in lake.fetch(table) for row in batch.to_pylist()]


def _pages(rows: list[list[Any]], size: int) -> Pages:
    parts = [rows[start : start + size] for start in range(0, len(rows), size)]
    return [page for part in parts for page in ([], part)] or [[]]
