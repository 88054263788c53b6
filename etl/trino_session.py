"""The HTTP session to Trino: which certificate is trusted, and when a request is sent again."""

import logging
from collections.abc import MutableMapping
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3 import BaseHTTPResponse, disable_warnings
from urllib3.exceptions import InsecureRequestWarning, InvalidHeader
from urllib3.util import Retry

_BUSY = frozenset({429, 502, 503, 504})  # the answers of a server or proxy that may do better a moment later
_LONGEST_WAIT_SECONDS = 120.0  # however long a server asks to wait: a refresh has a night, not a week
_BACKOFF_SECONDS = 0.25

_log = logging.getLogger(__name__)


def trino_session(verify: bool | str, max_attempts: int) -> requests.Session:  # noqa: FBT001 - as in config.toml
    """Return a session that trusts what `verify` says and sends each request at most `max_attempts` times.

    `verify`: True (the public authorities), False (anything) or the path of a CA file.
    """
    session = _ConfiguredTrust()
    session.verify = verify
    if verify is False:
        _log.warning("[database] verify_ssl = false: whoever answers is believed to be the lake, and gets the password")
        disable_warnings(InsecureRequestWarning)  # once is enough, urllib3 would repeat it for every request
    retry = _BoundedRetry(
        total=max_attempts - 1,
        other=0,  # a certificate does not become trusted by asking again
        allowed_methods=None,  # sending a SELECT twice does no harm
        status_forcelist=_BUSY,
        raise_on_status=False,
        backoff_factor=_BACKOFF_SECONDS,
    )
    for scheme in ("https://", "http://"):
        session.mount(scheme, HTTPAdapter(max_retries=retry))
    return session


class _ConfiguredTrust(requests.Session):
    """A session whose `verify` holds; `requests` lets REQUESTS_CA_BUNDLE and CURL_CA_BUNDLE override it.

    Proxies from the environment still count.
    """

    def merge_environment_settings(  # type: ignore[override] # the stubs' return type is private
        self,
        url: str | bytes | None,
        proxies: MutableMapping[str, str] | None,
        stream: bool | None,  # noqa: FBT001 - as in `requests`
        verify: bool | str | None,  # noqa: FBT001 - as in `requests`
        cert: str | tuple[str, str] | None,
    ) -> dict[str, Any]:
        settings = super().merge_environment_settings(url, dict(proxies or {}), stream, verify, cert)
        return {**settings, "verify": self.verify}


class _BoundedRetry(Retry):
    """Waits as a server asks in Retry-After (seconds or a date), within bounds; a header nobody can read is ignored."""

    def get_retry_after(self, response: BaseHTTPResponse) -> float | None:
        try:
            asked = super().get_retry_after(response)
        except InvalidHeader:
            return None
        return None if asked is None else min(asked, _LONGEST_WAIT_SECONDS)
