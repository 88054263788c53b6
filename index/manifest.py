"""The manifest: what a dataset version contains, and how each of its files must look."""

import datetime as dt
import hashlib
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from teamlandkarte.index.errors import DamagedDatasetError, DatasetError
from teamlandkarte.index.readings import CATEGORY_FLOORS, READINGS

MANIFEST_FILE = "manifest.json"
# Raised when a version's content, or how it is derived from the lake's rows, changes; 10: people in codes.
FORMAT_VERSION = 10

_CHUNK_BYTES = 2 << 20  # so many that a thread seldom waits for Python's lock between two


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class FileEntry(_Part):
    """Size and SHA-256 of one file of a dataset version."""

    size: int
    sha256: str

    @classmethod
    def of(cls, path: Path) -> "FileEntry":
        """Measure a file."""
        return cls(size=path.stat().st_size, sha256=sha256_of(path))


class IndexEntry(_Part):
    """One vector index: the model behind it, its dimensions, the calibration of its similarities, its terms."""

    model: str
    dimensions: int
    calibration: dict[str, Any]  # Calibration.to_json
    terms: int


class DirectoryEntry(_Part):
    """The employee directory of a version.

    `hash` is that of `profiles.dataset_hash`, `previous_hash` that of the last other one. `created_at`: since when it
    is so. `crawl_run`: the run that found it so, and `source` where.
    """

    hash: str
    previous_hash: str | None = None
    created_at: dt.datetime
    crawl_run: int
    source: str
    employees: int
    active: int
    dismissed: int


class Manifest(_Part):
    """Everything that a reader must know about a dataset version before opening its files."""

    format_version: int = FORMAT_VERSION
    dataset_version: str
    content_hash: str
    previous_content_hash: str | None = None
    created_at: dt.datetime
    refresh_run: str
    source: str
    sample: bool
    provider: Literal["local", "openai"]
    normalisation_version: int
    indexes: dict[str, IndexEntry]  # "competences", "roles"; with a remote model also "competences.local", …
    readings: dict[str, int] = READINGS  # micro-units from which a similarity means so much
    categories: dict[str, int] = CATEGORY_FLOORS  # the lowest scores of the categories unless configured, micro-units
    counts: dict[str, int]  # rows per table of the snapshot
    source_rows: dict[str, int]  # rows per table of the lake
    lake_schema: dict[str, dict[str, str]] = {}  # type per column per table of the lake
    directory: DirectoryEntry | None = None  # None: no employee directory has been read yet
    written_by: dict[str, str]  # library → version, for the day when a file cannot be opened
    files: dict[str, FileEntry]

    def age(self, now: dt.datetime) -> dt.timedelta:
        """Return how long ago the dataset version was created."""
        return now - self.created_at

    def is_stale(self, now: dt.datetime, after_hours: int) -> bool:
        """Return whether it is older than so many hours (`[server] stale_after_hours`)."""
        return self.age(now) > dt.timedelta(hours=after_hours)

    def write(self, folder: Path) -> None:
        """Write the manifest into a version's folder, sealed by a checksum of its own."""
        document = self.model_dump(mode="json")
        document["sha256"] = _seal(document)
        text = json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True)
        (folder / MANIFEST_FILE).write_text(text + "\n", encoding="utf-8")

    @classmethod
    def read(cls, folder: Path) -> "Manifest":
        """Read the manifest of a version's folder.

        Raises:
            DamagedDatasetError: it is missing or not what was written.
            DatasetError: it may not be read, or has a format that this release does not read.
        """
        try:
            document = json.loads((folder / MANIFEST_FILE).read_text(encoding="utf-8"))
            if document.get("format_version") != FORMAT_VERSION:
                raise DatasetError(
                    f"dataset version {folder.name} has format {document.get('format_version')}, this release reads "
                    f"format {FORMAT_VERSION}; run `teamlandkarte refresh` with this release"
                )
            seal = document.pop("sha256", None)
            if seal != _seal(document):
                raise _damaged(folder.name)
            manifest = cls.model_validate(document)
        except PermissionError as exc:
            raise _forbidden(MANIFEST_FILE, folder.name) from exc
        except (OSError, ValueError, AttributeError, ValidationError) as exc:
            raise _damaged(folder.name) from exc
        if manifest.dataset_version != folder.name:
            raise _damaged(folder.name)
        return manifest

    def check(self, folder: Path, *, hashes: bool) -> None:
        """Compare the files of a version's folder with the manifest: sizes always, contents if `hashes`.

        Raises:
            DamagedDatasetError: a file is missing, differs or was changed since; the message names it.
            DatasetError: a file may not be read.
        """
        for fault in self.faults(folder, hashes=hashes):
            raise fault

    def faults(self, folder: Path, *, hashes: bool) -> Iterator[DatasetError]:
        """Yield an error for each file of a version's folder that is not as `check` demands."""
        with ThreadPoolExecutor(2, "check") as threads:  # hashing needs none of Python's locks
            for fault in threads.map(partial(self._fault, folder, hashes=hashes), self.files):
                if fault is not None:
                    yield fault

    def _fault(self, folder: Path, name: str, *, hashes: bool) -> DatasetError | None:
        entry = self.files[name]
        try:
            if (folder / f"{name}.wal").exists():  # DuckDB would read the file as if its changes were in it
                return _changed(name, self.dataset_version)
            intact = (folder / name).stat().st_size == entry.size
            intact = intact and (not hashes or sha256_of(folder / name) == entry.sha256)
        except PermissionError:
            return _forbidden(name, self.dataset_version)
        except OSError:
            intact = False
        what = f"{name} of dataset version {self.dataset_version}"
        return None if intact else DamagedDatasetError(f"{what} differs from its manifest")


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file's bytes as hexadecimal text."""
    digest, held = hashlib.sha256(), memoryview(bytearray(_CHUNK_BYTES))
    with path.open("rb", buffering=0) as file:
        while count := file.readinto(held):
            digest.update(held[:count])
    return digest.hexdigest()


def _seal(document: dict[str, object]) -> str:
    canonical = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _changed(name: str, version: str) -> DamagedDatasetError:
    return DamagedDatasetError(
        f"{name} of dataset version {version} was opened for writing and changed; close the program that has it open, "
        f"or delete {name}.wal there if there is none"
    )


def _forbidden(name: str, version: str) -> DatasetError:
    return DatasetError(f"{name} of dataset version {version} may not be read; correct the rights of [storage] path")


def _damaged(version: str) -> DamagedDatasetError:
    return DamagedDatasetError(f"the manifest of dataset version {version} is missing or damaged")
