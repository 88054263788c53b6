"""Where a directory may come from besides a site: a folder of JSON, and tables of the lake."""

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
from teamlandkarte.index.config import Database
from teamlandkarte.index.errors import SourceError
from tests.etl.directory_tables import COURSES, EMPLOYEES, PUBLICATIONS, write, write_staff


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
        Profile("anna", "anna", "Anna", "https://x/anna", {"contacts": {"room": 7}}, "anna.json"),
        Profile("staff/d", "staff/d", "Dóra", "", {}, "lines.jsonl:1"),
        Profile("e", "e", "Ё", "", {}, "lines.jsonl:3"),
        Profile("12", "12", "Boris", "", {}, "more/list.json"),
        Profile("c", "13", "Clara", "", {}, "more/list.json"),
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
    (tmp_path / "people.json").touch()
    with pytest.raises(SourceError, match=r'the folder "people.json" of \[directory\] path is no folder'):
        read(DirectoryFiles(tmp_path / "people.json"))


def lake_directory(folder: Path) -> LakeDirectory:
    return LakeDirectory(DuckDBLake(Database(path=folder)))


@pytest.fixture
def staff_lake(tmp_path: Path) -> Path:
    write_staff(tmp_path)
    return tmp_path


def test_a_directory_larger_than_the_memory_it_may_use_is_read_person_by_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("teamlandkarte.etl.directory.lake_directory._MEMORY", "128MB")
    people, papers = 2_500, 120
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


def test_a_lake_without_those_tables_has_no_directory(tmp_path: Path) -> None:
    assert not lake_directory(tmp_path).is_there()
    with pytest.raises(SourceError, match="employees_table"):
        read(lake_directory(tmp_path))
