"""The order of all people for one requirement, and what is left of it when some are filtered out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index import scan
from teamlandkarte.index.people import People
from teamlandkarte.index.scoring import CATEGORIES, MICRO, Category, Scale

# What orders people fits 24 bits: absent, category, crowded, and how much the score lacks of 1, in the last 20.
_CROWDED, _PLACE, _ABSENT = 20, 21, 23
_ID_BITS = 32  # more people than a snapshot holds
_GROUP = 64  # people of whom only the best is looked at first


@dataclass(frozen=True, eq=False)
class Ranking:
    """The scores of all people for one requirement, and the order of those it is restricted to.

    `overall`, `competence`, `role`: int32 micro-units by row of the people; a part that was not asked for is None.
    `role_row`: the similarity of each role term, from which `role` and `role_of` are read.
    `standing`: one number per person that rises with category, crowd and falling score; ties by `People.id_ranks`.
    `held_back`: per essential competence, how many would be Top or Good by their score and have nothing closely related
    to it. Searches are kept by the hundred, so a ranking holds no more than what these need, 12 bytes a person.
    `crowded`: who lists so many competences that the others of the same category come first.
    `among`: which people take part in the order and the counts; None is everyone.
    """

    people: People
    overall: NDArray[np.int32]
    competence: NDArray[np.int32] | None
    role_row: NDArray[np.int32] | None
    scale: Scale
    standing: NDArray[np.int32]
    held_back: Mapping[str, int]
    crowded: NDArray[np.bool_]
    among: NDArray[np.bool_] | None = None

    @property
    def searched(self) -> int:
        """How many people were scored: all of them."""
        return len(self.overall)

    @property
    def role(self) -> NDArray[np.int32] | None:
        """The role part."""
        return None if self.role_row is None else scan.role_similarities(self.people, self.role_row)

    def role_of(self, row: int) -> int | None:
        """Return the role part of one person."""
        own = self.people.role_terms[row : row + 1]
        return None if self.role_row is None else int(scan.similarities_of(own, self.role_row)[0])

    def __len__(self) -> int:
        return len(self.overall) if self.among is None else int(np.count_nonzero(self.among))

    @cached_property
    def counts(self) -> dict[Category, int]:
        """How many people fall in each category, every category named."""
        bounds = [np.int32(place << _PLACE) for place in range(1, len(CATEGORIES))]
        before = [self.standing < bound for bound in bounds]
        present = before if self.among is None else [mask & self.among for mask in before]
        up_to = [0, *(int(np.count_nonzero(mask)) for mask in present), len(self)]
        return {category: after - before for category, (before, after) in zip(CATEGORIES, pairwise(up_to), strict=True)}

    @property
    def tied(self) -> int:
        """How many people share the first place."""
        present = self._present
        return int(np.count_nonzero(present == present.min())) if len(self) else 0

    def best(self, limit: int) -> NDArray[np.int32]:
        """Return the first `limit` rows, best category and score first, without sorting everyone."""
        present, groups = self._present, len(self.overall) // _GROUP
        last = np.int32((1 << _ABSENT) - 1)
        if 0 < limit <= groups:  # that many groups have somebody so good, so whoever is worse is not among the best
            firsts = present[: groups * _GROUP].reshape(_GROUP, groups).min(axis=0)
            last = min(last, np.partition(firsts, limit - 1)[limit - 1])
        return self._sorted(np.flatnonzero(present <= last), limit)

    def place_of(self, row: int) -> int:
        """Return the place in the order of somebody who takes part; the first is 1."""
        present = self._present
        own = present[row]
        alike = self.people.id_ranks[present == own]
        return 1 + int(np.count_nonzero(present < own)) + int(np.count_nonzero(alike < self.people.id_ranks[row]))

    def category(self, row: int) -> Category:
        """Return the category of one person."""
        return CATEGORIES[int(self.standing[row]) >> _PLACE]

    def of_category(self, category: Category) -> "Ranking":
        """Return the same scores with only the people of one category."""
        return self.restricted(self.standing >> _PLACE == CATEGORIES.index(category))

    def restricted(self, mask: NDArray[np.bool_]) -> "Ranking":
        """Return the same scores with only those people of this ranking whom the mask keeps."""
        return replace(self, among=mask if self.among is None else self.among & mask)

    @property
    def _present(self) -> NDArray[np.int32]:
        if self.among is None:
            return self.standing
        absent = (~self.among).view(np.int8).astype(np.int32) << _ABSENT
        absent |= self.standing
        return absent

    def _sorted(self, rows: NDArray[np.intp], limit: int) -> NDArray[np.int32]:
        keys = self.standing[rows].astype(np.int64) << _ID_BITS | self.people.id_ranks[rows]
        if limit < len(keys):
            keys = np.partition(keys, limit)[:limit]
        rows_in_order: NDArray[np.int32] = self.people.by_id[np.sort(keys) & (1 << _ID_BITS) - 1]
        return rows_in_order


def standings(
    scale: Scale, overall: NDArray[np.int32], lacking: Sequence[NDArray[np.bool_]], crowded: NDArray[np.bool_]
) -> NDArray[np.int32]:
    """Return `Ranking.standing` of some people; who lacks something essential is Partial at best."""
    places = np.zeros(len(overall), np.int8)
    for floor in scale.floors:
        places += (overall < floor).view(np.int8)
    for mask in lacking:
        np.maximum(places, mask * np.int8(CATEGORIES.index(Category.PARTIAL)), out=places)
    standing = places.astype(np.int32)
    standing <<= _PLACE
    standing -= overall
    standing += MICRO
    if crowded.any():
        standing += crowded.astype(np.int32) << _CROWDED
    return standing
