"""Keeping a copy in step: everything once, and then what has changed since the directory that the client holds."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from teamlandkarte.server.answers.document import Document, encoded
from teamlandkarte.server.directory.employees import Employees
from teamlandkarte.server.directory.shelf import directory_of
from teamlandkarte.server.service import Call

if TYPE_CHECKING:
    from teamlandkarte.index.known_versions import Delta

_FEW = 1_000  # changes that are written once and kept for both copies of an answer
_UNKNOWN_HASH = "unknown_client_hash"


def dataset_of(employees: Employees) -> dict[str, Any]:
    """Return what identifies a directory and how many it holds; without one, nothing and none."""
    entry = employees.entry
    return {
        "hash": entry.hash if entry else None,
        "previous_hash": entry.previous_hash if entry else None,
        "created_at": entry.created_at.isoformat() if entry else None,
        "crawl_run_id": entry.crawl_run if entry else None,
        "employee_count": entry.employees if entry else 0,
        "active_count": entry.active if entry else 0,
        "dismissed_count": entry.dismissed if entry else 0,
    }


def sync_employees(call: Call, *, client_hash: str | None, include_data: bool) -> Document:
    """Return everybody, or what has changed since the directory of that hash."""
    shelved = directory_of(call)
    employees = shelved.employees
    current = employees.entry.hash if employees.entry else None
    held = client_hash.casefold() if client_hash else None
    delta = None
    if held is not None and current is not None:
        delta = _nothing() if held == current else shelved.delta(held)
    known = delta is not None
    head = {
        "mode": "delta" if known else "full",
        "from_hash": client_hash,
        "to_hash": current,
        "dataset": dataset_of(employees),
        **({} if known or client_hash is None else {"reason": _UNKNOWN_HASH}),
    }
    if delta is None:
        keys = [one.profile_key for one in employees.listed]
        return Document(lambda: _whole(head, employees, keys, include_data=include_data))
    written = partial(_changes, head, employees, delta, include_data=include_data)
    if sum(map(len, (delta.added, delta.updated, delta.dismissed))) > _FEW:
        return Document(written)
    text = "".join(written())
    return Document(lambda: iter((text,)))


def _nothing() -> "Delta":
    from teamlandkarte.index.known_versions import Delta

    return Delta()


def _whole(head: dict[str, Any], employees: Employees, keys: Sequence[str], *, include_data: bool) -> Iterator[str]:
    yield f'{encoded(head)[:-1]},"items":['
    yield from employees.items(keys, include_data=include_data)
    yield "]}"


def _changes(head: dict[str, Any], employees: Employees, delta: "Delta", *, include_data: bool) -> Iterator[str]:
    yield f'{encoded(head)[:-1]},"changes":{{'
    for name in ("added", "updated", "dismissed"):
        yield f'"{name}":['
        yield from employees.items(getattr(delta, name), include_data=include_data)
        yield "],"
    removed = encoded([{"profile_key": key} for key in delta.removed])
    yield f'"removed":{removed}}}}}'
