"""A refresh of the hand-written lake."""

from pathlib import Path

from teamlandkarte.index.config import Config
from teamlandkarte.index.dataset import CurrentDataset
from teamlandkarte.index.versions import DatasetVersions

LAKE_FACTS = {  # tests/lake/README.md
    "capacities": 11,
    "capacity_certificates": 4,
    "capacity_competences": 20,
    "capacity_references": 3,
    "competence_terms": 12,
    "competences": 13,
    "rejected_rows": 19,
    "role_terms": 6,
    "task_skills": 9,
    "tasks": 5,
}


def test_refresh_publishes_what_the_lake_holds(dataset_config: Config, dataset_folder: Path) -> None:
    dataset = CurrentDataset(DatasetVersions(dataset_config.storage)).get()

    counts = dict(dataset.manifest.counts)
    counts.pop("task_roles")  # found by role inference, which has tests of its own
    assert counts == LAKE_FACTS
    assert dataset.degraded is None
    assert dataset.manifest.sample is False
