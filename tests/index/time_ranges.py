"""The day on which texts are read, and the time range that is found in one."""

import datetime as dt

from teamlandkarte.index.dates import find_dates
from tests.local_model import LOCAL

TODAY = dt.date(2026, 3, 2)


def iso(day: dt.date | None) -> str | None:
    return None if day is None else day.isoformat()


def dates_of(text: str) -> tuple[str | None, str | None]:
    found = find_dates(text, TODAY, LOCAL)
    return iso(found.start), iso(found.end)
