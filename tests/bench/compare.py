"""The product beside its peers, interleaved, exactness checked: docs/benchmarks/peers.md and peers.svg.

make bench-peers        or, with the number of rounds and of people:  python -m tests.bench.compare 5 5000 100000
"""

import os
import platform
import statistics
import sys
import time
from importlib.metadata import version
from pathlib import Path

from tests.bench.peers import BEST, PEERS, Ask, Found
from tests.bench.world import World

PAGES = Path(__file__).parents[2] / "docs" / "benchmarks"
TERMS = {1_000: 1_000, 5_000: 2_000, 100_000: 20_000}
DIMENSIONS = 384
TOLERANCE = 5e-5  # float32 cosines against steps of 0.00002
PACKAGES = ("numpy", "duckdb", "faiss-cpu", "lancedb", "usearch", "hnswlib", "qdrant-client", "scikit-learn")

INTRO = """# Beside what others would pick

Written by `make bench-peers` (`python -m tests.bench.compare`): each way as its own documentation recommends
(`tests/bench/peers.py`), all asked the same questions in turn within one process. A question is the 50 people with the
highest mean, over five required terms, of the best cosine among the own terms; ours also counts everybody per category.
CPU time is that of all threads. *Of the best 50*: how many of the exact best were found, *exact* where all were, in
every question, with their means; people with the same mean stand for each other.

![CPU milliseconds per question](peers.svg)"""


def overlap(found: Found, exact: Found) -> float:
    """Return which share of the best 50 was found, people of equal scores being as good as each other."""
    people, scores = exact
    true = dict(zip(people.tolist(), scores.tolist(), strict=True))
    good = [
        person in true or score >= scores[-1] - TOLERANCE
        for person, score in zip(found[0].tolist(), found[1].tolist(), strict=True)
    ]
    told = [
        abs(true[person] - score) <= TOLERANCE
        for person, score in zip(found[0].tolist(), found[1].tolist(), strict=True)
        if person in true
    ]
    return float(sum(good) / BEST if all(told) else min(sum(good), sum(told)) / BEST)


def measured(people: int, rounds: int) -> tuple[list[str], dict[str, float]]:
    """Return the lines of a table and the median CPU milliseconds of each peer."""
    world = World.of(people, TERMS.get(people, 20_000), DIMENSIONS)
    asked = world.asked(rounds)
    peers: dict[str, Ask] = {}
    built: dict[str, float] = {}
    for name, make, most_people in PEERS:
        if people <= most_people:
            before = time.perf_counter()
            peers[name] = make(world)
            built[name] = time.perf_counter() - before
            print(f"{people}: built {name} in {built[name]:.0f} s", file=sys.stderr, flush=True)  # noqa: T201
    cpu: dict[str, list[float]] = {name: [] for name in peers}
    wall: dict[str, list[float]] = {name: [] for name in peers}
    found: dict[str, list[float]] = {name: [] for name in peers}
    for terms in asked:
        peers["Teamlandkarte"](terms)  # fills the row cache
    for terms in asked:
        exact = peers["Teamlandkarte"](terms)
        for name, ask in peers.items():
            walls, cpus = time.perf_counter(), time.process_time()
            answer = ask(terms)
            cpu[name].append(1000.0 * (time.process_time() - cpus))
            wall[name].append(1000.0 * (time.perf_counter() - walls))
            found[name].append(overlap(answer, exact))
    medians = {name: statistics.median(spent) for name, spent in cpu.items()}
    base = medians["Teamlandkarte"]
    lines = ["| way | CPU ms least | median | most | wall, median | slower than ours | of the best 50 | built in s |"]
    lines.append("|---|--:|--:|--:|--:|--:|--:|--:|")
    for name in sorted(medians, key=medians.__getitem__):
        least, most = min(cpu[name]), max(cpu[name])
        recall = "exact" if min(found[name]) == 1.0 else f"{min(found[name]):.2f}–{max(found[name]):.2f}"
        cells = f"{least:.2f} | {medians[name]:.2f} | {most:.2f} | {statistics.median(wall[name]):.2f}"
        lines.append(f"| {name} | {cells} | {medians[name] / base:.0f} | {recall} | {built[name]:.0f} |")
    exacts = [n for n in medians if min(found[n]) == 1.0 and not n.startswith("Teamlandkarte")]
    if exacts:
        best = min(exacts, key=medians.__getitem__)
        ratio = medians[best] / base
        lines.append(f"\nBest exact peer: {best}, {ratio:.0f} times our median (goal: 50 at 100,000 people).")
    return lines, medians


def drawn(results: dict[int, dict[str, float]]) -> None:
    """Write the picture."""
    import matplotlib.pyplot as plt

    plt.rcParams["svg.hashsalt"] = "teamlandkarte"
    figure, axes = plt.subplots(1, len(results), figsize=(6.2 * len(results), 4.2), squeeze=False)
    for axis, (people, medians) in zip(axes[0], results.items(), strict=True):
        names = sorted(medians, key=medians.__getitem__, reverse=True)
        colours = ["#1b6ca8" if name.startswith("Team") else "#b9b9b9" for name in names]
        axis.barh(names, [medians[name] for name in names], color=colours, log=True)
        axis.set_title(f"{people:,} people")
        axis.set_xlabel("CPU milliseconds per question, median")
    figure.tight_layout()
    figure.savefig(PAGES / "peers.svg", metadata={"Date": None})


def main() -> None:
    """Write the page."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    sizes = [int(word) for word in sys.argv[2:]] or list(TERMS)
    load = os.getloadavg()[0]
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    machine = (
        f"**Machine**: {platform.system()} {platform.machine()}, {os.cpu_count()} CPUs; Python "
        f"{platform.python_version()}, {packages}. Load average before: {load:.1f}. Rounds: {rounds}."
    )
    results, parts = dict[int, dict[str, float]](), [INTRO, machine]
    for people in sizes:
        lines, results[people] = measured(people, rounds)
        terms = TERMS.get(people, 20_000)
        parts.append(f"## {people:,} people, {terms:,} terms of {DIMENSIONS} dimensions\n\n" + "\n".join(lines))
        (PAGES / "peers.md").write_text("\n\n".join(parts) + "\n", "utf-8")
        drawn(results)


if __name__ == "__main__":
    main()
