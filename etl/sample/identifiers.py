"""Ids as the two systems behind the lake write them: numbers as text, and Salesforce ids of 15 or 18 characters."""

from collections.abc import Iterator
from random import Random

TASK_PREFIX = "a9U"
SKILL_PREFIX = "a9V"

_BASE_62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_CHECKSUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"
_INSTANCE = "29"


def numbers(rng: Random, start: int, largest_gap: int) -> Iterator[int]:
    """Yield ascending numbers with gaps, as a sequence that other records share."""
    number = start
    while True:
        yield number
        number += rng.randint(1, largest_gap)


def salesforce_id(prefix: str, number: int) -> str:
    """Return the 15-character id of a record; letters that differ only in case are different records."""
    digits = ""
    while number:
        number, rest = divmod(number, 62)
        digits = _BASE_62[rest] + digits
    return f"{prefix}{_INSTANCE}0{digits:0>9}"


def case_safe(short: str) -> str:
    """Return the 18-character form of a 15-character id: three characters that say which letters are capitals.

    Source: Salesforce's published algorithm; each block of five characters is one base-32 digit, the first character
    its lowest bit.
    """
    blocks = (short[start : start + 5] for start in (0, 5, 10))
    return short + "".join(_CHECKSUM[sum(c.isupper() << bit for bit, c in enumerate(block))] for block in blocks)
