"""The HTTP session to Trino: which certificate is trusted, and when a request is sent again."""

import logging
import time
from collections.abc import Callable, MutableMapping
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3 import BaseHTTPResponse, disable_warnings
from urllib3.exceptions import InsecureRequestWarning
from urllib3.util import Retry

from teamlandkarte.etl.retry_after import retry_after
from teamlandkarte.etl.try_again import pause_after
from teamlandkarte.index.config import Database
from teamlandkarte.index.versions import Clock, utc_now

_BUSY = frozenset({429, 502, 503, 504})  # the answers of a server or proxy that may do better a moment later

_log = logging.getLogger(__name__)


class WaitTooLongError(Exception):
    """Raised for a pause that is longer than what is left of `[database] retry_seconds`.

    `status` is that of the last answer, None where there was none; `asked` the seconds that the server asked for, None
    where the pause is our own.
    """

    def __init__(self, status: int | None, asked: float | None) -> None:
        self.status = status
        self.asked = asked
        super().__init__(status, asked)


class TrinoSession(requests.Session):
    """A session that trusts what `[database] verify_ssl` says and sends a request again within the configured budget.

    `attempt` counts from 1 how often the latest request was sent. The trust is the setting's alone: `requests` lets
    REQUESTS_CA_BUNDLE and CURL_CA_BUNDLE override `verify`. Proxies from the environment still count.
    """

    def __init__(
        self, database: Database, *, sleep: Callable[[float], None] = time.sleep, clock: Clock = utc_now
    ) -> None:
        super().__init__()
        trust = database.verify_ssl
        self.verify = trust if isinstance(trust, bool) else str(trust)
        if self.verify is False:
            _log.warning(
                "[database] verify_ssl = false: whoever answers is believed to be the lake, and gets the password"
            )
            disable_warnings(InsecureRequestWarning)  # once is enough, urllib3 would repeat it for every request
        self._waits = _Waits(database.retry_seconds, sleep, clock)
        retry = _BoundedRetry(
            waits=self._waits,
            total=database.max_attempts - 1,
            other=0,  # a certificate does not become trusted by asking again
            allowed_methods=None,  # sending a SELECT twice does no harm
            status_forcelist=_BUSY,
            raise_on_status=False,
        )
        for scheme in ("https://", "http://"):
            self.mount(scheme, HTTPAdapter(max_retries=retry))

    @property
    def attempt(self) -> int:
        """How often the latest request was sent."""
        return self._waits.attempt

    def send(self, request: requests.PreparedRequest, **options: Any) -> requests.Response:  # noqa: ANN401 - as in `requests`
        """Send a request, with attempts and pauses of its own.

        Raises:
            WaitTooLongError: the next pause does not fit into what is left of the budget.
        """
        self._waits.begin()
        return super().send(request, **options)

    def merge_environment_settings(  # type: ignore[override] # the stubs' return type is private
        self,
        url: str | bytes | None,
        proxies: MutableMapping[str, str] | None,
        stream: bool | None,  # noqa: FBT001 - as in `requests`
        verify: bool | str | None,  # noqa: FBT001 - as in `requests`
        cert: str | tuple[str, str] | None,
    ) -> dict[str, Any]:
        """Return the settings of the environment with the configured `verify`."""
        settings = super().merge_environment_settings(url, dict(proxies or {}), stream, verify, cert)
        return {**settings, "verify": self.verify}


class _Waits:
    """The pauses of the present request, in seconds."""

    def __init__(self, budget: float, sleep: Callable[[float], None], clock: Clock) -> None:
        self._budget = budget
        self._sleep = sleep
        self._clock = clock
        self.begin()

    def begin(self) -> None:
        self.attempt = 1
        self._waited = 0.0

    def wait(self, response: BaseHTTPResponse | None) -> None:
        asked = None if response is None else retry_after(response.headers, self._clock())
        pause = pause_after(self.attempt) if asked is None else asked
        if self._waited + pause > self._budget:
            raise WaitTooLongError(None if response is None else response.status, asked)
        self._sleep(pause)
        self._waited += pause
        self.attempt += 1


class _BoundedRetry(Retry):
    """Waits as a server asks in Retry-After (seconds or a date), and never longer than the budget."""

    def __init__(self, *, waits: _Waits, **options: Any) -> None:  # noqa: ANN401 - as in urllib3
        super().__init__(**options)
        self._waits = waits

    def new(self, **changed: Any) -> "_BoundedRetry":  # noqa: ANN401 - as in urllib3
        """Return a copy; the pauses are those of the same request."""
        return super().new(waits=self._waits, **changed)

    def sleep(self, response: BaseHTTPResponse | None = None) -> None:
        """Wait before the next attempt."""
        self._waits.wait(response)
