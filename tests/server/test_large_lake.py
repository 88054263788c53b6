"""A lake as large as a company's: no answer, text and data together, exceeds 20,000 tokens; what is cut says so."""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from teamlandkarte.etl.lake import open_lake
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.config import Config, Database, EmbeddingCache, Storage
from teamlandkarte.server.protocol.app import create_server
from tests.hash_embedder import HashEmbedder
from tests.server.hosts import Host
from tests.server.lakes import write_table
from tests.server.searching import confirmed

pytestmark = pytest.mark.anyio

Json = dict[str, Any]

MOST_BYTES = 20_000 * 3.5
DEFAULT_BYTES = 8_000 * 3.5

PEOPLE, TASKS, COMPETENCES = 5_200, 1_100, 60
EVERYTHING = 1_000  # more rows than any answer can hold
SKILLS_OF_500 = [f"{number:03d} " + "Fähigkeit " * 49 + "Ältere" for number in range(100)]
SKILLS_OF_200 = [f"{number:03d} " + "Fähigkeit " * 19 + "Älter!" for number in range(100)]


def write_lake(folder: Path) -> None:
    folder.mkdir()
    names = [f"Kompetenz {number:02d} für Züge" for number in range(COMPETENCES)]
    ids = [f"P{number:05d}" for number in range(PEOPLE)]
    header = "id,owner_name,role_name,role_level,begin_date,end_date,description,deletion_reason"
    people = [
        [one, f"Jörg Müller {n}", f"Rolle {n % 7}", "Senior", "2026-04-01", "", "", ""] for n, one in enumerate(ids)
    ]
    write_table(folder, "teamlandkarte_v_capacities_latest", header, people)
    competences = [[f"C{number}", name] for number, name in enumerate(names)]
    write_table(folder, "teamlandkarte_v_competences_latest", "id,name", competences)
    links = [[one, f"C{(number + step) % COMPETENCES}"] for number, one in enumerate(ids) for step in range(8)]
    write_table(folder, "teamlandkarte_v_capacity_competences_latest", "capacity_id,competence_id", links)
    write_table(folder, "teamlandkarte_v_partners_latest", "id,name", [["B1", "Partner"]])
    write_table(folder, "teamlandkarte_v_capacity_references_latest", "capacity_id,partner_id,projects", [])
    write_table(folder, "teamlandkarte_v_capacity_certificates_latest", "capacity_id,description", [])
    header = "id,title__c,description__c,startdate__c,enddate__c,createddate,status__c"
    tasks = [
        [f"T{n:04d}", f"Aufgabe {n}", "", "2026-04-01", "", "2026-02-01 00:00:00", "Veröffentlicht"]
        for n in range(TASKS)
    ]
    tasks[1][2] = "Wir zahlen " + ", ".join(f"{number} € pro Stunde" for number in range(50, 2_500)) + "."
    write_table(folder, "beschaffungstool_kmp_task_latest", header, tasks)
    demands = [[f"T{n:04d}", names[(n + step) % COMPETENCES]] for n in range(2, TASKS) for step in range(6)]
    demands += [["T0000", name] for name in SKILLS_OF_500] + [["T0001", name] for name in SKILLS_OF_200]
    write_table(folder, "beschaffungstool_kmp_skill_latest", "task__c,skillname__c", demands)


@pytest.fixture(scope="module")
def large_config(tmp_path_factory: pytest.TempPathFactory) -> Config:
    folder = tmp_path_factory.mktemp("large")
    write_lake(folder / "lake")
    config = Config(
        database=Database(backend="duckdb", path=folder / "lake"),
        embedding_cache=EmbeddingCache(path=folder / "embeddings.sqlite3"),
        storage=Storage(path=folder / "data"),
    )
    refresh(config, open_lake(config.database, config.credentials), HashEmbedder(model="hashed"))
    return config


@pytest.fixture
async def large_host(large_config: Config) -> AsyncIterator[Host]:
    server = create_server(large_config)
    async with Client(server) as client:
        yield Host(client)


def sizes(text: str, data: Json) -> list[int]:
    """Return the bytes of an answer's text and of its data."""
    return [len(part.encode()) for part in (text, json.dumps(data, ensure_ascii=False))]


async def test_a_thousand_rows_are_cut_to_what_text_and_data_hold_together(large_host: Host) -> None:
    requirement: Json = {
        "role_names": ["Rolle 1"],
        "competences": [f"Kompetenz {number:02d} für Züge" for number in range(0, COMPETENCES, 4)],
    }
    requirements_id = await confirmed(large_host, requirement)
    text, found = await large_host.call("find_matching_capacities", requirements_id=requirements_id, limit=EVERYTHING)
    assert found["searched"] == PEOPLE
    search_id = found["search_id"]
    category = max(found["counts"], key=found["counts"].__getitem__)
    answers: dict[str, tuple[str, Json, str]] = {"find_matching_capacities": (text, found, "results")}
    for tool, rows, arguments in (
        ("filter_search_results", "results", {"search_id": search_id, "date_start": "2026-05-01"}),
        ("get_results_by_category", "results", {"search_id": search_id, "category": category}),
        ("list_capacities", "capacities", {"date_start": "2026-05-01"}),
        ("list_open_tasks", "tasks", {}),
        ("find_matching_tasks", "tasks", {"capacity_id": "P00003"}),
    ):
        answers[tool] = (*await large_host.call(tool, limit=EVERYTHING, **arguments), rows)
    for tool, (said, data, rows) in answers.items():
        shown = len(data[rows])
        assert sum(sizes(said, data)) <= MOST_BYTES, tool
        assert 20 < shown < EVERYTHING, tool
        cut = re.search(r"showing (\d+) of (\d+)", said)
        assert cut is not None, tool
        assert int(cut[1]) == shown < int(cut[2]), tool
    said = answers["find_matching_tasks"][0]
    assert "One answer holds no more: list_open_tasks(query=…) finds other tasks by words of title or skills." in said
    assert "Raise limit" not in said


async def test_a_hundred_competences_of_500_characters_are_refused_and_nothing_is_kept(large_host: Host) -> None:
    refused = await large_host.refusal("collect_structured_requirement_data", competences=SKILLS_OF_500)
    assert "which has 500 characters; at most 200 are read" in refused
    assert "No requirement is open" in await large_host.refusal("show_pending_requirements")


@pytest.mark.parametrize(
    ("task_id", "cut"),
    [
        ("T0000", r"100 are named and a requirement holds only 0 of them, none of more than 200 characters"),
        ("T0001", r"100 are named and a requirement holds only (\d+) of them\."),
    ],
)
async def test_the_review_of_a_task_with_far_too_many_skills_and_rates_stays_small_and_says_what_it_leaves_out(
    large_host: Host, task_id: str, cut: str
) -> None:
    text, data = await large_host.call("find_capacities_for_task", task_id=task_id)
    assert max(sizes(text, data)) < DEFAULT_BYTES
    found = re.search(cut, text)
    assert found is not None
    held = data["requirement"]["competences"]
    assert len(held) == int(found[1]) if found.groups() else held == []
    text, data = await large_host.call("show_pending_requirements")
    assert max(sizes(text, data)) < DEFAULT_BYTES
    assert all(f"| Competence | {name} (ideal) |" in text for name in held)
