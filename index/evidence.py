"""The evidence behind a score: for each thing asked for, what the person offers and how close it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index import scan
from teamlandkarte.index.bundles import LOW_BITS
from teamlandkarte.index.config import Level
from teamlandkarte.index.people import UNKNOWN_ROLE, People
from teamlandkarte.index.readings import CLOSELY_RELATED, Reading, reading_of
from teamlandkarte.index.scoring import STEP, Demand, counted


class CompetenceEvidence(NamedTuple):
    """One required competence and the person's closest own term.

    `weight` is in thousandths, `similarity` in micro-units, as it counts; `own_term` is None where nothing is similar
    at all. `met`: what the similarity was before `scoring.counted` reaches `[matching.similarity] min_similarity`.
    """

    competence: str
    level: Level
    weight: int
    own_term: str | None
    similarity: int
    met: bool

    @property
    def reading(self) -> Reading:
        """What the similarity means."""
        return reading_of(self.similarity)


class RoleEvidence(NamedTuple):
    """The wanted role that is closest to the person's own; `own_role` is None where none is recorded."""

    wanted: str
    own_role: str | None
    similarity: int

    @property
    def reading(self) -> Reading:
        """What the similarity means."""
        return reading_of(self.similarity)


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
    def essential_missing(self) -> tuple[str, ...]:
        """The essential competences to which the person has nothing closely related: not in Top or Good."""
        essential = (item for item in self.competences if item.level == "essential")
        return tuple(item.competence for item in essential if item.similarity < CLOSELY_RELATED)

    @property
    def role_known(self) -> bool:
        """Whether a role is recorded; true where none was asked for."""
        return self.role is None or self.role.own_role is not None


@dataclass(frozen=True, eq=False)
class Asked:
    """What is asked for, seen from the vocabularies.

    `competence_rows`, `role_rows`: per name in the demand its similarity to every term, of competences in steps of
    `scoring.STEP`, of roles in micro-units. `met_from`: from which similarity on a competence counts as met.
    """

    demand: Demand
    competence_rows: Sequence[NDArray[np.uint16]]
    competence_terms: Sequence[str]
    role_rows: Sequence[NDArray[np.int32]]
    role_terms: Sequence[str]
    met_from: int


class Evidence(Sequence[PersonEvidence]):
    """The evidence for some people, in the order of `rows`; kept as arrays, and put into words for whom it is shown.

    Of a person's terms that are equally close, the one with the lowest term id is named.
    """

    def __init__(self, people: People, rows: Sequence[int], asked: Asked) -> None:
        picked = np.asarray(rows, dtype=np.intp)
        self._asked = asked
        self._rows = picked
        self._known = people.degrees[picked] > 0
        self._terms, similarities = _closest(people, picked, asked.competence_rows)
        self._met = similarities >= asked.met_from
        self._similarities = counted(similarities, len(asked.competence_rows))
        self._own_roles = people.role_terms[picked]
        self._roles = np.array([scan.similarities_of(self._own_roles, row) for row in asked.role_rows])

    @property
    def lacking(self) -> NDArray[np.bool_]:
        """Who has nothing closely related to which competence, people × competences."""
        return self._similarities < CLOSELY_RELATED

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> PersonEvidence: ...
    @overload
    def __getitem__(self, place: slice) -> list[PersonEvidence]: ...
    def __getitem__(self, place: int | slice) -> PersonEvidence | list[PersonEvidence]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        competences = self._competences(place)
        return PersonEvidence(int(self._rows[place]), competences, bool(self._known[place]), self._role(place))

    def _competences(self, place: int) -> tuple[CompetenceEvidence, ...]:
        demand, names = self._asked.demand, self._asked.competence_terms
        close = self._similarities[place].tolist()
        own = [names[term] if value else None for term, value in zip(self._terms[place].tolist(), close, strict=True)]
        met = self._met[place].tolist()
        return tuple(map(CompetenceEvidence, demand.competences, demand.levels, demand.weights, own, close, met))

    def _role(self, place: int) -> RoleEvidence | None:
        wanted = self._asked.demand.roles
        if not wanted:
            return None
        closest = int(self._roles[:, place].argmax())  # the first wanted role, where several are equally close
        own = int(self._own_roles[place])
        name = None if own == UNKNOWN_ROLE else self._asked.role_terms[own]
        return RoleEvidence(wanted[closest], name, int(self._roles[closest, place]))


def _closest(
    people: People, picked: NDArray[np.intp], asked: Sequence[NDArray[np.uint16]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the closest own term and its similarity, people × competences asked for; without terms 0 and 0."""
    counts = people.degrees[picked].astype(np.intp)
    best = np.full((len(picked), len(asked)), LOW_BITS)  # reads as term 0 with similarity 0
    if asked and counts.any():
        terms = people.terms_of_all(picked)
        keys = np.array([row.take(terms) for row in asked], np.int64)
        keys <<= 32
        keys |= LOW_BITS - terms
        some = counts > 0  # reduceat would read a neighbour for an empty segment
        best[some] = np.maximum.reduceat(keys, (np.cumsum(counts) - counts)[some], axis=1).T
    return LOW_BITS - (best & LOW_BITS), (best >> 32) * STEP
