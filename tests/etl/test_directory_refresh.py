"""The employee directory night after night, through the highest interface: refresh runs, crawl runs, the snapshot."""

import json
from collections.abc import Callable

import duckdb
import pytest

from teamlandkarte.etl.directory_source import PageError
from teamlandkarte.etl.gates import Allowed
from teamlandkarte.index.errors import SourceError
from teamlandkarte.index.profiles import checksum, dataset_hash
from teamlandkarte.index.snapshot import statement
from tests.etl.staff import COURSES, PUBLICATIONS, Site, Staff
from tests.lake_files import TASKS


def test_the_directory_is_published_with_the_rest_and_its_documents_prove_their_checksums(staff: Staff) -> None:
    staff.site.sections = (PUBLICATIONS, COURSES)
    run = staff.refresh("anna", "boris")
    assert run.counts["employees"] == 2
    assert run.counts["employee_publications"] == 2
    assert run.counts["employee_courses"] == 2
    assert run.counts["capacities"] > 0
    people = staff.employees()
    for row in people.values():
        assert checksum(json.loads(row["document"])) == row["checksum"]
    assert json.loads(people["anna"]["document"])["full_name"] == "Anna"
    entry = staff.entry
    assert entry.hash == dataset_hash(("staff/" + key, "active", row["checksum"]) for key, row in people.items())
    assert (entry.employees, entry.active, entry.dismissed, entry.crawl_run) == (2, 2, 0, run.crawl_run)
    assert entry.previous_hash is None


def test_a_crawl_run_says_what_it_found_and_what_became_of_whom(staff: Staff) -> None:
    staff.refresh("anna", "boris", "clara")
    staff.refresh("anna", "boris")
    staff.site.errors = [PageError("https://example.org/staff/dora", "The page has no name.", "staff/dora")]
    staff.refresh("anna", "emil")
    run = staff.crawl()
    assert (run.id, run.status, run.found, run.parsed, run.processed) == (3, "completed", 3, 2, 3)
    assert (run.new, run.missing, run.dismissed, run.removed, run.errors_count) == (1, 2, 1, 0, 1)
    assert [person.full_name for person in run.changes.new] == ["Emil"]
    assert [person.full_name for person in run.changes.missing_from_source] == ["Boris", "Clara"]
    assert [person.profile_key for person in run.changes.dismissed] == ["staff/clara"]
    assert [error.reason for error in run.errors] == ["The page has no name."]
    assert run.source_url == "https://example.org/staff"
    assert run.hash == staff.entry.hash


def test_somebody_missing_is_dismissed_removed_and_active_again_on_return(known_staff: Staff) -> None:
    seen: list[str | None] = [known_staff.statuses()["boris"]]
    for _ in range(6):
        known_staff.refresh("anna")
        seen.append(known_staff.statuses().get("boris"))
    assert seen == ["active", "active", "dismissed", "dismissed", "dismissed", None, None]
    known_staff.refresh("anna", "boris")
    assert known_staff.statuses()["boris"] == "active"


def test_a_night_in_which_nothing_changed_publishes_nothing_but_has_its_crawl_run(known_staff: Staff) -> None:
    first = known_staff.night.current
    second = known_staff.refresh("anna", "boris")
    assert (second.status, second.dataset_version) == ("unchanged", first)
    assert second.crawl_run == known_staff.crawl().id == 2
    assert known_staff.crawl().hash == known_staff.entry.hash
    assert known_staff.entry.crawl_run == 1


FAILURES: list[Callable[[Site], None]] = [
    lambda site: setattr(site, "failure", SourceError("the start page does not answer")),
    lambda site: setattr(site, "failure", RuntimeError("a parser stumbled")),
    lambda site: setattr(site, "complete", False),
]


@pytest.mark.parametrize("broken", FAILURES, ids=["failed", "stumbled", "partial"])
def test_a_crawl_that_fails_or_breaks_off_carries_the_last_directory_forward_and_the_rest_is_published(
    known_staff: Staff, broken: Callable[[Site], None], caplog: pytest.LogCaptureFixture
) -> None:
    before, people = known_staff.entry, known_staff.employees()
    broken(known_staff.site)
    known_staff.night.edit(TASKS, ("Backend", "Rückend"))
    run = known_staff.refresh("anna", "carl")
    assert run.status == "succeeded"
    assert known_staff.entry == before
    assert known_staff.employees() == people
    assert known_staff.crawl().status == ("partial" if known_staff.site.failure is None else "failed")
    assert known_staff.crawl().message != ""
    assert known_staff.crawl().hash is None
    (warning,) = [check for check in run.checks if check.subject == "employees"]
    assert (warning.severity, warning.passed) == ("warning", False)


def test_a_database_that_fails_over_the_employees_carries_the_last_directory_forward_and_the_rest_is_published(
    known_staff: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half_done(scratch: duckdb.DuckDBPyConnection, _people: object) -> None:
        scratch.execute("DELETE FROM employees")
        raise duckdb.OutOfMemoryException("Out of Memory Error: failed to allocate data")

    before, people = known_staff.entry, known_staff.employees()
    monkeypatch.setattr("teamlandkarte.etl.directory.crawling.replace_employees", half_done)
    known_staff.night.edit(TASKS, ("Backend", "Rückend"))
    run = known_staff.refresh("anna", "carl")
    assert run.status == "succeeded"
    assert known_staff.entry == before
    assert known_staff.employees() == people
    crawl = known_staff.crawl()
    assert (crawl.status, crawl.hash, crawl.new, crawl.found) == ("failed", None, 0, 2)
    assert "OutOfMemoryException" in crawl.message
    (warning,) = [check for check in run.checks if check.subject == "employees"]
    assert (warning.name, warning.severity, warning.passed) == ("crawl", "warning", False)


@pytest.mark.parametrize("crawl", ["completed", "failed"])
def test_a_database_that_fails_while_owners_are_linked_links_nobody_and_the_rest_is_published(
    known_staff: Staff, monkeypatch: pytest.MonkeyPatch, crawl: str
) -> None:
    def failing(_scratch: duckdb.DuckDBPyConnection, _capacity_key: str) -> None:
        raise duckdb.OutOfMemoryException("Out of Memory Error: failed to allocate data")

    monkeypatch.setattr("teamlandkarte.etl.directory.crawling.link_owners", failing)
    known_staff.night.edit(TASKS, ("Backend", "Rückend"))
    known_staff.site.failure = None if crawl == "completed" else SourceError("the start page does not answer")
    run = known_staff.refresh("anna", "carl")
    assert known_staff.crawl().status == crawl
    assert run.status == "succeeded"
    assert set(known_staff.employees()) == ({"anna", "boris"} | ({"carl"} if crawl == "completed" else set()))
    (warning,) = [check for check in run.checks if check.name == "links"]
    assert (warning.severity, warning.passed) == ("warning", False)
    assert "OutOfMemoryException" in warning.remark


def test_failed_and_partial_runs_count_against_nobody(known_staff: Staff) -> None:
    known_staff.refresh("anna")
    known_staff.site.complete = False
    known_staff.refresh("anna")
    known_staff.site.complete = True
    assert known_staff.statuses() == {"anna": "active", "boris": "active"}
    known_staff.refresh("anna")
    assert known_staff.statuses() == {"anna": "active", "boris": "dismissed"}


def test_the_employees_of_a_run_may_have_their_columns_in_another_order_than_a_snapshot(
    known_staff: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other_order(package: str, name: str) -> str:
        text = statement(package, name)
        if name != "employees":
            return text
        declared = ("profile_id VARCHAR NOT NULL,", "full_name VARCHAR NOT NULL,", "missed_runs INTEGER NOT NULL,")
        assert all(text.count(column) == 1 for column in declared)
        there, moved, last = declared
        text = text.replace(moved, "").replace(last, "")
        return text.replace(there, f"{last} {moved} {there}")

    monkeypatch.setattr("teamlandkarte.etl.directory.tables.statement", other_order)
    known_staff.refresh("anna", "boris", "clara")
    assert (known_staff.crawl().status, known_staff.crawl().message) == ("completed", "")
    assert [person.full_name for person in known_staff.crawl().changes.new] == ["Clara"]
    names = {key: (row["full_name"], row["status"]) for key, row in known_staff.employees().items()}
    assert names == {key: (key.title(), "active") for key in ("anna", "boris", "clara")}


def test_a_first_crawl_that_fails_leaves_no_directory_and_a_staffing_part(staff: Staff) -> None:
    staff.site.failure = SourceError("the start page does not answer")
    run = staff.refresh("anna")
    assert run.status == "succeeded"
    assert staff.night.dataset().manifest.directory is None
    assert staff.crawl().status == "failed"


def test_a_great_loss_dismisses_nobody_until_a_person_says_that_it_is_right(staff: Staff) -> None:
    everybody = [f"p{number}" for number in range(20)]
    staff.refresh(*everybody)
    staff.refresh("p0")
    run = staff.refresh("p0")
    assert set(staff.statuses().values()) == {"active"}
    assert "nobody was dismissed" in staff.crawl().message
    assert run.overrides == ()
    staff.allowed = Allowed(drop=["employees"])
    staff.refresh("p0")
    assert staff.refresh("p0").overrides == ("--allow-drop employees",)
    assert sorted(staff.statuses().values()) == ["active"] + ["dismissed"] * 19


def test_a_profile_that_differs_in_blanks_alone_stays_as_it_was_letter_by_letter(staff: Staff) -> None:
    staff.refresh(anna="room 1")
    before = staff.employees()["anna"]
    staff.refresh(anna="room  1\n")
    assert staff.employees()["anna"] == before
    staff.refresh(anna="room 2")
    assert staff.employees()["anna"]["checksum"] != before["checksum"]
    assert json.loads(staff.employees()["anna"]["document"])["contacts"] == {"email": "room 2"}


def test_profiles_that_cannot_be_stored_are_errors_of_the_run(staff: Staff) -> None:
    staff.site.sections = ({"number": float("nan")},)
    staff.refresh("boris")
    assert staff.statuses() == {}
    assert [error.profile_key for error in staff.crawl().errors] == ["staff/boris"]


def test_what_nobody_sees_is_no_part_of_a_profile(staff: Staff) -> None:
    staff.refresh(anna="room\u200b 1\u202e\x00")
    assert json.loads(staff.employees()["anna"]["document"])["contacts"] == {"email": "room 1"}
