"""How a refresh run tells what it is doing; the command line draws it."""

import datetime as dt
from contextlib import suppress
from typing import Protocol

from teamlandkarte.index.runs import Phase
from teamlandkarte.index.versions import Clock


class Progress(Protocol):
    """Hears about each phase of a refresh run."""

    def phase(self, name: str, total: int | None) -> None:
        """Begin a phase, which ends the one before; `total` is its number of steps, None where that is unknown."""

    def advance(self, steps: int) -> None:
        """Report steps done in the phase."""


class Silence:
    """A progress that nobody watches."""

    def phase(self, name: str, total: int | None) -> None:
        """Ignore the phase."""

    def advance(self, steps: int) -> None:
        """Ignore the steps."""


class TimedProgress:
    """Passes everything on and keeps how long each phase took.

    A progress that can no longer be written (the terminal is gone, the log is full) does not stop the run.
    """

    def __init__(self, progress: Progress, clock: Clock) -> None:
        self._progress = progress
        self._clock = clock
        self._begun: tuple[str, dt.datetime] | None = None
        self._ended: list[Phase] = []

    def phase(self, name: str, total: int | None) -> None:
        """Begin a phase."""
        self._end()
        self._begun = (name, self._clock())
        with suppress(OSError):
            self._progress.phase(name, total)

    def advance(self, steps: int) -> None:
        """Report steps done in the phase."""
        with suppress(OSError):
            self._progress.advance(steps)

    def phases(self) -> tuple[Phase, ...]:
        """End the phase that runs and return all of them in their order."""
        self._end()
        return tuple(self._ended)

    def _end(self) -> None:
        if self._begun is not None:
            name, since = self._begun
            self._ended.append(Phase(name=name, seconds=round((self._clock() - since).total_seconds(), 3)))
            self._begun = None
