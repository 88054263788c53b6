"""Odd profiles in a refresh: each is read or is an error of its own; neither others nor the staffing part suffer."""

import json
import os
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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A directory of three people as files."""
    folder = tmp_path / "staff"
    folder.mkdir()
    people = [{"profile_key": f"k{n}", "full_name": f"Name {n}"} for n in range(3)]
    (folder / "good.json").write_text(json.dumps(people), "utf-8")
    return folder


def read(night: Night, folder: Path) -> CrawlRun:
    """Run a refresh, which must succeed, and return its crawl run."""
    directory = Directory(source="files", path=folder)
    night.config = night.config.model_copy(update={"directory": directory})
    assert night.refresh().status in {"succeeded", "unchanged"}
    run = CrawlRuns(night.config.storage).latest()
    assert run is not None
    assert run.status == "completed"
    return run


@pytest.mark.parametrize(
    "profile",
    [
        {"profile_key": "x\0y", "full_name": "A\0B", "text": "\0", "url": "http://a/\0"},
        {"profile_key": "k" * 100_000, "full_name": "Ё ß \u0301 " * 10_000},
        {"profile_key": "x'\"$.[\n\t ", "full_name": "\U0001f600"},
        {"profile_key": "x", "full_name": "\ud800 A"},
        {"profile_key": "x", "full_name": "A", "": 1, "$": 2, "a.b": 3, "document": 1, "\0": 1},
        {"profile_key": "x", "full_name": "A", "sections": {"a": 1}, "contacts": [1]},
        {"profile_key": "x", "full_name": "A", "sections": "none"},
        {"profile_key": "x", "full_name": "A", "sections": _ODD_SECTIONS},
    ],
    ids=["nul", "long", "quotes", "half a character", "fields", "no list", "no list either", "sections"],
)
def test_an_odd_profile_is_read(night: Night, folder: Path, profile: dict[str, object]) -> None:
    (folder / "odd.json").write_text(json.dumps(profile), "utf-8")

    run = read(night, folder)

    assert (run.parsed, run.errors_count) == (4, 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"profile_key": "x", "full_name": "A", "deep": ' + "[" * 900 + "]" * 900 + "}", "nested too deeply"),
        ('{"profile_key": "x", "full_name": "A", "deep": ' + "[" * 90_000 + "]" * 90_000 + "}", "not valid JSON"),
        ('{"profile_key": "x", "full_name": "A", "half": "\\udfff"}', "surrogates not allowed"),
        ('{"profile_key": "x", "full_name": "A", "url": "\\udfff"}', "surrogates not allowed"),
        ('{"profile_key": "x\\ud800", "full_name": "A"}', "surrogates not allowed"),
        ('{"profile_key": "x\\ud800"}', "no full_name"),
        ('{"profile_key": "x", "full_name": "A", "number": NaN}', "not JSON compliant"),
        ('{"profile_key": "x", "full_name": "A", "number": 1e999}', "not JSON compliant"),
    ],
    ids=["deep", "deeper", "half", "half in url", "half in key", "half in key, no name", "nan", "infinite"],
)
def test_a_profile_that_cannot_be_kept_is_an_error_of_its_own(
    night: Night, folder: Path, text: str, reason: str
) -> None:
    (folder / "odd.json").write_text(text, "utf-8")

    run = read(night, folder)

    assert (run.parsed, run.errors_count) == (3, 1)
    assert reason in run.errors[0].reason


@pytest.mark.parametrize("written", ["Jose\u0301", "José\u200b", "\u2060José", "José\u00a0"])
def test_whoever_was_erased_by_key_stays_away_however_the_source_writes_it(
    night: Night, folder: Path, written: str
) -> None:
    (folder / "odd.json").write_text(json.dumps({"profile_key": written, "full_name": "A"}), "utf-8")
    assert read(night, folder).parsed == 4

    erase(night.config, Named(profile_keys=("José",)), encoder=night.embedder, clock=night.clock)

    assert read(night, folder).parsed == 3


def test_whoever_cannot_be_read_is_not_missed_however_the_source_writes_the_key(night: Night, folder: Path) -> None:
    odd = folder / "odd.json"
    odd.write_text(json.dumps({"profile_key": "Jose\u0301", "full_name": "A"}), "utf-8")
    read(night, folder)

    odd.write_text(json.dumps({"profile_key": "Jose\u0301"}), "utf-8")

    assert (read(night, folder).missing, read(night, folder).errors_count) == (0, 1)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere every file name is text")
@pytest.mark.parametrize("text", ["{", '{"full_name": "A"}'])
def test_a_file_whose_name_is_no_text_is_an_error_at_most(night: Night, folder: Path, text: str) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff\xfe.json")).write_text(text, "utf-8")

    run = read(night, folder)

    assert (run.parsed, run.errors_count) == (3, 1)


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_a_link_to_nowhere_is_an_error_and_what_is_no_file_is_passed_over(night: Night, folder: Path) -> None:
    (folder / "gone.json").symlink_to(folder / "nowhere")
    (folder / "folder.json").mkdir()
    os.mkfifo(folder / "pipe.json")

    run = read(night, folder)

    assert [(error.url, run.parsed) for error in run.errors] == [("gone.json", 3)]
