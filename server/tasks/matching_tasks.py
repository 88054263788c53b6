"""The open tasks that fit one person: the score of a search, seen from the other side."""

from collections import Counter
from collections.abc import Sequence

from teamlandkarte.index.counting import counted
from teamlandkarte.index.evidence import PersonEvidence
from teamlandkarte.index.matching import TaskScore
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import CATEGORIES, MICRO
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.answers.markdown import day, one_line, score, table
from teamlandkarte.server.answers.room import fitting_rows, most_rows
from teamlandkarte.server.capacities import UNKNOWN, Capacity, find_capacity
from teamlandkarte.server.open_tasks import Task, open_tasks
from teamlandkarte.server.searches.competence_matches import matches_of
from teamlandkarte.server.searches.ranked_people import met_in_words, missing_in_words
from teamlandkarte.server.searches.search import PERSON_DECIDES
from teamlandkarte.server.searches.search_answers import CompetenceMatch
from teamlandkarte.server.service import Call
from teamlandkarte.server.tasks.task_answers import MatchingTasks, RankedTask

_Evidence = tuple[PersonEvidence, list[CompetenceMatch]]

_HEADER = ("#", "ID", "Title", "Score", "Competences met", "Missing", "Role", "Start", "End", "Availability")
_TITLE_LENGTH = 100
_ROLE_LENGTH = 60
_ROLE_ALONE = "role only: no skills are listed"


def find_matching_tasks(call: Call, *, capacity_id: str, limit: int) -> Answer:
    """Rank the open tasks for one person."""
    row, person = find_capacity(call.dataset, capacity_id)
    tasks = open_tasks(call.dataset.snapshot)
    requirements = [task.requirement(call.dataset.competences) for task in tasks]
    made_on = call.dataset.made_on
    ranking = call.dataset.matcher(call.service.config.matching).rank_tasks(row, requirements)
    lines = (
        _line(place, tasks[found.position], found, _evidence(call, row, requirements[found.position]), person)
        for place, found in enumerate(ranking.scores[: most_rows(limit)], start=1)
    )
    shown = fitting_rows(lines, limit)
    data = MatchingTasks(
        capacity_id=person.capacity_id,
        owner=person.owner,
        searched=len(tasks),
        without_demand=len(ranking.without_demand),
        counts=_counts(ranking.scores),
        by_role_alone=sum(found.competence is None for found in ranking.scores),
        ended_before=made_on if person.end_date is not None and person.end_date < made_on else None,
        tasks=[task for task, _ in shown],
    )
    cut = len(shown) < min(limit, len(ranking.scores))
    return Answer(_text(data, person, [cells for _, cells in shown], cut=cut), data)


def _counts(scores: Sequence[TaskScore]) -> dict[str, int]:
    found = Counter(one.category for one in scores)
    return {category.value: found[category] for category in CATEGORIES}


def _evidence(call: Call, row: int, requirement: Requirement) -> _Evidence:
    (evidence,) = call.dataset.matcher(call.service.config.matching).evidence(requirement, [row])
    return evidence, matches_of(evidence, call.dataset)


def _line(
    place: int, task: Task, found: TaskScore, evidence_and_matches: _Evidence, person: Capacity
) -> tuple[RankedTask, list[str]]:
    evidence, matches = evidence_and_matches
    ranked = RankedTask(
        rank=place,
        task_id=task.task_id,
        title=one_line(task.title, _TITLE_LENGTH),
        score=found.overall / MICRO,
        category=found.category.value,
        competence_score=None if found.competence is None else found.competence / MICRO,
        role_score=None if found.role is None else found.role / MICRO,
        role=evidence.role.wanted if evidence.role else None,
        competences=matches,
        competences_known=evidence.competences_known,
        role_known=evidence.role_known,
        start_date=task.start_date,
        end_date=task.end_date,
        availability=person.fit(task.start_date, task.end_date),
    )
    cells = [
        str(place),
        task.task_id,
        ranked.title,
        f"{score(found.overall)} ({ranked.category})",
        met_in_words(evidence) if evidence.competences else _ROLE_ALONE,
        missing_in_words(evidence),
        _role_in_words(evidence),
        day(task.start_date),
        day(task.end_date),
        person.availability(task.start_date, task.end_date),
    ]
    return ranked, cells


def _role_in_words(evidence: PersonEvidence) -> str:
    if evidence.role is None:
        return "–"
    similarity = score(evidence.role.similarity) if evidence.role_known else UNKNOWN
    return f"{one_line(evidence.role.wanted, _ROLE_LENGTH)} {similarity}"


def _text(data: MatchingTasks, person: Capacity, cells: Sequence[Sequence[str]], *, cut: bool) -> str:
    summary = [f"- searched {data.searched} of {data.searched} open tasks for {data.owner} ({data.capacity_id})."]
    ranked, counts = sum(data.counts.values()), ", ".join(f"{name} {tasks}" for name, tasks in data.counts.items())
    summary.append(f"- showing {len(cells)} of {ranked} ({counts}).{_way_on(len(cells), ranked, cut=cut)}")
    summary.append(f"- {PERSON_DECIDES} Dates count in no score, places are not compared.")
    if data.ended_before:
        dates = person.availability(None, None)
        summary.append(f"- {data.owner} was available only {dates}: that time ended before {data.ended_before}.")
    if data.by_role_alone:
        summary.append(
            f"- {data.by_role_alone} without listed skills: compared by the role alone, last in their category."
        )
    if data.without_demand:
        summary.append(
            f"- {counted(data.without_demand, 'task')} without skills and clear role: nothing to compare, not ranked."
        )
    parts = ["## Summary\n\n" + "\n".join(summary)]
    parts.append("## Tasks\n\n" + (table(_HEADER, cells) if cells else "No open task could be ranked."))
    steps = "- Call get_task_details(task_id=…) to see a task in full."
    if data.tasks:
        steps += f"\n- Call find_capacities_for_task(task_id={data.tasks[0].task_id}) to see who else fits a task."
    return "\n\n".join([*parts, f"## Next steps\n\n{steps}"])


def _way_on(shown: int, ranked: int, *, cut: bool) -> str:
    if cut:
        return " One answer holds no more: list_open_tasks(query=…) finds other tasks by words of title or skills."
    return " Raise limit to see more." if shown < ranked else ""
