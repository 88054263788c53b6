"""Stored searches: what a search found and how it was narrowed, kept for a while under unguessable ids."""

import datetime as dt
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pydantic import BaseModel

from teamlandkarte.index import config
from teamlandkarte.index.counting import counted
from teamlandkarte.index.errors import NotFoundError
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import DEFAULT_LEVEL
from teamlandkarte.index.text import folded
from teamlandkarte.server.searches.results import Results

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset
    from teamlandkarte.index.ranking import Ranking
    from teamlandkarte.server.searches.filters import Criteria

MOST_FILTERS = 20  # per search, the oldest goes first; each holds a byte a person
_MOST_SCORED = 20_000_000  # people in all searches together, some 12 bytes each; beyond that the oldest search goes
_MOST_ANONYMOUS = 1_000  # together, since callers nobody can tell apart share this limit

TimeRange = tuple[dt.date | None, dt.date | None]


class SearchRequirements(BaseModel):
    """What a search looked for; `weights` names the level of every required competence."""

    required_competences: list[str]
    weights: dict[str, str]
    preferred_role: str | None = None
    candidate_roles: list[str]
    date_start: dt.date | None = None
    date_end: dt.date | None = None

    @classmethod
    def of(cls, requirement: Requirement) -> "SearchRequirements":
        """Describe a requirement."""
        return cls(
            required_competences=list(requirement.competences),
            weights={name: requirement.weights.get(folded(name), DEFAULT_LEVEL) for name in requirement.competences},
            preferred_role=requirement.role_names[0] if requirement.role_names else None,
            candidate_roles=list(requirement.role_names),
            date_start=requirement.date_start,
            date_end=requirement.date_end,
        )


@dataclass(frozen=True)
class StoredFilter:
    """One narrowing of a search's results.

    `parent_id` is the filter that it narrowed further, `time_range` the wanted days of it or of one before it, if any.
    `narrowed_by` are the criteria of those before it and its own, which come last; of many the latest ones.
    """

    filter_id: str
    parent_id: str | None
    criteria: "Criteria"
    narrowed_by: tuple["Criteria", ...]
    time_range: TimeRange | None
    results: Results
    timestamp: dt.datetime


@dataclass(frozen=True)
class StoredSearch:
    """One search with everything it found, on the dataset version it ran on."""

    search_id: str
    caller: str | None
    dataset: "Dataset"
    requirement: Requirement
    ranking: "Ranking"
    timestamp: dt.datetime
    filters: dict[str, StoredFilter] = field(default_factory=dict)

    @property
    def task_id(self) -> str | None:
        """The task it was made for; None for an ad-hoc search."""
        return self.requirement.task_id

    @property
    def results(self) -> Results:
        """Everybody, before any filter."""
        return Results(self.ranking)

    @property
    def requirements(self) -> SearchRequirements:
        """What it looked for."""
        return SearchRequirements.of(self.requirement)


class SearchStore:
    """The searches of all callers; safe to use from several threads at once.

    `server` says how long a search lives and how many a caller keeps; the oldest goes first. `clock` returns aware UTC
    times, `new_id` unguessable UUID texts, `withdrawn` the dataset versions that are not served any more because they
    hold somebody who was erased.
    """

    def __init__(
        self,
        server: config.Server,
        clock: Callable[[], dt.datetime],
        new_id: Callable[[], str],
        withdrawn: Callable[[], Collection[str]] = tuple,
    ) -> None:
        self._minutes = server.search_ttl_minutes
        self._most = server.max_searches
        self._clock = clock
        self._new_id = new_id
        self._withdrawn = withdrawn
        self._lock = threading.Lock()
        self._searches: dict[str, StoredSearch] = {}
        self._hits = 0

    def keep(
        self,
        caller: str | None,
        dataset: "Dataset",
        requirement: Requirement,
        ranking: "Ranking",
        *,
        search_id: str,
    ) -> tuple[StoredSearch, bool]:
        """Store a search; the second value says whether the caller's oldest one had to go for it."""
        with self._lock:
            self._expire()
            own = [search.search_id for search in self._searches.values() if search.caller == caller]
            surplus = own[: max(0, len(own) - self.most_of(caller) + 1)]
            for oldest in surplus:
                del self._searches[oldest]
            while self._searches and self._scored + ranking.searched > _MOST_SCORED:
                surplus.append(next(iter(self._searches)))
                del self._searches[surplus[-1]]
            search = StoredSearch(search_id, caller, dataset, requirement, ranking, self._clock())
            self._searches[search.search_id] = search
            return search, not set(own).isdisjoint(surplus)

    def get(self, search_id: str, caller: str | None) -> StoredSearch:
        """Return a caller's search.

        Raises:
            NotFoundError: There is none under this id, it has expired, it is somebody else's, or its dataset version
                was withdrawn.
            DatasetError: Nobody knows which versions are withdrawn.
        """
        withdrawn = self._withdrawn()
        with self._lock:
            self._expire()
            search = self._searches.get(search_id)
            if search is None or search.caller != caller:
                lifetime = counted(self._minutes, "minute")
                raise NotFoundError(
                    f"Unknown search_id {search_id}: a search lives {lifetime}, or until somebody it saw "
                    "is erased; run the search again."
                )
            if withdrawn and search.dataset.id in withdrawn:
                del self._searches[search_id]
                raise NotFoundError(
                    f"Search {search_id} saw a dataset version that was withdrawn, since somebody was erased; run the "
                    "search again."
                )
            self._hits += 1
            return search

    def is_current(self, search_id: str, caller: str | None, dataset_version: str) -> bool:
        """Return whether a caller's search is held and ran on this dataset version."""
        with self._lock:
            self._expire()
            search = self._searches.get(search_id)
            return search is not None and search.caller == caller and search.dataset.id == dataset_version

    def most_of(self, caller: str | None) -> int:
        """Return how many searches a caller keeps."""
        return self._most if caller is not None else _MOST_ANONYMOUS

    def add_filter(
        self, search: StoredSearch, criteria: "Criteria", results: Results, parent: StoredFilter | None
    ) -> StoredFilter:
        """Store a filter under its search, or under the filter that it narrows further."""
        time_range = (
            (criteria.date_start, criteria.date_end) if criteria.dated else parent.time_range if parent else None
        )
        parent_id = parent.filter_id if parent else None
        chain = (*(parent.narrowed_by if parent else ()), criteria)[-MOST_FILTERS:]
        with self._lock:
            made = StoredFilter(self._new_id(), parent_id, criteria, chain, time_range, results, self._clock())
            search.filters[made.filter_id] = made
            if len(search.filters) > MOST_FILTERS:
                del search.filters[next(iter(search.filters))]
            return made

    def get_filter(self, search: StoredSearch, filter_id: str) -> StoredFilter:
        """Return a filter of a search.

        Raises:
            NotFoundError: The search has no filter under this id.
        """
        with self._lock:
            made = search.filters.get(filter_id)
        if made is None:
            raise NotFoundError(
                f"Unknown filter_id {filter_id} in search {search.search_id}: a filter lives as long as its search, "
                f"{counted(self._minutes, 'minute')}, unless {MOST_FILTERS} newer ones follow it. Call "
                f"filter_search_results(search_id={search.search_id}, …) to filter again."
            )
        return made

    @property
    def held(self) -> int:
        """How many searches are held for all callers together."""
        with self._lock:
            self._expire()
            return len(self._searches)

    @property
    def hits(self) -> int:
        """How often a stored search was used again."""
        with self._lock:
            return self._hits

    @property
    def _scored(self) -> int:
        return sum(search.ranking.searched for search in self._searches.values())

    def _expire(self) -> None:
        oldest = self._clock() - dt.timedelta(minutes=self._minutes)
        for search_id in [s.search_id for s in self._searches.values() if s.timestamp < oldest]:
            del self._searches[search_id]
