"""Searching, filtering and paging: the literal heading, the gate, counts, order, the dataset that a search keeps."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest
from mcp import Client

from teamlandkarte.index.config import Config, Matching
from teamlandkarte.index.dataset import CurrentDataset, Dataset
from teamlandkarte.index.versions import DatasetVersions
from teamlandkarte.server.protocol.app import create_server
from tests.server.hosts import Host

pytestmark = pytest.mark.anyio

Json = dict[str, Any]

CATEGORIES = ("Top", "Good", "Partial", "Low")
BACKEND: Json = {
    "role_names": ["Backend Developer"],
    "competences": ["Python", "PostgreSQL"],
    "weights": ["Python=essential"],
    "date_start": "2026-04-01",
    "date_end": "2026-12-31",
}


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


async def test_a_search_begins_with_three_literal_lines(host: Host, current: CurrentDataset) -> None:
    text, data = await searched(host, limit=11)
    search_id, version = data["search_id"], current.get().id
    assert UUID(search_id)
    scores = [person["score"] for person in data["results"]]
    top, good, partial = (sum(score >= floor for score in scores) for floor in (0.85, 0.7, 0.45))
    counts = f'{{"Top":{top},"Good":{good - top},"Partial":{partial - good},"Low":{11 - partial}}}'
    assert text.startswith(
        f"Using SEARCH_ID={search_id}\n"
        f"SEARCH_ID={search_id}\n"
        f'META={{"search_id":"{search_id}","filter_id":null,"task_id":null,"dataset_version":"{version}",'
        f'"searched":11,"counts":{counts}}}\n'
        "\n## Summary\n\n"
    )
    assert (
        "\n\n## Top results\n\n"
        "| # | ID | Owner | Role (level) | Score | Competences met | Missing | Availability |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- |\n"
        "| 1 | K001 | Anna Müller | Backend Developer (Senior) | 1.000 | Python, PostgreSQL | – "
        "| 2026-01-01 – 2026-12-31: covers |\n"
    ) in text
    assert "\n\n## Next steps\n\n" in text
    assert "searched 11 of 11 capacities" in text
    assert "a person decides" in text
    assert f"\n\nDataset version {version}, created " in text


async def test_the_data_says_the_same_as_the_text(host: Host) -> None:
    text, data = await searched(host)
    assert meta(text) == {
        "search_id": data["search_id"],
        "filter_id": None,
        "task_id": None,
        "dataset_version": data["dataset_version"],
        "searched": data["searched"],
        "counts": data["counts"],
    }
    assert sum(data["counts"].values()) == data["searched"] == 11
    assert data["requirements"] == {
        "required_competences": ["Python", "PostgreSQL"],
        "weights": {"Python": "essential", "PostgreSQL": "ideal"},
        "preferred_role": "Backend Developer",
        "candidate_roles": ["Backend Developer"],
        "date_start": "2026-04-01",
        "date_end": "2026-12-31",
    }
    assert [person["rank"] for person in data["results"]] == list(range(1, 11))
    assert (data["without_competences"], data["without_role"]) == (1, 1)


async def test_the_same_requirement_dataset_and_ids_give_the_same_bytes(
    config: Config, current: CurrentDataset, host: Host
) -> None:
    texts = []
    for _ in range(2):
        numbers: Iterator[int] = iter(range(1, 1000))
        server = create_server(
            config,
            clock=lambda: current.get().manifest.created_at,
            new_id=lambda numbers=numbers: str(UUID(int=next(numbers))),  # type: ignore[misc]
            current=current,
        )
        async with Client(server) as client:
            texts.append((await searched(type(host)(client)))[0])
    assert texts[0] == texts[1]


async def test_unknown_is_shown_as_unknown_not_as_missing(host: Host) -> None:
    text, data = await searched(host)
    nobody_knows = next(person for person in data["results"] if person["capacity_id"] == "K008")
    assert not nobody_knows["competences_known"]
    assert nobody_knows["competence_score"] == 0
    line = next(line for line in text.split("\n") if "| K008 |" in line)
    assert line.count("| unknown |") == 1
    assert "| unknown | unknown |" in line
    assert "1 without recorded competences: unknown" in text
    unknown_dates = next(line for line in text.split("\n") if "| K003 |" in line)
    assert unknown_dates.endswith("| unknown |")


async def test_nothing_is_searched_before_a_person_has_confirmed(host: Host) -> None:
    _, data = await host.call("collect_structured_requirement_data", **BACKEND)
    requirements_id = data["requirements_id"]
    for arguments in (
        {},
        {"requirements_id": requirements_id},
        {"requirements_id": requirements_id, "competences": ["Python"], "role_name": "Backend Developer"},
        {"competences": ["Python"]},
    ):
        refusal = await host.refusal("find_matching_capacities", **arguments)
        assert "confirm" in refusal
        assert requirements_id in refusal


async def test_given_arguments_must_equal_what_was_confirmed_field_by_field(host: Host) -> None:
    requirements_id = await confirmed(host, BACKEND)
    refusal = await host.refusal(
        "find_matching_capacities",
        requirements_id=requirements_id,
        role_name="Frontend Developer",
        competences=["Python"],
        date_start="2026-04-02",
        date_end="2026-12-31",
    )
    assert "role_name: confirmed is Backend Developer, given is Frontend Developer;" in refusal
    assert "competences: confirmed is Python, PostgreSQL, given is Python;" in refusal
    assert "date_start: confirmed is 2026-04-01, given is 2026-04-02." in refusal
    assert "date_end" not in refusal
    _, data = await host.call(
        "find_matching_capacities",
        requirements_id=requirements_id,
        role_name="backend developer",
        competences='["postgresql", "PYTHON"]',
        date_end="2026-12-31",
    )
    assert ids(data)[0] == "K001"


async def test_without_the_gate_the_arguments_are_the_requirement(
    config: Config, server_of: Callable[[Config], Any], host: Host
) -> None:
    open_config = config.model_copy(update={"matching": Matching(require_confirmation=False)})
    async with Client(server_of(open_config)) as client:
        free = type(host)(client)
        _, data = await free.call("find_matching_capacities", role_name="Projektleiter", competences=["Englisch"])
        assert ids(data)[0] == "K004"
        assert "requirements_id" not in data
        _, captured = await free.call("collect_structured_requirement_data", competences=["Gleisbau"])
        _, data = await free.call("find_matching_capacities")
        assert data["requirements_id"] == captured["requirements_id"]
        assert sorted(ids(data)[:2]) == ["K005", "K006"]
        _, data = await free.call("find_capacities_for_task", task_id="a9U290000004GNyEAM")
        assert data["outcome"] == "searched"


async def test_the_categories_page_through_everybody_once_in_the_order_of_the_search(host: Host) -> None:
    _, data = await searched(host, limit=11)
    everybody = ids(data)
    assert len(everybody) == 11
    paged: list[str] = []
    for category in CATEGORIES:
        offset: int | None = 0
        while offset is not None:
            text, page = await host.call(
                "get_results_by_category",
                search_id=data["search_id"],
                category=category.upper(),
                limit=3,
                offset=offset,
            )
            assert meta(text)["search_id"] == data["search_id"]
            assert page["total"] == data["counts"][category]
            assert all(person["category"] == category for person in page["results"])
            paged += ids(page)
            offset = page.get("next_offset")
    assert paged == everybody
    text, _ = await host.call("get_results_by_category", search_id=data["search_id"], category="Low", limit=3)
    assert f"showing 3 of {data['counts']['Low']}. Next page: offset=3." in text
    text, beyond = await host.call("get_results_by_category", search_id=data["search_id"], category="Top", offset=5)
    assert beyond["results"] == []
    assert "the category Top holds 1 people" in text


async def test_a_filter_narrows_counts_before_and_after_and_can_be_narrowed_further(host: Host) -> None:
    _, data = await searched(host)
    search_id = data["search_id"]
    text, first = await host.call("filter_search_results", search_id=search_id, role_level="senior")
    assert text.split("\n")[:2] == [f"Using SEARCH_ID={search_id}", f"SEARCH_ID={search_id}"]
    assert meta(text)["filter_id"] == first["filter_id"]
    assert meta(text)["counts"] == first["counts"]
    assert first["counts_before"] == data["counts"]
    assert set(ids(first)) == {"K001", "K003", "K005", "K008", "K010", "k010"}
    text, second = await host.call(
        "filter_search_results", search_id=search_id, filter_id=first["filter_id"], competences="Python"
    )
    assert ids(second) == ["K001", "K003"]
    assert second["counts_before"] == first["counts"]
    assert second["parent_filter_id"] == first["filter_id"]
    _, whole = await host.call("filter_search_results", search_id=search_id, competences=["Python"])
    assert ids(whole) == ["K001", "K002", "K003"]
    _, page = await host.call(
        "get_results_by_category", search_id=search_id, category="Top", filter_id=second["filter_id"]
    )
    assert ids(page) == ["K001"]


async def test_unknown_dates_stay_and_come_last_in_a_filter_and_in_those_that_narrow_it(host: Host) -> None:
    _, data = await searched(host)
    search_id = data["search_id"]
    text, overlapping = await host.call(
        "filter_search_results", search_id=search_id, date_start="2026-06-01", date_end="2026-06-30"
    )
    assert set(ids(overlapping)) == {"K001", "K002", "K003", "K004", "K005", "K006", "K007", "K008", "k010"}
    assert ids(overlapping)[-1] == "K003"
    assert "1 with unknown dates stay and come last." in text
    _, covering = await host.call(
        "filter_search_results",
        search_id=search_id,
        date_start="2026-06-01",
        date_end="2026-06-30",
        availability="COVERS",
    )
    assert set(ids(overlapping)) - set(ids(covering)) == {"K004"}
    _, narrowed = await host.call(
        "filter_search_results", search_id=search_id, filter_id=overlapping["filter_id"], competences=["Python"]
    )
    assert ids(narrowed) == ["K001", "K002", "K003"]
    assert narrowed["results"][0]["availability"]["of_days"] == 30


async def test_nobody_left_says_which_criterion_removed_how_many(host: Host) -> None:
    _, data = await searched(host)
    text, nobody = await host.call(
        "filter_search_results", search_id=data["search_id"], competences=["Gleisbau"], certificate="kubernetes"
    )
    assert nobody["results"] == []
    assert nobody["counts"] == dict.fromkeys(CATEGORIES, 0)
    assert nobody["criteria"] == [
        {"criterion": "competence “Gleisbau”", "kept": 2, "removed": 9},
        {"criterion": "certificate “kubernetes”", "kept": 1, "removed": 10},
    ]
    assert "Nobody is left. The hardest criterion is certificate “kubernetes”, which alone removes 10" in text


async def test_a_filter_without_criteria_is_refused(host: Host) -> None:
    _, data = await searched(host)
    assert "at least one criterion" in await host.refusal("filter_search_results", search_id=data["search_id"])


@pytest.mark.parametrize("tool", ["filter_search_results", "get_results_by_category", "get_capacity_details"])
async def test_a_malformed_search_id_is_malformed_and_another_one_unknown(host: Host, tool: str) -> None:
    others = {"filter_search_results": {"role": "x"}, "get_results_by_category": {"category": "Top"}}
    arguments = others.get(tool, {"capacity_id": "K001"})
    assert "malformed" in await host.refusal(tool, search_id="abc", **arguments)
    unknown = str(UUID(int=5))
    refusal = await host.refusal(tool, search_id=unknown, **arguments)
    assert unknown in refusal
    assert "60 minutes" in refusal


async def test_a_filter_of_another_search_is_unknown(host: Host) -> None:
    _, first = await searched(host)
    _, second = await searched(host, {"competences": ["Java"]})
    _, made = await host.call("filter_search_results", search_id=first["search_id"], role="Developer")
    refusal = await host.refusal(
        "get_results_by_category", search_id=second["search_id"], category="Top", filter_id=made["filter_id"]
    )
    assert "Unknown filter_id" in refusal


async def test_the_oldest_search_goes_and_the_answer_says_so(
    config: Config, server_of: Callable[[Config], Any], host: Host
) -> None:
    small = config.model_copy(update={"server": config.server.model_copy(update={"max_searches": 1})})
    async with Client(server_of(small)) as client:
        own = type(host)(client)
        text, first = await searched(own)
        assert "oldest search was dropped" not in text
        text, second = await searched(own, {"competences": ["Java"]})
        assert "oldest search was dropped" in text
        assert second["oldest_search_dropped"]
        assert "Unknown search_id" in await own.refusal(
            "get_results_by_category", search_id=first["search_id"], category="Top"
        )


async def test_a_term_that_the_vocabulary_lacks_is_named_with_its_nearest(host: Host) -> None:
    text, data = await searched(host, {"competences": ["k8s"]})
    assert data["unknown_terms"][0]["term"] == "k8s"
    assert not data["unknown_terms"][0]["replaced"]
    assert re.search(r"no competence “k8s”; nearest: \w+", text)


class Published(CurrentDataset):
    """A current dataset that is replaced while the server runs."""

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset

    def get(self) -> Dataset:
        return self.dataset


async def test_a_search_keeps_the_dataset_version_it_ran_on(
    config: Config, current: CurrentDataset, host: Host
) -> None:
    published = Published(current.get())
    numbers = iter(range(1, 1000))
    server = create_server(
        config,
        clock=lambda: published.dataset.manifest.created_at,
        new_id=lambda: str(UUID(int=next(numbers))),
        current=published,
    )
    before = published.dataset.id
    async with Client(server) as client:
        own = type(host)(client)
        _, data = await searched(own)
        newer = Dataset(DatasetVersions(config.storage).current())
        newer.manifest = newer.manifest.model_copy(update={"dataset_version": "20990101T000000Z-00000000"})
        published.dataset = newer
        for tool, arguments in (
            ("get_results_by_category", {"category": "Top"}),
            ("filter_search_results", {"role": "Developer"}),
            ("get_capacity_details", {"capacity_id": "K001"}),
        ):
            text, answer = await own.call(tool, search_id=data["search_id"], **arguments)
            assert f"Dataset version {before}, created" in text
            assert answer["ground"]["dataset_version"] == before
        text, _ = await own.call("list_open_tasks")
        assert "Dataset version 20990101T000000Z-00000000, created" in text
