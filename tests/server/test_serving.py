"""`teamlandkarte serve --http` as a process of its own: it answers, and it ends when it is told to."""

import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from mcp import Client

from tests.server.hosts import Host

pytestmark = pytest.mark.anyio

ENOUGH = 60  # seconds to wait for what must happen


@pytest.fixture
def http_config_file(config_file: Path, tmp_path: Path) -> tuple[Path, int]:
    """The configuration of a server on a free port, and that port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = int(listener.getsockname()[1])
    file = tmp_path / "config.toml"
    file.write_text(f"{config_file.read_text('utf-8')}[server]\nport = {port}\n", "utf-8")
    return file, port


async def test_an_http_server_answers_a_client_and_ends_well_when_it_is_terminated(
    http_config_file: tuple[Path, int],
) -> None:
    file, port = http_config_file
    command = [sys.executable, "-m", "teamlandkarte.cli.main", "--config", str(file), "serve", "--http"]
    noisy = {"PYTHONWARNINGS": "always", "PYTHONDEVMODE": "1", "HOME": str(file.parent)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=noisy) as server:
        assert server.stderr is not None
        said = []
        for line in server.stderr:  # it says where it listens as soon as it does
            said.append(line)
            if "Listening on" in line:
                break
        assert f"http://127.0.0.1:{port}/mcp" in said[-1]
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            text, data = await Host(client).call("list_open_tasks", limit=2)
            server.send_signal(signal.SIGTERM)
        stdout, stderr = server.communicate(timeout=ENOUGH)
    assert "showing 2 of 5" in text
    assert len(data["tasks"]) == 2
    assert stdout == ""
    assert "Traceback" not in "".join(said) + stderr
    assert server.returncode == 0
