"""How time and memory grow with people, vocabulary and what is required: docs/benchmarks/growth.md and growth.svg.

    make bench-growth       or, with the most people:  python -m tests.bench.growth 10000000

The engine alone, rows of similarities cached, CPU time of one thread. The dashed line is what reading the codes of
everybody once would take at the memory bandwidth that is measured here: nothing that looks at everybody can be faster
once they are too many for a cache.
"""

import os
import platform
import resource
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.matching import Matcher
from tests.bench.world import ROLES, World, requirement

PAGES = Path(__file__).parents[2] / "docs" / "benchmarks"
PEOPLE, TERMS, REQUIRED = 10**6, 20_000, 5
DIMENSIONS = 16  # rows are cached
QUERIES, BEST = 15, 50

INTRO = """# Growth

Written by `make bench-growth` (`python -m tests.bench.growth`): the engine alone, NumPy, one thread, rows of
similarities cached. A query scores everyone for five competences and a role, counts the categories and names the
best 50. Memory: the people in their layout, then what one stored search holds. *Bound*: the codes of everybody read
once, at the measured bandwidth.

![Milliseconds per query](growth.svg)"""


@dataclass(frozen=True)
class Point:
    """One size: milliseconds least, median and most, MiB of the people and of a search, and the bound in ms."""

    people: int
    terms: int
    required: int
    least: float
    median: float
    most: float
    layout: float
    search: float
    bound: float

    def line(self) -> str:
        """Return the row of the table."""
        times = f"{self.least:.2f} | {self.median:.2f} | {self.most:.2f} | {self.bound:.2f}"
        return (
            f"| {self.people:,} | {self.terms:,} | {self.required} | {times} | {self.layout:.1f} | {self.search:.1f} |"
        )


def bandwidth() -> float:
    """Return bytes per second that one thread reads: the best of several sums over 256 MiB."""
    data = np.ones(1 << 25)
    spent = []
    for _ in range(7):
        before = time.thread_time()
        data.sum()
        spent.append(time.thread_time() - before)
    return data.nbytes / min(spent)


def measured(matcher: Matcher, world: World, required: int, speed: float) -> Point:
    """Ask some questions of one size."""
    asked = [requirement(terms, number % ROLES) for number, terms in enumerate(world.asked(QUERIES, required))]
    spent = []
    for repeated in (False, True):
        for one in asked:
            before = time.thread_time()
            ranking = matcher.rank(one)
            _ = ranking.counts, ranking.best(BEST)
            if repeated:
                spent.append(1000.0 * (time.thread_time() - before))
    people = matcher.people
    arrays: tuple[NDArray[Any], ...] = (
        people.codes,
        people.id_ranks,
        people.degrees,
        people.widths,
        people.role_terms,
        people.mean_norm,
        people.by_id,
    )
    arrays += (people.windows.begin, people.windows.end, people.ids.text, people.ids.ends)
    held = (ranking.overall, ranking.standing, ranking.competence)
    return Point(
        people=world.people,
        terms=len(world.vectors),
        required=required,
        least=min(spent),
        median=statistics.median(spent),
        most=max(spent),
        layout=sum(array.nbytes for array in arrays) / 2**20,
        search=sum(array.nbytes for array in held if array is not None) / 2**20,
        bound=1000.0 * people.codes.nbytes / speed,
    )


def points(most: int, speed: float) -> Iterator[tuple[str, Point]]:
    """Yield the points of each curve."""
    for people in (10**power for power in range(3, 8)):
        if people <= most:
            world = World.of(people, TERMS, DIMENSIONS)
            yield "people", measured(world.matcher(), world, REQUIRED, speed)
    for terms in (1_000, 5_000, 20_000, 60_000, 200_000):
        world = World.of(min(most, PEOPLE), terms, DIMENSIONS)
        yield "vocabulary", measured(world.matcher(), world, REQUIRED, speed)
    world = World.of(min(most, PEOPLE), TERMS, DIMENSIONS)
    matcher = world.matcher()
    for required in (1, 2, 4, 5, 8, 12, 16, 24, 32):
        yield "required", measured(matcher, world, required, speed)


def drawn(curves: dict[str, list[Point]]) -> None:
    """Write the picture."""
    import matplotlib.pyplot as plt

    plt.rcParams["svg.hashsalt"] = "teamlandkarte"
    figure, axes = plt.subplots(1, 4, figsize=(17, 4.2))
    for axis, (curve, field, label) in zip(
        axes,
        (
            ("people", "people", "people"),
            ("vocabulary", "terms", "terms"),
            ("required", "required", "competences required"),
        ),
        strict=False,
    ):
        found = curves[curve]
        across = [getattr(point, field) for point in found]
        axis.plot(across, [point.median for point in found], "o-", color="#1b6ca8", label="query, median")
        axis.plot(across, [point.bound for point in found], "--", color="#777777", label="codes read once")
        axis.set_xlabel(label)
        axis.set_ylabel("CPU milliseconds")
        if curve != "required":
            axis.set_xscale("log")
        if curve == "people":
            axis.set_yscale("log")
        else:
            axis.set_ylim(bottom=0)
        axis.legend()
    across = [point.people for point in curves["people"]]
    axes[3].loglog(across, [point.layout for point in curves["people"]], "o-", color="#1b6ca8", label="people")
    axes[3].loglog(across, [point.search for point in curves["people"]], "o-", color="#d98032", label="one search")
    axes[3].set_xlabel("people")
    axes[3].set_ylabel("MiB")
    axes[3].legend()
    figure.tight_layout()
    figure.savefig(PAGES / "growth.svg", metadata={"Date": None})


def main() -> None:
    """Write the page."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 10**7
    load, speed = os.getloadavg()[0], bandwidth()
    curves: dict[str, list[Point]] = {}
    machine = (
        f"**Machine**: {platform.system()} {platform.machine()}, {os.cpu_count()} CPUs; Python "
        f"{platform.python_version()}, numpy {np.__version__}. Load average before: {load:.1f}. Measured bandwidth of "
        f"one thread: {speed / 1e9:.0f} GB/s.\n"
    )
    header = (
        "| people | terms | required | ms least | median | most | bound | people MiB | search MiB |\n"
        "|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    )
    lines = [INTRO, machine, header]
    for curve, point in points(most, speed):
        curves.setdefault(curve, []).append(point)
        lines.append(point.line())
        print(point.line(), flush=True)  # noqa: T201
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    lines.append(f"\nThe benchmark itself, which also draws and sorts the people, held {peak:,} MiB at most.")
    (PAGES / "growth.md").write_text("\n\n".join(lines[:2]) + "\n" + "\n".join(lines[2:]) + "\n", "utf-8")
    drawn(curves)


if __name__ == "__main__":
    main()
