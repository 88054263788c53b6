"""The scan with NumPy beside the same scan compiled by Numba, same layout, same integers.

    make bench-peers runs it, too; or, with the number of people:  python -m tests.bench.kernels 1000000

CPU time of one thread, in turn. Scores of both are compared for equality.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

os.environ["NUMBA_SLP_VECTORIZE"] = "1"  # read at import: the lanes of a code then go through one instruction
from numba import njit

from teamlandkarte.index import scan
from teamlandkarte.index.scoring import STEP
from tests.bench.world import World, name

ROUNDS, REQUIRED = 15, 5


@njit(boundscheck=False)  # type: ignore[untyped-decorator]
def compiled(  # noqa: PLR0917 -- Numba takes no names
    table: NDArray[np.uint16],
    codes: NDArray[np.uint16],
    blocks: NDArray[np.int64],
    shares: NDArray[np.float64],
    half: float,
    out: NDArray[np.int32],
) -> None:
    """Scan blocks (start, stop, width, first) one person after the other."""
    for start, stop, width, first in blocks:
        people = stop - start
        for place in range(people):
            a = b = c = d = e = f = g = h = np.uint16(0)
            for step in range(width):
                own = codes[first + step * people + place]
                a = max(a, table[own, 0])
                b = max(b, table[own, 1])
                c = max(c, table[own, 2])
                d = max(d, table[own, 3])
                e = max(e, table[own, 4])
                f = max(f, table[own, 5])
                g = max(g, table[own, 6])
                h = max(h, table[own, 7])
            out[start + place] = np.int32(
                half
                + shares[0] * a
                + shares[1] * b
                + shares[2] * c
                + shares[3] * d
                + shares[4] * e
                + shares[5] * f
                + shares[6] * g
                + shares[7] * h
            )


def spent(work: Callable[[], object]) -> float:
    """Return the CPU milliseconds of one call."""
    before = time.thread_time()
    work()
    return 1000.0 * (time.thread_time() - before)


def main() -> None:
    """Print a table."""
    print(f"load average {os.getloadavg()[0]:.1f}\n")  # noqa: T201
    print("| people | kernel | CPU ms least | median | most |\n|--:|---|--:|--:|--:|")  # noqa: T201
    for number in [int(word) for word in sys.argv[1:]] or (100_000, 1_000_000):
        world = World.of(number, 20_000, 16)
        matcher = world.matcher()
        people = matcher.people
        rows = matcher._competences.step_rows([name(term) for term in world.asked(1, REQUIRED)[0].tolist()])
        weights = [800] * REQUIRED
        half = 0.5 + 0.25 / sum(weights)  # a mean plus a half is a multiple of 0.5 / sum(weights), float64 errs by less
        wide = np.zeros(8)
        wide[:REQUIRED] = STEP * np.array(weights) / sum(weights)
        table = np.zeros((len(people.bundles) + 20_000, 8), np.uint16)
        for lane, row in enumerate(rows):
            table[len(people.bundles) :, lane] = row
        people.bundles.fill(table, np.maximum)
        blocks = np.array(list(people.blocks), np.int64)
        codes, out = people.codes.astype(np.uint16), np.zeros(number, np.int32)
        ways: dict[str, Callable[[], object]] = {
            "NumPy": lambda p=people, r=rows, w=weights: scan.means(p, r, w),  # type: ignore[misc]
            "Numba": lambda t=table, i=codes, b=blocks, s=wide, h=half, o=out: compiled(t, i, b, s, h, o),  # type: ignore[misc]
        }
        ways["Numba"]()
        if not np.array_equal(out, scan.means(people, rows, weights).means):
            sys.exit("the kernels differ")
        times: dict[str, list[float]] = {way: [] for way in ways}
        for _ in range(ROUNDS):
            for way, work in ways.items():
                times[way].append(spent(work))
        for way, found in times.items():
            cells = f"{min(found):.2f} | {statistics.median(found):.2f} | {max(found):.2f}"
            print(f"| {number:,} | {way} | {cells} |", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
