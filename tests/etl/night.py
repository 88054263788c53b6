"""One installation that refreshes night after night, with a model of hashes and lakes that break."""

import datetime as dt
import hashlib
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from teamlandkarte.etl.lake import Lake, open_lake
from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.config import Config, Database, Storage
from teamlandkarte.index.dataset import CurrentDataset, Dataset
from teamlandkarte.index.embedding import LOCAL_MODEL
from teamlandkarte.index.errors import EmbeddingError
from teamlandkarte.index.runs import RefreshRun, RunHistory
from teamlandkarte.index.versions import DatasetVersions

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
