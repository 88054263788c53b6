"""So many people that a scan takes several stretches and slices, compared with sums over everybody's terms at once."""

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from teamlandkarte.index.config import Level, Matching, Similarity
from teamlandkarte.index.matching import Matcher
from teamlandkarte.index.people import People
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import CATEGORIES
from tests.index.worlds import ToyVocabulary
from tests.links import links_of

PEOPLE, TERMS, ROLES = 150_000, 60, 7
LEVELS: tuple[Level, ...] = ("ideal", "desirable", "essential", "suggested")
THOUSANDTHS = {"essential": 1000, "ideal": 1000, "desirable": 500, "suggested": 250}
COMPETENCES, ROLE_SPACE = ToyVocabulary(TERMS, 1, kind="competence"), ToyVocabulary(ROLES, 2, kind="role")


@cache
def drawn() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Who has which term, person by person; everybody's role and length of the mean vector."""
    random = np.random.default_rng(3)
    has = random.random((PEOPLE, TERMS)) < 0.7 / np.arange(1, TERMS + 1) ** 0.6
    has[random.random(PEOPLE) < 0.01] = False
    owners, terms = has.nonzero()
    return owners, terms, random.integers(-1, ROLES, PEOPLE), random.integers(1, 8, PEOPLE) / 8


@cache
def everybody() -> People:
    owners, terms, roles, mean_norm = drawn()
    return People.of(
        [f"P{number:07}" for number in range(PEOPLE)],
        links_of(owners, terms),
        role_terms=roles,
        begin=[None] * PEOPLE,
        end=[None] * PEOPLE,
        mean_norm=mean_norm,
    )


def per_person(fold: np.ufunc, row: NDArray[np.float64] | NDArray[np.int64]) -> NDArray[np.float64]:
    owners, terms, *_ = drawn()
    someone, first = np.unique(owners, return_index=True)
    found = np.zeros(PEOPLE)
    found[someone] = fold.reduceat(row[terms], first)
    return found


def best(name: str, asked: int) -> NDArray[np.int64]:
    stepped = (COMPETENCES.rows[name].astype(np.int64) + 10) // 20 * 20
    counted = stepped if asked <= 16 else stepped // 5_000 * 5_000
    return per_person(np.maximum, counted).astype(np.int64)


def asked(competences: int) -> Requirement:
    names = tuple(COMPETENCES.texts[:competences])
    weights = {name: LEVELS[place % len(LEVELS)] for place, name in enumerate(names)}
    return Requirement(competences=names, role_names=("role 2", "role 5"), weights=weights)


def of_role() -> NDArray[np.int64]:
    roles = drawn()[2]
    row = np.maximum(ROLE_SPACE.rows["role 2"], ROLE_SPACE.rows["role 5"]).astype(np.int64)
    return np.where(roles < 0, 0, row[roles])


def overall(competence: NDArray[np.int64]) -> NDArray[np.int64]:
    return (2 * (700 * competence + 300 * of_role()) + 1000) // 2000


def test_everybody_is_laid_out_in_several_stretches_with_twelve_common_terms() -> None:
    assert len(everybody().stretches) > 5
    assert sorted(everybody().bundles.common.tolist()) == list(range(12))  # the likeliest are drawn first


@pytest.mark.parametrize("competences", [5, 16, 17, 40])
def test_many_people_score_what_their_terms_come_to(competences: int) -> None:
    requirement, matching = asked(competences), Matching()
    weights = [THOUSANDTHS[requirement.weights[name]] for name in requirement.competences]
    total = sum(weight * best(name, competences) for weight, name in zip(weights, requirement.competences, strict=True))
    competence = (2 * np.asarray(total) + sum(weights)) // (2 * sum(weights))
    scores = overall(competence)
    essential = [name for name in requirement.competences if requirement.weights[name] == "essential"]
    lacking = np.any([best(name, competences) < 700_000 for name in essential], axis=0)
    floors = [matching.top_threshold, matching.good_threshold, matching.partial_threshold]
    places = np.sum([scores < round(1_000_000 * floor) for floor in floors], axis=0)
    places = np.where(lacking, np.maximum(places, 2), places)

    people = everybody()
    matcher = Matcher(people, COMPETENCES, ROLE_SPACE, matching)
    ranking = matcher.rank(requirement)
    (shared,) = matcher.rank_all([requirement])

    assert ranking.competence is not None
    assert np.array_equal(ranking.competence[people.by_id], competence)
    assert np.array_equal(ranking.overall[people.by_id], scores)
    assert ranking.counts == dict(zip(CATEGORIES, np.bincount(places, minlength=4).tolist(), strict=True))
    order = np.lexsort((np.arange(PEOPLE), -scores, places))
    assert people.id_ranks[ranking.best(50)].tolist() == order[:50].tolist()
    assert np.array_equal(shared.standing, ranking.standing)


def test_mean_vectors_of_many_people_are_compared_as_their_terms_add_up() -> None:
    requirement = asked(5)
    weights = [THOUSANDTHS[requirement.weights[name]] for name in requirement.competences]
    rows = [COMPETENCES.cosine_row(name).astype(np.float64) for name in requirement.competences]
    sums = per_person(np.add, np.asarray(sum(weight * row for weight, row in zip(weights, rows, strict=True))))
    vectors = [COMPETENCES.vector(name).astype(np.float64) for name in requirement.competences]
    length = np.linalg.norm(np.asarray(sum(w * vector for w, vector in zip(weights, vectors, strict=True))))
    terms = np.bincount(drawn()[0], minlength=PEOPLE)
    cosines = sums / np.maximum(1, terms) / drawn()[3] / length
    expected = np.rint(1_000_000 * cosines.clip(0, 1))

    people = everybody()
    matching = Matching(similarity=Similarity(strategy="aggregate"))
    ranking = Matcher(people, COMPETENCES, ROLE_SPACE, matching).rank(requirement)

    assert ranking.competence is not None
    assert np.abs(ranking.competence[people.by_id] - expected).max() <= 1


def test_the_terms_of_many_people_are_those_that_went_in() -> None:
    owners, terms, *_ = drawn()
    people = everybody()

    assert np.array_equal(people.terms_of_all(people.by_id.astype(np.intp)), terms)
    assert np.array_equal(people.degrees[people.by_id], np.bincount(owners, minlength=PEOPLE))
