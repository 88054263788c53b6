"""The evidence behind a score: for each thing asked for, what the person offers and how close it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index import scan
from teamlandkarte.index.config import Level
from teamlandkarte.index.people import UNKNOWN_ROLE, People
from teamlandkarte.index.scoring import Demand

_LOW_BITS = np.int64(0xFFFF_FFFF)


class CompetenceEvidence(NamedTuple):
    """One required competence and the person's closest own term.

    `weight` is in thousandths, `similarity` in micro-units; `own_term` is None where nothing is similar at all. `met`:
    the similarity reaches `[matching.similarity] min_similarity`.
    """

    competence: str
    level: Level
    weight: int
    own_term: str | None
    similarity: int
    met: bool


class RoleEvidence(NamedTuple):
    """The wanted role that is closest to the person's own; `own_role` is None where none is recorded."""

    wanted: str
    own_role: str | None
    similarity: int


class PersonEvidence(NamedTuple):
    """What speaks for one person: `competences` in the order asked for, `role` None where none was asked for.

    Without recorded competences nothing is known: then no competence is met, and none counts as missing.
    """

    row: int
    competences: tuple[CompetenceEvidence, ...]
    competences_known: bool
    role: RoleEvidence | None

    @property
    def met(self) -> tuple[str, ...]:
        """The required competences that the person has."""
        return tuple(item.competence for item in self.competences if item.met)

    @property
    def missing(self) -> tuple[str, ...]:
        """The required competences that the person, whose competences are known, has not."""
        return tuple(item.competence for item in self.competences if not item.met) if self.competences_known else ()

    @property
    def role_known(self) -> bool:
        """Whether a role is recorded; true where none was asked for."""
        return self.role is None or self.role.own_role is not None


@dataclass(frozen=True, eq=False)
class Asked:
    """What is asked for, seen from the vocabularies.

    `competence_rows`, `role_rows`: per name in the demand its similarity to every term, micro-units.
    """

    demand: Demand
    competence_rows: Sequence[NDArray[np.int32]]
    competence_terms: Sequence[str]
    role_rows: Sequence[NDArray[np.int32]]
    role_terms: Sequence[str]
    min_similarity: int


def gather(people: People, rows: Sequence[int], asked: Asked) -> list[PersonEvidence]:
    """Return the evidence for the people in `rows`, in that order.

    Of a person's terms that are equally close, the one with the lowest term id is named.
    """
    picked = np.asarray(rows, dtype=np.intp)
    terms, similarities = _closest(people, picked, asked.competence_rows)
    met = similarities >= max(1, asked.min_similarity)  # what is not similar at all is never met
    known = people.competence_counts[picked] > 0
    competences = _competences(asked, terms, similarities, met)
    return list(map(PersonEvidence, picked.tolist(), competences, known.tolist(), _roles(people, picked, asked)))


def _closest(
    people: People, picked: NDArray[np.intp], asked: Sequence[NDArray[np.int32]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the closest own term and its similarity, people × competences asked for; without terms 0 and 0."""
    counts = people.competence_counts[picked]
    best = np.full((len(picked), len(asked)), _LOW_BITS)  # reads as term 0 with similarity 0
    if asked and counts.any():
        starts = np.cumsum(counts) - counts
        terms = people.terms[np.repeat(people.offsets[picked] - starts, counts) + np.arange(counts.sum())]
        keys = np.stack([row.take(terms) for row in asked]).astype(np.int64) << 32 | (_LOW_BITS - terms)
        some = counts > 0  # reduceat would read a neighbour for an empty segment
        best[some] = np.maximum.reduceat(keys, starts[some], axis=1).T
    return _LOW_BITS - (best & _LOW_BITS), best >> 32


def _competences(
    asked: Asked, terms: NDArray[np.int64], similarities: NDArray[np.int64], met: NDArray[np.bool_]
) -> list[tuple[CompetenceEvidence, ...]]:
    """Return the evidence per person; that of all people is made in one go, which costs half as much as one by one."""
    people, width = terms.shape
    close = similarities.ravel().tolist()
    names = asked.competence_terms
    own = [names[term] if how_close else None for term, how_close in zip(terms.ravel().tolist(), close, strict=True)]
    wanted = (asked.demand.competences * people, asked.demand.levels * people, asked.demand.weights * people)
    every = tuple(map(CompetenceEvidence, *wanted, own, close, met.ravel().tolist()))
    return [every[person * width : (person + 1) * width] for person in range(people)]


def _roles(people: People, picked: NDArray[np.intp], asked: Asked) -> list[RoleEvidence | None]:
    wanted = asked.demand.roles
    if not wanted:
        return [None] * len(picked)
    own = people.role_terms[picked]
    table = np.stack([scan.role_similarities(own, row) for row in asked.role_rows])
    closest = table.argmax(axis=0)  # the first wanted role, where several are equally close
    names = [None if term == UNKNOWN_ROLE else asked.role_terms[term] for term in own.tolist()]
    return list(map(RoleEvidence, [wanted[role] for role in closest.tolist()], names, table.max(axis=0).tolist()))
