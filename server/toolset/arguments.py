"""Arguments of tools: one simple schema for every host, read forgivingly, refused in our own words.

Forgiving: null, "", "null" and an empty list mean "not given"; a number may come as text, a list as JSON text or as a
bare text, an enum value in any case. Never guessing: what cannot be read is refused with the value and the next step.
"""

import datetime as dt
import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from teamlandkarte.index.errors import RequestError
from teamlandkarte.index.text import clean
from teamlandkarte.server.toolset.bounds import LONGEST_NAME, not_too_long, not_too_many
from teamlandkarte.server.toolset.exclusions import (
    NOTHING_EXCLUDES,
    IsKnown,
    all_wanted,
    excludes,
    wanted,
    wanted_levels,
)
from teamlandkarte.server.toolset.values import (
    UnreadableError,
    one_of,
    quoted,
    read_flag,
    read_handle,
    read_identifier,
    read_integer,
    read_iso_date,
    read_number,
    read_term,
    read_text,
    read_texts,
    within,
)

_OFFSETS = ("offset", "page", "skip", "cursor")
_MOST_PROBLEMS = 3  # a refusal has one to three sentences


@dataclass(frozen=True)
class Argument:
    """One argument of a tool: how it is listed and how it is read.

    `read` turns a given JSON value into the tool's value; `default` is what the tool gets when it is not given.
    `paged_by` is the tool that shows what lies beyond a limit, where the argument is one. `as_wanted`, where it names
    what is wanted, refuses what names what is not, and returns the tool's value.
    """

    name: str
    schema: Mapping[str, Any]
    read: Callable[[Any], Any]
    required: bool = False
    default: Any = None
    paged_by: str = ""
    as_wanted: Callable[[Any, IsKnown], Any] | None = None


def text(name: str, description: str, *, longest: int = LONGEST_NAME, required: bool = False) -> Argument:
    """Return an argument that is one text of at most so many characters; the tool gets it trimmed, line breaks kept."""
    schema = {"type": "string", "description": description}
    return Argument(name, schema, lambda value: not_too_long(read_text(value), longest), required)


def term(name: str, description: str) -> Argument:
    """Return an argument that is the name of something wanted; the tool gets it trimmed."""
    named = text(name, description)
    return replace(named, read=lambda value: not_too_long(read_term(value), LONGEST_NAME), as_wanted=wanted)


def level(name: str, description: str) -> Argument:
    """Return an argument that is the name of something wanted, or of several; the tool gets them joined by commas."""
    one = {"type": "string", "description": description}
    return replace(terms(name, description), schema=one, as_wanted=wanted_levels)


def texts(name: str, description: str, *, required: bool = False) -> Argument:
    """Return an argument that is a list of names; the tool gets a tuple of one-line texts or None."""
    schema = {"type": "array", "items": {"type": "string"}, "description": description}
    return Argument(name, schema, lambda value: not_too_many(read_texts(value)), required)


def terms(name: str, description: str, *, required: bool = False) -> Argument:
    """Return an argument that is a list of names of what is wanted; the tool gets a tuple of one-line texts or None."""
    return replace(texts(name, description, required=required), as_wanted=all_wanted)


def choices(name: str, description: str, options: Sequence[str]) -> Argument:
    """Return an argument that is a list of some of the options; the tool gets a tuple of them, or None."""
    schema = {"type": "array", "items": {"type": "string", "enum": list(options)}, "description": description}
    return Argument(name, schema, lambda value: tuple(one_of(item, options) for item in read_texts(value)))


def choice(name: str, description: str, options: Sequence[str], *, required: bool = False) -> Argument:
    """Return an argument that is one of the options, in any case; the tool gets it as the option is spelled."""
    schema = {"type": "string", "enum": list(options), "description": description}
    return Argument(name, schema, lambda value: one_of(value, options), required)


def integer(name: str, description: str, *, default: int, minimum: int) -> Argument:
    """Return an argument that is a whole number, the minimum or more."""
    schema = {"type": "integer", "description": description, "minimum": minimum}
    return Argument(name, schema, lambda value: within(read_integer(value), minimum), default=default)


def number(name: str, description: str, *, default: float, minimum: float, maximum: float) -> Argument:
    """Return an argument that is a number within the bounds, both inclusive."""
    schema = {"type": "number", "description": description, "minimum": minimum, "maximum": maximum}
    return Argument(name, schema, lambda value: within(read_number(value), minimum, maximum), default=default)


def date(name: str, description: str) -> Argument:
    """Return an argument that is a day in the form YYYY-MM-DD; the tool gets a `datetime.date`."""
    return Argument(name, {"type": "string", "description": f"{description} (YYYY-MM-DD)"}, read_iso_date)


def flag(name: str, description: str, *, default: bool | None = None, required: bool = False) -> Argument:
    """Return an argument that is true or false."""
    return Argument(name, {"type": "boolean", "description": description}, read_flag, required, default)


def identifier(name: str, description: str, *, required: bool = False) -> Argument:
    """Return an argument that is an id of the lake, as number or text; the tool gets it as text, case intact."""
    return Argument(name, {"type": "string", "description": description}, read_identifier, required)


def handle(name: str, description: str, *, required: bool = False) -> Argument:
    """Return an argument that is an id of ours, a UUID; the tool gets it in lower case."""
    return Argument(name, {"type": "string", "description": description}, read_handle, required)


def input_schema(arguments: Sequence[Argument]) -> dict[str, Any]:
    """Return the flat object schema of a tool's arguments."""
    properties = {a.name: dict(a.schema) | ({} if a.default is None else {"default": a.default}) for a in arguments}
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if required := [a.name for a in arguments if a.required]:
        schema["required"] = required
    return schema


def read_arguments(
    arguments: Sequence[Argument], given: Mapping[str, Any], is_known: IsKnown = lambda _: False
) -> dict[str, Any]:
    """Return a value for every argument.

    `is_known` says whether something bears exactly this name, so that it is one even if it reads like an exclusion.

    Raises:
        RequestError: An unknown name, a missing or unreadable value, a start after an end.
    """
    known = {argument.name: argument for argument in arguments}
    problems = [_unknown(name, known) for name in given if name not in known]
    values: dict[str, Any] = {}
    for argument in arguments:
        try:
            values[argument.name] = _value_of(argument, given.get(argument.name), is_known)
        except UnreadableError as exc:
            problems.append(f"{argument.name} {exc}")
    if not problems:
        problems = _order_problems(values)
    if problems:
        raise RequestError(" ".join(problems[:_MOST_PROBLEMS]))
    return values


def _value_of(argument: Argument, given: object, is_known: IsKnown) -> object:
    value = None if _is_absent(given) else argument.read(given)
    if value not in {None, "", ()}:
        return argument.as_wanted(value, is_known) if argument.as_wanted else value
    if argument.required:
        raise UnreadableError("is missing: pass it.")
    return argument.default


def check_order(date_start: dt.date | None, date_end: dt.date | None) -> None:
    """Refuse a range that starts after it ends; an open side is fine.

    Raises:
        RequestError: The start lies after the end.
    """
    if problems := _order_problems({"date_start": date_start, "date_end": date_end}):
        raise RequestError(problems[0])


def _order_problems(values: Mapping[str, Any]) -> list[str]:
    start, end = values.get("date_start"), values.get("date_end")
    if start is None or end is None or start <= end:
        return []
    return [f"date_start {start} lies after date_end {end}: swap them or correct one."]


def _unknown(name: str, known: Mapping[str, Argument]) -> str:
    shown = quoted(name).strip('"')
    pages = next((argument.paged_by for argument in known.values() if argument.paged_by), "")
    if pages and name.casefold() in _OFFSETS:
        return f"unknown argument {shown}; {pages} pages through what was found, with offset."
    names_what_is_wanted = any(argument.as_wanted for argument in known.values())
    if names_what_is_wanted and excludes(name):
        turned = "pass offset" if "offset" in known else f"call {pages} with offset" if pages else ""
        seen = f" To pass over people already seen, {turned}." if turned else ""
        return f"unknown argument {shown}; {NOTHING_EXCLUDES}{seen}"
    close = difflib.get_close_matches(name.casefold(), known, n=1, cutoff=0.5)
    if close:
        return f"unknown argument {shown}; did you mean {close[0]}?"
    return f"unknown argument {shown}; known are: {', '.join(known) or 'none, this tool takes no arguments'}."


def _is_absent(value: object) -> bool:
    if isinstance(value, str):
        return clean(value).casefold() in {"", "null"}
    return value is None or value == []
