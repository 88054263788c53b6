"""Odd profiles in a refresh: each is read or is an error of its own; neither others nor the staffing part suffer."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from teamlandkarte.etl.erasure import erase
from teamlandkarte.index.config import Directory
from teamlandkarte.index.crawl_runs import CrawlRun, CrawlRuns
from teamlandkarte.index.erasure import Named
from tests.etl.night import Night

_ODD_SECTIONS: list[object] = [
    3,
    None,
    "x",
    [],
    {"type": "publications"},
    {"type": "publications", "items": {"title": "an object"}},
    {"type": "publications", "items": [3, None, {}, {"title": None}, {"title": {"x": 1}, "url": [1]}]},
    {"type": "courses_by_year", "courses": [1, {"title": None, "year": 2020}, {"title": "Algebra", "year": ["x"]}]},
    {"type": ["publications"]},
]


def staff_folder(parent: Path) -> Path:
    """Write a directory of three people as files."""
    folder = parent / "staff"
    folder.mkdir()
    people = [{"profile_key": f"k{n}", "full_name": f"Name {n}"} for n in range(3)]
    (folder / "good.json").write_text(json.dumps(people), "utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return staff_folder(tmp_path)


def read(night: Night, folder: Path) -> CrawlRun:
    """Run a refresh, which must succeed, and return its crawl run."""
    directory = Directory(source="files", path=folder)
    night.config = night.config.model_copy(update={"directory": directory})
    assert night.refresh().status in {"succeeded", "unchanged"}
    run = CrawlRuns(night.config.storage).latest()
    assert run is not None
    assert run.status == "completed"
    return run


ODD: dict[str, dict[str, object]] = {
    "nul": {"profile_key": "x\0y", "full_name": "A\0B", "text": "\0", "url": "http://a/\0"},
    "long": {"profile_key": "k" * 100_000, "full_name": "Ё ß \u0301 " * 10_000},
    "quotes": {"profile_key": "x'\"$.[\n\t ", "full_name": "\U0001f600"},
    "half a character": {"profile_key": "half", "full_name": "\ud800 A"},
    "fields": {"profile_key": "fields", "full_name": "A", "": 1, "$": 2, "a.b": 3, "document": 1, "\0": 1},
    "no list": {"profile_key": "no list", "full_name": "A", "sections": {"a": 1}, "contacts": [1]},
    "no list either": {"profile_key": "none", "full_name": "A", "sections": "none"},
    "sections": {"profile_key": "sections", "full_name": "A", "sections": _ODD_SECTIONS},
}


UNUSABLE = {
    "deep": ('{"profile_key": "a", "full_name": "A", "deep": ' + "[" * 900 + "]" * 900 + "}", "nested too deeply"),
    "deeper": ('{"profile_key": "b", "full_name": "A", "x": ' + "[" * 90_000 + "]" * 90_000 + "}", "not valid JSON"),
    "half": ('{"profile_key": "c", "full_name": "A", "half": "\\udfff"}', "half of a character"),
    "half in url": ('{"profile_key": "d", "full_name": "A", "url": "\\udfff"}', "half of a character"),
    "half in key": ('{"profile_key": "e\\ud800", "full_name": "A"}', "half of a character"),
    "half in key, no name": ('{"profile_key": "f\\ud800"}', "no full_name"),
    "nan": ('{"profile_key": "g", "full_name": "A", "number": NaN}', "not JSON compliant"),
    "infinite": ('{"profile_key": "h", "full_name": "A", "number": 1e999}', "not JSON compliant"),
}


NAMELESS = {  # names of files that are no text, which there are on some systems alone
    b"\xff\xfe.json": ("{", "not valid JSON"),
    b"\xff\xfd.json": ('{"full_name": "A"}', "half of a character"),
}
if os.name != "posix":
    NAMELESS = {}
REASONS = Counter(reason for _, reason in (*UNUSABLE.values(), *NAMELESS.values()))


@pytest.fixture(scope="module")
def odd_run(tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> CrawlRun:
    """The crawl run of one refresh whose folder has everything odd at once, beside three people."""
    parent = tmp_path_factory.mktemp("odd")
    folder = staff_folder(parent)
    for name, profile in ODD.items():
        (folder / f"{name}.json").write_text(json.dumps(profile), "utf-8")
    for name, (text, _) in UNUSABLE.items():
        (folder / f"{name}.json").write_text(text, "utf-8")
    for file, (text, _) in NAMELESS.items():
        Path(os.fsdecode(os.fsencode(folder) + b"/" + file)).write_text(text, "utf-8")
    if os.name == "posix":  # elsewhere links need rights
        (folder / "gone.json").symlink_to(folder / "nowhere")
        os.mkfifo(folder / "pipe.json")
    (folder / "folder.json").mkdir()
    return read(Night(tiny_lake, parent / "data"), folder)


def test_odd_profiles_are_read_whatever_cannot_be_kept_beside_them(odd_run: CrawlRun) -> None:
    assert odd_run.parsed == 3 + len(ODD)


@pytest.mark.parametrize("reason", REASONS)
def test_profiles_that_cannot_be_kept_are_errors_of_their_own(odd_run: CrawlRun, reason: str) -> None:
    assert sum(reason in error.reason for error in odd_run.errors) == REASONS[reason]


def test_an_error_says_in_which_file_the_profile_stands(odd_run: CrawlRun) -> None:
    assert {f"{name}.json" for name in UNUSABLE} <= {error.url for error in odd_run.errors}


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_a_link_to_nowhere_is_an_error_and_what_is_no_file_is_passed_over(odd_run: CrawlRun) -> None:
    urls = [error.url for error in odd_run.errors]
    assert "gone.json" in urls
    assert not {"folder.json", "pipe.json"} & set(urls)


def test_whatever_is_odd_is_one_error_at_most(odd_run: CrawlRun) -> None:
    assert odd_run.errors_count == REASONS.total() + (os.name == "posix")  # the link to nowhere


def test_whoever_was_erased_by_key_stays_away_however_the_source_writes_it(night: Night, folder: Path) -> None:
    for number, written in enumerate(("Jose\u0301", "José\u200b", "\u2060José", "José\u00a0")):
        odd = {"profile_key": written, "full_name": "A"}
        (folder / f"odd {number}.json").write_text(json.dumps(odd), "utf-8")
    assert read(night, folder).parsed == 4  # of all writings, one

    erase(night.config, Named(profile_keys=("José",)), encoder=night.embedder, clock=night.clock)

    assert read(night, folder).parsed == 3


def test_whoever_cannot_be_read_is_not_missed_however_the_source_writes_the_key(night: Night, folder: Path) -> None:
    odd = folder / "odd.json"
    odd.write_text(json.dumps({"profile_key": "Jose\u0301", "full_name": "A"}), "utf-8")
    read(night, folder)

    odd.write_text(json.dumps({"profile_key": "Jose\u0301"}), "utf-8")

    assert (read(night, folder).missing, read(night, folder).errors_count) == (0, 1)
