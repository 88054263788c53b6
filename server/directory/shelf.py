"""What the directory's tools read again and again, kept for the dataset version that it belongs to."""

import threading
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from teamlandkarte.index.config import Storage
from teamlandkarte.index.crawl_runs import CrawlRun, CrawlRuns
from teamlandkarte.server.directory.employees import Employees
from teamlandkarte.server.directory.search import EmployeeSearch
from teamlandkarte.server.service import Call

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset
    from teamlandkarte.index.known_versions import Delta, Numbered


_KEPT_DELTAS = 100  # clients that are up to date hold the last few directories


class Shelved:
    """The directory of one dataset version."""

    def __init__(self, dataset: "Dataset", crawl: CrawlRun | None, storage: Storage) -> None:
        from teamlandkarte.index.known_versions import KnownVersions

        self.employees = Employees(dataset, crawl)
        self._known = KnownVersions(storage)
        self._deltas: dict[str, Delta] = {}
        self._once = threading.RLock()  # so that who reads ahead and who asks do not both do the same work

    @property
    def search(self) -> EmployeeSearch:
        """Everybody, ready to be searched."""
        with self._once:
            return self._search

    def load(self) -> None:
        """Make ready now what the first calls need."""
        with self._once:
            _ = self.employees.synced, self._numbered
        _ = self.search

    @cached_property
    def _search(self) -> EmployeeSearch:
        return EmployeeSearch(self.employees.listed)

    @cached_property
    def _numbered(self) -> "Numbered | None":
        return self._known.numbered(self.employees.entries)

    def delta(self, before: str) -> "Delta | None":
        """Return what changed since a directory that a client holds, None where nobody knows that."""
        if (found := self._deltas.get(before)) is None and (found := self._compared(before)) is not None:
            if len(self._deltas) >= _KEPT_DELTAS:
                self._deltas.clear()
            self._deltas[before] = found
        return found

    def _compared(self, before: str) -> "Delta | None":
        with self._once:
            found = self._known.delta(before, self._numbered) if self._numbered else None
            if found is None and before in self._known.hashes():
                self.__dict__.pop("_numbered", None)  # the file was begun anew
                found = self._known.delta(before, self._numbered) if self._numbered else None
            return found


class DirectoryShelf:
    """The newest directory that was asked for; safe for several threads."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._crawls = CrawlRuns(storage)
        self._lock = threading.Lock()
        self._shelved: Shelved | None = None
        self._crawl: CrawlRun | None = None
        self._belongs_to: tuple[str, int] | None = None  # dataset version, newest crawl run that has ended

    def of(self, dataset: "Dataset") -> Shelved:
        """Return the directory of a dataset; where nothing has happened since, this costs one look at names."""
        with self._lock:
            crawl = self._ended()
            belongs_to = (dataset.id, crawl.id if crawl else 0)
            if self._shelved is None or self._belongs_to != belongs_to:
                self._shelved = Shelved(dataset, crawl, self._storage)
                self._belongs_to = belongs_to
                self._crawl = crawl
            return self._shelved

    def _ended(self) -> CrawlRun | None:
        """Return the newest crawl run that has ended."""
        known = self._crawl
        for run_id in self._crawls.ids():
            if known is not None and run_id == known.id:
                return known
            run = self._crawls.find(run_id)
            if run is not None and run.status != "running":
                return run
        return None


def directory_of(call: Call) -> Shelved:
    """Return the directory of a call's dataset."""
    return shelved(call.service.config.storage, call.dataset)


def shelved(storage: Storage, dataset: "Dataset") -> Shelved:
    """Return the directory of a dataset of a `[storage] path`."""
    return _shelf(storage).of(dataset)


@lru_cache(maxsize=4)  # a process serves one; tests serve several
def _shelf(storage: Storage) -> DirectoryShelf:
    return DirectoryShelf(storage)
