"""The schema contract: the columns that the statements read are there, with the types of the last published version.

Every value leaves the lake as text, so a column of another type is read without an error, and wrongly: a day as a
number of days, an id as `7.0`. Only a wider type of the same family (text, whole numbers, decimals of the same scale,
floating point, timestamps) writes its values as before.
"""

import re
from collections.abc import Collection, Mapping

from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.index.checks import Check

Columns = Mapping[str, str]  # name → type

_TYPE = re.compile(r"(\w+)(?:\((\d+)(?:, ?(\d+))?\))?(.*)", re.DOTALL)
_UNBOUNDED = 1 << 62
_NO_TYPE = '"null"'  # what Parquet says of a column without any value
_TEXT = frozenset({"varchar", "char", "string", "text"})
_WHOLE_DIGITS = {"tinyint": 3, "smallint": 5, "integer": 10, "int": 10, "bigint": 19, "hugeint": 39}
_FLOATING_DIGITS = {"real": 7, "float": 7, "double": 15}
_SHOWN_COLUMNS = 10


def schema_checks(
    found: Mapping[LakeTable, Columns], before: Mapping[str, Columns], allow_retyped: Collection[str]
) -> list[Check]:
    """Hold the columns that each table of the lake has now against those that it had `before` (by table name).

    A table that `before` lacks is only asked for the columns that the statements read.
    """
    return [
        check
        for table, columns in found.items()
        for check in _checks(table, columns, before.get(table.value, {}), table.value in allow_retyped)
    ]


def _checks(table: LakeTable, now: Columns, before: Columns, allowed: bool) -> list[Check]:  # noqa: FBT001 -- private
    if not now:
        return [
            Check(
                name="columns listed",
                subject=table.value,
                severity="warning",
                passed=False,
                value=0,
                remark="The lake lists no columns of this table, so their types are not compared",
            )
        ]
    lost = [column for column in table.required if column not in now]
    both = {column: (before[column], now[column]) for column in table.required if column in now and column in before}
    changed = {column: types for column, types in both.items() if types[0] != types[1] and _NO_TYPE not in types}
    retyped = [column for column, types in changed.items() if not _wider(*types)]
    widened = [column for column in changed if column not in retyped]
    added = [column for column in now if before and column not in before]
    return [
        _contract(table, lost, {column: changed[column] for column in retyped}, before, allowed=allowed),
        *_warning(table, "columns of a wider type", [_retyped(name, *changed[name]) for name in widened]),
        *_warning(table, "new columns", added),
    ]


def _contract(
    table: LakeTable, lost: list[str], retyped: Mapping[str, tuple[str, str]], before: Columns, *, allowed: bool
) -> Check:
    faults = [f"{column} ({before[column]}) is gone" if column in before else f"{column} is missing" for column in lost]
    faults += [_retyped(column, *types) for column, types in retyped.items()]
    step = f"Restore that in the lake, or correct [database] {table.setting}"
    option = f"--allow-retyped {table.value}"
    if retyped and not lost:
        step += f"; if it is right, run `teamlandkarte refresh {option}`"
    return Check(
        name="required columns lost or retyped",
        subject=table.value,
        passed=not faults,
        value=len(faults),
        bound=0,
        remark=f"{', '.join(faults)}. {step}" if faults else "",
        override=option if faults and allowed and not lost else None,
    )


def _warning(table: LakeTable, name: str, columns: list[str]) -> list[Check]:
    if not columns:
        return []
    more = f" and {len(columns) - _SHOWN_COLUMNS} more" if len(columns) > _SHOWN_COLUMNS else ""
    remark = ", ".join(columns[:_SHOWN_COLUMNS]) + more
    return [
        Check(
            name=name,
            subject=table.value,
            severity="warning",
            passed=False,
            value=len(columns),
            bound=0,
            remark=remark,
        )
    ]


def _retyped(column: str, before: str, now: str) -> str:
    return f"{column} was {before} and is {now}"


def _wider(before: str, now: str) -> bool:
    """Return whether a column may change its type like this without any value being written in another way."""
    (family, room), (new_family, new_room) = _room(before), _room(now)
    return family == new_family and room <= new_room


def _room(name: str) -> tuple[str, int]:
    """Return a type's family, within which values are written alike, and how much it has room for."""
    found = _TYPE.fullmatch(name)
    kind, first, second, rest = found.groups() if found else (name, None, None, "")
    if rest and not kind.startswith("timestamp"):  # an array, or fields of their own
        return name, 0
    if kind in _TEXT:
        return "text", int(first or _UNBOUNDED)
    if kind in {"decimal", "numeric"}:
        scale = int(second or 0)
        return (f"decimals of scale {scale}" if scale else "whole numbers"), int(first or 38)
    if kind.startswith("timestamp"):
        return f"timestamp{rest}", int(first or 0)
    for family, digits in (("whole numbers", _WHOLE_DIGITS), ("floating point", _FLOATING_DIGITS)):
        if kind in digits:
            return family, digits[kind]
    return name, 0
