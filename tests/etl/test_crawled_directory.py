"""A refresh whose directory is a staff site: what the next version holds, and what becomes of people night by night."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from teamlandkarte.etl.erasure import erase
from teamlandkarte.index.config import Directory, DirectoryCrawl
from teamlandkarte.index.crawl_runs import CrawlRun, CrawlRuns
from teamlandkarte.index.erasure import Named
from tests.etl.crawling import PROFILES
from tests.etl.night import Night
from tests.etl.staff_site import StaffSite, VirtualTime, links_to, page, people_of, refusal, running

PEOPLE = people_of(8)


@pytest.fixture(scope="module")
def site() -> Iterator[StaffSite]:
    """A running staff site; the people that the first refresh finds are on it when a test begins."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
            patch.delenv(name, raising=False)
        yield from running(StaffSite(VirtualTime()))


def crawling(night: Night, site: StaffSite) -> Night:
    """Make the staff site the directory of an installation."""
    crawl = DirectoryCrawl(
        start_urls=(f"{site.address}/people",),
        profile_pattern=PROFILES,
        delay_seconds=0.0,
        max_attempts=1,
        path=night.config.storage.path.parent / "cache" / "crawl.sqlite3",
    )
    directory = Directory(source="crawl", crawl=crawl, dismiss_after_runs=2)
    night.config = night.config.model_copy(update={"directory": directory})
    return night


@pytest.fixture(scope="module")
def first_crawl(site: StaffSite, tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Night:
    """An installation after a refresh that found everybody; tests only read it."""
    site.shows(PEOPLE)
    night = crawling(Night(tiny_lake, tmp_path_factory.mktemp("crawled") / "data"), site)
    night.refresh()
    assert employees(night) == (len(PEOPLE), 0)
    assert (last_run(night).status, last_run(night).found) == ("completed", len(PEOPLE))
    return night


@pytest.fixture
def crawling_night(first_crawl: Night, night: Night, site: StaffSite) -> Night:
    """The same installation a night later, with its record of the crawl."""
    site.pages.clear()
    site.shows(PEOPLE)
    later = crawling(night.after(first_crawl), site)
    record = later.config.directory.crawl.path.parent
    shutil.copytree(first_crawl.config.directory.crawl.path.parent, record)
    return later


def last_run(night: Night) -> CrawlRun:
    run = CrawlRuns(night.config.storage).latest()
    assert run is not None
    return run


def employees(night: Night) -> tuple[int, int]:
    """Return how many are active, and how many dismissed, in the current version."""
    entry = night.versions.current().manifest.directory
    assert entry is not None
    return entry.active, entry.dismissed


def test_a_refresh_crawls_the_site_and_a_person_who_leaves_it_is_dismissed_after_two_runs(
    crawling_night: Night, site: StaffSite
) -> None:
    site.pages["/people"] = links_to([person.path for person in PEOPLE[1:]])

    for active, dismissed in ((8, 0), (7, 1)):
        crawling_night.refresh()
        assert employees(crawling_night) == (active, dismissed)


def test_a_broken_page_is_told_in_the_run_and_dismisses_nobody(crawling_night: Night, site: StaffSite) -> None:
    site.pages[PEOPLE[1].path] = refusal(500)
    site.pages[PEOPLE[2].path] = refusal(404)

    for _ in range(3):
        crawling_night.refresh()

    assert employees(crawling_night) == (8, 0)
    run = last_run(crawling_night)
    assert (run.status, run.errors_count) == ("completed", 2)
    assert {error.profile_key for error in run.errors} == {"staff/p1", "org/persons/1002"}


def test_a_site_that_is_down_carries_the_directory_forward(crawling_night: Night, site: StaffSite) -> None:
    site.pages["/people"] = refusal(503)

    run = crawling_night.refresh()

    assert run.status in {"succeeded", "unchanged"}
    assert employees(crawling_night) == (8, 0)
    assert last_run(crawling_night).status == "failed"
    assert "503" in (last_run(crawling_night).message or "")


def test_erasing_somebody_empties_the_record_of_the_crawl_too(crawling_night: Night) -> None:
    cache = crawling_night.config.directory.crawl.path.parent

    def has_email() -> bool:
        return any(PEOPLE[1].email.encode() in path.read_bytes() for path in cache.iterdir())

    assert has_email()
    erase(
        crawling_night.config,
        Named(owners=(PEOPLE[1].name,)),
        encoder=crawling_night.embedder,
        clock=crawling_night.clock,
    )
    crawling_night.refresh()

    assert employees(crawling_night) == (7, 0)
    assert not has_email()


def test_a_page_of_somebody_erased_that_is_found_under_another_address_is_not_asked_for_again(
    crawling_night: Night, site: StaffSite
) -> None:
    anna = PEOPLE[1]
    site.pages["/org/persons/4711"] = page(
        f'<head><link rel="canonical" href="{anna.path}"></head><h1>{anna.name}</h1>'
    )
    site.pages["/people"] = links_to(["/org/persons/4711", *(one.path for one in PEOPLE if one is not anna)])
    crawling_night.refresh()
    assert "/org/persons/4711" in site.paths()
    erased_anna = Named(owners=(anna.name,))
    erase(crawling_night.config, erased_anna, encoder=crawling_night.embedder, clock=crawling_night.clock)
    site.forget()

    crawling_night.refresh()

    assert employees(crawling_night) == (7, 0)
    assert "/org/persons/4711" not in site.paths()
    cache = crawling_night.config.directory.crawl.path.parent
    assert not any(b"/org/persons/4711" in path.read_bytes() for path in cache.iterdir())


def test_a_page_that_calls_the_address_of_somebody_erased_its_own_by_mistake_is_still_asked_for(
    crawling_night: Night, site: StaffSite
) -> None:
    anna, other = PEOPLE[1], PEOPLE[2]
    site.pages[other.path] = page(f'<head><link rel="canonical" href="{anna.path}"></head><h1>{other.name}</h1>')
    crawling_night.refresh()
    erased_anna = Named(profile_keys=(anna.path.strip("/"),))
    erase(crawling_night.config, erased_anna, encoder=crawling_night.embedder, clock=crawling_night.clock)
    site.forget()

    crawling_night.refresh()

    assert other.path in site.paths()
    assert anna.path not in site.paths()
