"""Whatever ends an erasure, or loses its list: the erased are not served, do not come back, the next run ends it."""

import pytest

from teamlandkarte.index.dataset import CurrentDataset
from teamlandkarte.index.erasure import ErasureList, Named
from teamlandkarte.index.errors import DatasetError, RefreshError
from teamlandkarte.index.versions import DatasetVersions
from tests.etl.erasing import ANNA, Killed, erased, owners
from tests.etl.night import Night
from tests.lake_files import CAPACITIES

PHASES = ("list", "erase", "embed", "task roles", "build", "audit", "publish", "search")


@pytest.mark.parametrize("phase", PHASES)
def test_whatever_ends_an_erasure_nobody_listed_is_served_and_the_next_refresh_finishes_it(
    second_night: Night, phase: str
) -> None:
    before = second_night.current
    running = CurrentDataset(DatasetVersions(second_night.config.storage))
    running.get()
    with pytest.raises(Killed):
        erased(second_night, ANNA, killed_at=phase)
    if phase == "list":  # nothing was decided yet
        assert second_night.current == running.get().id == before
        return
    new = phase == "search"
    if new:
        assert "Anna Müller" not in owners(running.get())
    else:
        for dataset in (running.get, second_night.dataset):
            with pytest.raises(DatasetError, match=r"erased, and none without them is published yet.* erasure again"):
                dataset()

    run = second_night.refresh()

    assert run.status == ("unchanged" if new else "succeeded")
    assert "Anna Müller" not in owners(second_night.dataset())
    assert running.get().id == second_night.current
    assert not (second_night.config.storage.path / "staging").exists()


@pytest.mark.parametrize("phase", PHASES)
def test_an_erasure_that_is_interrupted_says_who_is_listed_if_it_had_come_so_far(
    second_night: Night, phase: str
) -> None:
    with pytest.raises(KeyboardInterrupt) as stopped:
        erased(second_night, ANNA, killed_at=phase, by=KeyboardInterrupt)
    is_listed = bool(ErasureList(second_night.config.storage).record.entries)
    assert is_listed == (phase != "list")
    assert ("on the erasure list" in str(stopped.value)) == is_listed


@pytest.mark.parametrize("unwritable", ["erasure.json", "erasure.key", "runs/{now:%Y%m%dT%H%M%SZ}.json"])
def test_an_erasure_that_could_not_even_be_listed_says_that_nobody_was_erased(
    second_night: Night, unwritable: str
) -> None:
    before = second_night.current
    draft = second_night.config.storage.path / f"{unwritable.format(now=second_night.clock())}.new"
    draft.mkdir()
    with pytest.raises(RefreshError, match=r"nobody was erased.*: run the same erasure again"):
        erased(second_night, ANNA)
    assert second_night.current == before

    draft.rmdir()
    second_night.clock.move(hours=1)
    erased(second_night, ANNA)
    assert "Anna Müller" not in owners(second_night.dataset())


def test_an_erasure_that_could_publish_nothing_says_who_is_listed_and_is_completed_by_the_same_again(
    second_night: Night,
) -> None:
    bound = second_night.config.refresh.memory_mb
    second_night.limit(memory_mb=1)
    with pytest.raises(RefreshError, match=r"is on the erasure list.* `teamlandkarte refresh`, or the same erasure"):
        erased(second_night, ANNA)
    assert "is on the erasure list" in str(second_night.history()[0].reason)

    second_night.limit(memory_mb=bound)
    second_night.clock.move(hours=1)
    done = erased(second_night, ANNA)

    assert (done.run.status, done.people) == ("succeeded", 1)
    assert "Anna Müller" not in owners(second_night.dataset())
    assert second_night.history()[0].run_id == done.run.run_id


def test_a_version_without_the_erased_stands_in_until_a_new_one_is_published(second_night: Night) -> None:
    without = second_night.current
    second_night.edit(CAPACITIES, ("K001,Anna", "K100,Eva Neu,,,,,,\nK001,Anna"))
    second_night.refresh()
    with pytest.raises(Killed):
        erased(second_night, Named(("K100",)), killed_at="publish")

    dataset = second_night.dataset()

    assert (dataset.id, bool(dataset.degraded)) == (without, True)
    second_night.clock.move(hours=1)
    assert second_night.refresh().status == "succeeded"
    assert "Eva Neu" not in owners(second_night.dataset())


def test_a_current_version_that_a_backup_brought_back_is_not_served(second_night: Night) -> None:
    current = second_night.config.storage.path / "CURRENT"
    before = current.read_text("utf-8")
    erased(second_night, ANNA)
    without = second_night.current
    current.write_text(before, "utf-8")

    dataset = second_night.dataset()

    assert dataset.id == without
    assert before.strip() in str(dataset.degraded)
    second_night.clock.move(hours=1)
    assert second_night.refresh().status == "succeeded"
    assert "Anna Müller" not in owners(second_night.dataset())
    assert second_night.dataset().degraded is None


@pytest.mark.parametrize("lost", [("erasure.json",), ("erasure.json", "erasure.key")])
def test_who_was_erased_does_not_come_back_when_the_list_is_gone(second_night: Night, lost: tuple[str, ...]) -> None:
    erased(second_night, ANNA)
    current = second_night.config.storage.path / "CURRENT"
    before = current.read_text("utf-8")
    for name in lost:
        (second_night.config.storage.path / name).unlink()

    for run in (second_night.refresh, lambda: erased(second_night, Named(("K002",)))):
        second_night.clock.move(days=1)
        with pytest.raises(DatasetError, match=r"erasure\.json.* is missing.* backup"):
            run()

    assert current.read_text("utf-8") == before


def test_a_crash_between_the_key_and_the_list_stops_no_later_run(second_night: Night) -> None:
    ErasureList(second_night.config.storage).add(ANNA, second_night.clock())  # and never saved
    assert (second_night.config.storage.path / "erasure.key").exists()
    assert second_night.refresh().status == "unchanged"
