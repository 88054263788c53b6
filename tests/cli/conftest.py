"""The command line: as a scheduler calls it, in a process with an almost empty environment, or within the tests'."""

import json
import logging
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path

import pytest

from teamlandkarte.cli import doctor
from teamlandkarte.cli.main import main
from teamlandkarte.index.config import Config
from teamlandkarte.index.embedding import _Weights
from tests.cli.commands import Outcome, Run, teamlandkarte
from tests.conftest import CopyCache, MadeOnce

LIMITS = "[refresh]\nmax_rejected = 0.7\n"  # the hand-written lake has every fault once, and few rows
READ_ONCE = cache(_Weights.read)
CACHE = Path(".cache") / "embeddings.sqlite3"  # where the defaults have it


@pytest.fixture(scope="module", autouse=True)
def _model_in_memory() -> Iterator[None]:
    """Reading the model takes more than a second: once for all commands that run within the tests' process.

    Only while the tests of a module of this folder run, since others damage or rename the model.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("teamlandkarte.index.embedding._Weights.read", READ_ONCE)
        yield


@pytest.fixture(scope="session", autouse=True)
def _libraries_tried_once() -> Iterator[None]:
    """Trying the libraries starts processes and depends on nothing that a test changes: once for all `doctor` runs."""
    tried = cache(lambda: list(doctor._imports(Config())))

    def imports(_config: Config) -> Iterator[doctor.Check]:
        yield from tried()

    with pytest.MonkeyPatch.context() as patch:
        looks = [imports if look is doctor._imports else look for look in doctor.LOOKS]
        patch.setattr("teamlandkarte.cli.doctor.LOOKS", tuple(looks))
        yield


@contextmanager
def _own_signal_handlers() -> Iterator[None]:
    """Leave the process of the tests as it was: what a command does about signals is over with it."""
    kept = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        yield
    finally:
        for number, handler in kept:
            signal.signal(number, handler)


@pytest.fixture
def run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run `teamlandkarte WORDS` in an empty folder, or in `cwd`, without the start of a process."""

    def run(*words: str, cwd: Path = tmp_path, **environment: str) -> Outcome:
        capfd.readouterr()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(logging.getLogger("teamlandkarte"), "level", logging.NOTSET)
            patch.chdir(cwd)
            patch.setattr(sys, "argv", ["teamlandkarte", *words])
            for name, value in environment.items():
                patch.setenv(name, value)
            with _own_signal_handlers(), pytest.raises(SystemExit) as end:
                main()
        assert isinstance(end.value.code, int)
        return Outcome(end.value.code, *capfd.readouterr())

    return run


@pytest.fixture
def process(tmp_path: Path) -> Run:
    """Run `teamlandkarte WORDS` in an empty folder, in a process of its own."""
    return partial(teamlandkarte, cwd=tmp_path)


@pytest.fixture(scope="session")
def refreshed(tiny_lake: Path, made_once: MadeOnce, copy_cache: CopyCache) -> Path:
    """A folder with a config.toml on the hand-written lake, after one refresh; tests only read it."""

    def fill(folder: Path) -> None:
        copy_cache(folder / CACHE)
        (folder / "config.toml").write_text(
            f"[database]\npath = {json.dumps(str(tiny_lake))}\n{LIMITS}", encoding="utf-8"
        )
        outcome = teamlandkarte("refresh", cwd=folder)
        assert outcome.code == 0, outcome.err

    return made_once("refreshed", fill)


@pytest.fixture
def configured(tmp_path: Path, own_lake: Path, copy_cache: CopyCache) -> Path:
    """A folder with a config.toml on a lake of its own, and a cache that knows the lake's terms."""
    (tmp_path / "config.toml").write_text(f'[database]\npath = "{own_lake.name}"\n{LIMITS}', encoding="utf-8")
    copy_cache(tmp_path / CACHE)
    return tmp_path


@pytest.fixture
def refreshed_here(configured: Path, refreshed: Path) -> Path:
    """A folder after its first refresh, with a lake of its own."""
    shutil.copytree(refreshed / "data", configured / "data")
    return configured


@pytest.fixture
def ask(run: Run, refreshed: Path) -> Run:
    """Run `teamlandkarte WORDS` in the refreshed folder."""
    return partial(run, cwd=refreshed)


@pytest.fixture
def erased_here(configured: Path, refreshed: Path, run: Run, made_once: MadeOnce) -> Path:
    """A folder after the erasure of K001, with a lake that still has her."""

    def fill(folder: Path) -> None:
        shutil.copytree(refreshed, folder, dirs_exist_ok=True)
        assert run("erase", "--capacity", "K001", "--yes", cwd=folder).code == 0

    shutil.copytree(made_once("erased", fill) / "data", configured / "data")
    return configured
