"""The opened dataset: parts on demand, the current version always."""

import datetime as dt
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import faiss
import numpy as np
import pytest

from teamlandkarte.index.config import Config, Matching, Storage
from teamlandkarte.index.dataset import CurrentDataset, Dataset
from teamlandkarte.index.errors import NoDatasetError
from teamlandkarte.index.manifest import FileEntry
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.versions import DatasetVersions
from teamlandkarte.index.vocabulary import Vocabulary
from tests.index.publishing import LATER, published_again


@pytest.fixture
def storage(dataset_folder: Path, tmp_path: Path) -> Storage:
    """A copy of the refreshed storage that a test may change."""
    return Storage(path=shutil.copytree(dataset_folder, tmp_path / "data"))


@pytest.fixture(scope="module")
def dataset(dataset_folder: Path, dataset_config: Config) -> Dataset:
    return CurrentDataset(DatasetVersions(dataset_config.storage)).get()


def test_vocabularies_hold_the_terms_of_the_lake(dataset: Dataset) -> None:
    assert dataset.roles.terms == (
        "Backend Developer",
        "Bauüberwacher",
        "Data Scientist",
        "Frontend Developer",
        "Ingenieur Leit- und Sicherungstechnik",
        "Projektleiter",
    )
    assert dataset.competences.id_of("PYTHON") == dataset.competences.terms.index("Python")
    assert dataset.competences.id_of("Qualita\u0308tssicherung") is not None
    assert dataset.competences.row("python")[dataset.competences.terms.index("Python")] == 1_000_000


def test_people_have_the_terms_roles_and_dates_of_the_lake(dataset: Dataset) -> None:
    people, competences, roles = dataset.people, dataset.competences.terms, dataset.roles.terms

    def terms(person: str) -> set[str]:
        return {competences[term] for term in people.terms_of(people.ids.index(person))}

    assert sorted(people.ids) == [*(f"K{n:03}" for n in range(1, 11)), "k010"]
    assert terms("K001") == {"Python", "PostgreSQL", "Kubernetes"}
    assert terms("K006") == {"Gleisbau", "Qualitätssicherung"}
    assert terms("K008") == set()
    assert roles[people.role_terms[people.ids.index("K010")]] == "Backend Developer"
    assert people.role_terms[people.ids.index("K007")] == -1
    row = people.ids.index("K004")
    days = (people.windows.begin[row], people.windows.end[row])
    assert [dt.date(1970, 1, 1) + dt.timedelta(days=int(day)) for day in days] == [dt.date(2026, 6, 15)] * 2
    assert [people.ids[row] for row in np.flatnonzero(~people.windows.known).tolist()] == ["K003"]


def test_mean_norm_is_the_length_of_the_mean_of_the_distinct_terms(dataset: Dataset) -> None:
    people, competences = dataset.people, dataset.competences
    for row in range(len(people)):
        vectors = [competences.vector(competences.terms[term]).astype(np.float64) for term in people.terms_of(row)]
        expected = np.linalg.norm(np.mean(vectors, axis=0)) if vectors else 0.0
        assert people.mean_norm[row] == pytest.approx(expected, abs=1e-6)


def test_matcher_ranks_the_people(dataset: Dataset) -> None:
    requirement = Requirement(role_names=("Backend Developer",), competences=("Python", "PostgreSQL", "Kubernetes"))

    ranking = dataset.matcher(Matching()).rank(requirement)

    assert ranking.searched == 11
    assert dataset.people.ids[int(ranking.best(1)[0])] == "K001"
    assert int(ranking.overall[ranking.best(1)[0]]) == 1_000_000
    assert dataset.matcher(Matching()) is dataset.matcher(Matching())


def test_who_needs_the_tables_alone_does_not_wait_until_the_vocabularies_can_be_compared(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = CurrentDataset(DatasetVersions(storage)).get()
    found = []
    with ThreadPoolExecutor(1) as other:

        def ask_meanwhile(_vocabulary: Vocabulary) -> None:
            asked = other.submit(lambda: dataset.snapshot)
            found.append(asked.result(timeout=20))

        monkeypatch.setattr(Vocabulary, "load", ask_meanwhile)
        dataset.matcher(Matching())
    assert found == [dataset.snapshot, dataset.snapshot]


def test_new_version_is_seen_by_the_next_call_and_the_running_one_keeps_its_own(storage: Storage) -> None:
    versions = DatasetVersions(storage)
    current = CurrentDataset(versions)
    running = current.get()
    assert current.get() is running

    old = versions.current_id()
    published_again(versions)

    assert current.get().id == LATER
    assert running.id == old
    assert len(running.people) == 11


def test_a_version_whose_vectors_lie_on_a_finer_grid_is_answered_from_alike(storage: Storage) -> None:
    written = DatasetVersions(storage).current()
    asked = Requirement(role_names=("Backend Developer",), competences=("Python", "Gleisbau", "Kubernetes"))
    for strategy in ("per_skill", "aggregate"):
        matching = Matching.model_validate({"similarity": {"strategy": strategy}})
        expected = Dataset(written).matcher(matching).rank(asked)
        for name in written.manifest.indexes:
            _refine(written.folder / f"{name}.faiss")
        files = {name: FileEntry.of(written.folder / name) for name in written.manifest.files}
        written.manifest.model_copy(update={"files": files}).write(written.folder)

        found = CurrentDataset(DatasetVersions(storage)).get().matcher(matching).rank(asked)

        assert found.overall.tolist() == expected.overall.tolist()


def _refine(file: Path) -> None:
    """Move each component by a part of a step."""
    index: Any = faiss.deserialize_index(np.fromfile(file, np.uint8))
    vectors = faiss.downcast_index(index.index).reconstruct_n(0, index.ntotal)
    finer = faiss.IndexIDMap2(faiss.IndexFlatIP(index.d))
    finer.add_with_ids(vectors + np.float32(2.0**-22), np.arange(index.ntotal))
    file.write_bytes(faiss.serialize_index(finer).tobytes())


def test_damaged_version_leaves_the_older_one_in_service(storage: Storage) -> None:
    versions = DatasetVersions(storage)
    good = versions.current_id()
    (published_again(versions).folder / "roles.faiss").unlink()

    dataset = CurrentDataset(DatasetVersions(storage)).get()

    assert dataset.id == good
    assert dataset.degraded == f"roles.faiss of dataset version {LATER} differs from its manifest"


def test_nothing_published_is_said_and_seen_as_soon_as_it_changes(storage: Storage, tmp_path: Path) -> None:
    empty = Storage(path=tmp_path / "empty")
    current = CurrentDataset(DatasetVersions(empty))
    with pytest.raises(NoDatasetError):
        current.get()

    shutil.copytree(storage.path, empty.path)

    assert len(current.get().people) == 11


def test_threads_share_one_load(storage: Storage) -> None:
    current = CurrentDataset(DatasetVersions(storage))

    with ThreadPoolExecutor(8) as threads:
        loaded = list(threads.map(lambda _: (id(current.get().people), id(current.get().competences)), range(32)))

    assert len(set(loaded)) == 1


def test_opening_loads_nothing_heavy(dataset_folder: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from teamlandkarte.index.config import Storage\n"
        "from teamlandkarte.index.dataset import CurrentDataset; from teamlandkarte.index.versions import *\n"
        "CurrentDataset(DatasetVersions(Storage(path=Path(sys.argv[1])))).get()\n"
        "print(sorted({'duckdb', 'faiss', 'numpy', 'onnxruntime', 'pyarrow'} & sys.modules.keys()))"
    )
    answer = subprocess.run([sys.executable, "-c", code, dataset_folder], check=True, capture_output=True, text=True)

    assert answer.stdout == "[]\n"
