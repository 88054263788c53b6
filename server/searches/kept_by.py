"""Why a filter kept somebody: for each of its criteria, what of the person answers to it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from teamlandkarte.index import config
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import MICRO
from teamlandkarte.server.answers import wording
from teamlandkarte.server.answers.markdown import listed, one_line, score
from teamlandkarte.server.capacities import UNKNOWN, Capacity, range_in_words
from teamlandkarte.server.searches.filters import Criteria, certificates_with
from teamlandkarte.server.searches.search_answers import KeptBy

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset

_LENGTH = 80
_MOST_CERTIFICATES = 3
_MOST_KEPT = 12  # criteria of a chain of filters, the latest ones
_MOST_SAID = 8

_Column = list[KeptBy]  # one criterion, person by person


def kept_by(
    chain: Sequence[Criteria],
    dataset: "Dataset",
    matching: config.Matching,
    rows: Sequence[int],
    capacities: Sequence[Capacity],
) -> list[list[KeptBy] | None]:
    """Return why each of these people, whom all filters of a chain kept, is left; None where there is no filter."""
    columns: dict[tuple[str, str | None], _Column] = {}
    for criteria in chain if rows else ():
        for column in _columns(criteria, dataset, matching, rows, capacities):
            key = column[0].argument, column[0].asked
            columns.pop(key, None)
            columns[key] = column
    if not columns:
        return [None] * len(rows)
    return [list(person) for person in zip(*list(columns.values())[-_MOST_KEPT:], strict=True)]


def kept_by_in_words(reasons: Sequence[KeptBy]) -> str:
    """Return why somebody was kept in one line."""
    return listed([_in_words(reason) for reason in reasons], _MOST_SAID, 3 * _LENGTH)


def _columns(
    criteria: Criteria,
    dataset: "Dataset",
    matching: config.Matching,
    rows: Sequence[int],
    capacities: Sequence[Capacity],
) -> Iterator[_Column]:
    if criteria.role is not None:
        yield _roles(criteria.role, dataset, rows)
    if (level := criteria.role_level) is not None:
        yield [KeptBy(argument="role_level", asked=level, own=_known(one.role_level)) for one in capacities]
    if criteria.competences:
        yield from _competences(criteria.competences, dataset, matching, rows)
    if criteria.certificate is not None:
        yield certificates_kept(criteria.certificate, criteria.min_similarity, dataset, rows)
    if criteria.dated:
        yield [_free(criteria, one) for one in capacities]


def _roles(role: str, dataset: "Dataset", rows: Sequence[int]) -> _Column:
    similarity, terms = dataset.roles.row(role), dataset.people.role_terms[rows].tolist()
    return [
        KeptBy(
            argument="role",
            asked=one_line(role, _LENGTH),
            own=[one_line(dataset.roles.terms[term], _LENGTH)],
            similarity=int(similarity[term]) / MICRO,
        )
        for term in terms
    ]


def _competences(
    names: Sequence[str], dataset: "Dataset", matching: config.Matching, rows: Sequence[int]
) -> Iterator[_Column]:
    evidence = list(dataset.matcher(matching).evidence(Requirement(competences=tuple(names)), rows))
    for place, name in enumerate(evidence[0].competences):
        yield [
            KeptBy(
                argument="competences",
                asked=one_line(name.competence, _LENGTH),
                own=_known(person.competences[place].own_term),
                similarity=person.competences[place].similarity / MICRO,
            )
            for person in evidence
        ]


def certificates_kept(certificate: str, min_similarity: float, dataset: "Dataset", rows: Sequence[int]) -> list[KeptBy]:
    """Return for each of these people which certificates answer to the one that is asked for."""
    certificates, words = dataset.certificates, wording.words(certificate)
    column = []
    for row in rows:
        held = certificates.of(row)
        fitting = held[certificates_with(certificate, min_similarity, certificates, held)].tolist()
        texts = [
            wording.passage(words, one_line(certificates.texts[place]), _LENGTH)
            for place in fitting[:_MOST_CERTIFICATES]
        ]
        column.append(KeptBy(argument="certificate", asked=one_line(certificate, _LENGTH), own=texts))
    return column


def _free(criteria: Criteria, person: Capacity) -> KeptBy:
    """Return the wanted days on which somebody is free."""
    start, end = criteria.date_start, criteria.date_end
    dates = person.fit(start, end)
    if not dates.known:
        return KeptBy(argument="availability", unknown=True)
    return KeptBy(
        argument="availability",
        date_start=max((day for day in (start, dates.begin_date) if day), default=None),
        date_end=min((day for day in (end, dates.end_date) if day), default=None),
    )


def _known(own: str | None) -> list[str] | None:
    return [one_line(own, _LENGTH)] if own else None


def _in_words(reason: KeptBy) -> str:
    own = reason.own or []
    if reason.argument == "availability":
        days = range_in_words(reason.date_start, reason.date_end) or "at any time"
        return f"free {UNKNOWN if reason.unknown else days}"
    if reason.argument == "certificate":
        return "certificate " + ", ".join(f"“{text}”" for text in own)
    if reason.argument == "role_level":
        return f"level {', '.join(own)}"
    close = "" if reason.similarity == 1 else f" {score(round((reason.similarity or 0) * MICRO))}"
    if reason.argument == "role":
        return f"role {', '.join(own)}{close}"
    asked = reason.asked or ""
    return f"{asked} ≈ {', '.join(own)}{close}" if close else asked
