"""The README promises what works: every command and every SQL statement in it is run."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from teamlandkarte.etl.duckdb_lake import DuckDBLake
from teamlandkarte.etl.embedders import open_embedder
from teamlandkarte.etl.lake import open_lake
from teamlandkarte.etl.lake_tables import DirectoryTable, LakeTable
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.config import Database
from teamlandkarte.index.config_file import read_config
from tests.cli.conftest import LIMITS
from tests.lake_files import CAPACITIES, edit

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BIN = Path(sys.executable).parent
# Whom the README names, as in the sample lake that `make run` writes; the hand-written lake has them under these, too.
NAMED_CAPACITY, NAMED_EMPLOYEE = "1000427", "Matthias Müller"
DIRECTORY = {
    "employees": "profile_key,profile_id,full_name,canonical_url,profile\n"
    f"org/persons/1,1,{NAMED_EMPLOYEE},https://staff.example.org/1,{{}}\n",
    "employee_publications": "profile_key,position,title,text,url\n",
    "employee_courses": "profile_key,position,year,title,url\n",
}
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
    named_lake = tmp_path_factory.mktemp("named") / "lake"
    named_lake.mkdir()
    for table in tiny_lake.glob("*.csv"):
        (named_lake / table.name).write_text(table.read_text("utf-8").replace("K002", NAMED_CAPACITY), "utf-8")
    for name, rows in DIRECTORY.items():
        (named_lake / f"teamlandkarte_v_{name}_latest.csv").write_text(rows, encoding="utf-8")
    lake = shutil.copytree(named_lake, folder / "lake")
    (folder / "config.toml").write_text(f'[database]\npath = "lake"\n{LIMITS}', encoding="utf-8")
    (folder / "pairs.csv").write_text(PAIRS, encoding="utf-8")
    (folder / ".venv").mkdir()
    (folder / ".venv" / "bin").symlink_to(BIN, target_is_directory=True)
    config = read_config(folder / "config.toml", environment={}, directory=folder)
    for level in ("Principal", "Expert"):
        edit(lake, CAPACITIES, ("Senior", level))
        refresh(config, open_lake(config.database, config.credentials), open_embedder(config))
        lake = shutil.copytree(named_lake, folder / "lake", dirs_exist_ok=True)
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
    done = run(checkout, command.replace("/tmp/another-lake", str(tmp_path / "another-lake")))
    assert "showing 0 of 0" not in done


def test_whom_the_readme_names_are_in_the_lake_that_make_run_writes(checkout: Path, tmp_path: Path) -> None:
    run(checkout, f".venv/bin/teamlandkarte sample {tmp_path / 'sample_lake'}")
    lake = DuckDBLake(Database(path=tmp_path / "sample_lake"))
    ids = {row["id"] for batch in lake.fetch(LakeTable.CAPACITIES) for row in batch.to_pylist()}
    names = {row["full_name"] for batch in lake.fetch(DirectoryTable.EMPLOYEES) for row in batch.to_pylist()}
    assert NAMED_CAPACITY in ids
    assert NAMED_EMPLOYEE in names
    assert f"--capacity {NAMED_CAPACITY} " in README
    assert '"muller matthias"' in README


@pytest.mark.parametrize("statement", [line for block in blocks("sql") for line in block.splitlines() if line])
def test_sql_of_the_readme_works_in_the_duckdb_cli(checkout: Path, statement: str) -> None:
    opened = next(command for command in commands() if command.startswith("duckdb"))
    assert run(checkout, f'{opened} -csv -c "{statement}"').count("\n") > 1


def test_every_file_that_the_readme_links_to_is_there() -> None:
    linked = [target for target in re.findall(r"\]\(([^)]+)\)", README) if "://" not in target]
    assert linked
    assert [target for target in linked if not (Path(__file__).parents[2] / target).exists()] == []
