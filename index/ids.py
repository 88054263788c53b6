"""The ids of many people in one run of text: a million Python strings would take 70 MB."""

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray


class Ids(Sequence[str]):
    """Ids by row.

    `text`: all ids as UTF-8, one after the other, (B,) bytes; `ends`: where each one ends in it, (N,).
    """

    def __init__(self, text: NDArray[np.uint8], ends: NDArray[np.int64]) -> None:
        self.text = text
        self.ends = ends

    @classmethod
    def of(cls, ids: Iterable[str]) -> "Ids":
        """Put ids together."""
        encoded = [one.encode() for one in ids]
        ends = np.cumsum(np.fromiter(map(len, encoded), np.int64, len(encoded)))
        return cls(np.frombuffer(b"".join(encoded), np.uint8), ends)

    def __len__(self) -> int:
        return len(self.ends)

    @overload
    def __getitem__(self, row: int) -> str: ...
    @overload
    def __getitem__(self, row: slice) -> list[str]: ...
    def __getitem__(self, row: int | slice) -> str | list[str]:
        if isinstance(row, slice):
            return [self[one] for one in range(*row.indices(len(self)))]
        row = range(len(self))[row]
        start = int(self.ends[row - 1]) if row else 0
        return self.text[start : int(self.ends[row])].tobytes().decode()

    def __iter__(self) -> Iterator[str]:
        text, start = self.text.tobytes(), 0
        for end in self.ends.tolist():
            yield text[start:end].decode()
            start = end
