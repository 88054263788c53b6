"""Transports: stdout carries protocol only, HTTP serves every kind of client, clients never see each other's state."""

import json
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import httpx2
import pytest
from mcp import Client

from teamlandkarte.index.config import Config
from teamlandkarte.index.config import Server as ServerSection
from teamlandkarte.index.errors import ConfigError
from teamlandkarte.server.protocol.app import ToolServer
from teamlandkarte.server.protocol.transport import listening, transport_security
from tests.server.hosts import Host, serving

pytestmark = pytest.mark.anyio

Serve = Callable[[], AbstractAsyncContextManager[str]]

JSON = {"content-type": "application/json"}
BOTH = {**JSON, "accept": "application/json, text/event-stream"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


def request(method: str, **params: object) -> dict[str, object]:
    """Return a JSON-RPC request."""
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}


@pytest.fixture
def serve(config: Config, server_of: Callable[[Config], ToolServer]) -> Serve:
    """Serve over HTTP; yields the address."""
    return lambda: serving(server_of(config), config)


def test_stdout_carries_nothing_but_one_json_message_per_line(config_file: Path, tmp_path: Path) -> None:
    calls = [
        request("tools/list"),
        request("tools/call", name="list_open_tasks", arguments={"limit": "2", "query": None}),
        request("tools/call", name="guided_set_role", arguments={"role_name": "Übersetzer", "unknown": 1}),
        request("tools/call", name="collect_structured_requirement_data", arguments={"competences": ["Rust"]}),
        request("no/such/method"),
    ]
    lines = [INITIALIZE, {"jsonrpc": "2.0", "method": "notifications/initialized"}]
    lines += [{**call, "id": number} for number, call in enumerate(calls, start=10)]
    command = [sys.executable, "-m", "teamlandkarte.cli.main", "--config", str(config_file), "serve"]
    noisy = {"PYTHONWARNINGS": "always", "PYTHONDEVMODE": "1", "HOME": str(config_file.parent)}
    log = tmp_path / "log"
    with (
        log.open("wb") as stderr,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, env=noisy) as server,
    ):
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("".join(json.dumps(line) + "\n" for line in lines).encode())
        server.stdin.flush()
        messages = [json.loads(server.stdout.readline()) for _ in range(6)]
        rest, _ = server.communicate(timeout=60)
        assert rest == b""
        assert server.returncode == 0
    assert "Traceback" not in log.read_text("utf-8")
    assert {message["jsonrpc"] for message in messages} == {"2.0"}
    answers = {message["id"]: message for message in messages}
    assert set(answers) == {1, 10, 11, 12, 13, 14}
    assert "showing 2 of 5" in answers[11]["result"]["content"][0]["text"]
    assert answers[12]["result"]["isError"] is True
    assert answers[14]["error"]["code"] == -32601


BROKEN = {  # lines that are no message, by the id and code of their answers
    "garbage": (None, -32700),
    "[" * 100_000: (None, -32700),
    "[]": (None, -32600),
    json.dumps([request("tools/list")]): (None, -32600),
    json.dumps({**request("ping"), "jsonrpc": "1.0"}): (7, -32600),
    json.dumps({**request("ping", text="\ud800"), "id": "seven"}): ("seven", -32600),
    json.dumps({**request("ping"), "id": "\ud800"}): (None, -32600),
}
UNANSWERED = ["", json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"reason": "\udfff"}})]


def test_over_stdio_a_line_that_is_no_message_is_answered_and_the_next_one_too(config_file: Path) -> None:
    lines = [*BROKEN, *UNANSWERED, json.dumps(INITIALIZE), *BROKEN, json.dumps({**request("ping"), "id": 99})]
    command = [sys.executable, "-m", "teamlandkarte.cli.main", "--config", str(config_file), "serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("".join(f"{line}\n" for line in lines))
        server.stdin.flush()
        answers = [json.loads(server.stdout.readline()) for _ in range(2 * len(BROKEN) + 2)]
        rest, _ = server.communicate(timeout=60)
        assert (rest, server.returncode) == ("", 0)
    refused = [(answer["id"], answer["error"]["code"]) for answer in answers if "error" in answer]
    assert refused == [*BROKEN.values(), *BROKEN.values()]
    assert {answer["id"] for answer in answers if "result" in answer} == {1, 99}


def test_a_script_over_stdio_that_has_nothing_more_to_ask_gets_its_answers(config_file: Path) -> None:
    calls = [request("tools/call", name="list_open_tasks", arguments={"limit": limit}) for limit in (1, 2, 3)]
    lines = [INITIALIZE, {"jsonrpc": "2.0", "method": "notifications/initialized"}]
    lines += [{**call, "id": number} for number, call in enumerate(calls, start=10)]
    command = [sys.executable, "-m", "teamlandkarte.cli.main", "--config", str(config_file), "serve"]
    asked = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=60, check=True)
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    texts = [answers[number]["result"]["content"][0]["text"] for number in (10, 11, 12)]
    assert all(f"showing {limit} of 5" in text for limit, text in enumerate(texts, start=1))


def test_a_client_over_stdio_that_stops_listening_leaves_no_stack_trace(config_file: Path) -> None:
    command = [sys.executable, "-m", "teamlandkarte.cli.main", "--config", str(config_file), "serve"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdout.close()
        server.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
        server.stdin.close()
        assert server.stderr is not None
        assert server.stderr.read() == b""
    assert server.returncode == 0


def test_a_server_over_stdio_imports_neither_other_commands_nor_what_only_http_needs(config_file: Path) -> None:
    script = f"""
import contextlib, sys
from teamlandkarte.cli.main import main

sys.argv = ["teamlandkarte", "--config", {str(config_file)!r}, "serve"]
with contextlib.suppress(SystemExit):
    main()
print(*(name for name, module in sys.modules.items() if module is not None))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], input="", capture_output=True, text=True, timeout=60, check=True
    )
    imported = set(done.stdout.split())
    assert imported >= {"teamlandkarte.cli.serve", "teamlandkarte.server.protocol.transport"}
    assert not imported & {"teamlandkarte.cli.refresh", "teamlandkarte.cli.match", "uvicorn"}


async def test_a_plain_script_needs_neither_session_nor_handshake(serve: Serve) -> None:
    async with serve() as address, httpx2.AsyncClient() as script:
        for headers in (JSON, {**JSON, "accept": "application/json"}, {**JSON, "authorization": "Bearer x"}):
            answer = await script.post(address, json=request("tools/list"), headers=headers)
            assert answer.status_code == 200
            assert answer.headers["content-type"] == "application/json"
            assert "mcp-session-id" not in answer.headers
            assert len(answer.json()["result"]["tools"]) > 20
        call = request("tools/call", name="list_open_tasks", arguments={"limit": 1})
        answer = await script.post(address, json=call, headers=JSON)
        assert "showing 1 of 5" in answer.json()["result"]["content"][0]["text"]


async def test_a_script_that_names_no_accepted_type_gets_json(serve: Serve) -> None:
    async with serve() as address:
        body = json.dumps(request("tools/list")).encode()
        connection = httpx2.AsyncClient(headers={})
        async with connection as script:
            ask = script.build_request("POST", address, content=body, headers=JSON)
            del ask.headers["accept"]
            answer = await script.send(ask)
        assert answer.status_code == 200
        assert "result" in answer.json()


async def test_a_handshake_without_a_stream_is_answered_in_json_without_a_session(serve: Serve) -> None:
    async with serve() as address, httpx2.AsyncClient() as script:
        answer = await script.post(address, json=INITIALIZE, headers={**JSON, "accept": "application/json"})
        assert answer.headers["content-type"] == "application/json"
        assert answer.json()["result"]["serverInfo"]["name"] == "teamlandkarte"
        assert "mcp-session-id" not in answer.headers


@pytest.mark.parametrize("body", [b"", b"no json", b"[]", b"null", b"[" * 100_000, b'{"jsonrpc":"2.0","id":1}'])
async def test_a_broken_body_is_refused_and_the_server_lives_on(serve: Serve, body: bytes) -> None:
    async with serve() as address, httpx2.AsyncClient() as script:
        answer = await script.post(address, content=body, headers=BOTH)
        assert answer.status_code == 400
        answer = await script.post(address, json=request("tools/list"), headers=JSON)
        assert answer.status_code == 200


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ([request("tools/list")], "one JSON object is expected"),
        ("tools/list", "one JSON object is expected"),
        ({**request("tools/list"), "jsonrpc": "1.0"}, '"jsonrpc" must be "2.0"'),
        ({"id": 1, "method": "tools/list"}, '"jsonrpc" must be "2.0"'),
        ({**request("tools/call"), "params": [1]}, '"params" must be an object'),
        ({**request("tools/list"), "params": []}, '"params" must be an object'),
        ({**request("tools/call"), "params": "name"}, '"params" must be an object'),
        ({**request("tools/list"), "id": None}, '"id" must be a text or a whole number'),
        ({**request("tools/list"), "id": 1.5}, '"id" must be a text or a whole number'),
        ({**request("tools/list"), "id": True}, '"id" must be a text or a whole number'),
        ({**request("ping"), "id": "\ud800"}, "half a surrogate pair"),
    ],
)
async def test_what_is_no_request_is_refused_in_our_own_words(serve: Serve, body: object, problem: str) -> None:
    async with serve() as address, httpx2.AsyncClient() as script:
        answer = await script.post(address, content=json.dumps(body), headers=JSON)
        assert answer.status_code == 400
        error = answer.json()["error"]
        assert error["code"] == -32600
        assert error["message"].startswith("Invalid request: ")
        assert problem in error["message"]
        assert "validation" not in answer.text


async def test_a_body_beyond_the_limit_is_refused(serve: Serve) -> None:
    async with serve() as address, httpx2.AsyncClient() as script:
        call = request("tools/call", name="list_open_tasks", arguments={"query": "x" * (5 * 2**20)})
        assert (await script.post(address, json=call, headers=JSON)).status_code == 413


@pytest.mark.parametrize(
    ("headers", "status"), [({"host": "evil.example"}, 421), ({"origin": "https://evil.example"}, 403)]
)
async def test_a_foreign_host_or_origin_is_refused_on_every_leg(
    serve: Serve, headers: dict[str, str], status: int
) -> None:
    async with serve() as address, httpx2.AsyncClient() as script:
        for body in (request("tools/list"), INITIALIZE):
            assert (await script.post(address, json=body, headers={**BOTH, **headers})).status_code == status


def test_configured_hosts_are_accepted_on_any_port_and_others_stay_out() -> None:
    section = ServerSection(host="0.0.0.0", allowed_hosts=("hr.example.com", "other.example:8443", "[fd00::1]"))
    hosts = transport_security(section).allowed_hosts
    assert {"hr.example.com", "hr.example.com:*", "other.example:8443", "[fd00::1]:*", "localhost:*"} <= set(hosts)
    assert "other.example:8443:*" not in hosts
    assert transport_security(section).enable_dns_rebinding_protection


def test_a_taken_port_is_told_with_the_setting_and_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        section = ServerSection(port=taken.getsockname()[1])
        with pytest.raises(ConfigError) as caught:
            listening(section)
    (problem,) = caught.value.problems
    assert f"port = {section.port}" in problem
    assert "choose another port" in problem


async def capture(host: Host, competence: str) -> str:
    """Capture, confirm and search; return the search's id."""
    _, data = await host.call("collect_structured_requirement_data", competences=[competence])
    named = {"requirements_id": data["requirements_id"]}
    await host.call("show_pending_requirements", **named)
    await host.call("confirm_requirements", confirm=True, **named)
    _, found = await host.call("find_matching_capacities", **named)
    assert found["requirements"]["required_competences"] == [competence]
    return str(found["search_id"])


async def test_two_sessions_never_see_each_others_requirements_and_searches(serve: Serve) -> None:
    async with serve() as address, Client(address, mode="legacy") as first, Client(address, mode="legacy") as second:
        anna, ben = Host(first), Host(second)
        _, annas = await anna.call("collect_structured_requirement_data", competences=["Python"])
        _, bens = await ben.call("collect_structured_requirement_data", competences=["Java"])
        assert (await anna.call("show_pending_requirements"))[1]["competences"] == ["Python"]
        assert (await ben.call("show_pending_requirements"))[1]["competences"] == ["Java"]
        foreign = await ben.refusal("show_pending_requirements", requirements_id=annas["requirements_id"])
        unknown = await ben.refusal("show_pending_requirements", requirements_id="0f8fad5b-d9cb-469f-a165-70867728950e")
        assert foreign == unknown.replace("0f8fad5b-d9cb-469f-a165-70867728950e", annas["requirements_id"])
        search_id = await capture(anna, "Python")
        refused = await ben.refusal("get_results_by_category", search_id=search_id, category="Low")
        assert "Unknown search_id" in refused
        assert bens["requirements_id"] != annas["requirements_id"]


async def test_without_a_session_the_id_is_required_and_nothing_is_listed(serve: Serve) -> None:
    async with serve() as address, Client(address) as modern, httpx2.AsyncClient() as script:
        host = Host(modern)
        _, data = await host.call("collect_structured_requirement_data", competences=["Python"])
        refused = await host.refusal("show_pending_requirements")
        assert "requirements_id is required" in refused
        assert data["requirements_id"] not in refused
        assert await capture(host, "Java")
        call = request("tools/call", name="show_pending_requirements", arguments={})
        # A session id that nobody has checked does not make its bearer anybody.
        answer = await script.post(address, json=call, headers={**JSON, "mcp-session-id": "made-up"})
        assert answer.status_code == 404
