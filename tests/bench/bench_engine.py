"""What one full query costs inside the engine: CPU time of one thread, rows of similarities already cached.

    python -m tests.bench.bench_engine [PEOPLE …]      5,000, 100,000 and 1,000,000 unless given

A full query is five competences, a role and a time range: scores of everyone, counts per category, who is available,
the evidence of the best 50 of them, and the words for the first 10, as an answer shows them. The slow loop does the
competence part alone, person by person, in plain Python. On a busy machine only the least and the ratio mean anything.
Prints Markdown.
"""

import datetime as dt
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.calibration import RAW_COSINE
from teamlandkarte.index.config import Level, Matching, Similarity
from teamlandkarte.index.grid import on_grid
from teamlandkarte.index.matching import Matcher
from teamlandkarte.index.people import People
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.text import folded
from teamlandkarte.index.vocabulary import Vocabulary
from tests.bench.yardstick import PLAIN_SCAN_MS, plain_scan
from tests.links import links_of

SIZES = {5_000: 1_000, 100_000: 20_000, 1_000_000: 20_000}  # competence terms by people
ROLES = 60
DIMENSIONS = 64  # rows are cached, so the dimensions of the vectors cost nothing here
QUERIES = 40
BEST = 50
ROUNDS = 15
BATCH = 500
POOL = 300  # competences that are asked for; their rows all fit the cache
_SLOW = 100_000  # people whom a loop in Python still gets through
SHOWN = 10
START, END = dt.date(2026, 4, 1), dt.date(2026, 9, 30)

Query = Callable[[Requirement], object]


def vocabulary(kind: str, terms: int, random: np.random.Generator) -> Vocabulary:
    vectors = random.normal(0.1, 1.0, (terms, DIMENSIONS))
    units = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    names = [f"{kind} {number:06}" for number in range(terms)]
    return Vocabulary(names, on_grid(units), model="random", calibration=RAW_COSINE)


def people(count: int, terms: int, random: np.random.Generator) -> People:
    """Return people with some ten competences each, drawn so that few names are frequent; one in a hundred has none."""
    degrees = np.minimum(random.poisson(10.5, count), terms) * (random.random(count) > 0.01)
    frequencies = 1.0 / np.arange(1, terms + 1)
    begins = np.datetime64("2026-01-01") + random.integers(0, 365, count)
    return People.of(
        [f"P{row:07}" for row in range(count)],
        links_of(
            np.repeat(np.arange(count), degrees),
            np.searchsorted(np.cumsum(frequencies) / frequencies.sum(), random.random(int(degrees.sum()))),
        ),
        role_terms=random.integers(-1, ROLES, count),
        begin=begins,
        end=begins + random.integers(1, 730, count),
        mean_norm=random.uniform(0.3, 1.0, count),
    )


def requirements(competences: Vocabulary, roles: Vocabulary, random: np.random.Generator) -> list[Requirement]:
    return [
        Requirement(
            competences=tuple(random.choice(competences.terms, 5, replace=False).tolist()),
            role_names=tuple(random.choice(roles.terms, 1).tolist()),
        )
        for _ in range(QUERIES)
    ]


def full_query(matcher: Matcher, requirement: Requirement, within: tuple[dt.date, dt.date] | None = None) -> None:
    ranking = matcher.rank(requirement)
    _ = ranking.counts
    windows = matcher.people.windows
    free = ranking.restricted(windows.covering(*within) if within else windows.overlapping(START, END) | ~windows.known)
    _ = free.counts
    _ = matcher.evidence(requirement, free.best(BEST).tolist())[:SHOWN]


def shapes(competences: Vocabulary, roles: Vocabulary, random: np.random.Generator) -> dict[str, list[Requirement]]:
    """Return requirements that differ from the plain one in one thing."""

    pool = random.choice(competences.terms, POOL, replace=False)

    def drawn(count: int, wanted_roles: int = 1) -> list[Requirement]:
        return [
            Requirement(
                competences=tuple(random.choice(pool, count, replace=False).tolist()),
                role_names=tuple(random.choice(roles.terms, wanted_roles, replace=False).tolist()),
            )
            for _ in range(QUERIES)
        ]

    levels: tuple[Level, ...] = ("essential", "ideal", "desirable", "suggested", "ideal")
    weighed = [replace(one, weights=dict(zip(map(folded, one.competences), levels, strict=True))) for one in drawn(5)]
    counts = {f"{count} competences": drawn(count) for count in (1, 8, 16, 32)}
    return {"plain": drawn(5), "a level each": weighed, "5 roles": drawn(5, 5), "role only": drawn(0)} | counts


def batch(competences: Vocabulary, random: np.random.Generator) -> list[Requirement]:
    """Return 500 requirements that share most of what they ask for."""
    pool = random.choice(competences.terms, POOL, replace=False)
    return [Requirement(competences=tuple(random.choice(pool, 5, replace=False).tolist())) for _ in range(BATCH)]


def report_shapes(matcher: Matcher, strategy: str, asked: dict[str, list[Requirement]]) -> None:
    """Print what other requirements and time ranges cost, each in turn with a plain one."""
    sys.stdout.write(f"\n| full query, {strategy} | p50 | of the plain one |\n| --- | ---: | ---: |\n")
    plain = partial(full_query, matcher)
    for name, items in asked.items():
        milliseconds(plain, items)
        report_in_turn(name, plain, items, plain, asked["plain"])
    for days in (1, 90, 700):
        within = partial(full_query, matcher, within=(START, START + dt.timedelta(days=days)))
        free = np.count_nonzero(matcher.people.windows.covering(START, START + dt.timedelta(days=days)))
        name = f"free on all of {days} days: {100 * free / len(matcher.people):.1f} %"
        report_in_turn(name, within, asked["plain"], plain, asked["plain"])


def in_turn(
    first: Query, firsts: Sequence[Requirement], second: Query, seconds: Sequence[Requirement]
) -> NDArray[np.float64]:
    """Return the CPU milliseconds of both queries, (2, n), each call of one right before one of the other."""
    pairs = zip(firsts, seconds, strict=True)
    return np.array([(*milliseconds(first, [one]), *milliseconds(second, [other])) for one, other in pairs]).T


def report_in_turn(
    name: str, query: Query, items: Sequence[Requirement], plain: Query, others: Sequence[Requirement]
) -> None:
    """Print a row: the median time of a query and the median of its ratios to the plain one run just before."""
    before, spent = in_turn(plain, others, query, items)
    sys.stdout.write(f"| {name} | {np.median(spent):.3f} | {np.median(spent / before):.2f} |\n")


def report_yardstick(matchers: dict[str, Matcher], count: int, terms: int, asked: Sequence[Requirement]) -> None:
    """Print what full queries cost in several rounds, in turn with the plain scan, and so on the machine of the goals.

    A shared host is quick in some rounds and slow in others, which the least and the most of the rounds' p50 show.
    """
    there = PLAIN_SCAN_MS.get(count)
    if there is None:
        return
    scan = plain_scan(count, terms)
    scan()
    works = {name: partial(full_query, matcher) for name, matcher in matchers.items()} | {"plain": lambda _: scan()}
    rounds = np.array([[np.median(milliseconds(work, asked)) for work in works.values()] for _ in range(ROUNDS)])
    sys.stdout.write(
        f"\n| p50 of {ROUNDS} rounds | least | median | most | times the plain scan | on the machine of the goals |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: |\n"
    )
    for name, p50 in zip(works, rounds.T, strict=True):
        times = float(np.median(p50 / rounds[:, -1]))
        label = "plain scan" if name == "plain" else f"full query, {name}"
        sys.stdout.write(
            f"| {label} | {p50.min():.3f} | {np.median(p50):.3f} | {p50.max():.3f} | {times:.2f} | "
            f"{times * there:.2f} |\n"
        )


def report_batch(matcher: Matcher, asked: Sequence[Requirement]) -> None:
    """Print what many requirements cost one by one and together."""
    before = time.thread_time()
    for one in asked:
        _ = matcher.rank(one).counts
    alone = time.thread_time() - before
    before = time.thread_time()
    for ranking in matcher.rank_all(asked):
        _ = ranking.counts
    together = time.thread_time() - before
    distinct = len({name for one in asked for name in one.competences})
    sys.stdout.write(
        f"\n{len(asked)} requirements of {distinct} competences: {alone:.2f} s one by one, {together:.2f} s together.\n"
    )


def slow_loop(matcher: Matcher, competences: Vocabulary, requirement: Requirement) -> list[float]:
    rows = [competences.row(name).tolist() for name in requirement.competences]
    bags = [matcher.people.terms_of(row).tolist() for row in range(len(matcher.people))]
    return [sum(max((row[term] for term in bag), default=0) for row in rows) / len(rows) for bag in bags]


def evidence(matcher: Matcher, requirement: Requirement) -> None:
    middle = len(matcher.people) // 2
    _ = matcher.evidence(requirement, range(middle, middle + BEST))[:SHOWN]


def reverse(matcher: Matcher, tasks: Sequence[Requirement], requirement: Requirement) -> None:
    matcher.rank_tasks(len(matcher.people) // 2, tasks)


def milliseconds(work: Callable[[Requirement], object], items: Sequence[Requirement]) -> list[float]:
    """Return the CPU time of each call."""
    spent = []
    for item in items:
        before = time.thread_time()
        work(item)
        spent.append(1000.0 * (time.thread_time() - before))
    return spent


def report(count: int, terms: int) -> None:
    random = np.random.default_rng(20260401)
    competences, roles = vocabulary("competence", terms, random), vocabulary("role", ROLES, random)
    everyone = people(count, terms, random)
    asked = requirements(competences, roles, random)
    sys.stdout.write(f"\n{count:,} people, {terms:,} competence terms (ms)\n\n")
    sys.stdout.write("| strategy | step | least | p50 | p99 |\n| --- | --- | ---: | ---: | ---: |\n")
    matchers = dict[str, Matcher]()
    for strategy in ("per_skill", "aggregate"):
        matching = Matching(similarity=Similarity.model_validate({"strategy": strategy}))
        matcher = Matcher(everyone, competences, roles, matching)
        steps: dict[str, Callable[[Requirement], object]] = {
            "full query, one of the first": partial(full_query, matcher),  # Python has not specialised the code yet
            "full query": partial(full_query, matcher),
            "scores of everyone": matcher.rank,
            f"evidence of {BEST}": partial(evidence, matcher),
            f"one person, {QUERIES} tasks": partial(reverse, matcher, asked),
        }
        milliseconds(steps["full query"], asked)  # fills the row cache
        for name, step in steps.items():
            spent = milliseconds(step, asked)
            least, median, late = min(spent), np.median(spent), np.percentile(spent, 99)
            sys.stdout.write(f"| {strategy} | {name} | {least:.3f} | {median:.3f} | {late:.3f} |\n")
        matchers[strategy] = matcher
    matcher = matchers["per_skill"]
    report_yardstick(matchers, count, terms, asked)
    others = shapes(competences, roles, random)
    for strategy, with_it in matchers.items():
        report_shapes(with_it, strategy, others)
    report_batch(matcher, batch(competences, random))
    if count <= _SLOW:
        slow = np.median(milliseconds(partial(slow_loop, matcher, competences), asked[:3]))
        fast = np.median(milliseconds(partial(full_query, matcher), asked))
        sys.stdout.write(f"\nSlow loop, competence part alone: {slow:.0f}, {slow / fast:.0f} times a full query.\n")


if __name__ == "__main__":
    for size in [int(word) for word in sys.argv[1:]] or SIZES:
        report(size, SIZES.get(size, 20_000))
