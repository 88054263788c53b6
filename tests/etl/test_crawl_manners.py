"""How politely a staff site is asked: its pace, its rules, its host and its patience."""

import itertools
import threading

import anyio
import pytest

from teamlandkarte.etl.crawl.pace import Pace
from teamlandkarte.index.errors import SourceError
from tests.etl.crawling import Visitor
from tests.etl.staff_site import (
    Reply,
    StaffSite,
    VirtualTime,
    links_to,
    moved,
    page,
    people_of,
    refusal,
)


def test_between_two_requests_lies_the_configured_pause_or_the_longer_one_of_robots_txt(
    site: StaffSite, visitor: Visitor
) -> None:
    site.shows(people_of(10))
    for rules, pause in (("", 1.5), ("User-agent: *\nCrawl-delay: 4", 4.0), ("User-agent: *\nRequest-rate: 1/7s", 7.0)):
        site.forget()
        site.pages["/robots.txt"] = Reply(rules.encode())

        visitor.crawl(delay_seconds=1.5, concurrency=1)  # with more, time passes before the site has heard of a request

        moments = [asked.at for asked in site.asked][1:]  # robots.txt itself cannot know
        assert [later - earlier for earlier, later in itertools.pairwise(moments)] == [pause] * 10


def test_several_readers_share_one_pace_and_every_pause_that_the_site_asks_for() -> None:
    passing = VirtualTime()
    turns: list[float] = []

    async def read(pace: Pace, number: int) -> None:
        for turn in range(5):
            await pace.turn()
            turns.append(passing.seconds)
            if (number, turn) == (2, 1):
                pace.postpone(30.0, asked=True)

    async def all_read() -> None:
        pace = Pace(passing.timing, 1.5, 3600.0)
        async with anyio.create_task_group() as readers:
            for number in range(4):
                readers.start_soon(read, pace, number)

    anyio.run(all_read)

    gaps = [later - earlier for earlier, later in itertools.pairwise(turns)]
    assert sorted(gaps) == [1.5] * 18 + [30.0]


def test_so_many_requests_are_open_at_once_and_no_more(site: StaffSite, visitor: Visitor) -> None:
    people = people_of(12)
    site.shows(people)
    together = threading.Barrier(3, timeout=10)
    site.on_request = lambda asked: None if asked.path in {"/robots.txt", "/people"} else _met(together)

    read = visitor.crawl(delay_seconds=0.0, concurrency=3)

    assert read.end.found == len(read.profiles) == 12
    assert site.most_open == 3


def _met(together: threading.Barrier) -> None:
    together.wait()


def test_robots_txt_is_kept_for_our_name_and_each_forbidden_page_is_told(site: StaffSite, visitor: Visitor) -> None:
    people = people_of(4)
    site.shows(people)
    site.pages["/robots.txt"] = Reply(
        b"User-agent: *\nDisallow: /\n\nUser-agent: Teamlandkarte\nDisallow: /staff/*3\nAllow: /\n"
    )

    read = visitor.crawl(user_agent="teamlandkarte/1.0 (mailto:it@example.org)")

    assert read.end.complete
    assert read.names == {people[0].name, people[1].name, people[2].name}
    assert [(error.key, error.reason) for error in read.errors] == [
        ("staff/p3", "robots.txt of the site forbids to read it")
    ]
    assert "/staff/p3" not in site.paths()
    assert {asked.headers["user-agent"] for asked in site.asked} == {"teamlandkarte/1.0 (mailto:it@example.org)"}
    with pytest.raises(SourceError, match=r"robots\.txt of the site forbids"):
        visitor.crawl(user_agent="other")


@pytest.mark.parametrize("status", [401, 403, 404, 410])
def test_a_site_without_rules_allows_everything(site: StaffSite, visitor: Visitor, status: int) -> None:
    site.shows(people_of(2))
    site.pages["/robots.txt"] = refusal(status)

    assert visitor.crawl().end.found == 2


@pytest.mark.parametrize(
    "reply", [refusal(500), refusal(429), Reply(b"x", hangs_up=True), moved("http://other.example/")]
)
def test_where_nobody_knows_the_rules_nothing_is_read(site: StaffSite, visitor: Visitor, reply: Reply) -> None:
    site.shows(people_of(2))
    site.pages["/robots.txt"] = reply

    with pytest.raises(SourceError, match=r"robots\.txt of the site cannot be read"):
        visitor.crawl()
    assert site.paths() == []


@pytest.mark.parametrize(
    "elsewhere",
    [
        "http://other.example/staff/p1",
        "http://localhost:{port}/staff/p1",
        "http://127.0.0.2:{port}/staff/p1",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]:{port}/staff/p1",
        "http://2130706433:{port}/staff/p1",
        "//evil.example/staff/p1",
        "http://127.0.0.1:1/staff/p1",
        "http://user:password@127.0.0.1:{port}/staff/p1",
        "http://127.0.0.1:{port}@evil.example/staff/p1",
        "https://127.0.0.1:{port}/staff/p1",
        "ftp://127.0.0.1/staff/p1",
        "file:///etc/passwd",
        "http://[broken",
    ],
)
def test_nothing_leads_off_the_site(site: StaffSite, visitor: Visitor, elsewhere: str) -> None:
    elsewhere = elsewhere.format(port=site.server.server_address[1])
    people = people_of(2)
    site.shows(people)
    links = {"/people": links_to([*(person.path for person in people), elsewhere.replace("p1", "p9")])}
    site.pages.update(links)
    site.pages[people[1].path] = moved(elsewhere)
    for asked_for in ("/latest/meta-data", "/staff/p9"):
        site.pages[asked_for] = page("<h1>Nobody</h1>")

    read = visitor.crawl()

    assert read.names == {people[0].name}
    (error,) = read.errors
    assert (error.key, error.reason.startswith("it leads to ")) == ("staff/p1", True)
    assert set(site.paths()) == {"/people", people[0].path, people[1].path}


@pytest.mark.parametrize(
    ("headers", "pause"),
    [
        ({"Retry_After": "55"}, 55.0),
        ({"Retry_After": "Mon, 02 Mar 2026 12:05:00 GMT"}, 295.0),
        ({"Retry_After": "soon"}, 1.0),
        ({"Retry_After": f"Mon, 02 Mar 2026 12:05:00 +{'9' * 20}"}, 1.0),
        ({}, 1.0),
    ],
)
@pytest.mark.parametrize("status", [429, 503])
def test_the_whole_crawl_waits_as_long_as_the_site_asks(
    site: StaffSite, visitor: Visitor, status: int, headers: dict[str, str], pause: float
) -> None:
    people = people_of(6)
    site.shows(people)
    site.script[people[0].path] = [refusal(status, **headers)]

    read = visitor.crawl(delay_seconds=1.0, concurrency=2)

    assert len(read.profiles) == 6
    refused = next(position for position, asked in enumerate(site.asked) if asked.path == people[0].path)
    moments = [asked.at for asked in site.asked]
    until = 1_000.0 + 300.0 if "GMT" in headers.get("Retry_After", "") else moments[refused] + pause
    assert all(at >= until for at in moments[refused + 2 :])  # one more may have been on its way


@pytest.mark.parametrize("reply", [refusal(500), refusal(502), refusal(504), Reply(b"<h1>", hangs_up=True)])
def test_a_passing_failure_is_tried_again_with_growing_pauses_and_then_told(
    site: StaffSite, visitor: Visitor, reply: Reply
) -> None:
    people = people_of(3)
    site.shows(people)
    site.script[people[1].path] = [reply] * 4
    site.script[people[2].path] = [reply] * 3

    read = visitor.crawl(max_attempts=4, concurrency=1, delay_seconds=0.0)

    assert read.names == {people[0].name, people[2].name}
    (error,) = read.errors
    assert error.key == "staff/p1"
    assert error.reason.endswith(", also at attempt 4 of 4")
    moments = [asked.at for asked in site.asked if asked.path == people[2].path]
    assert [later - earlier for earlier, later in itertools.pairwise(moments)] == [1.0, 2.0, 4.0]


def test_a_site_that_refuses_page_after_page_is_left_alone(site: StaffSite, visitor: Visitor) -> None:
    people = people_of(40)
    site.shows(people)
    for person in people[5:]:
        site.pages[person.path] = refusal(403)

    read = visitor.crawl(max_failures=7, concurrency=1)

    assert not read.end.complete
    assert "the site refused 7 pages in a row" in read.end.message
    assert len(site.paths()) < 20
    assert read.end.found == 40
