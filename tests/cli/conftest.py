"""The command line as a scheduler calls it: its own process, its own folder, an almost empty environment."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

KEPT = ("PATH", "HOME", "XDG_DATA_HOME", "LOCALAPPDATA", "SYSTEMROOT", "LD_LIBRARY_PATH")


@dataclass(frozen=True)
class Outcome:
    """What a command left: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


Run = Callable[..., Outcome]


def teamlandkarte(*words: str, cwd: Path, **environment: str) -> Outcome:
    """Run `teamlandkarte WORDS` in a folder."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    done = subprocess.run(
        [str(Path(sys.executable).with_name("teamlandkarte")), *words],
        cwd=cwd,
        env=kept | environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
        check=False,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run `teamlandkarte WORDS` in an empty folder, or in `cwd`."""
    return partial(teamlandkarte, cwd=tmp_path)


@pytest.fixture
def configured(tmp_path: Path, own_lake: Path) -> Path:
    """A folder with a config.toml on a lake of its own; data and cache lie beside it."""
    (tmp_path / "config.toml").write_text(f'[database]\npath = "{own_lake.name}"\n', encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="session")
def refreshed(tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a config.toml on the hand-written lake, after one refresh; tests only read it."""
    folder = tmp_path_factory.mktemp("refreshed")
    (folder / "config.toml").write_text(f"[database]\npath = {json.dumps(str(tiny_lake))}\n", encoding="utf-8")
    outcome = teamlandkarte("refresh", cwd=folder)
    assert outcome.code == 0, outcome.err
    return folder


@pytest.fixture
def ask(refreshed: Path) -> Run:
    """Run `teamlandkarte WORDS` in the refreshed folder."""
    return partial(teamlandkarte, cwd=refreshed)
