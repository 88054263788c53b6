"""A new version that takes long to be opened keeps nobody waiting who may still be answered from the old one."""

import shutil
import threading
from collections.abc import AsyncIterator, Collection
from pathlib import Path

import anyio
import pytest
from mcp import Client

from teamlandkarte.index.config import Config, Storage
from teamlandkarte.index.dataset import CurrentDataset
from teamlandkarte.index.erasure_record import ERASURE_FILE, ErasureRecord
from teamlandkarte.index.manifest import Manifest
from teamlandkarte.index.versions import DatasetVersions
from teamlandkarte.server.protocol.app import create_server
from tests.index.publishing import LATER, published_again
from tests.server.conftest import NOW
from tests.server.hosts import Host

pytestmark = pytest.mark.anyio

ENOUGH = 60.0  # seconds to wait for what must happen


class LargeNewVersion(DatasetVersions):
    """Versions of which the new one is compared with its manifest no sooner than it is let go."""

    def __init__(self, storage: Storage) -> None:
        super().__init__(storage)
        self.begun = threading.Event()
        self.let_go = threading.Event()
        self.asked_for_withdrawn = threading.Event()
        self.compared: list[str] = []

    def verify(self, version: str) -> Manifest:
        self.compared.append(version)
        if version == LATER:
            self.begun.set()
            assert self.let_go.wait(ENOUGH)
        return super().verify(version)

    @property
    def withdrawn(self) -> Collection[str]:
        self.asked_for_withdrawn.set()
        return super().withdrawn


@pytest.fixture
def versions(config: Config, tmp_path: Path) -> LargeNewVersion:
    return LargeNewVersion(Storage(path=shutil.copytree(config.storage.path, tmp_path / "data")))


@pytest.fixture
async def own_host(config: Config, versions: LargeNewVersion, tmp_path: Path) -> AsyncIterator[Host]:
    """A host of a server on these versions."""
    settings = config.model_copy(update={"storage": Storage(path=tmp_path / "data")})
    current = CurrentDataset(versions)
    server = create_server(settings, clock=lambda: NOW, current=current)
    async with Client(server) as client:
        yield Host(client)


async def answered_from(host: Host) -> str:
    """Return the dataset version of an answer."""
    _, data = await host.call("list_open_tasks", limit=1)
    return str(data["ground"]["dataset_version"])


async def happens(event: threading.Event) -> None:
    assert await anyio.to_thread.run_sync(event.wait, ENOUGH)


async def test_calls_are_answered_from_the_old_version_while_one_call_opens_the_new_one(
    own_host: Host, versions: LargeNewVersion
) -> None:
    old = await answered_from(own_host)
    published_again(versions)
    opener: list[str] = []

    async def opening() -> None:
        opener.append(await answered_from(own_host))

    async with anyio.create_task_group() as calls:
        calls.start_soon(opening)
        await happens(versions.begun)
        meanwhile = [await answered_from(own_host) for _ in range(3)]
        versions.let_go.set()
    assert meanwhile == [old] * 3
    assert opener == [LATER]
    assert await answered_from(own_host) == LATER
    assert versions.compared.count(LATER) == 1


async def test_calls_wait_for_the_new_version_where_the_old_one_holds_somebody_who_was_erased(
    own_host: Host, versions: LargeNewVersion, tmp_path: Path
) -> None:
    old = await answered_from(own_host)
    published_again(versions)
    record = ErasureRecord(withdrawn={old: NOW})
    (tmp_path / "data" / ERASURE_FILE).write_text(record.model_dump_json(), "utf-8")
    answers: list[str] = []

    async def calling() -> None:
        answers.append(await answered_from(own_host))

    async with anyio.create_task_group() as calls:
        calls.start_soon(calling)
        await happens(versions.begun)
        versions.asked_for_withdrawn.clear()
        calls.start_soon(calling)
        await happens(versions.asked_for_withdrawn)
        versions.let_go.set()
    assert answers == [LATER, LATER]
    assert versions.compared.count(LATER) == 1
