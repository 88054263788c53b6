"""Stored searches: kept apart by caller, for a while, and not too many of them."""

import datetime as dt
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from teamlandkarte.index.config import Matching, Server
from teamlandkarte.index.errors import NotFoundError
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.server.searches import store as store_module
from teamlandkarte.server.searches.filters import Criteria
from teamlandkarte.server.searches.results import Results
from teamlandkarte.server.searches.store import MOST_FILTERS, SearchStore, StoredSearch
from tests.clock import Clock
from tests.index.worlds import ToyVocabulary, World

REQUIREMENT = Requirement(
    role_names=("Backend Developer", "Data Scientist"),
    competences=("Python", "Java"),
    weights={"java": "essential"},
    date_start=dt.date(2026, 4, 1),
    task_id="T1",
)
RANKING = (
    World([[0], [0], [1]], [0, 0, 0], ToyVocabulary(2, 1, kind="competence"), ToyVocabulary(1, 2, kind="role"))
    .matcher(Matching())
    .rank(Requirement(competences=("competence 0",)))
    .ranking
)
RESULTS = Results(RANKING)
NOTHING: Any = None  # the store does not look into the dataset


class Store(SearchStore):
    """A store whose clock can be moved, with ids in order."""

    def __init__(self, *, search_ttl_minutes: int = 60, max_searches: int = 100) -> None:
        self.clock = Clock()
        numbers = iter(range(1, 10_000))
        self._next_id: Callable[[], str] = lambda: str(UUID(int=next(numbers)))
        settings = Server(search_ttl_minutes=search_ttl_minutes, max_searches=max_searches)
        super().__init__(settings, self.clock, self._next_id)

    def search(self, caller: str | None) -> tuple[StoredSearch, bool]:
        return self.keep(caller, NOTHING, REQUIREMENT, RANKING, search_id=self._next_id())


def test_a_search_keeps_what_it_looked_for_and_what_it_found() -> None:
    store = Store()
    search, dropped = store.search("a")
    assert not dropped
    assert search.task_id == "T1"
    assert search.results.ranking is RANKING
    assert search.timestamp == store.clock.now
    assert search.requirements.model_dump() == {
        "required_competences": ["Python", "Java"],
        "weights": {"Python": "ideal", "Java": "essential"},
        "preferred_role": "Backend Developer",
        "candidate_roles": ["Backend Developer", "Data Scientist"],
        "date_start": dt.date(2026, 4, 1),
        "date_end": None,
    }


def test_a_search_of_another_caller_is_refused_exactly_like_an_unknown_one() -> None:
    store = Store()
    search, _ = store.search("a")
    assert store.get(search.search_id, "a") is search
    refusals = []
    for caller in ("b", None):
        with pytest.raises(NotFoundError) as refused:
            store.get(search.search_id, caller)
        refusals.append(str(refused.value))
    with pytest.raises(NotFoundError) as unknown:
        store.get(str(UUID(int=77)), "a")
    same = str(unknown.value).replace(str(UUID(int=77)), search.search_id)
    assert refusals == [same, same]


def test_a_search_without_a_caller_is_protected_by_its_id_alone() -> None:
    store = Store()
    search, _ = store.search(None)
    assert store.get(search.search_id, None) is search


def test_a_search_expires_and_its_refusal_says_how_long_one_lives() -> None:
    store = Store(search_ttl_minutes=30)
    search, _ = store.search("a")
    store.clock.now += dt.timedelta(minutes=30)
    assert store.held == 1
    assert store.get(search.search_id, "a") is search
    store.clock.now += dt.timedelta(seconds=1)
    assert store.held == 0
    with pytest.raises(NotFoundError, match="30 minutes"):
        store.get(search.search_id, "a")


def test_the_oldest_search_of_the_same_caller_makes_room() -> None:
    store = Store(max_searches=2)
    other, _ = store.search("b")
    first, second = store.search("a")[0], store.search("a")[0]
    third, dropped = store.search("a")
    assert dropped
    with pytest.raises(NotFoundError):
        store.get(first.search_id, "a")
    for search, caller in ((second, "a"), (third, "a"), (other, "b")):
        assert store.get(search.search_id, caller) is search


def test_callers_that_nobody_can_tell_apart_do_not_drop_each_others_searches_soon() -> None:
    store = Store(max_searches=1)
    first, _ = store.search(None)
    _, dropped = store.search(None)
    assert not dropped
    assert store.get(first.search_id, None) is first


def test_a_filter_lives_under_its_search_only() -> None:
    store = Store()
    search, other = store.search("a")[0], store.search("a")[0]
    criteria = Criteria(role="Developer")
    made = store.add_filter(search, criteria, RESULTS, None)
    assert store.get_filter(search, made.filter_id) is made
    assert made.criteria is criteria
    assert made.parent_id is None
    assert made.results.counts == RESULTS.counts
    assert made.timestamp == store.clock.now
    with pytest.raises(NotFoundError):
        store.get_filter(other, made.filter_id)


def test_the_wanted_days_hold_for_the_filters_that_narrow_a_filter_further() -> None:
    store = Store()
    search, _ = store.search("a")
    april, may = dt.date(2026, 4, 1), dt.date(2026, 5, 1)
    undated = store.add_filter(search, Criteria(role="Developer"), RESULTS, None)
    first = store.add_filter(search, Criteria(date_start=april), RESULTS, undated)
    second = store.add_filter(search, Criteria(role_level="Senior"), RESULTS, first)
    third = store.add_filter(search, Criteria(date_end=may), RESULTS, second)
    assert [made.time_range for made in (undated, first, second, third)] == [
        None,
        (april, None),
        (april, None),
        (None, may),
    ]
    assert third.parent_id == second.filter_id


def test_a_search_keeps_a_bounded_number_of_filters() -> None:
    store = Store()
    search, _ = store.search("a")
    made = [store.add_filter(search, Criteria(), RESULTS, None).filter_id for _ in range(MOST_FILTERS + 1)]
    assert list(search.filters) == made[1:]


def test_using_a_stored_search_again_is_counted() -> None:
    store = Store()
    search, _ = store.search("a")
    assert store.hits == 0
    store.get(search.search_id, "a")
    with pytest.raises(NotFoundError):
        store.get(search.search_id, "b")
    assert store.hits == 1


def test_all_searches_together_hold_so_many_people_and_the_oldest_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "_MOST_SCORED", 3 * RANKING.searched)
    store = Store()
    (first, _), (second, _), (third, _) = (store.search(caller) for caller in ("a", "b", "b"))
    fourth, dropped = store.search("b")
    assert not dropped  # it was somebody else's that went
    assert store.held == 3
    with pytest.raises(NotFoundError, match="run the search again"):
        store.get(first.search_id, "a")
    fifth, dropped = store.search("b")
    assert dropped
    for search in (third, fourth, fifth):
        assert store.get(search.search_id, "b") is search
    with pytest.raises(NotFoundError):
        store.get(second.search_id, "b")
