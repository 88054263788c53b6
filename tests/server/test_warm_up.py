"""Warm-up: in the background, from the start of the process on, in two steps."""

import logging
import subprocess
import sys
import threading
from pathlib import Path
from typing import NoReturn

import pytest

from teamlandkarte.index.config import Config
from teamlandkarte.index.errors import NoDatasetError
from teamlandkarte.server.opening import LocalModel, load, open_current
from teamlandkarte.server.protocol.warm_up import WarmUp
from tests.etl.night import Night
from tests.hash_embedder import HashEmbedder

ENOUGH = 30  # seconds to wait for what must happen


class Step:
    """Something to load; tells that it was, and by which thread."""

    def __init__(self) -> None:
        self.by: list[str] = []
        self.done = threading.Event()

    def __call__(self) -> None:
        self.by.append(threading.current_thread().name)
        self.done.set()


def ended() -> None:
    """Wait until no warm-up runs."""
    for thread in threading.enumerate():
        if thread.name == "warm-up":
            thread.join(ENOUGH)


def test_the_first_step_begins_at_once_and_the_rest_when_there_is_a_server() -> None:
    first, rest = Step(), Step()
    warm_up = WarmUp(first, rest)

    with warm_up.running():
        assert first.done.wait(ENOUGH)
        assert rest.by == []
        warm_up.go_on()
        assert rest.done.wait(ENOUGH)

    ended()
    assert first.by == rest.by == ["warm-up"]


def test_the_rest_is_left_out_where_there_never_is_a_server() -> None:
    first, rest = Step(), Step()

    with WarmUp(first, rest).running():
        assert first.done.wait(ENOUGH)

    ended()
    assert rest.by == []


class WatchedModel(LocalModel):
    """A model that is never read, and says whether it should have been."""

    wanted = False

    def load(self) -> None:
        self.wanted = True


def test_the_model_is_read_ahead_only_where_an_index_is_of_it(config: Config, tiny_lake: Path, tmp_path: Path) -> None:
    elsewhere = Night(tiny_lake, tmp_path / "data")
    elsewhere.refresh(embedder=HashEmbedder("another model"))
    for embedded_by_it, settings in ((True, config), (False, elsewhere.config)):
        model = WatchedModel(threads=1)
        load(settings, open_current(settings, model), model)
        assert model.wanted is embedded_by_it


class Heard(logging.Handler):
    """Keeps what is logged; tells when something was."""

    def __init__(self) -> None:
        super().__init__()
        self.message = ""
        self.something = threading.Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.message = record.getMessage()
        self.something.set()


def test_without_a_dataset_the_warm_up_says_so_in_the_log_and_ends() -> None:
    def look() -> NoReturn:
        raise NoDatasetError("nothing has been published yet")

    heard, rest = Heard(), Step()
    logger = logging.getLogger("teamlandkarte.server.protocol.warm_up")
    logger.addHandler(heard)
    warm_up = WarmUp(look, rest)
    with warm_up.running():
        warm_up.go_on()
        assert heard.something.wait(ENOUGH)
    logger.removeHandler(heard)
    ended()
    assert "nothing has been published yet" in heard.message
    assert rest.by == []


PROGRAM = """
import threading
from teamlandkarte.server.protocol.warm_up import WarmUp

begun = threading.Event()

def load():
    begun.set()
    {begin}
    raise RuntimeError("can't register atexit after shutdown")

warm_up = WarmUp(lambda: None, load)
with warm_up.running():
    warm_up.go_on()
    begun.wait()
    {end}
"""
UNTIL_IT_LEFT = "threading.main_thread().join()"
UNTIL_ALL_IS_LOADED = "[thread.join() for thread in threading.enumerate()[1:]]"


@pytest.mark.parametrize(("begin", "end", "told"), [(UNTIL_IT_LEFT, "", False), ("", UNTIL_ALL_IS_LOADED, True)])
def test_what_fails_is_told_unless_the_client_has_left_by_then(begin: str, end: str, told: bool) -> None:
    program = [sys.executable, "-c", PROGRAM.format(begin=begin, end=end)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert ("RuntimeError: can't register atexit" in done.stderr) is told
    assert bool(done.stderr) is told
