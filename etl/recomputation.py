"""Scores recomputed in plain float64: from the names that people bear and the vectors that a snapshot holds.

It shares no code with `index.matching` and its layout of people, only the definitions: how terms are folded, how alike
they are spelled, the calibration's points, and what is known about names for certain. Similarities and cosines are
rounded where the definition rounds them, to whole micro-units, to the 2^-20 grid, and those of competences to steps of
20 micro-units; nothing else is.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.config import Matching
from teamlandkarte.index.embedding import LOCAL_MODEL
from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.manifest import IndexEntry
from teamlandkarte.index.ngrams import CharacterNgrams
from teamlandkarte.index.relations import Relations
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.snapshot import Snapshot
from teamlandkarte.index.text import folded

_MICRO = 1_000_000.0
_COSINE_STEPS = 2.0**20
_STEP = 20.0  # micro-units, in which the similarities of competences count
_SPELLING_SHARE = 0.15  # of a local similarity; the rest is the cosine


@dataclass(frozen=True)
class Person:
    """What validation left of somebody: id, role (None is unknown) and the names of the competences."""

    capacity_id: str
    role: str | None
    competences: Sequence[str]


@dataclass(frozen=True)
class Scores:
    """Micro-units, not rounded; a part that was not asked for is None."""

    overall: float
    competence: float | None
    role: float | None


class TermVectors:
    """Some terms of one vocabulary: how similar they are to each other."""

    def __init__(
        self, snapshot: Snapshot, kind: str, names: Iterable[str], entry: IndexEntry, aliases: Aliases
    ) -> None:
        """Read the terms of `names` from `<kind>_terms`; every method raises DatasetError for a name without one."""
        wanted = sorted({folded(name) for name in names})
        found = snapshot.columns("teamlandkarte.etl", f"{kind}_vectors", folded=wanted)
        self._terms: list[str] = found["term"].tolist()
        self._row: dict[str, int] = {name: position for position, name in enumerate(found["folded"].tolist())}
        vectors = np.array(found["vector"].tolist(), np.float64)
        self._vectors: NDArray[np.float64] = vectors.reshape(len(self._terms), entry.dimensions)
        self._relations = Relations(self._terms, aliases)
        self._ngrams = CharacterNgrams(self._terms) if entry.model == LOCAL_MODEL else None
        self._raw, self._shown = np.array(entry.calibration["points"], np.float64).T

    def rows_of(self, names: Iterable[str]) -> list[int]:
        """Return the positions of the distinct terms that names are."""
        return sorted({self._row_of(name) for name in names})

    def weighted_sum(self, names: Mapping[str, float]) -> NDArray[np.float64]:
        """Return the sum of the vectors of names, each as often as it weighs; of no name it is zero."""
        rows = [self._row_of(name) for name in names]
        total: NDArray[np.float64] = np.array(list(names.values())) @ self._vectors[rows]
        return total

    def cosines(self, name: str) -> NDArray[np.float64]:
        """Return the cosine of a name's term with every term, on the 2^-20 grid."""
        exact: NDArray[np.float64] = self._vectors @ self._vectors[self._row_of(name)]
        return np.rint(exact * _COSINE_STEPS) / _COSINE_STEPS

    def similarities(self, name: str) -> NDArray[np.float64]:
        """Return the similarity of a name's term to every term, whole micro-units."""
        own = self._row_of(name)
        raw = np.maximum(self.cosines(name), 0.0)
        if self._ngrams is not None:
            raw = (1.0 - _SPELLING_SHARE) * raw + _SPELLING_SHARE * self._ngrams.row(self._terms[own])
        similarities = np.rint(self.shown(raw) * _MICRO).astype(np.int32)
        self._relations.correct(self._terms[own], similarities)
        return similarities.astype(np.float64)

    def shown(self, raw: NDArray[np.float64]) -> NDArray[np.float64]:
        """Put raw similarities through the calibration."""
        shown: NDArray[np.float64] = np.interp(raw, self._raw, self._shown)
        return shown

    def _row_of(self, name: str) -> int:
        try:
            return self._row[folded(name)]
        except KeyError as exc:
            raise DatasetError(f'"{name}" has no term in the snapshot') from exc


def recomputed(
    requirement: Requirement, people: Sequence[Person], competences: TermVectors, roles: TermVectors, matching: Matching
) -> list[Scores]:
    """Return the scores of each person for a requirement, whose names must be terms, each asked for once."""
    weights = {
        name: matching.weights.of(requirement.weights.get(folded(name), "ideal")) for name in requirement.competences
    }
    part = _aggregated if matching.similarity.strategy == "aggregate" else _per_skill
    competence_parts = part(weights, people, competences) if weights else [None] * len(people)
    role_parts = _roles(requirement.role_names, people, roles) if requirement.role_names else [None] * len(people)
    return [
        Scores(_overall(competence, role, matching), competence, role)
        for competence, role in zip(competence_parts, role_parts, strict=True)
    ]


def _per_skill(weights: Mapping[str, float], people: Sequence[Person], terms: TermVectors) -> list[float | None]:
    rows = {name: terms.similarities(name) for name in weights}
    parts: list[float | None] = []
    for person in people:
        own = terms.rows_of(person.competences)
        best = {name: _counted(row[own].max(initial=0.0)) for name, row in rows.items()}
        parts.append(sum(weight * best[name] for name, weight in weights.items()) / sum(weights.values()))
    return parts


def _counted(similarity: float) -> float:
    return math.floor(similarity / _STEP + 0.5) * _STEP


def _aggregated(weights: Mapping[str, float], people: Sequence[Person], terms: TermVectors) -> list[float | None]:
    dots = np.sum([weight * terms.cosines(name) for name, weight in weights.items()], axis=0)
    wanted = np.linalg.norm(terms.weighted_sum(weights))
    parts: list[float | None] = []
    for person in people:
        own = {folded(name): 1.0 for name in person.competences}
        lengths = float(np.linalg.norm(terms.weighted_sum(own)) * wanted) if own else 0.0
        cosine = dots[terms.rows_of(own)].sum() / lengths if lengths else 0.0
        parts.append(float(terms.shown(np.array([cosine]))[0]) * _MICRO)
    return parts


def _roles(names: Sequence[str], people: Sequence[Person], terms: TermVectors) -> list[float | None]:
    best = np.maximum.reduce([terms.similarities(name) for name in names])
    return [float(best[terms.rows_of([person.role])].max(initial=0.0)) if person.role else 0.0 for person in people]


def _overall(competence: float | None, role: float | None, matching: Matching) -> float:
    if competence is None or role is None:
        return (role or 0.0) if competence is None else competence
    weighted = matching.competence_weight * competence + matching.role_weight * role
    return weighted / (matching.competence_weight + matching.role_weight)
