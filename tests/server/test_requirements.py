"""Requirements between calls: kept apart, confirmed in one state, forgotten in time."""

import datetime as dt
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.errors import NotFoundError, RequestError
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.server.requirements.pending import digest
from teamlandkarte.server.requirements.store import RequirementStore
from tests.clock import Clock

PYTHON = Requirement(competences=("Python",))


class Ids:
    """Ids in order, thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = 0

    def __call__(self) -> str:
        with self._lock:
            self._last += 1
            return f"id-{self._last}"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(clock: Clock) -> RequirementStore:
    return RequirementStore(lifetime=dt.timedelta(minutes=60), most_per_caller=3, clock=clock, new_id=Ids())


def test_another_callers_requirement_is_refused_exactly_like_an_unknown_one(store: RequirementStore) -> None:
    mine = store.open("anna")
    with pytest.raises(NotFoundError) as foreign:
        store.get(mine.requirements_id, "ben")
    with pytest.raises(NotFoundError) as unknown:
        store.get("no-such-id", "ben")
    assert str(foreign.value).replace(mine.requirements_id, "no-such-id") == str(unknown.value)
    with pytest.raises(NotFoundError):
        store.get(mine.requirements_id, None)


def test_without_an_id_the_callers_only_open_requirement_is_meant(store: RequirementStore) -> None:
    mine = store.open("anna", PYTHON)
    store.open("ben")
    assert store.find(None, "anna").requirements_id == mine.requirements_id


def test_several_open_requirements_are_listed_and_nobody_elses(store: RequirementStore) -> None:
    first, second, foreign = store.open("anna", PYTHON), store.open("anna"), store.open("ben")
    with pytest.raises(RequestError) as caught:
        store.find(None, "anna")
    assert f"{first.requirements_id} (Python)" in str(caught.value)
    assert f"{second.requirements_id} (still empty)" in str(caught.value)
    assert "start_guided_capture()" in str(caught.value)
    assert foreign.requirements_id not in str(caught.value)


def test_a_long_requirement_is_listed_by_its_first_whole_words(store: RequirementStore) -> None:
    store.open("anna")
    store.open("anna", Requirement(competences=("Bahnübergangstechnik", "Oberleitungsanlagen", "Leit- und Sicherung")))
    store.open("anna", Requirement(competences=("x" * 80,)))
    with pytest.raises(RequestError) as caught:
        store.find(None, "anna")
    assert "(Bahnübergangstechnik, Oberleitungsanlagen, Leit- und …)" in str(caught.value)
    assert f"({'x' * 60} …)" in str(caught.value)


def test_a_caller_nobody_can_tell_apart_must_name_the_id_and_gets_no_list(store: RequirementStore) -> None:
    pending = store.open(None, PYTHON)
    with pytest.raises(RequestError, match="requirements_id is required") as caught:
        store.find(None, None)
    assert pending.requirements_id not in str(caught.value)
    assert store.find(pending.requirements_id, None) == pending


def test_only_a_confirmed_state_passes_the_gate(store: RequirementStore) -> None:
    pending = store.open("anna", PYTHON)
    with pytest.raises(RequestError, match="not confirmed"):
        store.confirmed_requirement(None, "anna")
    store.confirm(pending.requirements_id, "anna", pending.digest)
    assert store.confirmed_requirement(None, "anna").requirement == PYTHON


def test_any_change_takes_the_confirmation_back_even_one_that_changes_nothing(store: RequirementStore) -> None:
    pending = store.open("anna", PYTHON)
    store.confirm(pending.requirements_id, "anna", pending.digest)
    store.write(pending.requirements_id, "anna", PYTHON)
    with pytest.raises(RequestError, match="not confirmed"):
        store.confirmed_requirement(pending.requirements_id, "anna")


def test_an_answer_to_an_older_state_confirms_nothing(store: RequirementStore) -> None:
    pending = store.open("anna", PYTHON)
    asked = pending.digest
    store.write(pending.requirements_id, "anna", Requirement(competences=("Java",)))
    with pytest.raises(RequestError, match="changed while the person was being asked"):
        store.confirm(pending.requirements_id, "anna", asked)
    assert not store.get(pending.requirements_id, "anna").confirmed


def test_a_search_counts_only_if_the_requirement_is_still_as_it_was_confirmed(store: RequirementStore) -> None:
    pending = store.open("anna", PYTHON)
    confirmed = store.confirm(pending.requirements_id, "anna", pending.digest)
    store.unconfirm(pending.requirements_id, "anna")
    with pytest.raises(RequestError, match="changed while the search ran"):
        store.close(confirmed, "search-1")
    store.write(pending.requirements_id, "anna", Requirement(competences=("Java",)))
    with pytest.raises(RequestError, match="changed while the search ran"):
        store.close(confirmed, "search-1")
    assert not store.get(pending.requirements_id, "anna").closed


def test_a_search_closes_a_requirement_and_a_change_opens_it_again(store: RequirementStore) -> None:
    pending = store.open("anna", PYTHON)
    confirmed = store.confirm(pending.requirements_id, "anna", pending.digest)
    store.close(confirmed, "search-1")
    assert store.only_open("anna") is None
    assert store.to_change(None, "anna").requirements_id == pending.requirements_id
    with pytest.raises(RequestError, match="used by search search-1"):
        store.close(confirmed, "search-2")
    with pytest.raises(RequestError, match="used by search search-1"):
        store.confirmed_requirement(pending.requirements_id, "anna")
    store.write(pending.requirements_id, "anna", Requirement(competences=("Python", "SQL")))
    assert store.find(None, "anna").requirements_id == pending.requirements_id


def test_a_change_after_a_search_is_not_taken_for_one_of_what_was_left_open_before(store: RequirementStore) -> None:
    left = store.open("anna", PYTHON)
    sought = store.open("anna", Requirement(competences=("Kubernetes",)))
    confirmed = store.confirm(sought.requirements_id, "anna", sought.digest)
    store.close(confirmed, "search-1")
    with pytest.raises(RequestError) as caught:
        store.to_change(None, "anna")
    listed = f"{left.requirements_id} (Python); {sought.requirements_id} (Kubernetes; used by the last search)."
    assert f"2 requirements can be changed; pass the requirements_id of one of them, the latest last: {listed}" in str(
        caught.value
    )
    assert store.to_change(sought.requirements_id, "anna").requirements_id == sought.requirements_id
    store.get(left.requirements_id, "anna")
    assert store.to_change(None, "anna").requirements_id == left.requirements_id


def test_a_requirement_expires_after_its_last_use(store: RequirementStore, clock: Clock) -> None:
    pending = store.open("anna")
    clock.move(minutes=59)
    store.get(pending.requirements_id, "anna")
    clock.move(minutes=59)
    store.get(pending.requirements_id, "anna")
    clock.move(minutes=60)
    with pytest.raises(NotFoundError, match="60 minutes"):
        store.get(pending.requirements_id, "anna")


def test_beyond_the_limit_the_callers_least_recently_used_one_goes(store: RequirementStore) -> None:
    foreign = store.open("ben")
    first, second, third = (store.open("anna") for _ in range(3))
    store.get(first.requirements_id, "anna")
    fourth = store.open("anna")
    kept = {pending.requirements_id for pending in store.open_of("anna")}
    assert kept == {first.requirements_id, third.requirements_id, fourth.requirements_id}
    assert second.requirements_id not in kept
    assert store.get(foreign.requirements_id, "ben")


def test_the_open_requirement_of_a_task_is_found(store: RequirementStore) -> None:
    store.open("anna", Requirement(task_id="T2"))
    mine = store.open("anna", Requirement(task_id="T1"))
    store.open("ben", Requirement(task_id="T1"))
    found = store.for_task("T1", "anna")
    assert found is not None
    assert found.requirements_id == mine.requirements_id
    assert store.for_task("T1", None) is None


requirements = st.builds(
    Requirement,
    description=st.text(max_size=5),
    role_names=st.lists(st.sampled_from("ab"), max_size=2).map(tuple),
    competences=st.lists(st.sampled_from("ab"), max_size=2).map(tuple),
    weights=st.dictionaries(st.sampled_from("ab"), st.sampled_from(["essential", "ideal"]), max_size=2),
    date_start=st.none() | st.just(dt.date(2026, 1, 1)),
    date_end=st.none() | st.just(dt.date(2026, 1, 1)),
    task_id=st.none() | st.sampled_from("ab"),
)


@given(requirements, requirements)
def test_a_digest_names_exactly_one_state(one: Requirement, other: Requirement) -> None:
    assert (digest(one) == digest(other)) == (one == other)


def test_many_threads_open_and_write_without_losing_anything(clock: Clock) -> None:
    store = RequirementStore(lifetime=dt.timedelta(minutes=60), most_per_caller=1_000, clock=clock, new_id=Ids())

    def work(caller: str) -> None:
        for number in range(50):
            pending = store.open(caller)
            store.write(pending.requirements_id, caller, Requirement(description=f"{caller} {number}"))

    threads = [threading.Thread(target=work, args=(f"caller {number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(8):
        descriptions = {pending.requirement.description for pending in store.open_of(f"caller {number}")}
        assert descriptions == {f"caller {number} {index}" for index in range(50)}


def test_the_last_hundred_offered_roles_are_remembered() -> None:
    store = RequirementStore(lifetime=dt.timedelta(hours=1), most_per_caller=3, clock=Clock(), new_id=Ids())
    requirements_id = store.open("a").requirements_id
    store.offer_roles(requirements_id, "a", ["first", "second"])
    store.offer_roles(requirements_id, "a", [str(number) for number in range(98)])
    pending = store.offer_roles(requirements_id, "a", ["first", "new"])
    assert len(pending.offered_roles) == 100
    assert {"first", "new", "0", "97"} <= set(pending.offered_roles)
    assert "second" not in pending.offered_roles
