"""Crawling a staff site on the loopback: who is found, how politely it is asked, and what is asked again."""

import gc
import itertools
import signal
import threading
import warnings

import anyio
import pytest

from teamlandkarte.etl.crawl.pace import Pace
from teamlandkarte.etl.directory_source import Profile
from teamlandkarte.index.errors import SourceError
from tests.etl.crawling import Visitor
from tests.etl.staff_site import (
    Asked,
    PersonOnSite,
    Reply,
    StaffSite,
    VirtualTime,
    hse_page,
    links_to,
    moved,
    page,
    people_of,
    plain_page,
    refusal,
)


def expected(
    person: PersonOnSite, address: str
) -> tuple[str, str, list[str], list[tuple[str, str]], list[tuple[str, str]]]:
    """What a person who looks at the page writes down."""
    publications = [(title, address + path) for title, path in person.publications]
    return person.path.strip("/"), person.name, [person.email], publications, list(person.courses)


def noted(profile: Profile) -> tuple[str, str, list[str], list[tuple[str, str]], list[tuple[str, str]]]:
    sections = profile.document["sections"]
    publications = [
        (item["title"], item["url"]) for section in sections if section["type"] == "publications"
        for item in section["items"]
    ]  # fmt: skip
    courses = [
        (course["title"], course["year"]) for section in sections if section["type"] == "courses_by_year"
        for course in section["courses"]
    ]  # fmt: skip
    return profile.key, profile.name, profile.document["contacts"]["emails"], publications, courses


@pytest.mark.parametrize(("preset", "layout"), [("plain", plain_page), ("hse", hse_page)])
def test_everybody_is_read_in_every_language_as_their_page_shows_them(
    site: StaffSite, visitor: Visitor, preset: str, layout: object
) -> None:
    people = people_of(24)
    site.shows(people, {"plain": plain_page, "hse": hse_page}[preset])

    read = visitor.crawl(preset=preset)

    assert read.end.complete
    assert read.end.found == 24
    assert read.errors == []
    assert sorted(map(noted, read.profiles)) == sorted(expected(person, site.address) for person in people)


def test_lists_lead_to_lists_and_a_page_to_which_many_links_lead_is_asked_for_once(
    site: StaffSite, visitor: Visitor
) -> None:
    people = people_of(9)
    site.shows(people)
    lists = [f"/people?letter={letter}" for letter in "АБß"]
    site.pages["/people"] = links_to([*lists, people[0].path, "/news", "mailto:x@y.z", "javascript:void(0)"])
    escaped = [f"/people?letter={letter}" for letter in ("%D0%90", "%D0%91", "%C3%9F")]
    for number, path in enumerate(escaped):
        variants = [f"{person.path}#cv" for person in people[number::3]] + [f"{people[0].path}?tab=1", *lists]
        site.pages[path] = links_to(variants)

    read = visitor.crawl(list_pattern=r"/people\?letter=\w")

    assert read.names == {person.name for person in people}
    assert sorted(site.paths()) == sorted(["/people", *escaped, *(person.path for person in people)])


def test_the_second_crawl_of_an_unchanged_site_yields_the_same_and_transfers_nothing(
    site: StaffSite, visitor: Visitor
) -> None:
    site.shows(people_of(30))
    first = visitor.crawl()
    sent = site.sent_bytes
    site.forget()
    site.pages["/robots.txt"] = Reply(b"")

    second = visitor.crawl()

    assert second == first
    assert len(site.paths()) == 31
    assert all("if-none-match" in asked.headers for asked in site.asked if asked.path != "/robots.txt")
    assert (sent > 10_000, site.sent_bytes) == (True, 0)


def test_a_site_that_only_dates_its_pages_is_asked_by_date(site: StaffSite, visitor: Visitor) -> None:
    date = "Mon, 02 Mar 2026 11:00:00 GMT"
    site.validates = False
    site.shows(people_of(1))
    for path in list(site.pages):
        site.pages[path].headers["Last-Modified"] = date
    first = visitor.crawl()
    site.forget()
    for path in list(site.pages):
        site.script[path] = [Reply(b"", 304)]

    second = visitor.crawl()

    assert second.profiles == first.profiles
    assert [asked.headers.get("if-modified-since") for asked in site.asked if asked.path != "/robots.txt"] == [date] * 2


def test_what_has_changed_is_read_anew_and_other_selectors_read_everything_anew(
    site: StaffSite, visitor: Visitor
) -> None:
    people = people_of(3)
    site.shows(people)
    visitor.crawl()
    site.forget()
    changed = plain_page(people[1]).replace("Algebra", "Topologie")
    site.pages[people[1].path] = page(changed)

    read = visitor.crawl()

    titles = {course["title"] for profile in read.profiles for course in profile.document["sections"][1]["courses"]}
    assert {"Algebra 0", "Topologie 1", "Algebra 2"} <= titles
    assert site.sent_bytes == len(changed.encode()) + len(b"no")  # robots.txt, which there is not
    site.forget()

    other = visitor.crawl(selectors={"name": "title"})

    assert other.names == {"x"}
    assert site.sent_bytes > 3 * 500


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
                pace.postpone(30.0)

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


def test_a_redirect_within_the_site_leads_to_the_profile_and_its_state_is_asked_there(
    site: StaffSite, visitor: Visitor
) -> None:
    person = people_of(2)[1]
    site.pages = {
        "/people": links_to(["/org/persons/77"]),
        "/org/persons/77": moved("/staff/p1#top", 301),
        "/staff/p1": page(plain_page(person)),
    }
    first = visitor.crawl()
    site.forget()

    second = visitor.crawl()

    assert [(profile.key, profile.profile_id) for profile in first.profiles] == [("staff/p1", "p1")]
    assert second == first
    conditional = [(asked.path, "if-none-match" in asked.headers) for asked in site.asked[2:]]
    assert conditional == [("/org/persons/77", False), ("/staff/p1", True)]


@pytest.mark.parametrize(
    ("headers", "pause"),
    [
        ({"Retry_After": "55"}, 55.0),
        ({"Retry_After": "Mon, 02 Mar 2026 12:05:00 GMT"}, 295.0),
        ({"Retry_After": "soon"}, 1.0),
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
    assert "the site asks to wait for 86400 seconds" in read.end.message
    assert site.time.seconds < 1_000 + 60


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


def test_a_list_that_cannot_be_read_makes_the_crawl_partial(site: StaffSite, visitor: Visitor) -> None:
    people = people_of(4)
    site.shows(people)
    site.pages["/people"] = links_to([*(person.path for person in people), "/people?page=2", "/people?page=3"])
    site.pages["/people?page=2"] = refusal(500)
    site.pages["/people?page=3"] = links_to([people[0].path])

    read = visitor.crawl(list_pattern=r"/people\?page=\d")

    assert not read.end.complete
    assert read.end.message == "1 lists of people could not be read, so somebody may be missing"
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
