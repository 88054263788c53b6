"""Refreshes with an embedding service that fails again and again: each term has its own vector, or nothing changes."""

import base64
import datetime as dt
import math
import random
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydantic import SecretStr

from teamlandkarte.etl.embedders import CachedEmbedder
from teamlandkarte.etl.embedding_cache import EmbeddingCache
from teamlandkarte.etl.openai_embedding import OpenAIEmbedder
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.config import Embedding, OpenAI
from teamlandkarte.index.errors import EmbeddingError
from tests.conftest import MadeOnce
from tests.etl.embedding_service import (
    DIMENSIONS,
    EmbeddingService,
    Reply,
    good,
    items_reply,
    refusal,
    unit_vector_of,
    vector_of,
)
from tests.etl.night import Night
from tests.hash_embedder import HashEmbedder
from tests.lake_files import COMPETENCES

SEEDS = range(6)
KEY = "sk-secret-123"
BUDGET = 60
NEW_TERMS = 20

_LATER = ["0", "7", "soon", "Mon, 02 Mar 2026 02:30:09 GMT"]
_REASON = re.compile(r"the embedding service (answered|sent|asks|refused|cannot|did not) .+")

Played = Callable[[Sequence[str]], Reply]


class Faults:
    """Draws for each request whether and how the service fails; the same seed is the same night again."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._share = self._random.choice([0.1, 0.3, 0.6])
        passing: list[Played] = [self.busy, self.asks_to_wait, self.bad_gateway, self.hangs_up]
        other: list[Played] = [self.in_another_order, self.as_base64]  # unusual, and right all the same
        lasting: list[Played] = [
            *(self.too_few, self.doubled_index, self.too_wide, self.not_finite, self.all_zero, self.garbled),
            *(self.lost_its_key, self.asks_for_a_day),
        ]
        self._kinds = passing + other if seed % 2 else passing + other + lasting
        self.told: list[str] = []

    def __call__(self, texts: Sequence[str]) -> Reply:
        if self._random.random() >= self._share:
            return good(texts)
        kind = self._random.choice(self._kinds)
        self.told.append(f"{kind.__name__} for {len(texts)} texts")
        return kind(texts)

    def busy(self, _: Sequence[str]) -> Reply:
        return refusal(self._random.choice([408, 429, 500, 502, 503, 504]), "busy")

    def asks_to_wait(self, _: Sequence[str]) -> Reply:
        return refusal(429, "slow down", Retry_After=self._random.choice(_LATER))

    def asks_for_a_day(self, _: Sequence[str]) -> Reply:
        return refusal(429, "slow down", Retry_After=self._random.choice(["86400", "Tue, 03 Mar 2026 02:30:00 GMT"]))

    def bad_gateway(self, _: Sequence[str]) -> Reply:
        return Reply(200, self._random.choice([b"", b"<html>Bad gateway</html>", b'{"data": [{"ind']))

    def hangs_up(self, _: Sequence[str]) -> Reply:
        return Reply(0, b"", hangs_up=True)

    def lost_its_key(self, _: Sequence[str]) -> Reply:
        return refusal(401, f"Incorrect API key provided: {KEY}.")

    def in_another_order(self, texts: Sequence[str]) -> Reply:
        items = _items(texts)
        self._random.shuffle(items)
        return items_reply(items)

    def as_base64(self, texts: Sequence[str]) -> Reply:
        return items_reply([item | {"embedding": _base64(item["embedding"])} for item in _items(texts)])

    def too_few(self, texts: Sequence[str]) -> Reply:
        return items_reply(_items(texts)[1:])

    def doubled_index(self, texts: Sequence[str]) -> Reply:
        return items_reply(
            [item | {"index": item["index"] // 2} for item in _items([*texts, "one more"])][: len(texts)]
        )

    def too_wide(self, texts: Sequence[str]) -> Reply:
        return self._spoiled(texts, [0.5] * (DIMENSIONS + 1))

    def not_finite(self, texts: Sequence[str]) -> Reply:
        return self._spoiled(texts, [self._random.choice([math.nan, math.inf])] * DIMENSIONS)

    def all_zero(self, texts: Sequence[str]) -> Reply:
        return self._spoiled(texts, [0.0] * DIMENSIONS)

    def garbled(self, texts: Sequence[str]) -> Reply:
        return self._spoiled(texts, self._random.choice(["%%%", "AAAA", "QUJD" * 3]))

    def _spoiled(self, texts: Sequence[str], vector: object) -> Reply:
        items = _items(texts)
        self._random.choice(items)["embedding"] = vector
        return items_reply(items)


def _items(texts: Sequence[str]) -> list[dict[str, Any]]:
    return [{"index": place, "embedding": vector_of(text)} for place, text in enumerate(texts)]


def _base64(vector: list[float]) -> str:
    return base64.b64encode(np.array(vector, "<f4").tobytes()).decode()


class Installation:
    """A night whose vectors come from a service, behind a cache of its own."""

    def __init__(self, night: Night, service: EmbeddingService, cache: Path) -> None:
        self.night = night
        self.pauses: list[float] = []
        self._cache = cache
        self._settings = OpenAI(
            base_url=f"{service.address}/v1", embedding_model="m", dimensions=DIMENSIONS, embedding_batch_size=4
        )

    def refresh(self) -> None:
        patience = Embedding(provider="openai", max_attempts=4, retry_seconds=BUDGET)
        clock = self.night.clock
        source = OpenAIEmbedder(self._settings, SecretStr(KEY), patience, sleep=self.pauses.append, clock=clock)
        try:
            embedder = CachedEmbedder(source, EmbeddingCache(self._cache, 30, clock))
            refresh(self.night.config, self.night.open_lake(), embedder, bridge=HashEmbedder(), clock=clock)
        finally:
            self.night.clock.move(days=1)

    def vectors(self) -> dict[str, list[float]]:
        """Return the current version's vectors by term."""
        competences = self.night.dataset().competences
        return {term: competences.vector(term).tolist() for term in competences.terms}


@pytest.fixture
def installation(
    tiny_lake: Path, own_lake: Path, tmp_path: Path, service: EmbeddingService, made_once: MadeOnce
) -> Installation:
    """An installation whose lake has got new competences since the only refresh."""

    def first(folder: Path) -> Installation:
        return Installation(Night(tiny_lake, folder / "data"), service, folder / "vectors.sqlite3")

    refreshed = made_once("embedded-by-a-service", lambda folder: first(folder).refresh())
    shutil.copy(refreshed / "vectors.sqlite3", tmp_path)
    night = Night(own_lake, tmp_path / "data").after(first(refreshed).night)
    night.clock.move(days=1)
    installed = Installation(night, service, tmp_path / "vectors.sqlite3")
    with (own_lake / COMPETENCES).open("a", encoding="utf-8") as file:
        file.writelines(f"N{number:02},Neues Gebiet {number}\n" for number in range(NEW_TERMS))
    assert installed.night.clock() == dt.datetime(2026, 3, 2, 2, 30, tzinfo=dt.UTC)
    return installed


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_the_service_does_every_term_has_its_own_vector_or_nothing_changes(
    installation: Installation, service: EmbeddingService, tmp_path: Path, seed: int
) -> None:
    night, before = installation.night, installation.night.current
    faults = Faults(seed)
    service.script = [faults] * 1_000
    try:
        installation.refresh()
    except EmbeddingError as failed:
        reason = str(failed)
        assert night.current == before, faults.told
        assert night.history()[0].reason == reason, faults.told
        assert _REASON.fullmatch(reason), f"{faults.told}: {reason}"
        assert KEY not in reason
        assert str(tmp_path) not in reason
        assert faults.told
        service.script = []
        installation.refresh()
    assert night.current != before
    assert max(installation.pauses, default=0) <= BUDGET, faults.told
    vectors = installation.vectors()
    assert len(vectors) == 12 + NEW_TERMS
    for term, vector in vectors.items():
        np.testing.assert_allclose(vector, unit_vector_of(term), atol=2.0**-16, err_msg=f"{term}: {faults.told}")
