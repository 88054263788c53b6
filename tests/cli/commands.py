"""The command line as a scheduler calls it: its own process, its own folder, an almost empty environment."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

COMMAND = str(Path(sys.executable).with_name("teamlandkarte"))
KEPT = ("PATH", "HOME", "XDG_DATA_HOME", "LOCALAPPDATA", "SYSTEMROOT", "LD_LIBRARY_PATH")


@dataclass(frozen=True)
class Outcome:
    """What a command left: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


Run = Callable[..., Outcome]


def surroundings() -> dict[str, str]:
    """Return the almost empty environment."""
    return {name: os.environ[name] for name in KEPT if name in os.environ}


def teamlandkarte(*words: str, cwd: Path, **environment: str) -> Outcome:
    """Run `teamlandkarte WORDS` in a folder."""
    done = subprocess.run(
        [COMMAND, *words],
        cwd=cwd,
        env=surroundings() | environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
        check=False,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def current(folder: Path) -> str:
    """Return the id of the current dataset version in a folder where commands ran."""
    return (folder / "data" / "CURRENT").read_text(encoding="utf-8").strip()


def manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of that version."""
    document = json.loads((folder / "data" / "versions" / current(folder) / "manifest.json").read_text("utf-8"))
    assert isinstance(document, dict)
    return document
