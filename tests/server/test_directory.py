"""The directory's tools as their clients call them: plain scripts over POST, and official clients of every era."""

import gzip
import json
from inspect import signature

import httpx2
import pytest
from mcp import Client

from teamlandkarte.index.config import Config
from teamlandkarte.index.profiles import checksum, dataset_hash
from teamlandkarte.server.directory.answers import HANDLERS
from teamlandkarte.server.directory.directory_tools import TOOLS
from teamlandkarte.server.protocol.app import create_server
from tests.server.hosts import Host, serving
from tests.server.staff import JSON, Script, Staff

pytestmark = pytest.mark.anyio


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
