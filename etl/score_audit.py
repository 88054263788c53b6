"""The score audit: what `index` answers from a built version's files equals a recomputation from the validated rows.

A sample of people and requirements, the same in every run over the same data: a fault of the build shows in many.
Scores come from the file of the people, which searches read; that the tables say the same of them is looked at, too.
"""

import random
from collections.abc import Sequence
from itertools import chain
from typing import Literal

import duckdb
import numpy as np

from teamlandkarte.etl.gates import OUR_FAULT
from teamlandkarte.etl.recomputation import Person, Scores, TermVectors, recomputed
from teamlandkarte.index.checks import Check
from teamlandkarte.index.config import Level, Matching, Similarity
from teamlandkarte.index.dataset import Dataset
from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.matching import Matcher
from teamlandkarte.index.people import People
from teamlandkarte.index.people_file import people_of
from teamlandkarte.index.ranking import Ranking
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.snapshot import Snapshot, statement
from teamlandkarte.index.text import folded

_PACKAGE = "teamlandkarte.etl"
_SEED = 20260301
_PEOPLE = 32
_BOUND = 1.0  # micro-units, by which the roundings of an integer score may move it
_DIGITS = 3  # of a distance: finer is what float64 itself loses
_LEVELS: tuple[Level, ...] = ("essential", "ideal", "desirable", "suggested")
_STRATEGIES: tuple[Literal["per_skill", "aggregate"], ...] = ("per_skill", "aggregate")
_SHOWN = 3  # of the missing people
_PARTS = (("competence", "role"), ("competence", "role"), ("competence",), ("role",))  # one requirement each


def sampled_people(scratch: duckdb.DuckDBPyConnection) -> list[Person]:
    """Return some of the validated people, by whom a version that is built of them is audited."""
    sampled = scratch.execute(statement(_PACKAGE, "sample_people"), {"people": _PEOPLE}).fetchall()
    return [Person(capacity_id, role, competences) for capacity_id, role, competences in sampled]


def audit_scores(dataset: Dataset, people: Sequence[Person]) -> list[Check]:
    """Compare the scores of people, as validated, with those from a built version whose files are known to be whole.

    Both parts are compared under both strategies, with the default weights: it is the data that is audited.
    """
    try:
        return _compared(dataset, people)
    except DatasetError as exc:
        return [_check("impossible", 1, 0, f"{exc}")]


def _compared(dataset: Dataset, people: Sequence[Person]) -> list[Check]:
    ids = [person.capacity_id for person in people]
    served, stored = dataset.people, _stored(dataset.snapshot, ids)
    missing = [one for one in ids if served.row_of(one) is None]
    unlike = [one for one in ids if _known(served, one) != _known(stored, one)]
    if len(served) != dataset.manifest.counts["capacities"]:
        unlike.append(f"{len(served)} in all")
    checks = [
        _check("of nobody though validation kept the person", len(missing), 0, ", ".join(missing[:_SHOWN])),
        _check("of people who differ from the snapshot's", len(unlike), 0, ", ".join(unlike[:_SHOWN])),
    ]
    found = {row: person for person in people if (row := served.row_of(person.capacity_id)) is not None}
    asked = _requirements(dataset, people)
    vectors = _vectors(dataset, people, asked)
    for strategy in _STRATEGIES:
        matching = Matching(similarity=Similarity(strategy=strategy))
        matcher = Matcher(served, dataset.competences, dataset.roles, matching)
        distances = [0.0]
        for requirement in asked:
            ranking = matcher.rank(requirement)
            expected = recomputed(requirement, list(found.values()), *vectors, matching)
            distances += [_distance(ranking, row, own) for row, own in zip(found, expected, strict=True)]
        what = f"The farthest of {len(distances) - 1}"
        name = f"from their recomputation ({strategy})"
        checks.append(_check(name, round(max(distances), _DIGITS), _BOUND, what, " micro-units"))
    return checks


def _known(people: People, capacity_id: str) -> tuple[object, ...] | None:
    """Return everything about one person that people are searched by."""
    row = people.row_of(capacity_id)
    if row is None:
        return None
    columns = (people.role_terms, people.windows.begin, people.windows.end, people.mean_norm)
    return tuple(people.terms_of(row).tolist()), *(column[row].item() for column in columns)


def _stored(snapshot: Snapshot, ids: Sequence[str]) -> People:
    """Return the people of some ids as the tables of the snapshot hold them."""
    people = snapshot.columns(_PACKAGE, "staged_people", ids=ids)
    links = snapshot.columns(_PACKAGE, "staged_people_competences", ids=ids)
    rows = {capacity_id: row for row, capacity_id in enumerate(people["capacity_id"].tolist())}
    owners = [rows[capacity_id] for capacity_id in links["capacity_id"].tolist()]
    pairs = np.unique(np.array(owners, np.int64) << 32 | links["term_id"].astype(np.int64))
    return people_of(people, pairs)


def _requirements(dataset: Dataset, people: Sequence[Person]) -> list[Requirement]:
    """Return requirements of terms that the sampled people have and of any others."""
    draw = random.Random(_SEED)  # noqa: S311 - a sample, not a secret
    own = {
        "competence": sorted({name for person in people for name in person.competences}),
        "role": sorted({person.role for person in people if person.role}),
    }
    terms = {"competence": dataset.competences.terms, "role": dataset.roles.terms}
    requirements = []
    for parts in _PARTS:
        names = {kind: _drawn(draw, own[kind], terms[kind]) if kind in parts else () for kind in own}
        if any(names.values()):
            weights = {folded(name): draw.choice(_LEVELS) for name in names["competence"]}
            requirements.append(Requirement(competences=names["competence"], role_names=names["role"], weights=weights))
    return requirements


def _drawn(draw: random.Random, *pools: Sequence[str]) -> tuple[str, ...]:
    """Return two names of each pool, each term once."""
    drawn = [name for pool in pools for name in draw.sample(pool, min(2, len(pool)))]
    return tuple({folded(name): name for name in drawn}.values())


def _vectors(
    dataset: Dataset, people: Sequence[Person], asked: Sequence[Requirement]
) -> tuple[TermVectors, TermVectors]:
    competences = [*(person.competences for person in people), *(requirement.competences for requirement in asked)]
    roles = [[person.role] for person in people if person.role] + [list(each.role_names) for each in asked]
    indexes, aliases = dataset.manifest.indexes, dataset.aliases
    return (
        TermVectors(dataset.snapshot, "competence", chain.from_iterable(competences), indexes["competences"], aliases),
        TermVectors(dataset.snapshot, "role", chain.from_iterable(roles), indexes["roles"], aliases),
    )


def _distance(ranking: Ranking, row: int, expected: Scores) -> float:
    """Return by how many micro-units the part that is farthest from its recomputation differs."""
    parts = (
        (ranking.overall, expected.overall),
        (ranking.competence, expected.competence),
        (ranking.role, expected.role),
    )
    return max(abs(int(given[row]) - own) for given, own in parts if given is not None and own is not None)


def _check(name: str, value: float, bound: float, what: str, unit: str = "") -> Check:
    return Check(
        name=name,
        subject="sampled scores",
        passed=value <= bound,
        value=value,
        bound=bound,
        unit=unit,
        remark=f"{what}. {OUR_FAULT}" if value > bound else what,
    )
