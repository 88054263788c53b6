"""What a caller is told who names an id that nothing has."""

import re

from teamlandkarte.server.toolset.values import quoted

_BETWEEN_IDS = re.compile(r"[,;\s]+")
_IN_GROUPS = re.compile(r"\d{1,3}(?: \d{3})+")


def way_to_id(unknown: str, tool: str) -> str:
    """Return how to get an id in place of an unknown one, which may be a name: the tool that lists or looks it up."""
    parts = _BETWEEN_IDS.split(unknown)
    are_ids = unknown[:1].isalnum() and all(any(map(str.isdigit, part)) for part in parts)
    if not are_ids or _IN_GROUPS.fullmatch(unknown):
        return f"{tool}(query={quoted(unknown)}) looks it up"
    return f"{tool} shows the ids{', one for each call' if len(parts) > 1 else ''}"
