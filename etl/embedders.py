"""The embedder of a refresh: memory, then the cache, then whoever computes the vectors."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.etl.embedding_answer import Batch
from teamlandkarte.etl.embedding_cache import EmbeddingCache
from teamlandkarte.index.config import Config
from teamlandkarte.index.contradictions import missing_embedding_key
from teamlandkarte.index.embedding import Embedder, LocalEncoder
from teamlandkarte.index.errors import ConfigError, EmbeddingError
from teamlandkarte.index.text import clean
from teamlandkarte.index.versions import Clock, utc_now

if TYPE_CHECKING:
    from teamlandkarte.etl.openai_embedding import OpenAIEmbedder

_LOCAL_BATCH = 64  # texts between two writes to the cache


class BatchEmbedder(Protocol):
    """Computes vectors batch by batch, so that what is done is kept when a later batch fails."""

    @property
    def model(self) -> str:
        """Identity of the model."""

    @property
    def dimensions(self) -> int:
        """Number of components of a vector."""

    def batches(self, texts: Sequence[str]) -> Iterator[Batch]:
        """Yield texts and their n × d unit vectors until all are done.

        Raises:
            EmbeddingError: A batch failed.
        """


class InBatches:
    """An embedder that is asked for some texts at a time."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def model(self) -> str:
        """Identity of the model."""
        return self._embedder.model

    @property
    def dimensions(self) -> int:
        """Number of components of a vector."""
        return self._embedder.dimensions

    def batches(self, texts: Sequence[str]) -> Iterator[Batch]:
        """Yield texts and their vectors.

        Raises:
            EmbeddingError: A text could not be embedded.
        """
        for start in range(0, len(texts), _LOCAL_BATCH):
            batch = texts[start : start + _LOCAL_BATCH]
            yield batch, self._embedder.embed(batch)


class CachedEmbedder:
    """An `Embedder` that computes each distinct text once: it looks into memory, then into the cache.

    Texts are normalised as they are stored (`text.clean`); `computed` counts those that neither of the two knew.
    """

    def __init__(self, source: BatchEmbedder, cache: EmbeddingCache) -> None:
        self._source = source
        self._cache = cache
        self._memory: dict[str, NDArray[np.float32]] = {}
        self.computed = 0

    @property
    def model(self) -> str:
        """Identity of the model."""
        return self._source.model

    @property
    def dimensions(self) -> int:
        """Number of components of a vector."""
        return self._source.dimensions

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return n × d unit vectors in the order of the texts.

        Raises:
            EmbeddingError: A text is blank, or a batch failed; the batches before it are in the cache.
        """
        normalised = [clean(text) for text in texts]
        if "" in normalised:
            raise EmbeddingError("a blank text has no vector; leave it out", texts=texts)
        missing = self.missing(normalised)
        for batch, vectors in self._source.batches(missing) if missing else ():
            new = dict(zip(batch, vectors, strict=True))
            self._cache.store(self.model, self.dimensions, new)
            self._memory |= new
            self.computed += len(new)
        vectors = np.empty((len(texts), self.dimensions), np.float32)
        for row, text in enumerate(normalised):
            vectors[row] = self._memory[text]
        return vectors

    def missing(self, texts: Sequence[str]) -> list[str]:
        """Return the distinct texts, normalised, whose vectors neither memory nor cache holds."""
        unknown = [text for text in dict.fromkeys(map(clean, texts)) if text not in self._memory]
        if unknown:
            self._memory |= self._cache.find(self.model, self.dimensions, unknown)
        return [text for text in unknown if text not in self._memory]


def open_provider(config: Config) -> "LocalEncoder | OpenAIEmbedder":
    """Return the configured embedder itself, without memory and cache.

    Raises:
        ConfigError: The key of the service is missing.
    """
    if config.embedding.provider == "local":
        return LocalEncoder(config.embedding.threads)
    from teamlandkarte.etl.openai_embedding import OpenAIEmbedder  # takes a while, and most refreshes are local

    if (missing := missing_embedding_key(config)) is not None:
        raise ConfigError([missing])
    if config.azure_openai.endpoint:
        return OpenAIEmbedder(config.azure_openai, config.credentials.azure_openai_api_key, config.embedding)
    return OpenAIEmbedder(config.openai, config.credentials.openai_api_key, config.embedding)


def open_embedder(config: Config) -> CachedEmbedder:
    """Return the configured embedder behind the cache; expired entries are forgotten.

    Raises:
        ConfigError: The key of the service is missing.
    """
    provider = open_provider(config)
    cache = open_cache(config)
    cache.expire()
    return CachedEmbedder(InBatches(provider) if isinstance(provider, LocalEncoder) else provider, cache)


def open_bridge(config: Config, clock: Clock = utc_now) -> CachedEmbedder | None:
    """Return the local model behind the cache where the configured embedder is a remote one, else None."""
    return None if config.embedding.provider == "local" else open_local(config, clock)


def open_local(config: Config, clock: Clock) -> CachedEmbedder:
    """Return the local model behind the cache; it loads when the cache lacks a text."""
    return CachedEmbedder(InBatches(LocalEncoder(config.embedding.threads)), open_cache(config, clock))


def open_cache(config: Config, clock: Clock = utc_now) -> EmbeddingCache:
    """Return the configured cache."""
    return EmbeddingCache(config.embedding_cache.path, config.embedding_cache.ttl_days, clock)
