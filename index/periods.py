"""Periods that a text names, from days to years, as people write them in German and English."""

import datetime as dt
import re
from dataclasses import replace

from teamlandkarte.index.day_ranges import day_range_forms
from teamlandkarte.index.days import day_forms
from teamlandkarte.index.feasts import feast_forms
from teamlandkarte.index.months import NAMES, month_forms
from teamlandkarte.index.parts import part_forms
from teamlandkarte.index.period import Period
from teamlandkarte.index.relative_periods import relative_forms
from teamlandkarte.index.weekdays import weekday_forms
from teamlandkarte.index.years import year_forms

_FORMS = tuple(
    (re.compile(pattern, re.IGNORECASE), reader)
    for pattern, reader in (
        *day_forms(),
        *day_range_forms(),
        *month_forms(),
        *part_forms(),
        *year_forms(),
        *relative_forms(),
        *weekday_forms(),
        *feast_forms(),
    )
)
_OF_A_YEAR = re.compile(
    r",?\s+(?:of\s+|des\s+)?(?:(?P<next>next\s+year|(?:nächsten|kommenden|folgenden)\s+jahres|(?:nächstes|kommendes)\s+jahr)"
    r"|(?P<this>this\s+year|(?:dieses|laufenden)\s+jahres|dieses\s+jahr|d\.\s?j\.))(?!\w)",
    re.IGNORECASE,
)
_MONTH_NAME = re.compile(rf"(?<![^\W\d_])(?:{NAMES})(?:\b|\d|-?s?hälfte)", re.IGNORECASE)


def periods(text: str, today: dt.date) -> list[Period]:
    """Return the periods of a text in order, without overlap: the one that begins first, then the longest."""
    named = _MONTH_NAME.search(text)
    found = [
        period
        for pattern, reader in _FORMS
        if named or "month" not in pattern.groupindex  # most texts name none, and looking for one takes longest
        for match in pattern.finditer(text)
        if (period := _with_its_year(text, reader(match, today), today)) is not None
    ]
    kept: list[Period] = []
    for period in sorted(found, key=lambda period: (period.start, -period.end)):
        if not kept or period.start >= kept[-1].end:
            kept.append(period)
    return kept


def _with_its_year(text: str, period: Period | None, today: dt.date) -> Period | None:
    """Return a period without a year with the one that the words behind it name: "July next year"."""
    if period is None or period.year is not None or period.unclear:
        return period
    named = _OF_A_YEAR.match(text, period.end)
    if named is None:
        return period
    return replace(period, end=named.end(), year=today.year + 1 if named["next"] else today.year)
