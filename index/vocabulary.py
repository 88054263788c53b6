"""The vocabulary: all terms of one kind (competences or roles), and how similar any text is to each of them."""

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from itertools import groupby
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.calibration import Calibration
from teamlandkarte.index.capitals import Capitals
from teamlandkarte.index.embedding import LOCAL_MODEL, Embedder
from teamlandkarte.index.errors import DatasetError, EmbeddingError
from teamlandkarte.index.genders import unmarked
from teamlandkarte.index.grid import Steps, between, components, cosines, of_one_thing
from teamlandkarte.index.ngrams import CharacterNgrams
from teamlandkarte.index.origins import Rule
from teamlandkarte.index.relations import Relations
from teamlandkarte.index.row_cache import RowCache
from teamlandkarte.index.scoring import MICRO, steps_of
from teamlandkarte.index.text import clean, folded
from teamlandkarte.index.umlauts import Umlauts

_CACHE_BYTES = 128 << 20  # of everything that is kept of what was compared
_SHORT_FORM = 0.5  # of the letters of what it stands for, at most


class Vocabulary:
    """The terms of one vector index with everything needed to compare a text with them; safe between threads.

    `terms`, as people see them, and `vectors` (n × d unit rows on the grid) are in the order of the term ids; `model`
    names what made the vectors, `calibration` reads their cosines, and `aliases` (the packaged ones unless given) are
    other names of terms. An unknown term is embedded by `encoder` if it is that same model. Otherwise `bridge`, a
    vocabulary of another model over the same terms, names the `bridge_terms` nearest known terms, and these stand in.

    Raises:
        DatasetError: Terms, vectors and bridge do not belong together.
    """

    def __init__(  # noqa: PLR0913 - what a vocabulary is; each part comes from another entry of the manifest
        self,
        terms: Sequence[str],
        vectors: Steps,
        *,
        model: str,
        calibration: Calibration,
        aliases: Aliases | None = None,
        encoder: Embedder | None = None,
        bridge: "Vocabulary | None" = None,
        bridge_terms: int = 3,
    ) -> None:
        self.terms: Final = tuple(terms)
        self._vectors = vectors.view()
        self._vectors.flags.writeable = False
        self.model: Final = model
        self.calibration: Final = calibration
        self.aliases: Final = Aliases.of() if aliases is None else aliases
        self._relations = Relations(self.terms, self.aliases)
        self._umlauts = Umlauts(self.terms)
        self._capitals = Capitals(self.terms)
        self._encoder = encoder if encoder is not None and encoder.model == model else None
        self._bridge = bridge
        self._bridge_terms = bridge_terms
        self._ids = {folded(term): term_id for term_id, term in enumerate(self.terms)}
        self._ids_as_spelled = {term: term_id for term_id, term in enumerate(self.terms)}
        self._cache = RowCache(_CACHE_BYTES)
        self._check()

    def __len__(self) -> int:
        return len(self.terms)

    def load(self) -> None:
        """Make now what the first comparison would have to wait for."""
        self._relations.load()
        _ = self._ngrams

    def id_of(self, text: str) -> int | None:
        """Return the term id of a text, None where the vocabulary does not have it.

        A text that is a term in another writing or by an alias is that term: "k8s" is Kubernetes.
        """
        term_id = self._ids_as_spelled.get(text)
        if term_id is None:
            term_id = self._ids.get(folded(text))
        return self._relations.id_of(text) if term_id is None else term_id

    def spelling_of(self, text: str) -> str:
        """Return how the vocabulary spells a text; one that it does not have stays as it is."""
        term_id = self.id_of(text)
        return text if term_id is None else self.terms[term_id]

    def has(self, name: str) -> bool:
        """Return whether a term has this very name."""
        return folded(name) in self._ids

    def thing_of(self, text: str) -> int | None:
        """Return the id of the first term that is the same as a text: one id for "k8s" and Kubernetes, None without."""
        return self._relations.id_of(text)

    def row(self, text: str) -> NDArray[np.int32]:
        """Return the similarity of a text to every term in micro-units, length n, read-only.

        What is known to be the same is exactly 1,000,000. For an unknown term that is bridged, the best of its
        stand-ins counts: the similarity of the stand-in times the stand-in's own row.

        Raises:
            EmbeddingError: The text is not in the vocabulary and there is no model to compare it with.
        """
        return self._cache.get(("exact", self._key(text)), lambda: next(self._computed_rows([text])))

    def step_rows(self, texts: Sequence[str]) -> list[NDArray[np.uint16]]:
        """Return for each text how many `scoring.STEP` its similarity to every term counts, length n, read-only.

        What is not held is compared together, which is faster than one by one.

        Raises:
            EmbeddingError: As for `row`.
        """
        keys = [("steps", self._key(text)) for text in texts]
        rows = self._cache.held(keys)
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in rows}
        for key, row in zip(new, self._computed_rows(list(new.values())), strict=True):
            rows[key] = self._cache.get(key, partial(steps_of, row))
        return [rows[key] for key in keys]

    def rule(self, text: str, term: str, similarity: int) -> Literal["same"] | Rule | None:
        """Return by what is known a text, which is not bridged, has its similarity, micro-units, to a term, or None."""
        return self._relations.rule(self._compared(text), self._ids_as_spelled[term], similarity)

    def cosine_row(self, text: str) -> NDArray[np.float32]:
        """Return the raw cosine of a text's vector with every term's, −1 to 1 on the 2^-20 grid, length n, read-only.

        Raises:
            EmbeddingError: As for `row`.
        """
        return self._cache.get(("cosine", self._key(text)), lambda: cosines(self._vectors, self._on_grid(text))[0])

    def raw_row(self, text: str) -> NDArray[np.float64]:
        """Return the similarity of a text to every term as the model sees it, 0 to 1, before any calibration, length n.

        Raises:
            EmbeddingError: As for `row`.
        """
        return self._raw(text, self.cosine_row(text))

    def vector(self, text: str) -> NDArray[np.float32]:
        """Return the unit vector of a text in this vocabulary's model, length d.

        An unknown term that is bridged gets the weighted mean of its stand-ins.

        Raises:
            EmbeddingError: As for `row`.
        """
        return components(self._on_grid(text))

    def prepare(self, texts: Sequence[str]) -> None:
        """Embed the unknown ones of these texts together, which is faster than one by one as they are asked for.

        Raises:
            EmbeddingError: A text could not be embedded.
        """
        unknown = list(dict.fromkeys(self._spelled(text) for text in texts if self.id_of(text) is None))
        if self._encoder is not None and unknown:
            named = [(text, name) for text in unknown for name in self._names(text)]
            vectors = zip(named, self._encoder.embed([name for _, name in named]), strict=True)
            for text, own in groupby(vectors, lambda pair: pair[0][0]):
                self._cache.get(
                    ("vector", text), partial(of_one_thing, np.array([vector for _, vector in own]), self._vectors)
                )

    def stand_ins(self, text: str) -> list[tuple[str, int]]:
        """Return the terms that stand in for a text with their similarity in micro-units, best first.

        Empty where the text is compared itself: it is in the vocabulary, or the model that made the vectors embeds it.

        Raises:
            EmbeddingError: As for `row`.
        """
        if not self._is_bridged(text):
            return []
        weights, stand_ins = self._weighted_stand_ins(text)
        return [(self.terms[i], int(weight)) for i, weight in zip(stand_ins, weights, strict=True)]

    def nearest(self, text: str, k: int) -> list[tuple[str, int]]:
        """Return the k most similar terms with their similarity in micro-units, best first, ties by term id.

        Raises:
            EmbeddingError: As for `row`.
        """
        row = self.row(text)
        best = np.argsort(-row, kind="stable")[:k]
        return [(self.terms[term_id], int(row[term_id])) for term_id in best]

    @cached_property
    def _ngrams(self) -> CharacterNgrams | None:
        return CharacterNgrams(self.terms) if self.model == LOCAL_MODEL else None

    def _on_grid(self, text: str) -> Steps:
        term_id = self.id_of(text)
        if term_id is not None:
            known: Steps = self._vectors[term_id]
            return known
        return self._cache.get(("vector", self._spelled(text)), lambda: self._vector_of_unknown(text))

    def _vector_of_unknown(self, text: str) -> Steps:
        if self._encoder is not None:
            return of_one_thing(self._encoder.embed(self._names(text)), self._vectors)
        weights, stand_ins = self._weighted_stand_ins(text)
        return between(weights.astype(np.float64)[:, np.newaxis] * components(self._vectors[stand_ins]))

    def _key(self, text: str) -> int | str:
        # An unknown term is keyed as it is embedded: a vector depends on the case of its letters.
        term_id = self.id_of(text)
        return self._spelled(text) if term_id is None else term_id

    def _is_bridged(self, text: str) -> bool:
        return self._encoder is None and self.id_of(text) is None

    def _raw(self, text: str, cosine_row: NDArray[np.float32]) -> NDArray[np.float64]:
        raw: NDArray[np.float64] = np.maximum(cosine_row, 0.0).astype(np.float64)
        if self._ngrams is None:
            return raw
        term_id = self.id_of(text)
        names = self._names(text) if term_id is None else [self.terms[term_id]]
        spelling: NDArray[np.float32] = np.max([self._ngrams.row(name) for name in names], axis=0)
        return (17.0 * raw + 3.0 * spelling) / 20.0  # 0.85 and 0.15 as integers, so that only the division rounds

    def _computed_rows(self, texts: Sequence[str]) -> Iterator[NDArray[np.int32]]:
        """Yield the rows of texts; what is compared itself is compared together."""
        compared = [text for text in texts if not self._is_bridged(text)]
        found = iter(cosines(self._vectors, *map(self._on_grid, compared)) if compared else ())
        for text in texts:
            if self._is_bridged(text):
                yield self._bridged_row(text)
                continue
            row = self.calibration.micro(self._raw(text, next(found)))
            self._relations.correct(self._compared(text), row)
            yield row

    def _compared(self, text: str) -> str:
        term_id = self.id_of(text)
        return self._spelled(text) if term_id is None else self.terms[term_id]

    def _names(self, text: str) -> list[str]:
        """Return under which names an unknown text is compared: its own and what it is an alias of, without gender.

        A model knows more names than are listed, but hardly what a short form stands for.
        """
        name = self._spelled(text)
        term = self.aliases.term_of(name)
        names = (term,) if len(name) <= _SHORT_FORM * len(term) else (name, term)
        return list(dict.fromkeys(map(unmarked, names)))

    def _spelled(self, text: str) -> str:
        """Return an unknown text as it is compared: with the umlauts that are meant, and not in capitals throughout."""
        return self._umlauts.restored(self._capitals.lowered(clean(text)))

    def _bridged_row(self, text: str) -> NDArray[np.int32]:
        weights, stand_ins = self._weighted_stand_ins(text)
        best = np.zeros(len(self.terms), np.int64)
        for weight, term_id in zip(weights.tolist(), stand_ins, strict=True):
            np.maximum(best, weight * self.row(self.terms[term_id]).astype(np.int64), out=best)
        return ((best + MICRO // 2) // MICRO).astype(np.int32)

    def _weighted_stand_ins(self, text: str) -> tuple[NDArray[np.int32], list[int]]:
        if self._bridge is None:
            message = (
                f"{clean(text)!r} is not in the vocabulary, and {self.model} cannot embed it here: "
                "choose a term of the vocabulary, or run a refresh."
            )
            raise EmbeddingError(message, texts=[text])
        row = self._bridge.row(text)
        best = np.argsort(-row, kind="stable")[: self._bridge_terms]
        return row[best], best.tolist()

    def _check(self) -> None:
        shape = self._vectors.shape
        if len(shape) != 2 or shape[0] != len(self.terms) or len(self._ids) != len(self.terms):
            message = (
                f"{len(self.terms)} terms do not belong to vectors of shape {shape}: "
                "run a refresh to publish a new dataset version."
            )
            raise DatasetError(message)
        if self.calibration.model not in {"", self.model}:
            message = (
                f"The calibration of {self.calibration.model} cannot read similarities of {self.model}: "
                "run a refresh to publish a new dataset version."
            )
            raise DatasetError(message)
        if self._bridge is not None and self._bridge.terms != self.terms:
            message = "The bridge index has other terms than the index it serves: run a refresh to publish a new one."
            raise DatasetError(message)
