"""What is kept of the employee directory beyond a night: known directories, crawl runs, and nothing of the erased."""

from pathlib import Path

import pytest

from teamlandkarte.etl.erasure import erase
from teamlandkarte.etl.rollback import rollback
from teamlandkarte.index.crawl_runs import CrawlRuns
from teamlandkarte.index.erasure import Named
from teamlandkarte.index.errors import SourceError
from teamlandkarte.index.known_versions import Delta, KnownVersions
from teamlandkarte.index.runs import RunHistory
from tests.etl.erasing import Killed, erased
from tests.etl.staff import Staff


def test_clients_of_any_earlier_night_can_catch_up_also_after_a_rollback(known_staff: Staff) -> None:
    first = known_staff.night.current
    hash_1 = known_staff.entry.hash
    known_staff.refresh("anna", "boris", "clara")
    hash_2 = known_staff.entry.hash
    known_staff.refresh("anna", "clara", boris="elsewhere")
    known = KnownVersions(known_staff.night.config.storage)
    assert known.hashes() == [known_staff.entry.hash, hash_2, hash_1]
    assert delta(known_staff, hash_1) == Delta(added=("staff/clara",), updated=("staff/boris",))
    hash_3 = known_staff.entry.hash
    rollback(known_staff.night.config, first, encoder=known_staff.night.embedder, clock=known_staff.night.clock)
    assert known_staff.entry.hash == hash_1
    assert known.hashes() == [hash_1, hash_3, hash_2]
    assert delta(known_staff, hash_3) == Delta(updated=("staff/boris",), removed=("staff/clara",))


def delta(staff: Staff, before: str) -> Delta | None:
    known = KnownVersions(staff.night.config.storage)
    numbered = known.numbered(
        (row["profile_key"], row["status"], row["checksum"]) for row in staff.employees().values()
    )
    assert numbered is not None
    return known.delta(before, numbered)


def test_only_the_configured_number_of_directories_stays_known(staff: Staff) -> None:
    section = staff.night.config.directory.model_copy(update={"known_versions": 2})
    staff.night.config = staff.night.config.model_copy(update={"directory": section})
    hashes = []
    for number in range(4):
        staff.refresh(anna=f"room {number}")
        hashes.append(staff.entry.hash)
    assert KnownVersions(staff.night.config.storage).hashes() == hashes[:1:-1]


def test_whoever_is_erased_leaves_the_directory_its_history_and_what_clients_are_compared_with(
    known_staff: Staff,
) -> None:
    known_staff.refresh("anna", "boris", "clara")
    config, clock = known_staff.night.config, known_staff.night.clock
    done = erase(config, Named(owners=("BORIS",)), encoder=known_staff.night.embedder, clock=clock)
    assert done.employees == 1
    assert set(known_staff.employees()) == {"anna", "clara"}
    assert KnownVersions(config.storage).hashes() == [known_staff.entry.hash]
    left = [path.read_bytes() for path in _files(config.storage.path) if path.parent.name not in done.withdrawn]
    contents = [content.lower().replace(b"arborist", b"") for content in left]  # an alias that comes along
    assert not any(b"boris" in content for content in contents)
    clock.move(days=1)
    known_staff.refresh("anna", "boris", "clara")
    assert set(known_staff.employees()) == {"anna", "clara"}
    assert known_staff.crawl().new == 0


def test_a_directory_that_only_an_erasure_made_smaller_is_still_that_of_the_crawl_run_that_found_it(
    known_staff: Staff,
) -> None:
    with pytest.raises(Killed):
        erased(known_staff.night, Named(owners=("BORIS",)), killed_at="erase")
    known_staff.site.failure = SourceError("the start page does not answer")
    known_staff.refresh("anna")
    assert set(known_staff.employees()) == {"anna"}
    assert known_staff.crawl().id == 2
    assert known_staff.entry.crawl_run == 1


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize(("published", "status"), [(True, "completed"), (False, "failed")])
def test_a_crawl_run_of_a_killed_refresh_run_is_complete_if_that_had_published(
    known_staff: Staff, published: bool, status: str
) -> None:
    killed = known_staff.refresh("anna", "boris", "clara")
    left = killed.model_copy(update={"status": "running", "finished_at": None, "dataset_version": None})
    RunHistory(known_staff.night.config.storage).record(left)
    if not published:
        (known_staff.night.config.storage.path / "CURRENT").write_text(known_staff.night.versions.ids()[-1] + "\n")
    run = known_staff.crawl()
    assert (run.id, run.status, run.new) == (2, status, 1 if published else 0)
    assert run.hash == (known_staff.entry.hash if published else None)


def test_only_the_newest_crawl_runs_are_kept_and_no_half_written_one(
    known_staff: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("teamlandkarte.index.crawl_runs.MOST_KEPT", 2)
    crawls = known_staff.night.config.storage.path / "crawls"
    (crawls / "1.json.new").write_text('{"full_name": "Boris"')
    for _ in range(3):
        known_staff.refresh("anna")
    runs = CrawlRuns(known_staff.night.config.storage)
    assert runs.ids() == [4, 3]
    assert runs.find(2) is None
    assert sorted(path.name for path in crawls.iterdir()) == ["3.json", "4.json"]


def test_an_entry_can_be_erased_by_its_key_alone(known_staff: Staff) -> None:
    erase(
        known_staff.night.config,
        Named(profile_keys=("staff/anna",)),
        encoder=known_staff.night.embedder,
        clock=known_staff.night.clock,
    )
    assert set(known_staff.employees()) == {"boris"}
