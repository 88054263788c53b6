"""Failures over employees anywhere in a refresh: the staffing part is published, the last good directory goes on."""

from collections.abc import Callable
from dataclasses import dataclass

import duckdb
import pytest

from teamlandkarte.etl.directory.tables import replace_employees
from teamlandkarte.etl.directory_source import Crawl, Delivery
from teamlandkarte.etl.gates import Allowed
from teamlandkarte.etl.progress import Progress
from teamlandkarte.index.checks import Check
from teamlandkarte.index.errors import DatasetError, RefreshError, SourceError
from teamlandkarte.index.known_versions import KnownVersions
from teamlandkarte.index.runs import RefreshRun
from teamlandkarte.index.snapshot import SNAPSHOT_FILE, Snapshot, statement
from tests.etl.staff import COURSES, PUBLICATIONS, Site, Staff
from tests.lake_files import TASKS


class FailingStatement:
    """The SQL as it is installed, but DuckDB fails over one statement the first so many times."""

    def __init__(self, name: str, times: int, reported: str = "an input/output error") -> None:
        self._name = name
        self._left = times
        self._reported = reported

    def __call__(self, package: str, name: str) -> str:
        if name == self._name and self._left:
            self._left -= 1
            return f"SELECT error('the disk reports: {self._reported}')"
        return statement(package, name)


@dataclass
class DisturbedSite(Site):
    """A site during whose crawl something happens."""

    meanwhile: Callable[[], None] = lambda: None

    def read(self, deliver: Delivery, progress: Progress) -> Crawl:
        self.meanwhile()
        return super().read(deliver, progress)


def next_night(staff: Staff, *people: str) -> RefreshRun:
    """Refresh from a lake with other tasks, which must be published."""
    staff.night.edit(TASKS, ("Backend", "Rückend"))
    run = staff.refresh(*people)
    assert run.status == "succeeded"
    texts = staff.night.dataset().snapshot.rows("teamlandkarte.etl", "free_texts")
    assert any("Rückend" in (row["words"] or "") for row in texts if row["table_name"] == "tasks")
    return run


def warnings(run: RefreshRun) -> dict[str, Check]:
    failed = [check for check in run.checks if check.subject == "employees" and not check.passed]
    assert all(check.severity == "warning" for check in failed)
    return {check.name: check for check in failed}


@pytest.mark.parametrize("failing", ["section_macro", "profile_slices", "insert_courses", "fill_directory"])
def test_employees_that_cannot_be_written_leave_the_last_directory_and_a_published_staffing_part(
    known_staff: Staff, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    before, people = known_staff.entry, known_staff.employees()
    monkeypatch.setattr("teamlandkarte.etl.build.statement", FailingStatement(failing, times=1))
    known_staff.site.sections = (PUBLICATIONS, COURSES)
    run = next_night(known_staff, "anna", "carl")
    assert (known_staff.entry, known_staff.employees()) == (before, people)
    crawl = known_staff.crawl()
    assert (crawl.status, crawl.hash, crawl.new, crawl.found) == ("failed", None, 0, 2)
    assert "could not be written" in crawl.message
    assert run.crawl_run == crawl.id
    assert "last good directory is carried forward" in warnings(run)["crawl"].remark
    monkeypatch.undo()
    known_staff.refresh("anna", "carl")
    assert known_staff.statuses() == {"anna": "active", "boris": "active", "carl": "active"}
    assert known_staff.night.dataset().manifest.counts["employee_courses"] == 2


def test_employees_that_are_wrong_as_written_leave_the_last_directory_and_a_published_staffing_part(
    known_staff: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrongly(scratch: duckdb.DuckDBPyConnection, people: dict[str, object]) -> None:
        replace_employees(scratch, people)  # type: ignore[arg-type]
        scratch.execute("UPDATE employees SET dismissed_at = TIMESTAMP '2026-01-01'")

    before, people = known_staff.entry, known_staff.employees()
    asked_before = known_staff.night.embedder.computed
    monkeypatch.setattr("teamlandkarte.etl.directory.crawling.replace_employees", wrongly)
    run = next_night(known_staff, "anna", "carl")
    assert run.embedded == known_staff.night.embedder.computed - asked_before
    assert (known_staff.entry, known_staff.employees()) == (before, people)
    assert "contradicts" in known_staff.crawl().message
    assert len(run.checks) == len({(check.subject, check.name) for check in run.checks})  # of the published build


def test_a_night_whose_directory_cannot_be_written_and_whose_lake_is_the_same_changes_nothing(
    known_staff: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = known_staff.night.current
    monkeypatch.setattr("teamlandkarte.etl.build.statement", FailingStatement("fill_directory", times=1))
    run = known_staff.refresh("anna", "carl")
    assert (run.status, run.dataset_version) == ("unchanged", first)
    assert known_staff.crawl().status == "failed"


def test_a_first_directory_that_cannot_be_written_leaves_none_and_a_staffing_part(
    staff: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("teamlandkarte.etl.build.statement", FailingStatement("fill_directory", times=1))
    run = next_night(staff, "anna")
    assert staff.night.dataset().manifest.directory is None
    assert staff.crawl().status == "failed"
    assert "none to carry forward" in warnings(run)["crawl"].remark


def test_a_database_that_cannot_even_write_the_last_directory_publishes_nothing_and_empties_no_directory(
    known_staff: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, people = known_staff.night.current, known_staff.employees()
    full = FailingStatement("fill_directory", times=2, reported="No space left on device")
    monkeypatch.setattr("teamlandkarte.etl.build.statement", full)
    known_staff.night.edit(TASKS, ("Backend", "Rückend"))
    with pytest.raises(RefreshError, match=r"employees could not be written: the disk .* is full; free some space"):
        known_staff.refresh("anna", "carl")
    assert (known_staff.night.current, known_staff.employees()) == (before, people)
    assert known_staff.crawl().status == "failed"


def spoilt(staff: Staff, version: str) -> Callable[[], None]:
    """Return what makes the snapshot of a version, which has been compared with its manifest, unreadable."""
    snapshot = staff.night.versions.folder(version) / SNAPSHOT_FILE

    def spoil() -> None:
        size = snapshot.stat().st_size
        snapshot.unlink()  # whoever has it open keeps the old one
        snapshot.write_bytes(b"\xff" * size)

    return spoil


def next_night_over_spoilt(staff: Staff, version: str) -> RefreshRun:
    """Refresh while the snapshot of a version becomes unreadable and the crawl fails."""
    staff.site = DisturbedSite({}, meanwhile=spoilt(staff, version))
    staff.site.failure = SourceError("the start page does not answer")
    return next_night(staff, "anna")


def test_a_directory_that_cannot_be_read_any_more_is_carried_forward_from_the_version_before(
    known_staff: Staff,
) -> None:
    before, people = known_staff.entry, known_staff.employees()
    known_staff.refresh("anna", "boris", "carl")
    second = known_staff.night.current
    run = next_night_over_spoilt(known_staff, second)
    assert (known_staff.entry, known_staff.employees()) == (before, people)
    assert known_staff.crawl().status == "failed"
    told = warnings(run)
    assert f"dataset version {second} cannot be read" in told["carried"].remark
    assert "carried forward" in told["crawl"].remark


def test_where_no_version_can_be_read_any_more_the_loss_of_the_directory_is_told_plainly(known_staff: Staff) -> None:
    only = known_staff.night.current
    run = next_night_over_spoilt(known_staff, only)
    assert known_staff.night.dataset().manifest.directory is None
    assert known_staff.crawl().status == "failed"
    told = warnings(run)
    assert f"dataset version {only} cannot be read" in told["carried"].remark
    assert "none to carry forward" in told["crawl"].remark


def test_an_empty_directory_does_not_follow_one_that_cannot_be_read_any_more_unless_that_is_right(
    known_staff: Staff,
) -> None:
    spoilt(known_staff, known_staff.night.current)()
    run = known_staff.refresh()
    assert known_staff.night.dataset().manifest.directory is None
    assert known_staff.crawl().status == "partial"
    assert "though the site had 2 before, whom no version shows any more" in known_staff.crawl().message
    assert "--allow-drop employees" in warnings(run)["crawl"].remark
    known_staff.allowed = Allowed(drop=("employees",))
    known_staff.refresh()
    assert known_staff.entry.employees == 0


def test_a_whole_version_whose_directory_cannot_be_taken_over_is_not_replaced_by_one_without_a_directory(
    known_staff: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, people = known_staff.night.current, known_staff.employees()
    full = FailingStatement("carry_employees", times=1, reported="No space left on device")
    monkeypatch.setattr("teamlandkarte.etl.directory.tables.statement", full)
    known_staff.site.failure = SourceError("the start page does not answer")
    known_staff.night.edit(TASKS, ("Backend", "Rückend"))
    with pytest.raises(RefreshError, match=r"the disk .* is full; free some space"):
        known_staff.refresh("anna")
    assert (known_staff.night.current, known_staff.employees()) == (before, people)
    assert known_staff.crawl().status == "failed"
    assert known_staff.refresh("anna").status == "succeeded"
    assert known_staff.employees() == people


def records_gone_wrong(staff: Staff) -> None:
    """Put a file where the records of the crawl runs belong."""
    crawls = staff.night.config.storage.path / "crawls"
    crawls.rename(crawls.with_name("moved"))
    crawls.write_text("no folder", "utf-8")


def records_put_right(staff: Staff) -> None:
    crawls = staff.night.config.storage.path / "crawls"
    crawls.unlink()
    crawls.with_name("moved").rename(crawls)


def test_a_crawl_run_that_cannot_be_begun_leaves_the_last_directory_and_a_published_staffing_part(
    known_staff: Staff,
) -> None:
    before, people = known_staff.entry, known_staff.employees()
    records_gone_wrong(known_staff)
    run = next_night(known_staff, "anna", "carl")
    assert (known_staff.entry, known_staff.employees()) == (before, people)
    assert run.crawl_run is None
    assert '"crawls"' in warnings(run)["crawl"].remark


def test_a_crawl_run_whose_end_cannot_be_recorded_leaves_the_last_directory_and_a_published_staffing_part(
    known_staff: Staff,
) -> None:
    before, people = known_staff.entry, known_staff.employees()
    known_staff.site = DisturbedSite({}, meanwhile=lambda: records_gone_wrong(known_staff))
    run = next_night(known_staff, "anna", "carl")
    assert (known_staff.entry, known_staff.employees()) == (before, people)
    assert "cannot be written" in warnings(run)["crawl"].remark


def test_a_crawl_run_that_cannot_be_recorded_as_undone_is_never_told_as_completed(
    known_staff: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, failing = known_staff.night.current, FailingStatement("fill_directory", times=1)

    def failing_beside_the_records(package: str, name: str) -> str:
        if name == "fill_directory":
            records_gone_wrong(known_staff)
        return failing(package, name)

    monkeypatch.setattr("teamlandkarte.etl.build.statement", failing_beside_the_records)
    known_staff.night.edit(TASKS, ("Backend", "Rückend"))
    with pytest.raises(RefreshError, match=r'cannot be written \("crawls'):
        known_staff.refresh("anna", "carl")
    assert known_staff.night.current == before
    records_put_right(known_staff)
    assert (known_staff.crawl().status, known_staff.crawl().hash, known_staff.crawl().new) == ("failed", None, 0)


def test_a_directory_that_cannot_be_recorded_for_clients_is_published_all_the_same(
    known_staff: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(_snapshot: Snapshot) -> list[object]:
        raise DatasetError("the snapshot cannot be read")

    monkeypatch.setattr("teamlandkarte.etl.publication.published_entries", failing)
    next_night(known_staff, "anna", "boris", "carl")
    assert set(known_staff.employees()) == {"anna", "boris", "carl"}
    assert known_staff.entry.hash not in KnownVersions(known_staff.night.config.storage).hashes()
