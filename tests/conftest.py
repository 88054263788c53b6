"""What every test may use: the hand-written lake, a dataset version refreshed from it, a scrubbed environment."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from teamlandkarte.index.config import Config, Database, EmbeddingCache, Storage

_LAKE = Path(__file__).parent / "lake"
_READ_BY_THE_PRODUCT = (
    "AZURE_OPENAI_EMBEDDING_API_KEY",
    "CURL_CA_BUNDLE",
    "DATA_LAKE_PASSWORD",
    "DATA_LAKE_USERNAME",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "REQUESTS_CA_BUNDLE",
    "TEAMLANDKARTE_CONFIG",
)


@pytest.fixture(scope="session", autouse=True)
def _scrubbed_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No setting or credential of the person who runs the tests reaches them."""
    with pytest.MonkeyPatch.context() as patch:
        for name in _READ_BY_THE_PRODUCT:
            patch.delenv(name, raising=False)
        home = str(tmp_path_factory.mktemp("home"))
        for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA"):
            patch.setenv(name, home)
        yield
    assert os.environ.get("HOME") != home


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Asynchronous tests run on asyncio, as the server does."""
    return "asyncio"


@pytest.fixture(scope="session")
def tiny_lake() -> Path:
    """The folder of the hand-written lake, one CSV file per table; `tests/lake/README.md` states its facts."""
    return _LAKE


@pytest.fixture
def own_lake(tmp_path: Path) -> Path:
    """A copy of the hand-written lake that a test may change."""
    return shutil.copytree(_LAKE, tmp_path / "lake")


@pytest.fixture(scope="session")
def dataset_config(tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Config:
    """A configuration that refreshes from the hand-written lake with the local model."""
    folder = tmp_path_factory.mktemp("dataset")
    return Config(
        database=Database(backend="duckdb", path=tiny_lake),
        embedding_cache=EmbeddingCache(path=folder / "embeddings.sqlite3"),
        storage=Storage(path=folder / "data"),
    )


@pytest.fixture(scope="session")
def dataset_folder(dataset_config: Config) -> Path:
    """The `[storage] path` after one real refresh of the hand-written lake with the local model; tests only read it."""
    from teamlandkarte.etl.embedders import open_embedder
    from teamlandkarte.etl.lake import open_lake
    from teamlandkarte.etl.refresh import refresh

    lake = open_lake(dataset_config.database, dataset_config.credentials)
    refresh(dataset_config, lake, open_embedder(dataset_config))
    return dataset_config.storage.path
