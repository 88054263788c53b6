"""How well terms are compared: the ranking tasks of `dev` through the product's own vocabulary, as Markdown.

    python -m tests.quality.measure_similarity [TASK …] [--without IDEA]

The first run embeds some 70,000 terms, which takes a quarter of an hour; they stay in the embedding cache.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from teamlandkarte.etl.embedders import CachedEmbedder, InBatches
from teamlandkarte.etl.embedding_cache import EmbeddingCache
from teamlandkarte.index import vocabulary
from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.embedding import LOCAL_MODEL, LocalEncoder
from teamlandkarte.index.relations import Relations
from teamlandkarte.index.versions import utc_now
from tests.quality.ranking import FIRST, Figure, Gallery, Ranked, ranked
from tests.quality.tasks import CARD, RankingTask, ranking_task

CACHE = Path(".build/quality/embeddings.sqlite3")  # the one of the other measurements
TTL_DAYS = 365
IDEAS: dict[str, tuple[Any, str, Any]] = {
    "aliases": (Aliases, "of", lambda _own=(): Aliases()),
    "relations": (Relations, "correct", lambda _self, _name, _row: None),
    "signs": (vocabulary, "unmarked", lambda text: text),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("tasks", nargs="*", choices=[[], *CARD], help="only these")
    parser.add_argument("--without", choices=list(IDEAS), help="leave one idea out")
    given = parser.parse_args()
    left_out = [given.without] if given.without else []
    names = given.tasks or list(CARD)
    CACHE.parent.mkdir(parents=True, exist_ok=True)
    embedder = CachedEmbedder(InBatches(LocalEncoder(2)), EmbeddingCache(CACHE, TTL_DAYS, utc_now))
    _write(f"# Similarity\n\nModel {LOCAL_MODEL}; means over the queries that count, with 95 % bootstrap intervals.\n")
    _write(f"| task | queries | terms | MAP | D | D of the card | gain | MRR@{FIRST} | recall@{FIRST} |")
    _write("| --- | ---: | ---: | --- | ---: | ---: | ---: | --- | --- |")
    gains = []
    for name in names:
        task, card = ranking_task(name), CARD[name]
        recipe = Figure.of(_ranked(task, embedder, [*IDEAS]).precision)  # D: the product without any of its ideas
        found = _ranked(task, embedder, left_out)
        precision = Figure.of(found.precision)
        gains.append(precision.mean - recipe.mean)
        figures = [_shown(precision), f"{recipe.mean:.3f}", f"{card:.3f}" if card else "–", f"{gains[-1]:+.3f}"]
        figures += [_shown(Figure.of(values)) for values in (found.reciprocal_rank, found.recall)]
        _write(f"| {name} | {len(task.queries)} | {found.terms} | {' | '.join(figures)} |")
    _write(f"\nMean gain over D: {sum(gains) / len(gains):+.4f}.\n")


def _ranked(task: RankingTask, embedder: CachedEmbedder, left_out: list[str]) -> Ranked:
    with _without(left_out):
        return ranked(Gallery(task, embedder))


@contextmanager
def _without(ideas: list[str]) -> Iterator[None]:
    """Leave ideas out for a while."""
    kept = [(owner, name, vars(owner)[name]) for owner, name, _ in map(IDEAS.__getitem__, ideas)]
    for idea in ideas:
        setattr(*IDEAS[idea])
    try:
        yield
    finally:
        for owner, name, own in kept:
            setattr(owner, name, own)


def _shown(figure: Figure) -> str:
    return f"{figure.mean:.3f} [{figure.low:.3f}, {figure.high:.3f}]"


def _write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
