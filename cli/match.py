"""`teamlandkarte match`: the server's search, asked and answered in the terminal.

Whoever types the command has decided what to ask, so there is no confirmation here.
"""

import datetime as dt
from typing import TYPE_CHECKING, Annotated, cast

import typer

from teamlandkarte.cli.options import MOST, AsJson, day, whole_number
from teamlandkarte.cli.screen import print_json, screen
from teamlandkarte.index.config import Config
from teamlandkarte.index.counting import counted
from teamlandkarte.index.errors import NotFoundError, RequestError
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import MICRO

if TYPE_CHECKING:
    from teamlandkarte.server.answers.answer import Answer
    from teamlandkarte.server.answers.ground import Ground
    from teamlandkarte.server.requirements.capture import Changes
    from teamlandkarte.server.searches.search_answers import RankedCapacity, SearchAnswer
    from teamlandkarte.server.service import Call


def match(  # noqa: PLR0913 -- one parameter per option
    context: typer.Context,
    *,
    role: Annotated[list[str] | None, typer.Option(help="A wanted role; the first is the preferred one")] = None,
    competence: Annotated[list[str] | None, typer.Option(help="A required competence")] = None,
    weight: Annotated[list[str] | None, typer.Option(help="COMPETENCE=LEVEL, such as Python=essential")] = None,
    date_start: Annotated[dt.date | None, day("The first day of the time sought", "--from")] = None,
    date_end: Annotated[dt.date | None, day("The last day of the time sought", "--to")] = None,
    task: Annotated[str | None, typer.Option(metavar="ID", help="Take the requirement from this open task")] = None,
    all_tasks: Annotated[bool, typer.Option("--all-tasks", help="Rank everyone for each open task, in one go")] = False,
    limit: Annotated[int, whole_number(1, MOST, "How many people to show")] = 10,
    as_json: AsJson = False,
) -> None:
    """Rank everyone for a requirement, for an open task, or for all of them."""
    from teamlandkarte.server.requirements.capture import Changes
    from teamlandkarte.server.searches.search import run_search

    call = _call(context.obj.read())
    typed = Changes(
        role_names=tuple(role) if role else None,
        competences=tuple(competence) if competence else None,
        weights=tuple(weight) if weight else None,
        date_start=date_start,
        date_end=date_end,
    )
    if all_tasks:
        if task is not None or typed != Changes():
            raise RequestError("--all-tasks takes what to look for from the tasks: leave the other options out")
        _report(call, limit, as_json=as_json)
        return
    requirement = _requirement(call, task, typed)
    answer = run_search(call, requirement, None, limit)
    if as_json:
        print_json(answer.data.model_dump(mode="json") | {"ground": _ground(call).model_dump(mode="json")})
    else:
        _show(call, requirement, answer)


def _report(call: "Call", limit: int, *, as_json: bool) -> None:
    """Show who fits each open task."""
    from rich.table import Table

    from teamlandkarte.server.answers.markdown import score
    from teamlandkarte.server.tasks.coverage import coverage

    found = coverage(call, limit)
    if as_json:
        print_json(found.model_dump(mode="json") | {"ground": _ground(call).model_dump(mode="json")})
        return
    table = Table("ID", "title", "Top", "Good", "Partial", "Low", "best")
    for task in found.tasks:
        counts = [str(count) for count in (task.counts or {}).values()] or ["–"] * 4
        best = "\n".join(f"{score(round(one.score * MICRO))} {one.owner} ({one.capacity_id})" for one in task.best)
        table.add_row(task.task_id, task.title, *counts, "asks for nothing to compare" if task.counts is None else best)
    console = screen()
    console.print(table)
    console.print(f"searched {_everybody(found.searched)} for each task. A person decides.")
    console.print(_ground_in_words(call))


def _call(config: Config) -> "Call":
    from teamlandkarte.server.opening import open_service
    from teamlandkarte.server.service import Call

    service = open_service(config)
    return Call(service, "command line", service.current.get())


def _requirement(call: "Call", task_id: str | None, typed: "Changes") -> Requirement:
    """Return what the task asks for, with what was typed instead of it."""
    from teamlandkarte.server.requirements.capture import changed, checked

    of_task = Requirement() if task_id is None else _of_task(call, task_id)
    requirement = checked(changed(of_task, typed, call.dataset))
    if not requirement.role_names and not requirement.competences:
        raise RequestError("nothing to look for: give --role or --competence, or --task with a task that names skills")
    return requirement


def _of_task(call: "Call", task_id: str) -> Requirement:
    from teamlandkarte.server.requirements.extraction import from_task

    try:
        return from_task(call, task_id).requirement
    except NotFoundError as exc:
        raise NotFoundError(f'there is no open task "{task_id}"; --all-tasks shows all with their ids') from exc


def _show(call: "Call", requirement: Requirement, answer: "Answer") -> None:
    from rich.table import Table

    from teamlandkarte.server.answers.unknown_terms import in_words as unknown_in_words
    from teamlandkarte.server.searches.remarks import remarks
    from teamlandkarte.server.searches.search import in_words

    found = cast("SearchAnswer", answer.data)
    table = Table("#", "ID", "owner", "role (level)", "score", "category", "competences met", "missing", "availability")
    for person in found.results:
        table.add_row(*_cells(person))
    counts = ", ".join(f"{category} {count}" for category, count in found.counts.items())
    console = screen()
    console.print(f"Looking for {in_words(requirement)}")
    console.print(table)
    for remark in remarks(found):
        console.print(remark)
    for unknown in found.unknown_terms:
        console.print(unknown_in_words(unknown))
    console.print(f"searched {_everybody(found.searched)}: {counts}. A person decides.")
    console.print(_ground_in_words(call))


def _everybody(searched: int) -> str:
    return f"{searched:,} of {counted(searched, 'capacity', 'capacities')}"


def _ground(call: "Call") -> "Ground":
    from teamlandkarte.server.answers.ground import ground_of

    return ground_of(call)


def _ground_in_words(call: "Call") -> str:
    """Return what an answer stands on, and a blank line."""
    return _ground(call).lines(call.service.config.server.stale_after_hours) + "\n"


def _cells(person: "RankedCapacity") -> list[str]:
    from teamlandkarte.server.answers.markdown import score
    from teamlandkarte.server.capacities import UNKNOWN, availability_in_words, role_and_level
    from teamlandkarte.server.searches.ranked_people import met, unmet

    has = [met(one) for one in person.competences if one.met]
    missing = [unmet(one, person.essential_missing) for one in person.competences if not one.met]
    known = person.competences_known
    return [
        str(person.rank),
        person.capacity_id,
        person.owner,
        role_and_level(person.role, person.role_level),
        score(round(person.score * MICRO)),
        person.category,
        ", ".join(has) if known else UNKNOWN,
        ", ".join(missing) if known else UNKNOWN,
        availability_in_words(person.availability),
    ]
