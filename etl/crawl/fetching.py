"""Getting the pages of one site over HTTP: at its pace, within its rules, and only what has changed."""

from collections.abc import Mapping
from dataclasses import dataclass

import anyio
import httpx2

from teamlandkarte.etl.crawl.pace import Pace, Timing
from teamlandkarte.etl.crawl.page import UnreadablePageError
from teamlandkarte.etl.crawl.record import Validators
from teamlandkarte.etl.crawl.robots import Robots
from teamlandkarte.etl.crawl.site import OffSiteError, Site
from teamlandkarte.etl.retry_after import retry_after
from teamlandkarte.etl.try_again import UNUSABLE_PROXY, TryAgainError, is_untrusted
from teamlandkarte.index.config import DirectoryCrawl
from teamlandkarte.index.counting import counted
from teamlandkarte.index.errors import ConfigError, SourceError

_REDIRECTS = 5
_MOVED = frozenset((301, 302, 303, 307, 308))
_PASSING = frozenset((408, 425, 429, 500, 502, 503, 504))
_ABSENT = frozenset((404, 410))
_HTML = ("text/html", "application/xhtml+xml")
_ACCEPTED = f"{', '.join(_HTML)};q=0.9"


class RefusedPageError(UnreadablePageError):
    """Raised for a page that the site does not give out, though it may be there; many in a row end a crawl."""


class _AbsentPageError(UnreadablePageError):
    """Raised for a page that there is not."""


@dataclass(frozen=True)
class Answer:
    """What the site answers: a page, or where it is, or that it has not changed."""

    validators: Validators
    body: bytes = b""
    charset: str | None = None
    moved_to: str | None = None
    unchanged: bool = False


class Fetcher:
    """Asks one site through one client, which whoever made it closes."""

    def __init__(
        self, client: httpx2.AsyncClient, site: Site, settings: DirectoryCrawl, pace: Pace, timing: Timing
    ) -> None:
        self._client = client
        self._site = site
        self._settings = settings
        self._pace = pace
        self._timing = timing
        self._robots: Robots | None = None

    async def read_rules(self) -> None:
        """Read robots.txt, whose rules and pace hold from now on; a site without one allows everything.

        Raises:
            SourceError: It may be there and cannot be read, so nothing is allowed.
            OutOfTimeError: As of `Pace`.
        """
        try:
            content = (await self._followed(self._site.robots, None)).body
        except _AbsentPageError:
            content = b""
        except UnreadablePageError as exc:
            raise SourceError(f"robots.txt of the site cannot be read, so no page may be: {exc}") from exc
        self._robots = Robots(content, self._settings.user_agent)
        self._pace.slow_down(self._robots.delay)

    async def fetch(self, address: str, known: Validators | None) -> Answer:
        """Return the page at an address, or that it is as `known`.

        Raises:
            UnreadablePageError: There is no such page, or none that we may and can read.
            RefusedPageError: The site does not give it out.
            OutOfTimeError: As of `Pace`.
        """
        return await self._followed(address, known)

    async def _followed(self, address: str, known: Validators | None) -> Answer:
        """Follow redirects within the site."""
        visited: list[str] = []
        while len(visited) <= _REDIRECTS:
            if self._robots is not None and not self._robots.allows(address):
                raise UnreadablePageError("robots.txt of the site forbids to read it")
            visited.append(address)
            answer = await self._patiently(address, known if known and known.answered_by == address else None)
            if answer.moved_to is None:
                return answer
            try:
                address = self._site.redirected(address, answer.moved_to)
            except OffSiteError as exc:
                raise UnreadablePageError(f"it leads to {exc}, which is not followed") from exc
            if address in visited:
                raise UnreadablePageError("its redirects lead in a circle")
        raise UnreadablePageError(f"it leads through more than {_REDIRECTS} redirects")

    async def _patiently(self, address: str, known: Validators | None) -> Answer:
        """Ask, several times where that may help; what makes us wait makes every other request wait, too."""
        attempts = self._settings.max_attempts
        for attempt in range(1, attempts + 1):
            await self._pace.turn()
            try:
                return await self._asked(address, known)
            except TryAgainError as exc:
                self._pace.postpone(exc.pause_after(attempt), asked=exc.pause is not None)
                if attempt == attempts:
                    raise RefusedPageError(f"{exc}, also at attempt {attempts} of {attempts}") from exc
        raise AssertionError  # the last attempt returns or raises

    async def _asked(self, address: str, known: Validators | None) -> Answer:
        seconds = self._settings.request_timeout_seconds
        try:
            with anyio.fail_after(seconds):  # the whole answer: each piece of an endless one may come in time
                async with self._client.stream("GET", address, headers=_conditions(known)) as response:
                    return await self._read(response, address, known)
        except TimeoutError as exc:
            raise TryAgainError(f"the site did not answer in full within {counted(seconds, 'second')}") from exc
        except httpx2.DecodingError as exc:
            raise UnreadablePageError("what it holds cannot be decompressed") from exc
        except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError) as exc:
            if is_untrusted(exc):
                message = "the certificate of the site is not trusted; name your CA file in SSL_CERT_FILE"
                raise SourceError(message) from exc
            raise TryAgainError("the connection to the site failed") from exc

    async def _read(self, response: httpx2.Response, address: str, known: Validators | None) -> Answer:
        status, headers = response.status_code, response.headers
        validators = Validators(address, headers.get("etag"), headers.get("last-modified"))
        if status == 304 and known is not None:
            return Answer(known, unchanged=True)
        if status in _MOVED and "location" in headers:
            return Answer(validators, moved_to=headers["location"])
        if status in _PASSING:
            raise TryAgainError(f"the site answered {status}", retry_after(headers, self._timing.clock()))
        if status in _ABSENT or (self._robots is None and 400 <= status < 500):  # RFC 9309: then there are no rules
            raise _AbsentPageError(f"the site answered {status}: there is no such page")
        if status != 200:
            raise RefusedPageError(f"the site answered {status}")
        kind = headers.get("content-type", _HTML[0]).split(";")[0].strip().lower()
        if self._robots is not None and kind not in _HTML:
            raise UnreadablePageError(f'it is no page but "{kind[:40]}"')
        return Answer(validators, await self._body(response), response.charset_encoding)

    async def _body(self, response: httpx2.Response) -> bytes:
        """Return the whole body, unless it is too long."""
        body = bytearray()
        async for piece in response.aiter_bytes():
            body += piece
            if len(body) > self._settings.max_page_kb * 1024:
                raise UnreadablePageError(f"it is larger than max_page_kb = {self._settings.max_page_kb}")
        return bytes(body)


def _conditions(known: Validators | None) -> Mapping[str, str]:
    if known is None:
        return {}
    conditions = {"If-None-Match": known.etag, "If-Modified-Since": known.last_modified}
    return {name: value for name, value in conditions.items() if value and value.isascii()}  # no other can be sent


def client_of(settings: DirectoryCrawl) -> httpx2.AsyncClient:
    """Return the client of a crawl; who makes it closes it.

    Raises:
        ConfigError: a proxy of the environment is no address.
    """
    try:
        return httpx2.AsyncClient(
            headers={"User-Agent": settings.user_agent, "Accept": _ACCEPTED},
            timeout=None,  # `Fetcher` has one for the whole answer
            limits=httpx2.Limits(max_connections=settings.concurrency),
            follow_redirects=False,
        )
    except (ValueError, httpx2.InvalidURL) as exc:
        raise ConfigError([UNUSABLE_PROXY]) from exc
