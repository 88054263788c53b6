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
    copies = [shlex.split(words)[:-1] for name, words in INSTRUCTIONS if name == "COPY"]
    copied = [source for sources in copies if not sources[0].startswith("--from=") for source in sources]
    assert all((ROOT / source).exists() for source in copied)
    assert set(copied) == {"requirements.lock", "pyproject.toml", "README.md", "cli", "etl", "index", "server"}
    assert ["ENTRYPOINT", '["teamlandkarte"]'] in INSTRUCTIONS
    assert ["USER", "teamlandkarte"] in INSTRUCTIONS


def test_the_image_is_laid_from_locked_files_without_what_built_them() -> None:
    stages = [number for number, (name, _) in enumerate(INSTRUCTIONS) if name == "FROM"]
    built, laid = INSTRUCTIONS[: stages[-1]], INSTRUCTIONS[stages[-1] :]
    steps = [step.strip() for name, words in built if name == "RUN" for step in words.split("&&")]
    installing = [step for step in steps if step.startswith("pip ")]
    assert len(stages) == 2
    assert installing
    assert all("--require-hashes" in step or "--no-index" in step for step in installing)
    assert [words for name, words in laid if name == "COPY"] == ["--from=build /opt/teamlandkarte /opt/teamlandkarte"]
    assert not any("pip" in words for _, words in laid)


def test_every_service_hears_a_stop_while_it_starts_and_one_alone_makes_the_image() -> None:
    for name in ("refresh", "staffing", "mcp"):
        assert "    init: true\n" in service(name)
        assert ("    build: " in service(name)) is not ("    pull_policy: never\n" in service(name))


def test_what_an_operator_lays_beside_the_recipe_stays_out_of_the_repository() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"/ops/container/config.toml", "/ops/container/secrets.env"} <= set(ignored)


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
