"""A version published again without the erased, from its own rows and vectors: no lake and no service is asked."""

import datetime as dt
from contextlib import closing

import duckdb

from teamlandkarte.etl.carried_vectors import CarriedVectors
from teamlandkarte.etl.directory.part import part_of
from teamlandkarte.etl.directory.tables import drop_erased_employees
from teamlandkarte.etl.erased_rows import drop_erased
from teamlandkarte.etl.indexes import PlannedIndex
from teamlandkarte.etl.progress import Progress
from teamlandkarte.etl.publication import Origin, ValidRows, publish
from teamlandkarte.etl.recording import Recording
from teamlandkarte.etl.scratch import Scratch, attached
from teamlandkarte.etl.vocabulary import Vocabularies
from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.dataset import Dataset, index_file
from teamlandkarte.index.embedding import Embedder
from teamlandkarte.index.erasure import ErasureList
from teamlandkarte.index.runs import RefreshRun
from teamlandkarte.index.snapshot import SNAPSHOT_FILE, Snapshot, statement
from teamlandkarte.index.vectors import VectorIndex
from teamlandkarte.index.versions import Version


def republish(  # noqa: PLR0913 -- what a run has
    version: Version,
    run: RefreshRun,
    recording: Recording,
    *,
    erased: ErasureList,
    encoder: Embedder,
    memory_mb: int,
    progress: Progress,
) -> Version:
    """Publish a version's rows again without the erased and make that current; return it, or `version` as it is.

    The outcome is what a refresh of a lake without them would publish, but it is no younger than its rows.

    Raises:
        TeamlandkarteError: it could not be built or must not be published; what was current still is.
    """
    progress.phase("erase", None)
    staged = recording.versions.stage(run.run_id)
    file = Scratch(staged / "scratch.duckdb", memory_mb)
    with file.open() as scratch:
        with attached(scratch, version.folder / SNAPSHOT_FILE):
            scratch.execute(statement("teamlandkarte.etl", "copy_version"))
        drop_erased(scratch, erased)
        drop_erased_employees(scratch, erased)
        rows = _rows_of(scratch, file, version, encoder, run.started_at)
    if rows.content_hash == version.manifest.content_hash and version.id not in erased.record.withdrawn:
        return version
    folder = staged / "version"
    folder.mkdir()
    return publish(run, rows, folder, recording, progress)


def _rows_of(
    scratch: duckdb.DuckDBPyConnection, file: Scratch, version: Version, encoder: Embedder, now: dt.datetime
) -> ValidRows:
    """Return the copied rows with the vectors of the version that they come from."""
    manifest = version.manifest
    vocabularies = Vocabularies.of(scratch, _aliases(version))
    kinds = {"competences": vocabularies.competences, "roles": vocabularies.roles}
    carried = _carried(version, encoder)
    directory = part_of(scratch, manifest.directory, now)
    planned = {}
    for name, entry in manifest.indexes.items():
        terms = kinds[name.partition(".")[0]]
        planned[name] = PlannedIndex(terms, carried[name], entry.model_copy(update={"terms": len(terms)}))
    origin = Origin(
        manifest.source,
        manifest.sample,
        manifest.source_rows,
        manifest.provider,
        manifest.created_at,
        columns=manifest.lake_schema,
    )
    return ValidRows.of(scratch, file, origin, vocabularies, planned, directory=directory)


def _aliases(version: Version) -> Aliases:
    with closing(Dataset(version)) as dataset:
        return dataset.aliases


def _carried(version: Version, encoder: Embedder) -> dict[str, CarriedVectors]:
    """Return an embedder for each index of a version."""
    with closing(Snapshot.open(version.folder / SNAPSHOT_FILE)) as snapshot:
        terms = {
            kind: [row["term"] for row in snapshot.rows("teamlandkarte.index", "terms", table=table)]
            for kind, table in (("competences", "competence_terms"), ("roles", "role_terms"))
        }
    return {
        name: CarriedVectors(
            entry,
            terms[name.partition(".")[0]],
            VectorIndex.load(index_file(version.folder, name)).vectors,
            encoder,
        )
        for name, entry in version.manifest.indexes.items()
    }
