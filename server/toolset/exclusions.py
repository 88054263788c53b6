"""What asks for the absence of something: no search and no filter excludes anybody, so it is refused, never turned.

Both the value of an argument and the name of one may ask for that.
"""

import re
from collections.abc import Callable, Sequence

from teamlandkarte.server.toolset.values import BETWEEN_LEVELS, UnreadableError, quoted

NOTHING_EXCLUDES = (
    "no search and no filter excludes anybody: leave it out, and filter by what is not wanted to see whom to pass over."
)
# "No SQL", "No-Code" and "no-go" are names of something; so is ".NET".
_EXCLUDES = re.compile(
    r"[-–—−!](?!\s)|(?:not|without|except|exclud\w+|kein(?:e[nrms]?)?|nicht|ohne|außer|ausser|no(?!\s+(?:sql|code|ops)\b))\s",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^[-–—−]\s+(?=\S)")
_NEGATES = re.compile(  # but "not_before" is a day
    r"(?:^|_)(?:exclu\w*|without|except|omit|avoid|unwanted|forbid\w*|no(?!_of)|non|not|minus|negative|ohne|kein\w*|nicht|außer|"
    r"ausser|ausschl\w*)(?=_(?!before|after|earlier|later|available)|$)"
)
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")

IsKnown = Callable[[str], bool]


def excludes(argument: str) -> bool:
    """Return whether the name of an argument asks for the absence of something, as `exclude_roles` does."""
    return _NEGATES.search(_HUMP.sub("_", argument).casefold().replace("-", "_")) is not None


def wanted(name: str, is_known: IsKnown) -> str:
    """Return the name of something, without the dash of a list, if it asks for that.

    It asks for its absence in "-SAP" and "kein SAP", unless something is known under that very name.
    """
    entry = _BULLET.sub("", name)
    if entry == name and not _EXCLUDES.match(name):
        return name
    if known := next(filter(is_known, (name, entry)), None):
        return known
    if _EXCLUDES.match(entry):
        raise UnreadableError(f"names what is not wanted, {quoted(name)}, but {NOTHING_EXCLUDES}")
    return entry


def all_wanted(names: Sequence[str], is_known: IsKnown) -> tuple[str, ...]:
    """Return the names of several things, if all of them ask for that."""
    return tuple(wanted(name, is_known) for name in names)


def wanted_levels(names: Sequence[str], is_known: IsKnown) -> str:
    """Return levels joined by commas, if all of them are asked for, those that share one text as well."""
    return ", ".join(_wanted_level(name, is_known) for name in names)


def _wanted_level(name: str, is_known: IsKnown) -> str:
    several = BETWEEN_LEVELS.split(name)
    if len(several) == 1 or is_known(name):
        return wanted(name, is_known)
    all_wanted(several, is_known)
    return _BULLET.sub("", name)
