"""A folder for dataset versions, and a clock that moves when it is told to."""

from pathlib import Path

import pytest

from teamlandkarte.index.config import Storage
from teamlandkarte.index.retention import Retention
from teamlandkarte.index.versions import DatasetVersions
from tests.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    """Old versions stay for their grace period alone."""
    return Storage(path=tmp_path / "data", grace_hours=24, keep_versions=1, keep_days=0)


@pytest.fixture
def versions(storage: Storage) -> DatasetVersions:
    return DatasetVersions(storage)


@pytest.fixture
def retention(storage: Storage, versions: DatasetVersions, clock: Clock) -> Retention:
    return Retention(storage, versions, clock)
