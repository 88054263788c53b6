"""What one full query costs inside the engine: CPU time of one thread, rows of similarities already cached.

    python tests/bench/bench_engine.py

A full query is five competences, a role and a time range: scores of everyone, counts per category, who is available,
the evidence of the best 50, and the words for the first 10 of them, as an answer shows them. The slow loop does the
competence part alone, person by person, in plain Python. On a busy machine only the least and the ratio mean anything.
Prints Markdown.
"""

import datetime as dt
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from teamlandkarte.index.calibration import RAW_COSINE
from teamlandkarte.index.config import Matching, Similarity
from teamlandkarte.index.matching import Matcher
from teamlandkarte.index.people import People
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.vocabulary import Vocabulary

SIZES = ((5_000, 1_000), (100_000, 20_000))  # people, competence terms
ROLES = 60
DIMENSIONS = 64  # rows are cached, so the dimensions of the vectors cost nothing here
QUERIES = 40
BEST = 50
SHOWN = 10
START, END = dt.date(2026, 4, 1), dt.date(2026, 9, 30)


def vocabulary(kind: str, terms: int, random: np.random.Generator) -> Vocabulary:
    vectors = random.normal(0.1, 1.0, (terms, DIMENSIONS))
    units = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    names = [f"{kind} {number:06}" for number in range(terms)]
    return Vocabulary(names, units, model="random", calibration=RAW_COSINE)


def people(count: int, terms: int, random: np.random.Generator) -> People:
    """Return people with some ten competences each, drawn so that few names are frequent; one in a hundred has none."""
    degrees = np.minimum(random.poisson(10.5, count), terms) * (random.random(count) > 0.01)
    frequencies = 1.0 / np.arange(1, terms + 1)
    begins = np.datetime64("2026-01-01") + random.integers(0, 365, count)
    return People.of(
        [f"P{row:07}" for row in range(count)],
        link_people=np.repeat(np.arange(count), degrees),
        link_terms=random.choice(terms, int(degrees.sum()), p=frequencies / frequencies.sum()),
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


def full_query(matcher: Matcher, requirement: Requirement) -> None:
    ranking = matcher.rank(requirement)
    _ = ranking.counts
    windows = matcher.people.windows
    free = ranking.restricted(windows.overlapping(START, END) | ~windows.known)
    _ = free.counts
    _ = matcher.evidence(requirement, free.best(BEST).tolist())[:SHOWN]


def slow_loop(matcher: Matcher, competences: Vocabulary, requirement: Requirement) -> list[float]:
    rows = [competences.row(name).tolist() for name in requirement.competences]
    bags = [matcher.people.terms_of(row).tolist() for row in range(len(matcher.people))]
    return [sum(max((row[term] for term in bag), default=0) for row in rows) / len(rows) for bag in bags]


def evidence(matcher: Matcher, requirement: Requirement) -> None:
    _ = matcher.evidence(requirement, range(BEST))[:SHOWN]


def reverse(matcher: Matcher, tasks: Sequence[Requirement], requirement: Requirement) -> None:
    matcher.rank_tasks(0, tasks)


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
    slow = np.median(milliseconds(partial(slow_loop, matcher, competences), asked[:3]))
    fast = np.median(milliseconds(partial(full_query, Matcher(everyone, competences, roles, Matching())), asked))
    sys.stdout.write(f"\nSlow loop, competence part alone: {slow:.0f}, {slow / fast:.0f} times a full query.\n")


if __name__ == "__main__":
    for size in SIZES:
        report(*size)
