"""A dataset version of made-up people, for benchmarks: as large as wanted, and the same in every run.

    python tests/bench/versions.py FOLDER PEOPLE [TERMS [DIMENSIONS]]

The lake has some ten competences a person, drawn so that few are frequent; vectors are drawn from the hash of a term,
so that no model is needed. Written by a real refresh.
"""

import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from teamlandkarte.etl.lake import open_lake
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.config import Config, Database, EmbeddingCache, Storage
from tests.hash_embedder import HashEmbedder

ROLES, TASKS, SKILLS_A_TASK = 60, 400, 5
TERMS, DIMENSIONS = 20_000, 896
_SEED = 20260401


def competence(number: int) -> str:
    """Return a name without digits, since the product reads numbers in names."""
    return "Kompetenz " + "".join("bcdfghklmn"[int(digit)] for digit in f"{number:05}")


def write_lake(folder: Path, people: int, terms: int, competences_each: float = 10.5) -> None:
    """Write the tables; people begin within 2026 and stay for up to two years."""
    random = np.random.default_rng(_SEED)
    frequencies = 1.0 / np.arange(1, terms + 1)
    ids = [f"P{number:08}" for number in range(people)]
    degrees = np.minimum(random.poisson(competences_each, people), terms) * (random.random(people) > 0.01)
    begin = np.datetime64("2026-01-01") + random.integers(0, 365, people)
    end = begin + random.integers(1, 730, people)
    links = np.repeat(np.arange(people), degrees) << 32
    links |= random.choice(terms, len(links), p=frequencies / frequencies.sum())
    links = np.unique(links)
    demands = [
        random.choice(terms, SKILLS_A_TASK, replace=False, p=frequencies / frequencies.sum()) for _ in range(TASKS)
    ]
    texts, none = pa.string(), pa.nulls
    tables: dict[str, dict[str, object]] = {
        "teamlandkarte_v_capacities_latest": {
            "id": pa.array(ids),
            "owner_name": pa.array([f"Person {number}" for number in range(people)]),
            "role_name": pa.array([f"Rolle {number:02}" for number in random.integers(0, ROLES, people).tolist()]),
            "role_level": pa.array(random.choice(["Junior", "Senior", "Expert"], people).tolist()),
            "begin_date": pa.array(begin.astype(str).tolist()),
            "end_date": pa.array(end.astype(str).tolist()),
            "description": none(people, texts),
            "deletion_reason": none(people, texts),
        },
        "teamlandkarte_v_competences_latest": {
            "id": pa.array([f"C{number:05}" for number in range(terms)]),
            "name": pa.array([competence(number) for number in range(terms)]),
        },
        "teamlandkarte_v_capacity_competences_latest": {
            "capacity_id": pa.array(ids).take(pa.array(links >> 32)),
            "competence_id": pa.array([f"C{number:05}" for number in range(terms)]).take(pa.array(links & 0xFFFF_FFFF)),
        },
        "teamlandkarte_v_capacity_references_latest": {
            "capacity_id": none(0, texts),
            "partner_id": none(0, texts),
            "projects": none(0, texts),
        },
        "teamlandkarte_v_partners_latest": {"id": none(0, texts), "name": none(0, texts)},
        "teamlandkarte_v_capacity_certificates_latest": {
            "capacity_id": none(0, texts),
            "description": none(0, texts),
        },
        "beschaffungstool_kmp_task_latest": {
            "id": pa.array([f"T{number:05}" for number in range(TASKS)]),
            "title__c": pa.array([f"Aufgabe {number}" for number in range(TASKS)]),
            "description__c": none(TASKS, texts),
            "startdate__c": pa.array(["2026-04-01"] * TASKS),
            "enddate__c": none(TASKS, texts),
            "createddate": pa.array(["2026-02-01 00:00:00"] * TASKS),
            "status__c": pa.array(["Veröffentlicht"] * TASKS),
        },
        "beschaffungstool_kmp_skill_latest": {
            "task__c": pa.array([f"T{number:05}" for number in range(TASKS) for _ in range(SKILLS_A_TASK)]),
            "skillname__c": pa.array([competence(term) for demand in demands for term in demand.tolist()]),
        },
    }
    folder.mkdir(parents=True)
    for name, columns in tables.items():
        pq.write_table(pa.table(columns), folder / f"{name}.parquet")


def published(folder: Path, people: int, terms: int = TERMS, dimensions: int = DIMENSIONS) -> Config:
    """Return the configuration of a version in a folder; one that lies there already is used again."""
    config = Config(
        database=Database(backend="duckdb", path=folder / "lake"),
        embedding_cache=EmbeddingCache(path=folder / "embeddings.sqlite3"),
        storage=Storage(path=folder / "data"),
    )
    if not (folder / "data" / "CURRENT").exists():
        write_lake(folder / "lake", people, terms)
        refresh(config, open_lake(config.database, config.credentials), HashEmbedder("made-up", dimensions))
    return config


if __name__ == "__main__":
    published(Path(sys.argv[1]), *map(int, sys.argv[2:]))
