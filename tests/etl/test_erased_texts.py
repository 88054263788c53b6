"""Texts in the embedding cache that name somebody who is erased."""

from pathlib import Path

import numpy as np
import pytest

from teamlandkarte.etl.embedders import open_cache
from teamlandkarte.etl.erasure import erase
from teamlandkarte.index.config import EmbeddingCache
from teamlandkarte.index.erasure import Named
from tests.etl.night import Night

VECTOR = np.array([1.0, 0.0], np.float32)
NAMING, OTHER = "Vertretung für Anna Müller", "Python"


class Stopped(BaseException):
    """Somebody ends the process."""


class StoppedAt:
    """A progress that ends the process when a phase begins."""

    def __init__(self, phase: str) -> None:
        self._phase = phase

    def phase(self, name: str, total: int | None) -> None:  # noqa: ARG002 -- whatever the total
        if name == self._phase:
            raise Stopped

    def advance(self, steps: int) -> None:
        """Nothing to show."""


def cached(night: Night) -> set[str]:
    return set(open_cache(night.config, night.clock).find("m", 2, [NAMING, OTHER]))


@pytest.fixture
def installation(night: Night, tmp_path: Path) -> Night:
    section = EmbeddingCache(path=tmp_path / "cache.sqlite3")
    night.config = night.config.model_copy(update={"embedding_cache": section})
    open_cache(night.config, night.clock).store("m", 2, {NAMING: VECTOR, OTHER: VECTOR})
    assert cached(night) == {NAMING, OTHER}
    return night


def test_they_are_forgotten_before_anything_is_published(installation: Night) -> None:
    erase(installation.config, Named(owners=("Anna Müller",)), clock=installation.clock)
    assert cached(installation) == {OTHER}


@pytest.mark.parametrize("phase", ["erase", "audit"])
def test_they_are_forgotten_also_where_nothing_can_be_published(
    installation: Night, first_night: Night, phase: str
) -> None:
    installation.after(first_night)
    with pytest.raises(Stopped):
        erase(
            installation.config,
            Named(("K001",)),
            encoder=installation.embedder,
            clock=installation.clock,
            progress=StoppedAt(phase),
        )
    assert cached(installation) == {OTHER}
