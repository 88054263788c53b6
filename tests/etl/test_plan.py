"""What the plan of a refresh says, asks and waits for."""

from pathlib import Path

import pytest

from teamlandkarte.etl.embedders import CachedEmbedder, InBatches
from teamlandkarte.etl.embedding_cache import EmbeddingCache
from teamlandkarte.etl.lake import Lake
from teamlandkarte.etl.lake_tables import AnyTable
from teamlandkarte.etl.lock import refresh_lock
from teamlandkarte.etl.plan import RefreshPlan, plan
from teamlandkarte.index.errors import RefreshLockedError
from tests.etl.night import Night, SameLake
from tests.hash_embedder import HashEmbedder


class Overcounting(SameLake):
    """A lake that counts one row more than it delivers."""

    def count(self, table: AnyTable) -> int:
        return super().count(table) + 1


def planned(night: Night, lake: Lake, model: HashEmbedder, folder: Path) -> RefreshPlan:
    embedder = CachedEmbedder(InBatches(model), EmbeddingCache(folder / "cache.sqlite3", 30, night.clock))
    return plan(night.config, lake, embedder, clock=night.clock)


def test_what_the_lake_miscounts_is_refused_without_any_rows_to_compare(second_night: Night, tmp_path: Path) -> None:
    found = planned(second_night, Overcounting(second_night.open_lake()), HashEmbedder(), tmp_path)

    assert found.refused is not None
    assert "The lake counts" in found.refused
    assert (found.current, found.unchanged, found.tables, found.to_embed) == (second_night.current, False, {}, ())
    assert not (second_night.config.storage.path / "staging").exists()


def test_no_model_is_asked_for_a_plan_and_no_run_recorded(second_night: Night, tmp_path: Path) -> None:
    model, runs = HashEmbedder(), second_night.history()

    found = planned(second_night, second_night.open_lake(), model, tmp_path)

    assert found.unchanged
    assert found.to_embed[0].missing == found.to_embed[0].terms == 18  # 12 and 6, tests/lake/README.md
    assert (model.asked, second_night.history()) == ([], runs)


def test_a_plan_waits_for_no_refresh(second_night: Night, tmp_path: Path) -> None:
    with refresh_lock(second_night.config.storage, second_night.clock), pytest.raises(RefreshLockedError):
        planned(second_night, second_night.open_lake(), HashEmbedder(), tmp_path)
