"""Which entries of the directory are owners of capacities: by the configured field of the profile, else by name.

Two people of one name are both linked: whoever reads that decides, nobody guesses here.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

import duckdb
import pyarrow as pa

from teamlandkarte.index.lake_ids import join_key
from teamlandkarte.index.person_names import same_person
from teamlandkarte.index.snapshot import statement

_PACKAGE = "teamlandkarte.etl"
_NO_QUOTES = str.maketrans("", "", '"\\')  # they would end the name of a field

_NAMES = 100_000  # that are remembered while owners are linked
Links = list[tuple[str, str, str]]  # capacity id, profile key, "key" or "name"


def link_owners(scratch: duckdb.DuckDBPyConnection, capacity_key: str) -> None:
    """Write `employee_links` out of `employees` and `capacities`; `capacity_key` is as in `[directory]`."""
    fields = [field for field in capacity_key.translate(_NO_QUOTES).split(".") if field.strip()]
    path = "$" + "".join(f'."{field}"' for field in fields) if fields else None
    people = scratch.execute(statement(_PACKAGE, "linkable_employees"), {"path": path}).fetchall()
    links: Links = []
    if people:
        by_key, by_name = _by_key(people), _by_name(people)
        named = lru_cache(_NAMES)(lambda owner: by_name.get(same_person(owner), ()))  # many offer several capacities
        owners = scratch.execute(statement(_PACKAGE, "owners")).fetchall()
        links = [link for capacity_id, owner in owners for link in _links(capacity_id, owner, by_key, named)]
    columns = zip(*links, strict=True) if links else ((), (), ())
    names = ("capacity_id", "profile_key", "linked_by")
    table = pa.table({name: pa.array(column, pa.string()) for name, column in zip(names, columns, strict=True)})
    scratch.register("links", table)
    scratch.execute(statement(_PACKAGE, "employee_links"))
    scratch.unregister("links")


def _links(
    capacity_id: str, owner: str, by_key: Mapping[str, Sequence[str]], named: Callable[[str], Sequence[str]]
) -> Iterator[tuple[str, str, str]]:
    keyed = by_key.get(join_key(capacity_id)) if by_key else None
    for profile_key in keyed or named(owner):
        yield capacity_id, profile_key, "key" if keyed else "name"


def _by_name(people: Sequence[tuple[str, str, str | None]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for profile_key, name, _ in people:
        if same := same_person(name):  # a dash or stars are nobody's name
            found[same].append(profile_key)
    return found


def _by_key(people: Sequence[tuple[str, str, str | None]]) -> dict[str, list[str]]:
    """Return who names which capacity: the field may hold one id or a list of them, as text or number."""
    found: dict[str, list[str]] = defaultdict(list)
    for profile_key, _, field in people:
        value = json.loads(field) if field else None
        for capacity_id in value if isinstance(value, list) else [value]:
            if isinstance(capacity_id, str | int) and not isinstance(capacity_id, bool) and str(capacity_id).strip():
                found[join_key(str(capacity_id))].append(profile_key)
    return found
