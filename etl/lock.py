"""One refresh at a time: a lock on the storage folder that says who holds it."""

import datetime as dt
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from teamlandkarte.index.config import Storage
from teamlandkarte.index.disk import not_written
from teamlandkarte.index.errors import RefreshError, RefreshLockedError
from teamlandkarte.index.lock import HOLDER_FILE, LOCK_FILE, PROBE_SECONDS
from teamlandkarte.index.versions import Clock


@contextmanager
def refresh_lock(storage: Storage, clock: Clock) -> Iterator[None]:
    """Hold the lock; it ends with the process, however the process ends.

    Raises:
        RefreshLockedError: another refresh holds it; the message says which and since when.
        RefreshError: the storage folder cannot be written.
    """
    holder = storage.path / HOLDER_FILE
    try:
        storage.path.mkdir(parents=True, exist_ok=True)
        lock = FileLock(storage.path / LOCK_FILE)
        lock.acquire(timeout=PROBE_SECONDS, poll_interval=PROBE_SECONDS / 50)
    except Timeout as exc:
        raise RefreshLockedError(_who(holder)) from exc
    except OSError as exc:
        raise RefreshError(not_written(exc)) from exc
    try:
        with suppress(OSError):  # who holds the lock is good to know, the lock itself is what counts
            holder.write_text(json.dumps(_self(clock())), encoding="utf-8")
        yield
    finally:
        with suppress(OSError):
            holder.unlink(missing_ok=True)
        lock.release()


def _self(now: dt.datetime) -> dict[str, object]:
    return {"process": os.getpid(), "host": socket.gethostname(), "since": now.isoformat(timespec="seconds")}


def _who(holder: Path) -> str:
    try:
        known = json.loads(holder.read_text(encoding="utf-8"))
        who = f" (process {known['process']} on {known['host']}, since {known['since']})"
    except (OSError, ValueError, KeyError, TypeError):
        who = ""  # it took the lock this very moment, or is just ending
    return f"another refresh is running{who}; wait until it has ended"
