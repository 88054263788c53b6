"""From validated rows to a published dataset version: embed → build → audit → publish."""

import datetime as dt
import logging
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Literal

import duckdb

from teamlandkarte.etl.audit import DIRECTORY, audit
from teamlandkarte.etl.build import Content, build
from teamlandkarte.etl.content_hash import content_hash
from teamlandkarte.etl.directory.part import DirectoryPart
from teamlandkarte.etl.directory.tables import published_entries
from teamlandkarte.etl.indexes import PlannedIndex, embed
from teamlandkarte.etl.links import Links
from teamlandkarte.etl.progress import Progress
from teamlandkarte.etl.recomputation import Person
from teamlandkarte.etl.recording import Recording
from teamlandkarte.etl.score_audit import audit_scores, sampled_people
from teamlandkarte.etl.scratch import Scratch
from teamlandkarte.etl.task_roles import TaskText, find_task_roles, task_texts
from teamlandkarte.etl.vocabulary import Vocabularies
from teamlandkarte.index.checks import Check
from teamlandkarte.index.dataset import Dataset
from teamlandkarte.index.errors import DatasetError, UnbuiltDirectoryError
from teamlandkarte.index.known_versions import KnownVersions
from teamlandkarte.index.manifest import FileEntry, Manifest
from teamlandkarte.index.runs import RefreshRun
from teamlandkarte.index.text import NORMALISATION_VERSION
from teamlandkarte.index.versions import Version, basic_iso

_log = logging.getLogger(__name__)

_LIBRARIES = ("teamlandkarte", "duckdb", "faiss-cpu", "numpy", "onnxruntime")


@dataclass(frozen=True)
class Origin:
    """Where a version comes from: the lake, whether its data is made up, its rows per table, who embeds its terms.

    `created_at` is that of the version whose rows these are, None where the run itself read them from the lake.
    `columns`: the type of each column of the lake's tables.
    """

    lake: str
    sample: bool
    rows: dict[str, int]
    provider: Literal["local", "openai"]
    created_at: dt.datetime | None = None
    columns: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class ValidRows:
    """Validated rows in a scratch database, and everything about them that decides the next dataset version."""

    scratch: Scratch
    origin: Origin
    vocabularies: Vocabularies
    planned: dict[str, PlannedIndex]
    links: Links
    directory: DirectoryPart
    content_hash: str
    texts: list[TaskText]
    audited: list[Person]

    @classmethod
    def of(  # noqa: PLR0913 -- what a version is made of
        cls,
        scratch: duckdb.DuckDBPyConnection,
        file: Scratch,
        origin: Origin,
        vocabularies: Vocabularies,
        planned: dict[str, PlannedIndex],
        *,
        directory: DirectoryPart,
    ) -> "ValidRows":
        """Read the rows that `validation` left in `scratch`; `vocabularies` are theirs, `planned` what embeds them.

        `directory` is what the employees in `scratch` make up.
        """
        links = Links.of(scratch)
        indexes = {name: index.entry for name, index in planned.items()}
        hashed = content_hash(scratch, indexes, links, directory.content, vocabularies.aliases)
        texts, audited = task_texts(scratch), sampled_people(scratch)
        return cls(file, origin, vocabularies, planned, links, directory, hashed, texts, audited)


def publish(run: RefreshRun, rows: ValidRows, folder: Path, recording: Recording, progress: Progress) -> Version:
    """Build the rows in an empty staging folder, audit what was written, and make it the current version.

    Raises:
        UnbuiltDirectoryError: its employees could not be written, or not rightly; with others it may do.
        TeamlandkarteError: it could not be built or must not be published; the old version is still current.
    """
    manifest = _built(run, rows, folder, recording, progress)
    progress.phase("audit", None)
    with closing(Dataset(Version(folder, manifest))) as dataset:  # not every system renames folders with open files
        checks = audit(dataset)
        _require_directory(check for check in checks if check.subject == DIRECTORY)
        recording.require(checks)
        recording.require(audit_scores(dataset, rows.audited))
        progress.phase("publish", None)
        if manifest.directory:  # first, so that no client holds one that is not known
            _make_known(manifest.directory.hash, dataset, recording.known)
    return recording.versions.publish(folder, manifest)


def _require_directory(checks: Iterable[Check]) -> None:
    if faults := [check.in_words() for check in checks if check.stops]:
        raise UnbuiltDirectoryError("; ".join(faults))


def _make_known(directory_hash: str, dataset: Dataset, known: KnownVersions) -> None:
    """Record a directory for clients that will hold it; where that fails, they get everything the next time."""
    try:
        listed = published_entries(dataset.snapshot)
    except DatasetError as exc:
        _log.warning("the directory cannot be recorded (%s); clients will get everything anew", exc)
    else:
        known.record(directory_hash, listed)


def _built(run: RefreshRun, rows: ValidRows, folder: Path, recording: Recording, progress: Progress) -> Manifest:
    indexes = embed(rows.planned, progress)
    local_roles = "roles.local" if "roles.local" in indexes else "roles"
    roles = find_task_roles(
        rows.texts, rows.planned[local_roles], indexes[local_roles], rows.vocabularies.aliases, progress
    )
    version_id = f"{basic_iso(run.started_at)}-{rows.content_hash[:8]}"
    known = {"status": "succeeded", "dataset_version": version_id}
    own = run.model_copy(update=known | recording.checked)
    runs = [own if one.run_id == run.run_id else one for one in recording.history.latest()]
    progress.phase("build", None)
    counts = build(rows.scratch, folder, Content(rows.vocabularies, rows.links, indexes, roles, runs))
    previous = recording.current()
    return Manifest(
        dataset_version=version_id,
        content_hash=rows.content_hash,
        previous_content_hash=previous.manifest.content_hash if previous else None,
        created_at=rows.origin.created_at or run.started_at,
        refresh_run=run.run_id,
        source=rows.origin.lake,
        sample=rows.origin.sample,
        provider=rows.origin.provider,
        normalisation_version=NORMALISATION_VERSION,
        indexes={name: index.entry for name, index in rows.planned.items()},
        counts=counts,
        source_rows=rows.origin.rows,
        lake_schema=rows.origin.columns,
        directory=rows.directory.entry,
        written_by={library: version(library) for library in _LIBRARIES},
        files={path.name: FileEntry.of(path) for path in sorted(folder.iterdir())},
    )
