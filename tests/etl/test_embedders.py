"""Who embeds the terms of a refresh, as the configuration says."""

from pathlib import Path

import numpy as np
import pytest
from pydantic import SecretStr

from teamlandkarte.etl.embedders import open_bridge, open_embedder, open_provider
from teamlandkarte.index.config import AzureOpenAI, Config, Credentials, Embedding, EmbeddingCache, OpenAI
from teamlandkarte.index.embedding import LOCAL_MODEL, LocalEncoder
from teamlandkarte.index.errors import ConfigError

REMOTE = Embedding(provider="openai")


def test_the_default_is_the_local_model_behind_the_cache(encoder: LocalEncoder, tmp_path: Path) -> None:
    config = Config(embedding_cache=EmbeddingCache(path=tmp_path / "embeddings.sqlite3"))
    cold = open_embedder(config)
    vectors = cold.embed(["Gleisbau", "Python"])
    warm = open_embedder(config)
    np.testing.assert_array_equal(warm.embed(["Python", "Gleisbau"]), vectors[::-1])
    assert (cold.model, cold.computed, warm.computed) == (LOCAL_MODEL, 2, 0)
    np.testing.assert_array_equal(vectors, encoder.embed(["Gleisbau", "Python"]))
    assert open_bridge(config) is None


def test_a_remote_provider_has_the_local_model_as_its_bridge(tmp_path: Path) -> None:
    cache = EmbeddingCache(path=tmp_path / "embeddings.sqlite3")
    config = Config(embedding=REMOTE, openai=OpenAI(base_url="http://127.0.0.1:1/v1"), embedding_cache=cache)
    bridge = open_bridge(config)
    assert bridge is not None
    assert bridge.model == LOCAL_MODEL
    assert open_embedder(config).model == "compatible:text-embedding-3-large"


def test_the_service_is_azure_where_an_endpoint_is_set() -> None:
    key = Credentials(azure_openai_api_key=SecretStr("k"))
    azure = AzureOpenAI(endpoint="https://a.example", dimensions=1536)
    assert open_provider(Config(embedding=REMOTE, azure_openai=azure, credentials=key)).dimensions == 1536


def test_a_missing_key_is_a_configuration_problem() -> None:
    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        open_provider(Config(embedding=REMOTE))
