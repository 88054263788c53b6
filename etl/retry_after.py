"""How long a service asks to wait, in every form that is in use."""

import datetime as dt
import math
from collections.abc import Mapping
from email.utils import parsedate_to_datetime


def retry_after(headers: Mapping[str, str], now: dt.datetime) -> float | None:
    """Return the seconds that `retry-after-ms` or `Retry-After` (seconds or a date) ask for, None without either.

    `headers` finds names in lower case; a header that nobody can read counts as absent.
    """
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        seconds = _number(headers.get(name, "")) * unit
        if math.isfinite(seconds):
            return max(0.0, seconds)
    try:
        until = parsedate_to_datetime(headers.get("retry-after", ""))
    except (ValueError, OverflowError):  # of a number that no date holds
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=dt.UTC)
    return max(0.0, (until - now).total_seconds())


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan
