"""Reading one JSON value of a caller: forgiving in form, never guessing.

A reader raises `UnreadableError`; its message completes the sentence that begins with the argument's name.
"""

import contextlib
import datetime as dt
import json
import math
import re
from collections.abc import Sequence
from typing import TypeVar

from teamlandkarte.index.text import clean, shown_name, visible

_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_INTEGER = re.compile(r"[+-]?\d{1,18}(\.0+)?", re.ASCII)
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# One text may name several levels.
BETWEEN_LEVELS = re.compile(r"\s*[,;/|]\s*|\s+(?:oder|or|und|and)\s+", re.IGNORECASE)
_YES, _NO = ("true", "yes", "ja", "1"), ("false", "no", "nein", "0")
_WORDS_FOR_FLAGS = dict.fromkeys(_YES, True) | dict.fromkeys(_NO, False)
_LONGEST_QUOTE = 80
_LARGEST = 2**53  # the whole numbers that JSON carries everywhere
_READABLE = f"from {-_LARGEST} to {_LARGEST}"

_Number = TypeVar("_Number", int, float)


class UnreadableError(Exception):
    """Raised when a value cannot be read as what the argument is."""


def quoted(value: object) -> str:
    """Return a caller's value for a message: visible characters only, on one line, cut when long."""
    try:
        written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):  # a number of thousands of digits, or thousands of nested lists
        written = "…"
    shown = clean(visible(written))
    return f'"{shown if len(shown) <= _LONGEST_QUOTE else shown[: _LONGEST_QUOTE - 1] + "…"}"'


def within(value: _Number, minimum: float, maximum: float = math.inf) -> _Number:
    """Return the value if it lies within the bounds, both inclusive."""
    if value < minimum:
        raise UnreadableError(f"must be at least {minimum}, but is {value}.")
    if value > maximum:
        raise UnreadableError(f"must be at most {maximum}, but is {value}.")
    return value


def read_text(value: object) -> str:
    """Return one text: visible characters, trimmed, line breaks kept; a number becomes text."""
    if isinstance(value, list) and len(value) == 1:
        return read_text(value[0])
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise UnreadableError(f"must be one text, but is {quoted(value)}.")
    return visible(_written(value)).strip()


def _written(value: str | float) -> str:
    try:
        return str(value)
    except ValueError as exc:  # a number of thousands of digits
        raise UnreadableError("must be a text, but is a number of thousands of digits.") from exc


def read_term(value: object) -> str:
    """Return one text that may also be the only one of a list."""
    return read_text(_one(value, "name"))


def read_texts(value: object) -> tuple[str, ...]:
    """Return a tuple of one-line texts, from a list, JSON text of a list, or one bare text."""
    return tuple(_term(item) for item in _items(value))


def _items(value: object) -> list[object]:
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            decoded = json.loads(value)
        except (ValueError, RecursionError):
            return [value]
        return decoded if isinstance(decoded, list) else [value]
    return value if isinstance(value, list) else [value]


def _term(item: object) -> str:
    if isinstance(item, bool) or not isinstance(item, str | int | float):
        raise UnreadableError(f"must be a list of texts, but contains {quoted(item)}.")
    if not (term := shown_name(_written(item))):
        raise UnreadableError("contains a blank entry: leave it out or name it.")
    return term


def one_of(value: object, options: Sequence[str]) -> str:
    """Return the option that the word names, in any case."""
    word = read_text(value)
    for option in options:
        if option.casefold() == word.casefold():
            return option
    raise UnreadableError(f"must be one of {', '.join(options)}, but is {quoted(word)}.")


def read_integer(value: object) -> int:
    """Return a whole number."""
    read = value
    if isinstance(value, str) and _INTEGER.fullmatch(value.strip()):
        read = int(value.strip().split(".")[0])
    elif isinstance(value, float) and value.is_integer():
        read = int(value)
    if isinstance(read, bool) or not isinstance(read, int):
        raise UnreadableError(f"must be a whole number, but is {quoted(value)}.")
    if abs(read) > _LARGEST:
        raise UnreadableError(f"must be a whole number {_READABLE}, but is {quoted(value)}.")
    return read


def read_number(value: object) -> float:
    """Return a finite number."""
    read = value
    if isinstance(value, str):
        with contextlib.suppress(ValueError):
            read = float(value)
    if isinstance(read, bool) or not isinstance(read, int | float) or not abs(read) < math.inf:
        raise UnreadableError(f"must be a number, but is {quoted(value)}.")
    if abs(read) > _LARGEST:
        raise UnreadableError(f"must be a number {_READABLE}, but is {quoted(value)}.")
    return float(read)


def read_iso_date(value: object) -> dt.date:
    """Return a day given as YYYY-MM-DD."""
    if isinstance(value, str) and _ISO_DATE.fullmatch(value.strip()):
        with contextlib.suppress(ValueError):
            return dt.date.fromisoformat(value.strip())
    raise UnreadableError(f"must be a day of the calendar in the form YYYY-MM-DD, but is {quoted(value)}.")


def read_flag(value: object) -> bool:
    """Return true or false."""
    if isinstance(value, bool):
        return value
    word = str(value).strip().casefold() if isinstance(value, str | int) else ""
    if word not in _WORDS_FOR_FLAGS:
        raise UnreadableError(f"must be true or false, but is {quoted(value)}.")
    return _WORDS_FOR_FLAGS[word]


def read_identifier(value: object) -> str:
    """Return an id of the lake as text, case intact."""
    value = _one(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return clean(read_text(value))


def read_handle(value: object) -> str:
    """Return an id of ours, a UUID, in lower case."""
    word = read_text(_one(value)).casefold()
    if len(_UUID.findall(word)) > 1:
        raise _several(value)
    if not _UUID.fullmatch(word):
        raise UnreadableError(f"is malformed: {quoted(value)} is not a UUID; pass it exactly as a tool returned it.")
    return word


def _one(value: object, what: str = "id") -> object:
    """Return the only one of a value that may be a list."""
    items = _items(value)
    if len(items) != 1:
        raise _several(value, what)
    return items[0]


def _several(value: object, what: str = "id") -> UnreadableError:
    return UnreadableError(f"takes one {what} per call, but is {quoted(value)}: call once for each.")
