"""A refresh whose vectors come from an embedding service, with the local model as its bridge."""

import json
from pathlib import Path

import pytest

from teamlandkarte.etl.embedders import open_bridge, open_embedder
from teamlandkarte.etl.lake import open_lake
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.config import Config, Database, Embedding, OpenAI, Refresh, Storage
from teamlandkarte.index.config import EmbeddingCache as EmbeddingCacheSettings
from teamlandkarte.index.embedding import LOCAL_MODEL
from teamlandkarte.index.errors import EmbeddingError, NoDatasetError
from teamlandkarte.index.runs import RefreshRun
from teamlandkarte.index.text import clean, folded
from teamlandkarte.index.versions import DatasetVersions
from tests.conftest import CopyCache
from tests.etl.embedding_service import DIMENSIONS, EmbeddingService, always, good, refusal
from tests.etl.night import REJECTED_IN_THE_LAKE


@pytest.fixture
def config(service: EmbeddingService, own_lake: Path, tmp_path: Path, copy_cache: CopyCache) -> Config:
    """A remote provider, and a cache that knows what the local model says about the lake's terms."""
    cache = tmp_path / "embeddings.sqlite3"
    copy_cache(cache)
    return Config(
        database=Database(path=own_lake),
        embedding=Embedding(provider="openai", max_attempts=1),
        openai=OpenAI(
            base_url=f"{service.address}/v1", embedding_model="m", dimensions=DIMENSIONS, embedding_batch_size=5
        ),
        embedding_cache=EmbeddingCacheSettings(path=cache),
        refresh=Refresh(max_rejected=REJECTED_IN_THE_LAKE),
        storage=Storage(path=tmp_path / "data"),
    )


def refreshed(config: Config) -> RefreshRun:
    lake = open_lake(config.database, config.credentials)
    return refresh(config, lake, open_embedder(config), bridge=open_bridge(config))


def test_a_refresh_asks_for_each_term_of_the_lake_once_and_for_nothing_the_next_time(
    service: EmbeddingService, config: Config
) -> None:
    run = refreshed(config)
    asked = [text for request in service.asked for text in request.body["input"]]
    manifest = DatasetVersions(config.storage).current().manifest
    assert run.status == "succeeded"
    assert len(asked) == len({folded(text) for text in asked}) == 12 + 6
    assert all(clean(text) == text != "" for text in asked)
    assert max(service.sizes) == 5
    assert {name: (entry.model, entry.terms) for name, entry in manifest.indexes.items()} == {
        "competences": ("compatible:m", 12),
        "roles": ("compatible:m", 6),
        "competences.local": (LOCAL_MODEL, 12),
        "roles.local": (LOCAL_MODEL, 6),
    }
    service.asked.clear()
    assert refreshed(config).status == "unchanged"
    assert service.asked == []


def test_a_failing_batch_fails_the_refresh_with_its_terms_in_the_log(
    service: EmbeddingService, config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    service.script = [good, always(refusal(503, "busy"))]
    with pytest.raises(EmbeddingError) as caught:
        refreshed(config)
    failed = service.asked[1].body["input"]
    assert list(caught.value.texts) == failed
    assert json.dumps(failed, ensure_ascii=False) in caplog.text
    with pytest.raises(NoDatasetError):
        DatasetVersions(config.storage).current()
    service.asked.clear()
    assert refreshed(config).status == "succeeded"
    assert service.sizes[0] == 5
    assert sum(service.sizes) == 12 + 6 - 5
