"""What `serve --print-config` prints for people to paste into an MCP host."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import Run


def pasted(printed: str, key: str) -> dict[str, Any]:
    """Return the entry of the JSON document with a key."""
    start = printed.index(f'{{\n  "{key}"')
    entry: dict[str, Any] = json.JSONDecoder().raw_decode(printed[start:])[0][key]["teamlandkarte"]
    return entry


def test_paths_are_absolute_and_documents_are_json(run: Run, configured: Path) -> None:
    printed = run("serve", "--print-config").out
    entry = pasted(printed, "mcpServers")
    assert Path(entry["command"]).is_absolute()
    assert entry["args"] == ["--config", str(configured / "config.toml"), "serve"]
    assert pasted(printed, "servers") == {"type": "stdio", **entry}
    assert "\nclaude mcp add teamlandkarte -- " in printed


def test_named_toolsets_are_passed_on(run: Run) -> None:
    both = run("serve", "--toolsets", "directory, staffing", "--print-config").out
    assert "serve --toolsets directory,staffing\n" in both


@pytest.mark.parametrize(
    ("options", "url"),
    [
        ((), "http://127.0.0.1:8000/mcp"),
        (("--port", "8001"), "http://127.0.0.1:8001/mcp"),
        (("--host", "::1", "--port", "9"), "http://[::1]:9/mcp"),
        (("--host", "0.0.0.0"), "http://127.0.0.1:8000/mcp"),
        (("--host", "::"), "http://[::1]:8000/mcp"),
    ],
)
def test_over_http_hosts_are_given_the_address(run: Run, options: tuple[str, ...], url: str) -> None:
    printed = run("serve", "--http", *options, "--print-config").out
    assert pasted(printed, "mcpServers") == {"url": url}
    assert pasted(printed, "servers") == {"type": "http", "url": url}
    assert printed.endswith(f"claude mcp add --transport http teamlandkarte {url}\n\n")
