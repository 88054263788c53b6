"""The pages that wait to be read by several readers at once."""

from collections import deque
from collections.abc import Iterable

import anyio

from teamlandkarte.etl.crawl.site import Kind


class Frontier:
    """Gives each page out once, lists before profiles; it ends when none waits and none is being read."""

    def __init__(self) -> None:
        self._waiting: dict[Kind, deque[str]] = {"list": deque(), "profile": deque()}
        self._known: set[str] = set()
        self._being_read = 0
        self._stopped = False
        self._changed = anyio.Event()

    def add(self, pages: Iterable[tuple[str, Kind]]) -> None:
        """Let pages wait that were not added before."""
        for address, kind in pages:
            if address not in self._known:
                self._known.add(address)
                self._waiting[kind].append(address)
        self._tell()

    async def take(self) -> tuple[str, Kind] | None:
        """Return a page to read, `done` must follow; None at the end."""
        while not self._stopped:
            for kind, addresses in self._waiting.items():
                if addresses:
                    self._being_read += 1
                    return addresses.popleft(), kind
            if not self._being_read:
                break
            await self._changed.wait()
        return None

    def done(self) -> None:
        """Say that a page that was taken is read, and what it links to is added."""
        self._being_read -= 1
        self._tell()

    def stop(self) -> None:
        """Give out no more."""
        self._stopped = True
        self._tell()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()
