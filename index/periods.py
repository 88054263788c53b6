"""Periods that a text names, from days to years, as people write them in German and English."""

import datetime as dt
import re

from teamlandkarte.index.days import day_forms
from teamlandkarte.index.months import NAMES, month_forms
from teamlandkarte.index.period import Period
from teamlandkarte.index.relative_periods import relative_forms
from teamlandkarte.index.years import year_forms

_FORMS = tuple(
    (re.compile(pattern, re.IGNORECASE), reader)
    for pattern, reader in (*day_forms(), *month_forms(), *year_forms(), *relative_forms())
)
_MONTH_NAME = re.compile(rf"(?<![^\W\d_])(?:{NAMES})(?:\b|-?s?hälfte)", re.IGNORECASE)


def periods(text: str, today: dt.date) -> list[Period]:
    """Return the periods of a text in order, without overlap: the one that begins first, then the longest."""
    named = _MONTH_NAME.search(text)
    found = [
        period
        for pattern, reader in _FORMS
        if named or "month" not in pattern.groupindex  # most texts name none, and looking for one takes longest
        for match in pattern.finditer(text)
        if (period := reader(match, today)) is not None
    ]
    kept: list[Period] = []
    for period in sorted(found, key=lambda period: (period.start, -period.end)):
        if not kept or period.start >= kept[-1].end:
            kept.append(period)
    return kept
