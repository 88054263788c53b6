"""How much a caller may say: so much that one answer can repeat it, and that comparing it stays quick."""

import json
from collections.abc import Sequence

from teamlandkarte.server.toolset.values import UnreadableError, quoted

LONGEST_NAME = 200  # characters of a role, a competence, a certificate, a person's name
LONGEST_DESCRIPTION = 20_000  # characters
_MOST_NAMES = 100
_MOST_BYTES_OF_NAMES = 6_000  # as JSON; an answer repeats them up to three times and says something about each


def not_too_long(text: str, longest: int) -> str:
    """Return the text if it has at most so many characters."""
    if len(text) > longest:
        raise UnreadableError(f"has {len(text)} characters; at most {longest} are read: shorten it.")
    return text


def not_too_many(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names if there is nothing too much about them."""
    if problem := surplus(names):
        raise UnreadableError(problem)
    return tuple(names)


def surplus(names: Sequence[str]) -> str | None:
    """Return what is too much about names: the end of a sentence that begins with where they stand; None if nothing."""
    if too_long := next((name for name in names if len(name) > LONGEST_NAME), None):
        return f"contains {quoted(too_long)}, which has {len(too_long)} characters; at most {LONGEST_NAME} are read."
    if len(names) > _MOST_NAMES:
        return f"has {len(names)} entries, which are too many: name at most {_MOST_NAMES} that matter."
    if len(bounded(names)) < len(names):
        return f"has {len(names)} entries, which are too long together: name fewer, or shorter ones."
    return None


def bounded(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names without those that are too much: in their order, as many as there is room for."""
    room = _MOST_BYTES_OF_NAMES
    kept: list[str] = []
    for name in names:
        taken = len(json.dumps(name, ensure_ascii=False).encode())
        if taken <= room and len(name) <= LONGEST_NAME and len(kept) < _MOST_NAMES:
            room -= taken
            kept.append(name)
    return tuple(kept)
