"""Changing a requirement field by field: what is given replaces, the rest stays, clearing is explicit."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, get_args

from teamlandkarte.index.config import Level
from teamlandkarte.index.errors import RequestError
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.text import folded
from teamlandkarte.server.answers.markdown import listed
from teamlandkarte.server.open_tasks import find_task
from teamlandkarte.server.things import spelled, thing
from teamlandkarte.server.toolset.arguments import check_order
from teamlandkarte.server.toolset.bounds import surplus
from teamlandkarte.server.toolset.values import quoted

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset
    from teamlandkarte.index.vocabulary import Vocabulary

LEVELS: tuple[Level, ...] = get_args(Level)
CLEARABLE = ("description", "role_names", "competences", "weights", "date_start", "date_end", "task_id")

_EMPTY = Requirement()
_MOST_NAMED = 12
_MISPLACED = "whose level belongs into weights"


@dataclass(frozen=True)
class Changes:
    """What a caller gives; None is not given."""

    description: str | None = None
    role_names: tuple[str, ...] | None = None
    competences: tuple[str, ...] | None = None
    weights: tuple[str, ...] | None = None
    date_start: dt.date | None = None
    date_end: dt.date | None = None
    task_id: str | None = None
    add_competences: tuple[str, ...] | None = None
    remove_competences: tuple[str, ...] | None = None
    clear: tuple[str, ...] | None = None


def changed(requirement: Requirement, changes: Changes, dataset: "Dataset") -> Requirement:
    """Return the requirement with the changes made: cleared first, then replaced, then added and removed.

    Terms of the vocabulary take its spelling; a level of a competence that is gone goes with it.

    Raises:
        NotFoundError: There is no such open task.
        RequestError: A change contradicts itself or the requirement.
    """
    if both := next((name for name in changes.clear or () if name != "weights" and getattr(changes, name)), None):
        raise RequestError(f"{both} is given and in clear: leave it out of one of them.")
    fields = {name: getattr(_EMPTY, name) for name in changes.clear or ()}
    requirement = replace(requirement, **fields)
    if changes.description is not None:
        requirement = replace(requirement, description=changes.description)
    if changes.role_names is not None:
        _refuse_levels("role_names", changes.role_names, "but a role has no level")
        requirement = replace(requirement, role_names=spelled(changes.role_names, dataset.roles))
    requirement = replace(requirement, competences=_competences(requirement, changes, dataset))
    return replace(
        requirement,
        weights=_weights(requirement, changes, dataset.competences),
        remarks={
            name: said for name, said in requirement.remarks.items() if name in map(folded, requirement.competences)
        },
        date_start=changes.date_start or requirement.date_start,
        date_end=changes.date_end or requirement.date_end,
        task_id=find_task(dataset.snapshot, changes.task_id).task_id if changes.task_id else requirement.task_id,
    )


def checked(requirement: Requirement) -> Requirement:
    """Return the requirement if it makes sense as a whole.

    Raises:
        RequestError: It starts after it ends, or names more than an answer can show.
    """
    check_order(requirement.date_start, requirement.date_end)
    if problem := surplus((*requirement.role_names, *requirement.competences)):
        raise RequestError(f"The list of roles and competences {problem}")
    return requirement


def _competences(requirement: Requirement, changes: Changes, dataset: "Dataset") -> tuple[str, ...]:
    kept = requirement.competences if changes.competences is None else changes.competences
    added, removed = changes.add_competences or (), changes.remove_competences or ()
    _refuse_levels("competences", changes.competences, _MISPLACED)
    _refuse_levels("add_competences", added, _MISPLACED)
    names = spelled((*kept, *added), dataset.competences) if changes.competences or added else kept
    unwanted = {thing(name, dataset.competences) for name in removed}
    if both := next((name for name in added if thing(name, dataset.competences) in unwanted), None):
        raise RequestError(
            f"{quoted(both)} is in add_competences and in remove_competences: leave it out of one of them."
        )
    if not_there := unwanted - {thing(name, dataset.competences) for name in names}:
        missing = next(name for name in removed if thing(name, dataset.competences) in not_there)
        raise RequestError(f"remove_competences names {quoted(missing)}, which is not required; {_required(names)}")
    return tuple(name for name in names if thing(name, dataset.competences) not in unwanted)


def _weights(requirement: Requirement, changes: Changes, vocabulary: "Vocabulary") -> Mapping[str, Level]:
    required = {thing(name, vocabulary): folded(name) for name in requirement.competences}
    items: dict[str, str] = {}
    given: dict[str, Level] = {}
    for item in changes.weights or ():
        if (weighed := _weighed(item)) is None:
            form = f"write COMPETENCE=LEVEL, such as Python=essential; levels are {', '.join(LEVELS)}"
            raise RequestError(f"weights contains {quoted(item)}; {form}.")
        written, level = weighed
        if (name := required.get(thing(written, vocabulary))) is None:
            raise RequestError(
                f"weights names {quoted(written)}, which is not required; {_required(requirement.competences)}"
            )
        if given.setdefault(name, level) != level:
            raise RequestError(
                f"weights contains {quoted(items[name])} and {quoted(item)}, two levels of one competence: "
                "leave one of them out."
            )
        items[name] = item
    return {name: level for name, level in {**requirement.weights, **given}.items() if name in required.values()}


def _weighed(item: str) -> tuple[str, Level] | None:
    """Return the name and the level of COMPETENCE=LEVEL, None for whatever is written otherwise."""
    name, _, word = item.rpartition("=")
    level = next((level for level in LEVELS if level == word.strip().casefold()), None)
    return (name.strip(), level) if folded(name) and level else None


def _refuse_levels(field: str, names: Iterable[str] | None, why: str) -> None:
    """Refuse names with a level at the end, as weights have them: they would become names that nobody has."""
    for item in names or ():
        if weighed := _weighed(item):
            raise RequestError(f"{field} contains {quoted(item)}, {why}; write {quoted(weighed[0])} there.")


def _required(names: Sequence[str]) -> str:
    return f"required are {listed(names, _MOST_NAMED)}." if names else "no competence is required yet."
