"""Items: what stands alone between the commas or on a line of a short request: "Java, June"."""

import re

from teamlandkarte.index.months import MONTHS
from teamlandkarte.index.period import Period

_BEFORE = re.compile(r"(?:^|[,;|/(•·\n]|\s[-–—])\s*$")
_BEHIND = re.compile(r"\s*(?:$|[,;|/)•·\n]|[.!?]\s*$|\s[-–—]\s)")
_ENDS = re.compile(r"[\s.!?]*$")
# Characters, since the words of boilerplate have gone.
_SHORT = 150  # of a text that is a list rather than sentences
_BRIEF = 40
_NAMES = frozenset(("jan",))  # of people rather than of months, where nothing is said of a time


def is_item(text: str, period: Period) -> bool:
    """Return whether a period is an item of a short text."""
    if len(text) > _SHORT:
        return False
    line = text[text.rfind("\n", 0, period.start) + 1 : period.start]
    return bool(_BEFORE.search(line) and _BEHIND.match(text, period.end))


def is_month_alone(text: str, period: Period) -> bool:
    """Return whether a period is the bare name of a month that is an item of a short text, or ends a brief one."""
    name = text[period.start : period.end].rstrip(".").lower()
    if name not in MONTHS or name in _NAMES:
        return False
    return is_item(text, period) or (len(text) <= _BRIEF and bool(_ENDS.match(text, period.end)))
