"""The refresh run: whole or not at all, recorded, and nothing new for unchanged data."""

import csv
import datetime as dt
import errno
import hashlib
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from numpy.typing import NDArray

from teamlandkarte.etl.lake import Lake, open_lake
from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.etl.lock import refresh_lock
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.calibration import LOCAL_CALIBRATION, RAW_COSINE
from teamlandkarte.index.config import Config, Database, Storage
from teamlandkarte.index.dataset import CurrentDataset, Dataset
from teamlandkarte.index.embedding import LOCAL_MODEL, LocalEncoder
from teamlandkarte.index.errors import EmbeddingError, RefreshError, RefreshLockedError, SourceError
from teamlandkarte.index.runs import RefreshRun, RunHistory
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
CAPACITIES = "teamlandkarte_v_capacities_latest.csv"
COMPETENCES = "teamlandkarte_v_competences_latest.csv"
TASKS = "beschaffungstool_kmp_task_latest.csv"


class HashEmbedder:
    """Turns a text into the direction that its hash points to, and notes what it was asked for."""

    def __init__(self, model: str = LOCAL_MODEL, dimensions: int = 16) -> None:
        self.model = model
        self.dimensions = dimensions
        self.asked: list[str] = []
        self.refused: frozenset[str] = frozenset()

    @property
    def computed(self) -> int:
        return len(self.asked)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if unwilling := [text for text in texts if text in self.refused]:
            raise EmbeddingError("the model refuses a text", texts=unwilling)
        self.asked.extend(texts)
        vectors = [self._vector(text) for text in texts]
        return np.array(vectors, np.float32).reshape(len(texts), self.dimensions)

    def _vector(self, text: str) -> NDArray[np.float64]:
        seed = int.from_bytes(hashlib.sha256(f"{self.model}|{text}".encode()).digest()[:8], "big")
        vector = np.random.default_rng(seed).standard_normal(self.dimensions)
        unit: NDArray[np.float64] = vector / np.linalg.norm(vector)
        return unit


class Nights:
    """A clock that stands still until the next night."""

    def __init__(self) -> None:
        self.now = dt.datetime(2026, 3, 1, 2, 30, tzinfo=dt.UTC)

    def __call__(self) -> dt.datetime:
        return self.now

    def next(self) -> None:
        self.now += dt.timedelta(days=1)


class BrokenLake:
    """A lake that delivers what another does until it is asked for one table."""

    def __init__(self, lake: Lake, table: LakeTable, error: Exception) -> None:
        self._lake = lake
        self._table = table
        self._error = error
        self.name = lake.name
        self.sample = lake.sample

    def count(self, table: LakeTable) -> int:
        return self._lake.count(table)

    def check(self) -> str:
        return self._lake.check()

    def fetch(self, table: LakeTable) -> Iterator[pa.RecordBatch]:
        if table is self._table:
            raise self._error
        return self._lake.fetch(table)


class Night:
    """One installation: a lake that changes, a storage folder, a model."""

    def __init__(self, lake: Path, storage: Path) -> None:
        self.lake = lake
        self.clock = Nights()
        self.embedder = HashEmbedder()
        self.config = Config(
            database=Database(backend="duckdb", path=lake),
            storage=Storage(path=storage, grace_hours=72),
        )
        self.versions = DatasetVersions(self.config.storage, clock=self.clock)

    def after(self, first: "Night") -> "Night":
        """Go on from where another installation is."""
        shutil.copytree(first.config.storage.path, self.config.storage.path)
        self.clock.now = first.clock.now
        return self

    @property
    def current(self) -> str:
        """The id of the current version, which must be intact."""
        version = DatasetVersions(self.config.storage).current()
        assert version.degraded is None
        return version.id

    def refresh(
        self,
        *,
        lake: Lake | None = None,
        embedder: HashEmbedder | None = None,
        bridge: HashEmbedder | None = None,
        allow_empty: Sequence[str] = (),
    ) -> RefreshRun:
        """Run one refresh, then let the night pass."""
        try:
            return refresh(
                self.config,
                lake or self.open_lake(),
                embedder or self.embedder,
                bridge=bridge,
                allow_empty=allow_empty,
                clock=self.clock,
            )
        finally:
            self.clock.next()

    def open_lake(self) -> Lake:
        return open_lake(self.config.database, self.config.credentials)

    def dataset(self) -> Dataset:
        return CurrentDataset(DatasetVersions(self.config.storage)).get()

    def history(self) -> list[RefreshRun]:
        return RunHistory(self.config.storage).latest()

    def edit(self, name: str, change: tuple[str, str]) -> None:
        """Replace a text in one of the lake's files."""
        path = self.lake / name
        text = path.read_text("utf-8")
        assert change[0] in text
        path.write_text(text.replace(*change), "utf-8")

    def keep_header_only(self, name: str) -> None:
        path = self.lake / name
        path.write_text(path.read_text("utf-8").partition("\n")[0] + "\n", "utf-8")


@pytest.fixture(scope="module")
def first_night(tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Night:
    """An installation after its first refresh."""
    night = Night(tiny_lake, tmp_path_factory.mktemp("first") / "data")
    night.refresh()
    return night


@pytest.fixture
def second_night(first_night: Night, own_lake: Path, tmp_path: Path) -> Night:
    """The same installation a night later, with a lake that a test may change."""
    return Night(own_lake, tmp_path / "data").after(first_night)


@pytest.fixture
def night(own_lake: Path, tmp_path: Path) -> Night:
    return Night(own_lake, tmp_path / "data")


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
        "roles.faiss",
        "snapshot.duckdb",
    ]


def test_run_is_recorded_with_its_phases(first_night: Night) -> None:
    (run,) = first_night.history()

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
    assert run.dataset_version == first_night.current
    assert run.counts.items() >= LAKE_FACTS.items()
    assert run.embedded == len(first_night.embedder.asked)
    manifest = first_night.versions.current().manifest
    assert manifest.refresh_run == run.run_id
    assert manifest.source_rows["capacities"] == 15  # without K011, whom the lake has deleted


def test_each_distinct_term_is_embedded_once_in_its_most_frequent_spelling(first_night: Night) -> None:
    asked = first_night.embedder.asked

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
    ("teamlandkarte_v_capacity_certificates_latest.csv", ("Scrum", "Kanban")),
    ("beschaffungstool_kmp_skill_latest.csv", ("Arbeitsschutz", "Brandschutz")),
    ("teamlandkarte_v_capacity_competences_latest.csv", ("K002,C99", "K002,C98")),
]


def test_any_change_of_the_lake_is_published(second_night: Night) -> None:
    for name, change in CHANGES:
        before = second_night.versions.current().manifest
        second_night.edit(name, change)

        run = second_night.refresh()

        assert run.status == "succeeded", change
        assert run.dataset_version == second_night.current != before.dataset_version
        assert second_night.versions.current().manifest.previous_content_hash == before.content_hash


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


def test_lake_that_fails_leaves_the_old_version_current(second_night: Night) -> None:
    first = second_night.current
    second_night.edit(CAPACITIES, ("Senior", "Principal"))
    for table in LakeTable:
        broken = BrokenLake(second_night.open_lake(), table, SourceError(f"table {table.value} is not there"))

        with pytest.raises(SourceError, match=table.value):
            second_night.refresh(lake=broken)

        assert second_night.current == first
        failed = second_night.history()[0]
        assert (failed.status, failed.dataset_version) == ("failed", None)
        assert failed.reason == f"table {table.value} is not there"
        assert not (second_night.config.storage.path / "staging").exists()


def test_snapshot_holds_the_runs_up_to_its_own(second_night: Night) -> None:
    with pytest.raises(SourceError):
        second_night.refresh(lake=BrokenLake(second_night.open_lake(), LakeTable.TASKS, SourceError("lake down")))
    second_night.edit(CAPACITIES, ("Senior", "Principal"))
    last = second_night.refresh()

    path = second_night.versions.current().folder / "snapshot.duckdb"
    with duckdb.connect(str(path), read_only=True) as analyst:
        rows = analyst.execute("SELECT status, dataset_version FROM refresh_runs ORDER BY run_id").fetchall()
    assert [row[0] for row in rows] == ["succeeded", "failed", "succeeded"]
    assert rows[-1][1] == last.dataset_version


def test_term_that_cannot_be_embedded_fails_the_run(night: Night) -> None:
    night.embedder.refused = frozenset(["Gleisbau"])

    with pytest.raises(EmbeddingError):
        night.refresh()

    assert night.versions.ids() == []
    assert night.history()[0].status == "failed"


def test_full_disk_is_called_that(night: Night) -> None:
    full = OSError(errno.ENOSPC, "No space left on device", str(night.lake))

    with pytest.raises(RefreshError, match=r"the disk of \[storage\] path is full") as failure:
        night.refresh(lake=BrokenLake(night.open_lake(), LakeTable.TASKS, full))

    assert str(night.lake) not in str(failure.value)
    assert "full" in str(night.history()[0].reason)


def test_fault_of_our_own_is_recorded_and_not_hidden(night: Night) -> None:
    with pytest.raises(ZeroDivisionError):
        night.refresh(lake=BrokenLake(night.open_lake(), LakeTable.TASKS, ZeroDivisionError()))

    assert night.history()[0].reason == "unexpected ZeroDivisionError; see the log"


def test_tables_that_lost_all_their_rows_are_refused_by_name(second_night: Night) -> None:
    first = second_night.current
    second_night.keep_header_only(TASKS)  # takes the skills of all tasks with it

    with pytest.raises(RefreshError, match=r"no valid row is left in task_skills \(9 rows before\), tasks \(5 rows"):
        second_night.refresh()
    with pytest.raises(RefreshError, match=r"run `teamlandkarte refresh --allow-empty task_skills`"):
        second_night.refresh(allow_empty=["tasks"])
    assert second_night.current == first

    allowed = second_night.refresh(allow_empty=["tasks", "task_skills"])
    assert (allowed.status, allowed.counts["tasks"], allowed.counts["capacities"]) == ("succeeded", 0, 11)


def test_lake_without_any_row_gives_an_empty_version(night: Night, caplog: pytest.LogCaptureFixture) -> None:
    for path in night.lake.glob("*.csv"):
        night.keep_header_only(path.name)

    assert night.refresh().status == "succeeded"

    dataset = night.dataset()
    assert len(dataset.people) == 0
    assert dataset.competences.terms == dataset.roles.terms == ()
    assert caplog.records == []


def test_vocabulary_of_blank_names_only_is_warned_of(night: Night, caplog: pytest.LogCaptureFixture) -> None:
    (night.lake / COMPETENCES).write_text('id,name\nC01,"  "\nC02,\u200b\n', "utf-8")
    night.keep_header_only("beschaffungstool_kmp_skill_latest.csv")

    night.refresh()

    assert "all 2 competences of the lake have blank names" in caplog.text
    assert len(night.dataset().people) == 11


def test_damaged_current_version_is_replaced_though_the_lake_is_unchanged(second_night: Night) -> None:
    (second_night.config.storage.path / "versions" / second_night.current / "roles.faiss").write_bytes(b"")

    run = second_night.refresh()

    assert run.status == "succeeded"
    assert second_night.current == run.dataset_version


def test_second_refresh_at_once_is_refused_and_told_who_runs(second_night: Night) -> None:
    before = second_night.history()
    with (
        refresh_lock(second_night.config.storage, second_night.clock),
        pytest.raises(RefreshLockedError, match=r"process \d+ on .+, since 2026-03-02T02:30:00\+00:00"),
    ):
        second_night.refresh()

    assert second_night.history() == before


KILLED = """
import os, signal, sys
from pathlib import Path
from teamlandkarte.etl import refresh as module
from teamlandkarte.etl.lake import open_lake
from teamlandkarte.index.config import Config, Database, Storage
from tests.etl.test_refresh import HashEmbedder

config = Config(database=Database(path=Path(sys.argv[1])), storage=Storage(path=Path(sys.argv[2])))

class Killer:
    def phase(self, name, total):
        if name == sys.argv[3]:
            os.kill(os.getpid(), signal.SIGKILL)
    def advance(self, steps):
        pass

module.refresh(config, open_lake(config.database, config.credentials), HashEmbedder(), progress=Killer())
"""


class Interrupter:
    """A progress that is followed by Ctrl-C as soon as a version has been published."""

    def __init__(self, storage: Path) -> None:
        self._current = storage / "CURRENT"
        self._before = self._current.read_text("utf-8")

    def watch(self, _frame: object, _event: str, _argument: object) -> None:
        if self._current.read_text("utf-8") != self._before:
            sys.setprofile(None)
            raise KeyboardInterrupt


def test_run_that_is_interrupted_after_publishing_has_succeeded(second_night: Night) -> None:
    second_night.edit(CAPACITIES, ("Senior", "Principal"))
    before = second_night.current
    interrupter = Interrupter(second_night.config.storage.path)
    sys.setprofile(interrupter.watch)
    try:
        with pytest.raises(KeyboardInterrupt):
            second_night.refresh()
    finally:
        sys.setprofile(None)

    run = second_night.history()[0]
    assert run.status == "succeeded"
    assert run.dataset_version == second_night.current != before


def test_run_that_was_killed_after_publishing_has_succeeded(second_night: Night) -> None:
    (run,) = second_night.history()
    history = RunHistory(second_night.config.storage)
    history.record(run.model_copy(update={"status": "running", "finished_at": None, "dataset_version": None}))

    second_night.refresh()

    killed = second_night.history()[1]
    assert (killed.status, killed.dataset_version) == ("succeeded", second_night.current)


@pytest.mark.parametrize("phase", ["build", "publish"])
def test_killed_refresh_leaves_the_old_version_and_the_next_one_cleans_up(second_night: Night, phase: str) -> None:
    first = second_night.current
    second_night.edit(CAPACITIES, ("Senior", "Principal"))
    root = Path(__file__).parents[2]
    code = KILLED.replace("from tests.etl", f"sys.path.append({str(root)!r})\nfrom tests.etl")
    arguments = [str(second_night.lake), str(second_night.config.storage.path), phase]
    killed = subprocess.run([sys.executable, "-c", code, *arguments], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert second_night.current == first

    second_night.clock.now = dt.datetime.now(dt.UTC) + dt.timedelta(minutes=1)
    after = second_night.refresh()

    assert second_night.current == after.dataset_version != first
    assert not (second_night.config.storage.path / "staging").exists()
    interrupted = second_night.history()[1]
    assert (interrupted.status, interrupted.reason) == ("failed", "the process ended before the run did")


def test_local_model_gives_equal_vectors_again(encoder: LocalEncoder, dataset_config: Config) -> None:
    """What is stored is the same on every machine and in every run."""
    dataset = CurrentDataset(DatasetVersions(dataset_config.storage)).get()
    again = encoder.embed(dataset.roles.terms)

    stored = np.array([dataset.roles.vector(term) for term in dataset.roles.terms])
    assert np.abs(stored - again).max() <= 2.0**-22
