"""Similarity rows that were computed once and are likely to be asked for again."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.generic)


class RowCache:
    """The least recently used rows give way when the rows together exceed `capacity_bytes`; safe between threads.

    The cap is in bytes because a row is as long as the vocabulary. Rows may be of several types: a key tells which.
    """

    def __init__(self, capacity_bytes: int) -> None:
        self._capacity = capacity_bytes
        self._rows: OrderedDict[Hashable, NDArray[Any]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def held(self, keys: Iterable[Hashable]) -> dict[Hashable, NDArray[Any]]:
        """Return the rows of those of the keys that are held at the moment."""
        with self._lock:
            found = {key: self._rows[key] for key in keys if key in self._rows}
            for key in found:
                self._rows.move_to_end(key)
        return found

    def get(self, key: Hashable, compute: Callable[[], NDArray[Number]]) -> NDArray[Number]:
        """Return the row of a key, computed where it is not held; the row is read-only.

        Two threads may compute the same row at once: rows depend on nothing but their key, so either result will do,
        and no thread waits for another one's model.
        """
        with self._lock:
            row = self._rows.get(key)
            if row is not None:
                self._rows.move_to_end(key)
                return row
        row = compute()
        row.flags.writeable = False
        with self._lock:
            self._keep(key, row)
        return row

    def _keep(self, key: Hashable, row: NDArray[Any]) -> None:
        if key in self._rows or row.nbytes > self._capacity:
            return
        self._rows[key] = row
        self._bytes += row.nbytes
        while self._bytes > self._capacity:
            _, oldest = self._rows.popitem(last=False)
            self._bytes -= oldest.nbytes
