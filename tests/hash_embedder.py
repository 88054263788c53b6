"""A model without meaning, for tests in which only identity counts."""

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.embedding import LOCAL_MODEL
from teamlandkarte.index.errors import EmbeddingError


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
