"""A refresh tells what it is doing to whoever listens, and goes on when nobody can."""

import datetime as dt
import errno

from teamlandkarte.etl.progress import TimedProgress


class FullLog:
    """A progress whose every line meets a full disk."""

    def phase(self, name: str, total: int | None) -> None:
        raise OSError(errno.ENOSPC, f"No space left on device for {name} of {total}")

    def advance(self, steps: int) -> None:
        raise BrokenPipeError(errno.EPIPE, f"Nobody reads {steps} steps")


class Ticks:
    """A clock on which a second passes between two looks."""

    def __init__(self) -> None:
        self._seconds = 0

    def __call__(self) -> dt.datetime:
        self._seconds += 1
        return dt.datetime(2026, 3, 1, tzinfo=dt.UTC) + dt.timedelta(seconds=self._seconds)


def test_a_progress_that_cannot_be_written_stops_nothing() -> None:
    progress = TimedProgress(FullLog(), Ticks())
    progress.phase("extract", 2)
    progress.advance(1)
    progress.phase("validate", None)

    assert [(phase.name, phase.seconds) for phase in progress.phases()] == [("extract", 1.0), ("validate", 1.0)]
