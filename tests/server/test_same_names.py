"""A lake that has one thing under several names: whoever asks for it by all of them asks for it once."""

import shutil
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from mcp import Client

from teamlandkarte.server.opening import open_service
from teamlandkarte.server.protocol.app import create_server
from teamlandkarte.server.service import Call
from teamlandkarte.server.tasks.coverage import coverage
from tests.etl.night import Night
from tests.lake_files import COMPETENCES
from tests.server.hosts import Host
from tests.server.searching import confirmed, searched

pytestmark = pytest.mark.anyio

SKILLS = "beschaffungstool_kmp_skill_latest.csv"
TASK = "a9U290000004GNyEAM"
TWICE = ["k8s", "Kubernetes", "AWS", "Amazon Web Services"]


@pytest.fixture(scope="module")
def night(tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Night:
    """The hand-written lake with two names for two things, refreshed."""
    folder = tmp_path_factory.mktemp("names")
    night = Night(shutil.copytree(tiny_lake, folder / "lake"), folder / "data")
    night.edit(COMPETENCES, ("C14,", "C21,k8s\nC22,AWS\nC23,Amazon Web Services (AWS)\nC14,"))
    night.edit(SKILLS, (f"{TASK}, Kubernetes ", f"{TASK},Kubernetes\n{TASK},k8s"))
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


async def test_a_task_that_lists_one_thing_twice_asks_for_it_once_from_either_side(night: Night, twofold: Host) -> None:
    _, ranked = await twofold.call("find_matching_tasks", capacity_id="K001")
    (task,) = (task for task in ranked["tasks"] if task["task_id"] == TASK)
    assert sorted(one["competence"] for one in task["competences"]) == ["PostgreSQL", "Python", "k8s"]
    asked = {"competences": ["Kubernetes", "PostgreSQL", "Python"], "role_names": task["role"]}
    _, found = await searched(twofold, asked)
    (person,) = (person for person in found["results"] if person["capacity_id"] == "K001")
    assert (task["score"], task["category"]) == (person["score"], person["category"])
    service = open_service(night.config)
    covered = coverage(Call(service, "report", service.current.get()), limit=100)
    (report,) = (task for task in covered.tasks if task.task_id == TASK)
    assert [one.score for one in report.best if one.capacity_id == "K001"] == [person["score"]]
    assert report.counts == found["counts"]


async def test_what_was_confirmed_may_be_given_under_its_other_names(twofold: Host) -> None:
    requirements_id = await confirmed(twofold, {"competences": ["k8s"], "role_names": ["Project Manager"]})
    asked = {"requirements_id": requirements_id, "competences": ["Kubernetes", "K8S"], "role_name": "Projektleiterin"}
    refusal = await twofold.refusal("find_matching_capacities", **{**asked, "competences": ["Kubernetes", "AWS"]})
    assert "competences: confirmed is k8s, given is Kubernetes, AWS." in refusal
    _, found = await twofold.call("find_matching_capacities", **asked)
    assert found["requirements"]["required_competences"] == ["k8s"]


async def test_a_search_without_the_gate_asks_for_one_thing_once_too(night: Night) -> None:
    matching = night.config.matching.model_copy(update={"require_confirmation": False})
    server = create_server(night.config.model_copy(update={"matching": matching}), clock=night.clock)
    async with Client(server) as client:
        host = Host(client)
        _, found = await host.call("find_matching_capacities", competences=["Kubernetes", "Python", "k8s"])
        _, once = await host.call("find_matching_capacities", competences=["Kubernetes", "Python"])
    assert found["requirements"]["required_competences"] == ["Kubernetes", "Python"]
    assert [one["score"] for one in found["results"]] == [one["score"] for one in once["results"]]
