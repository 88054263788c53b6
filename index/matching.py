"""Exhaustive, exact matching: every person is scored against what is asked for, and every task against a person."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teamlandkarte.index import scan
from teamlandkarte.index.config import Matching
from teamlandkarte.index.errors import DatasetError, RequestError
from teamlandkarte.index.evidence import Asked, Evidence
from teamlandkarte.index.people import UNKNOWN_ROLE, People
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import CATEGORIES, MICRO, Category, Demand, Scale, micro, weighted_mean

_SCORE_BITS, _ROW_BITS = 20, 32  # MICRO fits the first, more people than a snapshot holds the second


class Calibrated(Protocol):
    """Turns raw similarities into micro-units."""

    def micro(self, raw: ArrayLike) -> NDArray[np.int32]:
        """Return the shown similarity of each raw one."""


class TermSpace(Protocol):
    """A vocabulary of V terms as matching needs it (`vocabulary.Vocabulary` is one)."""

    @property
    def terms(self) -> Sequence[str]:
        """The terms by term id."""

    @property
    def calibration(self) -> Calibrated:
        """What turns raw cosines into similarities."""

    def row(self, text: str) -> NDArray[np.int32]:
        """Return the similarity of a text to every term, micro-units, (V,)."""

    def cosine_row(self, text: str) -> NDArray[np.float32]:
        """Return the raw cosine of a text's vector with every term's, on the 2^-20 grid, (V,)."""

    def vector(self, text: str) -> NDArray[np.float32]:
        """Return the unit vector of a text, (d,)."""


@dataclass(frozen=True, eq=False)
class Ranking:
    """The scores of all people for one requirement, and the order of those it is restricted to.

    `overall`, `competence`, `role`: int32 micro-units by row of the people; a part that was not asked for is None.
    `places`: the place of each person's category in `CATEGORIES`.
    `lacking`: per essential competence, who is below `min_similarity` in it: not in Top or Good, whatever the score.
    `crowded`: who lists so many competences that the others of the same category come first.
    `among`: which people take part in the order and the counts; None is everyone.
    """

    overall: NDArray[np.int32]
    competence: NDArray[np.int32] | None
    role: NDArray[np.int32] | None
    scale: Scale
    places: NDArray[np.int8]
    lacking: Mapping[str, NDArray[np.bool_]]
    crowded: NDArray[np.bool_]
    among: NDArray[np.bool_] | None = None

    @property
    def searched(self) -> int:
        """How many people were scored: all of them."""
        return len(self.overall)

    def __len__(self) -> int:
        return len(self.overall) if self.among is None else int(np.count_nonzero(self.among))

    @cached_property
    def order(self) -> NDArray[np.int32]:
        """The rows, best category and score first; ties in the order of the rows."""
        return _rows(np.sort(self._keys))

    @cached_property
    def counts(self) -> dict[Category, int]:
        """How many people fall in each category, every category named."""
        places = self.places if self.among is None else self.places[self.among]
        return dict(zip(CATEGORIES, np.bincount(places, minlength=len(CATEGORIES)).tolist(), strict=True))

    def best(self, limit: int) -> NDArray[np.int32]:
        """Return the first `limit` rows of the order, without sorting everyone."""
        keys = self._keys
        if limit >= len(keys):
            return self.order
        return _rows(np.sort(np.partition(keys, limit)[:limit]))

    def category(self, row: int) -> Category:
        """Return the category of one person."""
        return CATEGORIES[int(self.places[row])]

    def rows_in(self, category: Category) -> NDArray[np.int32]:
        """Return the rows of one category, best first."""
        sizes = list(self.counts.values())
        position = CATEGORIES.index(category)
        start = sum(sizes[:position])
        return self.order[start : start + sizes[position]]

    def restricted(self, mask: NDArray[np.bool_]) -> "Ranking":
        """Return the same scores with only those people of this ranking whom the mask keeps."""
        return replace(self, among=mask if self.among is None else self.among & mask)

    def held_back(self) -> dict[str, int]:
        """Return per essential competence how many people would be Top or Good by their score and lack it."""
        fits = self.overall >= self.scale.good
        return {name: int(np.count_nonzero(fits & mask)) for name, mask in self.lacking.items()}

    @property
    def _keys(self) -> NDArray[np.int64]:
        """One number per person that sorts by category, crowd, falling score, row: no two are equal, so sorts agree."""
        group = self.places.astype(np.int64) << 1 | self.crowded
        keys = (group << _SCORE_BITS | (MICRO - self.overall)) << _ROW_BITS | np.arange(len(self.overall))
        return keys if self.among is None else keys[self.among]


def _rows(keys: NDArray[np.int64]) -> NDArray[np.int32]:
    return (keys & (1 << _ROW_BITS) - 1).astype(np.int32)


class TaskScore(NamedTuple):
    """How well one task fits a person; `position` is the task's in the sequence given, parts not asked for are None."""

    position: int
    overall: int
    competence: int | None
    role: int | None
    category: Category


@dataclass(frozen=True)
class TaskRanking:
    """The tasks for one person, and those that ask for nothing.

    `scores`: best category and score first, ties in the order given.
    """

    scores: tuple[TaskScore, ...]
    without_demand: tuple[int, ...]


class Matcher:
    """Scores people and tasks against each other over one dataset version; immutable, so threads may share it."""

    def __init__(self, people: People, competences: TermSpace, roles: TermSpace, matching: Matching) -> None:
        """Raises DatasetError when a person refers to a term that the vocabularies lack."""
        highest = (people.terms.max(initial=-1), people.role_terms.max(initial=UNKNOWN_ROLE))
        if highest[0] >= len(competences.terms) or highest[1] >= len(roles.terms):
            raise DatasetError("The vector indexes do not belong to this snapshot. Refresh the dataset.")
        self.people = people
        self._competences = competences
        self._roles = roles
        self._matching = matching
        self._scale = Scale.of(matching)
        self._aggregate = matching.similarity.strategy == "aggregate"
        self._met_from = max(1, micro(matching.similarity.min_similarity))  # what is not similar at all is never met
        self._crowded = people.competence_counts > matching.max_competences

    def rank(self, requirement: Requirement) -> Ranking:
        """Score everyone; raises RequestError when nothing is asked for."""
        demand = Demand.of(requirement, self._matching)
        closest = self._closest(demand)
        competence = self._competence_part(demand, closest) if demand.competences else None
        role = self._role_part(demand) if demand.roles else None
        overall = self._scale.overall(competence, role).astype(np.int32)
        essential = [demand.competences[place] for place in demand.essential]
        return Ranking(
            overall=overall,
            competence=_int32(competence),
            role=_int32(role),
            scale=self._scale,
            places=self._places(overall, closest.lacking),
            lacking=dict(zip(essential, closest.lacking, strict=True)),
            crowded=self._crowded,
        )

    def evidence(self, requirement: Requirement, rows: Sequence[int]) -> Evidence:
        """Return, in the order of `rows`, what speaks for each of these people and what is missing or unknown."""
        demand = Demand.of(requirement, self._matching)
        asked = Asked(
            demand=demand,
            competence_rows=self._rows(demand.competences),
            competence_terms=self._competences.terms,
            role_rows=[self._roles.row(role) for role in demand.roles],
            role_terms=self._roles.terms,
            met_from=self._met_from,
        )
        return Evidence(self.people, rows, asked)

    def rank_tasks(self, row: int, tasks: Sequence[Requirement]) -> TaskRanking:
        """Score what each task asks for against one person: the score that `rank` gives this person for that task."""
        person = _Person(self.people, row, self._competences, self._roles)
        scores = []
        without_demand = []
        for position, task in enumerate(tasks):
            try:
                demand = Demand.of(task, self._matching)
            except RequestError:
                without_demand.append(position)
                continue
            competence = self._competence_of(person, demand) if demand.competences else None
            role = max(map(person.role, demand.roles)) if demand.roles else None
            overall = self._scale.overall(competence, role)
            lacking = any(person.closest(demand.competences[place]) < self._met_from for place in demand.essential)
            category = self._scale.category(overall, complete=not lacking)
            scores.append(TaskScore(position, overall, competence, role, category))
        scores.sort(key=lambda score: (CATEGORIES.index(score.category), -score.overall, score.position))
        return TaskRanking(tuple(scores), tuple(without_demand))

    def _places(self, overall: NDArray[np.int32], lacking: Sequence[NDArray[np.bool_]]) -> NDArray[np.int8]:
        """Return the place of each person's category; who lacks something essential is Partial at best."""
        places = np.zeros(len(overall), np.int8)
        for floor in self._scale.floors:
            places += overall < floor
        for mask in lacking:
            np.maximum(places, mask * np.int8(CATEGORIES.index(Category.PARTIAL)), out=places)
        return places

    def _closest(self, demand: Demand) -> scan.Best:
        """Return everyone's best similarities; where means are compared, only those in what is essential matter."""
        wanted = demand.essential if self._aggregate else range(len(demand.competences))
        rows = self._rows([demand.competences[place] for place in wanted])
        demanded = range(len(rows)) if self._aggregate else demand.essential
        return scan.best(self.people, rows, [demand.weights[place] for place in wanted], demanded, self._met_from)

    def _competence_part(self, demand: Demand, closest: scan.Best) -> NDArray[np.int64]:
        if self._aggregate:
            cosines = scan.mean_cosines(self.people, self._mean(demand))
            return self._competences.calibration.micro(cosines).astype(np.int64)
        return weighted_mean(closest.sums, sum(demand.weights))

    def _competence_of(self, person: "_Person", demand: Demand) -> int:
        values = map(person.cosine_sum if self._aggregate else person.closest, demand.competences)
        total = sum(weight * value for weight, value in zip(demand.weights, values, strict=True))
        if self._aggregate:
            cosine = scan.mean_cosine(self.people, person.row, total, self._mean_length(demand))
            return int(self._competences.calibration.micro(cosine)[0])
        return weighted_mean(int(total), sum(demand.weights))

    def _role_part(self, demand: Demand) -> NDArray[np.int64]:
        return scan.role_similarities(self.people.role_terms, self._role_row(demand)).astype(np.int64)

    def _mean(self, demand: Demand) -> scan.Mean:
        rows = np.stack([self._competences.cosine_row(name) for name in demand.competences])
        dots: NDArray[np.float64] = np.array(demand.weights, dtype=np.float64) @ rows.astype(np.float64)
        return scan.Mean(dots, self._mean_length(demand))

    def _mean_length(self, demand: Demand) -> float:
        vectors = np.stack([self._competences.vector(name) for name in demand.competences])
        mean: NDArray[np.float64] = np.array(demand.weights, dtype=np.float64) @ vectors.astype(np.float64)
        return math.sqrt(math.fsum(np.square(mean)))

    def _role_row(self, demand: Demand) -> NDArray[np.int32]:
        row: NDArray[np.int32] = np.maximum.reduce([self._roles.row(role) for role in demand.roles])
        return row

    def _rows(self, competences: Sequence[str]) -> list[NDArray[np.int32]]:
        return [self._competences.row(competence) for competence in competences]


class _Person:
    """How one person lies to single names; each is looked up once, since tasks share most of what they ask for."""

    def __init__(self, people: People, row: int, competences: TermSpace, roles: TermSpace) -> None:
        self.row = row
        terms = people.terms_of(row)
        role = people.role_terms[row]
        # The best similarity and the sum of the raw cosines among the own terms, and the similarity of the own role.
        self.closest = cache(lambda name: int(competences.row(name).take(terms).max(initial=0)))
        self.cosine_sum = cache(lambda name: float(competences.cosine_row(name).take(terms).sum(dtype=np.float64)))
        self.role = cache(lambda name: 0 if role == UNKNOWN_ROLE else int(roles.row(name)[role]))


def _int32(part: NDArray[np.int64] | None) -> NDArray[np.int32] | None:
    return None if part is None else part.astype(np.int32)
