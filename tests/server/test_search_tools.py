"""Searching: the literal heading, the gate, order, the dataset that a search keeps."""

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
from tests.index.publishing import LATER
from tests.server.hosts import Host
from tests.server.searching import BACKEND, Published, confirmed, ids, meta, searched

pytestmark = pytest.mark.anyio


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
    assert f"call update_requirements(requirements_id={requirements_id}, …) and let the person confirm" in refusal
    _, data = await host.call(
        "find_matching_capacities",
        requirements_id=requirements_id,
        role_name="backend developer",
        competences='["postgresql", "PYTHON"]',
        date_end="2026-12-31",
    )
    assert ids(data)[0] == "K001"


@pytest.mark.parametrize(
    ("tool", "needed"),
    [("find_matching_capacities", {}), ("filter_search_results", {"search_id": str(UUID(int=1))})],
)
async def test_whoever_wants_the_next_people_is_told_what_pages(host: Host, tool: str, needed: dict[str, str]) -> None:
    refusal = await host.refusal(tool, offset=5, **needed)
    assert refusal == "unknown argument offset; get_results_by_category pages through what was found, with offset."


async def test_without_the_gate_the_arguments_are_the_requirement(
    config: Config, server_of: Callable[[Config], Any], host: Host
) -> None:
    open_config = config.model_copy(update={"matching": Matching(require_confirmation=False)})
    async with Client(server_of(open_config)) as client:
        free = type(host)(client)
        text, data = await free.call("find_matching_capacities", role_name="Projektleiter", competences=["Englisch"])
        assert "- Call find_matching_capacities again with other arguments to change what is looked for." in text
        assert ids(data)[0] == "K004"
        assert "requirements_id" not in data
        _, captured = await free.call("collect_structured_requirement_data", competences=["Gleisbau"])
        _, data = await free.call("find_matching_capacities")
        assert data["requirements_id"] == captured["requirements_id"]
        assert sorted(ids(data)[:2]) == ["K005", "K006"]
        _, data = await free.call("find_capacities_for_task", task_id="a9U290000004GNyEAM")
        assert data["outcome"] == "searched"


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
    text, data = await searched(host, {"competences": ["Containerorchestrierung"]})
    assert data["unknown_terms"][0]["term"] == "Containerorchestrierung"
    assert not data["unknown_terms"][0]["replaced"]
    assert re.search(r"no competence “Containerorchestrierung”; nearest: \w+", text)


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
        newer.manifest = newer.manifest.model_copy(update={"dataset_version": LATER})
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
        assert f"Dataset version {LATER}, created" in text
