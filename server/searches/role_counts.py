"""Which roles people have, and how close each is to the one that was asked for."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.scoring import MICRO
from teamlandkarte.server.answers.markdown import one_line, score
from teamlandkarte.server.searches.search_answers import RoleCount

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset

MOST_ROLES = 5  # that an answer names
_ROLE_LENGTH = 60


def roles_among(rows: Sequence[int] | NDArray[np.intp], role: str, dataset: "Dataset") -> list[RoleCount]:
    """Return which roles these people, who all have one, have: the closest to the one asked for first."""
    similarity = dataset.roles.row(role)
    people = np.bincount(dataset.people.role_terms[np.asarray(rows, np.intp)], minlength=len(similarity))
    found = np.flatnonzero(people)
    return [
        RoleCount(
            role=one_line(dataset.roles.terms[term], _ROLE_LENGTH),
            similarity=int(similarity[term]) / MICRO,
            people=int(people[term]),
        )
        for term in found[np.argsort(-similarity[found], kind="stable")].tolist()
    ]


def exact_roles(role: str, dataset: "Dataset") -> tuple[int, ...]:
    """Return the terms that are the very role asked for."""
    return tuple(np.flatnonzero(dataset.roles.row(role) == MICRO).tolist())


def counts_in_words(roles: Sequence[RoleCount], more: int) -> str:
    """Return roles with their similarities and how many people have each, and how many `more` roles there are."""
    named = [f"{one.role} ({score(round(one.similarity * MICRO))}): {one.people}" for one in roles]
    return ", ".join([*named, *([f"… (+{more} roles)"] if more else [])])
