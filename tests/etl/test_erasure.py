"""The erasure run: no lake and no service is asked, and nobody comes back."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from teamlandkarte.etl.embedders import open_bridge, open_embedder
from teamlandkarte.etl.erasure import erase
from teamlandkarte.etl.lake import open_lake
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.etl.rollback import rollback
from teamlandkarte.index.config import Config, Database, Embedding, OpenAI, Refresh, Storage
from teamlandkarte.index.config import EmbeddingCache as EmbeddingCacheSettings
from teamlandkarte.index.dataset import Dataset
from teamlandkarte.index.embedding import LOCAL_MODEL
from teamlandkarte.index.erasure import Named
from teamlandkarte.index.errors import DatasetError, RefreshError, RefreshLockedError
from teamlandkarte.index.versions import DatasetVersions
from tests.conftest import CopyCache
from tests.etl.embedding_service import DIMENSIONS, EmbeddingService
from tests.etl.erasing import ANNA, erased, owners
from tests.etl.night import REJECTED_IN_THE_LAKE, Night
from tests.hash_embedder import HashEmbedder
from tests.lake_files import CAPACITIES
from tests.remains import remains


def test_an_erasure_asks_neither_the_lake_nor_a_model_about_terms(second_night: Night) -> None:
    second_night.refresh()
    shutil.rmtree(second_night.lake)
    embedder = HashEmbedder()
    done = erase(second_night.config, ANNA, encoder=embedder, clock=second_night.clock)
    assert done.run.status == "succeeded"
    terms = {*second_night.dataset().competences.terms, *second_night.dataset().roles.terms}
    assert not terms & set(embedder.asked)


def test_the_record_of_the_run_says_what_it_was_and_names_nobody(second_night: Night) -> None:
    erased(second_night, Named(("K001",), ("Zoë Großmann",)))
    run = second_night.history()[0]
    assert (run.kind, run.status, run.dataset_version) == ("erasure", "succeeded", second_night.current)
    assert run.counts["capacities"] == 9
    assert remains(second_night.config.storage.path / "runs", "K001", "K005", "Müller", "Großmann") == []


def test_only_the_owner_of_the_files_may_read_the_key(second_night: Night) -> None:
    erased(second_night, ANNA)
    mode = (second_night.config.storage.path / "erasure.key").stat().st_mode
    assert os.name == "nt" or mode & 0o777 == 0o600


def test_an_erasure_and_a_way_back_to_the_erased_keep_within_the_memory_of_a_refresh(second_night: Night) -> None:
    first = second_night.current
    bound = second_night.config.refresh.memory_mb
    second_night.limit(memory_mb=1)
    with pytest.raises(RefreshError, match="memory_mb is too little"):
        erased(second_night, ANNA)

    second_night.limit(memory_mb=bound)
    second_night.refresh()
    second_night.limit(memory_mb=1)
    with pytest.raises(RefreshError, match="memory_mb is too little"):
        rollback(second_night.config, first, encoder=second_night.embedder, clock=second_night.clock)


def test_erasing_twice_changes_nothing(second_night: Night) -> None:
    erased(second_night, ANNA)
    current, listed = second_night.current, (second_night.config.storage.path / "erasure.json").read_bytes()
    second_night.clock.move(hours=1)
    done = erase(
        second_night.config, ANNA, also_if_absent=True, encoder=second_night.embedder, clock=second_night.clock
    )
    assert (done.run.status, done.people, second_night.current) == ("unchanged", 0, current)
    assert (second_night.config.storage.path / "erasure.json").read_bytes() == listed


def test_before_the_first_refresh_people_can_be_kept_out(night: Night) -> None:
    assert erased(night, ANNA).run.status == "unchanged"
    night.clock.move(days=1)
    night.refresh()
    assert "Anna Müller" not in owners(night.dataset())
    assert len(owners(night.dataset())) == 9  # of eleven capacities, two are of the other Lena Schmidt and Anna's


@pytest.mark.parametrize("named", ["Anna Müller", "<b>Anna</b> Müller"])
def test_people_are_kept_out_by_their_name_as_it_is_read_and_as_the_lake_writes_it(night: Night, named: str) -> None:
    night.edit(CAPACITIES, ("K001,Anna Müller", "K001,<b>Anna</b> Müller"))
    erased(night, Named(owners=(named,)))
    night.refresh()
    assert "Anna Müller" not in owners(night.dataset())
    assert "Jürgen Weiß" in owners(night.dataset())


def test_the_last_capacity_can_be_erased(night: Night) -> None:
    night.limit(max_rejected=1.0)
    night.keep_header_only(CAPACITIES)
    night.edit(CAPACITIES, ("deletion_reason\n", "deletion_reason\nK001,Anna Müller,,,,,,\n"))
    night.refresh(allow_empty=["capacities"])
    assert erased(night, ANNA).run.counts["capacities"] == 0
    night.clock.move(days=1)
    assert night.refresh().status == "unchanged"


def test_a_term_whose_most_used_spelling_leaves_with_the_erased_is_embedded_as_a_refresh_would(
    second_night: Night,
) -> None:
    """Two of three backend developers spell it `Backend Developer`; one is left, who spells it `Backend developer`."""
    erased(second_night, Named(("K001", "K002")))
    dataset = second_night.dataset()
    (term,) = (term for term in dataset.roles.terms if term.casefold() == "backend developer")
    assert term == "Backend developer"
    np.testing.assert_allclose(dataset.roles.vector(term), HashEmbedder().embed([term])[0], atol=2.0**-16)


def test_nobody_erases_during_a_refresh(second_night: Night) -> None:
    from teamlandkarte.etl.lock import refresh_lock

    with (
        refresh_lock(second_night.config.storage, second_night.clock),
        pytest.raises(RefreshLockedError, match="another refresh"),
    ):
        erased(second_night, ANNA)
    assert not (second_night.config.storage.path / "erasure.json").exists()


def test_a_withdrawn_version_never_stands_in_for_a_damaged_one(second_night: Night) -> None:
    erased(second_night, ANNA)
    storage = second_night.config.storage
    (storage.path / "versions" / second_night.current / "snapshot.duckdb").write_bytes(b"")
    with pytest.raises(DatasetError, match="no older version"):
        DatasetVersions(storage).current()


@pytest.mark.parametrize(("grace_hours", "days"), [(48, 2), (1000, 3)])
def test_versions_that_hold_the_erased_go_after_the_grace_period_or_with_the_last_daily_run_before_the_limit(
    second_night: Night, grace_hours: int, days: int
) -> None:
    storage = second_night.config.storage.model_copy(
        update={"grace_hours": grace_hours, "erasure_days": 4, "keep_days": 100, "keep_versions": 50}
    )
    second_night.config = second_night.config.model_copy(update={"storage": storage})
    old = second_night.current
    pins = storage.path / "pins"
    pins.mkdir()
    (pins / old).touch()
    erased(second_night, ANNA)
    for day in range(1, days + 1):
        second_night.clock.move(days=1)
        before = DatasetVersions(storage).ids()
        refresh(second_night.config, second_night.open_lake(), second_night.embedder, clock=second_night.clock)
        assert (old in before, old in DatasetVersions(storage).ids()) == (True, day < days)
    assert remains(storage.path, "Anna Müller", "K001") == []


@pytest.fixture
def remote(service: EmbeddingService, own_lake: Path, tmp_path: Path, copy_cache: CopyCache) -> Config:
    """An installation with a remote provider after its first refresh."""
    copy_cache(tmp_path / "embeddings.sqlite3")
    config = Config(
        database=Database(path=own_lake),
        embedding=Embedding(provider="openai", max_attempts=1),
        openai=OpenAI(base_url=f"{service.address}/v1", embedding_model="m", dimensions=DIMENSIONS),
        embedding_cache=EmbeddingCacheSettings(path=tmp_path / "embeddings.sqlite3"),
        refresh=Refresh(max_rejected=REJECTED_IN_THE_LAKE),
        storage=Storage(path=tmp_path / "data"),
    )
    refresh(config, open_lake(config.database, config.credentials), open_embedder(config), bridge=open_bridge(config))
    service.asked.clear()
    return config


def test_no_service_is_asked_and_the_bridge_is_kept(service: EmbeddingService, remote: Config) -> None:
    before = Dataset(DatasetVersions(remote.storage).current())
    done = erase(remote, Named(("K001", "K002", "K005")))
    version = DatasetVersions(remote.storage).current()
    after = Dataset(version)

    assert service.asked == []
    assert done.run.embedded == 0
    assert {name: (entry.model, entry.terms) for name, entry in version.manifest.indexes.items()} == {
        "competences": ("compatible:m", 12),
        "roles": ("compatible:m", 5),
        "competences.local": (LOCAL_MODEL, 12),
        "roles.local": (LOCAL_MODEL, 5),
    }
    for term in after.roles.terms:  # `Backend Developer` is now spelled `Backend developer` and keeps its vector
        np.testing.assert_array_equal(after.roles.vector(term), before.roles.vector(term))
    lake = open_lake(remote.database, remote.credentials)
    again = refresh(remote, lake, open_embedder(remote), bridge=open_bridge(remote))
    assert again.status == "unchanged"
    assert service.asked == []


def test_going_back_to_a_version_that_holds_the_erased_publishes_it_again_without_them(second_night: Night) -> None:
    oldest = second_night.current
    second_night.edit(CAPACITIES, ("Junior", "Principal"))
    second_night.refresh()
    erased(second_night, ANNA)
    second_night.clock.move(hours=1)
    erased_version = second_night.current

    run = rollback(
        second_night.config, encoder=second_night.embedder, clock=second_night.clock
    )  # not to what was just left: that has the same data

    assert (run.kind, run.status, run.dataset_version) == ("rollback", "succeeded", second_night.current)
    assert second_night.current not in {oldest, erased_version}
    rows = second_night.dataset().snapshot.rows("teamlandkarte.etl", "named_people")
    assert {row["role_level"] for row in rows} >= {"Junior"}
    assert "Anna Müller" not in {row["owner"] for row in rows}
    second_night.clock.move(days=1)
    second_night.refresh()
    assert "Anna Müller" not in owners(second_night.dataset())


def test_where_only_the_same_data_without_the_erased_is_older_it_is_said(second_night: Night) -> None:
    before = second_night.current
    for version in second_night.versions.ids():
        if version != before:
            second_night.versions.discard(version)
    erased(second_night, ANNA)
    with pytest.raises(DatasetError, match=f"older has the same data, apart from who was erased since: {before}$"):
        rollback(second_night.config, encoder=second_night.embedder, clock=second_night.clock)


def test_going_back_to_a_version_without_the_erased_makes_that_one_current(second_night: Night) -> None:
    erased(second_night, ANNA)
    second_night.clock.move(hours=1)
    without = second_night.current
    second_night.edit(CAPACITIES, ("Junior", "Principal"))
    second_night.refresh()
    assert (
        rollback(second_night.config, encoder=second_night.embedder, clock=second_night.clock).dataset_version
        == without
        == second_night.current
    )
