"""How a crawl ends: complete, partial or failed, always said, and nothing of it left behind."""

import gc
import signal
import threading
import warnings

import pytest

from teamlandkarte.index.errors import SourceError
from tests.etl.crawling import Visitor
from tests.etl.staff_site import (
    Asked,
    Reply,
    StaffSite,
    links_to,
    moved,
    page,
    people_of,
    refusal,
)


def test_a_crawl_that_used_up_its_pages_says_so_and_the_next_ones_go_on(site: StaffSite, visitor: Visitor) -> None:
    people = people_of(10)
    site.shows(people)

    ends = [visitor.crawl(max_pages=4).end for _ in range(3)]

    assert [end.complete for end in ends] == [False, False, True]
    assert ends[0].message == "Not everything was read: max_pages = 4 are read; the next run goes on"
    assert ends[2].message == "It went on with a crawl that was interrupted."
    assert [end.found for end in ends] == [10, 10, 10]
    assert sorted(site.paths()) == sorted(["/people", *(person.path for person in people)])


def test_a_crawl_that_used_up_its_time_says_so_and_goes_on_unless_it_has_become_old(
    site: StaffSite, visitor: Visitor
) -> None:
    site.shows(people_of(10))

    first = visitor.crawl(delay_seconds=20.0, max_minutes=2)
    asked = len(site.paths())
    site.time.seconds += 3600 * 30
    second = visitor.crawl(delay_seconds=1.0, max_minutes=2, resume_hours=31)

    assert (first.end.complete, first.end.message.split(":")[1]) == (
        False,
        " max_minutes are over; the next run goes on",
    )
    assert (asked, len(site.paths()) - asked) == (6, 5)
    assert second.end.complete
    visitor.crawl(delay_seconds=20.0, max_minutes=2)
    site.time.seconds += 3600 * 32
    site.forget()
    assert visitor.crawl(delay_seconds=1.0, max_minutes=2, resume_hours=31).end.complete
    assert len(site.paths()) == 11


def test_a_site_that_asks_for_more_patience_than_there_is_ends_the_crawl_at_once(
    site: StaffSite, visitor: Visitor
) -> None:
    people = people_of(5)
    site.shows(people)
    site.script[people[2].path] = [refusal(429, Retry_After="86400")]

    read = visitor.crawl(max_minutes=60)

    assert not read.end.complete
    assert "the site asks to wait for 86,400 seconds" in read.end.message
    assert site.time.seconds < 1_000 + 60


def test_rules_that_ask_for_more_patience_than_there_is_are_named(site: StaffSite, visitor: Visitor) -> None:
    site.shows(people_of(2))
    site.pages["/robots.txt"] = page("User-agent: *\nCrawl-delay: 7200")

    read = visitor.crawl(max_minutes=60)

    assert not read.end.complete
    assert "robots.txt or delay_seconds ask for 7,200 seconds a page, above max_minutes" in read.end.message


def test_a_pause_that_the_site_did_not_ask_for_is_not_said_to_be_its_wish(site: StaffSite, visitor: Visitor) -> None:
    people = people_of(5)
    site.shows(people)
    site.script[people[2].path] = [refusal(500)] * 9

    read = visitor.crawl(max_minutes=1, max_attempts=9, delay_seconds=0.0)

    assert not read.end.complete
    assert read.end.message == "Not everything was read: max_minutes are over; the next run goes on"


def test_a_list_that_cannot_be_read_makes_the_crawl_partial(site: StaffSite, visitor: Visitor) -> None:
    people = people_of(4)
    site.shows(people)
    site.pages["/people"] = links_to([*(person.path for person in people), "/people?page=2", "/people?page=3"])
    site.pages["/people?page=2"] = refusal(500)
    site.pages["/people?page=3"] = links_to([people[0].path])

    read = visitor.crawl(list_pattern=r"/people\?page=\d")

    assert not read.end.complete
    assert read.end.message == "1 list of people could not be read, so somebody may be missing"
    assert len(read.profiles) == 4
    assert [error.key for error in read.errors] == [None]


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (refusal(404), "no start page of the staff site could be read: the site answered 404"),
        (refusal(503), "no start page of the staff site could be read: the site answered 503"),
        (moved("https://www.other.example/people"), 'it leads to another host, "www.other.example"'),
        (page(""), "no start page of the staff site could be read: the page is empty"),
        (links_to(["/mitarbeiter/1"]), r"link to no profile; correct \[directory.crawl\] profile_pattern"),
    ],
)
def test_a_crawl_that_finds_nobody_at_all_has_failed(
    site: StaffSite, visitor: Visitor, start: Reply, said: str
) -> None:
    site.pages["/people"] = start

    with pytest.raises(SourceError, match=said):
        visitor.crawl()


def test_a_site_that_is_not_there_fails_the_crawl(site: StaffSite, visitor: Visitor) -> None:
    with pytest.raises(SourceError, match=r"robots\.txt of the site cannot be read.*the connection to the site failed"):
        visitor.crawl(start_urls=("http://127.0.0.1:1/people",))


def test_no_thread_and_no_socket_is_left_after_a_crawl_however_it_ends(site: StaffSite, visitor: Visitor) -> None:
    people = people_of(8)
    site.shows(people)
    site.pages[people[3].path] = Reply(b"<h1>", endless=b"x" * 1000)
    before, ended = set(threading.enumerate()), threading.Event()

    def interrupted(asked: Asked) -> None:
        if asked.path == people[6].path:
            signal.raise_signal(signal.SIGINT)
            ended.wait(timeout=30)

    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        visitor.crawl(max_page_kb=64)
        visitor.crawl(max_pages=3, concurrency=4)
        site.on_request = interrupted
        with pytest.raises(KeyboardInterrupt):
            visitor.crawl()
        ended.set()
        gc.collect()

    of_site = {thread for thread in threading.enumerate() if "process_request" in thread.name}
    assert set(threading.enumerate()) - before - of_site == set()
