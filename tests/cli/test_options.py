"""Options of the command line: what they say about a value that they cannot take."""

from pathlib import Path

import pytest

from tests.cli.commands import Outcome, Run


def said(refused: Outcome) -> str:
    """Return what a command says about a wrong option, without its frame."""
    return " ".join(refused.err.replace("│", " ").split())


@pytest.mark.parametrize("typed", ["0", "-3", "1000001", "abc", "1.5", ""])
@pytest.mark.parametrize(
    "words",
    [
        ("match", "--competence", "Python", "--limit"),
        ("history", "--limit"),
        ("directory", "search", "Anna", "--limit"),
        ("sample", "lake", "--people"),
        ("sample", "lake", "--tasks"),
    ],
)
def test_a_number_that_is_not_allowed_is_named_with_what_is(
    run: Run, tmp_path: Path, words: tuple[str, ...], typed: str
) -> None:
    refused = run(*words, typed)
    assert refused.code == 2
    assert f"'{words[-1]}': \"{typed}\" is no whole number from 1 to 1000000; give one of these" in said(refused)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("typed", ["0", "65536", "http"])
def test_a_port_that_does_not_exist_is_named_with_those_that_do(run: Run, typed: str) -> None:
    refused = run("serve", "--http", "--port", typed)
    assert refused.code == 2
    assert f"'--port': \"{typed}\" is no whole number from 1 to 65535; give one of these" in said(refused)


@pytest.mark.parametrize(
    "words", [("match", "--competence", "Python", "--from"), ("match", "--to"), ("sample", "lake", "--today")]
)
def test_a_day_that_does_not_exist_is_named_with_how_days_are_written(run: Run, words: tuple[str, ...]) -> None:
    refused = run(*words, "2027-02-29")
    assert refused.code == 2
    assert (
        f"'{words[-1]}': \"2027-02-29\" is no day of the calendar; write it as YYYY-MM-DD, such as 2027-03-01"
    ) in said(refused)


@pytest.mark.parametrize("typed", ["", "  "])
@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--config",), "--config"),
        (("sample",), "DIR"),
        (("calibrate",), "FILE.csv"),
        (("calibrate", "pairs.csv", "--output"), "--output"),
        (("directory", "sync"), "FILE"),
        (("directory", "sync", "copy.json", "--url"), "--url"),
        (("serve", "--http", "--host"), "--host"),
    ],
)
def test_a_blank_names_no_file_and_no_address(
    run: Run, tmp_path: Path, words: tuple[str, ...], named: str, typed: str
) -> None:
    refused = run(*words, typed, *(("status",) if words == ("--config",) else ()))
    assert refused.code == 2
    assert f"'{named}': \"{typed.strip()}" in said(refused)
    assert "names nothing; write what it is to name" in said(refused)
    assert list(tmp_path.iterdir()) == []


def test_a_level_behind_a_competence_is_refused_with_where_it_belongs(ask: Run) -> None:
    refused = ask("match", "--competence", "Java=essential")
    assert refused.code == 1
    assert 'competences contains "Java=essential", whose level belongs into weights; write "Java" there' in refused.err


@pytest.mark.parametrize("option", [("--port", "8080"), ("--host", "::")])
def test_an_address_to_serve_at_without_http_is_refused(run: Run, configured: Path, option: tuple[str, str]) -> None:
    refused = run("serve", *option)
    assert (refused.code, "add --http" in " ".join(refused.err.split())) == (2, True)


def test_the_time_sought_is_explained(run: Run) -> None:
    explained = " ".join(run("match", "--help").out.replace("│", " ").split())
    assert "The first day of the time sought" in explained
    assert "The last day of the time sought" in explained
