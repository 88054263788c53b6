"""What is on disk about erasures: keyed hashes of the erased, and the versions that are withdrawn because of them."""

import datetime as dt
from pathlib import Path
from typing import Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, ValidationError

from teamlandkarte.index.config import Storage
from teamlandkarte.index.disk import replace
from teamlandkarte.index.errors import DatasetError

ERASURE_FILE = "erasure.json"
KEY_FILE = "erasure.key"

Kind = Literal["capacity", "owner", "employee"]

_DAY = dt.timedelta(days=1)


class Entry(BaseModel):
    """Somebody erased: a keyed hash of the lake id or of the name, as hexadecimal digits."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Kind
    digest: str
    erased_at: AwareDatetime


class ErasureRecord(BaseModel):
    """The erasures of one `[storage] path`; it holds neither an id nor a name.

    `key_check` tells whether the key at hand is the one that the entries were made with. `withdrawn`: since when
    dataset versions, by id, are no longer served because they hold somebody who was erased.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    key_check: str = ""
    entries: tuple[Entry, ...] = ()
    withdrawn: dict[str, AwareDatetime] = {}

    @classmethod
    def read(cls, path: Path) -> "ErasureRecord":
        """Read the record of a `[storage] path`; an empty one where nobody was erased.

        Raises:
            DatasetError: it cannot be read, or its key is there without it, so that nobody knows who was erased.
        """
        try:
            return cls.model_validate_json((path / ERASURE_FILE).read_bytes())
        except FileNotFoundError as exc:
            if (path / KEY_FILE).exists():
                raise missing(ERASURE_FILE) from exc
            return cls()
        except (OSError, ValidationError) as exc:
            raise DatasetError(
                f"{ERASURE_FILE} in [storage] path cannot be read, so that nobody knows who was erased; restore it "
                "from a backup"
            ) from exc

    def write(self, path: Path) -> None:
        """Write the record into a `[storage] path`, replacing what stood there."""
        replace(path / ERASURE_FILE, self.model_dump_json(indent=2) + "\n")

    def must_go(self, version: str, ceased: dt.datetime, now: dt.datetime, storage: Storage) -> bool:
        """Return whether a version that ceased to be current at `ceased` must be deleted now, pinned or not.

        That is so as soon as its grace period has ended, and in any case a day before `[storage] erasure_days` are
        over: whoever deletes comes by once a day, and the next time would be too late.
        """
        since = self.withdrawn.get(version)
        if since is None:
            return False
        longest = dt.timedelta(days=storage.erasure_days) - _DAY
        return now - ceased >= dt.timedelta(hours=storage.grace_hours) or now - since >= longest


def missing(files: str) -> DatasetError:
    """Return the error for files that must be there, since somebody was erased."""
    return DatasetError(
        f"somebody was erased, but {files} is missing in [storage] path, so that nobody knows who; restore it from the "
        "backup"
    )
