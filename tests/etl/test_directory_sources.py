"""Where a directory may come from besides a site: a folder of JSON, and tables of the lake."""

import csv
import json
import tracemalloc
from dataclasses import dataclass, field
from pathlib import Path

import duckdb
import pytest

from teamlandkarte.etl.directory.files import DirectoryFiles
from teamlandkarte.etl.directory.lake_directory import LakeDirectory
from teamlandkarte.etl.directory_source import Crawl, DirectorySource, PageError, Profile
from teamlandkarte.etl.duckdb_lake import DuckDBLake
from teamlandkarte.etl.progress import Silence
from teamlandkarte.etl.sample import write_sample_lake
from teamlandkarte.index.config import Database, Directory
from teamlandkarte.index.crawl_runs import CrawlRuns
from teamlandkarte.index.errors import SourceError
from tests.etl.night import Night

EMPLOYEES = "teamlandkarte_v_employees_latest.csv"
PUBLICATIONS = "teamlandkarte_v_employee_publications_latest.csv"
COURSES = "teamlandkarte_v_employee_courses_latest.csv"


@dataclass
class Delivered:
    profiles: list[Profile] = field(default_factory=list)
    errors: list[PageError] = field(default_factory=list)
    end: Crawl | None = None


def read(source: DirectorySource) -> Delivered:
    delivered = Delivered()

    def deliver(item: Profile | PageError) -> None:
        (delivered.errors if isinstance(item, PageError) else delivered.profiles).append(item)  # type: ignore[arg-type]

    delivered.end = source.read(deliver, Silence())
    return delivered


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def test_a_folder_may_hold_documents_lists_and_lines_in_short_and_in_long_words(tmp_path: Path) -> None:
    write(tmp_path, "anna.json", '{"name": "Anna", "url": "https://x/anna", "contacts": {"room": 7}}')
    write(tmp_path, "more/list.json", '[{"id": 12, "full_name": "Boris"}, {"key": "c", "id": "13", "name": "Clara"}]')
    lines = [
        {"profile_key": "staff/d", "full_name": "Dóra", "status": "active", "checksum": "x"},
        {"key": "e", "name": "Ё"},
    ]
    write(tmp_path, "lines.jsonl", "\ufeff" + "\n\n".join(json.dumps(line) for line in lines) + "\n")
    write(tmp_path, "notes.txt", "not read")
    found = read(DirectoryFiles(tmp_path))
    assert found.profiles == [
        Profile("anna", "anna", "Anna", "https://x/anna", {"contacts": {"room": 7}}),
        Profile("staff/d", "staff/d", "Dóra", "", {}),
        Profile("e", "e", "Ё", "", {}),
        Profile("12", "12", "Boris", "", {}),
        Profile("c", "13", "Clara", "", {}),
    ]
    assert found.errors == []
    assert found.end == Crawl(5, complete=True)


def test_a_file_of_lines_is_read_line_by_line_however_long_it_is(tmp_path: Path) -> None:
    profile = json.dumps({"key": "k", "name": "N", "notes": "y" * 100_000})
    write(tmp_path, "people.jsonl", f"{profile}\n" * 400)
    tracemalloc.start()
    try:
        end = DirectoryFiles(tmp_path).read(lambda _: None, Silence())
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert end == Crawl(400, complete=True)
    assert most < 4_000_000  # of 40 million


def test_a_file_of_lines_that_ends_as_no_text_is_read_up_to_there_and_told(tmp_path: Path) -> None:
    lines = [json.dumps({"key": f"k{number}", "name": "N", "notes": "y" * 10_000}).encode() for number in range(20)]
    (tmp_path / "people.jsonl").write_bytes(b"\r\n".join([*lines, b'{"key": "M\xfcller"}']))
    found = read(DirectoryFiles(tmp_path))
    assert found.profiles[0].key == "k0"
    assert [(error.url, error.key, error.reason) for error in found.errors] == [
        ("people.jsonl", None, "The file is not UTF-8 text.")
    ]


def test_what_is_no_profile_is_an_error_that_says_where_and_whose_if_it_knows(tmp_path: Path) -> None:
    write(tmp_path, "a.json", "{broken")
    write(tmp_path, "b.json", '"text"')
    write(tmp_path, "c.jsonl", '{"key": "c1"}\n{"name": "Nobody"}\n{broken\n{"key": "ok", "name": "Fine"}')
    (tmp_path / "d.json").write_bytes(b'{"name": "M\xfcller"}')
    write(tmp_path, "e.json", "[" * 100_000)
    found = read(DirectoryFiles(tmp_path))
    assert [profile.key for profile in found.profiles] == ["ok"]
    assert [(error.url, error.key) for error in found.errors] == [
        ("a.json", None),
        ("b.json", None),
        ("c.jsonl:1", "c1"),
        ("c.jsonl:2", None),
        ("c.jsonl:3", None),
        ("d.json", None),
        ("e.json", None),
    ]
    assert all(str(tmp_path) not in error.reason for error in found.errors)


def test_a_folder_that_is_missing_fails_the_crawl_by_name(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r'the folder "nowhere" of \[directory\] path does not exist'):
        read(DirectoryFiles(tmp_path / "nowhere"))


def rows(folder: Path, name: str, *lines: tuple[str, ...]) -> None:
    with (folder / name).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(lines)


def lake_directory(folder: Path) -> LakeDirectory:
    return LakeDirectory(DuckDBLake(Database(path=folder)))


@pytest.fixture
def staff_lake(tmp_path: Path) -> Path:
    header = ("profile_key", "profile_id", "full_name", "canonical_url", "profile")
    rows(
        tmp_path,
        EMPLOYEES,
        header,
        ("k1", "1", "Anna", "https://x/1", '{"contacts": {"room": 7}, "sections": [{"type": "text", "title": "Me"}]}'),
        ("k2", "", " Boris ", "", ""),
        ("k3", "3", "Clara", "", "{broken"),
        ("", "4", "Nobody", "", ""),
        ("k5", "5", "", "", ""),
    )
    papers = [("k1", "10", "Last", "2024", ""), ("k1", "2", "Second", "", "u2"), ("k1", "1", "First", "", "")]
    rows(tmp_path, PUBLICATIONS, ("profile_key", "position", "title", "text", "url"), *papers)
    rows(
        tmp_path, COURSES, ("profile_key", "position", "year", "title", "url"), ("k2", "1", "2025/2026", "Algebra", "")
    )
    return tmp_path


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
    papers = [{"title": f"T{number}", "text": "x" * 250} for number in range(60)]
    sections = [{"type": "publications", "items": papers}, {"type": "courses_by_year", "courses": papers[:1]}]
    lines = [json.dumps({"key": f"k{number}", "name": f"N{number}", "sections": sections}) for number in range(2_100)]
    write(tmp_path / "staff", "people.jsonl", "\n".join(lines))
    night.config = night.config.model_copy(
        update={
            "directory": Directory(source="files", path=tmp_path / "staff"),
            "refresh": night.config.refresh.model_copy(update={"memory_mb": 256}),
        }
    )

    counts = night.refresh().counts

    assert (counts["employees"], counts["employee_publications"], counts["employee_courses"]) == (2_100, 126_000, 2_100)


def test_a_directory_larger_than_the_memory_it_may_use_is_read_person_by_person(tmp_path: Path) -> None:
    people, papers = 5_000, 120
    tables = {
        EMPLOYEES: "i AS profile_id, 'N' || i AS full_name, '' AS canonical_url, NULL AS profile"
        " FROM range($people) t(i)",
        PUBLICATIONS: "j AS position, 'T' || j AS title, repeat('x', 500) AS text, '' AS url"
        " FROM range($people) t(i), range($papers) u(j)",
        COURSES: "'2025' AS year, 1 AS position, 'C' || i AS title, '' AS url FROM range($people) t(i)",
    }
    for name, columns in tables.items():
        query = f"SELECT 'k' || i AS profile_key, {columns}"
        values = {"people": people, "papers": papers} if name == PUBLICATIONS else {"people": people}
        path = str(tmp_path / name.replace(".csv", ".parquet"))
        duckdb.execute(f"COPY ({query}) TO '{path}'", values)
    counted = 0

    def count(item: Profile | PageError) -> None:
        nonlocal counted
        assert isinstance(item, Profile)
        publications, courses = item.document["sections"]
        assert [one["title"] for one in publications["items"]] == [f"T{number}" for number in range(papers)]
        assert [one["title"] for one in courses["courses"]] == [f"C{item.profile_id}"]
        counted += 1

    end = lake_directory(tmp_path).read(count, Silence())

    assert (end, counted) == (Crawl(people, complete=True), people)


def test_the_tables_of_a_lake_become_profiles_with_sections_of_publications_and_courses(staff_lake: Path) -> None:
    found = read(lake_directory(staff_lake))
    papers = [{"title": "First"}, {"title": "Second", "url": "u2"}, {"title": "Last", "text": "2024"}]
    anna = [
        {"type": "text", "title": "Me"},
        {"type": "publications", "title": "Publications", "items": papers},
    ]
    boris = [{"type": "courses_by_year", "title": "Courses", "courses": [{"title": "Algebra", "year": "2025/2026"}]}]
    assert found.profiles == [
        Profile("k1", "1", "Anna", "https://x/1", {"contacts": {"room": 7}, "sections": anna}),
        Profile("k2", "k2", "Boris", "", {"sections": boris}),
    ]
    assert sorted(error.key or "" for error in found.errors) == ["", "k3", "k5"]
    assert found.end == Crawl(5, complete=True)


def test_rows_of_people_whom_the_lake_does_not_list_are_told_and_keep_nobody(night: Night, staff_lake: Path) -> None:
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


def test_a_lake_without_those_tables_has_no_directory(tmp_path: Path) -> None:
    assert not lake_directory(tmp_path).is_there()
    with pytest.raises(SourceError, match="employees_table"):
        read(lake_directory(tmp_path))


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


def test_once_a_lake_had_a_directory_its_loss_is_a_failed_crawl_and_not_the_end_of_the_directory(
    night: Night, staff_lake: Path
) -> None:
    for name in (EMPLOYEES, PUBLICATIONS, COURSES):
        (night.lake / name).write_bytes((staff_lake / name).read_bytes())
    assert night.refresh().counts["employees"] == 2
    for name in (EMPLOYEES, PUBLICATIONS, COURSES):
        (night.lake / name).unlink()
    run = night.refresh()
    assert run.status == "unchanged"
    latest = CrawlRuns(night.config.storage).latest()
    assert latest is not None
    assert (latest.id, latest.status) == (2, "failed")
    assert "employees_table" in latest.message


def test_a_folder_of_files_is_read_where_the_configuration_says_so(night: Night, tmp_path: Path) -> None:
    write(tmp_path / "people", "anna.json", '{"name": "Anna"}')
    section = Directory(source="files", path=tmp_path / "people")
    night.config = night.config.model_copy(update={"directory": section})
    assert night.refresh().counts["employees"] == 1


def test_the_same_people_from_another_source_are_no_other_directory(night: Night, tmp_path: Path) -> None:
    for name in ("before", "after"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "anna.json").write_text('{"profile_key": "anna", "full_name": "Anna"}', "utf-8")
        section = Directory(source="files", path=tmp_path / name)
        night.config = night.config.model_copy(update={"directory": section})
        run = night.refresh()
    assert (run.status, run.counts["employees"]) == ("unchanged", 1)


def test_without_a_source_there_is_no_directory_any_more(night: Night, staff_lake: Path) -> None:
    for name in (EMPLOYEES, PUBLICATIONS, COURSES):
        (night.lake / name).write_bytes((staff_lake / name).read_bytes())
    night.refresh()
    night.config = night.config.model_copy(update={"directory": Directory(source="none")})
    assert night.refresh().counts["employees"] == 0
    assert night.dataset().manifest.directory is None
