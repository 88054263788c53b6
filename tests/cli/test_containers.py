"""The containers, as far as they can be tried without an engine: what goes into the image, and what each one starts."""

import json
import re
import shlex
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
RECIPE = ROOT / "ops" / "container"
COMPOSE = (RECIPE / "compose.yaml").read_text(encoding="utf-8")
INSTRUCTIONS = [
    line.split(maxsplit=1)
    for line in (RECIPE / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "").splitlines()
    if line and not line.startswith("#")
]
CONFIG = "/etc/teamlandkarte/config.toml"


def service(name: str) -> str:
    """Return what compose.yaml says about a service."""
    found = re.search(rf"^  {name}:\n((?:    .*\n)+)", COMPOSE, re.MULTILINE)
    assert found is not None
    return found[1]


def command(name: str) -> list[str]:
    found = re.search(r"^    command: (\[.*\])$", service(name), re.MULTILINE)
    assert found is not None
    words: list[str] = json.loads(found[1])
    return words


def test_the_image_holds_what_installs_the_product_and_nothing_else_of_a_checkout() -> None:
    copied = [source for name, words in INSTRUCTIONS if name == "COPY" for source in shlex.split(words)[:-1]]
    assert all((ROOT / source).exists() for source in copied)
    assert set(copied) == {"requirements.lock", "pyproject.toml", "README.md", "cli", "etl", "index", "server"}
    assert ["ENTRYPOINT", '["teamlandkarte"]'] in INSTRUCTIONS
    assert ["USER", "teamlandkarte"] in INSTRUCTIONS


def test_the_refresh_alone_may_write_and_every_service_has_the_one_image_and_configuration() -> None:
    context, dockerfile = re.findall(r"build: \{context: (\S+), dockerfile: (\S+)\}", service("refresh"))[0]
    assert (RECIPE / context).resolve() == ROOT
    assert (ROOT / dockerfile).is_file()
    for name in ("refresh", "staffing", "mcp"):
        assert "image: teamlandkarte\n" in service(name)
        assert f"./config.toml:{CONFIG}:ro" in service(name)
        assert ("data:/var/lib/teamlandkarte:ro" in service(name)) is (name != "refresh")
    assert command("refresh")[2:] == ["schedule"]


@pytest.mark.parametrize(("name", "tool"), [("staffing", "get_dataset_status"), ("mcp", "get_service_info")])
def test_each_server_answers_in_an_empty_folder_by_its_name(
    refreshed: Path, tmp_path: Path, name: str, tool: str
) -> None:
    words = command(name)
    published = f"127.0.0.1:{words[-1]}:{words[-1]}"
    assert f'ports: ["{published}"]' in service(name)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    config = tmp_path / "config.toml"
    data = json.dumps(str(refreshed / "data"))
    config.write_text(f'[storage]\npath = {data}\n[server]\nallowed_hosts = ["staffing", "mcp"]\n', "utf-8")
    (tmp_path / "empty").mkdir()
    started = [sys.executable, "-m", "teamlandkarte.cli.main", *words[:-1], str(port)]
    assert started.count(CONFIG) == 1
    started[started.index(CONFIG)] = str(config)
    environment = {"HOME": str(tmp_path / "nowhere")}
    with subprocess.Popen(
        started, stderr=subprocess.PIPE, text=True, env=environment, cwd=tmp_path / "empty"
    ) as server:
        assert server.stderr is not None
        said = next((line for line in server.stderr if "Listening on" in line), "")
        assert said
        try:
            answer = asked(port, f"{name}:{words[-1]}", tool)
        finally:
            server.terminate()
    assert answer["isError"] is False
    assert list((tmp_path / "empty").iterdir()) == []


def asked(port: int, host: str, tool: str) -> Any:
    """Return what a server answers a plain request of another container."""
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": {}}}
    headers = {"Content-Type": "application/json", "Host": host}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/mcp", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)["result"]
