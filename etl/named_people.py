"""Whom an erasure means of a version: capacities, and entries of the employee directory."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass

from rapidfuzz import process, utils

from teamlandkarte.index.erasure import Named
from teamlandkarte.index.errors import NotFoundError
from teamlandkarte.index.lake_ids import join_key
from teamlandkarte.index.profiles import stored_key
from teamlandkarte.index.snapshot import SNAPSHOT_FILE, Snapshot
from teamlandkarte.index.text import folded
from teamlandkarte.index.versions import Version

_PACKAGE = "teamlandkarte.etl"
_NEAREST = 3


@dataclass(frozen=True)
class Person:
    """A capacity that is to be erased."""

    capacity_id: str
    owner: str
    role: str | None
    role_level: str | None


@dataclass(frozen=True)
class Employee:
    """An entry of the directory that is to be erased."""

    profile_key: str
    full_name: str


def people_named(version: Version | None, named: Named) -> tuple[list[Person], list[Employee]]:
    """Return whom an erasure would take out of a version, in the order of ids and keys; of none, nobody."""
    people, employees = _everybody(version) if version else ([], [])
    return (
        [person for person in people if named.matches(person.capacity_id, person.owner)],
        [one for one in employees if named.matches_employee(one.profile_key, one.full_name)],
    )


def require_known(version: Version, named: Named) -> None:
    """Refuse ids and names that a version does not have.

    Raises:
        NotFoundError: one is unknown; the message names the nearest.
    """
    people, employees = _everybody(version)
    names = [person.owner for person in people] + [one.full_name for one in employees]
    asked: list[tuple[str, Sequence[str], list[str], Callable[[str], str]]] = [
        ("Capacity", named.capacity_ids, [person.capacity_id for person in people], join_key),
        ("Owner", named.owners, names, folded),
        ("Employee", named.profile_keys, [one.profile_key for one in employees], stored_key),
    ]
    for what, wanted, known, fold in asked:
        there = {fold(name) for name in known}
        for name in wanted:
            if fold(name) in there:
                continue
            near = process.extract(name, list(dict.fromkeys(known)), processor=utils.default_process, limit=_NEAREST)
            nearest = ", ".join(found for found, *_ in near)
            raise NotFoundError(
                f"{what} not found: {name}; nearest: {nearest or 'none'}. Add --also-if-absent to keep out what the "
                "lake may still bring"
            )


def _everybody(version: Version) -> tuple[list[Person], list[Employee]]:
    with closing(Snapshot.open(version.folder / SNAPSHOT_FILE)) as snapshot:
        people = [Person(**row) for row in snapshot.rows(_PACKAGE, "named_people")]
        return people, [Employee(**row) for row in snapshot.rows(_PACKAGE, "named_employees")]
