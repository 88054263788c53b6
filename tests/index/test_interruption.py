"""A signal in mid-work, from outside to a real process with a real DuckDB."""

import signal
import subprocess
import sys

import pytest

from teamlandkarte.index.interruption import interruptible

BEGIN = """
import signal, sys, duckdb
from teamlandkarte.index.interruption import interruptible, stop
signal.signal(signal.SIGTERM, HANDLER)
class Dropped:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)
def asked(text):
    signal.raise_signal(signal.SIGTERM)
    return text
try:
    print("at work", flush=True)
    with duckdb.connect() as connection, interruptible():
        connection.create_function("asked", asked, ["VARCHAR"], "VARCHAR")
"""
END = """
except KeyboardInterrupt:
    sys.exit("interrupted")
"""
ENDLESS = 'connection.execute("CREATE TABLE t AS SELECT n FROM range(1000000000000) numbers(n) WHERE sqrt(n) = 0.5")'
CALLED_BACK = "connection.execute(\"SELECT asked('a')\").fetchall()"
DROPPED = "Dropped(); raise ValueError('what came of it')"


def at_work(work: str, handler: str) -> "subprocess.Popen[str]":
    """Start a process that does some work once it has said so; the signal's handler is `handler`."""
    code = f"{BEGIN.replace('HANDLER', handler)}        {work}\n{END}"
    command = [sys.executable, "-c", code]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "at work\n"
    return process


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process without asking it")
@pytest.mark.parametrize("handler", ["stop", "signal.default_int_handler"])
def test_a_signal_that_interrupts_a_statement_interrupts_the_program(handler: str) -> None:
    with at_work(ENDLESS, handler) as process:
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (1, "interrupted\n")


@pytest.mark.parametrize("handler", ["stop", "signal.default_int_handler"])
def test_a_signal_in_python_that_a_statement_calls_back_interrupts_the_program(handler: str) -> None:
    with at_work(CALLED_BACK, handler) as process:
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (1, "interrupted\n")


def test_a_signal_whose_exception_is_dropped_makes_an_interruption_of_the_next_error() -> None:
    with at_work(DROPPED, "stop") as process:
        _, errors = process.communicate(timeout=60)
    assert "Exception ignored in" in errors
    assert (process.returncode, errors.splitlines()[-1]) == (1, "interrupted")


def test_any_other_error_stays_what_it_is() -> None:
    with pytest.raises(RuntimeError, match=r"^another$"), interruptible():
        raise RuntimeError("another")
