"""A search that takes long keeps nobody else waiting."""

import threading
from typing import Any

import anyio
import pytest
from mcp import Client

from teamlandkarte.index.config import Config
from teamlandkarte.index.dataset import CurrentDataset, Dataset
from teamlandkarte.index.matching import Matcher
from teamlandkarte.index.ranking import Ranking
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.server.protocol.app import create_server
from tests.server.conftest import NOW
from tests.server.hosts import Host, serving

pytestmark = pytest.mark.anyio

ENOUGH = 60.0


class SlowSearch:
    """A matcher whose searches end no sooner than they are let go."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        self.begun = threading.Event()
        self.let_go = threading.Event()

    def rank(self, requirement: Requirement) -> Ranking:
        self.begun.set()
        assert self.let_go.wait(ENOUGH)
        return self._matcher.rank(requirement)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._matcher, name)


class SlowDataset:
    """The current dataset, searched slowly."""

    def __init__(self, dataset: Dataset, search: SlowSearch) -> None:
        self._dataset = dataset
        self._search = search

    def get(self) -> "SlowDataset":
        return self

    def matcher(self, _matching: object) -> SlowSearch:
        return self._search

    def __getattr__(self, name: str) -> Any:
        return getattr(self._dataset, name)


async def test_other_calls_are_answered_while_a_search_is_going_on(config: Config, current: CurrentDataset) -> None:
    at_once = config.model_copy(update={"matching": config.matching.model_copy(update={"require_confirmation": False})})
    search = SlowSearch(current.get().matcher(at_once.matching))
    slow: Any = SlowDataset(current.get(), search)
    server = create_server(at_once, clock=lambda: NOW, current=slow)
    found: list[int] = []

    async def look_for(host: Host) -> None:
        _, data = await host.call("find_matching_capacities", competences=["Python"])
        found.append(data["searched"])

    async with serving(server, at_once) as address, Client(address) as one, Client(address) as other:
        with anyio.fail_after(ENOUGH):
            async with anyio.create_task_group() as group:
                group.start_soon(look_for, Host(one))
                await anyio.to_thread.run_sync(search.begun.wait, ENOUGH)
                for host in (Host(one), Host(other)):
                    text, _ = await host.call("list_open_tasks", limit=2)
                    assert "showing 2 of 5" in text
                assert found == []
                search.let_go.set()
    assert found == [11]
