"""What a similarity of the local model means: the curve fitted on the ranking tasks, its reliability and the diagram.

    python -m tests.quality.measure_calibration [--picture docs/reliability.svg]

A third of the pairs are true ones, a third are the fifth-nearest wrong term, a third are any other term.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from teamlandkarte.etl.calibrating import Calibrated, fit
from teamlandkarte.etl.embedders import CachedEmbedder, InBatches
from teamlandkarte.etl.embedding_cache import EmbeddingCache
from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.embedding import LOCAL_MODEL, LocalEncoder
from teamlandkarte.index.versions import utc_now
from tests.quality.measure_similarity import CACHE, TTL_DAYS
from tests.quality.ranking import Gallery
from tests.quality.tasks import ranking_task

TASKS = ("ba_skill_exact", "skill_alt_de", "skill_x_de_en", "skilldesc_de", "occ_alt_de")
_PER_TASK = 340  # queries, so that each task weighs the same
_NEAR_MISS = 4  # the fifth-nearest
_SEED = 20260301
_SIZE, _EDGE = 400, 50  # of the picture


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--picture", type=Path, help="write the reliability diagram here")
    picture = parser.parse_args().picture
    found = measured()
    points = ", ".join(f"({raw:g}, {shown:g})" for raw, shown in found.calibration.points)
    lines = [f"# Calibration of {LOCAL_MODEL}\n", f"Points: {points}\n", "| shown | pairs | mean | the same |"]
    lines += ["| --- | ---: | ---: | ---: |"]
    lines += [f"| {one.shown:.1f} | {one.pairs} | {one.shown:.3f} | {one.same:.3f} |" for one in found.reliability.bins]
    lines += [f"\nExpected calibration error, each half by the curve of the other: {found.reliability.error:.3f}.\n"]
    sys.stdout.write("\n".join(lines))
    if picture:
        picture.write_text(diagram(found), "utf-8")


def measured() -> Calibrated:
    """Fit the curve on the tasks."""
    embedder = CachedEmbedder(InBatches(LocalEncoder(2)), EmbeddingCache(CACHE, TTL_DAYS, utc_now))
    labelled = [pair for name in TASKS for pair in _pairs(name, embedder)]
    random.Random(_SEED).shuffle(labelled)
    return fit([raw for raw, _ in labelled], [same for _, same in labelled], LOCAL_MODEL)


def _pairs(name: str, embedder: CachedEmbedder) -> Iterator[tuple[float, bool]]:
    """Yield per query the raw similarity of the closest term that it means, of a near miss and of any other term."""
    draw = random.Random(_SEED)
    gallery = Gallery(ranking_task(name), embedder, Aliases())  # the model alone
    for query, relevant in draw.sample(gallery.asked, _PER_TASK):
        row = gallery.vocabulary.raw_row(query)
        wrong = [place for place in np.argsort(-row, kind="stable").tolist() if place not in relevant]
        yield float(row[sorted(relevant)].max()), True
        yield float(row[wrong[_NEAR_MISS]]), False
        yield float(row[draw.choice(wrong)]), False


def diagram(found: Calibrated) -> str:
    """Return the reliability diagram as SVG: the share that is the same over what is shown; dots as large as bins."""
    whole = _SIZE + 2 * _EDGE
    most = max(one.pairs for one in found.reliability.bins)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}">',
        '<g font-family="sans-serif" font-size="13">',
        f'<rect width="{whole}" height="{whole}" fill="white"/>',
        f'<path d="M{_EDGE} {_EDGE}v{_SIZE}h{_SIZE}" fill="none" stroke="black"/>',
        f'<path d="M{_EDGE} {_EDGE + _SIZE}L{_EDGE + _SIZE} {_EDGE}" stroke="grey" stroke-dasharray="4"/>',
    ]
    for tenth in range(0, 11, 2):
        x, y = _place(tenth / 10, tenth / 10)
        parts.append(f'<text x="{x:.0f}" y="{_EDGE + _SIZE + 18}" text-anchor="middle">{tenth / 10:g}</text>')
        parts.append(f'<text x="{_EDGE - 8}" y="{y + 4:.0f}" text-anchor="end">{tenth / 10:g}</text>')
    middle = f"translate(14 {whole / 2:.0f}) rotate(-90)"
    for one in found.reliability.bins:
        x, y = _place(one.shown, one.same)
        radius = 4 + 12 * (one.pairs / most) ** 0.5
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="steelblue" fill-opacity="0.7"/>')
    parts += [
        f'<text x="{whole / 2:.0f}" y="{whole - 10}" text-anchor="middle">similarity shown</text>',
        f'<text transform="{middle}" text-anchor="middle">share of pairs that are the same</text>',
        f'<text x="{_EDGE + 14}" y="{_EDGE + 14}">expected calibration error {found.reliability.error:.3f}</text>',
        "</g></svg>\n",
    ]
    return "\n".join(parts)


def _place(x: float, y: float) -> tuple[float, float]:
    return _EDGE + x * _SIZE, _EDGE + (1 - y) * _SIZE


if __name__ == "__main__":
    main()
