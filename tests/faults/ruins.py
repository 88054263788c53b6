"""What must hold after a fault: the version that answered still answers, the next run succeeds, nothing is left.

Only where an erasure got as far as its list does nobody answer until the next run: what holds the erased is withdrawn.
"""

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

import teamlandkarte.index.matching
import teamlandkarte.index.vectors  # noqa: F401 -- both are loaded before the fork, not in each child again
from teamlandkarte.index.config import Matching
from teamlandkarte.index.dataset import Dataset
from teamlandkarte.index.errors import DatasetError, NoDatasetError
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.versions import DatasetVersions
from tests.faults.scenarios import Scenario, installation

_ASKED = Requirement(competences=("Python", "PostgreSQL"), role_names=("Backend Developer",))
_FILES = re.compile(
    r"CURRENT|refresh\.lock|retired\.json|erasure\.(json|key)|runs/[0-9TZ-]+\.json"
    r"|versions/[0-9a-fTZ-]+/(snapshot\.duckdb|manifest\.json|people\.npys|competences\.faiss|roles\.faiss)"
)
_PROMISE = "promise.json"

Answer = list[list[object]]


@dataclass(frozen=True)
class Promise:
    """The content hashes before the work (None: there was no version), after it and a day later, and their answers."""

    before: str | None
    after: str
    following: str
    answers: dict[str, Answer]


def promise(folder: Path, scenario: Scenario) -> None:
    """Write down what was there before a piece of work, what it has left undisturbed, and what follows."""
    old, new = _current(folder / "before"), _current(folder / "work")
    scenario.follow(folder)
    following = _current(folder / "work")
    assert new is not None
    assert following is not None
    datasets = [dataset for dataset in (old, new, following) if dataset is not None]
    answers = {dataset.manifest.content_hash: _answer(dataset) for dataset in datasets}
    hashes = [dataset.manifest.content_hash for dataset in (new, following)]
    made = Promise(old.manifest.content_hash if old else None, hashes[0], hashes[1], answers)
    (folder / _PROMISE).write_text(json.dumps(asdict(made)), "utf-8")


def look(folder: Path, scenario: Scenario) -> None:
    """Raise AssertionError unless everything that was promised holds in `work`; ends with one more night."""
    promised = Promise(**json.loads((folder / _PROMISE).read_text("utf-8")))
    found = _current(folder / "work")
    if found is None:
        assert promised.before is None or _is_withdrawn(folder / "work"), "no version answers any more"
    else:
        _kept(found, promised, (promised.before, promised.after))
    scenario.follow(folder)
    following = _current(folder / "work")
    assert following is not None, "the next run has published nothing"
    _kept(following, promised, (promised.following,))
    runs = installation(folder).history()
    assert not [run for run in runs if run.status == "running"], "a run never ended"
    assert _litter(folder, following.id) == []


def _current(storage: Path) -> Dataset | None:
    try:
        return Dataset(_versions(storage).current())
    except NoDatasetError:
        return None
    except DatasetError:
        if _is_withdrawn(storage):
            return None
        raise


def _is_withdrawn(storage: Path) -> bool:
    return _versions(storage).current_id() in _versions(storage).withdrawn


def _versions(storage: Path) -> DatasetVersions:
    return DatasetVersions(installation(storage.parent, storage.name).config.storage)


def _kept(dataset: Dataset, promised: Promise, expected: tuple[str | None, ...]) -> None:
    assert dataset.degraded is None, dataset.degraded
    assert dataset.manifest.content_hash in expected, "another content than promised"
    assert _answer(dataset) == promised.answers[dataset.manifest.content_hash], "another answer than promised"


def _answer(dataset: Dataset) -> Answer:
    """Return everybody's score, best first."""
    ranking = dataset.matcher(Matching()).rank(_ASKED)
    return [[dataset.people.ids[row], int(ranking.overall[row])] for row in ranking.best(len(ranking)).tolist()]


def _litter(folder: Path, current: str) -> list[str]:
    """Return what belongs neither to the current version, nor to one of before, nor beside them."""
    storage = folder / "work"
    found = sorted(path.relative_to(storage).as_posix() for path in storage.rglob("*") if path.is_file())
    versions = {current, *(path.name for path in (folder / "before").glob("versions/*"))}
    return [name for name in found if not _FILES.fullmatch(name) or _version_of(name) not in {None, *versions}]


def _version_of(name: str) -> str | None:
    return name.split("/")[1] if name.startswith("versions/") else None
