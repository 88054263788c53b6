"""Crawling a staff site on the loopback: who is found, and what is asked for again."""

from collections.abc import Callable

import pytest

from teamlandkarte.etl.directory_source import Profile
from tests.etl.crawling import Visitor
from tests.etl.staff_site import (
    PersonOnSite,
    Reply,
    StaffSite,
    hse_page,
    links_to,
    moved,
    page,
    people_of,
    plain_page,
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
    site: StaffSite, visitor: Visitor, preset: str, layout: Callable[[PersonOnSite], str]
) -> None:
    people = people_of(24)
    site.shows(people, layout)

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


def test_a_state_of_a_page_that_no_request_can_name_is_not_asked_for(site: StaffSite, visitor: Visitor) -> None:
    site.validates = False
    site.shows(people_of(3))
    for path in list(site.pages):
        site.pages[path].headers["ETag"] = '"für-\xff"'
    first = visitor.crawl()
    site.forget()

    second = visitor.crawl()

    assert second == first
    assert len(site.paths()) == 4
    assert not any("if-none-match" in asked.headers for asked in site.asked)


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
