"""The error tree. A message names the offending value and the next step, never a path, token or SQL.

TeamlandkarteError
├── ConfigError          the configuration cannot be used; carries every problem found
├── SourceError          the lake did not deliver
│   └── MissingTableError    it has no such table
├── EmbeddingError       a text could not be turned into a vector
├── RefreshError         a refresh run failed a check of its own; nothing was published
│   ├── RefreshLockedError   another refresh run holds the lock
│   ├── GateError            a check of the lake, the rows or the built version forbids to publish
│   └── UnbuiltDirectoryError  the employees could not be written, or not rightly
├── DatasetError         a dataset version cannot be used
│   ├── NoDatasetError       nothing has been published yet
│   └── DamagedDatasetError  an artifact differs from its manifest
└── RequestError         the caller asked for something that cannot be answered as asked
    └── NotFoundError        an id that does not exist (or belongs to someone else)

Caught at two edges only: the command line (exit code) and the tools (tool error).
"""

from collections.abc import Sequence


class TeamlandkarteError(Exception):
    """Root of every error that this product raises on purpose; `refresh_run` is the id of the run that it ended."""

    refresh_run: str | None = None


class ConfigError(TeamlandkarteError):
    """Raised when the configuration cannot be used; `problems` holds one sentence per offending key."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


class SourceError(TeamlandkarteError):
    """Raised when the lake did not deliver; `transient` says whether trying again may help."""

    def __init__(self, message: str, *, transient: bool = False) -> None:
        self.transient = transient
        super().__init__(message)


class MissingTableError(SourceError):
    """Raised when the lake has no table of the configured name."""


class EmbeddingError(TeamlandkarteError):
    """Raised when texts could not be embedded; `texts` names them for the log."""

    def __init__(self, message: str, *, texts: Sequence[str] = ()) -> None:
        self.texts = tuple(texts)
        super().__init__(message)


class RefreshError(TeamlandkarteError):
    """Raised when a refresh run fails a check of its own; nothing was published."""


class RefreshLockedError(RefreshError):
    """Raised when another refresh run holds the lock."""


class GateError(RefreshError):
    """Raised when a check of the lake, the rows or the built version forbids to publish."""


class UnbuiltDirectoryError(RefreshError):
    """Raised when the employees of a version could not be written, or not rightly; its other rows may be right."""


class DatasetError(TeamlandkarteError):
    """Raised when a dataset version cannot be used."""


class NoDatasetError(DatasetError):
    """Raised when nothing has been published yet."""


class DamagedDatasetError(DatasetError):
    """Raised when an artifact differs from its manifest."""


class RequestError(TeamlandkarteError):
    """Raised when a caller's request cannot be answered as asked; the message says how to correct it."""


class NotFoundError(RequestError):
    """Raised for an id that does not exist, has expired or belongs to another caller."""
