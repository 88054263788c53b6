"""The vectors of a published version, used again for a version with fewer rows: no service and no cache is asked."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.embedding import Embedder
from teamlandkarte.index.errors import EmbeddingError
from teamlandkarte.index.grid import Steps, components, on_grid
from teamlandkarte.index.manifest import IndexEntry
from teamlandkarte.index.text import folded


class CarriedVectors:
    """An embedder that knows the terms of one index.

    Other texts go to the local model, if the index is of it. If it is of another, a term that is spelled differently
    than before keeps its vector: the spelling used most may change with whoever used it.
    """

    def __init__(self, entry: IndexEntry, terms: Sequence[str], vectors: Steps, encoder: Embedder) -> None:
        """Take an index, its terms and n × d vectors on the grid in the order of the term ids, and the local model."""
        self._entry = entry
        self._rows = dict(zip(terms, vectors, strict=True))
        self._by_identity = {folded(term): vector for term, vector in self._rows.items()}
        self._encoder = encoder
        self.computed = 0

    @property
    def model(self) -> str:
        """Identity of the model that made the vectors."""
        return self._entry.model

    @property
    def dimensions(self) -> int:
        """Number of components of a vector."""
        return self._entry.dimensions

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return n × d unit vectors in the order of the texts.

        Raises:
            EmbeddingError: the version lacks a text, and the local model is not the one that made its vectors.
        """
        unknown = [text for text in dict.fromkeys(texts) if text not in self._rows]
        if unknown:
            self._rows |= dict(zip(unknown, self._of_unknown(unknown), strict=True))
        rows = np.array([self._rows[text] for text in texts], np.int16)
        return components(rows).reshape(len(texts), self.dimensions)

    def _of_unknown(self, texts: Sequence[str]) -> Sequence[Steps]:
        if self._encoder.model == self.model:
            self.computed += len(texts)
            return list(on_grid(self._encoder.embed(texts)))
        try:
            return [self._by_identity[folded(text)] for text in texts]
        except KeyError as exc:
            raise EmbeddingError(
                "the version has no vector for a term of its own rows; run `teamlandkarte refresh`, which leaves out "
                "the erased as well",
                texts=texts,
            ) from exc
