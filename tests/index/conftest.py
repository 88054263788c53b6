"""A folder for dataset versions, and a clock that moves when it is told to."""

from pathlib import Path

import pytest

from teamlandkarte.index.config import Storage
from teamlandkarte.index.versions import DatasetVersions
from tests.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(path=tmp_path / "data", grace_hours=24)


@pytest.fixture
def versions(storage: Storage, clock: Clock) -> DatasetVersions:
    return DatasetVersions(storage, clock=clock)
