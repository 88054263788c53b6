"""Vector indexes on disk: the only user of FAISS.

An index is `IndexIDMap2` over `IndexFlatIP`; the id of a vector is its term id, which is also its row number. FAISS
writes the files, through Python, because it cannot open paths with umlauts on Windows. They are read without it: its
flat index holds all vectors in float32, twice what they need here, and to import it takes longer than to read them.
"""

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.disk import not_written
from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.grid import Steps, components, on_grid

_ROWS_AT_ONCE = 512  # 2 MB of 896 components; fewer would wait for Python's lock more often
# Of either index its kind, dimensions, vectors, two unused numbers, whether it is trained, and metric; then the number
# of components. They follow as float32, then the number of ids and these as int64.
_BEGINNING = struct.Struct("<4siqqq?i4siqqq?iQ")
_IDS_BEGINNING = struct.Struct("<Q")
_KINDS = (b"IxM2", b"IxFI")
_INNER_PRODUCT = 0


class VectorFile:
    """A file of an index, of which some rows are in memory at a time."""

    def __init__(self, path: Path) -> None:
        """Look at a file.

        Raises:
            DatasetError: The file is missing, truncated, or is not such an index.
        """
        self._path = path
        try:
            with path.open("rb") as file:
                shape = self._shape(file)
        except (OSError, struct.error) as exc:
            raise self._unreadable() from exc
        if shape is None:
            message = f"{path.name} is not a vector index of this product: run a refresh to publish a new one."
            raise DatasetError(message)
        self.shape = shape

    def rows(self) -> Iterator[NDArray[np.float32]]:
        """Yield the vectors as they were written, the next rows in the memory of the last.

        Raises:
            DatasetError: The file cannot be read any more.
        """
        count, dimensions = self.shape
        held = np.empty((min(count, _ROWS_AT_ONCE), dimensions), "<f4")
        try:
            with self._path.open("rb") as file:
                file.seek(_BEGINNING.size)
                for start in range(0, count, _ROWS_AT_ONCE):
                    rows = held[: count - start]
                    if file.readinto(rows.data) < rows.nbytes:
                        raise self._unreadable()
                    yield rows
        except OSError as exc:
            raise self._unreadable() from exc

    def _shape(self, file: BinaryIO) -> tuple[int, int] | None:
        """Return the number of vectors and of their components, None where the file holds something else."""
        kind, _, _, _, _, _, _, inner, dimensions, count, _, _, _, metric, _ = _BEGINNING.unpack(
            file.read(_BEGINNING.size)
        )
        if (kind, inner, metric) != (*_KINDS, _INNER_PRODUCT):
            return None
        ids = _BEGINNING.size + 4 * count * dimensions + _IDS_BEGINNING.size
        if file.seek(0, os.SEEK_END) != ids + 8 * count:
            raise self._unreadable()
        file.seek(ids)
        return (count, dimensions) if np.array_equal(np.fromfile(file, "<i8"), np.arange(count)) else None

    def _unreadable(self) -> DatasetError:
        return DatasetError(
            f"The vector index {self._path.name} cannot be read: run a refresh to publish a new dataset version."
        )


class VectorIndex:
    """An immutable index of unit vectors, one per term, in the order of the term ids."""

    def __init__(self, vectors: Steps) -> None:
        """Take n × d unit vectors on the grid."""
        self._vectors = vectors.view()
        self._vectors.flags.writeable = False

    @classmethod
    def of(cls, vectors: NDArray[np.float32]) -> "VectorIndex":
        """Return the index over n × d unit vectors; components are rounded to the grid of `index.grid`."""
        return cls(on_grid(vectors))

    @classmethod
    def load(cls, path: Path) -> "VectorIndex":
        """Return the index that a file holds; what lies on a finer grid is rounded.

        Raises:
            DatasetError: The file is missing, truncated, or is not such an index.
        """
        file = VectorFile(path)
        vectors = np.empty(file.shape, np.int16)
        end = 0
        for rows in file.rows():
            begin, end = end, end + len(rows)
            vectors[begin:end] = on_grid(rows)
        return cls(vectors)

    def save(self, path: Path) -> None:
        """Write the index to a file.

        Raises:
            DatasetError: The file cannot be written.
        """
        import faiss

        index = faiss.IndexIDMap2(faiss.IndexFlatIP(self.dimensions))
        if len(self._vectors):
            index.add_with_ids(components(self._vectors), np.arange(len(self._vectors), dtype=np.int64))
        try:
            path.write_bytes(faiss.serialize_index(index).data)
        except OSError as exc:
            raise DatasetError(not_written(exc)) from exc

    @property
    def dimensions(self) -> int:
        """Number of components of a vector."""
        return int(self._vectors.shape[1])

    @property
    def vectors(self) -> Steps:
        """All vectors on the grid, n × d, row number = term id; read-only."""
        return self._vectors
