"""How similar two names of one thing are, in German, in English, and across both.

    python -m tests.quality.measure_names [--show HALF]

`names.csv` holds pairs that a staffing manager takes for the same, in two halves: those of `seen` may be looked at and
aliases be written for them, `kept` only counts. `--show seen` lists its pairs that are less than closely related.
"""

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from teamlandkarte.index.calibration import LOCAL_CALIBRATION
from teamlandkarte.index.embedding import LOCAL_MODEL, LocalEncoder
from teamlandkarte.index.grid import on_grid
from teamlandkarte.index.readings import CLOSELY_RELATED, READINGS, reading_of
from teamlandkarte.index.scoring import MICRO
from teamlandkarte.index.vocabulary import Vocabulary

NAMES = Path(__file__).with_name("names.csv")


class Pair(NamedTuple):
    """Two names of one thing."""

    half: str
    kind: str
    name: str
    other: str


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--show", choices=["seen"], help="list the pairs of this half that are not closely related")
    show = parser.parse_args().show
    found = [(pair, similarity) for kind in ("role", "competence") for pair, similarity in _measured(kind)]
    lines = [f"# Two names of one thing, {LOCAL_MODEL}\n", f"| half | kind | pairs | {' | '.join(READINGS)} |"]
    lines += [f"| --- | --- |{' ---: |' * (1 + len(READINGS))}"]
    for half, kind in sorted({(pair.half, pair.kind) for pair, _ in found}, reverse=True):
        read = Counter[str](reading_of(value) for pair, value in found if (pair.half, pair.kind) == (half, kind))
        shares = " | ".join(f"{read[reading] / read.total():.2f}" for reading in READINGS)
        lines.append(f"| {half} | {kind} | {read.total()} | {shares} |")
    lines += [
        f"{value / MICRO:.2f} {pair.name} | {pair.other}"
        for pair, value in sorted(found, key=lambda one: one[1])
        if pair.half == show and value < CLOSELY_RELATED
    ]
    sys.stdout.write("\n".join(lines) + "\n")


def pairs() -> list[Pair]:
    """Return all pairs."""
    with NAMES.open(encoding="utf-8", newline="") as file:
        return [Pair(**row) for row in csv.DictReader(file)]


def _measured(kind: str) -> Iterator[tuple[Pair, int]]:
    """Yield each pair with the similarity of its first name to the other, micro-units."""
    own = [pair for pair in pairs() if pair.kind == kind]
    encoder, terms = LocalEncoder(threads=1), list(dict.fromkeys(pair.other for pair in own))
    vectors = on_grid(encoder.embed(terms))
    vocabulary = Vocabulary(terms, vectors, model=LOCAL_MODEL, calibration=LOCAL_CALIBRATION, encoder=encoder)
    vocabulary.prepare([pair.name for pair in own])
    for pair in own:
        yield pair, int(vocabulary.row(pair.name)[terms.index(pair.other)])


if __name__ == "__main__":
    main()
