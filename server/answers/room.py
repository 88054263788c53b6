"""How much one answer may hold, and how what is longer is cut.

A token is counted as 3.5 bytes. Sizes are those of JSON in UTF-8, since an answer's data holds the texts too. No answer
exceeds 20,000 tokens, its text and its data counted together. Two bounds hold for text and data each, since a host
shows its model one of the two: the 8,000 tokens of a default answer, which ten people with their evidence can take in
either form, and the 20,000 of the details of one person or task, which are to be cut as late as possible.
"""

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from pydantic import BaseModel

from teamlandkarte.server.answers.markdown import cell

BYTES_PER_TOKEN = 3.5
_DEFAULT_ROWS = 20
DEFAULT_BYTES = int(7_400 * BYTES_PER_TOKEN)  # a default answer stays under 8,000 tokens, heading and ground included
MOST_BYTES = int(19_400 * BYTES_PER_TOKEN)  # an answer stays under 20,000 tokens, ground included
_MOST_ROWS = 400  # more than MOST_BYTES can hold, so nothing is read beyond it
_AROUND_ROWS = 2_000  # bytes of a list's heading, counts and next steps, which its data does not hold

TOO_LONG = "too long for one answer"

_WORTH_SHOWING = 200  # bytes: a text cut to less says nothing
_AROUND_AN_ENTRY = 4  # quotation marks, comma and blank, or the mark of a list

Item = TypeVar("Item")
Data = TypeVar("Data", bound=BaseModel)


def size(text: str | None) -> int:
    """Return the bytes that a text takes within JSON, without its quotation marks."""
    return len(json.dumps(text, ensure_ascii=False).encode()) - 2 if text else 0


def data_size(data: BaseModel) -> int:
    """Return the bytes that data takes as JSON, spaced as by the most generous writer."""
    return len(json.dumps(data.model_dump(mode="json", exclude_none=True), ensure_ascii=False).encode()) + 2


def _row_size(cells: Sequence[str]) -> int:
    """Return the bytes that a row takes in its table."""
    return sum(len(cell(text).encode()) + 3 for text in cells) + 2


def entry_size(text: str) -> int:
    """Return the bytes that an entry of a list takes, as data or in a table or list, whichever is more."""
    return max(size(text), len(cell(text).encode())) + _AROUND_AN_ENTRY


def shorter(text: str, room: int) -> str:
    """Return an entry cut to the room."""
    return cut(text, room - 2 * _AROUND_AN_ENTRY, TOO_LONG)


def left_out(shown: Sequence[object], whole: Sequence[object]) -> list[str]:
    """Return the entry that says how many are not shown; nothing if all are."""
    more = len(whole) - len(shown)
    return [f"… [cut: {more} more, too many for one answer]"] if more else []


def most_rows(limit: int) -> int:
    """Return how many rows an answer shows at most where `limit` are asked for."""
    return min(limit, _MOST_ROWS)


def cut(text: str, room: int, advice: str = "") -> str:
    """Return the text, or its beginning and a visible mark with the advice, in at most `room` bytes."""
    if size(text) <= room:
        return text
    mark = f" … [cut: {len(text)} characters in all{'; ' + advice if advice else ''}]"
    left = room - size(mark)
    end = bisect_right(range(len(text) + 1), left, key=lambda length: size(text[:length])) - 1
    return text[: max(0, end)].rstrip() + mark


def fitting(items: Iterable[Item], room: int, measure: Callable[[Item], int]) -> list[Item]:
    """Return the leading items that fit the room together, at least one if there is one; no more are looked at."""
    kept: list[Item] = []
    for item in items:
        room -= measure(item)
        if kept and room < 0:
            break
        kept.append(item)
    return kept


def fitting_rows(rows: Iterable[tuple[Data, list[str]]], limit: int, taken: int = 0) -> list[tuple[Data, list[str]]]:
    """Return the leading rows, each as data and as cells, that an answer to such a limit can show; at least one.

    `taken`: the bytes of the answer's other data, which its text says as well.
    """
    if limit <= _DEFAULT_ROWS:
        return fitting(rows, DEFAULT_BYTES - taken, lambda row: max(data_size(row[0]), _row_size(row[1])))
    room = MOST_BYTES - _AROUND_ROWS - 2 * taken
    return fitting(rows, room, lambda row: data_size(row[0]) + _row_size(row[1]))


def shortened(
    items: Iterable[Item], room: int, measure: Callable[[Item], int], shorten: Callable[[Item, int], Item]
) -> list[Item]:
    """Return the leading items that fit the room together; the first that does not is shortened to what is left."""
    kept: list[Item] = []
    for item in items:
        taken = measure(item)
        if taken > room:
            if room >= _WORTH_SHOWING:
                kept.append(shorten(item, room))
            break
        room -= taken
        kept.append(item)
    return kept


def shared(wanted: Sequence[int], room: int) -> list[int]:
    """Return how much of the room each part gets: small parts all they want, the others equal shares of the rest."""
    given = [0] * len(wanted)
    smallest_first = sorted(range(len(wanted)), key=lambda part: wanted[part])
    for served, part in enumerate(smallest_first):
        given[part] = min(wanted[part], max(0, room) // (len(wanted) - served))
        room -= given[part]
    return given
