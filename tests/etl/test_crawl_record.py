"""What a crawl keeps on disk: enough to go on after any end, nothing of people who were erased."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from teamlandkarte.etl.crawl.record import forget_people
from teamlandkarte.index.errors import SourceError
from tests.etl.crawling import PROFILES, Visitor
from tests.etl.staff_site import Asked, StaffSite, links_to, page, people_of, plain_page, refusal

_CRAWL_UNTIL_KILLED = """
import json, sys
from pathlib import Path
from teamlandkarte.etl.crawl.source import CrawlSource
from teamlandkarte.etl.progress import Silence
from teamlandkarte.index.config import DirectoryCrawl
start, pattern, path = sys.argv[1:]
settings = DirectoryCrawl(start_urls=(start,), profile_pattern=pattern, path=Path(path), delay_seconds=0.0)
CrawlSource(settings, lambda key, name: False).read(print, Silence())
"""


@pytest.mark.parametrize("fatal", [2, 7, 13, 20])
def test_a_crawl_that_is_killed_goes_on_and_asks_for_nothing_that_it_has(
    site: StaffSite, visitor: Visitor, fatal: int
) -> None:
    people = people_of(20)
    site.shows(people)
    killed = subprocess.Popen(
        [sys.executable, "-c", _CRAWL_UNTIL_KILLED, f"{site.address}/people", PROFILES, str(visitor.record)],
        env={**os.environ, "NO_PROXY": "*"},
        stdout=subprocess.PIPE,
    )

    def kill(_asked: Asked) -> None:
        if len(site.paths()) == fatal:
            killed.kill()

    site.on_request = kill
    output, _ = killed.communicate(timeout=60)
    assert (killed.returncode, output) == (-signal.SIGKILL if os.name == "posix" else 1, b"")
    before = set(site.paths())
    site.forget()
    site.on_request = lambda _asked: None

    read = visitor.crawl()

    assert read.end.complete
    assert read.names == {person.name for person in people}
    asked_twice = before & set(site.paths())
    assert len(asked_twice) <= 2  # what was on its way, one page a reader
    assert set(site.paths()) | before == {"/people", *(person.path for person in people)}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_crawl_which_delivers_nobody_and_goes_on_later(
    site: StaffSite, visitor: Visitor, caplog: pytest.LogCaptureFixture, number: signal.Signals
) -> None:
    people = people_of(10)
    site.shows(people)
    ended = threading.Event()

    def interrupt(asked: Asked) -> None:
        if asked.path == "/staff/p5":
            signal.raise_signal(number)
            ended.wait(timeout=30)

    site.on_request = interrupt
    handler = signal.signal(number, signal.default_int_handler)  # as the command line sets it
    try:
        with pytest.raises(KeyboardInterrupt):
            visitor.crawl(concurrency=1)
    finally:
        signal.signal(number, handler)
        ended.set()
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
    before = site.paths()
    site.forget()
    site.on_request = lambda _asked: None

    read = visitor.crawl(concurrency=1)

    assert len(read.profiles) == 10
    assert before[-1] == "/staff/p5"
    assert set(before[:-1]) & set(site.paths()) == set()
    assert len(before) - 1 + len(site.paths()) == 11


def test_other_start_pages_or_patterns_begin_a_crawl_of_their_own(site: StaffSite, visitor: Visitor) -> None:
    people = people_of(6)
    site.shows(people)
    site.pages["/others"] = links_to([people[0].path])
    visitor.crawl(max_pages=3)

    others = visitor.crawl(start_urls=(f"{site.address}/others",))
    staff = visitor.crawl(profile_pattern="/staff/.*")

    assert others.names == {people[0].name}
    assert staff.names == {people[1].name, people[3].name, people[5].name}


def test_pages_to_which_no_link_leads_any_more_leave_the_record(site: StaffSite, visitor: Visitor) -> None:
    people = people_of(3)
    site.shows(people)
    visitor.crawl()
    site.pages["/people"] = links_to([people[0].path])

    visitor.crawl()

    assert "Семёнова" not in everything_in(visitor.record)
    assert "Сергеев" in everything_in(visitor.record)


def test_of_people_who_were_erased_nothing_is_kept_and_they_are_not_even_asked_for(
    site: StaffSite, visitor: Visitor
) -> None:
    people = people_of(4)
    site.shows(people)
    visitor.crawl()
    assert "p1@example.org" in everything_in(visitor.record)

    pages: list[tuple[str, str | None]] = []
    forget_people(visitor.record, lambda key, _name: key == "staff/p1", pages.extend)

    assert pages == [("staff/p1", people[1].name)]
    assert "p1@example.org" not in everything_in(visitor.record)
    assert "/staff/p1" not in everything_in(visitor.record)
    site.forget()
    visitor.erased = lambda key, name: key == "staff/p1" or name == people[2].name
    read = visitor.crawl()
    assert read.names == {people[0].name, people[3].name}
    assert (read.errors, read.end.found) == ([], 2)
    assert "/staff/p1" not in site.paths()
    assert people[2].email not in everything_in(visitor.record)
    forget_people(visitor.folder / "none.sqlite3", lambda _key, _name: True, pages.extend)


def test_of_the_erased_whose_page_could_not_be_read_or_names_another_nothing_is_kept(
    site: StaffSite, visitor: Visitor
) -> None:
    site.shows(people_of(4))
    site.pages["/staff/p1"] = refusal(404)
    site.pages["/staff/p3"] = page('<head><link rel="canonical" href="/org/persons/1000"></head><h1>Copied</h1>')
    visitor.crawl()

    pages: list[tuple[str, str | None]] = []
    forget_people(visitor.record, lambda key, _name: key in {"staff/p1", "staff/p3"}, pages.extend)

    assert pages == [("staff/p1", None), ("staff/p3", "Copied")]
    assert {path for path in ("/staff/p1", "/staff/p3", "Copied") if path in everything_in(visitor.record)} == set()
    assert "/org/persons/1000" in everything_in(visitor.record)


def everything_in(record: Path) -> str:
    """Every byte of the record's files, as a curious person finds it."""
    return "".join(path.read_bytes().decode("utf-8", "replace") for path in record.parent.iterdir())


@pytest.mark.parametrize("damage", [b"no database at all", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_record_costs_a_whole_crawl_and_no_more(
    site: StaffSite, visitor: Visitor, caplog: pytest.LogCaptureFixture, damage: bytes
) -> None:
    site.shows(people_of(3))
    first = visitor.crawl()
    visitor.record.write_bytes(damage)

    assert visitor.crawl() == first
    assert "damaged" in caplog.text
    with closing(sqlite3.connect(visitor.record)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_record_with_a_flipped_bit_is_begun_anew_at_the_latest_in_the_next_crawl(
    site: StaffSite, visitor: Visitor
) -> None:
    site.shows(people_of(6))
    first = visitor.crawl()
    intact = visitor.record.read_bytes()
    told = set()
    for place in range(0, len(intact), len(intact) // 25):
        visitor.record.write_bytes(intact[:place] + bytes([intact[place] ^ 0x10]) + intact[place + 1 :])
        try:
            assert visitor.crawl() == first
        except SourceError as exc:
            told.add(str(exc))
        assert visitor.crawl() == first
    assert told == {"the record of the last crawl is damaged; the next crawl reads every page again"}


@pytest.mark.parametrize("damage", [b"no database at all", b"SQLite format 3\0" + b"\xff" * 50_000])
def test_of_a_damaged_record_everything_is_forgotten(site: StaffSite, visitor: Visitor, damage: bytes) -> None:
    site.shows(people_of(3))
    visitor.crawl()
    visitor.record.write_bytes(damage + visitor.record.read_bytes())

    forget_people(visitor.record, lambda key, _name: key == "staff/p1", lambda _pages: None)

    assert "staff/p1" not in everything_in(visitor.record)


def test_a_record_needs_no_more_than_files_in_one_folder(site: StaffSite, visitor: Visitor) -> None:
    beside: set[str] = set()
    site.shows(people_of(3))
    site.on_request = lambda _asked: beside.update(path.name for path in visitor.record.parent.iterdir())

    visitor.crawl()

    assert beside <= {"crawl.sqlite3", "crawl.sqlite3-journal"}  # no memory that processes share, as -shm is


def test_a_record_that_cannot_be_written_fails_the_crawl_without_naming_a_path(
    site: StaffSite, visitor: Visitor
) -> None:
    site.shows(people_of(1))
    visitor.folder.joinpath("cache").write_text("a file where a folder should be")

    with pytest.raises(SourceError, match=r"\[directory.crawl\] path cannot be used") as caught:
        visitor.crawl()

    assert str(visitor.folder) not in str(caught.value)


def test_a_profile_comes_out_of_the_record_as_it_went_in(site: StaffSite, visitor: Visitor) -> None:
    person = people_of(2)[1]
    site.shows([person])
    site.pages[person.path] = page(plain_page(person).replace("Bio", "Ё ß 王 \U0001f600 \u0000 \\ \" '"))
    first = visitor.crawl()

    (profile,) = visitor.crawl().profiles

    assert profile == first.profiles[0]
    assert json.loads(json.dumps(profile.document)) == profile.document
