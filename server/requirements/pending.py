"""A requirement between calls: in which state it is, and whether that was shown, asked about, confirmed and used."""

import datetime as dt
import hashlib
import json
from dataclasses import asdict, dataclass

from teamlandkarte.index.errors import RequestError
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.text import clean

_SHORT = 60  # characters


@dataclass(frozen=True)
class PendingRequirement:
    """One requirement in one state; every change makes a new object under the same id.

    `shown_digest`, `asked_digest` and `confirmed_digest` name the state that was last shown, asked about by form and
    confirmed. `closed_by` is the search that used it. `offered_roles` are unknown role names, folded, whose nearest
    roles the caller has already seen, latest last.
    """

    requirements_id: str
    caller: str | None
    requirement: Requirement
    created: dt.datetime
    touched: dt.datetime
    shown_digest: str | None = None
    asked_digest: str | None = None
    confirmed_digest: str | None = None
    closed_by: str | None = None
    offered_roles: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """The name of the present state."""
        return digest(self.requirement)

    @property
    def shown(self) -> bool:
        """Whether the present state is the one last shown."""
        return self.shown_digest == self.digest

    @property
    def confirmed(self) -> bool:
        """Whether a person has confirmed exactly the present state."""
        return self.confirmed_digest == self.digest

    @property
    def closed(self) -> bool:
        """Whether a search has used it."""
        return self.closed_by is not None


def digest(requirement: Requirement) -> str:
    """Return the name of a requirement's state: equal if and only if every field is equal."""
    fields = asdict(requirement) | {"weights": dict(requirement.weights), "remarks": dict(requirement.remarks)}
    return hashlib.sha256(json.dumps(fields, sort_keys=True, default=str).encode()).hexdigest()[:32]


def refuse_used(pending: PendingRequirement) -> None:
    """Refuse a requirement that a search has used.

    Raises:
        RequestError: One has; the message names it.
    """
    if pending.closed:
        raise RequestError(
            f"Requirements {pending.requirements_id} were used by search {pending.closed_by}: look at its results with "
            f"get_results_by_category(search_id={pending.closed_by}, category=Top), or change the requirements with "
            f"update_requirements(requirements_id={pending.requirements_id}) for a new search."
        )


def in_short(pending: PendingRequirement) -> str:
    """Return what tells a requirement from the others of a caller."""
    requirement = pending.requirement
    terms = [*requirement.role_names[:1], *requirement.competences[:3]]
    named = clean(", ".join(terms) or requirement.description) or "still empty"
    if len(named) > _SHORT:
        named = f"{named[:_SHORT].rpartition(' ')[0] or named[:_SHORT]} …"
    return f"{named}; used by the last search" if pending.closed else named
