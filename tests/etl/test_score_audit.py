"""The score audit: a version whose answers are not what its rows say is not published."""

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import faiss
import numpy as np
import pytest

from teamlandkarte.etl.extraction import extract
from teamlandkarte.etl.lake import open_lake
from teamlandkarte.etl.progress import Silence
from teamlandkarte.etl.recomputation import Person
from teamlandkarte.etl.score_audit import audit_scores, sampled_people
from teamlandkarte.etl.scratch import Scratch
from teamlandkarte.etl.validation import validate
from teamlandkarte.index.checks import Check, require
from teamlandkarte.index.config import Config
from teamlandkarte.index.dataset import Dataset
from teamlandkarte.index.errors import RefreshError
from teamlandkarte.index.manifest import Manifest
from teamlandkarte.index.people import People
from teamlandkarte.index.people_file import read, write
from teamlandkarte.index.versions import DatasetVersions, Version
from tests.links import links_of

Change = Callable[[Path], None]
Built = tuple[Path, Manifest, list[Person]]


@pytest.fixture(scope="module")
def people(dataset_config: Config, tmp_path_factory: pytest.TempPathFactory) -> list[Person]:
    """The people of the lake as validation leaves them."""
    with Scratch(tmp_path_factory.mktemp("rows") / "scratch.duckdb", memory_mb=256).open() as rows:
        extract(open_lake(dataset_config.database, dataset_config.credentials), rows, Silence())
        validate(rows)
        return sampled_people(rows)


@pytest.fixture
def built(dataset_config: Config, people: list[Person], tmp_path: Path) -> Built:
    """A built version, its manifest, and people whose rows it was built of."""
    version = DatasetVersions(dataset_config.storage).current()
    return shutil.copytree(version.folder, tmp_path / "version"), version.manifest, people


def audited(folder: Path, manifest: Manifest, people: list[Person]) -> list[Check]:
    with closing(Dataset(Version(folder, manifest))) as dataset:
        return audit_scores(dataset, people)


def test_whole_version_scores_as_its_rows_say(built: Built) -> None:
    checks = audited(*built)

    assert [(check.subject, check.name, check.bound) for check in checks] == [
        ("sampled scores", "of nobody though validation kept the person", 0),
        ("sampled scores", "of people who differ from the snapshot's", 0),
        ("sampled scores", "from their recomputation (per_skill)", 1.0),
        ("sampled scores", "from their recomputation (aggregate)", 1.0),
    ]
    assert all(check.passed for check in checks)
    for check in checks[2:]:
        assert 0 < float(check.value) <= 1.0  # rounded once, so it is not equal by accident of comparing nothing
        assert check.remark == "The farthest of 44"  # four requirements, eleven people


def in_snapshot(statement: str) -> Change:
    def change(folder: Path) -> None:
        with duckdb.connect(str(folder / "snapshot.duckdb")) as connection:
            connection.execute(statement)

    return change


def in_people(capacity_id: str, **changed: Any) -> Change:
    """Change one person in the file of the people: `terms`, `role_term` or `mean_norm`."""

    def change(folder: Path) -> None:
        path = folder / "people.npys"
        people = read(path)
        rows = people.by_id.tolist()
        changes = {people.row_of(capacity_id): changed}
        links = [
            (place, t) for place, r in enumerate(rows) for t in changes.get(r, {}).get("terms", people.terms_of(r))
        ]
        path.unlink()
        written = People.of(
            [people.ids[row] for row in rows],
            links_of([place for place, _ in links], [term for _, term in links]),
            role_terms=[changes.get(row, {}).get("role_term", people.role_terms[row]) for row in rows],
            begin=[None] * len(rows),
            end=[None] * len(rows),
            mean_norm=[changes.get(row, {}).get("mean_norm", people.mean_norm[row]) for row in rows],
        )
        write(written, path)

    return change


def swapped_vectors(folder: Path) -> None:
    """Exchange the vectors of the first and the last competence term in the index."""
    path = folder / "competences.faiss"
    index: Any = faiss.deserialize_index(np.fromfile(path, np.uint8))
    vectors = faiss.downcast_index(index.index).reconstruct_n(0, index.ntotal)
    vectors[[0, -1]] = vectors[[-1, 0]]
    changed = faiss.IndexIDMap2(faiss.IndexFlatIP(vectors.shape[1]))
    changed.add_with_ids(vectors, np.arange(len(vectors)))
    path.write_bytes(faiss.serialize_index(changed).tobytes())


BOTH = ("per_skill", "aggregate")
UNLIKE = "of people who differ from the snapshot's"
FAULTS: dict[str, tuple[Change, tuple[str, ...]]] = {
    "vectors of two terms exchanged": (swapped_vectors, BOTH),
    "a competence of somebody else": (in_people("K009", terms=[0]), BOTH),
    "a competence lost": (in_people("K004", terms=[]), BOTH),
    "a role of another term": (in_people("K008", role_term=0), BOTH),
    "a wrong length of the mean": (in_people("K001", mean_norm=0.5), ("aggregate",)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_scores_that_the_rows_do_not_give_are_refused(built: Built, fault: str) -> None:
    folder, manifest, known = built
    change, strategies = FAULTS[fault]
    change(folder)

    checks = audited(folder, manifest, known)

    failed = {check.name for check in checks if check.stops} - {UNLIKE}
    assert failed == {f"from their recomputation ({strategy})" for strategy in strategies}
    with pytest.raises(
        RefreshError, match=r"sampled scores: from their recomputation .* micro-units, allowed is at mo"
    ):
        require(checks)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE capacity_competences SET competence_id = 'C04' WHERE capacity_id = 'K009'",
        "DELETE FROM capacity_competences WHERE capacity_id = 'K009'",
        "UPDATE capacities SET role_term_id = (role_term_id + 1) % 6 WHERE capacity_id = 'K009'",
        "UPDATE capacities SET mean_norm = mean_norm * 1.01 WHERE capacity_id = 'K009'",
        "UPDATE capacities SET end_date = DATE '2031-01-01' WHERE capacity_id = 'K009'",
        "DELETE FROM capacities WHERE capacity_id = 'K009'",
    ],
)
def test_tables_that_say_something_else_of_a_person_are_refused(built: Built, statement: str) -> None:
    folder, manifest, known = built
    in_snapshot(statement)(folder)

    with pytest.raises(RefreshError, match=rf"{UNLIKE} 1, .*K009"):
        require(audited(folder, manifest, known))


def test_person_whom_the_version_lost_is_named(built: Built) -> None:
    folder, manifest, known = built
    people = read(folder / "people.npys")
    (folder / "people.npys").unlink()
    kept = [place for place in range(len(people)) if people.ids[int(people.by_id[place])] != "K008"]
    everybody = [people.ids[int(people.by_id[place])] for place in kept]
    write(
        People.of(
            everybody,
            links_of([], []),
            role_terms=[-1] * len(kept),
            begin=[None] * len(kept),
            end=[None] * len(kept),
            mean_norm=[0.0] * len(kept),
        ),
        folder / "people.npys",
    )

    with pytest.raises(RefreshError, match=r"of nobody though validation kept the person 1, .*K008"):
        require(audited(folder, manifest, known))


def test_competence_that_is_no_term_is_refused(built: Built) -> None:
    folder, manifest, known = built
    in_snapshot("UPDATE competence_terms SET folded = 'pyhton' WHERE folded = 'python'")(folder)

    with pytest.raises(RefreshError, match=r'"(python|Python|PYTHON)" has no term in the snapshot'):
        require(audited(folder, manifest, known))
