"""What must never change a result, and what must: essential competences, crowded profiles, repetition, order."""

import tracemalloc
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from teamlandkarte.index.config import Matching
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import CATEGORIES, Category
from tests.index.worlds import MATCHINGS, STRATEGIES, RankingInOrder, ToyVocabulary, World, requirements, worlds

FITTING = (Category.TOP, Category.GOOD)


class Written(ToyVocabulary):
    """A vocabulary in which nothing is similar to anything else but what is written here."""

    def __init__(self, terms: int, similar: dict[tuple[int, int], int]) -> None:
        super().__init__(terms, 1, kind="competence")
        for text, row in self.rows.items():
            row[:] = [1_000_000 if text == term else 0 for term in self.terms]
        for (wanted, own), similarity in similar.items():
            self.rows[self.terms[wanted]][own] = similarity


def world_of(bags: list[list[int]], similar: dict[tuple[int, int], int] | None = None) -> World:
    return World(bags, [0] * len(bags), Written(6, similar or {}), ToyVocabulary(1, 2, kind="role"))


def asked(*competences: int, **weights: str) -> Requirement:
    names = tuple(f"competence {place}" for place in competences)
    return Requirement(competences=names, weights={f"competence {key[1:]}": level for key, level in weights.items()})  # type: ignore[misc]


def categories(ranking: RankingInOrder) -> list[str]:
    return [ranking.category(row).value for row in range(ranking.searched)]


def test_who_lacks_something_essential_is_partial_at_best_and_comes_after_the_good_ones() -> None:
    # Four of five required: 0.8 is Good. One lacks the essential first, the other the last.
    world = world_of([[1, 2, 3, 4], [0, 1, 2, 3], [0, 1, 2, 3, 4], []])
    plain = world.matcher(Matching()).rank(asked(0, 1, 2, 3, 4))
    assert categories(plain) == ["Good", "Good", "Top", "Low"]

    ranking = world.matcher(Matching()).rank(asked(0, 1, 2, 3, 4, c0="essential"))
    assert ranking.overall.tolist() == plain.overall.tolist() == [800_000, 800_000, 1_000_000, 0]
    assert categories(ranking) == ["Partial", "Good", "Top", "Low"]
    assert ranking.order.tolist() == [2, 1, 0, 3]
    assert ranking.best(2).tolist() == [2, 1]
    assert ranking.counts == {Category.TOP: 1, Category.GOOD: 1, Category.PARTIAL: 1, Category.LOW: 1}
    assert ranking.rows_in(Category.PARTIAL).tolist() == [0]
    assert ranking.held_back == {"competence 0": 1}


def test_closely_related_is_enough_for_something_essential_and_a_little_less_is_not() -> None:
    world = world_of([[1], [2]], {(0, 1): 700_000, (0, 2): 699_980})
    matching = Matching(good_threshold=0.6, partial_threshold=0.3)
    assert categories(world.matcher(matching).rank(asked(0, c0="essential"))) == ["Good", "Partial"]


def test_who_lists_too_many_competences_comes_last_in_the_category_with_an_unchanged_score() -> None:
    world = world_of([[0, 1, 2, 3], [0, 4], [4]])
    ranking = world.matcher(Matching(max_competences=3)).rank(asked(0))
    assert ranking.overall.tolist() == [1_000_000, 1_000_000, 0]
    assert ranking.order.tolist() == [1, 0, 2]
    assert categories(ranking) == ["Top", "Top", "Low"]
    assert ranking.crowded.tolist() == [True, False, False]


def test_the_same_competence_forty_times_counts_once() -> None:
    once, often = world_of([[0, 1], [1]]), world_of([[0, 1] * 40, [1]])
    limits = Matching(max_competences=3)
    for requirement in (asked(0, 1), asked(1, 2)):
        first, second = (world.matcher(limits).rank(requirement) for world in (once, often))
        assert first.overall.tolist() == second.overall.tolist()
        assert first.order.tolist() == second.order.tolist()


@settings(max_examples=60)
@given(st.data())
def test_without_its_essential_mark_a_competence_removes_nobody_from_top_and_good(data: st.DataObject) -> None:
    world = data.draw(worlds())
    matching = Matching(similarity=data.draw(st.sampled_from(STRATEGIES)))
    requirement = data.draw(requirements(world))
    marked = {name: level for name, level in requirement.weights.items() if level == "essential"}
    matcher = world.matcher(matching)
    strict = matcher.rank(requirement)
    for name in marked:
        eased = matcher.rank(replace(requirement, weights={**requirement.weights, name: "ideal"}))
        for row in range(strict.searched):
            assert strict.category(row) not in FITTING or eased.category(row) in FITTING


@settings(max_examples=60)
@given(st.data())
def test_one_more_competence_never_lowers_a_score_or_a_category(data: st.DataObject) -> None:
    world, matching = data.draw(worlds()), data.draw(MATCHINGS)
    if not world.bags or not world.competences.terms:
        return
    requirement = data.draw(requirements(world))
    row = data.draw(st.integers(0, len(world.bags) - 1))
    added = data.draw(st.integers(0, len(world.competences.terms) - 1))
    more = replace(world, bags=[[*bag, added] if place == row else bag for place, bag in enumerate(world.bags)])
    before, after = (one.matcher(matching).rank(requirement) for one in (world, more))
    assert after.overall[row] >= before.overall[row]
    assert CATEGORIES.index(after.category(row)) <= CATEGORIES.index(before.category(row))


@settings(max_examples=60)
@given(st.data())
def test_neither_other_people_nor_the_order_of_what_is_asked_change_a_score(data: st.DataObject) -> None:
    world, matching = data.draw(worlds()), data.draw(MATCHINGS)
    requirement = data.draw(requirements(world))
    whole = world.matcher(matching).rank(requirement)
    shuffled = replace(requirement, competences=tuple(data.draw(st.permutations(requirement.competences))))
    assert world.matcher(matching).rank(shuffled).overall.tolist() == whole.overall.tolist()
    for row in range(min(3, len(world.bags))):
        alone = replace(world, bags=[world.bags[row]], own_roles=[world.own_roles[row]])
        assert alone.matcher(matching).rank(requirement).overall.tolist() == [whole.overall[row]]


def test_what_is_kept_of_a_search_and_its_filters_does_not_grow_with_what_is_essential() -> None:
    people = 20_000
    matcher = world_of([[number % 6] for number in range(people)]).matcher(Matching()).matcher
    requirement = asked(*range(6), **{f"c{number}": "essential" for number in range(6)})
    matcher.rank(requirement).best(1)  # what is kept once for all searches
    tracemalloc.start()
    try:
        kept = [matcher.rank(requirement)]
        kept += [kept[0].restricted(np.arange(people) % step > 0) for step in (2, 3, 5)]
        for ranking in kept:
            assert sum(ranking.counts.values()) == len(ranking)
            assert len(ranking.best(10)) == 10
        bytes_held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert bytes_held < people * (12 + 3 + 1)  # 12 as said, one a filter, and a little
