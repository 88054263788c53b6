"""The two roundtrips of a staffing manager, with the official client, over every transport and way to confirm."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from mcp import Client
from mcp.types import ElicitRequestFormParams, ElicitResult

from teamlandkarte.index.config import Config
from tests.server.hosts import Connect, Host, Silence

pytestmark = pytest.mark.anyio

Confirm = Callable[[str], Awaitable[object]]
ClientOf = Callable[..., Awaitable[Client]]


class Person:
    """Somebody who ticks the box of a form, or leaves it."""

    def __init__(self) -> None:
        self.silence = Silence()
        self.silent = False

    async def __call__(self, context: Any, params: Any) -> ElicitResult:
        if self.silent:
            return await self.silence(context, params)
        assert isinstance(params, ElicitRequestFormParams)
        boxes = {name for name, field in params.requested_schema["properties"].items() if field["type"] == "boolean"}
        return ElicitResult(action="accept", content=dict.fromkeys(boxes, True))


@pytest.fixture(scope="module", params=["in process", "stdio", "http"])
def transport(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=["form", "chat", "silent form"])
def confirmation(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def person() -> Person:
    return Person()


@pytest.fixture(scope="module")
async def client_of(connect: Connect, transport: str, era: str, person: Person) -> AsyncIterator[ClientOf]:
    """Connect a manager's client that can show forms, or one that cannot.

    A host keeps it for all its conversations: each is connected once. Over stdio it starts a server that reads the
    model, which takes seconds.
    """
    async with AsyncExitStack() as connected:
        clients: dict[bool, Client] = {}

        async def client_of(*, forms: bool) -> Client:
            if forms not in clients:
                asking = connect(transport, mode=era, elicitation_callback=person if forms else None)
                clients[forms] = await connected.enter_async_context(asking)
            return clients[forms]

        yield client_of


@pytest.fixture
async def manager(client_of: ClientOf, confirmation: str) -> Host:
    """The host of a staffing manager."""
    return Host(await client_of(forms=confirmation != "chat"))


@pytest.fixture
def confirm(manager: Host, confirmation: str, person: Person) -> Confirm:
    """How the manager confirms: at once, or by chat after a form that nobody answered."""
    person.silent = confirmation == "silent form"

    async def confirm(requirements_id: str) -> None:
        if person.silent:
            await person.silence.meets_a_question(manager, requirements_id=requirements_id)
        await manager.call("confirm_requirements", requirements_id=requirements_id, confirm=True)

    return confirm


async def test_every_transport_lists_the_same_tools_in_both_eras(manager: Host, config: Config, server_of: Any) -> None:
    async with Client(server_of(config)) as modern:
        expected = [tool.model_dump() for tool in (await modern.list_tools()).tools]
    assert [tool.model_dump() for tool in (await manager.client.list_tools()).tools] == expected


async def test_ad_hoc_roundtrip(manager: Host, confirm: Confirm) -> None:
    _, started = await manager.call("start_guided_capture")
    requirements_id = started["requirements_id"]
    for tool, arguments in (
        (
            "guided_set_description",
            {"description": "Wir bauen ein Buchungsportal für Trassen und brauchen das Backend."},
        ),
        ("guided_set_role", {"role_name": "Backend Developer"}),
        ("guided_set_time_range", {"date_start": "2026-04-01", "date_end": "2026-06-30"}),
        ("guided_set_competences", {"competences": ["Python", "PostgreSQL"]}),
    ):
        await manager.call(tool, requirements_id=requirements_id, **arguments)
    shown, _ = await manager.call("show_pending_requirements", requirements_id=requirements_id)
    assert "Soll ich diese Anforderungen so übernehmen und die Suche starten?" in shown

    assert "not confirmed" in await manager.refusal("find_matching_capacities", requirements_id=requirements_id)

    await confirm(requirements_id)
    text, found = await manager.call("find_matching_capacities", requirements_id=requirements_id)
    lines = text.splitlines()
    search_id = found["search_id"]
    assert lines[0] == f"Using SEARCH_ID={search_id}"
    assert lines[1] == f"SEARCH_ID={search_id}"
    meta = json.loads(lines[2].removeprefix("META="))
    assert meta["searched"] == sum(meta["counts"].values())

    filtered, narrowed = await manager.call("filter_search_results", search_id=search_id, competences=["Python"])
    assert filtered.splitlines()[0] == f"Using SEARCH_ID={search_id}"
    category = next(name for name, count in meta["counts"].items() if count)
    people, page = await manager.call("get_results_by_category", search_id=search_id, category=category, filter_id=None)
    assert people.splitlines()[2].startswith("META=")
    capacity_id = page["results"][0]["capacity_id"]
    details, _ = await manager.call("get_capacity_details", capacity_id=capacity_id, search_id=search_id)
    assert "## Beschreibung" in details
    assert f"find_matching_tasks(capacity_id={capacity_id})" in details
    tasks, _ = await manager.call("find_matching_tasks", capacity_id=capacity_id)
    assert narrowed["filter_id"]
    assert f"({capacity_id}).\n" in tasks


async def test_roundtrip_from_a_task(manager: Host, confirm: Confirm) -> None:
    _, listed = await manager.call("list_open_tasks")
    task_id = next(task["task_id"] for task in listed["tasks"] if task["skills"])
    await manager.call("get_task_details", task_id=task_id)
    await manager.call("infer_primary_role", task_id=task_id)
    await manager.call("validate_task_requirements", task_id=task_id)
    _, prepared = await manager.call("find_capacities_for_task", task_id=task_id)
    assert prepared.get("search_id") is None
    await confirm(prepared["requirements_id"])
    text, found = await manager.call(
        "find_capacities_for_task", task_id=task_id, requirements_id=prepared["requirements_id"]
    )
    assert json.loads(text.splitlines()[2].removeprefix("META="))["task_id"] == task_id
    assert found["search_id"]
