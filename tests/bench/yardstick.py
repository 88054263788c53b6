"""What the machine of the goals was measured with, so that a figure of another machine can be held against them.

The goals of the engine and of the start come from one machine, on which two simple things were timed as well: a plain
scan with NumPy, and the import of the protocol's library. Both are run here in turn with ours. What ours takes, in
units of the yardstick, times what the yardstick took there, is what ours would take there; nearly so, since processors
differ in more than one number.
"""

import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

PLAIN_SCAN_MS = {5_000: 0.15, 100_000: 1.64, 1_000_000: 16.0}  # CPU, p50, by people; of a million the least of 16 to 21
IMPORT_S = 0.43  # of the protocol's library by a new process
_LANES = 8
_AT_ONCE = 65_536  # codes
_REQUIRED = 5


def plain_scan(people: int, terms: int) -> Callable[[], NDArray[np.float32]]:
    """Return a scan for five competences: everyone's mean of the best similarities, without whatever was added since.

    People, and so the means, stand by their number of competences, some ten, as in `bench_engine.people`; the
    similarities are floats.
    """
    random = np.random.default_rng(20260401)
    degrees = np.minimum(random.poisson(10.5, people), terms) * (random.random(people) > 0.01)
    frequencies = np.cumsum(1.0 / np.arange(1, terms + 1))
    drawn = np.searchsorted(frequencies / frequencies[-1], random.random(int(degrees.sum())))
    links = np.unique(np.repeat(np.arange(people), degrees) << 32 | drawn)
    holders, held = links >> 32, (links & 0xFFFF_FFFF).astype(np.intp)
    numbers = np.bincount(holders, minlength=people)
    firsts = np.cumsum(numbers) - numbers
    order = np.argsort(numbers, kind="stable")
    blocks = []
    for number in range(1, int(numbers.max()) + 1):
        first, last = np.searchsorted(numbers[order], (number, number + 1))
        size = _AT_ONCE // number
        for at in range(first, last, size):
            some = order[at : min(at + size, last)]
            blocks.append(held[firsts[some] + np.arange(number)[:, np.newaxis]])
    rows = random.random((_REQUIRED, terms)).astype(np.float32)
    weights = np.append(np.ones(_REQUIRED, np.float32), np.zeros(_LANES - _REQUIRED, np.float32))

    def scan() -> NDArray[np.float32]:
        table = np.zeros((terms, _LANES), np.float32)
        table[:, :_REQUIRED] = rows.T
        means, at = np.zeros(people, np.float32), 0
        for own in blocks:
            block = slice(at, at + own.shape[1])
            means[block] = table.take(own, axis=0, mode="clip").max(axis=0) @ weights
            at = block.stop
        return means / np.float32(_REQUIRED)

    return scan


def import_seconds() -> float:
    """Return the seconds that a new process takes to import the protocol's library."""
    before = time.perf_counter()
    line = "from mcp.server.mcpserver import MCPServer"
    subprocess.run([sys.executable, "-c", line], check=True)
    return time.perf_counter() - before
