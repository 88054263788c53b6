"""The data of answers about searches."""

import datetime as dt

from pydantic import BaseModel

from teamlandkarte.index.origins import Likeness
from teamlandkarte.server.answers.unknown_terms import UnknownTerm
from teamlandkarte.server.capacities import AvailabilityFit
from teamlandkarte.server.searches.store import SearchRequirements


class CompetenceMatch(BaseModel):
    """One required competence and how similar the person's closest own one is, 0 to 1, and in words.

    `own_competence` is that closest one, where it has another name. `origin`: where the similarity comes from, a name
    of `index.origins.Likeness`, and `origin_by` which aliases or which term compared instead. A list of people or tasks
    leaves out what goes without saying: the same name, and meaning where the name is another. Where no competences are
    recorded, `reading` is unknown. `certificate`: one of the person's that names the competence, where that is missing;
    no score counts it. `level` and `weight`: what it counts, where one person's score is explained.
    """

    competence: str
    level: str | None = None
    weight: float | None = None
    own_competence: str | None = None
    similarity: float
    reading: str
    origin: Likeness | None = None
    origin_by: str | None = None
    met: bool
    certificate: str | None = None


class KeptBy(BaseModel):
    """What of a person a filter went by: the argument, what it asked for, and the person's own that answers to it.

    `similarity`, 0 to 1, where it was compared. Of availability it is the latest wanted days on which the person is
    free, a side without a date is open; where the person's own are `unknown`, that is said instead.
    """

    argument: str
    asked: str | None = None
    own: list[str] | None = None
    similarity: float | None = None
    date_start: dt.date | None = None
    date_end: dt.date | None = None
    unknown: bool | None = None


class RankedCapacity(BaseModel):
    """One person of a ranking; scores are 0 to 1, parts that were not asked for are left out.

    `kept_by`: why the filter, and those that it narrows, kept the person; left out where nothing was filtered.
    Whoever has something in `essential_missing` is Partial at best, whatever the score. `gone`: the current dataset
    version, which is not the one that was searched, does not know the person any more.
    """

    rank: int
    capacity_id: str
    owner: str
    role: str | None = None
    role_level: str | None = None
    score: float
    category: str
    competence_score: float | None = None
    role_score: float | None = None
    competences: list[CompetenceMatch]
    essential_missing: list[str]
    competences_recorded: int
    competences_known: bool
    role_known: bool
    availability: AvailabilityFit
    kept_by: list[KeptBy] | None = None
    gone: bool | None = None


class RoleMatch(BaseModel):
    """The wanted role that is closest to the person's own; without `own` it is unknown how close, and it counts 0."""

    wanted: str
    own: str | None = None
    similarity: float | None = None
    reading: str | None = None


class Assessment(RankedCapacity):
    """One person of a ranking with everything the score is made of; what was not asked for is left out.

    `competence_weight`, `role_weight`: of the two parts. `weighted_sum`, of weight × similarity, over `weight_sum` is
    the `competence_score`; where mean profiles are compared it is left out, since that is no such sum. `steps`: in
    which similarities count. `recorded_in`: where the own competences come from.
    """

    competence_weight: float | None = None
    role_weight: float | None = None
    weighted_sum: float | None = None
    weight_sum: float | None = None
    steps: float | None = None
    role_match: RoleMatch | None = None
    recorded_in: str | None = None


class HeldBack(BaseModel):
    """An essential competence, and how many people with a Top or Good score lack it.

    Where nobody is Top or Good, `lacking` counts who has nothing closely related to it or has no recorded competences,
    and `found_if_ideal` how many would be Top or Good, were it alone ideal instead of essential. Where neither that nor
    easing all of them brings anybody, `found_without` counts who would be, were it not asked for at all.
    """

    competence: str
    people: int
    lacking: int | None = None
    found_if_ideal: int | None = None
    found_without: int | None = None


class Certified(BaseModel):
    """An essential competence, and how many people who lack it hold a certificate that names it."""

    competence: str
    people: int


class Leading(BaseModel):
    """A category: its people by how their time lies to the time sought.

    Where only one side of that is named, `free` of them are on that day, `free_on`. Without such a time, `ended` of
    them were free only before the day `ended_before`, when the dataset was made. `tied` counts who shares the first
    place.
    """

    category: str
    people: int
    tied: int
    free: int | None = None
    free_on: dt.date | None = None
    covers: int | None = None
    partly: int | None = None
    outside: int | None = None
    unknown: int | None = None
    ended: int | None = None
    ended_before: dt.date | None = None


class Shortfall(BaseModel):
    """Where nobody is Top or Good: how many people meet the most of the required competences that anybody meets.

    Where some are `essential`, these alone are counted. A competence is met by itself or by something close to it;
    `most_met_closely` and `rarest_met_closely` say that somebody of those counted has no more than something close.
    """

    essential: bool
    required: int
    most_met: int
    people: int
    most_met_closely: bool
    rarest: str
    people_with_rarest: int
    rarest_met_closely: bool


class SearchAnswer(BaseModel):
    """A search: what was looked for, how many fall in each category, and the best people.

    `leading` is the best category that holds anybody; behind Top, `following` is Good where it holds anybody.
    `requirements_id` is the requirement that the search has closed. `crowded` counts those who list so many competences
    that they come last in their category. `found_if_none_essential`: where nobody is Top or Good and easing none of
    `held_back` alone brings anybody, how many would be, were all of them ideal; 0 where there is only one.
    """

    search_id: str
    requirements_id: str | None = None
    filter_id: str | None = None
    task_id: str | None = None
    dataset_version: str
    searched: int
    counts: dict[str, int]
    requirements: SearchRequirements
    unknown_terms: list[UnknownTerm]
    without_competences: int
    without_role: int
    leading: Leading | None = None
    following: Leading | None = None
    shortfall: Shortfall | None = None
    held_back: list[HeldBack]
    found_if_none_essential: int | None = None
    certified: list[Certified]
    crowded: int
    oldest_search_dropped: bool
    results: list[RankedCapacity]


class CriterionEffect(BaseModel):
    """What one criterion, taken alone, does to the people there were before.

    Where nobody is left: how many would be without it.
    """

    criterion: str
    kept: int
    removed: int
    left_without: int | None = None


class RoleCount(BaseModel):
    """A role, its similarity to the one that was asked for, 0 to 1, and how many of the people who fit have it."""

    role: str
    similarity: float
    people: int


class FilteredSearch(BaseModel):
    """A narrowed search: people per category before and after, what each criterion does, and the best that are left.

    Where dates are asked for, `unknown_dates` counts those whose own are unknown; they come last, and
    `unknown_by_category` says in which category of `counts` they are. `roles`: where a role was asked for, the closest
    that those left have, and `more_roles` beside those; who has the very one comes first.
    """

    search_id: str
    filter_id: str
    parent_filter_id: str | None = None
    task_id: str | None = None
    dataset_version: str
    searched: int
    counts_before: dict[str, int]
    counts: dict[str, int]
    unknown_dates: int | None = None
    unknown_by_category: dict[str, int] | None = None
    criteria: list[CriterionEffect]
    unknown_terms: list[UnknownTerm]
    roles: list[RoleCount] = []
    more_roles: int = 0
    timestamp: dt.datetime
    results: list[RankedCapacity]


class CategoryPage(BaseModel):
    """Some people of one category of a search, best first.

    Where a filter asks for dates, unknown ones come last in each category, and `rank` counts within the category.
    """

    search_id: str
    filter_id: str | None = None
    task_id: str | None = None
    dataset_version: str
    searched: int
    counts: dict[str, int]
    category: str
    total: int
    offset: int
    next_offset: int | None = None
    results: list[RankedCapacity]
