"""Erasures that fail, are told to stop, or whose list is lost."""

import json
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.commands import COMMAND, Run, manifest


def test_an_erasure_that_fails_says_what_completes_it_and_every_command_says_why_nobody_answers(
    run: Run, refreshed_here: Path
) -> None:
    staging = refreshed_here / "data" / "staging"
    staging.touch()  # where a folder is needed to build in
    failed = run("erase", "--capacity", "K001", "--yes")
    assert failed.code == 1
    assert "on the erasure list" in failed.err
    assert "`teamlandkarte refresh`, or the same erasure again" in failed.err

    shown = run("status", "--json")
    assert shown.code == 1
    assert "holds somebody who was erased" in json.loads(shown.out)["reason"]
    assert "holds somebody who was erased" in run("doctor").out
    staging.unlink()
    for words in (("history",), ("verify",), ("prune", "--dry-run"), ("refresh", "--plan")):
        assert run(*words).code == 0, words
    assert run("erase", "--capacity", "K001", "--yes").code == 0
    assert run("status").code == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_erasure_that_is_told_to_stop_says_whether_anybody_is_listed(
    run: Run, refreshed_here: Path, number: signal.Signals
) -> None:
    words = [COMMAND, "erase", "--capacity", "K001", "--yes"]
    with subprocess.Popen(words, cwd=refreshed_here, stderr=subprocess.PIPE, text=True) as erasure:
        assert erasure.stderr is not None
        assert erasure.stderr.readline().startswith("list")
        erasure.send_signal(number)
        said = erasure.stderr.read()
    assert erasure.returncode == 130
    assert "Traceback" not in said
    listed = json.loads(run("erase", "--list", "--json").out)["erasures"]
    assert ("on the erasure list" if listed else "nobody was erased") in said


@pytest.mark.parametrize("lost", [("erasure.json",), ("erasure.json", "erasure.key")])
def test_without_a_list_that_was_there_nothing_is_published_or_listed(
    run: Run, erased_here: Path, lost: tuple[str, ...]
) -> None:
    current = manifest(erased_here)
    for name in lost:
        (erased_here / "data" / name).unlink()

    for words in (("refresh",), ("erase", "--list")):
        refused = run(*words)
        assert refused.code == 1
        assert "erasure.json" in refused.err
        assert "restore it from the backup" in refused.err
    assert manifest(erased_here) == current


@pytest.mark.parametrize("lost", ["erasure.key", "erasure.json"])
def test_without_the_list_or_its_key_nothing_is_published(run: Run, erased_here: Path, lost: str) -> None:
    current = manifest(erased_here)
    (erased_here / "data" / lost).write_text("{[", encoding="utf-8")

    refused = run("refresh")

    assert refused.code == 1
    assert lost in refused.err
    assert "backup" in refused.err
    assert manifest(erased_here) == current
