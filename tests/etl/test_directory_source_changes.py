"""Refreshes whose directory comes from a folder of files or from the lake, and what becomes of it when that changes."""

import json
import shutil
from pathlib import Path

import pytest

from teamlandkarte.etl.sample import write_sample_lake
from teamlandkarte.index.config import Database, Directory
from teamlandkarte.index.crawl_runs import CrawlRuns
from tests.conftest import MadeOnce
from tests.etl.directory_tables import COURSES, EMPLOYEES, PUBLICATIONS, rows, write, write_staff
from tests.etl.night import Night


@pytest.fixture
def listed(night: Night, tiny_lake: Path, made_once: MadeOnce) -> Night:
    """An installation a night after the refresh in which its lake listed two employees."""
    write_staff(night.lake)

    def fill(folder: Path) -> None:
        first = Night(shutil.copytree(tiny_lake, folder / "lake"), folder / "data")
        write_staff(first.lake)
        assert first.refresh().counts["employees"] == 2

    first = Night(tiny_lake, made_once("listed", fill) / "data")
    first.clock.move(days=1)
    return night.after(first)


def test_another_source_that_has_nobody_does_not_replace_the_directory_unless_that_is_right(
    night: Night, tmp_path: Path
) -> None:
    write(tmp_path / "staff", "people.json", '[{"key": "a", "name": "Anna"}, {"key": "b", "name": "Boris"}]')
    (tmp_path / "empty").mkdir()

    def refreshed(folder: str, *allowed: str) -> tuple[str, int]:
        directory = Directory(source="files", path=tmp_path / folder)
        night.config = night.config.model_copy(update={"directory": directory})
        night.refresh(allow_drop=allowed)
        entry = night.versions.current().manifest.directory
        assert entry
        return entry.source, entry.active

    assert refreshed("staff") == ('folder "staff"', 2)
    assert refreshed("empty") == ('folder "staff"', 2)
    run = CrawlRuns(night.config.storage).latest()
    assert run
    assert run.status == "partial"
    assert run.message.startswith('Nobody was found, so the directory of folder "staff" stays')
    assert refreshed("empty", "employees") == ('folder "empty"', 0)


def test_long_profiles_do_not_cost_a_refresh_more_memory_than_it_may_use(night: Night, tmp_path: Path) -> None:
    people = 1_200  # taken apart all at once, 1,000 of these profiles no longer fit
    papers = [{"title": f"T{number}", "text": "x" * 250} for number in range(60)]
    sections = [{"type": "publications", "items": papers}, {"type": "courses_by_year", "courses": papers[:1]}]
    lines = [json.dumps({"key": f"k{number}", "name": f"N{number}", "sections": sections}) for number in range(people)]
    write(tmp_path / "staff", "people.jsonl", "\n".join(lines))
    night.config = night.config.model_copy(
        update={
            "directory": Directory(source="files", path=tmp_path / "staff"),
            "refresh": night.config.refresh.model_copy(update={"memory_mb": 256}),
        }
    )

    counts = night.refresh().counts

    assert (counts["employees"], counts["employee_publications"], counts["employee_courses"]) == (
        people,
        people * len(papers),
        people,
    )


def test_rows_of_people_whom_the_lake_does_not_list_are_told_and_keep_nobody(night: Night) -> None:
    def staff(*keys: str) -> None:
        header = ("profile_key", "profile_id", "full_name", "canonical_url", "profile")
        rows(night.lake, EMPLOYEES, header, *((key, key, f"Name {key}", "", "") for key in keys))

    papers = [
        ("k1", "1", "Own", "", ""),
        ("k2", "1", "One", "", ""),
        ("k2", "2", "Two", "", ""),
        ("", "1", "X", "", ""),
    ]
    rows(night.lake, PUBLICATIONS, ("profile_key", "position", "title", "text", "url"), *papers)
    rows(night.lake, COURSES, ("profile_key", "position", "year", "title", "url"), ("k9", "1", "2025", "Algebra", ""))
    section = Directory(source="lake", dismiss_after_runs=1)
    night.config = night.config.model_copy(update={"directory": section})
    staff("k1", "k2")
    night.refresh()
    staff("k1")
    night.refresh()

    run = CrawlRuns(night.config.storage).latest()
    assert run
    assert [(error.url, error.profile_key, error.reason) for error in run.errors] == [
        ("employee_publications", None, "1 row belongs to nobody: there is no profile_key."),
        ("employee_publications", "k2", '2 rows belong to nobody: no employee has the profile_key "k2".'),
        ("employee_courses", "k9", '1 row belongs to nobody: no employee has the profile_key "k9".'),
    ]
    assert (run.found, run.parsed, run.errors_count) == (1, 1, 3)
    assert [person.profile_key for person in run.changes.dismissed] == ["k2"]


def test_the_sample_lake_brings_a_directory_that_a_refresh_publishes(night: Night, tmp_path: Path) -> None:
    write_sample_lake(tmp_path / "sample", people=60, tasks=5, seed=3)
    night.config = night.config.model_copy(update={"database": Database(path=tmp_path / "sample")})
    counts = night.refresh().counts
    assert counts["employees"] > 8
    assert counts["employee_publications"] > 0
    assert counts["employee_courses"] > 0
    run = CrawlRuns(night.config.storage).latest()
    assert run is not None
    assert (run.status, run.source, run.errors_count) == ("completed", "sample lake", 0)
    assert night.refresh().status == "unchanged"


def test_a_table_of_the_directory_that_cannot_be_read_is_a_failed_crawl_and_stops_nothing_else(night: Night) -> None:
    (night.lake / EMPLOYEES).write_bytes(b"key,name\n\xff\xfe,\x00\n" * 30_000)
    assert night.refresh().status == "succeeded"
    latest = CrawlRuns(night.config.storage).latest()
    assert latest is not None
    assert latest.status == "failed"
    assert "employees" in latest.message


def test_once_a_lake_had_a_directory_its_loss_is_a_failed_crawl_and_not_the_end_of_the_directory(listed: Night) -> None:
    for name in (EMPLOYEES, PUBLICATIONS, COURSES):
        (listed.lake / name).unlink()
    run = listed.refresh()
    assert run.status == "unchanged"
    latest = CrawlRuns(listed.config.storage).latest()
    assert latest is not None
    assert (latest.id, latest.status) == (2, "failed")
    assert "employees_table" in latest.message


def test_the_same_people_from_another_source_are_no_other_directory(night: Night, tmp_path: Path) -> None:
    for name in ("before", "after"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "anna.json").write_text('{"profile_key": "anna", "full_name": "Anna"}', "utf-8")
        section = Directory(source="files", path=tmp_path / name)
        night.config = night.config.model_copy(update={"directory": section})
        run = night.refresh()
        assert run.counts["employees"] == 1
    assert run.status == "unchanged"


def test_without_a_source_there_is_no_directory_any_more(listed: Night) -> None:
    listed.config = listed.config.model_copy(update={"directory": Directory(source="none")})
    assert listed.refresh().counts["employees"] == 0
    assert listed.dataset().manifest.directory is None
