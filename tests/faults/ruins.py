"""What must hold after a fault: the version that answered still answers, the next run succeeds, nothing is left."""

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

import teamlandkarte.index.matching
import teamlandkarte.index.vectors  # noqa: F401 -- both are loaded before the fork, not in each child again
from teamlandkarte.index.config import Matching
from teamlandkarte.index.dataset import Dataset
from teamlandkarte.index.errors import NoDatasetError
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.versions import DatasetVersions
from tests.faults.scenarios import Scenario, installation

_ASKED = Requirement(competences=("Python", "PostgreSQL"), role_names=("Backend Developer",))
_FILES = re.compile(
    r"CURRENT|refresh\.lock|retired\.json|runs/[0-9TZ-]+\.json"
    r"|versions/[0-9a-fTZ-]+/(snapshot\.duckdb|manifest\.json|competences\.faiss|roles\.faiss)"
)
_PROMISE = "promise.json"

Answer = list[list[object]]


@dataclass(frozen=True)
class Promise:
    """The content hashes before the work (None: there was no version) and after it, and what each answers."""

    before: str | None
    after: str
    answers: dict[str, Answer]


def promise(folder: Path) -> None:
    """Write down what was there before a piece of work, and what it has left undisturbed."""
    old, new = _current(folder / "before"), _current(folder / "work")
    assert new is not None
    answers = {dataset.manifest.content_hash: _answer(dataset) for dataset in (old, new) if dataset is not None}
    made = Promise(old.manifest.content_hash if old else None, new.manifest.content_hash, answers)
    (folder / _PROMISE).write_text(json.dumps(asdict(made)), "utf-8")


def look(folder: Path, scenario: Scenario) -> None:
    """Raise AssertionError unless everything that was promised holds in `work`; ends with one more night."""
    promised = Promise(**json.loads((folder / _PROMISE).read_text("utf-8")))
    found = _current(folder / "work")
    if found is None:
        assert promised.before is None, "no version answers any more"
    else:
        _kept(found, promised, (promised.before, promised.after))
    scenario.again(folder)
    following = _current(folder / "work")
    assert following is not None, "the next run has published nothing"
    _kept(following, promised, (promised.after,))
    runs = installation(folder).history()
    assert not [run for run in runs if run.status == "running"], "a run never ended"
    assert _litter(folder / "work", following.id) == []


def _current(storage: Path) -> Dataset | None:
    try:
        return Dataset(DatasetVersions(installation(storage.parent, storage.name).config.storage).current())
    except NoDatasetError:
        return None


def _kept(dataset: Dataset, promised: Promise, expected: tuple[str | None, ...]) -> None:
    assert dataset.degraded is None, dataset.degraded
    assert dataset.manifest.content_hash in expected, "another content than promised"
    assert _answer(dataset) == promised.answers[dataset.manifest.content_hash], "another answer than promised"


def _answer(dataset: Dataset) -> Answer:
    """Return everybody's score, best first."""
    ranking = dataset.matcher(Matching()).rank(_ASKED)
    return [[dataset.people.ids[row], int(ranking.overall[row])] for row in ranking.order.tolist()]


def _litter(storage: Path, current: str) -> list[str]:
    """Return what does not belong there; the one older version that may still be in its grace period does."""
    found = sorted(path.relative_to(storage).as_posix() for path in storage.rglob("*") if path.is_file())
    strange = [name for name in found if not _FILES.fullmatch(name)]
    versions = {name.split("/")[1] for name in found if name.startswith("versions/")}
    older = versions - {current}
    return strange + (sorted(older) if len(older) > 1 else [])
