"""What is published while a directory is served is read ahead, so that who asks first does not wait for it."""

import logging
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.snapshot import Snapshot
from teamlandkarte.server.answers.document import encoded
from teamlandkarte.server.directory.employees import Employee
from teamlandkarte.server.directory.shelf import shelved
from teamlandkarte.server.opening import LocalModel, load_directory, open_current
from teamlandkarte.server.protocol.watch import watch, watching
from tests.etl.night import Night
from tests.server.staff import Staff


def looks(*before_each: Callable[[], object]) -> Callable[[float], bool]:
    """Return what lets something happen before each look, and ends after the last."""
    left: Iterator[Callable[[], object]] = iter(before_each)

    def is_over(_seconds: float) -> bool:
        happening = next(left, None)
        if happening:
            happening()
        return happening is None

    return is_over


def test_a_directory_is_ready_before_the_first_call_after_its_publication(
    staff: Staff, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = Staff(Night(staff.night.lake, tmp_path / "data").after(staff.night), tmp_path / "people")
    shutil.copytree(staff.folder, later.folder, dirs_exist_ok=True)
    later.write("newman")
    config = later.night.config
    current = open_current(config, LocalModel(threads=1))
    known = shelved(config.storage, current.get()).employees.entry
    assert known is not None
    watch(partial(load_directory, config, current), looks(later.night.refresh))

    def read_now(*_: object, **__: object) -> None:
        raise AssertionError("read after it was asked for")

    monkeypatch.setattr(Snapshot, "columns", read_now)
    monkeypatch.setattr(Snapshot, "rows", read_now)
    directory = shelved(config.storage, current.get())
    assert directory.employees.entry != known
    delta = directory.delta(known.hash)
    assert delta is not None
    assert delta.added == ("staff/newman",)
    assert [one.profile_key for one in directory.search.find("newman")] == ["staff/newman"]
    assert len("".join(directory.employees.items(delta.added, include_data=False))) > len("staff/newman")


def test_what_cannot_be_read_ahead_is_told_once_and_looked_at_again(caplog: pytest.LogCaptureFixture) -> None:
    answers = iter([DatasetError("damaged"), DatasetError("damaged"), None, DatasetError("damaged")])
    seen = []

    def load() -> None:
        seen.append(next(answers))
        if isinstance(seen[-1], DatasetError):
            raise seen[-1]

    with caplog.at_level(logging.WARNING):
        watch(load, looks(*[lambda: None] * 4))
    assert len(seen) == 4
    assert [record.getMessage().partition(": ")[2] for record in caplog.records] == ["damaged", "damaged"]


def test_where_looks_fail_they_become_rare_and_often_again_once_one_succeeds() -> None:
    answers = iter([*[DatasetError("damaged")] * 8, ZeroDivisionError("ours"), None])
    waited: list[float] = []

    def load() -> None:
        if isinstance(answer := next(answers), Exception):
            raise answer

    def is_over(seconds: float) -> bool:
        waited.append(seconds)
        return len(waited) == 11

    watch(load, is_over)
    assert waited == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 1]


def test_nothing_is_looked_at_any_more_once_the_server_has_ended() -> None:
    with watching(lambda: None):
        assert "watch" in {thread.name for thread in threading.enumerate()}
    assert "watch" not in {thread.name for thread in threading.enumerate()}


TEXT = st.text(max_size=20)


@given(*[TEXT] * 4, st.none() | st.just("2026-03-01T00:00:00+00:00"))
def test_what_a_copy_keeps_is_written_as_every_other_answer(
    key: str, name: str, profile_id: str, url: str, dismissed: str | None
) -> None:
    one = Employee(key, profile_id, name, "active", url, "0" * 64, "2026-03-02T00:00:00+00:00", dismissed)
    assert one.synced == encoded({**one.short, "checksum": one.checksum})
