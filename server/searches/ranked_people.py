"""People of a ranking as answers show them: score, evidence, what is missing or unknown, availability."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from teamlandkarte.index import config
from teamlandkarte.index.evidence import PersonEvidence
from teamlandkarte.index.scoring import MICRO
from teamlandkarte.server.answers.markdown import listed, one_line, score, table
from teamlandkarte.server.answers.room import fitting_rows
from teamlandkarte.server.capacities import UNKNOWN, Capacity, capacities_of
from teamlandkarte.server.searches.competence_matches import DATA_LENGTH, NO_CERTIFICATES, excerpt, match_of, matches_of
from teamlandkarte.server.searches.kept_by import kept_by, kept_by_in_words
from teamlandkarte.server.searches.results import Results
from teamlandkarte.server.searches.search_answers import CompetenceMatch, KeptBy, RankedCapacity
from teamlandkarte.server.searches.store import StoredFilter, StoredSearch, TimeRange

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from teamlandkarte.index.certificates import CompetenceNames
    from teamlandkarte.index.dataset import Dataset

_HEADER = ("#", "ID", "Owner", "Role (level)", "Score", "Competences met", "Missing", "Availability")
_KEPT_BY = "Kept by"
GONE = "no longer in the current data"
_NONE = "–"
_MOST_LISTED = 8
_TERM_LENGTH = 40
_TEXT_LENGTH = 60


@dataclass(frozen=True)
class Page:
    """Some people of a search's results as data and as the cells of a table; as many as one answer may hold."""

    people: list[RankedCapacity]
    cells: list[list[str]]

    def table(self) -> str:
        """Return the people as the table of a search, that of a filter with what it went by."""
        filtered = any(person.kept_by is not None for person in self.people)
        return table((*_HEADER, _KEPT_BY) if filtered else _HEADER, self.cells)


@dataclass(frozen=True, eq=False)
class _Place:
    """A person at a place of the results, with the days to compare availability with.

    `certificates`: the person's own by the missing competence that they name.
    """

    number: int
    item: PersonEvidence
    capacity: Capacity
    time_range: TimeRange
    certificates: Mapping[str, str]


class RankedPeople:
    """Reads what is shown of a search's people from the dataset that was searched; `current` is today's."""

    def __init__(self, search: StoredSearch, matching: config.Matching, *, current: "Dataset") -> None:
        self._dataset = search.dataset
        self._current = current
        self._matching = matching
        self._requirement = search.requirement
        self._ranking = search.ranking

    def page(
        self,
        results: Results,
        rows: "NDArray[np.int32]",
        limit: int,
        *,
        taken: int = 0,
        narrowed: StoredFilter | None = None,
    ) -> Page:
        """Return the first people of `rows`, which follow each other in the results or in one category of them.

        They are as many as an answer to such a `limit` may hold beside `taken` bytes. What is `narrowed` shows what
        the filter went by; availability is compared with its days, else with the requirement's.
        """
        picked = rows.tolist()
        time_range = (narrowed.time_range if narrowed else None) or self._time_range
        places = dict(zip(picked, results.places(rows), strict=True))
        evidence = self._dataset.matcher(self._matching).evidence(self._requirement, picked)
        capacities = capacities_of(self._dataset, picked)
        chain = narrowed.narrowed_by if narrowed else ()
        reasons = kept_by(chain, self._dataset, self._matching, picked, capacities)
        shown = (
            self._row(_Place(places[item.row], item, capacity, time_range, self._certificates(item)), why)
            for item, capacity, why in zip(evidence, capacities, reasons, strict=True)
        )
        kept = fitting_rows(shown, limit, taken)
        return Page([person for person, _ in kept], [cells for _, cells in kept])

    def one(self, results: Results, row: int, held: Sequence[str]) -> tuple[RankedCapacity, PersonEvidence]:
        """Return one person of the results, who holds these certificates, with the evidence behind the score."""
        (place,) = results.places(np.array([row]))
        (item,) = self._dataset.matcher(self._matching).evidence(self._requirement, [row])
        (capacity,) = capacities_of(self._dataset, [row])
        certificates = self._named_by(held, [one.competence for one in item.competences if not one.met])
        person = self._person(_Place(place, item, capacity, self._time_range, certificates))
        matches = matches_of(item, self._dataset, certificates, in_full=True)
        return person.model_copy(update={"competences": matches}), item

    def _certificates(self, item: PersonEvidence) -> dict[str, str]:
        """Return by essential competence that somebody lacks the certificate of theirs that names it."""
        if not item.essential_missing:
            return {}
        certificates = self._dataset.certificates
        held = [certificates.texts[place] for place in certificates.of(item.row).tolist()]
        return self._named_by(held, item.essential_missing)

    def _named_by(self, held: Sequence[str], competences: Sequence[str]) -> dict[str, str]:
        """Return by competence the first of some certificates that names it; without those that none names."""
        found = ((name, next(filter(self._names(name).stand_in, held), None)) for name in (competences if held else ()))
        return {name: text for name, text in found if text is not None}

    @cached_property
    def _names(self) -> "Callable[[str], CompetenceNames]":
        """The names of each competence."""
        from teamlandkarte.index.certificates import CompetenceNames  # reads texts; a server must start quickly

        return cache(partial(CompetenceNames, aliases=self._dataset.aliases))

    def _row(self, place: _Place, why: list[KeptBy] | None) -> tuple[RankedCapacity, list[str]]:
        person, cells = self._person(place), self._cells(place)
        if why is None:
            return person, cells
        return person.model_copy(update={"kept_by": why}), [*cells, kept_by_in_words(why)]

    @property
    def _time_range(self) -> TimeRange:
        return self._requirement.date_start, self._requirement.date_end

    def _person(self, place: _Place) -> RankedCapacity:
        item, capacity = place.item, place.capacity
        ranking, role = self._ranking, self._ranking.role_of(item.row)
        return RankedCapacity(
            rank=place.number,
            capacity_id=capacity.capacity_id,
            owner=capacity.owner,
            role=capacity.role,
            role_level=capacity.role_level,
            score=int(ranking.overall[item.row]) / MICRO,
            category=ranking.category(item.row).value,
            competence_score=None if ranking.competence is None else int(ranking.competence[item.row]) / MICRO,
            role_score=None if role is None else role / MICRO,
            competences=matches_of(item, self._dataset, place.certificates),
            essential_missing=[one_line(name, DATA_LENGTH) for name in item.essential_missing],
            competences_recorded=int(self._dataset.people.degrees[item.row]),
            competences_known=item.competences_known,
            role_known=item.role_known,
            availability=capacity.fit(*place.time_range),
            gone=self._gone(capacity.capacity_id) or None,
        )

    def _cells(self, place: _Place) -> list[str]:
        item, capacity = place.item, place.capacity
        return [
            str(place.number),
            capacity.capacity_id,
            f"{capacity.owner} ({GONE})" if self._gone(capacity.capacity_id) else capacity.owner,
            capacity.role_and_level,
            self._score(item),
            met_in_words(item) + self._recorded(item.row),
            missing_in_words(item, place.certificates),
            capacity.availability(*place.time_range),
        ]

    def _gone(self, capacity_id: str) -> bool:
        return self._current.id != self._dataset.id and self._current.people.row_of(capacity_id) is None

    def _score(self, item: PersonEvidence) -> str:
        """Return the score, with the category where that is a lower one, since something essential is missing."""
        overall, category = int(self._ranking.overall[item.row]), self._ranking.category(item.row)
        lower = category is not self._ranking.scale.category(overall)
        return f"{score(overall)} ({category.value})" if lower else score(overall)

    def _recorded(self, row: int) -> str:
        """Say how many competences somebody lists who lists too many of them."""
        count = self._dataset.people.degrees[row]
        return f" (of {count} recorded)" if self._ranking.crowded[row] else ""


def met_in_words(item: PersonEvidence) -> str:
    """Return the competences met; one met by another competence is shown as `Gleisbau ≈ Oberbau 0.812`."""
    if not item.competences:
        return _NONE
    if not item.competences_known:
        return UNKNOWN
    names = [met(match_of(one)) for one in item.competences if one.met]
    return listed(names, _MOST_LISTED, 2 * _TERM_LENGTH + 10) or _NONE


def missing_in_words(item: PersonEvidence, certificates: Mapping[str, str] = NO_CERTIFICATES) -> str:
    """Return the competences that are missing, or that nothing is known about them but by certificates."""
    missing = [match_of(one, certificates) for one in item.competences if not one.met]
    if item.competences and not item.competences_known:
        named = [
            f"{one_line(one.competence, _TERM_LENGTH)}: {certificate}"
            for one in missing
            if (certificate := _certificate(one))
        ]
        return (
            f"{UNKNOWN} ({listed(named, _MOST_LISTED, _TERM_LENGTH + _TEXT_LENGTH + len(': certificate “”'))})"
            if named
            else UNKNOWN
        )
    essential = [one_line(name, DATA_LENGTH) for name in item.essential_missing]
    names = [unmet(one, essential) for one in missing]
    return (
        listed(names, _MOST_LISTED, 2 * _TERM_LENGTH + _TEXT_LENGTH + len(" (essential; nearest: ; certificate “”)"))
        or _NONE
    )


def met(match: CompetenceMatch) -> str:
    """Return a competence that is met, with the person's own one that meets it where that is another."""
    name = one_line(match.competence, _TERM_LENGTH)
    if match.own_competence is None:
        return name
    return f"{name} ≈ {one_line(match.own_competence, _TERM_LENGTH)} {score(round(match.similarity * MICRO))}"


def unmet(match: CompetenceMatch, essential_missing: Collection[str]) -> str:
    """Return a competence that is missing, with the person's nearest one where that is related and so counts."""
    notes = ["essential"] if match.competence in essential_missing else []
    if match.own_competence and match.reading != "unrelated":
        notes.append(f"nearest: {one_line(match.own_competence, _TERM_LENGTH)}")
    if certificate := _certificate(match):
        notes.append(certificate)
    name = one_line(match.competence, _TERM_LENGTH)
    return f"{name} ({'; '.join(notes)})" if notes else name


def _certificate(match: CompetenceMatch) -> str:
    return f"certificate “{excerpt(match.competence, match.certificate, _TEXT_LENGTH)}”" if match.certificate else ""
