"""One installation that refreshes night after night, with a model of hashes and lakes that break."""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow as pa

from teamlandkarte.etl.gates import Allowed
from teamlandkarte.etl.lake import Lake, open_lake
from teamlandkarte.etl.lake_tables import AnyTable, LakeTable
from teamlandkarte.etl.progress import Progress
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.config import Config, Database, Refresh, Storage
from teamlandkarte.index.dataset import CurrentDataset, Dataset
from teamlandkarte.index.runs import RefreshRun, RunHistory
from teamlandkarte.index.versions import DatasetVersions
from tests import lake_files
from tests.clock import Clock
from tests.hash_embedder import HashEmbedder

REJECTED_IN_THE_LAKE = 0.5  # the hand-written lake has every fault once, so a large share of its few rows is rejected


class SameLake:
    """A lake that says and delivers what another does."""

    def __init__(self, lake: Lake) -> None:
        self._lake = lake
        self.name = lake.name
        self.sample = lake.sample

    def columns(self, table: AnyTable) -> dict[str, str]:
        return self._lake.columns(table)

    def count(self, table: AnyTable) -> int:
        return self._lake.count(table)

    def check(self) -> str:
        return self._lake.check()

    def fetch(self, table: AnyTable) -> Iterator[pa.RecordBatch]:
        return self._lake.fetch(table)


class BrokenLake(SameLake):
    """A lake that delivers what another does until it is asked for one table."""

    def __init__(self, lake: Lake, table: LakeTable, error: Exception) -> None:
        super().__init__(lake)
        self._table = table
        self._error = error

    def fetch(self, table: AnyTable) -> Iterator[pa.RecordBatch]:
        if table is self._table:
            raise self._error
        return super().fetch(table)


class Night:
    """One installation: a lake that changes, a storage folder, a model."""

    def __init__(self, lake: Path, storage: Path) -> None:
        self.lake = lake
        self.clock = Clock()
        self.embedder = HashEmbedder()
        self.config = Config(
            database=Database(backend="duckdb", path=lake),
            refresh=Refresh(max_rejected=REJECTED_IN_THE_LAKE),
            storage=Storage(path=storage, grace_hours=72),
        )
        self.versions = DatasetVersions(self.config.storage)

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
        progress: Progress | None = None,
        **allowed: Sequence[str],
    ) -> RefreshRun:
        """Run one refresh, then let the night pass; `allowed` are the options `allow_…`."""
        try:
            return refresh(
                self.config,
                lake or self.open_lake(),
                embedder or self.embedder,
                bridge=bridge,
                clock=self.clock,
                progress=progress,
                allowed=Allowed(**{option.removeprefix("allow_"): tables for option, tables in allowed.items()}),
            )
        finally:
            self.clock.move(days=1)

    def open_lake(self) -> Lake:
        return open_lake(self.config.database, self.config.credentials)

    def dataset(self) -> Dataset:
        return CurrentDataset(DatasetVersions(self.config.storage)).get()

    def history(self) -> list[RefreshRun]:
        return RunHistory(self.config.storage).latest()

    def edit(self, name: str, change: tuple[str, str]) -> None:
        """Replace a text in one of the lake's files."""
        lake_files.edit(self.lake, name, change)

    def keep_header_only(self, name: str) -> None:
        lake_files.keep_header_only(self.lake, name)

    def without(self, name: str, *ids: str) -> None:
        """Take rows out of one of the lake's files, by what their first column says."""
        lake_files.without(self.lake, name, *ids)

    def limit(self, **limits: float) -> None:
        """Set bounds of `[refresh]`."""
        bounds = self.config.refresh.model_copy(update=limits)
        self.config = self.config.model_copy(update={"refresh": bounds})


def refreshed_from(folder: Path) -> Night:
    """Refresh once from the lake in a folder, in which far more is odd than a refresh would let pass."""
    night = Night(folder / "lake", folder / "data")
    night.limit(max_rejected=1.0)
    night.refresh()
    return night
