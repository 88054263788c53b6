"""Small files: written whole or not at all."""

from pathlib import Path

import pytest

from teamlandkarte.index.disk import not_written, replace


def test_a_file_that_cannot_be_written_leaves_no_draft(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match="directory") as told:
        replace(tmp_path / "taken", "text")
    assert '("taken": ' in not_written(told.value)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def read_by_somebody(monkeypatch: pytest.MonkeyPatch, times: int) -> list[Path]:
    """Refuse so many times to put a file in the place of another, as Windows does; return whose place that was."""
    put, refused = Path.replace, list[Path]()

    def replaced(draft: Path, path: Path) -> Path:
        if len(refused) < times:
            refused.append(path)
            raise PermissionError(13, "in use by another process", str(path))
        return put(draft, path)

    monkeypatch.setattr(Path, "replace", replaced)
    return refused


def test_a_file_that_somebody_reads_is_replaced_when_they_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = read_by_somebody(monkeypatch, times=2)
    replace(tmp_path / "CURRENT", "new")
    assert refused == [tmp_path / "CURRENT"] * 2
    assert (tmp_path / "CURRENT").read_text("utf-8") == "new"


def test_a_file_that_may_never_be_replaced_stays_without_a_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "CURRENT").write_text("old", "utf-8")
    read_by_somebody(monkeypatch, times=1_000)
    with pytest.raises(PermissionError):
        replace(tmp_path / "CURRENT", "new")
    assert [path.name for path in tmp_path.iterdir()] == ["CURRENT"]
    assert (tmp_path / "CURRENT").read_text("utf-8") == "old"
