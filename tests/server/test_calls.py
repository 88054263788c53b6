"""One call: text and data say the same, the ground comes last, errors are tool errors in our own words."""

import logging
from typing import Any, NoReturn

import pytest
from mcp import Client

from teamlandkarte.index.config import Config
from teamlandkarte.server.protocol.app import create_server
from tests.server.hosts import Host

pytestmark = pytest.mark.anyio


class BrokenDataset:
    """A current dataset that fails in a way nobody foresaw."""

    def get(self) -> NoReturn:
        raise ZeroDivisionError("/secret/path SELECT * FROM people")


async def test_the_ground_is_the_last_thing_said_and_part_of_the_data(host: Host) -> None:
    text, data = await host.call("list_open_tasks")
    ground = data["ground"]
    assert f"Dataset version {ground['dataset_version']}, created " in text.rstrip().split("\n\n")[-1]
    assert ground["sample_data"] is False


async def test_data_without_a_value_is_left_out_and_never_null(host: Host) -> None:
    _, data = await host.call("start_guided_capture")

    def values(part: object) -> list[object]:
        if isinstance(part, dict):
            return [value for one in part.values() for value in values(one)]
        if isinstance(part, list):
            return [value for one in part for value in values(one)]
        return [part]

    assert None not in values(data)


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("nope_tool", {}, 'Unknown tool "nope_tool"; tools/list names the tools there are.'),
        ("list_open_task", {}, 'Unknown tool "list_open_task"; did you mean list_open_tasks?'),
        ("xyz", {}, 'Unknown tool "xyz"; tools/list names the tools there are.'),
        ("get_task_details", {}, "task_id is missing: pass it."),
        ("get_task_details", {"task_id": "x1"}, "Task not found: x1; list_open_tasks shows the ids"),
        ("list_open_tasks", {"limit": 0}, "limit must be at least 1, but is 0."),
        (
            "show_pending_requirements",
            {"requirements_id": "1"},
            'requirements_id is malformed: "1" is not a UUID; pass it exactly as a tool returned it.',
        ),
    ],
)
async def test_a_mistake_is_a_tool_error_that_says_how_to_correct_it(
    host: Host, tool: str, arguments: dict[str, object], message: str
) -> None:
    assert await host.refusal(tool, **arguments) == message


async def test_an_unforeseen_failure_is_logged_and_tells_the_caller_nothing_internal(
    config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    broken: Any = BrokenDataset()
    server = create_server(config, current=broken)
    async with Client(server) as client:
        with caplog.at_level(logging.ERROR):
            refused = await Host(client).refusal("list_open_tasks")
    assert refused.startswith("Internal failure")
    assert "secret" not in refused
    assert "secret" in caplog.text
