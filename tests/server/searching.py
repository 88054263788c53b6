"""A search as a host makes it, and how its answer is read."""

import json
from typing import Any

from teamlandkarte.index.dataset import CurrentDataset, Dataset
from tests.server.hosts import Host

Json = dict[str, Any]

CATEGORIES = ("Top", "Good", "Partial", "Low")
BACKEND: Json = {
    "role_names": ["Backend Developer"],
    "competences": ["Python", "PostgreSQL"],
    "weights": ["Python=essential"],
    "date_start": "2026-04-01",
    "date_end": "2026-12-31",
}


class Published(CurrentDataset):
    """A current dataset that a test may replace while the server runs."""

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset

    def get(self) -> Dataset:
        return self.dataset


async def confirmed(host: Host, requirement: Json) -> str:
    """Capture, show and confirm a requirement; return its id."""
    _, data = await host.call("collect_structured_requirement_data", **requirement)
    requirements_id = str(data["requirements_id"])
    await host.call("show_pending_requirements", requirements_id=requirements_id)
    await host.call("confirm_requirements", requirements_id=requirements_id, confirm=True)
    return requirements_id


async def searched(host: Host, requirement: Json = BACKEND, **arguments: object) -> tuple[str, Json]:
    """Search for a requirement that a person has confirmed."""
    requirements_id = await confirmed(host, requirement)
    answer: tuple[str, Json] = await host.call("find_matching_capacities", requirements_id=requirements_id, **arguments)
    return answer


def ids(data: Json) -> list[str]:
    """Return the people that an answer shows, in order."""
    return [person["capacity_id"] for person in data["results"]]


def meta(text: str) -> Json:
    """Return the third line of an answer as data, read strictly."""

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    document: Json = json.loads(text.split("\n")[2].removeprefix("META="), parse_constant=refuse)
    return document
