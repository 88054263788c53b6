"""The build: from validated rows and vectors to the files of a dataset version, still in the staging folder."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pyarrow as pa

from teamlandkarte.etl.links import Links
from teamlandkarte.etl.mean_norms import mean_norms
from teamlandkarte.etl.recording import in_our_words
from teamlandkarte.etl.run_tables import run_tables
from teamlandkarte.etl.scratch import Scratch
from teamlandkarte.etl.task_roles import TaskRole
from teamlandkarte.etl.vocabulary import Terms, Vocabularies
from teamlandkarte.index import people_file
from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.dataset import index_file
from teamlandkarte.index.errors import UnbuiltDirectoryError
from teamlandkarte.index.grid import components
from teamlandkarte.index.runs import RefreshRun
from teamlandkarte.index.snapshot import SNAPSHOT_FILE, statement
from teamlandkarte.index.vectors import VectorIndex

_log = logging.getLogger(__name__)

_ETL = "teamlandkarte.etl"
_INDEX = "teamlandkarte.index"
_PROFILE_BYTES_AT_ONCE = 8_000_000
# Older DuckDB command lines (1.4 was tried) then open the snapshot too.
_STORAGE_VERSION = "v1.0.0"


@dataclass(frozen=True)
class Content:
    """Everything that goes into a snapshot besides the validated rows; their links are here, as numbers."""

    vocabularies: Vocabularies
    links: Links
    indexes: Mapping[str, VectorIndex]
    task_roles: Sequence[TaskRole]
    runs: Sequence[RefreshRun]


def build(scratch: Scratch, folder: Path, content: Content) -> dict[str, int]:
    """Write snapshot, people and vector indexes into a folder and return the rows per table of the snapshot.

    `scratch` holds the validated rows.

    Raises:
        UnbuiltDirectoryError: the employees could not be written, whatever is true of the rest.
    """
    for name, index in content.indexes.items():
        index.save(index_file(folder, name))
    competences = content.indexes["competences"]
    links = content.links
    terms = links.terms(content.vocabularies.competences.ids)
    norms = mean_norms(len(links.people), terms, competences.vectors)
    with _new_snapshot(folder / SNAPSHOT_FILE, scratch) as snapshot:
        snapshot.execute(statement(_INDEX, "schema").replace("FLOAT[n]", f"FLOAT[{competences.dimensions}]"))
        _fill_directory(snapshot)
        _insert_terms(snapshot, "competence", content.vocabularies.competences, competences)
        _insert_terms(snapshot, "role", content.vocabularies.roles, content.indexes["roles"])
        measured = pa.table({"capacity_id": links.people, "mean_norm": norms})
        with _registered(snapshot, "mean_norms", measured), _registered(snapshot, "links", links.as_ids()):
            snapshot.execute(statement(_ETL, "fill_snapshot"))
        with _registered(snapshot, "pairs", _table_of_aliases(content.vocabularies.aliases)):
            snapshot.execute(statement(_ETL, "insert_aliases"))
        with _registered(snapshot, "found", _table_of_roles(content.task_roles)):
            snapshot.execute(statement(_ETL, "insert_task_roles"))
        runs, checks = run_tables(content.runs)
        with _registered(snapshot, "runs", runs), _registered(snapshot, "checks", checks):
            snapshot.execute(statement(_ETL, "insert_refresh_runs"))
        snapshot.execute(statement(_INDEX, "views"))
        everybody = snapshot.execute(statement(_INDEX, "people")).fetchnumpy()
        counts = dict(snapshot.execute(statement(_INDEX, "table_counts")).fetchall())
    # Only now, when DuckDB has given its memory back.
    people_file.write(people_file.people_of(everybody, terms), folder / people_file.PEOPLE_FILE)
    return counts


@contextmanager
def _new_snapshot(path: Path, scratch: Scratch) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a new file with the validated rows attached; on success it is left whole in one file, without a log."""
    connection = duckdb.connect(
        str(path),
        config={
            "memory_limit": scratch.memory_limit,
            "storage_compatibility_version": _STORAGE_VERSION,
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
        },
    )
    try:
        connection.execute("ATTACH $scratch AS scratch (READ_ONLY)", {"scratch": str(scratch.path)})
        connection.begin()  # one for all, since each commit waits for the disk
        yield connection
        connection.commit()
        connection.execute("DETACH scratch")
        connection.execute("CHECKPOINT")
    finally:
        connection.close()


@contextmanager
def _registered(
    connection: duckdb.DuckDBPyConnection, name: str, table: pa.Table | pa.RecordBatchReader
) -> Iterator[None]:
    connection.register(name, table)
    yield
    connection.unregister(name)


def _fill_directory(snapshot: duckdb.DuckDBPyConnection) -> None:
    """Fill the tables of the directory; that comes first, since the rows of the others take memory until committed.

    Raises:
        UnbuiltDirectoryError: that failed.
    """
    try:
        _fill_sections(snapshot)
        snapshot.execute(statement(_ETL, "fill_directory"))
    except duckdb.Error as exc:
        _log.error("DuckDB reports of the directory: %s", exc)
        raise UnbuiltDirectoryError(f"the employees could not be written: {in_our_words(exc)}") from exc


def _fill_sections(snapshot: duckdb.DuckDBPyConnection) -> None:
    """Fill publications and courses from the profiles, some at a time: taken apart, each needs many times its size."""
    snapshot.execute(statement(_ETL, "section_macro"))
    slices = snapshot.execute(statement(_ETL, "profile_slices"), {"size": _PROFILE_BYTES_AT_ONCE}).fetchall()
    for first, last in slices:
        for name in ("insert_publications", "insert_courses"):
            snapshot.execute(statement(_ETL, name), {"first": first, "last": last})


def _insert_terms(connection: duckdb.DuckDBPyConnection, kind: str, terms: Terms, index: VectorIndex) -> None:
    """Fill `<kind>_terms` and leave `<kind>_spellings`, which spelling is which term, registered."""
    flat = pa.array(components(index.vectors).reshape(-1), pa.float32())
    table = pa.table(
        {
            "term_id": pa.array(range(len(terms)), pa.int32()),
            "term": pa.array(terms.terms, pa.string()),
            "folded": pa.array(terms.folded, pa.string()),
            "vector": pa.FixedSizeListArray.from_arrays(flat, index.dimensions),
        }
    )
    with _registered(connection, "terms", table):
        connection.execute(statement(_ETL, f"insert_{kind}_terms"))
    spellings = {
        "spelling": pa.array(terms.ids.keys(), pa.string()),
        "term_id": pa.array(terms.ids.values(), pa.int32()),
    }
    connection.register(f"{kind}_spellings", pa.table(spellings))


def _table_of_aliases(aliases: Aliases) -> pa.Table:
    pairs = [*aliases.same, *aliases.mentions]
    return pa.table(
        {
            "alias": pa.array([alias for alias, _ in pairs], pa.string()),
            "term": pa.array([term for _, term in pairs], pa.string()),
            "same": pa.array([place < len(aliases.same) for place in range(len(pairs))], pa.bool_()),
        }
    )


def _table_of_roles(roles: Sequence[TaskRole]) -> pa.Table:
    return pa.table(
        {
            "task_id": pa.array([role.task_id for role in roles], pa.string()),
            "position": pa.array([role.position for role in roles], pa.int32()),
            "role": pa.array([role.role for role in roles], pa.string()),
            "role_term_id": pa.array([role.role_term_id for role in roles], pa.int32()),
            "score": pa.array([role.score for role in roles], pa.int32()),
            "evidence": pa.array([role.evidence for role in roles], pa.string()),
        }
    )
