"""A stand-in for a Trino server, with its wire format and the faults of servers and proxies."""

import json
from dataclasses import dataclass, field
from typing import Any

PARTNERS: list[list[list[str | None]]] = [[["p1", "Bahn"], ["p2", None]], [], [["p3", "Müller & Söhne"]]]


@dataclass(frozen=True)
class Fault:
    """One answer that is not the page that was asked for."""

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    missing_bytes: int = 0  # announced, but never sent


@dataclass
class FakeTrino:
    """Serves the partners in pages, its other tables are empty.

    `faults[page]` are sent first, one per request for that page of the partners (-1: their statement).
    """

    pages: list[list[list[str | None]]]
    faults: dict[int, list[Fault]] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)
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
        if self._serves_partners() and not self._counts() and self.faults.get(page):
            return self.faults[page].pop(0)
        return Fault(body=json.dumps(self._page(page)).encode())

    def _counts(self) -> bool:
        return "count(*) AS row_count" in self.statements[-1]

    def _serves_partners(self) -> bool:
        return "teamlandkarte_v_partners_latest" in self.statements[-1]

    def _page(self, page: int) -> dict[str, Any]:
        query = f"query_{len(self.statements)}"
        mine = self._serves_partners()
        rows: list[list[Any]] = self.pages[page] if mine and page >= 0 else []
        last = len(self.pages) - 1
        if self._counts():
            rows = [[sum(map(len, self.pages)) if mine else 0]] if page == last else []
        body: dict[str, Any] = {"id": query, "infoUri": f"{self.url}/ui", "stats": {"state": "RUNNING"}}
        if page >= 0:
            width = len(rows[0]) if rows else 0
            column = {"name": "x", "type": "varchar", "typeSignature": {"rawType": "varchar", "arguments": []}}
            body |= {"columns": [column] * width} if width else {}
            body |= {"data": rows} if rows else {}
        if page < last:
            body["nextUri"] = f"{self.url}/v1/statement/executing/{query}/{page + 1}"
        return body
