"""Writing a sample lake: the same for the same seed, whole or not at all, never over anything else."""

import datetime as dt
import hashlib
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from teamlandkarte.etl.sample import tables, write_sample_lake
from teamlandkarte.index.errors import RequestError
from tests.etl.listener import Listener
from tests.etl.sample_tables import TABLES


class Interrupter(Listener):
    """A progress that meets Ctrl-C at the first record."""

    def advance(self, steps: int) -> None:  # noqa: ARG002 -- however many
        raise KeyboardInterrupt


def files_of(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def test_the_same_seed_writes_the_same_bytes_and_another_seed_another_lake(tmp_path: Path) -> None:
    for name, seed in (("first", 3), ("again", 3), ("other", 4)):
        write_sample_lake(tmp_path / name, people=40, tasks=20, seed=seed)
    first = files_of(tmp_path / "first")
    assert files_of(tmp_path / "again") == first
    other = files_of(tmp_path / "other")
    assert all(other[name] != digest for name, digest in first.items())


def test_all_dates_move_with_the_day_that_is_given(tmp_path: Path) -> None:
    write_sample_lake(tmp_path / "lake", people=200, tasks=50, seed=1, today=dt.date(2031, 3, 15))
    capacities = pq.read_table(tmp_path / "lake" / f"{TABLES['capacities']}.parquet").to_pylist()
    day = dt.date(2031, 3, 15)
    assert len([row for row in capacities if (row["begin_date"] or day) <= day <= (row["end_date"] or day)]) > 20
    tasks = pq.read_table(tmp_path / "lake" / f"{TABLES['tasks']}.parquet").to_pylist()
    assert dt.date(2031, 3, 1) < max(row["createddate"].date() for row in tasks) < day
    assert max(row["lastmodifieddate"].date() for row in tasks) <= day


def test_a_lake_of_nobody_still_has_its_vocabulary(tmp_path: Path) -> None:
    write_sample_lake(tmp_path / "lake", people=0, tasks=0, seed=1)
    rows = {name: pq.read_metadata(tmp_path / "lake" / f"{t}.parquet").num_rows for name, t in TABLES.items()}
    assert rows["competences"] > 600
    assert rows["partners"] > 30
    assert [rows[name] for name in ("capacities", "capacity_competences", "tasks", "skills")] == [0, 0, 0, 0]


def test_progress_counts_every_record_up_to_the_end(tmp_path: Path) -> None:
    heard = Listener()
    write_sample_lake(tmp_path / "lake", people=90, tasks=15, seed=1, progress=heard)
    assert heard.phases == [("sample lake", 105)]
    assert heard.steps == 105


def test_an_older_sample_lake_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "lake"
    write_sample_lake(target, people=30, tasks=5, seed=1)
    before = files_of(target)
    write_sample_lake(target, people=30, tasks=5, seed=2)
    assert files_of(target) != before
    assert list(tmp_path.iterdir()) == [target]


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    target = tmp_path / "lake"
    target.mkdir()
    write_sample_lake(target, people=1, tasks=1, seed=1)
    assert (target / "SAMPLE_LAKE.json").is_file()


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_whatever_else_is_there_stays_untouched(tmp_path: Path, kind: str) -> None:
    target = tmp_path / "Urlaubsfotos"
    kept = target
    if kind == "folder":
        target.mkdir()
        kept = target / "strand.jpg"
    kept.write_bytes(b"precious")
    with pytest.raises(RequestError, match=r"Urlaubsfotos.*no sample lake") as refusal:
        write_sample_lake(target, people=1, tasks=1, seed=1)
    assert str(tmp_path) not in str(refusal.value)
    assert kept.read_bytes() == b"precious"
    assert list(tmp_path.iterdir()) == [target]


def test_an_interrupted_writing_leaves_the_old_lake_and_no_litter(tmp_path: Path) -> None:
    target = tmp_path / "lake"
    write_sample_lake(target, people=30, tasks=5, seed=1)
    before = files_of(target)

    with pytest.raises(KeyboardInterrupt):
        write_sample_lake(target, people=30, tasks=5, seed=2, progress=Interrupter())
    assert files_of(target) == before
    assert list(tmp_path.iterdir()) == [target]


def test_a_place_that_cannot_be_written_is_named_without_its_path(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("a file, not a folder")
    with pytest.raises(RequestError, match=r"'lake' could not be written") as refusal:
        write_sample_lake(tmp_path / "note.txt" / "lake", people=1, tasks=1, seed=1)
    assert str(tmp_path) not in str(refusal.value)


def test_the_working_directory_can_become_a_lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "lake"
    target.mkdir()
    monkeypatch.chdir(target)
    write_sample_lake(Path(), people=1, tasks=1, seed=1)
    assert (target / "SAMPLE_LAKE.json").is_file()


@pytest.mark.parametrize(("people", "tasks"), [(-1, 5), (5, -3)])
def test_negative_numbers_are_refused(tmp_path: Path, people: int, tasks: int) -> None:
    with pytest.raises(RequestError, match=f"{min(people, tasks)} records"):
        write_sample_lake(tmp_path / "lake", people=people, tasks=tasks, seed=1)
    assert not (tmp_path / "lake").exists()


def test_tables_are_written_in_row_groups_of_bounded_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "ROW_GROUP", 100)
    write_sample_lake(tmp_path / "lake", people=150, tasks=1, seed=1)
    links = pq.read_metadata(tmp_path / "lake" / f"{TABLES['capacity_competences']}.parquet")
    sizes = [links.row_group(group).num_rows for group in range(links.num_row_groups)]
    assert len(sizes) >= 10
    assert max(sizes) == 100
