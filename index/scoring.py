"""The arithmetic of scores: what is asked for, what it counts, and where the categories begin.

Scores and similarities are integers in micro-units, weights are integers in thousandths, and every mean is rounded
once, half up. So the numbers shown for a person add up exactly, in any order and on every machine.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from teamlandkarte.index.config import Level, Matching
from teamlandkarte.index.errors import RequestError
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.text import folded

if TYPE_CHECKING:  # categories are named where numpy is not loaded yet
    import numpy as np
    from numpy.typing import NDArray

MICRO = 1_000_000  # micro-units of a similarity or score of 1
STEP = 20  # micro-units; similarities of competences count in such steps, 50,000 of which fit 16 bits
COARSE_STEP = 5_000  # micro-units; 200 of them fit 8 bits, which are read in half the time
MOST_IN_STEPS = 16  # competences; where more are asked for, each counts so little that coarse steps tell enough
DEFAULT_LEVEL: Level = "ideal"  # of a competence that nobody weighed
_THOUSAND = 1_000

Whole = TypeVar("Whole", int, "NDArray[np.int64]")


class Category(Enum):
    """How well a person fits, best first."""

    TOP = "Top"
    GOOD = "Good"
    PARTIAL = "Partial"
    LOW = "Low"


CATEGORIES = tuple(Category)


def micro(fraction: float) -> int:
    """Return a fraction in micro-units."""
    return round(fraction * MICRO)


def thousandths(weight: float) -> int:
    """Return a weight in thousandths; whatever counts at all counts at least one."""
    return max(1, round(weight * _THOUSAND)) if weight > 0 else 0


def weighted_mean(weighted_sum: Whole, weight: int) -> Whole:
    """Return `weighted_sum / weight`, rounded half up; the sum is not negative, the weight is positive."""
    return (weighted_sum + weight // 2) // weight


def steps_of(row: "NDArray[np.int32]") -> "NDArray[np.uint16]":
    """Return how many steps each similarity counts, rounded half up."""
    import numpy as np

    return ((row + STEP // 2) // STEP).astype(np.uint16)


def step_of(competences: int) -> int:
    """Return the steps, in micro-units, in which similarities count where that many competences are asked for."""
    return STEP if competences <= MOST_IN_STEPS else COARSE_STEP


def counted(similarity: Whole, competences: int) -> Whole:
    """Return what a similarity, micro-units in whole STEPs, counts where that many competences are asked for.

    Rounded down, so that nothing becomes closely related by it.
    """
    step = step_of(competences)
    return similarity // step * step


def steps_up_to(floor: int, step: int = STEP) -> int:
    """Return the least number of steps that reach a floor; both in micro-units."""
    return -(-floor // step)


def weighted_means(sums: "NDArray[np.integer]", weight: int) -> "NDArray[np.int32]":
    """Return `weighted_mean` of each sum, which are overwritten; `whole_type` says in which type they are."""
    import numpy as np

    if weight > 1:
        sums += weight // 2
        sums //= weight
    return sums.astype(np.int32, copy=False)


def whole_type(weight: int) -> "np.dtype[np.signedinteger]":
    """Return the narrowest type that holds what `weighted_means` of values up to MICRO comes to on the way."""
    import numpy as np

    return np.dtype(np.int32 if MICRO * weight + weight // 2 <= np.iinfo(np.int32).max else np.int64)


@dataclass(frozen=True)
class Demand:
    """What a requirement asks for: each competence once, with its level and weight in thousandths, and the roles."""

    competences: tuple[str, ...]
    levels: tuple[Level, ...]
    weights: tuple[int, ...]
    roles: tuple[str, ...]

    @property
    def essential(self) -> tuple[int, ...]:
        """The places of the essential competences."""
        return tuple(place for place, level in enumerate(self.levels) if level == "essential")

    @classmethod
    def of(cls, requirement: Requirement, matching: Matching) -> "Demand":
        """Read the demand out of a requirement; raises RequestError for a blank name and when nothing is asked for."""
        competences = _distinct(requirement.competences, "competence")
        roles = _distinct(requirement.role_names, "role")
        if not competences and not roles:
            raise RequestError("Nothing to match: the requirement names no competence and no role. Add at least one.")
        given = {folded(name): level for name, level in requirement.weights.items()}
        levels: tuple[Level, ...] = tuple(given.get(key, DEFAULT_LEVEL) for key in competences)
        weights = {level: thousandths(matching.weights.of(level)) for level in set(levels)}
        return cls(
            competences=tuple(competences.values()),
            levels=levels,
            weights=tuple(weights[level] for level in levels),
            roles=tuple(roles.values()),
        )


def _distinct(names: tuple[str, ...], kind: str) -> dict[str, str]:
    by_identity: dict[str, str] = {}
    for name in names:
        identity = folded(name)
        if not identity:
            raise RequestError(f"A {kind} is blank: {name!r}. Name it or leave it out.")
        by_identity.setdefault(identity, name)
    return by_identity


@dataclass(frozen=True)
class Scale:
    """What the two parts count, in thousandths, and the lowest score of each category, in micro-units."""

    competence_weight: int
    role_weight: int
    top: int
    good: int
    partial: int

    @classmethod
    def of(cls, matching: Matching) -> "Scale":
        """Read the scale out of the configuration."""
        return cls(
            competence_weight=thousandths(matching.competence_weight),
            role_weight=thousandths(matching.role_weight),
            top=micro(matching.top_threshold),
            good=micro(matching.good_threshold),
            partial=micro(matching.partial_threshold),
        )

    def overall(self, competence: int | None, role: int | None) -> int:
        """Return the weighted mean of the parts that were asked for; a part that stands alone is the score."""
        if competence is None or role is None:
            part = role if competence is None else competence
            if part is None:
                raise RequestError("Nothing to match: no part of the score was asked for.")
            return part
        weighted_sum = self.competence_weight * competence + self.role_weight * role
        return weighted_mean(weighted_sum, self.competence_weight + self.role_weight)

    @property
    def floors(self) -> tuple[int, int, int]:
        """The lowest scores of Top, Good and Partial."""
        return self.top, self.good, self.partial

    def category(self, score: int, *, complete: bool = True) -> Category:
        """Return the category of a score in micro-units; who lacks something essential is Partial at best."""
        place = sum(score < floor for floor in self.floors)
        return CATEGORIES[place if complete else max(place, CATEGORIES.index(Category.PARTIAL))]
