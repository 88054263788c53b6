"""What is kept of the employee directory beyond a night: known directories, crawl runs, and nothing of the erased."""

from pathlib import Path

import pytest

from teamlandkarte.etl.erasure import erase
from teamlandkarte.etl.rollback import rollback
from teamlandkarte.index.crawl_runs import CrawlRuns
from teamlandkarte.index.erasure import Named
from teamlandkarte.index.known_versions import Delta, KnownVersions
from teamlandkarte.index.runs import RunHistory
from tests.etl.staff import Staff


def test_clients_of_any_earlier_night_can_catch_up_also_after_a_rollback(staff: Staff) -> None:
    first = staff.refresh("anna", "boris")
    hash_1 = staff.entry.hash
    staff.refresh("anna", "boris", "clara")
    hash_2 = staff.entry.hash
    staff.refresh("anna", "clara", boris="elsewhere")
    known = KnownVersions(staff.night.config.storage)
    assert known.hashes() == [staff.entry.hash, hash_2, hash_1]
    assert delta(staff, hash_1) == Delta(added=("staff/clara",), updated=("staff/boris",))
    hash_3 = staff.entry.hash
    rollback(staff.night.config, first.dataset_version, encoder=staff.night.embedder, clock=staff.night.clock)
    assert staff.entry.hash == hash_1
    assert known.hashes() == [hash_1, hash_3, hash_2]
    assert delta(staff, hash_3) == Delta(updated=("staff/boris",), removed=("staff/clara",))


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


def test_whoever_is_erased_leaves_the_directory_its_history_and_what_clients_are_compared_with(staff: Staff) -> None:
    staff.refresh("anna", "boris")
    staff.refresh("anna", "boris", "clara")
    config, clock = staff.night.config, staff.night.clock
    done = erase(config, Named(owners=("BORIS",)), encoder=staff.night.embedder, clock=clock)
    assert done.employees == 1
    assert set(staff.employees()) == {"anna", "clara"}
    assert KnownVersions(config.storage).hashes() == [staff.entry.hash]
    left = [path.read_bytes() for path in _files(config.storage.path) if path.parent.name not in done.withdrawn]
    assert not any(b"boris" in content.lower() for content in left)
    clock.move(days=1)
    staff.refresh("anna", "boris", "clara")
    assert set(staff.employees()) == {"anna", "clara"}
    assert staff.crawl().new == 0


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize(("published", "status"), [(True, "completed"), (False, "failed")])
def test_a_crawl_run_of_a_killed_refresh_run_is_complete_if_that_had_published(
    staff: Staff, published: bool, status: str
) -> None:
    staff.refresh("anna")
    killed = staff.refresh("anna", "boris")
    left = killed.model_copy(update={"status": "running", "finished_at": None, "dataset_version": None})
    RunHistory(staff.night.config.storage).record(left)
    if not published:
        (staff.night.config.storage.path / "CURRENT").write_text(staff.night.versions.ids()[-1] + "\n")
    run = staff.crawl()
    assert (run.id, run.status, run.new) == (2, status, 1 if published else 0)
    assert run.hash == (staff.entry.hash if published else None)


def test_only_the_newest_crawl_runs_are_kept_and_no_half_written_one(
    staff: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("teamlandkarte.index.crawl_runs.MOST_KEPT", 2)
    staff.refresh("anna", "boris")
    crawls = staff.night.config.storage.path / "crawls"
    (crawls / "1.json.new").write_text('{"full_name": "Boris"')
    for _ in range(3):
        staff.refresh("anna")
    runs = CrawlRuns(staff.night.config.storage)
    assert runs.ids() == [4, 3]
    assert runs.find(2) is None
    assert sorted(path.name for path in crawls.iterdir()) == ["3.json", "4.json"]


def test_an_entry_can_be_erased_by_its_key_alone(staff: Staff) -> None:
    staff.refresh("anna", "boris")
    erase(
        staff.night.config, Named(profile_keys=("staff/anna",)), encoder=staff.night.embedder, clock=staff.night.clock
    )
    assert set(staff.employees()) == {"boris"}
