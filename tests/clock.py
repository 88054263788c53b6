"""A clock that tests move."""

import datetime as dt


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = dt.datetime(2026, 3, 1, 2, 30, tzinfo=dt.UTC)

    def __call__(self) -> dt.datetime:
        return self.now

    def move(self, **by: float) -> None:
        """Let so many days, hours, minutes … pass."""
        self.now += dt.timedelta(**by)


def utc(text: str) -> dt.datetime:
    """Return a moment that is written in UTC."""
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)
