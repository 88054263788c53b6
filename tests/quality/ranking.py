"""What the product makes of a ranking task: its refresh embeds the gallery, its vocabulary compares the queries."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.etl.embedders import CachedEmbedder
from teamlandkarte.etl.indexes import embed, planned_indexes
from teamlandkarte.etl.progress import Silence
from teamlandkarte.etl.vocabulary import Terms, Vocabularies
from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.calibration import Calibration
from teamlandkarte.index.text import clean
from teamlandkarte.index.vocabulary import Vocabulary
from tests.quality.tasks import RankingTask

FIRST = 10  # places of a ranking that somebody looks at
_RESAMPLES = 2_000
_SEED = 20260301


@dataclass(frozen=True)
class Figure:
    """A mean over queries with its 95 % bootstrap interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Figure":
        """Return the mean of one value per query."""
        drawn = np.random.default_rng(_SEED).integers(0, len(values), (_RESAMPLES, len(values)))
        means = np.asarray(values, np.float64)[drawn].mean(axis=1)
        low, high = np.percentile(means, (2.5, 97.5)).tolist()
        return cls(float(np.mean(values)), low, high)


@dataclass(frozen=True)
class Ranked:
    """Per query: average precision, reciprocal rank and recall among the first ten of so many terms."""

    terms: int
    precision: list[float]
    reciprocal_rank: list[float]
    recall: list[float]


class Gallery:
    """The gallery of a task as a vocabulary of the product, in which each distinct term is there once.

    `asked` are the queries that count, each with the ids of the terms that it means.
    Entries that are the same term ("Kotlin" and "kotlin") are one place of a ranking, and right if one of them is.
    """

    def __init__(self, task: RankingTask, embedder: CachedEmbedder, aliases: Aliases | None = None) -> None:
        """Embed the distinct terms of the gallery as a refresh does."""
        self._terms = Terms.of((clean(text), 1) for text in task.gallery)
        planned = planned_indexes(Vocabularies(self._terms, self._terms), embedder, None)
        index, entry = embed({task.kind: planned[task.kind]}, Silence())[task.kind], planned[task.kind].entry
        self.vocabulary = Vocabulary(
            self._terms.terms,
            index.vectors,
            model=entry.model,
            calibration=Calibration.from_json(entry.calibration),
            aliases=aliases,
            encoder=embedder,
        )
        ids = [self._terms.ids[clean(text)] for text in task.gallery]
        meant = [frozenset(ids[place] for place in relevant) for relevant in task.relevant]
        self.asked = list(zip(task.queries, meant, strict=True))
        self.vocabulary.prepare(task.queries)

    def ranks(self) -> Iterator[NDArray[np.intp]]:
        """Yield per query the places of the terms that it means, ascending; ties go to the lower term id."""
        for query, relevant in self.asked:
            row = self.vocabulary.row(query)
            places = np.empty(len(row), np.intp)
            places[np.argsort(-row, kind="stable")] = np.arange(1, len(row) + 1)
            yield np.sort(places[sorted(relevant)])


def ranked(gallery: Gallery) -> Ranked:
    """Rank the gallery for every query of its task."""
    found = Ranked(len(gallery.vocabulary), [], [], [])
    for ranks in gallery.ranks():
        found.precision.append(float((np.arange(1, len(ranks) + 1) / ranks).mean()))
        found.reciprocal_rank.append(1.0 / int(ranks[0]) if ranks[0] <= FIRST else 0.0)
        found.recall.append(float((ranks <= FIRST).mean()))
    return found
