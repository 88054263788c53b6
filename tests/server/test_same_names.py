"""A lake that has one thing under several names: whoever asks for it by all of them asks for it once."""

import shutil
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from mcp import Client

from teamlandkarte.server.protocol.app import create_server
from tests.etl.night import COMPETENCES, Night
from tests.server.hosts import Host

pytestmark = pytest.mark.anyio

TWICE = ["k8s", "Kubernetes", "AWS", "Amazon Web Services"]


@pytest.fixture(scope="module")
def night(tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Night:
    """The hand-written lake with two names for two things, refreshed."""
    folder = tmp_path_factory.mktemp("names")
    night = Night(shutil.copytree(tiny_lake, folder / "lake"), folder / "data")
    night.edit(COMPETENCES, ("C14,", "C21,k8s\nC22,AWS\nC23,Amazon Web Services (AWS)\nC14,"))
    night.refresh()
    return night


@pytest.fixture
async def twofold(night: Night) -> AsyncIterator[Host]:
    server = create_server(night.config, clock=night.clock, new_id=lambda: str(uuid.uuid4()))
    async with Client(server) as client:
        yield Host(client)


async def test_one_thing_under_two_names_is_required_once_under_the_first(twofold: Host) -> None:
    _, data = await twofold.call("collect_structured_requirement_data", competences=TWICE)
    assert data["competences"] == ["k8s", "AWS"]
    _, data = await twofold.call("guided_set_competences", competences=TWICE[::-1])
    assert data["competences"] == ["Amazon Web Services (AWS)", "Kubernetes"]
    _, data = await twofold.call(
        "extract_requirements", description="Gesucht: Projektleiter, Kubernetes (k8s ist zwingend), AWS."
    )
    assert data["weights"] == ["Kubernetes=essential", "AWS=ideal"]


async def test_a_thing_is_weighed_and_removed_by_either_name(twofold: Host) -> None:
    _, data = await twofold.call(
        "collect_structured_requirement_data", competences=TWICE, weights=["Kubernetes=essential"]
    )
    assert data["weights"] == ["k8s=essential", "AWS=ideal"]
    _, data = await twofold.call(
        "update_requirements", remove_competences=["Amazon Web Services"], add_competences=["Kubernetes"]
    )
    assert data["weights"] == ["k8s=essential"]
