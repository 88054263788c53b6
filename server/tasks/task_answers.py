"""The data of answers about tasks."""

import datetime as dt
from typing import Any

from pydantic import BaseModel, create_model

from teamlandkarte.server.capacities import AvailabilityFit
from teamlandkarte.server.requirements.review import RequirementAnswer
from teamlandkarte.server.searches.search_answers import CompetenceMatch, SearchAnswer


class TaskSummary(BaseModel):
    """One open task in a list; `more_skills` counts the skills that are not named here."""

    task_id: str
    title: str
    start_date: dt.date | None = None
    end_date: dt.date | None = None
    created_at: dt.datetime | None = None
    skills: list[str]
    more_skills: int


class TaskList(BaseModel):
    """Some open tasks, newest first."""

    tasks: list[TaskSummary]
    total: int
    offset: int
    next_offset: int | None = None


class RoleScore(BaseModel):
    """A role of the vocabulary that a text may seek: how sure, 0 to 1, and the words that show it."""

    role: str
    score: float
    evidence: str


class TaskDetails(BaseModel):
    """One open task in full; `cut` says that an answer could not hold everything."""

    task_id: str
    title: str
    start_date: dt.date | None = None
    end_date: dt.date | None = None
    created_at: dt.datetime | None = None
    skills: list[str]
    description: str | None = None
    role_candidates: list[RoleScore]
    cut: bool


class SkillCheck(BaseModel):
    """One skill: whether the task lists it, whether the description shows it, by which words, how closely (0 to 1)."""

    skill: str
    in_list: bool
    in_description: bool
    words: str | None = None
    similarity: float | None = None


class TaskValidation(BaseModel):
    """The skills of a task compared with its description."""

    task_id: str
    skills: list[SkillCheck]


class InferredRoles(BaseModel):
    """The best of the roles that a task or a text may seek, `total` in all, best first."""

    task_id: str | None = None
    total: int
    roles: list[RoleScore]


class PrimaryRole(BaseModel):
    """The one role that a task or a text seeks; without it `outcome` is `unclear` or, without candidates, `none`."""

    task_id: str | None = None
    outcome: str
    role: str | None = None
    candidates: list[RoleScore]


_OF_A_SEARCH: dict[str, Any] = {name: (kind | None, None) for name, kind in SearchAnswer.__annotations__.items()}
TaskSearch = create_model(
    "TaskSearch",
    __doc__="""People for a task, or the requirement to confirm before.

    `outcome`: with `prepared` and `shown again` the `requirement` is there, with `searched` everything that a search
    answers.
    """,
    outcome=str,
    requirement=(RequirementAnswer | None, None),
    **_OF_A_SEARCH,
)


class RankedTask(BaseModel):
    """One task for a person; scores are 0 to 1, parts that the task does not ask for are left out."""

    rank: int
    task_id: str
    title: str
    score: float
    category: str
    competence_score: float | None = None
    role_score: float | None = None
    role: str | None = None
    competences: list[CompetenceMatch]
    competences_known: bool
    role_known: bool
    start_date: dt.date | None = None
    end_date: dt.date | None = None
    availability: AvailabilityFit


class MatchingTasks(BaseModel):
    """The open tasks that fit one person, best first; `without_demand` ask for nothing that could be compared.

    `counts`: how many are in each category. `by_role_alone` list no skills and come last in theirs. `ended_before`: the
    day on which the dataset was made, where the person's time was over by then.
    """

    capacity_id: str
    owner: str
    searched: int
    without_demand: int
    counts: dict[str, int]
    by_role_alone: int
    ended_before: dt.date | None = None
    tasks: list[RankedTask]
