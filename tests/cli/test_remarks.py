"""What a refresh warns about in the users' own aliases, as the command line shows it."""

import json
from pathlib import Path

import pytest

from tests.cli.commands import Run

CONFLICTS = (
    "aliases, lines in conflict with an earlier one: line 3: GB is Gleisbau already; line 5: Loop is Ring already"
)
JOINED = "aliases, that join two terms of the lake: Counted as the same from now on: Python = Java"


@pytest.fixture
def with_aliases(refreshed_here: Path) -> Path:
    """A refreshed folder whose own aliases contradict each other twice and make one term of two of the lake."""
    lines = "alias,term\nGB,Gleisbau\nGB,[bold]Großbritannien\nLoop,Ring\nRing,Loop\nPython,Java\n"
    (refreshed_here / "own.csv").write_text(lines, encoding="utf-8")
    with (refreshed_here / "config.toml").open("a", encoding="utf-8") as config:
        config.write('[vocabulary]\naliases = "own.csv"\n')
    return refreshed_here


@pytest.mark.usefixtures("with_aliases")
def test_the_lines_that_a_refresh_leaves_out_are_shown_then_and_in_the_history(run: Run) -> None:
    refreshed = run("refresh")
    assert refreshed.code == 0
    (latest,) = json.loads(run("history", "--limit", "1", "--json").out)["runs"]
    shown = run("history", latest["run_id"])
    for said in (" ".join(refreshed.err.split()), " ".join(shown.out.split())):
        assert f"{CONFLICTS}: left out. Give each alias one term" in said
        assert JOINED in said
    assert refreshed.out.count("\n") == 1


def test_names_of_any_length_do_not_flood_the_screen(run: Run, with_aliases: Path) -> None:
    long = "x" * 3_000
    (with_aliases / "own.csv").write_text(f"alias,term\nGB,{long}\nGB,Gleisbau\n", encoding="utf-8")
    refreshed = run("refresh")
    told = " ".join(refreshed.err.split())
    assert f"aliases, lines in conflict with an earlier one: line 3: GB is {'x' * 79}… already: left out." in told
    assert "x" * 80 not in told
