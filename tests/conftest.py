"""What every test may use: the hand-written lake, a dataset version refreshed from it, a scrubbed environment."""

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import duckdb
import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings

from teamlandkarte.index.config import Config, Database, EmbeddingCache, Refresh, Storage
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.index.versions import utc_now
from tests.local_model import LOCAL

MadeOnce = Callable[[str, Callable[[Path], None]], Path]
CopyCache = Callable[[Path], None]

# How long an example takes says something about the machine only, and fixtures hold nothing that an example changes.
settings.register_profile(
    "untimed",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("untimed")

# A shell without job control lets what it starts in the background ignore Ctrl-C, and every process started from there.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

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
def encoder() -> LocalEncoder:
    """The bundled model."""
    return LOCAL


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> MadeOnce:
    """Return a function that fills a folder of the given name once for all parallel workers; tests only read it."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own

    def made(name: str, fill: Callable[[Path], None]) -> Path:
        folder = shared / name
        with FileLock(shared / f"{name}.lock"):
            if not folder.exists():
                draft = tmp_path_factory.mktemp(name)
                fill(draft)
                draft.rename(folder)
        return folder

    return made


@pytest.fixture(scope="session")
def dataset_config(tiny_lake: Path, encoder: LocalEncoder, made_once: MadeOnce) -> Config:
    """A configuration whose storage and cache hold one real refresh of the hand-written lake with the local model."""

    def config_of(folder: Path) -> Config:
        return Config(
            database=Database(backend="duckdb", path=tiny_lake),
            embedding_cache=EmbeddingCache(path=folder / "embeddings.sqlite3"),
            refresh=Refresh(max_rejected=0.5),  # the lake has every fault once, and few rows
            storage=Storage(path=folder / "data"),
        )

    def fill(folder: Path) -> None:
        from teamlandkarte.etl import embedding_cache
        from teamlandkarte.etl.embedders import CachedEmbedder, InBatches
        from teamlandkarte.etl.lake import open_lake
        from teamlandkarte.etl.refresh import refresh

        config = config_of(folder)
        cache = embedding_cache.EmbeddingCache(config.embedding_cache.path, config.embedding_cache.ttl_days, utc_now)
        lake = open_lake(config.database, config.credentials)
        refresh(config, lake, CachedEmbedder(InBatches(encoder), cache))

    return config_of(made_once("dataset", fill))


@pytest.fixture(scope="session")
def dataset_folder(dataset_config: Config) -> Path:
    """The `[storage] path` after that refresh; tests only read it."""
    return dataset_config.storage.path


@pytest.fixture(scope="session")
def copy_cache(dataset_config: Config) -> CopyCache:
    """Return a function that copies the embedding cache, which knows the hand-written lake's terms."""

    def copy(file: Path) -> None:
        file.parent.mkdir(exist_ok=True)
        with (
            closing(sqlite3.connect(dataset_config.embedding_cache.path)) as known,
            closing(sqlite3.connect(file)) as own,
        ):
            known.backup(own)

    return copy


@pytest.fixture
def analyst(dataset_folder: Path, tmp_path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A person in the DuckDB command line, on a copy: one process opens a file in one way, and servers have it open."""
    current = (dataset_folder / "CURRENT").read_text("utf-8").strip()
    copy = shutil.copy(dataset_folder / "versions" / current / "snapshot.duckdb", tmp_path / "snapshot.duckdb")
    with duckdb.connect(str(copy), read_only=True) as connection:
        yield connection
