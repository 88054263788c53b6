"""The vector indexes of a dataset version: which there are, and their vectors."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.etl.progress import Progress
from teamlandkarte.etl.vocabulary import Terms, Vocabularies
from teamlandkarte.index.calibration import LOCAL_CALIBRATION, RAW_COSINE, Calibration
from teamlandkarte.index.embedding import LOCAL_MODEL, Embedder
from teamlandkarte.index.manifest import IndexEntry
from teamlandkarte.index.vectors import VectorIndex

_LOCAL_TERMS_AT_ONCE = 64  # between two steps of the progress
_REMOTE_TERMS_AT_ONCE = 2048  # the most that a service takes at once, so that `embedding_batch_size` decides


class CountingEmbedder(Embedder, Protocol):
    """An embedder that counts the texts no memory or cache of its own knew."""

    @property
    def computed(self) -> int:
        """How many texts a model has been asked for so far."""


@dataclass(frozen=True)
class PlannedIndex:
    """One index to be written: its terms, who embeds them, and its entry in the manifest."""

    terms: Terms
    embedder: CountingEmbedder
    entry: IndexEntry


def planned_indexes(
    vocabularies: Vocabularies,
    embedder: CountingEmbedder,
    bridge: CountingEmbedder | None,
    calibration: Calibration | None = None,
) -> dict[str, PlannedIndex]:
    """Return the indexes by name; with a `bridge`, the local model beside a remote one, each vocabulary has two.

    `calibration` is the one of `embedder` where it is not the built-in one.
    """
    kinds = {"competences": vocabularies.competences, "roles": vocabularies.roles}
    planned = {name: _planned(terms, embedder, calibration) for name, terms in kinds.items()}
    if bridge is not None:
        planned |= {f"{name}.local": _planned(terms, bridge) for name, terms in kinds.items()}
    return planned


def embed(planned: Mapping[str, PlannedIndex], progress: Progress) -> dict[str, VectorIndex]:
    """Embed the terms of every index.

    Raises:
        EmbeddingError: a term could not be embedded.
    """
    progress.phase("embed", sum(len(index.terms) for index in planned.values()))
    return {name: VectorIndex.of(_vectors(index, progress)) for name, index in planned.items()}


def _planned(terms: Terms, embedder: CountingEmbedder, own: Calibration | None = None) -> PlannedIndex:
    calibration = own or (LOCAL_CALIBRATION if embedder.model == LOCAL_MODEL else RAW_COSINE)
    entry = IndexEntry(
        model=embedder.model,
        dimensions=embedder.dimensions,
        calibration=calibration.to_json(),
        terms=len(terms),
    )
    return PlannedIndex(terms, embedder, entry)


def _vectors(index: PlannedIndex, progress: Progress) -> NDArray[np.float32]:
    vectors = np.empty((len(index.terms), index.entry.dimensions), np.float32)
    at_once = _LOCAL_TERMS_AT_ONCE if index.entry.model == LOCAL_MODEL else _REMOTE_TERMS_AT_ONCE
    for start in range(0, len(index.terms), at_once):
        batch = index.terms.terms[start : start + at_once]
        vectors[start : start + len(batch)] = index.embedder.embed(batch)
        progress.advance(len(batch))
    return vectors
