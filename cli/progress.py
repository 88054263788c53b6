"""How the command line shows long work: bars on a terminal, plain lines everywhere else; both on standard error."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Protocol

from teamlandkarte.cli.screen import screen

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import TaskID


class Shown(Protocol):
    """What a refresh run reports its phases to, with an end."""

    def phase(self, name: str, total: int | None) -> None:
        """Begin a phase, which ends the one before."""

    def advance(self, steps: int) -> None:
        """Report steps done in the phase."""

    def close(self) -> None:
        """End the last phase."""


class Bars:
    """One progress bar per phase, for a terminal."""

    def __init__(self, console: "Console") -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description:<24}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._progress = Progress(*columns, console=console)
        self._task: TaskID | None = None
        self._progress.start()

    def phase(self, name: str, total: int | None) -> None:
        """Finish the bar of the phase before and begin the next."""
        self._finish()
        self._task = self._progress.add_task(name, total=total)

    def advance(self, steps: int) -> None:
        """Move the bar."""
        if self._task is not None:
            self._progress.advance(self._task, steps)

    def close(self) -> None:
        """Finish the last bar."""
        self._finish()
        self._progress.stop()

    def _finish(self) -> None:
        if self._task is not None:
            done = self._progress.tasks[self._task].completed
            self._progress.update(self._task, total=max(done, 1), completed=max(done, 1))


class Lines:
    """One plain line per finished phase, for logs and pipes."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._name = ""
        self._begun = 0.0
        self._done = 0

    def phase(self, name: str, total: int | None) -> None:  # noqa: ARG002 -- a finished phase needs no total
        """Report the phase before and begin the next."""
        self.close()
        self._name, self._begun, self._done = name, time.monotonic(), 0

    def advance(self, steps: int) -> None:
        """Count the steps."""
        self._done += steps

    def close(self) -> None:
        """Report the last phase."""
        if self._name:
            steps = f"{self._done:,} in " if self._done else ""
            self._write(f"{self._name}: {steps}{time.monotonic() - self._begun:.1f} s")
        self._name = ""


@contextmanager
def shown() -> Iterator[Shown]:
    """Return bars on a terminal, lines otherwise."""
    console = screen(errors=True)
    progress: Shown = Bars(console) if console.is_terminal else Lines(lambda line: print(line, file=sys.stderr))  # noqa: T201
    try:
        yield progress
    finally:
        with suppress(OSError):  # as in a run: a full log does not make a failure of a success
            progress.close()
