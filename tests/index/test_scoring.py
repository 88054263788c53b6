"""The arithmetic of scores: whole numbers, rounded once, half up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.config import Matching, Weights
from teamlandkarte.index.errors import RequestError
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import Category, Demand, Scale, thousandths, weighted_mean


def demand(requirement: Requirement, **matching: object) -> Demand:
    return Demand.of(requirement, Matching.model_validate(matching))


def test_a_competence_named_twice_counts_once_as_it_was_first_spelled() -> None:
    found = demand(Requirement(competences=("Python", "  python", "C#", "ＰＹＴＨＯＮ"), role_names=("Lead", "LEAD")))

    assert found.competences == ("Python", "C#")
    assert found.roles == ("Lead",)


def test_a_level_is_found_however_its_competence_is_spelled_and_is_ideal_otherwise() -> None:
    found = demand(Requirement(competences=("Straßenbau", "BIM"), weights={"STRASSENBAU": "suggested"}))

    assert found.levels == ("suggested", "ideal")
    assert found.weights == (250, 1000)


@pytest.mark.parametrize("requirement", [Requirement(), Requirement(description="Wir suchen jemanden.")])
def test_a_requirement_that_asks_for_nothing_is_refused(requirement: Requirement) -> None:
    with pytest.raises(RequestError, match="Nothing to match"):
        demand(requirement)


@pytest.mark.parametrize("blank", ["", " ", "\u200b", "\u00a0\t"])
def test_a_blank_name_is_refused(blank: str) -> None:
    with pytest.raises(RequestError, match="competence is blank"):
        demand(Requirement(competences=("Python", blank)))
    with pytest.raises(RequestError, match="role is blank"):
        demand(Requirement(role_names=(blank,)))


def test_a_weight_that_counts_at_all_counts_at_least_a_thousandth() -> None:
    assert [thousandths(weight) for weight in (0.0, 0.00001, 0.25, 0.7, 100.0)] == [0, 1, 250, 700, 100_000]
    assert demand(Requirement(competences=("Python",)), weights=Weights(ideal=0.00001)).weights == (1,)


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(1, 10**5), st.integers(1, 10**5))
def test_a_weighted_mean_is_the_nearest_integer_and_halves_go_up(left: int, right: int, a: int, b: int) -> None:
    total, weight = a * left + b * right, a + b
    mean = weighted_mean(total, weight)

    assert 2 * total - weight < 2 * weight * mean <= 2 * total + weight


def test_the_shown_parts_add_up_to_the_shown_score() -> None:
    scale = Scale.of(Matching())

    assert scale.overall(500_001, 1_000_000) == 650_001  # 0.7 · 500001 + 0.3 · 1000000 = 650000.7
    assert scale.overall(1, 1) == 1
    assert scale.overall(5, 0) == 4  # 3.5 goes up


def test_a_part_that_stands_alone_is_the_score_even_where_it_weighs_nothing() -> None:
    scale = Scale.of(Matching(role_weight=0.0))

    assert scale.overall(None, 420_000) == 420_000
    assert scale.overall(420_000, 1_000_000) == 420_000


def test_categories_begin_exactly_at_their_thresholds() -> None:
    scale = Scale.of(Matching())
    begins = {850_000: Category.TOP, 700_000: Category.GOOD, 450_000: Category.PARTIAL, 0: Category.LOW}

    assert {score: scale.category(score) for score in begins} == begins
    assert [scale.category(score - 1) for score in (850_000, 700_000, 450_000)] == [
        Category.GOOD,
        Category.PARTIAL,
        Category.LOW,
    ]
    assert [category.value for category in Category] == ["Top", "Good", "Partial", "Low"]
