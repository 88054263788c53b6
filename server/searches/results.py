"""The people of a search or of one of its filters, put in order only as far as they are shown."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from teamlandkarte.index.scoring import Category

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from teamlandkarte.index.ranking import Ranking


@dataclass(frozen=True, eq=False)
class Results:
    """The people of a ranking, best first; those of `last`, a mask over everyone, come after all others.

    Among these and those, who has one of `first_roles`, role terms, comes before all others.
    """

    ranking: "Ranking"
    last: "NDArray[np.bool_] | None" = None
    first_roles: tuple[int, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """How many people each category holds."""
        return {category.value: count for category, count in self.ranking.counts.items()}

    def keep(self, mask: "NDArray[np.bool_]") -> int:
        """Return how many of these people a mask over everyone keeps."""
        import numpy as np

        among = self.ranking.among
        return int(np.count_nonzero(mask if among is None else mask & among))

    def first(self, limit: int) -> "NDArray[np.int32]":
        """Return the rows of the first people, as many as there are up to `limit`."""
        return _joined(self._parts(), limit)

    def within(self, category: str) -> "Results":
        """Return the people of a category alone."""
        return replace(self, ranking=self.ranking.of_category(Category(category)))

    @property
    def in_parts(self) -> bool:
        """Whether some people come before or after all others, whatever their category."""
        return self.last is not None or bool(self.first_roles)

    @property
    def unknown_last(self) -> int:
        """How many people come after all others."""
        return 0 if self.last is None else self.keep(self.last)

    def places(self, rows: "NDArray[np.int32]") -> list[int]:
        """Return the place of each of these rows, the first is 1; they follow each other within their part."""
        import numpy as np

        places, before = np.zeros(len(rows), np.int64), 0
        for part in self._parts():
            own = np.flatnonzero(part.among[rows]) if part.among is not None else np.arange(len(rows))
            if len(own):
                places[own] = before + part.place_of(int(rows[own[0]])) + np.arange(len(own))
            before += len(part)
        listed: list[int] = places.tolist()
        return listed

    def _parts(self) -> list["Ranking"]:
        import numpy as np

        ranking = self.ranking
        parts = [ranking] if self.last is None else [ranking.restricted(~self.last), ranking.restricted(self.last)]
        if not self.first_roles:
            return parts
        first = np.isin(ranking.people.role_terms, self.first_roles)
        return [half for part in parts for half in (part.restricted(first), part.restricted(~first))]


def _joined(parts: "list[Ranking]", limit: int) -> "NDArray[np.int32]":
    import numpy as np

    return np.concatenate([part.best(limit) for part in parts])[:limit]
