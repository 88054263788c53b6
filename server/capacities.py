"""Capacities as lists show them: owner, role and level, and how their availability lies to the wanted range."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from teamlandkarte.index.availability import FOR_EVER, Fit, availability
from teamlandkarte.index.errors import NotFoundError
from teamlandkarte.server.answers.markdown import one_line
from teamlandkarte.server.toolset.unknown_ids import way_to_id

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset

SQL = "teamlandkarte.server"
UNKNOWN = "unknown"
_NAME_LENGTH = 60


class AvailabilityFit(BaseModel):
    """A person's dates and how they lie to the wanted range; where they are known, a side without a date is open."""

    known: bool
    begin_date: dt.date | None = None
    end_date: dt.date | None = None
    fit: str | None = None
    days: int | None = None
    of_days: int | None = None


@dataclass(frozen=True)
class Capacity:
    """One person as lists show them; the texts are one line each."""

    capacity_id: str
    owner: str
    role: str | None
    role_level: str | None
    begin_date: dt.date | None
    end_date: dt.date | None

    @classmethod
    def of(cls, row: dict[str, Any], length: int = _NAME_LENGTH) -> "Capacity":
        """Read a row of the snapshot; names are cut at `length`."""
        return cls(
            capacity_id=row["capacity_id"],
            owner=one_line(row["owner"], length),
            role=one_line(row["role"], length) if row["role"] else None,
            role_level=one_line(row["role_level"], length) if row["role_level"] else None,
            begin_date=row["begin_date"],
            end_date=row["end_date"],
        )

    @property
    def role_and_level(self) -> str:
        """`Backend Developer (Senior)`, as far as known."""
        return role_and_level(self.role, self.role_level)

    @property
    def known(self) -> bool:
        """Whether there is any date; an end that is for ever is one."""
        return self.begin_date is not None or self.end_date is not None

    def fit(self, start: dt.date | None, end: dt.date | None) -> AvailabilityFit:
        """Describe how the dates lie to a wanted range; without a range only the dates."""
        dates = AvailabilityFit(known=self.known, begin_date=self.begin_date, end_date=_day(self.end_date))
        if start is None and end is None:
            return dates
        lies = availability(self.begin_date, self.end_date, start, end)
        return dates.model_copy(update={"fit": lies.fit.value, "days": lies.days, "of_days": lies.of})

    def availability(self, start: dt.date | None, end: dt.date | None) -> str:
        """Return the dates and how they lie to a wanted range, in words."""
        return availability_in_words(self.fit(start, end))


def role_and_level(role: str | None, level: str | None) -> str:
    """Return `Backend Developer (Senior)`, as far as known."""
    return f"{role or UNKNOWN} ({level})" if level else role or UNKNOWN


def availability_in_words(lies: AvailabilityFit) -> str:
    """Return the dates, and how they lie to the wanted range if there is one."""
    if not lies.known:
        return UNKNOWN
    dates = range_in_words(lies.begin_date, lies.end_date) or "at any time"
    return dates if lies.fit is None else f"{dates}: {_fit_in_words(lies)}"


def _fit_in_words(lies: AvailabilityFit) -> str:
    if lies.fit != Fit.PARTLY.value or lies.days is None:
        return str(lies.fit)
    return (
        f"partly, {lies.days} of {lies.of_days} days"
        if lies.of_days
        else f"partly, {lies.days} day{'' if lies.days == 1 else 's'}"
    )


def _day(end: dt.date | None) -> dt.date | None:
    """Return the last day, None where that is for ever."""
    return None if end == FOR_EVER else end


def range_in_words(begin: dt.date | None, end: dt.date | None) -> str:
    """Return a range of days in words; empty if both sides are open."""
    end = _day(end)
    if begin and end:
        return f"{begin} – {end}"
    if begin:
        return f"from {begin}"
    return f"until {end}" if end else ""


def find_capacity(dataset: "Dataset", capacity_id: str, length: int = _NAME_LENGTH) -> tuple[int, Capacity]:
    """Return the person with this id, and the person's row in the dataset's people; names are cut at `length`.

    Raises:
        NotFoundError: There is no such person.
    """
    row = dataset.people.row_of(capacity_id)
    if row is None:
        raise NotFoundError(
            f"Capacity not found: {one_line(capacity_id, 80)}; {way_to_id(capacity_id, 'list_capacities')}"
        )
    (person,) = capacities_of(dataset, [row], length)
    return row, person


def capacities_of(dataset: "Dataset", rows: Iterable[int], length: int = _NAME_LENGTH) -> list[Capacity]:
    """Return the capacities in these rows of the dataset's people, in their order; names are cut at `length`."""
    ids = [dataset.people.ids[row] for row in rows]
    found = dataset.snapshot.rows(SQL, "find_capacities", ids=ids)
    people = {row["capacity_id"]: Capacity.of(row, length) for row in found}
    return [people[capacity_id] for capacity_id in ids]
