"""The requirement: what the caller seeks."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

from teamlandkarte.index.config import Level


@dataclass(frozen=True)
class Requirement:
    """What the caller seeks; empty fields are not asked for.

    `role_names`: the first is the preferred role, all are candidate roles. `weights`: folded competence → level, a
    competence that is not in it counts as ideal. `remarks`: folded competence → what a text says about it besides, for
    people to read. Dates are inclusive; None is an open side.
    """

    description: str = ""
    role_names: tuple[str, ...] = ()
    competences: tuple[str, ...] = ()
    weights: Mapping[str, Level] = field(default_factory=dict)
    remarks: Mapping[str, str] = field(default_factory=dict)
    date_start: dt.date | None = None
    date_end: dt.date | None = None
    task_id: str | None = None
