"""A service of the employee directory alone, and a script that asks it."""

import json
from pathlib import Path
from typing import Any

import httpx2

from teamlandkarte.index.config import Directory
from teamlandkarte.server.protocol.app import ToolServer, create_server
from tests.etl.night import Night

JSON = {"content-type": "application/json"}
PAPERS = [{"title": "On trains", "text": "2024", "url": "https://x/p1", "doi": "1"}, {"title": "On rails"}]
COURSES = [{"title": "Algebra", "year": "2025/2026", "url": "https://x/c1"}]
PEOPLE = {
    "ivanova": ("Иванова Анна Петровна", "https://www.hse.ru/staff/ivanova"),
    "sergeev": ("Сергеев Алексей Викторович", "https://www.hse.ru/org/persons/203456"),
    "elkin": ("Ёлкин Пётр", "https://www.hse.ru/staff/elkin"),
    "gross": ("Jürgen Groß", "https://example.org/staff/gross/"),
    "alina": ("Алина Сергеева", "https://example.org/staff/alina"),
}


class Staff:
    """A service of the directory alone, whose profiles are files that a test writes."""

    def __init__(self, night: Night, folder: Path) -> None:
        self.night = night
        self.folder = folder
        folder.mkdir()
        section = Directory(source="files", path=folder, dismiss_after_runs=1, remove_after_days=2)
        server = night.config.server.model_copy(update={"toolsets": ("directory",)})
        night.config = night.config.model_copy(update={"directory": section, "server": server})

    def write(self, key: str, **more: Any) -> None:
        name, url = PEOPLE.get(key, (key.title(), ""))
        profile = {"profile_key": f"staff/{key}", "profile_id": key, "full_name": name, "canonical_url": url} | more
        (self.folder / f"{key}.json").write_text(json.dumps(profile), encoding="utf-8")

    def delete(self, key: str) -> None:
        (self.folder / f"{key}.json").unlink()

    def server(self) -> ToolServer:
        return create_server(self.night.config, clock=self.night.clock, new_id=lambda: "id")


class Script:
    """A script as existing users have them: POST, JSON, nothing else."""

    def __init__(self, client: httpx2.AsyncClient, address: str) -> None:
        self.client = client
        self.address = address

    async def post(self, method: str, params: object = None, **headers: str) -> httpx2.Response:
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params if params is not None else {}}
        return await self.client.post(self.address, json=request, headers=JSON | headers)

    async def answer(self, method: str, params: object = None) -> Any:
        response = await self.post(method, params)
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("application/json")
        return response.json()

    async def call(self, tool: str, **arguments: object) -> Any:
        result = (await self.answer("tools/call", {"name": tool, "arguments": arguments}))["result"]
        document = json.loads(result["content"][0]["text"])
        assert result["structuredContent"] == (document if isinstance(document, dict) else {"result": document})
        return document

    async def error(self, tool: str, arguments: object) -> dict[str, Any]:
        error: dict[str, Any] = (await self.answer("tools/call", {"name": tool, "arguments": arguments}))["error"]
        return error
