"""Exhaustive, exact matching: every person is scored against what is asked for, and every task against a person."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teamlandkarte.index import scan
from teamlandkarte.index.config import Matching
from teamlandkarte.index.errors import DatasetError, RequestError
from teamlandkarte.index.evidence import Asked, Evidence
from teamlandkarte.index.people import UNKNOWN_ROLE, People
from teamlandkarte.index.ranking import Ranking, standings
from teamlandkarte.index.readings import CLOSELY_RELATED, SAME
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import (
    CATEGORIES,
    STEP,
    Category,
    Demand,
    Scale,
    counted,
    micro,
    steps_up_to,
    weighted_mean,
    weighted_means,
    whole_type,
)

_HELD_BYTES = 128 << 20  # of everyone's best similarities, while many requirements are ranked
_PICKED = 64  # so many times as long takes one person that is picked as one of everyone


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

    def step_rows(self, texts: Sequence[str]) -> Sequence[NDArray[np.uint16]]:
        """Return for each text how many `scoring.STEP` its `row` counts."""

    def cosine_row(self, text: str) -> NDArray[np.float32]:
        """Return the raw cosine of a text's vector with every term's, on the 2^-20 grid, (V,)."""

    def vector(self, text: str) -> NDArray[np.float32]:
        """Return the unit vector of a text, (d,)."""


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

    `scores`: best category first, in it those whose competences were compared, best score first, ties as given.
    """

    scores: tuple[TaskScore, ...]
    without_demand: tuple[int, ...]


class Matcher:
    """Scores people and tasks against each other over one dataset version; immutable, so threads may share it."""

    def __init__(self, people: People, competences: TermSpace, roles: TermSpace, matching: Matching) -> None:
        """Raises DatasetError when a person refers to a term that the vocabularies lack."""
        highest = (people.highest_term, people.role_terms.max(initial=UNKNOWN_ROLE))
        if highest[0] >= len(competences.terms) or highest[1] >= len(roles.terms):
            raise DatasetError("The vector indexes do not belong to this snapshot. Refresh the dataset.")
        self.people = people
        self._competences = competences
        self._roles = roles
        self._matching = matching
        self._scale = Scale.of(matching)
        self._aggregate = matching.similarity.strategy == "aggregate"
        self._met_from = max(1, micro(matching.similarity.min_similarity))  # what is not similar at all is never met
        self._crowded = people.degrees > matching.max_competences

    def rank(self, requirement: Requirement) -> Ranking:
        """Score everyone; raises RequestError when nothing is asked for."""
        demand = Demand.of(requirement, self._matching)
        return self._ranking(demand, self._closest(demand))

    def rank_all(self, requirements: Iterable[Requirement]) -> Iterator[Ranking]:
        """Yield `rank` of each requirement, faster: who is how close to a competence is found once for many of them."""
        demands = (Demand.of(requirement, self._matching) for requirement in requirements)
        for group in self._sharing(demands):
            names = list(dict.fromkeys(name for demand in group for name in demand.competences))
            near = dict(zip(names, scan.closest(self.people, self._competences.step_rows(names)), strict=True))
            for demand in group:
                own = [near[name] for name in demand.competences]
                found = scan.means_of(self.people, own, demand.weights, demand.essential, CLOSELY_RELATED)
                yield self._ranking(demand, found)

    def evidence(self, requirement: Requirement, rows: Sequence[int]) -> Evidence:
        """Return, in the order of `rows`, what speaks for each of these people and what is missing or unknown."""
        demand = Demand.of(requirement, self._matching)
        asked = Asked(
            demand=demand,
            competence_rows=self._competences.step_rows(demand.competences),
            competence_terms=self._competences.terms,
            role_rows=[self._roles.row(role) for role in demand.roles],
            role_terms=self._roles.terms,
            met_from=self._met_from,
        )
        return Evidence(self.people, rows, asked)

    def met_by(self, competences: Sequence[str], *, of_gate: bool) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return who meets each of the competences, and who has the very same, (C, N) each.

        `of_gate`: as essential competences are met, by something closely related.
        """
        near = scan.closest(self.people, self._competences.step_rows(competences))
        enough = CLOSELY_RELATED if of_gate else self._met_from
        return near >= steps_up_to(enough), near >= steps_up_to(max(enough, SAME))

    def lacking(self, competence: str, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Return which of these people have nothing closely related to a competence, in the order of `rows`."""
        if len(rows) * _PICKED < len(self.people):
            return self.evidence(Requirement(competences=(competence,)), rows.tolist()).lacking[:, 0]
        met, _ = self.met_by([competence], of_gate=True)
        without: NDArray[np.bool_] = ~met[0][rows]
        return without

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
            essential = person.closest([demand.competences[place] for place in demand.essential])
            lacking = any(value < CLOSELY_RELATED for value in essential)
            category = self._scale.category(overall, complete=not lacking)
            scores.append(TaskScore(position, overall, competence, role, category))
        # A role alone is met by so many that it would lead what somebody is really wanted for.
        scores.sort(
            key=lambda one: (CATEGORIES.index(one.category), one.competence is None, -one.overall, one.position)
        )
        return TaskRanking(tuple(scores), tuple(without_demand))

    def _sharing(self, demands: Iterable[Demand]) -> Iterator[list[Demand]]:
        """Yield demands in groups that ask for no more competences than are held at once."""
        most = max(1, _HELD_BYTES // (2 * max(1, len(self.people))))
        group, names = list[Demand](), set[str]()
        for demand in demands:
            if group and len(names.union(demand.competences)) > most:
                yield group
                group, names = [], set()
            group.append(demand)
            names.update(demand.competences)
        if group:
            yield group

    def _part_of(self, demand: Demand, found: scan.Means) -> NDArray[np.int32] | None:
        if not demand.competences:
            return None
        if not self._aggregate:
            return found.means
        return scan.mean_cosines(self.people, self._mean(demand), self._competences.calibration.micro)

    def _ranking(self, demand: Demand, found: scan.Means) -> Ranking:
        """Make the parts, the score and the standing of the best similarities."""
        competence = self._part_of(demand, found)
        role_row = self._role_row(demand) if demand.roles else None
        overall = self._overall(competence, role_row)
        essential, fits = [demand.competences[place] for place in demand.essential], overall >= self._scale.good
        return Ranking(
            people=self.people,
            overall=overall,
            competence=competence,
            role_row=role_row,
            scale=self._scale,
            standing=standings(self._scale, overall, found.lacking, self._crowded),
            held_back={
                name: int(np.count_nonzero(fits & mask)) for name, mask in zip(essential, found.lacking, strict=True)
            },
            crowded=self._crowded,
        )

    def _overall(self, competence: NDArray[np.int32] | None, role_row: NDArray[np.int32] | None) -> NDArray[np.int32]:
        if competence is None or role_row is None:
            alone = competence if role_row is None else scan.role_similarities(self.people, role_row)
            assert alone is not None  # noqa: S101 - a demand asks for something
            return alone
        weight = self._scale.competence_weight + self._scale.role_weight
        exact = whole_type(weight)
        sums = np.multiply(competence, self._scale.competence_weight, dtype=exact)
        sums += scan.role_similarities(self.people, role_row.astype(exact) * self._scale.role_weight)
        return weighted_means(sums, weight)

    def _closest(self, demand: Demand) -> scan.Means:
        """Return everyone's best similarities; where means are compared, only those in what is essential matter."""
        wanted = demand.essential if self._aggregate else range(len(demand.competences))
        rows = self._competences.step_rows([demand.competences[place] for place in wanted])
        demanded = range(len(rows)) if self._aggregate else demand.essential
        weights = [demand.weights[place] for place in wanted]
        return scan.means(self.people, rows, weights, demanded, CLOSELY_RELATED)

    def _competence_of(self, person: "_Person", demand: Demand) -> int:
        names, weights = demand.competences, demand.weights
        if self._aggregate:
            dots = sum(weight * person.cosine_sum(name) for weight, name in zip(weights, names, strict=True))
            cosine = scan.mean_cosine(self.people, person.row, dots, self._mean_length(demand))
            return int(self._competences.calibration.micro(cosine))
        near = (counted(value, len(names)) for value in person.closest(names))
        total = sum(weight * value for weight, value in zip(weights, near, strict=True))
        return weighted_mean(total, sum(weights))

    def _mean(self, demand: Demand) -> scan.Mean:
        dots = np.zeros(len(self._competences.terms))
        for name, weight in zip(demand.competences, demand.weights, strict=True):
            dots += np.multiply(self._competences.cosine_row(name), weight, dtype=np.float64)
        return scan.Mean(dots, self._mean_length(demand))

    def _mean_length(self, demand: Demand) -> float:
        vectors = np.stack([self._competences.vector(name) for name in demand.competences])
        mean: NDArray[np.float64] = np.array(demand.weights, dtype=np.float64) @ vectors.astype(np.float64)
        return math.sqrt(math.fsum(np.square(mean)))

    def _role_row(self, demand: Demand) -> NDArray[np.int32]:
        row: NDArray[np.int32] = np.maximum.reduce([self._roles.row(role) for role in demand.roles])
        return row


class _Person:
    """How one person lies to single names; each is looked up once, since tasks share most of what they ask for."""

    def __init__(self, people: People, row: int, competences: TermSpace, roles: TermSpace) -> None:
        self.row = row
        self._competences = competences
        self._terms = people.terms_of(row)
        self._closest: dict[str, int] = {}
        terms, role = self._terms, people.role_terms[row]
        # The sum of the raw cosines among the own terms, and the similarity of the own role.
        self.cosine_sum = cache(lambda name: float(competences.cosine_row(name).take(terms).sum(dtype=np.float64)))
        self.role = cache(lambda name: 0 if role == UNKNOWN_ROLE else int(roles.row(name)[role]))

    def closest(self, names: Sequence[str]) -> list[int]:
        """Return the best similarity of the own terms to each name."""
        if new := [name for name in names if name not in self._closest]:
            for name, row in zip(new, self._competences.step_rows(new), strict=True):
                self._closest[name] = STEP * int(row.take(self._terms).max(initial=0))
        return [self._closest[name] for name in names]
