"""Which open tasks somebody means by an id or by words of titles and skills."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from teamlandkarte.index.genders import male
from teamlandkarte.index.lake_ids import join_key, possible_ids
from teamlandkarte.index.scoring import MICRO
from teamlandkarte.index.text import folded
from teamlandkarte.server.answers import wording
from teamlandkarte.server.open_tasks import Task

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset
    from teamlandkarte.index.vocabulary import Vocabulary


class Found(NamedTuple):
    """The tasks found, in the order given; `alike`: no task contains the words, these have words spelled alike."""

    tasks: list[Task]
    alike: bool = False


class _Word(NamedTuple):
    """A word of a query in both genders, with the skills and the roles that it is another name of."""

    forms: frozenset[str]
    skills: set[str]
    roles: set[str]

    @classmethod
    def of(cls, word: str, dataset: "Dataset") -> "_Word":
        return cls(frozenset((word, male(word))), _same(word, dataset.competences), _same(word, dataset.roles))

    def is_named(self, title: str, text: str, skills: set[str]) -> bool:
        """Return whether a task has the word, its skill or its role."""
        named = any(wording.contains(form, text) for form in self.forms)
        return named or bool(skills & self.skills) or any(wording.contains(role, title) for role in self.roles)


def meant(query: str, tasks: Sequence[Task], dataset: "Dataset") -> Found:
    """Return the task with this id, else those that contain every word, or a skill or a role by another name of it."""
    keys = set(map(join_key, possible_ids(query)))
    if of_id := [task for task in tasks if join_key(task.task_id) in keys]:
        return Found(of_id)
    words = [_Word.of(word, dataset) for word in query.split()]
    whole, roles = _same(query, dataset.competences), _same(query, dataset.roles)
    found = []
    for task in tasks:
        text, skills = _text(task), {folded(skill) for skill in task.skills}
        named = any(wording.contains(role, task.title) for role in roles)
        if named or skills & whole or all(word.is_named(task.title, text, skills) for word in words):
            found.append(task)
    return Found(found) if found else Found(_alike(query, tasks), alike=True)


def _same(name: str, vocabulary: "Vocabulary") -> set[str]:
    """Return the terms that a name of one of them is known to be the same as."""
    if vocabulary.id_of(name) is None:
        return set()
    return {folded(vocabulary.terms[term]) for term in np.flatnonzero(vocabulary.row(name) == MICRO)}


def _alike(query: str, tasks: Sequence[Task]) -> list[Task]:
    grades = wording.least(wording.words(query), map(_text, tasks))
    return [task for task, grade in zip(tasks, grades, strict=True) if grade]


def _text(task: Task) -> str:
    return " ".join((task.title, *task.skills))
