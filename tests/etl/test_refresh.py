"""The refresh run: whole or not at all, recorded, and nothing new for unchanged data."""

import csv
from pathlib import Path

import numpy as np
import pytest

from teamlandkarte.index.calibration import LOCAL_CALIBRATION, RAW_COSINE
from teamlandkarte.index.config import Config, Refresh
from teamlandkarte.index.dataset import CurrentDataset
from teamlandkarte.index.embedding import LOCAL_MODEL, LocalEncoder
from teamlandkarte.index.errors import DatasetError, RefreshError
from teamlandkarte.index.versions import DatasetVersions
from tests.etl.erasing import Killed, KilledAt
from tests.etl.night import Night
from tests.hash_embedder import HashEmbedder
from tests.lake_files import CAPACITIES, CERTIFICATES, COMPETENCES, LINKS, SKILLS, TASKS

LAKE_FACTS = {  # tests/lake/README.md
    "employees": 0,
    "employee_publications": 0,
    "employee_courses": 0,
    "capacities": 11,
    "capacity_certificates": 4,
    "capacity_competences": 20,
    "capacity_references": 4,
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
    assert sorted(path.name for path in (dataset_folder / "versions" / dataset.id).iterdir()) == [
        "competences.faiss",
        "manifest.json",
        "people.npys",
        "roles.faiss",
        "snapshot.duckdb",
    ]


def test_run_is_recorded_with_its_phases(night: Night) -> None:
    night.refresh()

    (run,) = night.history()
    assert run.status == "succeeded"
    assert [phase.name for phase in run.phases] == [
        "extract",
        "validate",
        "vocabulary",
        "embed",
        "task roles",
        "build",
        "audit",
        "publish",
    ]
    assert run.dataset_version == night.current
    assert run.counts.items() >= LAKE_FACTS.items()
    assert run.embedded == len(night.embedder.asked)
    manifest = night.versions.current().manifest
    assert manifest.refresh_run == run.run_id
    assert manifest.source_rows["capacities"] == 15  # without K011, whom the lake has deleted


def test_each_distinct_term_is_embedded_once_in_its_most_frequent_spelling(night: Night) -> None:
    night.refresh()

    asked = night.embedder.asked
    assert len(asked) == len(set(asked))
    assert {"Python", "Qualitätssicherung", "Backend Developer", "Arbeitsschutz"} <= set(asked)
    assert not {"python", "PYTHON", "Backend developer", "", " "} & set(asked)


def test_second_refresh_of_unchanged_data_embeds_and_publishes_nothing(second_night: Night) -> None:
    first = second_night.current

    run = second_night.refresh()

    assert run.status == "unchanged"
    assert run.dataset_version == first
    assert second_night.embedder.asked == []
    assert second_night.versions.ids() == [first]
    assert [run.status for run in second_night.history()] == ["unchanged", "succeeded"]


def test_order_of_the_lakes_rows_changes_nothing(second_night: Night) -> None:
    for path in second_night.lake.glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            header, *rows = csv.reader(file)
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([header, *reversed(rows)])

    assert second_night.refresh().status == "unchanged"


CHANGES = [
    (CAPACITIES, ("Senior", "Principal")),
    (CAPACITIES, ("2026-12-31", "2026-11-30")),
    (COMPETENCES, ("Gleisbau", "Gleisbauten")),
    (COMPETENCES, ("Java\n", "java\n")),
    (TASKS, ("siehe Anhang", "siehe Anlage")),
    ("teamlandkarte_v_partners_latest.csv", ("Nordbahn", "Südbahn")),
    (CERTIFICATES, ("Scrum", "Kanban")),
    (SKILLS, ("Arbeitsschutz", "Brandschutz")),
    (LINKS, ("K002,C99", "K002,C98")),
]


@pytest.mark.parametrize(("name", "change"), CHANGES)
def test_any_change_of_the_lake_is_built(second_night: Night, name: str, change: tuple[str, str]) -> None:
    second_night.edit(name, change)

    with pytest.raises(Killed):
        second_night.refresh(progress=KilledAt("build"))


def test_what_is_built_is_published_as_the_successor_of_what_was_current(second_night: Night) -> None:
    before = second_night.versions.current().manifest
    for name, change in CHANGES:
        second_night.edit(name, change)

    run = second_night.refresh()

    assert run.status == "succeeded"
    assert run.dataset_version == second_night.current != before.dataset_version
    assert second_night.versions.current().manifest.previous_content_hash == before.content_hash


def test_vectors_on_another_grid_are_published_though_the_lake_is_unchanged(
    second_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = second_night.current
    monkeypatch.setattr("teamlandkarte.etl.content_hash.VECTOR_STEPS", 2**22)

    assert second_night.refresh().status == "succeeded"
    assert second_night.current != before


def test_another_model_is_published_though_the_lake_is_unchanged(second_night: Night) -> None:
    run = second_night.refresh(embedder=HashEmbedder(model="remote", dimensions=24), bridge=HashEmbedder())

    assert run.status == "succeeded"
    indexes = second_night.versions.current().manifest.indexes
    assert {name: (entry.model, entry.dimensions) for name, entry in indexes.items()} == {
        "competences": ("remote", 24),
        "competences.local": (LOCAL_MODEL, 16),
        "roles": ("remote", 24),
        "roles.local": (LOCAL_MODEL, 16),
    }
    assert indexes["roles"].calibration == RAW_COSINE.to_json()
    assert indexes["roles.local"].calibration == LOCAL_CALIBRATION.to_json()
    current = CurrentDataset(second_night.versions, HashEmbedder(), bridge_terms=2).get()
    assert len(current.competences.stand_ins("Gleisbauer")) == 2
    assert current.competences.row("Python").shape == (12,)


def test_tables_that_lost_all_their_rows_are_refused_by_name(second_night: Night) -> None:
    first = second_night.current
    second_night.keep_header_only(TASKS)  # takes the skills of all tasks with it

    with pytest.raises(RefreshError) as refused:
        second_night.refresh()
    tasks, skills, *_ = str(refused.value).splitlines()
    assert "tasks: rows lost 100%" in tasks
    assert "No valid row is left of 5." in tasks
    assert "task_skills: rows lost 100%" in skills
    assert "No valid row is left of 9 (" in skills
    with pytest.raises(RefreshError, match=r"^task_skills.*run `teamlandkarte refresh --allow-empty task_skills`"):
        second_night.refresh(allow_empty=["tasks"])
    assert second_night.current == first

    allowed = second_night.refresh(allow_empty=["tasks", "task_skills"])
    assert (allowed.status, allowed.counts["tasks"], allowed.counts["capacities"]) == ("succeeded", 0, 11)


def test_partners_that_are_all_gone_are_refused_though_no_snapshot_holds_them(second_night: Night) -> None:
    second_night.keep_header_only("teamlandkarte_v_partners_latest.csv")

    with pytest.raises(
        RefreshError, match=r"^partners: rows lost 100%.*No valid row is left of 2\..*--allow-empty partners`$"
    ):
        second_night.refresh()

    assert second_night.refresh(allow_empty=["partners"]).counts["capacity_references"] == 4


def test_what_a_killed_run_left_is_cleared_before_anything_is_written(night: Night) -> None:
    """It may be what fills the disk."""
    left = night.config.storage.path / "staging" / "killed"
    left.mkdir(parents=True)
    (night.config.storage.path / "runs").write_text("here nothing can be recorded", "utf-8")

    with pytest.raises(DatasetError, match=r"\[storage\] path"):
        night.refresh()

    assert not left.exists()


def test_lake_without_any_row_gives_an_empty_version(night: Night, caplog: pytest.LogCaptureFixture) -> None:
    for path in night.lake.glob("*.csv"):
        night.keep_header_only(path.name)

    assert night.refresh().status == "succeeded"

    dataset = night.dataset()
    assert len(dataset.people) == 0
    assert dataset.competences.terms == dataset.roles.terms == ()
    assert caplog.records == []


def test_vocabulary_of_blank_names_only_is_warned_of(night: Night, caplog: pytest.LogCaptureFixture) -> None:
    night.config = night.config.model_copy(update={"refresh": Refresh(max_rejected=1.0)})
    (night.lake / COMPETENCES).write_text('id,name\nC01,"  "\nC02,\u200b\n', "utf-8")
    night.keep_header_only(SKILLS)

    night.refresh()

    assert "all 2 competences of the lake have blank names" in caplog.text
    assert len(night.dataset().people) == 11


def test_damaged_current_version_is_replaced_though_the_lake_is_unchanged(second_night: Night) -> None:
    (second_night.config.storage.path / "versions" / second_night.current / "roles.faiss").write_bytes(b"")

    run = second_night.refresh()

    assert run.status == "succeeded"
    assert second_night.current == run.dataset_version


def test_lake_that_went_back_to_what_serves_for_a_damaged_version_is_published_again(second_night: Night) -> None:
    first = second_night.current
    second_night.edit(CAPACITIES, ("Senior", "Principal"))
    newer = second_night.refresh().dataset_version
    second_night.edit(CAPACITIES, ("Principal", "Senior"))
    (second_night.config.storage.path / "versions" / str(newer) / "roles.faiss").unlink()

    run = second_night.refresh()

    assert run.status == "succeeded"
    assert second_night.current == run.dataset_version
    assert run.dataset_version not in {first, newer}


def test_local_model_gives_equal_vectors_again(encoder: LocalEncoder, dataset_config: Config) -> None:
    """What is stored is the same on every machine and in every run."""
    dataset = CurrentDataset(DatasetVersions(dataset_config.storage)).get()
    again = encoder.embed(dataset.roles.terms)

    stored = np.array([dataset.roles.vector(term) for term in dataset.roles.terms])
    assert np.abs(stored - again).max() <= 2.0**-16
