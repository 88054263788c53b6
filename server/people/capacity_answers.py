"""The data of answers about people."""

from pydantic import BaseModel

from teamlandkarte.server.answers.unknown_terms import UnknownTerm
from teamlandkarte.server.capacities import AvailabilityFit
from teamlandkarte.server.searches.search_answers import Assessment, CompetenceMatch, RoleCount


class CapacitySummary(BaseModel):
    """One person in a list; `more_competences` counts those that are not named here.

    `matched`: how the competence that was asked for is met, `certificates`: which answer to the one that was.
    """

    capacity_id: str
    owner: str
    role: str | None = None
    role_level: str | None = None
    competences: list[str]
    more_competences: int
    matched: CompetenceMatch | None = None
    certificates: list[str] | None = None
    availability: AvailabilityFit


class TimeCounts(BaseModel):
    """Of the people who fit: whose time begins on the first wanted day or later, who is free before, who is unknown."""

    becoming_free: int
    free_before: int
    unknown: int


class UnfitCapacity(BaseModel):
    """Somebody who bears the name that was asked for and `lacks` other things that were."""

    capacity_id: str
    owner: str
    lacks: list[str]
    availability: AvailabilityFit


class CapacityList(BaseModel):
    """Some of the people who fit the criteria.

    `roles`: where a role was asked for, the closest that they have, and `more_roles` beside those. `times`: where a
    first day was asked for. `named`: where nobody fits, who bears the name that was asked for, and `more_named` beside
    those.
    """

    capacities: list[CapacitySummary]
    unknown_terms: list[UnknownTerm]
    roles: list[RoleCount] = []
    more_roles: int = 0
    times: TimeCounts | None = None
    named: list[UnfitCapacity] = []
    more_named: int = 0
    total: int
    offset: int
    next_offset: int | None = None


class Reference(BaseModel):
    """Projects done, with the partner where the lake names one."""

    partner: str | None = None
    projects: str | None = None


class DirectoryPerson(BaseModel):
    """Somebody of the employee directory."""

    profile_key: str
    full_name: str
    status: str
    url: str | None = None


class Teacher(BaseModel):
    """Somebody of the employee directory, and their latest course that has a competence in its title."""

    profile_key: str
    full_name: str
    course: str
    year: str | None = None


class TaughtCompetence(BaseModel):
    """A competence that somebody of the employee directory teaches, the latest courses first.

    `more_teachers`: how many people teach it besides.
    """

    competence: str
    teachers: list[Teacher]
    more_teachers: int


class CapacityDetails(BaseModel):
    """One person in full.

    `employee` is who they are in the employee directory, whose `publications` and `courses` these are; where several
    may be meant, they are `possible_employees`, and `more_possible_employees` beside those, and nothing of theirs is
    shown. `taught` is what a search found missing and others teach. `availability_in_words` is the dates, `assessment`
    is how a search scored the person; `cut` says that an answer could not hold everything.
    """

    capacity_id: str
    owner: str
    role: str | None = None
    role_level: str | None = None
    availability: AvailabilityFit
    availability_in_words: str
    competences: list[str]
    description: str | None = None
    references: list[Reference]
    certificates: list[str]
    employee: DirectoryPerson | None = None
    possible_employees: list[DirectoryPerson] = []
    more_possible_employees: int = 0
    publications: list[str] = []
    courses: list[str] = []
    taught: list[TaughtCompetence] = []
    cut: bool
    assessment: Assessment | None = None
