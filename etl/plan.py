"""The plan of a refresh: what it would change, embed and refuse, found out without publishing or recording anything."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import duckdb
import pyarrow as pa

from teamlandkarte.etl.directory.tables import carry
from teamlandkarte.etl.embedders import open_bridge
from teamlandkarte.etl.gates import NOTHING_ALLOWED, Allowed
from teamlandkarte.etl.indexes import CountingEmbedder
from teamlandkarte.etl.lake import Lake
from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.etl.lock import refresh_lock
from teamlandkarte.etl.progress import Progress, Silence, TimedProgress
from teamlandkarte.etl.recording import Recording, own_errors
from teamlandkarte.etl.refresh import RefreshWork
from teamlandkarte.etl.scratch import Scratch
from teamlandkarte.etl.vocabulary import Vocabularies
from teamlandkarte.index.checks import Check
from teamlandkarte.index.config import Config
from teamlandkarte.index.difference import TableChanges, row_differences
from teamlandkarte.index.embedding import LOCAL_MODEL
from teamlandkarte.index.errors import RefreshError
from teamlandkarte.index.snapshot import SNAPSHOT_FILE, statement
from teamlandkarte.index.versions import Clock, Version, utc_now

_PACKAGE = "teamlandkarte.etl"
_RUN = "plan"
# OpenAI's rule of thumb is four characters of English; German words make more tokens, and an estimate must not be low.
_BYTES_PER_TOKEN = 3
_MILLION = 1_000_000


class LookingEmbedder(CountingEmbedder, Protocol):
    """An embedder that can tell what it would have to compute."""

    def missing(self, texts: Sequence[str]) -> list[str]:
        """Return the texts whose vectors neither memory nor cache holds."""


@dataclass(frozen=True)
class TermsToEmbed:
    """What one model would be asked for: the missing ones of so many terms, in tokens; `cost` None: unknown."""

    model: str
    terms: int
    missing: int
    tokens: int
    cost: float | None


@dataclass(frozen=True)
class RefreshPlan:
    """What a refresh would do now.

    `counts` holds the rows of the current version, `tables` each table of which a row would differ; it is empty where
    the refresh would fail before it has seen the rows. `refused` says why nothing would be published.
    """

    current: str | None
    unchanged: bool
    counts: dict[str, int]
    tables: dict[str, TableChanges]
    to_embed: tuple[TermsToEmbed, ...]
    checks: tuple[Check, ...]
    refused: str | None


def plan(  # noqa: PLR0913 -- what a run needs, each named by the caller
    config: Config,
    lake: Lake,
    embedder: LookingEmbedder,
    *,
    allowed: Allowed = NOTHING_ALLOWED,
    clock: Clock = utc_now,
    progress: Progress | None = None,
) -> RefreshPlan:
    """Extract and validate as a refresh does, compare with the current version, and leave everything as it was.

    The parameters are those of `refresh`.

    Raises:
        RefreshLockedError: a refresh is running.
        SourceError: the lake did not deliver.
    """
    with refresh_lock(config.storage, clock), own_errors():
        timed = TimedProgress(progress or Silence(), clock)
        recording = Recording(config.storage, clock, timed)
        bridge = open_bridge(config, clock)
        work = RefreshWork(config, lake, embedder, bridge, None, allowed, timed, recording)  # no site is visited
        with _staged(recording) as folder:
            return _plan(work, folder, [embedder, *([bridge] if bridge else [])])


@contextmanager
def _staged(recording: Recording) -> Iterator[Path]:
    recording.versions.clear_litter()
    try:
        yield recording.versions.stage(_RUN)
    finally:
        recording.versions.clear_litter()


def _plan(work: RefreshWork, folder: Path, embedders: Sequence[LookingEmbedder]) -> RefreshPlan:
    path = folder / "scratch.duckdb"
    refused, found = None, None
    try:
        found = work.extracted(path, _RUN).content_hash
    except RefreshError as exc:
        refused = str(exc)
    current = work.recording.current()
    work.progress.phase("compare", None)
    vocabularies = _vocabularies(Scratch(path, work.config.refresh.memory_mb), current)
    return RefreshPlan(
        current=current.id if current else None,
        unchanged=bool(current and not current.degraded and current.manifest.content_hash == found),
        counts=current.manifest.counts if current else {},
        tables=_tables(current, path, folder) if vocabularies else {},
        to_embed=tuple(_to_embed(vocabularies, one, work.config) for one in embedders) if vocabularies else (),
        checks=work.recording.checks,
        refused=refused,
    )


def _vocabularies(file: Scratch, current: Version | None) -> Vocabularies | None:
    """Return the terms of the validated rows and write them beside these, None where nothing has been validated.

    Where the rows were refused before the directory was read, that of the current version goes on.
    """
    with file.open() as scratch:
        there = {name for (name,) in scratch.execute(statement(_PACKAGE, "scratch_tables")).fetchall()}
        if not {table.value for table in LakeTable} <= there:
            return None
        if "employees" not in there:
            carry(scratch, current.folder / SNAPSHOT_FILE if current and current.manifest.directory else None)
        vocabularies = Vocabularies.of(scratch)
        for kind, terms in (("competence", vocabularies.competences), ("role", vocabularies.roles)):
            scratch.register("terms", pa.table({"term": pa.array(terms.terms, pa.string())}))
            scratch.execute(statement(_PACKAGE, "planned_terms").format(kind=kind))
            scratch.unregister("terms")
        return vocabularies


def _tables(current: Version | None, path: Path, folder: Path) -> dict[str, TableChanges]:
    """Compare the validated rows with the current version's, or with none."""
    if current is not None:
        return row_differences(current.folder / SNAPSHOT_FILE, path)
    nothing = folder / "nothing.duckdb"
    with duckdb.connect(str(nothing)) as empty:
        empty.execute(statement("teamlandkarte.index", "schema").replace("FLOAT[n]", "FLOAT[1]"))
    return row_differences(nothing, path)


def _to_embed(vocabularies: Vocabularies, embedder: LookingEmbedder, config: Config) -> TermsToEmbed:
    terms = [*vocabularies.competences.terms, *vocabularies.roles.terms]
    missing = embedder.missing(terms)
    tokens = sum(math.ceil(len(text.encode()) / _BYTES_PER_TOKEN) for text in missing)
    price = 0.0 if embedder.model == LOCAL_MODEL else config.embedding.price_per_million_tokens
    cost = tokens * price / _MILLION if price else None
    return TermsToEmbed(embedder.model, len(terms), len(missing), tokens, cost)
