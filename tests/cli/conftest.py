"""The command line as a person or a scheduler calls it: its own process, its own folder, an almost empty environment."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
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


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run `teamlandkarte WORDS` in an empty folder."""

    def call(*words: str, cwd: Path = tmp_path, **environment: str) -> Outcome:
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        command = [str(Path(sys.executable).with_name("teamlandkarte")), *words]
        done = subprocess.run(
            command,
            cwd=cwd,
            env=kept | environment,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=120,
            check=False,
        )
        return Outcome(done.returncode, done.stdout, done.stderr)

    return call


@pytest.fixture
def configured(tmp_path: Path, own_lake: Path) -> Path:
    """A folder with a config.toml on a lake of its own; data and cache lie beside it."""
    (tmp_path / "config.toml").write_text(f'[database]\npath = "{own_lake.name}"\n', encoding="utf-8")
    return tmp_path
