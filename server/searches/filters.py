"""Narrowing people: criteria, whom each of them keeps, and what is left of a search.

Role, certificate and competences are fuzzy: the similarity must reach `min_similarity`. Dates are exact; people without
known dates stay and come last. A role that contains every word asked for is kept as well, and so is a certificate that
names what is asked for.
"""

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.counting import counted
from teamlandkarte.index.errors import RequestError
from teamlandkarte.index.scan import means
from teamlandkarte.index.scoring import micro
from teamlandkarte.server.answers import wording
from teamlandkarte.server.answers.markdown import listed, one_line
from teamlandkarte.server.answers.unknown_terms import UnknownTerm, roles_named, unknown_terms
from teamlandkarte.server.capacities import range_in_words
from teamlandkarte.server.searches.results import Results
from teamlandkarte.server.toolset.values import BETWEEN_LEVELS, quoted

if TYPE_CHECKING:
    from teamlandkarte.index.certificates import Certificates
    from teamlandkarte.index.dataset import Dataset

SQL = "teamlandkarte.server"
_AS_ALIKE = 0.1  # a name this much less like the query than the best one is another name
_MOST_LEVELS = 12
_MOST_NEAREST = 3
LABEL_LENGTH = 120

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Criteria:
    """What people must have to stay; what is None or empty is not asked. `name` looks for owners."""

    name: str | None = None
    role: str | None = None
    role_level: str | None = None
    competences: tuple[str, ...] = ()
    certificate: str | None = None
    date_start: dt.date | None = None
    date_end: dt.date | None = None
    availability: Literal["overlaps", "covers"] = "overlaps"
    min_similarity: float = 0.7

    @property
    def named(self) -> bool:
        """Whether anything but availability is asked for."""
        return bool(self.name or self.role or self.role_level or self.competences or self.certificate)

    @property
    def dated(self) -> bool:
        """Whether availability is asked for."""
        return self.date_start is not None or self.date_end is not None


@dataclass(frozen=True, eq=False)
class Criterion:
    """One criterion in words and whom it keeps, (N,).

    `known` says what there is where it keeps nobody, `remark` what should be known about whom it keeps. `identifies`:
    it says who is looked for, so that dropping it finds other people.
    """

    label: str
    keeps: Mask
    known: str = ""
    remark: str = ""
    identifies: bool = False


def judge(criteria: Criteria, dataset: "Dataset") -> list[Criterion]:
    """Return what each criterion keeps of all people; an empty list if nothing is asked for."""
    judged = []
    if criteria.name is not None:
        judged.append(_of_name(criteria.name, dataset))
    if criteria.role is not None:
        judged.append(Criterion(f"role “{criteria.role}”", _with_role(criteria.role, criteria, dataset)))
    if criteria.role_level is not None:
        judged.append(_of_level(criteria.role_level, dataset))
    for name in criteria.competences:
        closest = means(dataset.people, dataset.competences.step_rows([name]), [1]).means
        judged.append(Criterion(f"competence “{name}”", closest >= micro(criteria.min_similarity)))
    if criteria.certificate is not None:
        judged.append(_of_certificate(criteria.certificate, criteria.min_similarity, dataset.certificates))
    if criteria.dated:
        judged.append(_in_time(criteria, dataset))
    return judged


def unknown_of(criteria: Criteria, dataset: "Dataset") -> list[UnknownTerm]:
    """Return the roles and competences of the criteria that the vocabularies lack."""
    roles = () if criteria.role is None else (criteria.role,)
    return unknown_terms(dataset, roles=roles, competences=criteria.competences)


def refuse_several(unknown: Sequence[UnknownTerm], arguments: Mapping[str, str]) -> None:
    """Refuse a name that lists several things: nobody has them under one name.

    `arguments`: by kind of term, the argument that takes one.

    Raises:
        RequestError: One of these lists several.
    """
    fields = {"role": "role_names", "competence": "competences"}
    for term in unknown:
        if term.parts and term.kind in arguments:
            capture = f"{fields[term.kind]}={json.dumps(term.parts, ensure_ascii=False)}"
            raise RequestError(
                f"{arguments[term.kind]} {quoted(term.term)} is several in one: pass one per call. To compare several, "
                f"start a search with collect_structured_requirement_data({capture})."
            )


def narrowed(
    before: Results, judged: Sequence[Criterion], unknown_last: Mask | None, first_roles: tuple[int, ...] = ()
) -> Results:
    """Return those of the results whom every criterion keeps; those of `unknown_last` after all others.

    Who has one of the `first_roles` comes first; without any, those go first who did before.
    """
    ranking = before.ranking
    for criterion in judged:
        ranking = ranking.restricted(criterion.keeps)
    return Results(ranking, unknown_last, first_roles or before.first_roles)


def left_without(judged: Sequence[Criterion], among: Mask | None = None) -> list[int]:
    """Return for each criterion how many all the others keep, of everyone or of those `among`."""
    missed = np.sum([~criterion.keeps for criterion in judged], axis=0)
    there = np.True_ if among is None else among
    return [int(np.count_nonzero(there & (missed == ~criterion.keeps))) for criterion in judged]


def easiest(judged: Sequence[Criterion], left: Sequence[int]) -> str:
    """Say which criterion to loosen where all together keep nobody, and which keeps nobody whatever is loosened."""
    known = [criterion.known for criterion in judged if criterion.known]
    if any(criterion.identifies and not criterion.keeps.any() for criterion in judged):
        return " ".join(known)
    most, label = max(
        ((people, criterion.label) for people, criterion in zip(left, judged, strict=True) if not criterion.identifies),
        key=itemgetter(0),
    )
    people = counted(most, "person", "people")
    hint = (
        f"Without {one_line(label, LABEL_LENGTH)} {people} would be left: loosen it or drop it."
        if most
        else "No one criterion alone is to blame: loosen or drop several."
    )
    return " ".join([hint, *known])


def certificates_with(
    certificate: str, min_similarity: float, certificates: "Certificates", places: NDArray[np.integer]
) -> Mask:
    """Return which of the texts at these places are close enough to the one asked for, or name it otherwise."""
    grades = _certificate_coverage(certificate, certificates, places)
    enough: Mask = (grades > 0) & (grades >= min_similarity)
    enough |= certificates.naming(certificate)[places]
    return enough


def closest_first(name: str, rows: Sequence[int], dataset: "Dataset") -> list[int]:
    """Return the rows with the names first that are closest to the one looked for, else in their order."""
    everybody = _everybody(dataset)
    owners = [str(everybody[place]["owner"]) for place in dataset.people.id_ranks[np.asarray(rows, np.intp)]]
    grades = wording.coverage(wording.name_words(name), owners)
    keys = [(-grade, len(wording.name_words(owner))) for grade, owner in zip(grades, owners, strict=True)]
    return [row for _, row in sorted(zip(keys, rows, strict=True), key=itemgetter(0))]


def _with_name(name: str, dataset: "Dataset") -> Mask:
    """Keep who bears all words of the name; only if nobody does, who is spelled most alike."""
    grades = _least(wording.name_words(name), [str(row["owner"]) for row in _everybody(dataset)])
    kept: Mask = grades >= wording.CONTAINED
    if not kept.any():
        kept = (grades > 0) & (grades >= grades.max(initial=0.0) - _AS_ALIKE)
    return kept[dataset.people.id_ranks]


def _of_name(name: str, dataset: "Dataset") -> Criterion:
    kept = _with_name(name, dataset)
    advice = f"Nobody has a name like “{one_line(name, LABEL_LENGTH)}”: try another spelling, or only a part of it."
    return Criterion(f"name “{name}”", kept, "" if kept.any() else advice, identifies=True)


def _with_role(role: str, criteria: Criteria, dataset: "Dataset") -> Mask:
    close = dataset.roles.row(role) >= micro(criteria.min_similarity)
    fitting: Mask = np.append(
        close | np.array(roles_named(role, dataset.roles.terms), np.bool_), np.False_
    )  # the last one is UNKNOWN_ROLE, −1
    return fitting[dataset.people.role_terms]


def _of_level(level: str, dataset: "Dataset") -> Criterion:
    """Keep who has the level, or one of several, all of which there must be."""
    levels = [row["role_level"] or "" for row in _everybody(dataset)]
    kept: Mask = _least(wording.words(level), levels) >= wording.EQUAL
    several = [_least(wording.words(one), levels) >= wording.EQUAL for one in BETWEEN_LEVELS.split(level)]
    if not kept.any() and all(one.any() for one in several):
        kept = np.logical_or.reduce(several)
    known = "" if kept.any() else f"Known role levels: {listed(sorted({*levels} - {''}), _MOST_LEVELS) or 'none'}."
    return Criterion(f"role level “{level}”", kept[dataset.people.id_ranks], known)


def _of_certificate(certificate: str, min_similarity: float, certificates: "Certificates") -> Criterion:
    every = np.arange(len(certificates.texts))
    chosen, known = certificates_with(certificate, min_similarity, certificates, every), ""
    if not chosen.any():
        grades = _certificate_coverage(certificate, certificates, every)
        nearest = [place for place in np.argsort(-grades, kind="stable")[:_MOST_NEAREST].tolist() if grades[place]]
        texts = [f"“{one_line(certificates.texts[place], LABEL_LENGTH)}”" for place in nearest]
        known = f"Nearest among the certificates: {', '.join(texts)}." if texts else ""
    return Criterion(f"certificate “{certificate}”", certificates.holders_of(chosen), known)


def _certificate_coverage(
    certificate: str, certificates: "Certificates", places: NDArray[np.integer]
) -> NDArray[np.float64]:
    texts = (certificates.texts[place] for place in places.tolist())
    asked = wording.certificate_words(certificate)
    return np.array(wording.certificate_coverage(asked, texts, certificates.distinctive_words), dtype=np.float64)


def _in_time(criteria: Criteria, dataset: "Dataset") -> Criterion:
    start, end, windows = criteria.date_start, criteria.date_end, dataset.people.windows
    covers = criteria.availability == "covers"
    kept = (windows.covering if covers else windows.overlapping)(start, end) | windows.unknown
    side = ("without an end", "date_end") if end is None else ("without a beginning", "date_start")
    open_range = f"Only who is free {side[0]} covers that: pass {side[1]} for a stretch of time."
    remark = open_range if covers and (start is None or end is None) else ""
    return Criterion(f"availability {criteria.availability} {range_in_words(start, end)}", kept, remark=remark)


def _least(query: Sequence[str], texts: Sequence[str]) -> NDArray[np.float64]:
    return np.array(wording.least(query, texts), dtype=np.float64)


def _everybody(dataset: "Dataset") -> list[dict[str, str | None]]:
    """Return everybody in the order of their ids."""
    return dataset.snapshot.rows(SQL, "find_people")
