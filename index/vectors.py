"""Vector indexes on disk: the only user of FAISS.

An index is `IndexIDMap2` over `IndexFlatIP`; the id of a vector is its term id, which is also its row number.
Files are read and written by Python, because FAISS cannot open paths with umlauts on Windows.
"""

from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.grid import on_grid


class _Held:
    """Memory of an index, from which an array is made that keeps the index: a copy would double what vectors take."""

    def __init__(self, memory: NDArray[np.float32], owner: object) -> None:
        self.__array_interface__ = memory.__array_interface__
        self.owner = owner


class VectorIndex:
    """An immutable index of unit vectors, one per term, in the order of the term ids."""

    def __init__(self, index: Any, content: NDArray[np.uint8] | None = None) -> None:  # noqa: ANN401 - FAISS has no types
        self._index = index
        self._content = content  # of the file, in which the vectors of a loaded index stay

    @classmethod
    def of(cls, vectors: NDArray[np.float32]) -> "VectorIndex":
        """Return the index over n × d unit vectors; components are rounded to the grid of `index.grid`."""
        import faiss

        count, dimensions = vectors.shape
        index = faiss.IndexIDMap2(faiss.IndexFlatIP(dimensions))
        if count:
            index.add_with_ids(np.ascontiguousarray(on_grid(vectors)), np.arange(count, dtype=np.int64))
        return cls(index)

    @classmethod
    def load(cls, path: Path) -> "VectorIndex":
        """Return the index that a file holds.

        Raises:
            DatasetError: The file is missing, truncated, or is not such an index.
        """
        import faiss

        try:
            content = np.fromfile(path, np.uint8)
            index = faiss.read_index(faiss.ZeroCopyIOReader(faiss.swig_ptr(content), content.size))  # type: ignore[attr-defined]
        except (OSError, RuntimeError) as exc:
            message = f"The vector index {path.name} cannot be read: run a refresh to publish a new dataset version."
            raise DatasetError(message) from exc
        loaded = cls(index, content)
        if not loaded._is_ours():
            message = f"{path.name} is not a vector index of this product: run a refresh to publish a new one."
            raise DatasetError(message)
        return loaded

    def save(self, path: Path) -> None:
        """Write the index to a file.

        Raises:
            DatasetError: The file cannot be written.
        """
        import faiss

        try:
            path.write_bytes(faiss.serialize_index(self._index).tobytes())
        except OSError as exc:
            message = (
                f"The vector index {path.name} cannot be written ({exc.strerror}): free space or check the rights."
            )
            raise DatasetError(message) from exc

    @property
    def dimensions(self) -> int:
        """Number of components of a vector."""
        return int(self._index.d)

    @cached_property
    def vectors(self) -> NDArray[np.float32]:
        """All vectors, n × d, row number = term id; read-only."""
        import faiss

        count = int(self._index.ntotal)
        if not count:
            return np.empty((0, self.dimensions), np.float32)
        flat: Any = faiss.downcast_index(self._index.index)
        owner = (self._index, self._content)  # not this object, which holds the array: no collector looks into arrays
        held: NDArray[np.float32] = np.asarray(_Held(faiss.rev_swig_ptr(flat.get_xb(), count * flat.d), owner))
        held.flags.writeable = False
        return held.reshape(count, self.dimensions)

    def nearest(self, vector: NDArray[np.float32], k: int) -> list[tuple[int, float]]:
        """Return the k nearest terms of a unit vector as (term id, cosine), best first, ties by term id."""
        count = min(k, int(self._index.ntotal))
        if count < 1:  # FAISS before 1.15.1 invents hits in an empty index
            return []
        cosines, ids = self._index.search(np.ascontiguousarray(vector[None, :], np.float32), count)
        hits = zip(ids[0].tolist(), cosines[0].tolist(), strict=True)
        return sorted(hits, key=lambda hit: (-hit[1], hit[0]))

    def _is_ours(self) -> bool:
        import faiss

        if not isinstance(self._index, faiss.IndexIDMap2):
            return False
        inner = faiss.downcast_index(self._index.index)
        ids = faiss.vector_to_array(self._index.id_map)
        return isinstance(inner, faiss.IndexFlatIP) and bool(np.array_equal(ids, np.arange(self._index.ntotal)))
