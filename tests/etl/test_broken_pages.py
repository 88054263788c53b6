"""Pages that are broken in every way: each is an error of its own with a reason, and nobody else is lost."""

import gzip

import pytest

from tests.etl.crawling import Visitor
from tests.etl.staff_site import Reply, StaffSite, links_to, moved, page, people_of, plain_page, raw, refusal

HTML = {"Content-Type": "text/html; charset=utf-8"}


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (refusal(404), "the site answered 404: there is no such page"),
        (refusal(410), "the site answered 410: there is no such page"),
        (refusal(403), "the site answered 403"),
        (refusal(429), "the site answered 429, also at attempt 2 of 2"),
        (refusal(500), "the site answered 500, also at attempt 2 of 2"),
        (refusal(418), "the site answered 418"),
        (Reply(b"", 304), "the site answered 304"),
        (Reply(b"", 302), "the site answered 302"),
        (page(""), "the page is empty"),
        (page("  \n \t "), "the page is empty"),
        (page("<!-- nothing -->"), "the page is empty"),
        (page("<html></html>"), "it names nobody: nothing is found for the selector name = 'h1'"),
        (page("<h1> &nbsp;&#8203; </h1><p>text"), "it names nobody: nothing is found for the selector name = 'h1'"),
        (page("<h1>" + "Wort " * 100), 'its name has no end: it begins with "Wort Wort Wort'),
        (raw(b"%PDF-1.7", "application/pdf"), 'it is no page but "application/pdf"'),
        (raw(b"{}", "application/json"), 'it is no page but "application/json"'),
        (raw(b"<h1>x" + b"<p>y" * 70_000), "it is larger than max_page_kb = 256"),
        (Reply(b"<h1>x", headers=HTML, endless=b"y" * 65_536), "it is larger than max_page_kb = 256"),
        (raw(b"no gzip", Content_Encoding="gzip"), "what it holds cannot be decompressed"),
        (raw(gzip.compress(b" " * 1_000_000), Content_Encoding="gzip"), "it is larger than max_page_kb = 256"),
        (Reply(b"<h1>x", headers=HTML, hangs_up=True), "the connection to the site failed, also at attempt 2 of 2"),
        (moved("/staff/p1"), "its redirects lead in a circle"),
        (moved("/elsewhere"), "it leads to a page that is no profile"),
        (moved("/round/0"), "it leads through more than 5 redirects"),
        (page("<div>" * 10_000 + "<h1>x"), "its elements are nested too deeply"),
        (raw("<h1>Müller".encode("cp1252") * 50), "its characters cannot be read (declared encoding: none)"),
        (raw("<h1>Семёнова".encode("cp1251") * 50, "text/html; charset=utf-8"), 'declared encoding: "utf-8"'),
        (raw("<h1>Müller".encode() + b"\xff" + b"</h1>" + b"x" * 9000), "its characters cannot be read: the name is"),
        (raw(b"<h1>x\xff" * 50, "text/html; charset=no-such-thing"), 'declared encoding: "no-such-thing"'),
        (raw(b"<h1>x\xff" * 50, "text/html; charset=idna"), 'declared encoding: "idna"'),
    ],
)
def test_a_broken_page_is_an_error_of_that_page(site: StaffSite, visitor: Visitor, broken: Reply, reason: str) -> None:
    people = people_of(4)
    site.shows(people)
    site.pages[people[1].path] = broken
    site.pages["/elsewhere"] = page("<h1>News</h1>")
    site.pages.update({f"/round/{n}": moved(f"/round/{n + 1}") for n in range(10)})

    read = visitor.crawl(max_attempts=2, max_page_kb=256)

    assert read.end.complete
    assert read.end.found == 4
    assert read.names == {person.name for person in people} - {people[1].name}
    (error,) = read.errors
    assert error.key == "staff/p1"
    assert error.url == site.address + "/staff/p1"
    assert reason in error.reason


COMPRESSED = b"Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\na\r\n" + gzip.compress(b"")[:10] + b"\r\n"
NEVER_WHOLE = {
    "nothing more": Reply(b"<h1>x", headers=HTML, stalls=True),
    "text": Reply(b"<h1>x", headers=HTML, endless=b"<p>and so on", dripping=0.01),
    "headers": Reply(b"HTTP/1.1 200 OK\r\n", endless=b"A: b\r\n", dripping=0.01, raw=True),
    "announcements": Reply(endless=b"HTTP/1.1 103 Early Hints\r\n\r\n", dripping=0.01, raw=True),
    "compressed nothing": Reply(
        b"HTTP/1.1 200 OK\r\n" + COMPRESSED, endless=b"5\r\n\0\0\0\xff\xff\r\n", dripping=0.01, raw=True
    ),
}


@pytest.mark.parametrize("reply", NEVER_WHOLE.values(), ids=NEVER_WHOLE)
def test_a_page_that_never_comes_whole_is_given_up(site: StaffSite, visitor: Visitor, reply: Reply) -> None:
    people = people_of(3)
    site.shows(people)
    site.pages[people[1].path] = reply

    read = visitor.crawl(max_attempts=1, request_timeout_seconds=1)

    assert read.names == {people[0].name, people[2].name}
    assert read.reasons == {"/staff/p1": "the site did not answer in full within 1 second, also at attempt 1 of 1"}


def test_a_site_that_says_of_everybody_that_it_is_out_of_order_says_nothing_of_anybody(
    site: StaffSite, visitor: Visitor
) -> None:
    people = people_of(6)
    site.shows(people)
    site.pages |= {person.path: page("<h1>Wartungsarbeiten</h1><p>Bitte später") for person in people[:3]}
    site.pages[people[4].path] = page(plain_page(people[3]))  # one person under two addresses

    read = visitor.crawl()

    assert sorted(profile.name for profile in read.profiles) == sorted(people[place].name for place in (3, 3, 5))
    assert set(read.reasons) == {person.path for person in people[:3]}
    assert all("the pages of 3 people" in reason for reason in read.reasons.values())
    assert {error.key for error in read.errors} == {person.path.strip("/") for person in people[:3]}


@pytest.mark.parametrize(
    "monster",
    ["<div class=b-person-data>" * 200 + "<h2>y</h2>" * 20_000, "<div class=b-person-data><h2>" * 110 + "y " * 450_000],
    ids=["headings in nested blocks", "text in nested headings"],
)
@pytest.mark.parametrize("preset", ["hse", "plain"])
def test_a_page_whose_elements_hold_each_other_without_end_is_an_error_of_that_page(
    site: StaffSite, visitor: Visitor, monster: str, preset: str
) -> None:
    named = "<h1 class=person-caption>x</h1>"
    site.pages = {"/people": links_to(["/staff/x", "/staff/y"]), "/staff/x": page(named + monster)}
    site.pages["/staff/y"] = page(
        "<h1 class=person-caption>y</h1>" + "<div class=b-person-data>" * 5 + "<h2>z</h2>" * 20_000
    )

    read = visitor.crawl(preset=preset)

    assert read.names == {"y"}
    assert [error.reason for error in read.errors] == [
        "too many of its elements hold each other, as if no tag were ever closed"
    ]


def test_a_page_that_the_reading_itself_stumbles_over_is_an_error_of_that_page(
    site: StaffSite, visitor: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    site.shows(people_of(2))

    read = visitor.crawl(selectors={"name": "no-such-prefix|h1"})  # correct as CSS, and no page can be asked for it

    assert read.end.complete
    assert set(read.reasons.values()) == {"it could not be read (unexpected XPathEvalError; see the log)"}
    assert [error.key for error in read.errors] == ["org/persons/1000", "staff/p1"]
    assert "/staff/p1 could not be read" in caplog.text


def test_one_person_under_two_addresses_is_one_and_a_wrong_canonical_address_makes_nobody_vanish(
    site: StaffSite, visitor: Visitor
) -> None:
    def profile(name: str, canonical: str) -> Reply:
        return page(f'<head><link rel="canonical" href="{canonical}"></head><h1>{name}</h1>')

    site.pages = {
        "/people": links_to(["/org/persons/7", "/staff/ada", "/staff/bob", "/staff/cleo", "/staff/dan", "/staff/eve"]),
        "/org/persons/7": profile("Ada", "/staff/ada"),  # the same person twice
        "/staff/ada": profile("Ada", "/staff/ada/"),
        "/staff/bob": profile("Bob", "/staff/ada"),  # copied without care
        "/staff/cleo": profile("Cleo", "/"),  # of no profile
        "/staff/dan": profile("Dan", "https://other.example/staff/ada"),  # of another site
        "/staff/eve": profile("Eve", "http://[broken"),
    }

    read = visitor.crawl()

    keys = {profile.key: profile.name for profile in read.profiles}
    assert keys == {
        "staff/ada": "Ada",
        "staff/bob": "Bob",
        "staff/cleo": "Cleo",
        "staff/dan": "Dan",
        "staff/eve": "Eve",
    }
    assert read.end.found == 5


def test_a_page_that_breaks_later_is_an_error_of_the_person_it_was_about(site: StaffSite, visitor: Visitor) -> None:
    site.pages = {
        "/people": links_to(["/org/persons/7"]),
        "/org/persons/7": page('<head><link rel="canonical" href="/staff/ada"></head><h1>Ada</h1>'),
    }
    assert [profile.key for profile in visitor.crawl().profiles] == ["staff/ada"]
    site.pages["/org/persons/7"] = refusal(500)

    read = visitor.crawl()

    assert [error.key for error in read.errors] == ["staff/ada"]
    assert read.end.found == 1
