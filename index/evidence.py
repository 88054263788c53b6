"""The evidence behind a score: for each thing asked for, what the person offers and how close it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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


@dataclass(frozen=True)
class PersonEvidence:
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
    terms, similarities = _closest(people, rows, asked.competence_rows)
    known = people.competence_counts[np.asarray(rows, dtype=np.intp)] > 0
    return [
        PersonEvidence(
            row=row,
            competences=_competences(own_terms, own_similarities, asked),
            competences_known=bool(is_known),
            role=_role(int(people.role_terms[row]), asked),
        )
        for row, own_terms, own_similarities, is_known in zip(rows, terms, similarities, known, strict=True)
    ]


def _closest(
    people: People, rows: Sequence[int], asked: Sequence[NDArray[np.int32]]
) -> tuple[list[list[int]], list[list[int]]]:
    """Return per person and competence asked for the closest own term and its similarity; without terms 0 and 0."""
    counts = people.competence_counts[np.asarray(rows, dtype=np.intp)]
    best = np.full((len(rows), len(asked)), _LOW_BITS)  # reads as term 0 with similarity 0
    if asked and counts.any():
        terms = np.concatenate([people.terms_of(row) for row in rows])
        keys = np.stack([row.take(terms) for row in asked]).astype(np.int64) << 32 | (_LOW_BITS - terms)
        starts = (np.cumsum(counts) - counts)[counts > 0]  # reduceat would read a neighbour for an empty segment
        best[counts > 0] = np.maximum.reduceat(keys, starts, axis=1).T
    own_terms: list[list[int]] = (_LOW_BITS - (best & _LOW_BITS)).tolist()
    similarities: list[list[int]] = (best >> 32).tolist()
    return own_terms, similarities


def _competences(terms: Sequence[int], similarities: Sequence[int], asked: Asked) -> tuple[CompetenceEvidence, ...]:
    demand = asked.demand
    return tuple(
        CompetenceEvidence(
            competence=name,
            level=level,
            weight=weight,
            own_term=asked.competence_terms[term] if similarity else None,
            similarity=similarity,
            met=similarity >= asked.min_similarity and similarity > 0,
        )
        for name, level, weight, term, similarity in zip(
            demand.competences, demand.levels, demand.weights, terms, similarities, strict=True
        )
    )


def _role(own: int, asked: Asked) -> RoleEvidence | None:
    wanted = asked.demand.roles
    if not wanted:
        return None
    if own == UNKNOWN_ROLE:
        return RoleEvidence(wanted[0], None, 0)
    similarities = [int(row[own]) for row in asked.role_rows]
    best = max(similarities)
    return RoleEvidence(wanted[similarities.index(best)], asked.role_terms[own], best)
