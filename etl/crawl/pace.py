"""How fast a site is asked: one request after the other with a pause between, and none after the deadline."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import anyio

from teamlandkarte.index.counting import counted
from teamlandkarte.index.versions import Clock, utc_now


class OutOfTimeError(Exception):
    """Raised where the next request would start after the deadline; the message says why."""


@dataclass(frozen=True)
class Timing:
    """The time of a crawl: the moment (for dates), the seconds that pass, and how to let them pass."""

    clock: Clock = utc_now
    elapsed: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = anyio.sleep


class Pace:
    """Gives turns: `delay` seconds lie between the beginnings of two requests, `seconds` is all that a crawl has."""

    def __init__(self, timing: Timing, delay: float, seconds: float) -> None:
        self._timing = timing
        self._delay = delay
        self._seconds = seconds
        self._free_at = timing.elapsed()
        self._deadline = self._free_at + seconds
        self._asked_pause = 0.0
        self._turn = anyio.Lock()

    def slow_down(self, delay: float) -> None:
        """Keep at least so many seconds between two requests."""
        self._delay = max(self._delay, delay)

    def postpone(self, seconds: float, *, asked: bool) -> None:
        """Send nothing for so long, as the site has `asked` or else as it seems to need."""
        free_at = self._timing.elapsed() + seconds
        if free_at > self._free_at:
            self._free_at = free_at
            self._asked_pause = seconds if asked else 0.0

    async def turn(self) -> None:
        """Wait for the moment of the next request.

        Raises:
            OutOfTimeError: that moment lies after the deadline.
        """
        async with self._turn:  # who waits first asks first; a pause that is asked for meanwhile holds for all
            while (wait := self._free_at - self._timing.elapsed()) > 0:
                if self._free_at > self._deadline:
                    raise OutOfTimeError(self._why())
                await self._timing.sleep(wait)
            if self._timing.elapsed() > self._deadline:
                raise OutOfTimeError(self._why())
            self._asked_pause = 0.0
            self._free_at = self._timing.elapsed() + self._delay

    def _why(self) -> str:
        if self._asked_pause:
            pause = counted(round(self._asked_pause), "second")
            return f"the site asks to wait for {pause}, longer than max_minutes leaves"
        if self._delay > self._seconds:
            pause = counted(round(self._delay), "second")
            return f"robots.txt or delay_seconds ask for {pause} a page, above max_minutes"
        return "max_minutes are over"
