"""The vector indexes of a dataset version: which there are, and their vectors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.etl.progress import Progress
from teamlandkarte.etl.vocabulary import Terms, Vocabularies
from teamlandkarte.index.calibration import LOCAL_CALIBRATION, RAW_COSINE
from teamlandkarte.index.embedding import LOCAL_MODEL, Embedder
from teamlandkarte.index.manifest import IndexEntry
from teamlandkarte.index.vectors import VectorIndex

_TERMS_AT_ONCE = 256  # between two steps of the progress


@dataclass(frozen=True)
class PlannedIndex:
    """One index to be written: its terms, who embeds them, and its entry in the manifest."""

    terms: Terms
    embedder: Embedder
    entry: IndexEntry


def planned_indexes(vocabularies: Vocabularies, embedder: Embedder, bridge: Embedder | None) -> dict[str, PlannedIndex]:
    """Return the indexes by name; with a `bridge`, the local model beside a remote one, each vocabulary has two."""
    kinds = {"competences": vocabularies.competences, "roles": vocabularies.roles}
    planned = {name: _planned(terms, embedder) for name, terms in kinds.items()}
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


def _planned(terms: Terms, embedder: Embedder) -> PlannedIndex:
    calibration = LOCAL_CALIBRATION if embedder.model == LOCAL_MODEL else RAW_COSINE
    entry = IndexEntry(
        model=embedder.model,
        dimensions=embedder.dimensions,
        calibration=calibration.to_json(),
        terms=len(terms),
    )
    return PlannedIndex(terms, embedder, entry)


def _vectors(index: PlannedIndex, progress: Progress) -> NDArray[np.float32]:
    vectors = np.empty((len(index.terms), index.entry.dimensions), np.float32)
    for start in range(0, len(index.terms), _TERMS_AT_ONCE):
        batch: Sequence[str] = index.terms.terms[start : start + _TERMS_AT_ONCE]
        vectors[start : start + len(batch)] = index.embedder.embed(batch)
        progress.advance(len(batch))
    return vectors
