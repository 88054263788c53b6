"""One crawl: from the start pages over lists to profiles, each page once, until all are read or a limit is met."""

import hashlib
import json
import logging
from collections.abc import Callable
from typing import TypeVar

import anyio

from teamlandkarte.etl.crawl.charset import CharsetError, decoded
from teamlandkarte.etl.crawl.fetching import Answer, Fetcher, RefusedPageError, client_of
from teamlandkarte.etl.crawl.frontier import Frontier
from teamlandkarte.etl.crawl.pace import OutOfTimeError, Pace, Timing
from teamlandkarte.etl.crawl.page import Page, UnreadablePageError
from teamlandkarte.etl.crawl.profile_page import ProfileReader
from teamlandkarte.etl.crawl.record import CrawlRecord, Links
from teamlandkarte.etl.crawl.site import Kind, Site
from teamlandkarte.etl.progress import Progress
from teamlandkarte.index.config import DirectoryCrawl
from teamlandkarte.index.counting import counted

_log = logging.getLogger(__name__)

_Found = TypeVar("_Found")
IsErased = Callable[[str, str | None], bool]  # whether a profile key or a name is that of somebody who was erased


class Crawler:
    """Fills a record from a site; `stopped` says why it ended before everything was tried, None if it did not."""

    def __init__(  # noqa: PLR0913 -- what a crawl needs, each named by the caller
        self,
        settings: DirectoryCrawl,
        *,
        site: Site,
        record: CrawlRecord,
        erased: IsErased,
        progress: Progress,
        timing: Timing,
    ) -> None:
        self._settings = settings
        self._site = site
        self._erased = erased
        self._record = record
        self._progress = progress
        self._timing = timing
        self._reader = ProfileReader(site, settings.selectors)
        patterns = json.dumps([settings.profile_pattern, settings.list_pattern])
        self._list_fingerprint = hashlib.sha256(patterns.encode()).hexdigest()[:16]
        self._pages = 0
        self._refused = 0
        self.stopped: str | None = None

    async def run(self) -> None:
        """Read what is found and not read yet.

        Raises:
            SourceError: robots.txt cannot be read, or the record cannot be written.
        """
        pace = Pace(self._timing, self._settings.delay_seconds, self._settings.max_minutes * 60)
        self._record.found([(address, self._site.kind(address) or "list") for address in self._site.start])
        async with client_of(self._settings) as client:
            self._fetcher = Fetcher(client, self._site, self._settings, pace, self._timing)
            self._frontier = Frontier()
            self._frontier.add(self._record.pending())
            try:
                await self._fetcher.read_rules()
                async with anyio.create_task_group() as readers:
                    for _ in range(self._settings.concurrency):
                        readers.start_soon(self._read_pages)
            except OutOfTimeError as exc:
                self._stop(str(exc))
            except ExceptionGroup as failures:
                raise failures.exceptions[0] from None

    async def _read_pages(self) -> None:
        while (page := await self._frontier.take()) is not None:
            try:
                if self._pages >= self._settings.max_pages:
                    self._stop(f"max_pages = {self._settings.max_pages} are read")
                    return
                self._pages += 1
                await self._visit(*page)
            except OutOfTimeError as exc:
                self._stop(str(exc))
            finally:
                self._frontier.done()

    async def _visit(self, address: str, kind: Kind) -> None:
        """Read one page; what is wrong with it is recorded and stays its own."""
        try:
            if kind == "list":
                await self._read_list(address)
            else:
                await self._read_profile(address)
            self._refused = 0
        except UnreadablePageError as exc:
            self._record.failed(address, str(exc))
            self._refused = self._refused + 1 if isinstance(exc, RefusedPageError) else 0
            if self._refused >= self._settings.max_failures:
                self._stop(f"the site refused {counted(self._refused, 'page')} in a row (max_failures)")
        self._progress.advance(1)

    async def _read_list(self, address: str) -> None:
        known = self._record.known(address, "list", self._list_fingerprint)
        answer = await self._fetcher.fetch(address, known.validators if known else None)
        if answer.unchanged:
            links = self._record.unchanged_list(address)
        else:
            links = _read(answer, self._links)
            self._record.read_list(address, answer.validators, self._list_fingerprint, links)
        self._frontier.add(links)

    async def _read_profile(self, address: str) -> None:
        known = self._record.known(address, "profile", self._reader.fingerprint)
        if known and self._erased(known.key or "", known.name):
            self._record.read_erased(address)
            return
        answer = await self._fetcher.fetch(address, known.validators if known else None)
        if answer.unchanged:
            self._record.unchanged(address)
            return
        if self._site.kind(answer.validators.answered_by) != "profile":
            raise UnreadablePageError("it leads to a page that is no profile")
        profile = _read(answer, self._reader.read)
        if self._erased(profile.key, profile.name):
            self._record.read_erased(address)
            return
        self._record.read_profile(address, answer.validators, self._reader.fingerprint, profile)

    def _links(self, page: Page, address: str) -> Links:
        """Return the lists and profiles to which a list leads, in its order; other hosts and pages are passed over."""
        base = page.base(address)
        addresses = dict.fromkeys(filter(None, (self._site.link(base, href) for href in page.links())))
        kinds = ((address, self._site.kind(address)) for address in addresses)
        return [
            (address, kind)
            for address, kind in kinds
            if kind == "list" or (kind == "profile" and not self._erased(self._site.key(address), None))
        ]

    def _stop(self, why: str) -> None:
        self.stopped = self.stopped or why
        self._frontier.stop()


def _read(answer: Answer, look: Callable[[Page, str], _Found]) -> _Found:
    """Return what is found in a page, given its address."""
    try:
        return look(Page(decoded(answer.body, answer.charset)), answer.validators.answered_by)
    except CharsetError as exc:
        raise UnreadablePageError(str(exc)) from exc
    except UnreadablePageError:
        raise
    except Exception as exc:
        _log.exception("the page %s could not be read", answer.validators.answered_by)
        raise UnreadablePageError(f"it could not be read (unexpected {type(exc).__name__}; see the log)") from exc
