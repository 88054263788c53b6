"""What a file system is asked beyond reading and writing: the names in a folder, and what a crash cannot undo."""

import errno
import logging
import os
import time
from contextlib import suppress
from pathlib import Path

from teamlandkarte.index.errors import DatasetError

_log = logging.getLogger(__name__)

DRAFT_ENDING = ".new"  # of a small file that is being written
_DISK_FULL = "the disk of [storage] path is full; free some space and run it again"
_NO_ROOM = {  # by the number of an error of the system
    errno.ENOSPC: _DISK_FULL,
    errno.EDQUOT: _DISK_FULL,
    errno.EFBIG: (
        "a file in [storage] path would be larger than the system allows; raise that limit (`ulimit -f`), or name a "
        "disk that takes larger files, and run it again"
    ),
}
_PATIENCE = (0.01, 0.05, 0.25, 1.0)  # seconds: who reads a small file is done in less


def not_written(exc: OSError) -> str:
    """Return what to tell a person of something in `[storage] path` that could not be written, by its bare name."""
    if told := no_room(exc):
        return told
    path = exc.filename2 or exc.filename  # of a file that is put in the place of another, the other
    name = f'"{Path(path).name}": ' if isinstance(path, str | Path) else ""
    return f"[storage] path cannot be written ({name}{exc.strerror}); correct it or its rights"


def no_room(exc: Exception) -> str:
    """Return what to tell a person where `[storage] path` has no room for a file; empty where that is not the reason.

    Libraries report what the system says in words of its own, within theirs.
    """
    return next((told for number, told in _NO_ROOM.items() if os.strerror(number) in str(exc)), "")


def names_in(folder: Path) -> list[str]:
    """Return the names in a folder of `[storage] path`, none where it does not exist.

    Raises:
        DatasetError: it cannot be read.
    """
    try:
        return [path.name for path in folder.iterdir()]
    except FileNotFoundError:
        return []
    except OSError as exc:
        raise DatasetError(
            f'[storage] path cannot be read ("{folder.name}": {exc.strerror}); correct it or its rights'
        ) from exc


def clear_drafts(folder: Path) -> None:
    """Delete what a killed process had not finished writing; what cannot be deleted now goes the next time.

    Raises:
        DatasetError: the folder cannot be read.
    """
    for name in names_in(folder):
        if name.endswith(DRAFT_ENDING):
            with suppress(OSError):
                (folder / name).unlink()


def sync(path: Path) -> None:
    """Force a file to disk."""
    handle = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(path: Path) -> None:
    """Force the names in a folder to disk, where the system can do that: Windows and some shares cannot."""
    if os.name == "nt":
        return
    try:
        sync(path)
    except OSError as exc:
        _log.warning(
            "a folder could not be forced to disk (%s); a power cut now may undo its last change", exc.strerror
        )


def replace(path: Path, text: str) -> None:
    """Write a small file so that a reader sees the old or the new text, never a part, also after a power cut."""
    draft = path.with_name(path.name + DRAFT_ENDING)
    try:
        draft.write_text(text, encoding="utf-8")
        sync(draft)
        _put(draft, path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise
    sync_folder(path.parent)


def _put(draft: Path, path: Path) -> None:
    """Put a file in the place of another, where Windows lets nobody do that while somebody reads it."""
    for seconds in _PATIENCE:
        try:
            draft.replace(path)
        except PermissionError:
            time.sleep(seconds)
        else:
            return
    draft.replace(path)
