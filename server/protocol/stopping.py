"""How an HTTP server ends when it is told to: after what it is computing, or soon, whatever computes."""

import os
import signal
import threading
import time
from types import FrameType

import uvicorn

from teamlandkarte.server.protocol.app import Desk

_SECONDS_TO_FINISH = 3.0  # what calls that are being computed have left
_SECONDS_TO_SEND = 2.0  # what their answers have left then, before connections are cut
_TICKS_TO_SEND = 2  # of the main loop, in which an answer that has just been computed reaches its connection


class StoppableServer(uvicorn.Server):
    """A server that goes on answering when it is told to stop, until nothing is computed or the time is over.

    It keeps uvicorn from hearing of the signal until then: whatever streams is cut as soon as uvicorn does. A thread
    that computes cannot be ended, and an interpreter waits for it, so in the end the process is left as it stands; it
    only reads.
    """

    def __init__(self, config: uvicorn.Config, desk: Desk) -> None:
        super().__init__(config)
        self._desk = desk
        self._asked: tuple[int, FrameType | None] | None = None
        self._until = 0.0
        self._idle_ticks = 0

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; told so again, stop at once."""
        code = 0 if sig == signal.SIGTERM else 128 + sig
        if self._asked is not None:
            os._exit(code)
        self._asked = (sig, frame)
        self._until = time.monotonic() + _SECONDS_TO_FINISH
        last = threading.Timer(_SECONDS_TO_FINISH + _SECONDS_TO_SEND, os._exit, [code])
        last.daemon = True
        last.start()

    async def on_tick(self, counter: int) -> bool:
        """Look, ten times a second, whether it is time to stop."""
        if self._asked is not None and not self.should_exit:
            self._come_to_an_end(*self._asked)
        return await super().on_tick(counter)

    def _come_to_an_end(self, sig: int, frame: FrameType | None) -> None:
        for listening in self.servers:
            listening.close()
        self._idle_ticks = 0 if self._desk.computes else self._idle_ticks + 1
        if self._idle_ticks >= _TICKS_TO_SEND:
            super().handle_exit(sig, frame)
        elif time.monotonic() > self._until:
            self._desk.give_up()
