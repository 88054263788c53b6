"""Whom a question about people finds without a search, and in which order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.availability import OPEN_END, day_numbers
from teamlandkarte.index.lake_ids import possible_ids
from teamlandkarte.server.people.capacity_answers import TimeCounts
from teamlandkarte.server.searches.filters import Criteria, Criterion, closest_first, judge

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset


@dataclass(frozen=True, eq=False)
class Lookup:
    """The people whom every criterion keeps, by the rows they have in the dataset, in the order of a list.

    `named`: where there are none, who bears the name or id that was asked for.
    """

    rows: list[int]
    judged: list[Criterion]
    named: list[int]


def look_up(criteria: Criteria, dataset: "Dataset") -> Lookup:
    """Find the people whom the criteria keep; a name may also be an id."""
    rows_of_id = map(dataset.people.row_of, possible_ids(criteria.name or ""))
    row = next((row for row in rows_of_id if row is not None), None)
    asked = criteria if row is None else replace(criteria, name=None)
    judged = judge(asked, dataset)
    if row is not None:
        only = np.arange(len(dataset.people)) == row
        judged.insert(0, Criterion(f"id “{dataset.people.ids[row]}”", only, identifies=True))
    rows = _in_order(asked, _kept(judged, dataset), dataset)
    named = [] if rows or criteria.name is None else _kept(judged[:1], dataset).tolist()
    return Lookup(rows, judged, named)


def times_among(rows: Sequence[int], criteria: Criteria, dataset: "Dataset") -> TimeCounts:
    """Return how many of these people become free from the first wanted day on, and how many are free before."""
    windows, picked = dataset.people.windows, np.asarray(rows, np.intp)
    known, newly = windows.known[picked], _becoming_free(criteria, dataset)[picked]
    return TimeCounts(
        becoming_free=int(np.count_nonzero(newly)),
        free_before=int(np.count_nonzero(known & ~newly)),
        unknown=int(np.count_nonzero(~known)),
    )


def _kept(judged: Sequence[Criterion], dataset: "Dataset") -> NDArray[np.int32]:
    """Return the rows that all of the criteria keep, in the order of the ids."""
    fits = np.ones(len(dataset.people), dtype=np.bool_)
    for criterion in judged:
        fits &= criterion.keeps
    return dataset.people.by_id[fits[dataset.people.by_id]]


def _in_order(criteria: Criteria, rows: NDArray[np.int32], dataset: "Dataset") -> list[int]:
    """Return rows with the closest names first, then unknown dates last, then by role, then the newly free first."""
    keys: list[NDArray[np.int64]] = []
    if criteria.dated:
        newly = _becoming_free(criteria, dataset)[rows]
        keys.append(np.where(newly, dataset.people.windows.begin[rows], OPEN_END).astype(np.int64))
    if criteria.role is not None:
        keys.append(-dataset.roles.row(criteria.role)[dataset.people.role_terms[rows]].astype(np.int64))
    if criteria.dated:
        keys.append(dataset.people.windows.unknown[rows].astype(np.int64))
    in_order: list[int] = (rows[np.lexsort(keys)] if keys else rows).tolist()
    return in_order if criteria.name is None else closest_first(criteria.name, in_order, dataset)


def _becoming_free(criteria: Criteria, dataset: "Dataset") -> NDArray[np.bool_]:
    """Return whose time begins on the first wanted day or later; nobody's where no first day is wanted."""
    windows = dataset.people.windows
    if criteria.date_start is None:
        return np.zeros(len(dataset.people), np.bool_)
    first, _ = day_numbers(criteria.date_start, None)
    newly: NDArray[np.bool_] = windows.known & (windows.begin >= first)
    return newly
