"""The README promises what works: every command and every SQL statement in it is run."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import LIMITS

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BIN = Path(sys.executable).parent
ENDLESS = ("serve --http", "teamlandkarte schedule")  # started by the tests of the transport and of the schedule
# Names that mean the same and names that do not, twenty of each.
ALIKE = ("Gleisbau", "Projektleitung", "Brückenbau", "Datenanalyse", "Tunnelbau")
PAIRS = "text,term,same\n" + "".join(
    f"{one}{ending},{other},{'yes' if one == other else 'no'}\n"
    for ending in ("", "en", "arbeiten", " (m/w/d)")
    for place, one in enumerate(ALIKE)
    for other in (one, ALIKE[place - 1])
)
IN_THE_GATE = ("make run", "make test")  # run by .ci/run


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def commands() -> list[str]:
    lines = [line.split("  #")[0].strip() for block in blocks("sh") for line in block.splitlines()]
    return [line for line in lines if line and line not in IN_THE_GATE and not any(word in line for word in ENDLESS)]


@pytest.fixture(scope="module")
def checkout(refreshed: Path, tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the README's paths mean something: configuration, environment, a lake refreshed three times.

    From the newest version, and after a rollback from it, there is one to compare with.
    """
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copytree(refreshed, folder, dirs_exist_ok=True)
    lake = shutil.copytree(tiny_lake, folder / "lake")
    (folder / "config.toml").write_text(f'[database]\npath = "lake"\n{LIMITS}', encoding="utf-8")
    (folder / "pairs.csv").write_text(PAIRS, encoding="utf-8")
    (folder / ".venv").mkdir()
    (folder / ".venv" / "bin").symlink_to(BIN, target_is_directory=True)
    for level in ("Principal", "Expert"):
        capacities = lake / "teamlandkarte_v_capacities_latest.csv"
        capacities.write_text(capacities.read_text("utf-8").replace("Senior", level), encoding="utf-8")
        run(folder, ".venv/bin/teamlandkarte refresh")
        lake = shutil.copytree(tiny_lake, folder / "lake", dirs_exist_ok=True)
    return folder


def run(folder: Path, command: str) -> str:
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_the_readme_documents_the_two_commands() -> None:
    assert all(command in README for command in IN_THE_GATE)


@pytest.mark.parametrize("command", commands())
def test_command_of_the_readme_works(checkout: Path, tmp_path: Path, command: str) -> None:
    run(checkout, command.replace("/tmp/another-lake", str(tmp_path / "another-lake")))


@pytest.mark.parametrize("statement", [line for block in blocks("sql") for line in block.splitlines() if line])
def test_sql_of_the_readme_works_in_the_duckdb_cli(checkout: Path, statement: str) -> None:
    opened = next(command for command in commands() if command.startswith("duckdb"))
    assert run(checkout, f'{opened} -csv -c "{statement}"').count("\n") > 1


def test_every_file_that_the_readme_links_to_is_there() -> None:
    linked = [target for target in re.findall(r"\]\(([^)]+)\)", README) if "://" not in target]
    assert linked
    assert [target for target in linked if not (Path(__file__).parents[2] / target).exists()] == []
