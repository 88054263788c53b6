"""The directory before: carried into the scratch database from the newest version in which it can be read."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import duckdb

from teamlandkarte.etl.directory.tables import carry, drop_erased_employees
from teamlandkarte.index.checks import Check
from teamlandkarte.index.erasure import Whom
from teamlandkarte.index.errors import TeamlandkarteError
from teamlandkarte.index.interruption import interruptible
from teamlandkarte.index.manifest import DirectoryEntry
from teamlandkarte.index.snapshot import SNAPSHOT_FILE
from teamlandkarte.index.versions import Version

_log = logging.getLogger(__name__)

SUBJECT = "employees"  # in checks, and as the table whose loss a person may allow


@dataclass(frozen=True)
class Carried:
    """A directory that goes on, None where there is none, and what there is to say about that."""

    entry: DirectoryEntry | None
    checks: tuple[Check, ...] = ()


@dataclass(frozen=True)
class FormerDirectory:
    """The versions that hold it, as it was last and before, newest first; older ones are looked for when needed."""

    versions: Callable[[], Iterable[Version]]
    erased: Whom

    def carry(self, scratch: duckdb.DuckDBPyConnection) -> Carried:
        """Make `employees` those of the newest version that can be read, without the erased; nobody is linked yet.

        Where none can be read nobody is there, and a check says so: the staffing part is published all the same, and
        replaces the damaged version. Where a version is whole it is the scratch database that failed, which holds the
        staffing part's rows, too: that is raised, and costs nobody the directory.
        """
        unread = []
        for version in self.versions():
            try:
                with interruptible():
                    carry(scratch, version.folder / SNAPSHOT_FILE)
                    drop_erased_employees(scratch, self.erased)
            except Exception as exc:  # whatever is wrong with a version, another one may do
                if not any(version.manifest.faults(version.folder, hashes=True)):
                    raise
                unread.append(f"The directory of dataset version {version.id} cannot be read: {reason_of(exc)}")
                continue
            instead = f"That of {version.id} goes on instead"
            return Carried(version.manifest.directory, _warning(unread, instead))
        carry(scratch, None)
        return Carried(None, _warning(unread, "No version's directory goes on, so whoever is found is new"))


def reason_of(exc: Exception) -> str:
    """Return why the directory's part failed, in words for people; what nobody expected is logged."""
    if isinstance(exc, TeamlandkarteError):
        return str(exc)
    _log.error("the directory could not be brought up to date", exc_info=exc)
    return f"unexpected {type(exc).__name__}; see the log"


def _warning(unread: list[str], instead: str) -> tuple[Check, ...]:
    if not unread:
        return ()
    remark = ". ".join([*unread, instead])
    return (Check(name="carried", subject=SUBJECT, severity="warning", passed=False, value=len(unread), remark=remark),)
