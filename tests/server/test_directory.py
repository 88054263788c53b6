"""The directory's tools as their clients call them: plain scripts over POST, and official clients of every era."""

import gzip
import json
import shutil
from collections.abc import AsyncIterator
from inspect import signature
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client

from teamlandkarte.etl.progress import Silence
from teamlandkarte.index.config import Config, Directory, Storage
from teamlandkarte.index.crawl_runs import CrawlRuns
from teamlandkarte.index.errors import EmbeddingError
from teamlandkarte.index.profiles import checksum, dataset_hash
from teamlandkarte.server.directory.answers import HANDLERS
from teamlandkarte.server.directory.directory_tools import TOOLS
from teamlandkarte.server.protocol.app import ToolServer, create_server
from tests.etl.night import Night
from tests.server.hosts import Host, serving

pytestmark = pytest.mark.anyio

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


@pytest.fixture(scope="module")
def staff(tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Staff:
    folder = tmp_path_factory.mktemp("directory")
    staff = Staff(Night(tiny_lake, folder / "data"), folder / "people")
    for key in PEOPLE:
        staff.write(key)
    sections = [
        {"type": "publications", "title": "Papers", "items": PAPERS[:1]},
        {"type": "courses_by_year", "title": "Courses", "courses": COURSES},
        {"type": "publications", "title": "More", "items": PAPERS[1:]},
    ]
    staff.write("ivanova", contacts={"email": "anna@example.org"}, sections=sections)
    staff.night.refresh()
    return staff


@pytest.fixture
async def script(staff: Staff) -> AsyncIterator[Script]:
    async with serving(staff.server(), staff.night.config) as address, httpx2.AsyncClient() as client:
        yield Script(client, address)


async def test_a_plain_request_needs_no_handshake_and_gets_plain_json(script: Script) -> None:
    tools = (await script.answer("tools/list"))["result"]["tools"]
    assert [tool["name"] for tool in tools] == [
        "get_service_info",
        "sync_employees",
        "search_employees",
        "get_employee",
        "list_employee_publications",
        "list_employee_courses",
        "get_crawl_status",
        "get_crawl_run_details",
    ]
    assert all(tool["inputSchema"]["type"] == "object" for tool in tools)


def test_every_tool_has_a_handler_that_takes_exactly_its_arguments() -> None:
    assert list(HANDLERS) == [tool.name for tool in TOOLS]
    for tool in TOOLS:
        taken = list(signature(HANDLERS[tool.name].run).parameters)[1:]  # the first is the call
        assert taken == [argument.name for argument in tool.arguments]


@pytest.mark.parametrize("params", [{}, {"protocolVersion": "2025-11-25", "capabilities": {}}])
async def test_a_plain_handshake_is_answered_in_plain_json_and_opens_no_session(script: Script, params: object) -> None:
    response = await script.post("initialize", params, accept="application/json", authorization="Bearer whatever")
    assert "mcp-session-id" not in response.headers
    result = response.json()["result"]
    assert result["protocolVersion"] == "2024-11-05"
    assert result["capabilities"] == {"tools": {}}
    assert result["serverInfo"]["name"] == "miem-employees"
    assert (await script.answer("ping"))["result"] == {}
    notice = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    assert (await script.client.post(script.address, json=notice)).status_code == 202


async def test_errors_reach_a_script_with_a_code_and_a_safe_message(script: Script) -> None:
    unknown = await script.answer("employees/list")
    assert unknown["error"] == {"code": -32601, "message": "Method not found"}
    missing = await script.error("get_employee", {})
    assert missing == {"code": -32000, "message": "profile_id_or_url is missing: pass it."}
    wrong = await script.error("search_employees", {"limit": 0})
    assert (wrong["code"], "limit must be at least 1" in wrong["message"]) == (-32000, True)
    other = await script.error("search_employees", {"status": "gone"})
    assert "status must be one of active, dismissed" in other["message"]
    no_object = await script.error("search_employees", ["query"])
    assert no_object["message"].startswith("arguments must be an object")
    no_tool = await script.error("get_employees", {})
    assert (no_tool["code"], "did you mean get_employee?" in no_tool["message"]) == (-32000, True)


async def test_an_internal_failure_tells_a_script_nothing_about_the_inside(
    script: Script, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("/secret/path")

    monkeypatch.setattr("teamlandkarte.server.directory.crawls.CrawlRuns.latest", broken)
    error = await script.error("get_crawl_status", {})
    assert error["code"] == -32000
    assert "secret" not in json.dumps(error)
    assert "Traceback" not in json.dumps(error)
    assert "secret" in caplog.text


async def test_a_page_that_a_browser_was_lured_to_is_refused_as_on_every_leg(script: Script) -> None:
    assert (await script.post("tools/list", origin="https://evil.example")).status_code == 403
    assert (await script.post("tools/list", host="evil.example")).status_code == 421


async def test_answers_are_compressed_for_clients_that_accept_it(script: Script) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "sync_employees"}}
    async with script.client.stream("POST", script.address, json=request, headers={"accept-encoding": "gzip"}) as found:
        assert found.headers["content-encoding"] == "gzip"
        packed = b"".join([part async for part in found.aiter_raw()])
    async with script.client.stream(
        "POST", script.address, json=request, headers={"accept-encoding": "identity"}
    ) as found:
        assert "content-encoding" not in found.headers
        plain = b"".join([part async for part in found.aiter_raw()])
    assert gzip.decompress(packed) == plain


async def test_the_service_says_what_it_is_and_what_it_holds(script: Script, staff: Staff) -> None:
    info = await script.call("get_service_info")
    entry = staff.night.dataset().manifest.directory
    assert entry is not None
    assert (info["service_name"], info["protocolVersion"], len(info["tools"])) == ("miem-employees", "2024-11-05", 8)
    assert info["dataset"] == {
        "hash": entry.hash,
        "previous_hash": None,
        "created_at": "2026-03-01T02:30:00+00:00",
        "crawl_run_id": 1,
        "employee_count": 5,
        "active_count": 5,
        "dismissed_count": 0,
    }


async def test_an_employee_is_found_by_key_id_address_and_part_of_the_address(script: Script) -> None:
    anna = await script.call("get_employee", profile_id_or_url="staff/ivanova")
    assert list(anna) == [
        *("profile_key", "profile_id", "full_name", "status", "canonical_url", "last_seen_at", "dismissed_at", "data"),
    ]
    assert anna["full_name"] == "Иванова Анна Петровна"
    assert anna["data"]["contacts"] == {"email": "anna@example.org"}
    assert anna["last_seen_at"] == "2026-03-01T02:30:00+00:00"
    for wanted in (
        "ivanova",
        "https://www.hse.ru/staff/ivanova",
        "HTTPS://www.hse.ru/staff/Ivanova/",
        "hse.ru/staff/iv",
    ):
        assert (await script.call("get_employee", profile_id_or_url=wanted))["profile_id"] == "ivanova"
    assert (await script.call("get_employee", profile_id_or_url="203456"))["profile_id"] == "sergeev"
    assert await script.call("get_employee", profile_id_or_url="nobody") == {"error": "not_found"}


async def test_publications_and_courses_are_joined_over_their_sections(script: Script) -> None:
    papers = await script.call("list_employee_publications", profile_id_or_url="ivanova")
    assert papers["employee"]["profile_key"] == "staff/ivanova"
    assert papers["items"] == [
        {"title": "On trains", "text": "2024", "url": "https://x/p1"},
        {"title": "On rails", "text": None, "url": None},
    ]
    courses = await script.call("list_employee_courses", profile_id_or_url="ivanova")
    assert courses["items"] == [{"title": "Algebra", "url": "https://x/c1"}]
    for tool in ("list_employee_publications", "list_employee_courses"):
        assert await script.call(tool, profile_id_or_url="elkin") == {"items": []}
        assert await script.call(tool, profile_id_or_url="nobody") == {"items": []}


async def test_a_search_answers_with_a_list_and_says_when_it_caps_the_limit(script: Script) -> None:
    found = await script.call("search_employees", query="сергеев")
    assert [one["profile_id"] for one in found] == ["sergeev", "alina"]
    assert len(await script.call("search_employees", limit="2")) == 2
    assert len(await script.call("search_employees", query="", status="active")) == 5
    assert await script.call("search_employees", status="dismissed") == []
    answer = await script.answer("tools/call", {"name": "search_employees", "arguments": {"limit": 500}})
    texts = [block["text"] for block in answer["result"]["content"]]
    assert texts[1] == "limit 500 is above 100: showing 5 of 5."


async def test_letters_stand_as_they_are_on_the_wire(script: Script) -> None:
    response = await script.post("tools/call", {"name": "search_employees", "arguments": {"query": "Ёлкин"}})
    assert "Ёлкин" in response.text


async def test_crawl_runs_are_shown_in_numbers_and_in_words(script: Script) -> None:
    assert await script.call("get_crawl_status") == {
        "id": 1,
        "status": "completed",
        "source_url": "people",
        "started_at": "2026-03-01T02:30:00+00:00",
        "finished_at": "2026-03-01T02:30:00+00:00",
        "found_count": 5,
        "parsed_count": 5,
        "error_count": 0,
        "dismissed_count": 0,
    }
    details = await script.call("get_crawl_run_details", run_id="1")
    assert details["status_display"] == "Завершен"
    assert details["started_display"] == "01.03.2026 05:30"
    assert (details["new_count"], details["processed_count"], details["progress_percent"]) == (5, 5, 100)
    assert details["changes"]["new"][0] == {"profile_key": "staff/alina", "full_name": "Алина Сергеева"}
    assert (details["changes_detail_available"], details["errors"], details["message"]) == (True, [], "")
    assert await script.call("get_crawl_run_details", run_id=2) == {"error": "not_found"}


async def test_a_copy_is_complete_proves_itself_and_is_up_to_date(script: Script) -> None:
    whole = await script.call("sync_employees")
    assert list(whole) == ["mode", "from_hash", "to_hash", "dataset", "items"]
    assert (whole["mode"], whole["from_hash"]) == ("full", None)
    entries = [(one["profile_key"], one["status"], one["checksum"]) for one in whole["items"]]
    assert dataset_hash(entries) == whole["to_hash"] == whole["dataset"]["hash"]
    assert all(checksum(one["data"]) == one["checksum"] for one in whole["items"])
    same = await script.call("sync_employees", client_hash=whole["to_hash"])
    assert list(same) == ["mode", "from_hash", "to_hash", "dataset", "changes"]
    assert same["mode"] == "delta"
    assert same["changes"] == {"added": [], "updated": [], "dismissed": [], "removed": []}
    short = await script.call("sync_employees", include_data="false")
    assert [{name: one[name] for name in one if name != "data"} for one in whole["items"]] == short["items"]
    unknown = await script.call("sync_employees", client_hash="0" * 64)
    assert (unknown["mode"], unknown["from_hash"], unknown["reason"]) == ("full", "0" * 64, "unknown_client_hash")
    assert unknown["items"] == whole["items"]


async def test_official_clients_of_both_eras_use_the_same_address(staff: Staff) -> None:
    async with serving(staff.server(), staff.night.config) as address:
        for mode in ("auto", "legacy"):
            async with Client(address, mode=mode) as client:
                host = Host(client)
                _, info = await host.call("get_service_info")
                assert info["dataset"]["employee_count"] == 5
                text, found = await host.call("search_employees", query="елкин петр")
                assert found["result"] == json.loads(text)
                assert [one["profile_id"] for one in found["result"]] == ["elkin"]
                assert "profile_id_or_url is missing" in await host.refusal("get_employee")


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26"])
async def test_old_clients_that_open_a_session_are_served_in_it(script: Script, version: str) -> None:
    both = {"accept": "application/json, text/event-stream"}
    hello = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "old", "version": "1"}}
    begun = await script.post("initialize", hello, **both)
    session = {"mcp-session-id": begun.headers["mcp-session-id"], **both}
    assert version in begun.text
    notice = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    assert (await script.client.post(script.address, json=notice, headers=JSON | session)).status_code == 202
    called = await script.post("tools/call", {"name": "search_employees", "arguments": {"query": "ivanova"}}, **session)
    assert "Иванова" in called.text


async def test_beside_the_staffing_tools_scripts_reach_both(staff: Staff) -> None:
    section = staff.night.config.server.model_copy(update={"toolsets": ("staffing", "directory")})
    config: Config = staff.night.config.model_copy(update={"server": section})
    server = create_server(config, clock=staff.night.clock, new_id=lambda: "id")
    async with serving(server, config) as address, httpx2.AsyncClient() as client:
        script = Script(client, address)
        assert len((await script.answer("tools/list"))["result"]["tools"]) > 25
        assert (await script.call("get_service_info"))["dataset"]["employee_count"] == 5
        tasks = await script.answer("tools/call", {"name": "list_open_tasks", "arguments": {}})
        assert tasks["result"]["content"][0]["text"].startswith("| ")


async def test_people_who_change_come_and_go_reach_a_client_exactly(staff: Staff, tmp_path: Path) -> None:
    later = Staff(Night(staff.night.lake, tmp_path / "data").after(staff.night), tmp_path / "people")
    shutil.copytree(staff.folder, later.folder, dirs_exist_ok=True)
    first = await synced(later, None)
    later.write("gross", contacts={"room": "7"})
    later.write("newman")
    later.delete("elkin")
    later.night.refresh()
    changes = (await synced(later, first["to_hash"]))["changes"]
    assert [one["profile_id"] for one in changes["added"]] == ["newman"]
    assert [one["data"]["contacts"] for one in changes["updated"]] == [{"room": "7"}]
    assert [(one["profile_id"], one["status"]) for one in changes["dismissed"]] == [("elkin", "dismissed")]
    assert changes["dismissed"][0]["dismissed_at"] == "2026-03-02T02:30:00+00:00"
    assert changes["removed"] == []
    later.night.clock.move(days=3)
    later.night.refresh()
    changes = (await synced(later, first["to_hash"]))["changes"]
    assert changes["removed"] == [{"profile_key": "staff/elkin"}]
    assert changes["dismissed"] == []


async def test_a_quiet_night_is_told_by_when_people_were_last_seen(staff: Staff, tmp_path: Path) -> None:
    later = Staff(Night(staff.night.lake, tmp_path / "data").after(staff.night), tmp_path / "people")
    shutil.copytree(staff.folder, later.folder, dirs_exist_ok=True)
    assert later.night.refresh().status == "unchanged"
    answer = await synced(later, None)
    assert {one["last_seen_at"] for one in answer["items"]} == {"2026-03-02T02:30:00+00:00"}


async def test_whoever_a_doubtful_run_did_not_find_was_not_seen_by_it(tiny_lake: Path, tmp_path: Path) -> None:
    staff = Staff(Night(tiny_lake, tmp_path / "data"), tmp_path / "people")
    for number in range(8):
        staff.write(f"p{number}")
    staff.night.refresh()
    for number in range(1, 8):
        staff.delete(f"p{number}")
    assert staff.night.refresh().status == "unchanged"
    seen = {one["profile_id"]: one["last_seen_at"][:10] for one in (await synced(staff, None))["items"]}
    assert seen == {"p0": "2026-03-02"} | {f"p{number}": "2026-03-01" for number in range(1, 8)}


async def synced(staff: Staff, held: str | None) -> Any:
    document = await staff.server().desk.document("sync_employees", {"client_hash": held})
    return json.loads(document.text)


class Onlooker(Silence):
    """Asks for the last crawl run when a refresh has come to each of its phases."""

    def __init__(self, storage: Storage) -> None:
        self._crawls = CrawlRuns(storage)
        self.seen: dict[str, tuple[str, int, str | None]] = {}

    def phase(self, name: str, total: int | None) -> None:  # noqa: ARG002 -- as the protocol says
        if run := self._crawls.latest():
            self.seen[name] = (run.status, run.new, run.hash)


async def test_a_crawl_run_is_complete_when_its_directory_is_published_and_has_failed_where_that_is_refused(
    tiny_lake: Path, tmp_path: Path
) -> None:
    staff = Staff(Night(tiny_lake, tmp_path / "data"), tmp_path / "people")
    staff.write("ivanova")
    night = staff.night
    onlooker = Onlooker(night.config.storage)
    night.refresh(progress=onlooker)
    assert {onlooker.seen[phase] for phase in ("embed", "build", "audit", "publish")} == {("running", 0, None)}
    staff.delete("ivanova")
    staff.write("sergeev")
    night.embedder.refused = frozenset(night.embedder.asked)
    with pytest.raises(EmbeddingError):
        night.refresh(allow_drop=["employees"])

    desk = staff.server().desk
    status = json.loads((await desk.document("get_crawl_status", {})).text)
    assert (status["id"], status["status"], status["dismissed_count"]) == (2, "failed", 0)
    assert (status["found_count"], status["parsed_count"]) == (1, 1)
    details = json.loads((await desk.document("get_crawl_run_details", {"run_id": 2})).text)
    assert "the last good directory stays: the model refuses a text" in details["message"]
    assert details["changes"] == {"new": [], "missing_from_source": [], "dismissed": []}
    info = json.loads((await desk.document("get_service_info", {})).text)
    assert (info["dataset"]["crawl_run_id"], info["dataset"]["dismissed_count"]) == (1, 0)

    night.embedder.refused = frozenset()
    night.refresh(allow_drop=["employees"])
    status = json.loads((await desk.document("get_crawl_status", {})).text)
    assert (status["id"], status["status"], status["dismissed_count"]) == (3, "completed", 1)


async def test_before_any_crawl_there_is_an_empty_directory_and_no_run(tiny_lake: Path, tmp_path: Path) -> None:
    night = Night(tiny_lake, tmp_path / "data")
    night.config = night.config.model_copy(update={"directory": Directory(source="none")})
    night.refresh()
    server = night.config.server.model_copy(update={"toolsets": ("directory",)})
    night.config = night.config.model_copy(update={"server": server})
    desk = create_server(night.config, clock=night.clock, new_id=lambda: "id").desk
    answers = {
        name: json.loads((await desk.document(name, {})).text)
        for name in ("get_crawl_status", "search_employees", "sync_employees")
    }
    assert answers["get_crawl_status"] == {"status": "never_run"}
    assert answers["search_employees"] == []
    assert (answers["sync_employees"]["to_hash"], answers["sync_employees"]["items"]) == (None, [])
