"""A real server on the hand-written lake, and official clients of both eras over every transport."""

import datetime as dt
import json
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters

from teamlandkarte.index.config import Config
from teamlandkarte.index.dataset import CurrentDataset
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.index.versions import DatasetVersions
from teamlandkarte.server.protocol.app import ToolServer, create_server
from tests.etl.night import Night
from tests.lake_files import CAPACITIES
from tests.server.hosts import Connect, Host, Silence, serving
from tests.server.staff import COURSES, PAPERS, PEOPLE, Script, Staff

NOW = dt.datetime(2026, 3, 6, 8, tzinfo=dt.UTC)


@pytest.fixture(scope="session")
def config(dataset_config: Config) -> Config:
    """The configuration of a server on the refreshed hand-written lake."""
    return dataset_config


@pytest.fixture(scope="session")
def config_file(config: Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same configuration as a file."""
    file = tmp_path_factory.mktemp("server") / "config.toml"
    paths = {
        "database": config.database.path,
        "embedding_cache": config.embedding_cache.path,
        "storage": config.storage.path,
    }
    file.write_text("".join(f"[{name}]\npath = {json.dumps(str(path))}\n" for name, path in paths.items()), "utf-8")
    return file


@pytest.fixture(scope="session")
def current(dataset_config: Config, encoder: LocalEncoder) -> CurrentDataset:
    """The current dataset, opened once for all servers of the tests."""
    bridge_terms = dataset_config.matching.similarity.bridge_terms
    return CurrentDataset(DatasetVersions(dataset_config.storage), encoder, bridge_terms=bridge_terms)


@pytest.fixture(scope="session")
def server_of(current: CurrentDataset) -> Callable[[Config], ToolServer]:
    """Make a server whose clock stands still."""

    def make(config: Config) -> ToolServer:
        return create_server(config, clock=lambda: NOW, current=current)

    return make


@pytest.fixture(scope="session")
def connect(config: Config, config_file: Path, server_of: Callable[[Config], ToolServer]) -> Connect:
    """Connect a client: `connect("in process" | "stdio" | "http", **options of the client)`."""

    @asynccontextmanager
    async def connecting(transport: str, **options: Any) -> AsyncIterator[Client]:
        if transport == "http":
            async with serving(server_of(config), config) as address, Client(address, **options) as client:
                yield client
            return
        command = ["-m", "teamlandkarte.cli.main", "--config", str(config_file), "serve"]
        stdio = StdioServerParameters(command=sys.executable, args=command)
        async with Client(stdio if transport == "stdio" else server_of(config), **options) as client:
            yield client

    return connecting


@pytest.fixture(scope="module", params=["auto", "legacy"])
def era(request: pytest.FixtureRequest) -> str:
    """Both eras of the protocol: without and with a handshake."""
    return str(request.param)


@pytest.fixture
async def host(config: Config, server_of: Callable[[Config], ToolServer]) -> AsyncIterator[Host]:
    """A host without forms, in process."""
    async with Client(server_of(config)) as client:
        yield Host(client)


@pytest.fixture(scope="module")
def leading(tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Night:
    """An installation of three who lead projects: K003 without dates, K004 those of IT, and k010."""
    folder = tmp_path_factory.mktemp("leading")
    night = Night(shutil.copytree(tiny_lake, folder / "lake"), folder / "data")
    night.edit(CAPACITIES, ("Ayşe Yılmaz,Data Scientist", "Ayşe Yılmaz,Projektleiter"))
    night.edit(CAPACITIES, ("Piotr Wiśniewski,Projektleiter", "Piotr Wiśniewski,Projektleiter IT"))
    night.refresh()
    return night


@pytest.fixture
async def other(leading: Night) -> AsyncIterator[Host]:
    """A host of that installation."""
    async with Client(create_server(leading.config, clock=leading.clock)) as client:
        yield Host(client)


@pytest.fixture(scope="module")
def silence() -> Silence:
    """A client's answer to forms that never comes."""
    return Silence()


@pytest.fixture(scope="module")
def staff(tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Staff:
    """A directory of five people, refreshed; tests only read it."""
    folder = tmp_path_factory.mktemp("directory")
    staff = Staff(Night(tiny_lake, folder / "data"), folder / "people")
    for key in PEOPLE:
        staff.write(key)
    sections = [
        {"type": "publications", "title": "Papers", "items": PAPERS[:1]},
        {"type": "courses_by_year", "title": "Courses", "courses": COURSES},
        {"type": "publications", "title": "More", "items": PAPERS[1:]},
    ]
    staff.write("ivanova", contacts={"email": "anna@example.org"}, sections=sections)
    staff.night.refresh()
    return staff


@pytest.fixture
async def script(staff: Staff) -> AsyncIterator[Script]:
    """A script that asks its service."""
    async with serving(staff.server(), staff.night.config) as address, httpx2.AsyncClient() as client:
        yield Script(client, address)
