"""A client's copy: random histories against the whole of each night, and services that do not keep their word."""

import gzip
import json
import os
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from typing import Any

import anyio.to_thread
import pytest

from teamlandkarte.index.errors import RequestError
from teamlandkarte.index.known_versions import KnownVersions
from teamlandkarte.index.profiles import checksum, dataset_hash
from teamlandkarte.server.directory.mirror import DirectoryMirror, HttpCall, Update
from teamlandkarte.server.directory.shelf import Shelved
from tests.etl.night import Night
from tests.server.hosts import serving
from tests.server.staff import Staff

pytestmark = pytest.mark.anyio


class Service:
    """A directory service in a dictionary, which knows every directory it ever had."""

    def __init__(self) -> None:
        self.people: dict[str, dict[str, Any]] = {}
        self.known: dict[str, dict[str, dict[str, Any]]] = {}
        self.calls: list[str | None] = []
        self.wrong_changes = False

    def has(self, *people: dict[str, Any]) -> None:
        self.people = {one["profile_key"]: one for one in people}
        self.known[self.hash] = self.people

    @property
    def hash(self) -> str:
        return dataset_hash((key, one["status"], one["checksum"]) for key, one in self.people.items())

    def __call__(self, tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        assert tool == "sync_employees"
        held = arguments.get("client_hash")
        self.calls.append(held)
        answer = {"from_hash": held, "to_hash": self.hash}
        if held not in self.known:
            return answer | {"mode": "full", "items": list(self.people.values())}
        old = self.known[held]
        changed = [one for key, one in self.people.items() if key in old and old[key] != one]
        changes: dict[str, Any] = {
            "added": [one for key, one in self.people.items() if key not in old],
            "updated": [one for one in changed if one["status"] == "active"],
            "dismissed": [one for one in changed if one["status"] == "dismissed"],
            "removed": [{"profile_key": key} for key in old if key not in self.people],
        }
        if self.wrong_changes:
            changes["added"] = []
        return answer | {"mode": "delta", "changes": changes}


class Answers:
    """What a service would answer to each hash."""

    def __init__(self, known: Mapping[str | None, Any]) -> None:
        self._known = known

    def __call__(self, tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        assert tool == "sync_employees"
        answer: Mapping[str, Any] = self._known[arguments.get("client_hash")]
        return answer


def person(key: str, room: object, status: str = "active") -> dict[str, Any]:
    data = {"profile_key": key, "room": room}
    return {"profile_key": key, "status": status, "checksum": checksum(data), "data": data}


async def test_a_copy_follows_by_changes_alone_and_outlives_the_process(tmp_path: Path) -> None:
    service, file = Service(), tmp_path / "copy.json"
    service.has(person("a", 1), person("b", 1), person("c", 1))
    assert DirectoryMirror(service, file).update() == Update("full", added=3)
    service.has(person("a", 2), person("b", 1, "dismissed"), person("d", 1))
    mirror = DirectoryMirror(service, file)
    assert mirror.update() == Update("delta", added=1, updated=1, dismissed=1, removed=1)
    assert mirror.employees == service.people
    assert mirror.update() == Update("delta")
    assert service.calls.count(None) == 1


async def test_changes_that_lead_elsewhere_are_replaced_by_everything() -> None:
    service = Service()
    service.has(person("a", 1))
    mirror = DirectoryMirror(service)
    mirror.update()
    service.wrong_changes = True
    service.has(person("a", 1), person("b", 1))
    assert mirror.update() == Update("full", added=2)
    assert mirror.employees == service.people


async def test_a_profile_that_is_not_the_promised_one_is_never_kept() -> None:
    service = Service()
    service.has(person("a", 1) | {"data": {"room": "another"}})
    mirror = DirectoryMirror(service)
    with pytest.raises(RequestError, match="does not have the hash that it promises"):
        mirror.update()
    assert mirror.employees == {}


@pytest.mark.parametrize(
    "content",
    ["", "[]", '{"hash": 1}', "\x00", '{"include_data": true, "employees": [1]}', '{"ha', '{"hash": "ab", "inclu\x00'],
)
async def test_a_damaged_copy_is_begun_anew(tmp_path: Path, content: str) -> None:
    (tmp_path / "copy.json").write_text(content)
    service = Service()
    service.has(person("a", 1))
    assert DirectoryMirror(service, tmp_path / "copy.json").update() == Update("full", added=1)


async def test_a_service_without_a_directory_empties_no_copy(tmp_path: Path) -> None:
    service, file = Service(), tmp_path / "copy.json"
    service.has(person("a", 1))
    DirectoryMirror(service, file).update()
    given_up: dict[str, Any] = {"mode": "full", "to_hash": None, "items": [], "reason": "unknown_client_hash"}
    mirror = DirectoryMirror(lambda *_: given_up, file)
    with pytest.raises(RequestError, match="the service has no directory; the copy stays as it is"):
        mirror.update()
    assert list(mirror.employees) == list(DirectoryMirror(service, file).employees) == ["a"]


@pytest.mark.parametrize(
    "content",
    ["[database]\n", "text,term,same\n", '{"hash": 1, "packages": []}', "[1]", '{"a": "b"}', "\xff\x00", "[" * 100_000],
)
async def test_a_file_that_is_no_copy_stays_as_it_is(tmp_path: Path, content: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(content, encoding="latin-1")
    with pytest.raises(RequestError, match=r"config\.toml is not empty and holds no copy .* or delete it"):
        DirectoryMirror(Service(), file)
    assert file.read_text(encoding="latin-1") == content


async def test_what_is_no_file_is_never_replaced_by_a_copy(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "."):
        with pytest.raises(RequestError, match="it stays as it is"):
            DirectoryMirror(Service(), tmp_path / name)
    assert (tmp_path / "pipe").is_fifo()


async def test_what_is_no_service_is_said_so() -> None:
    with pytest.raises(RequestError, match="is no address"):
        HttpCall("file:///etc/passwd")
    for address in ("http://127.0.0.1:port/mcp", "http://a b/mcp", "http://[::1/mcp"):
        with pytest.raises(RequestError, match="does not answer as one"):
            HttpCall(address)("sync_employees", {})
    with pytest.raises(
        RequestError, match=r"http://127\.0\.0\.1:9/mcp cannot be reached \(.*refused\); check the address"
    ):
        HttpCall("http://127.0.0.1:9/mcp")("sync_employees", {})


async def test_what_answers_with_a_status_is_named_with_it() -> None:
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:  # which knows no POST
        threading.Thread(target=server.handle_request, daemon=True).start()
        with pytest.raises(RequestError, match=r":\d+/mcp answers with HTTP status 501; check the address"):
            HttpCall(f"http://127.0.0.1:{server.server_address[1]}/mcp")("sync_employees", {})


@pytest.mark.parametrize(
    "answer",
    [
        None,
        [1],
        "text",
        {"mode": "full", "items": 5},
        {"mode": "full", "items": [{}]},
        {"mode": "full", "items": [{"profile_key": [], "status": "active", "checksum": "x"}]},
        {"mode": "full", "items": [{"profile_key": "a", "status": "active", "checksum": "x"}]},
        {"mode": "delta"},
        {"mode": "delta", "changes": {"added": 1}},
    ],
)
async def test_an_answer_of_another_shape_is_told_as_that(answer: Any) -> None:
    mirror = DirectoryMirror(lambda *_: answer)
    with pytest.raises(RequestError, match="does not answer as one"):
        mirror.update()
    assert (mirror.employees, mirror.hash) == ({}, None)


class _Cut(BaseHTTPRequestHandler):
    """Answers with the first half of a document, plain or compressed as the path says."""

    def do_POST(self) -> None:
        whole = b"{}" * 1000 if self.path == "/plain" else gzip.compress(b"{}" * 1000)
        broken = whole[:10] + b"\xff" * 100 if self.path == "/garbled" else whole[: len(whole) // 2]
        self.send_response(200)
        self.send_header("Content-Length", str(len(whole if self.path == "/plain" else broken)))
        if self.path != "/plain":
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(broken)

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@pytest.mark.parametrize("path", ["plain", "gzip", "garbled"])
async def test_an_answer_that_is_cut_or_garbled_on_its_way_is_told_as_that(path: str) -> None:
    with HTTPServer(("127.0.0.1", 0), _Cut) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        with pytest.raises(RequestError, match="does not answer as one"):
            HttpCall(f"http://127.0.0.1:{server.server_address[1]}/{path}")("sync_employees", {})


async def test_in_a_random_history_every_copy_however_old_becomes_the_whole_of_the_night(
    tiny_lake: Path, tmp_path: Path
) -> None:
    rng = Random(11)
    staff = Staff(Night(tiny_lake, tmp_path / "data"), tmp_path / "people")
    mirrors: list[DirectoryMirror] = []
    for _ in range(6):
        for key in "abcdefgh":
            file = staff.folder / f"{key}.json"
            if rng.random() < 0.4:
                file.unlink(missing_ok=True)
            elif rng.random() < 0.6:
                staff.write(key, room=rng.randrange(3))
        staff.write("always")
        staff.night.refresh()
        desk = staff.server().desk
        answers: dict[str | None, Any] = {}
        for held in {None, *(mirror.hash for mirror in mirrors)}:
            arguments = {"client_hash": held} if held else {}
            answers[held] = json.loads((await desk.document("sync_employees", arguments)).text)
        whole = {one["profile_key"]: identity(one) for one in answers[None]["items"]}
        for mirror in [*mirrors, DirectoryMirror(lambda *_: {})]:  # those of earlier nights stay as old as they are
            copy = DirectoryMirror(Answers(answers))
            copy.employees, copy.hash = dict(mirror.employees), mirror.hash
            assert copy.update().mode == ("delta" if mirror.hash else "full")
            assert {key: identity(one) for key, one in copy.employees.items()} == whole
        mirrors.append(copy)


def identity(employee: Mapping[str, Any]) -> tuple[object, ...]:
    return tuple(json.dumps(employee[name], sort_keys=True) for name in ("profile_key", "status", "checksum", "data"))


async def test_many_clients_at_once_get_their_changes_after_the_known_directories_were_begun_anew(
    tiny_lake: Path, tmp_path: Path
) -> None:
    staff = Staff(Night(tiny_lake, tmp_path / "data"), tmp_path / "people")
    staff.write("anna")
    staff.night.refresh()
    storage = staff.night.config.storage
    before = Shelved(staff.night.dataset(), None, storage).employees
    staff.write("boris")
    staff.night.refresh()
    dataset = staff.night.dataset()
    assert before.entry
    known = KnownVersions(storage)
    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as clients:
            for _ in range(10):
                shelf = Shelved(dataset, None, storage)
                shelf.load()
                assert shelf.employees.entry
                (storage.path / "known_directories.sqlite3").unlink()
                known.record(before.entry.hash, before.entries)
                known.record(shelf.employees.entry.hash, shelf.employees.entries)
                deltas = list(clients.map(shelf.delta, [before.entry.hash] * 8))
                assert [delta.added for delta in deltas if delta] == [("staff/boris",)] * 8
    finally:
        sys.setswitchinterval(switching)


async def test_a_copy_is_kept_in_step_over_http(tiny_lake: Path, tmp_path: Path) -> None:
    staff = Staff(Night(tiny_lake, tmp_path / "data"), tmp_path / "people")
    staff.write("anna")
    staff.night.refresh()
    async with serving(staff.server(), staff.night.config) as address:
        mirror = DirectoryMirror(HttpCall(address), tmp_path / "copy.json")
        assert await anyio.to_thread.run_sync(mirror.update) == Update("full", added=1)
        assert await anyio.to_thread.run_sync(mirror.update) == Update("delta")
        with pytest.raises(RequestError, match="refuses: "):
            await anyio.to_thread.run_sync(HttpCall(address), "sync_employees", {"unknown": 1})
    with pytest.raises(RequestError, match="cannot be reached"):
        HttpCall(address)("sync_employees", {})
