"""What robots.txt of a site allows us, and how fast (RFC 9309). The only user of protego."""

import math
import re

from protego import Protego

_SIZE_READ = 512_000  # bytes; RFC 9309 asks for at least 500 KiB


class Robots:
    """The rules for one user agent; without a file everything is allowed."""

    def __init__(self, content: bytes, user_agent: str) -> None:
        self._rules = Protego.parse(content[:_SIZE_READ].decode("utf-8-sig", "replace"))
        self._user_agent = re.split(r"[/\s]", user_agent.strip(), maxsplit=1)[0]

    def allows(self, address: str) -> bool:
        """Return whether the page may be read."""
        return self._rules.can_fetch(address, self._user_agent)

    @property
    def delay(self) -> float:
        """The seconds between two requests that Crawl-delay or Request-rate ask for; 0.0 without either."""
        rate = self._rules.request_rate(self._user_agent)
        asked = (self._rules.crawl_delay(self._user_agent) or 0.0, rate.seconds / rate.requests if rate else 0.0)
        return max((seconds for seconds in asked if math.isfinite(seconds)), default=0.0)
