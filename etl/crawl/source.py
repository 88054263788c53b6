"""The public staff site as a source of the directory."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import wait
from dataclasses import replace

from anyio.from_thread import start_blocking_portal

from teamlandkarte.etl.crawl.crawler import Crawler, IsErased
from teamlandkarte.etl.crawl.pace import Timing
from teamlandkarte.etl.crawl.presets import completed
from teamlandkarte.etl.crawl.record import CrawlRecord, PersonPage
from teamlandkarte.etl.crawl.site import Site
from teamlandkarte.etl.directory_source import Crawl, Delivery, PageError
from teamlandkarte.etl.progress import Progress
from teamlandkarte.index.config import DirectoryCrawl
from teamlandkarte.index.counting import counted
from teamlandkarte.index.errors import SourceError
from teamlandkarte.index.text import folded

_HOUR = 3600.0
_FEWEST_ALIKE = 3  # profiles of one name and content; two may be one person under two addresses
_APOLOGY = 'it says the same as the pages of {} people, so it is about none of them: "{}"'
_LISTENING = 0.5  # seconds; Windows hears of Ctrl-C only between two waits


class CrawlSource:
    """A `DirectorySource` that crawls a public staff site, or goes on with a crawl that was interrupted."""

    sample = False

    def __init__(self, settings: DirectoryCrawl, erased: IsErased, *, timing: Timing | None = None) -> None:
        """Take settings without contradictions; the site is first asked by `read`, nothing of the erased is kept."""
        self._settings = completed(settings)
        self._erased = erased
        self._timing = timing or Timing()
        self.url = settings.start_urls[0]
        self.name = f"site {Site(settings.start_urls, '', '').host}"

    def read(self, deliver: Delivery, progress: Progress) -> Crawl:
        """Crawl, then hand over who was found, in the order of their addresses.

        A crawl that is killed or interrupted hands over nobody; the next one goes on where it was.

        Raises:
            SourceError: No start page or not even robots.txt could be read, or `[directory.crawl] path` is unusable.
        """
        settings = self._settings
        site = Site(settings.start_urls, settings.profile_pattern, settings.list_pattern)
        scope = (*site.start, settings.profile_pattern, settings.list_pattern)
        now = self._timing.clock().timestamp()
        with CrawlRecord.opened(settings.path, scope, now, settings.resume_hours * _HOUR) as record:
            crawler = Crawler(
                settings, site=site, record=record, erased=self._erased, progress=progress, timing=self._timing
            )
            _run(crawler)
            failed_lists = record.failed_lists()
            if not crawler.stopped:
                record.finish(forgetting=not failed_lists)
            people = record.people()
            if not people:
                raise SourceError(_nobody(crawler.stopped, failed_lists))
            for address, reason in failed_lists:
                deliver(PageError(address, reason))
            found = _delivered(people, site, record, deliver)
        return Crawl(
            found, not (crawler.stopped or failed_lists), _message(crawler.stopped, failed_lists, record.resumed)
        )


def _run(crawler: Crawler) -> None:
    """Crawl in a thread of its own: a signal reaches this one, and ends the other between two of its steps."""
    with start_blocking_portal() as portal:
        crawl = portal.start_task_soon(crawler.run)
        while not crawl.done():
            wait([crawl], timeout=_LISTENING)
        crawl.result()


def _delivered(people: Sequence[PersonPage], site: Site, record: CrawlRecord, deliver: Delivery) -> int:
    """Hand over each person once, and each page that could not be read; return how many people were found."""
    keys = {page.address: page.key or site.key(page.address) for page in people}
    read: dict[str, list[PersonPage]] = defaultdict(list)
    for page in people:
        if page.was_read:
            read[keys[page.address]].append(page)
    apologies = _apologies(read, record)
    for key, pages in read.items():
        for own, page in _distinct(key, pages, site):
            alike = apologies.get(page.address)
            if alike is None:
                deliver(replace(record.profile(page.address), key=own))
            else:
                deliver(PageError(page.address, _APOLOGY.format(alike, page.name), own))
            keys[page.address] = own
    for page in people:
        if page.reason is not None:
            deliver(PageError(page.address, page.reason, keys[page.address]))
    return len(set(keys.values()))


def _apologies(read: Mapping[str, Sequence[PersonPage]], record: CrawlRecord) -> dict[str, int]:
    """Return the pages that say the same of so many people, as a site does that is out of order and answers 200."""
    named: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for key, pages in read.items():
        for page in pages:
            named[folded(page.name or "")].append((key, page.address))
    apologies: dict[str, int] = {}
    for namesakes in named.values():
        if len(namesakes) < _FEWEST_ALIKE:
            continue
        said: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for key, address in namesakes:
            said[json.dumps(record.profile(address).document)].append((key, address))
        for alike in said.values():
            if (people := len({key for key, _ in alike})) >= _FEWEST_ALIKE:
                apologies |= {address: people for _, address in alike}
    return apologies


def _distinct(key: str, pages: Sequence[PersonPage], site: Site) -> Iterator[tuple[str, PersonPage]]:
    """Yield the people behind pages that call themselves the same, each with a key.

    Pages of one name are one person, of whom the page under the key's own address counts. Another name under the same
    key is somebody whose page names a wrong canonical address.
    """
    ordered = sorted(pages, key=lambda page: (site.key(page.address) != key, page.address))
    names = {folded(ordered[0].name or "")}
    yield key, ordered[0]
    for page in ordered[1:]:
        if (name := folded(page.name or "")) not in names:
            names.add(name)
            yield site.key(page.address), page


def _nobody(stopped: str | None, failed_lists: Sequence[tuple[str, str]]) -> str:
    """Say why a crawl has found no profile at all."""
    if stopped or failed_lists:
        return f"no start page of the staff site could be read: {stopped or failed_lists[0][1]}"
    return "the start pages of the staff site link to no profile; correct [directory.crawl] profile_pattern"


def _message(stopped: str | None, failed_lists: Sequence[tuple[str, str]], resumed: bool) -> str:  # noqa: FBT001
    if stopped:
        return f"Not everything was read: {stopped}; the next run goes on"
    if failed_lists:
        return f"{counted(len(failed_lists), 'list')} of people could not be read, so somebody may be missing"
    return "It went on with a crawl that was interrupted." if resumed else ""
