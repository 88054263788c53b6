"""Scores, order and evidence, compared with a slow loop in float64."""

import math
import operator
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from teamlandkarte.index.calibration import LOCAL_CALIBRATION, RAW_COSINE
from teamlandkarte.index.config import Matching
from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.matching import Matcher
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import Category
from tests.index.worlds import MATCHINGS, STRATEGIES, ToyVocabulary, World, requirements, worlds


def counted(similarity: int) -> int:
    """What the similarity of a competence counts: whole steps of 20 micro-units, half a step goes up."""
    return 20 * half_up(Fraction(similarity, 20))


def counted_of(asked: int, similarity: int) -> int:
    """What it counts where that many competences are asked for: of more than 16, whole steps of 0.005, rounded down."""
    return counted(similarity) if asked <= 16 else counted(similarity) // 5_000 * 5_000


def half_up(value: Fraction) -> int:
    return math.floor(value + Fraction(1, 2))


def weighted(required: Sequence[str], requirement: Requirement, matching: Matching) -> list[tuple[str, Fraction]]:
    levels = [requirement.weights.get(name, "ideal") for name in required]
    return [(name, Fraction(str(matching.weights.of(level)))) for name, level in zip(required, levels, strict=True)]


def slow_per_skill(world: World, requirement: Requirement, matching: Matching, row: int) -> Fraction | None:
    items = weighted(list(dict.fromkeys(requirement.competences)), requirement, matching)
    if not items:
        return None
    total = Fraction(0)
    for name, weight in items:
        best = 0
        for term in world.bags[row]:
            best = max(best, counted_of(len(items), int(world.competences.rows[name][term])))
        total += weight * best
    return total / sum(weight for _, weight in items)


def lacks_something_essential(world: World, requirement: Requirement, person: int) -> bool:
    essential = [name for name in requirement.competences if requirement.weights.get(name) == "essential"]
    rows = [world.competences.rows[name] for name in essential]
    return any(all(counted(int(row[term])) < 700_000 for term in world.bags[person]) for row in rows)


def at_best_partial(category: Category) -> Category:
    return category if category is Category.LOW else Category.PARTIAL


def slow_role(world: World, requirement: Requirement, row: int) -> Fraction | None:
    own = world.own_roles[row]
    similarities = [0 if own < 0 else int(world.roles.rows[role][own]) for role in requirement.role_names]
    return Fraction(max(similarities)) if similarities else None


def slow_overall(matching: Matching, competence: Fraction | None, role: Fraction | None) -> Fraction:
    if competence is None or role is None:
        return (competence or Fraction(0)) + (role or Fraction(0))
    of_competence, of_role = Fraction(str(matching.competence_weight)), Fraction(str(matching.role_weight))
    return (of_competence * competence + of_role * role) / (of_competence + of_role)


def rounded(part: Fraction | None) -> Fraction | None:
    return None if part is None else Fraction(half_up(part))


def part_of(part: NDArray[np.int32] | None, row: int) -> int | None:
    return None if part is None else int(part[row])


@settings(max_examples=120)
@given(st.data())
def test_scores_order_and_counts_are_those_of_a_slow_loop(data: st.DataObject) -> None:
    world, matching = data.draw(worlds()), data.draw(MATCHINGS)
    requirement = data.draw(requirements(world))
    ranking = world.matcher(matching).rank(requirement)

    expected = []
    for row in range(len(world.bags)):
        competence, role = slow_per_skill(world, requirement, matching, row), slow_role(world, requirement, row)
        overall = half_up(slow_overall(matching, rounded(competence), role))
        assert part_of(ranking.competence, row) == rounded(competence)
        assert part_of(ranking.role, row) == role
        assert ranking.overall[row] == overall
        assert abs(overall - float(slow_overall(matching, competence, role))) <= 1.0
        expected.append(overall)
    floors = {Category.TOP: 850_000, Category.GOOD: 700_000, Category.PARTIAL: 450_000, Category.LOW: 0}
    by_score = [next(category for category, floor in floors.items() if score >= floor) for score in expected]
    lacking = [lacks_something_essential(world, requirement, row) for row in range(len(expected))]
    named = [
        at_best_partial(category) if lacks else category for category, lacks in zip(by_score, lacking, strict=True)
    ]
    categories = list(Category)
    order = sorted(range(len(expected)), key=lambda row: (categories.index(named[row]), -expected[row], f"P{row:03}"))
    assert ranking.order.tolist() == order
    assert ranking.counts == {category: named.count(category) for category in Category}
    assert [ranking.category(row) for row in range(len(named))] == named
    for category in Category:
        assert ranking.rows_in(category).tolist() == [row for row in order if named[row] is category]


@settings(max_examples=60)
@given(st.data())
def test_aggregate_is_the_calibrated_cosine_of_mean_vectors(data: st.DataObject) -> None:
    calibration = data.draw(st.sampled_from([RAW_COSINE, LOCAL_CALIBRATION]))
    world = data.draw(worlds(calibration))
    matching = data.draw(MATCHINGS).model_copy(update={"similarity": STRATEGIES[1]})
    requirement = data.draw(requirements(world))
    ranking = world.matcher(matching).rank(requirement)

    items = weighted(list(dict.fromkeys(requirement.competences)), requirement, matching)
    if not items:
        assert ranking.competence is None
        return
    assert ranking.competence is not None
    columns = zip(*(world.competences.vectors[name].tolist() for name, _ in items), strict=True)
    wanted = [math.fsum(float(w) * x for (_, w), x in zip(items, column, strict=True)) for column in columns]
    length = math.hypot(*wanted)
    for row, bag in enumerate(world.bags):
        terms = sorted(set(bag))
        lengths = length * world.mean_length(row) * len(terms)
        dots = [float(w) * float(world.competences.cosine_row(name)[t]) for name, w in items for t in terms]
        cosine = math.fsum(dots) / lengths if lengths else 0.0
        shown = float(np.interp(min(max(cosine, 0.0), 1.0), *np.array(calibration.points).T)) * 1e6
        assert abs(float(ranking.competence[row]) - shown) <= 1.0
        if lengths:  # the dots lie on the 2^-20 grid, which moves a cosine by at most half a step over the lengths
            direct = math.fsum(map(operator.mul, wanted, world.mean_vector(row)))
            step = 2**-20 * sum(float(w) for _, w in items)
            assert abs(cosine - direct * len(terms) / lengths) <= step * len(terms) / lengths


@settings(max_examples=60)
@given(st.data())
def test_a_task_scores_for_a_person_what_the_person_scores_for_the_task(data: st.DataObject) -> None:
    world = data.draw(worlds(LOCAL_CALIBRATION))
    similarity = data.draw(st.sampled_from(STRATEGIES))
    matcher = world.matcher(data.draw(MATCHINGS).model_copy(update={"similarity": similarity}))
    tasks = [*data.draw(st.lists(requirements(world), max_size=6)), Requirement(description="siehe Anhang")]
    for row in range(len(world.bags)):
        found = matcher.rank_tasks(row, tasks)
        assert found.without_demand == (len(tasks) - 1,)
        assert sorted(score.position for score in found.scores) == list(range(len(tasks) - 1))
        places = [list(Category).index(score.category) for score in found.scores]
        assert places == sorted(places)
        for category in Category:
            alike = [score for score in found.scores if score.category is category]
            assert alike == sorted(alike, key=lambda one: (one.competence is None, -one.overall, one.position))
        for score in found.scores:
            ranking = matcher.rank(tasks[score.position])
            assert (score.overall, score.category) == (ranking.overall[row], ranking.category(row))
            assert (score.competence, score.role) == (part_of(ranking.competence, row), part_of(ranking.role, row))


@settings(max_examples=60)
@given(st.data())
def test_many_requirements_at_once_are_ranked_as_each_alone(data: st.DataObject) -> None:
    world = data.draw(worlds(LOCAL_CALIBRATION))
    similarity = data.draw(st.sampled_from(STRATEGIES))
    matcher = world.matcher(data.draw(MATCHINGS).model_copy(update={"similarity": similarity}))
    asked = data.draw(st.lists(requirements(world), max_size=6))
    together = matcher.rank_all(asked)
    for ranking, requirement in zip(together, asked, strict=True):
        alone = matcher.rank(requirement)
        assert ranking.order.tolist() == alone.order.tolist()
        assert ranking.overall.tolist() == alone.overall.tolist()
        assert ranking.counts == alone.counts
        assert ranking.held_back == alone.held_back
        for row in range(len(world.bags)):
            assert (part_of(ranking.competence, row), part_of(ranking.role, row)) == (
                part_of(alone.competence, row),
                part_of(alone.role, row),
            )


@settings(max_examples=60)
@given(st.data())
def test_evidence_names_the_closest_own_term_for_each_requirement(data: st.DataObject) -> None:
    world, matching = data.draw(worlds()), data.draw(MATCHINGS)
    requirement = data.draw(requirements(world))
    rows = data.draw(st.lists(st.integers(0, len(world.bags) - 1), max_size=10)) if world.bags else []
    required = list(dict.fromkeys(requirement.competences))
    for row, evidence in zip(rows, world.matcher(matching).evidence(requirement, rows), strict=True):
        assert evidence.row == row
        assert [item.competence for item in evidence.competences] == required
        assert evidence.competences_known == bool(world.bags[row])
        for item in evidence.competences:
            similar = world.competences.rows[item.competence]
            similarities = {term: counted(int(similar[term])) for term in set(world.bags[row])}
            best = max(similarities.values(), default=0)
            nearest = min((term for term, similarity in similarities.items() if similarity == best > 0), default=None)
            assert item.own_term == (None if nearest is None else world.competences.terms[nearest])
            assert (item.similarity, item.met) == (counted_of(len(required), best), best >= 700_000)
        assert sorted((*evidence.met, *evidence.missing)) == sorted(required if world.bags[row] else [])
        role = slow_role(world, requirement, row)
        assert (None if evidence.role is None else evidence.role.similarity) == role
        if evidence.role is not None and evidence.role.own_role is not None:
            assert world.roles.rows[evidence.role.wanted][world.own_roles[row]] == role


@settings(max_examples=60)
@given(st.data())
def test_a_restricted_ranking_keeps_scores_and_order(data: st.DataObject) -> None:
    world = data.draw(worlds())
    ranking = world.matcher(Matching()).rank(data.draw(requirements(world)))
    count = len(world.bags)
    masks = [np.array(data.draw(st.lists(st.booleans(), min_size=count, max_size=count)), bool) for _ in range(2)]
    narrow = ranking.restricted(masks[0]).restricted(masks[1])
    kept = [row for row in ranking.order.tolist() if masks[0][row] and masks[1][row]]

    assert (narrow.searched, len(narrow)) == (count, len(kept))
    assert narrow.order.tolist() == kept
    assert sum(narrow.counts.values()) == len(kept)
    assert [narrow.place_of(row) for row in kept] == list(range(1, len(kept) + 1))
    for limit in range(count + 2):
        assert narrow.best(limit).tolist() == kept[:limit]


def simple_world() -> World:
    return World(
        [[0, 1], [1], []], [0, -1, 1], ToyVocabulary(2, 1, kind="competence"), ToyVocabulary(2, 2, kind="role")
    )


def test_a_part_that_was_not_asked_for_carries_no_weight() -> None:
    matcher = simple_world().matcher(Matching())
    only_competences = matcher.rank(Requirement(competences=("competence 0", "competence 1")))
    only_role = matcher.rank(Requirement(role_names=("role 1",)))

    assert only_competences.role is None
    assert only_competences.overall[0] == 1_000_000
    assert only_role.competence is None
    assert only_role.overall[2] == 1_000_000


def test_someone_without_recorded_competences_has_nothing_and_misses_nothing() -> None:
    matcher = simple_world().matcher(Matching())
    requirement = Requirement(competences=("competence 0",), role_names=("role 0",))
    unrecorded, without_role = matcher.evidence(requirement, [2, 1])

    assert part_of(matcher.rank(requirement).competence, 2) == 0
    assert (unrecorded.met, unrecorded.missing, unrecorded.competences_known) == ((), (), False)
    assert (unrecorded.role_known, without_role.role_known) == (True, False)


def test_people_of_another_vocabulary_are_refused() -> None:
    world = simple_world()
    with pytest.raises(DatasetError, match="Refresh"):
        Matcher(world.people(), ToyVocabulary(1, 1), world.roles, Matching())
    with pytest.raises(DatasetError, match="Refresh"):
        Matcher(world.people(), world.competences, ToyVocabulary(1, 1), Matching())
