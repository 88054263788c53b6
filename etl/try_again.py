"""A service of the web that did not answer: whether asking again may help, and after which pause."""

import ssl

_LONGEST_PAUSE = 60.0  # seconds, where the service names none

UNUSABLE_PROXY = "a proxy in HTTPS_PROXY, HTTP_PROXY or ALL_PROXY is not an address; write it as http://host:port"


class TryAgainError(Exception):
    """Raised for a request that may succeed later; `pause` is what the service asks for, in seconds."""

    def __init__(self, reason: str, pause: float | None = None) -> None:
        self.pause = pause
        super().__init__(reason)

    def pause_after(self, attempt: int) -> float:
        """Return the seconds to wait after an attempt: as asked, else as `pause_after` says."""
        return pause_after(attempt) if self.pause is None else self.pause


def pause_after(attempt: int) -> float:
    """Return the seconds to wait after an attempt, which count from 1: 1, 2, 4 … up to a minute."""
    doublings = min(attempt - 1, 6)  # more would lead beyond the minute, and in the end beyond what a float holds
    return min(2.0**doublings, _LONGEST_PAUSE)


def is_untrusted(exc: BaseException) -> bool:
    """Return whether a connection failed because nobody trusts the certificate; then asking again helps nothing."""
    cause: BaseException | None = exc
    while cause is not None and not isinstance(cause, ssl.SSLCertVerificationError):
        cause = cause.__cause__ or cause.__context__
    return cause is not None
