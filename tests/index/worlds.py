"""Random people over vocabularies whose similarities are simply written down."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from teamlandkarte.index.calibration import RAW_COSINE, Calibration
from teamlandkarte.index.config import Level, Matching, Similarity, Weights
from teamlandkarte.index.evidence import PersonEvidence
from teamlandkarte.index.matching import Matcher, TaskRanking
from teamlandkarte.index.people import People
from teamlandkarte.index.ranking import Ranking
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import Category
from tests.links import links_of

LEVELS: tuple[Level, ...] = ("essential", "ideal", "desirable", "suggested")
FEW_SIMILARITIES = [0, 1, 333_333, 449_999, 450_000, 500_000, 700_000, 850_000, 999_999, 1_000_000]  # so that many tie


class ToyVocabulary:
    """A vocabulary whose similarities and vectors are simply written down; it also knows texts that are no terms."""

    def __init__(self, terms: int, seed: int, calibration: Calibration = RAW_COSINE, *, kind: str = "term") -> None:
        random = np.random.default_rng(seed)
        self.terms = [f"{kind} {i}" for i in range(terms)]
        self.texts = [*self.terms, *(f"no {kind} {i}" for i in range(3))]
        self.calibration = calibration
        table = random.choice(np.array(FEW_SIMILARITIES, np.int32), (len(self.texts), terms))
        np.fill_diagonal(table, 1_000_000)
        vectors = random.normal(0.3, 1.0, (len(self.texts), 6))
        units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        on_grid: NDArray[np.float32] = (np.rint(units * 2**22) / 2**22).astype(np.float32)
        self.rows: dict[str, NDArray[np.int32]] = dict(zip(self.texts, table, strict=True))
        self.vectors: dict[str, NDArray[np.float32]] = dict(zip(self.texts, on_grid, strict=True))

    def row(self, text: str) -> NDArray[np.int32]:
        return self.rows[text]

    def step_rows(self, texts: Sequence[str]) -> list[NDArray[np.uint16]]:
        return [((self.rows[text] + 10) // 20).astype(np.uint16) for text in texts]

    def vector(self, text: str) -> NDArray[np.float32]:
        return self.vectors[text]

    def cosine_row(self, text: str) -> NDArray[np.float32]:
        cosines = [float(self.vectors[term].astype(np.float64) @ self.vectors[text]) for term in self.terms]
        return np.array([round(cosine * 2**20) / 2**20 for cosine in cosines], np.float32)


@dataclass
class World:
    bags: list[list[int]]  # competence terms of each person, with duplicates
    own_roles: list[int]
    competences: ToyVocabulary
    roles: ToyVocabulary

    def people(self) -> People:
        links = [(row, term) for row, bag in enumerate(self.bags) for term in bag][::-1]
        return People.of(
            [f"P{row:05}" for row in range(len(self.bags))],
            links_of([row for row, _ in links], [term for _, term in links]),
            role_terms=self.own_roles,
            begin=[None] * len(self.bags),
            end=[None] * len(self.bags),
            mean_norm=[self.mean_length(row) for row in range(len(self.bags))],
        )

    def mean_length(self, row: int) -> float:
        return math.hypot(*self.mean_vector(row))

    def mean_vector(self, row: int) -> list[float]:
        own = [self.competences.vectors[self.competences.terms[term]].tolist() for term in sorted(set(self.bags[row]))]
        return [math.fsum(column) / len(own) for column in zip(*own, strict=True)] if own else [0.0]

    def matcher(self, matching: Matching) -> "InOrder":
        return InOrder(Matcher(self.people(), self.competences, self.roles, matching))


@dataclass
class InOrder:
    """A matcher whose people are numbered as in their world, which is the order of their ids."""

    matcher: Matcher

    def rank(self, requirement: Requirement) -> "RankingInOrder":
        return RankingInOrder(self.matcher.rank(requirement))

    def rank_all(self, requirements: Sequence[Requirement]) -> "list[RankingInOrder]":
        return [RankingInOrder(ranking) for ranking in self.matcher.rank_all(requirements)]

    def evidence(self, requirement: Requirement, persons: Sequence[int]) -> list[PersonEvidence]:
        found = self.matcher.evidence(requirement, self.matcher.people.by_id[persons].tolist() if persons else [])
        return [item._replace(row=int(self.matcher.people.id_ranks[item.row])) for item in found]

    def rank_tasks(self, person: int, tasks: Sequence[Requirement]) -> TaskRanking:
        return self.matcher.rank_tasks(int(self.matcher.people.by_id[person]), tasks)


@dataclass
class RankingInOrder:
    ranking: Ranking

    @property
    def overall(self) -> NDArray[np.int32]:
        return self.ranking.overall[self._by_id]

    @property
    def competence(self) -> NDArray[np.int32] | None:
        return None if self.ranking.competence is None else self.ranking.competence[self._by_id]

    @property
    def role(self) -> NDArray[np.int32] | None:
        return None if self.ranking.role is None else self.ranking.role[self._by_id]

    @property
    def crowded(self) -> NDArray[np.bool_]:
        return self.ranking.crowded[self._by_id]

    @property
    def order(self) -> NDArray[np.int32]:
        return self._persons(self.ranking.best(len(self.ranking)))

    @property
    def counts(self) -> dict[Category, int]:
        return self.ranking.counts

    @property
    def searched(self) -> int:
        return self.ranking.searched

    def __len__(self) -> int:
        return len(self.ranking)

    def best(self, limit: int) -> NDArray[np.int32]:
        return self._persons(self.ranking.best(limit))

    def rows_in(self, category: Category) -> NDArray[np.int32]:
        return self._persons(self.ranking.of_category(category).best(self.searched))

    def place_of(self, person: int) -> int:
        return self.ranking.place_of(int(self._by_id[person]))

    def category(self, person: int) -> Category:
        return self.ranking.category(int(self._by_id[person]))

    @property
    def held_back(self) -> Mapping[str, int]:
        return self.ranking.held_back

    def restricted(self, persons: NDArray[np.bool_]) -> "RankingInOrder":
        return RankingInOrder(self.ranking.restricted(persons[self.ranking.people.id_ranks]))

    def _persons(self, rows: NDArray[np.int32]) -> NDArray[np.int32]:
        return self.ranking.people.id_ranks[rows]

    @property
    def _by_id(self) -> NDArray[np.int32]:
        return self.ranking.people.by_id


@st.composite
def worlds(draw: st.DrawFn, calibration: Calibration = RAW_COSINE) -> World:
    terms, roles = draw(st.integers(0, 12)), draw(st.integers(0, 5))
    bags = draw(st.lists(st.lists(st.integers(0, max(0, terms - 1)), max_size=20 * min(1, terms)), max_size=25))
    bags += bags[: draw(st.sampled_from([0, 5]))]  # people who are alike
    own_roles = draw(st.lists(st.integers(-1, roles - 1), min_size=len(bags), max_size=len(bags)))
    seed = draw(st.integers(0, 2**32))
    competence_space = ToyVocabulary(terms, seed, calibration, kind="competence")
    return World(bags, own_roles, competence_space, ToyVocabulary(roles, seed + 1, kind="role"))


@st.composite
def requirements(draw: st.DrawFn, world: World) -> Requirement:
    competences = draw(st.lists(st.sampled_from(world.competences.texts), max_size=32))
    roles = draw(st.lists(st.sampled_from(world.roles.texts), min_size=0 if competences else 1, max_size=4))
    weights = {name: draw(st.sampled_from(LEVELS)) for name in competences if draw(st.booleans())}
    return Requirement(role_names=tuple(roles), competences=tuple(competences), weights=weights)


MATCHINGS = st.builds(
    Matching,
    competence_weight=st.sampled_from([0.7, 1.0, 0.333, 3.0]),
    role_weight=st.sampled_from([0.3, 0.0, 0.125]),
    weights=st.sampled_from([Weights(), Weights(essential=3.0, ideal=1.0, desirable=0.333, suggested=0.001)]),
)
STRATEGIES = [Similarity(strategy="per_skill"), Similarity(strategy="aggregate")]
