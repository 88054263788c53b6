"""The gate: a person confirms exactly the state that was shown, by form where the client has forms, else by chat."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.types import CallToolResult, ElicitRequestFormParams, ElicitResult

from teamlandkarte.index.config import Config
from teamlandkarte.server.protocol.app import ToolServer
from tests.server.hosts import Host, Silence

pytestmark = pytest.mark.anyio

Meet = Callable[..., AbstractAsyncContextManager[Host]]


class Person:
    """Somebody who answers forms in a fixed way and remembers what was asked."""

    def __init__(self, action: str, content: dict[str, Any] | None = None) -> None:
        self.asked: list[str] = []
        self.before_answering: Callable[[], Awaitable[object]] | None = None
        self._answer = ElicitResult(action=action, content=content)  # type: ignore[arg-type]

    async def __call__(self, _context: object, params: object) -> ElicitResult:
        assert isinstance(params, ElicitRequestFormParams)
        self.asked.append(params.message)
        if self.before_answering:
            await self.before_answering()
        return self._answer


@pytest.fixture
def meet(config: Config, server_of: Callable[[Config], ToolServer], era: str) -> Meet:
    """Open a host in process whose person answers forms as given; None is a host without forms."""

    @asynccontextmanager
    async def meeting(person: object, confirm_by: str = "auto") -> AsyncIterator[Host]:
        matching = config.matching.model_copy(update={"confirm_by": confirm_by})
        server = server_of(config.model_copy(update={"matching": matching}))
        async with Client(server, mode=era, elicitation_callback=person) as client:  # type: ignore[arg-type]
            yield Host(client)

    return meeting


async def prepared(host: Host) -> str:
    """Capture a requirement that can be searched for; return its id."""
    _, data = await host.call(
        "collect_structured_requirement_data", competences=["Python"], role_names="Data Scientist"
    )
    return str(data["requirements_id"])


async def test_a_yes_by_form_confirms_and_the_form_shows_the_requirement(meet: Meet) -> None:
    person = Person("accept", {"confirmed": True})
    async with meet(person) as host:
        await prepared(host)
        text, data = await host.call("confirm_requirements", confirm=True)
        assert "Confirmed" in text
        assert data["state"] == "confirmed"
        await host.call("find_matching_capacities")
    (asked,) = person.asked
    assert "| Competence | Python (ideal) |" in asked
    assert "Soll ich diese Anforderungen so übernehmen und die Suche starten?" in asked


@pytest.mark.parametrize(
    "person",
    [Person("accept", {"confirmed": False}), Person("accept", {}), Person("decline")],
    ids=["box not ticked", "empty form", "declined"],
)
async def test_a_no_by_form_keeps_it_pending_whatever_the_model_says(meet: Meet, person: Person) -> None:
    async with meet(person) as host:
        await prepared(host)
        await host.call("show_pending_requirements")
        text, data = await host.call("confirm_requirements", confirm=True)
        assert "stay pending" in text
        assert data["state"] == "pending"
        assert "not confirmed" in await host.refusal("find_matching_capacities")
        asked = len(person.asked)
        await host.call("confirm_requirements", confirm=True)
        assert len(person.asked) == asked + 1


async def test_a_form_closed_without_an_answer_is_followed_by_the_chat(meet: Meet) -> None:
    person = Person("cancel")
    async with meet(person) as host:
        await prepared(host)
        text, data = await host.call("confirm_requirements", confirm=True)
        assert "ask the person in the conversation" in text
        assert data["state"] == "pending"
        _, data = await host.call("confirm_requirements", confirm=True)
        assert data["state"] == "confirmed"
    assert len(person.asked) == 1


async def test_a_client_that_never_answers_falls_back_to_the_chat_for_the_same_state_only(
    meet: Meet, silence: Silence
) -> None:
    async with meet(silence) as host:
        await prepared(host)
        await silence.meets_a_question(host)
        assert "not confirmed" in await host.refusal("find_matching_capacities")
        await host.call("update_requirements", add_competences=["Java"])
        await silence.meets_a_question(host)
        await host.call("show_pending_requirements")
        _, data = await host.call("confirm_requirements", confirm=True)
        assert data["state"] == "confirmed"


async def test_an_answer_that_comes_after_a_change_confirms_nothing(meet: Meet) -> None:
    person = Person("accept", {"confirmed": True})
    async with meet(person) as host:
        await prepared(host)

        async def change() -> None:
            await host.call("update_requirements", add_competences=["Java"])

        person.before_answering = change
        assert "changed while the person was being asked" in await host.refusal("confirm_requirements", confirm=True)
        assert "not confirmed" in await host.refusal("find_matching_capacities")


async def test_without_forms_only_the_state_last_shown_can_be_confirmed(meet: Meet) -> None:
    async with meet(None) as host:
        await prepared(host)
        refused = await host.refusal("confirm_requirements", confirm=True)
        assert "have not been shown" in refused
        assert "| Competence | Python (ideal) |" in refused
        await host.call("update_requirements", weights=["Python=essential"])
        refused = await host.refusal("confirm_requirements", confirm=True)
        assert "have changed since they were shown" in refused
        assert "| Competence | Python (essential) |" in refused
        _, data = await host.call("confirm_requirements", confirm=True)
        assert data["state"] == "confirmed"
        _, data = await host.call("confirm_requirements", confirm=True)
        assert data["state"] == "confirmed"


async def test_a_host_that_has_shown_the_requirements_itself_says_so_and_that_confirms_nothing(meet: Meet) -> None:
    async with meet(None) as host:
        await prepared(host)
        _, data = await host.call("request_requirements_confirmation")
        assert data["state"] == "pending"
        assert "not confirmed" in await host.refusal("find_matching_capacities")
        _, data = await host.call("confirm_requirements", confirm="ja")
        assert data["state"] == "confirmed"


async def test_a_no_takes_a_confirmation_back(meet: Meet) -> None:
    async with meet(None) as host:
        await prepared(host)
        await host.call("show_pending_requirements")
        await host.call("confirm_requirements", confirm=True)
        _, data = await host.call("confirm_requirements", confirm=False)
        assert data["state"] == "pending"
        assert "not confirmed" in await host.refusal("find_matching_capacities")


async def test_confirm_by_chat_never_asks_by_form(meet: Meet) -> None:
    person = Person("accept", {"confirmed": True})
    async with meet(person, confirm_by="chat") as host:
        await prepared(host)
        await host.call("show_pending_requirements")
        await host.call("confirm_requirements", confirm=True)
        await host.call("find_matching_capacities")
    assert person.asked == []


async def test_a_used_requirement_is_not_confirmed_again(meet: Meet) -> None:
    async with meet(None) as host:
        requirements_id = await prepared(host)
        await host.call("show_pending_requirements")
        await host.call("confirm_requirements", confirm=True)
        await host.call("find_matching_capacities")
        again = await host.refusal("confirm_requirements", confirm=True, requirements_id=requirements_id)
        assert "were used by search" in again


async def test_a_confirmation_is_good_for_one_search_however_many_ask_for_it_at_once(meet: Meet) -> None:
    async with meet(None) as host:
        await prepared(host)
        await host.call("show_pending_requirements")
        await host.call("confirm_requirements", confirm=True)
        results: list[CallToolResult] = []

        async def search() -> None:
            results.append(await host.result("find_matching_capacities"))

        async with anyio.create_task_group() as tasks:
            for _ in range(8):
                tasks.start_soon(search)
        (found,) = [result.structured_content for result in results if not result.is_error]
        refused = [str(result.content) for result in results if result.is_error]
        assert all(found["search_id"] in message or "No requirement is open" in message for message in refused)
        _, status = await host.call("get_dataset_status")
        assert status["searches_held"] == 1
