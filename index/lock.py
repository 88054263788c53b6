"""The refresh lock as readers see it: whether somebody holds it. Taking it is the refresh's own."""

from teamlandkarte.index.config import Storage

LOCK_FILE = "refresh.lock"
HOLDER_FILE = "refresh.holder.json"  # who holds the lock; stays where a process was killed

PROBE_SECONDS = 0.5  # far more than `is_held` needs: whoever takes the lock waits so long for a probe to end


def is_held(storage: Storage) -> bool:
    """Return whether a run holds the lock, without refusing it to a run that begins just now.

    The system is asked, not the holder's file, which a killed process leaves behind; only where the lock may not be
    opened (a folder that is read-only here), that file decides.
    """
    from filelock import FileLock, Timeout

    path = storage.path / LOCK_FILE
    if not path.exists():
        return False
    try:
        with FileLock(path, timeout=0):
            return False
    except Timeout:
        return True
    except OSError:
        return (storage.path / HOLDER_FILE).exists()
