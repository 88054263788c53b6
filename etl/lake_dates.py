"""Dates as lakes write them, read as a day or an instant in UTC.

Text instead of values, because lakes hold what no date type of Python can: years past 9999 for "for ever", nanoseconds,
zone names.
"""

import datetime as dt
import re
import zoneinfo

from teamlandkarte.index.availability import FOR_EVER

_ISO = re.compile(r"\+?(\d{4,})-(\d{1,2})-(\d{1,2})(?:[T ](.+))?")
_GERMAN = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4,})(?: (.+))?")
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?\s*(.*)")
_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?(?::?00)?")


def read_date(text: str) -> dt.date | None:
    """Return the day that a text names (of a time with a zone: its day in UTC), None for a blank.

    Raises:
        ValueError: it cannot be read.
    """
    moment = _read(text)
    return moment.date() if isinstance(moment, dt.datetime) else moment


def read_timestamp(text: str) -> dt.datetime | None:
    """Return the instant that a text names, in UTC and without zone, None for a blank; without a zone it is UTC.

    Raises:
        ValueError: it cannot be read.
    """
    moment = _read(text)
    if moment is None or isinstance(moment, dt.datetime):
        return moment
    return dt.datetime(moment.year, moment.month, moment.day)  # noqa: DTZ001 - UTC without zone, as it is stored


def _read(text: str) -> dt.date | dt.datetime | None:
    trimmed = text.strip()
    if not trimmed:
        return None
    if trimmed.lower() == "infinity":
        return FOR_EVER
    if found := _ISO.fullmatch(trimmed):
        year, month, day, time = found.groups()
    elif found := _GERMAN.fullmatch(trimmed):
        day, month, year, time = found.groups()
    else:
        raise ValueError(trimmed)
    if int(year) >= FOR_EVER.year:  # whatever the day: nobody means one so far away
        return FOR_EVER
    date = dt.date(int(year), int(month), int(day))
    return date if time is None else _at(date, time)


def _at(date: dt.date, text: str) -> dt.datetime:
    found = _TIME.fullmatch(text)
    if not found:
        raise ValueError(text)
    hour, minute, second, fraction, zone = found.groups()
    time = dt.time(int(hour), int(minute), int(second or 0), int((fraction or "")[:6].ljust(6, "0")))
    local = dt.datetime.combine(date, time, _zone(zone) if zone else dt.UTC)
    try:
        return local.astimezone(dt.UTC).replace(tzinfo=None)
    except OverflowError as exc:
        raise ValueError(text) from exc


def _zone(name: str) -> dt.tzinfo:
    if name in {"Z", "UTC", "GMT"}:
        return dt.UTC
    if found := _OFFSET.fullmatch(name):
        sign, hours, minutes = found.groups()
        offset = dt.timedelta(hours=int(hours), minutes=int(minutes or 0))
        return dt.timezone(-offset if sign == "-" else offset)
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, OSError) as exc:
        raise ValueError(name) from exc
