"""A signal in mid-statement, from outside to a real process with a real DuckDB."""

import signal
import subprocess
import sys

import pytest

from teamlandkarte.index.interruption import interruptible

AT_WORK = """
import signal, sys, duckdb
from teamlandkarte.index.interruption import interruptible
signal.signal(signal.SIGTERM, signal.default_int_handler)
try:
    print("at work", flush=True)
    with duckdb.connect() as connection, interruptible():
        connection.execute("CREATE TABLE roots AS SELECT n FROM range(1000000000000) numbers(n) WHERE sqrt(n) = 0.5")
except KeyboardInterrupt:
    sys.exit("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process without asking it")
def test_a_signal_that_interrupts_a_statement_interrupts_the_program() -> None:
    command = [sys.executable, "-c", AT_WORK]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "at work\n"
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (1, "interrupted\n")


def test_any_other_error_stays_what_it_is() -> None:
    with pytest.raises(RuntimeError, match=r"^another$"), interruptible():
        raise RuntimeError("another")
