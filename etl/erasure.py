"""Erasure: somebody leaves the dataset at once, without asking the lake or an embedding service, and stays away."""

import functools
import re
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from teamlandkarte.etl.crawl.record import forget_people
from teamlandkarte.etl.embedders import open_cache, open_local
from teamlandkarte.etl.embedding_cache import EmbeddingCache
from teamlandkarte.etl.erased_rows import holds
from teamlandkarte.etl.lock import refresh_lock
from teamlandkarte.etl.named_people import Employee, Person, people_named, require_known
from teamlandkarte.etl.progress import Progress, Silence, TimedProgress
from teamlandkarte.etl.recording import Recording, own_errors
from teamlandkarte.etl.republication import republish
from teamlandkarte.index.config import Config
from teamlandkarte.index.crawl_runs import CrawlRuns
from teamlandkarte.index.embedding import Embedder
from teamlandkarte.index.erasure import ErasureList, Named
from teamlandkarte.index.errors import DatasetError, TeamlandkarteError
from teamlandkarte.index.interruption import interruptible
from teamlandkarte.index.runs import RefreshRun
from teamlandkarte.index.snapshot import SNAPSHOT_FILE, Snapshot
from teamlandkarte.index.text import folded
from teamlandkarte.index.versions import Clock, Version, utc_now

_PACKAGE = "teamlandkarte.etl"
_CACHED_TEXTS = 1024  # the names, again and again, among texts that come once or often
_NOBODY_LISTED = "nobody was erased, and a refresh erases nobody: run the same erasure again"
_LISTED = (
    "whoever was named is on the erasure list, and versions that hold them are not served any more: run `teamlandkarte "
    "refresh`, or the same erasure again, to publish one without them"
)
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Mention:
    """A text of somebody else's that has all words of an erased name in it; the lake must correct it."""

    table: str
    key: str
    column: str


@dataclass(frozen=True)
class Erasure:
    """What an erasure did: to so many capacities (`people`) and entries of the directory (`employees`).

    `withdrawn`: the versions on disk that hold somebody erased; they are deleted soon.
    """

    run: RefreshRun
    people: int
    employees: int
    withdrawn: tuple[str, ...]
    mentions: tuple[Mention, ...]


def erase(  # noqa: PLR0913 -- what a run needs, each named by the caller
    config: Config,
    named: Named,
    *,
    also_if_absent: bool = False,
    encoder: Embedder | None = None,
    clock: Clock = utc_now,
    progress: Progress | None = None,
) -> Erasure:
    """Put people on the erasure list, publish the current version again without them, withdraw those that hold them.

    `encoder` is the local model, opened from the configuration unless given; a title that names no role needs it.

    Raises:
        NotFoundError: an id or name is unknown, and not `also_if_absent`; nothing is recorded.
        RefreshLockedError: a refresh is running; nothing is recorded.
        TeamlandkarteError: no version could be published. Whoever was listed already goes with the next refresh.
    """
    with refresh_lock(config.storage, clock):
        timed = TimedProgress(progress or Silence(), clock)
        recording = Recording(config.storage, clock, timed)
        current = recording.current()
        if current and not also_if_absent:
            require_known(current, named)
        encoder = encoder or open_local(config, clock)
        cache, listed = open_cache(config, clock), ErasureList(config.storage)
        crawls = CrawlRuns(config.storage)
        work = _Erasing(
            *(named, current, encoder, cache, timed, recording, listed, crawls),
            crawl_record=config.directory.crawl.path,
            memory_mb=config.refresh.memory_mb,
        )
        manifest = current.manifest if current else None
        begun = {"kind": "erasure", "source": manifest.source if manifest else "none"}
        with _said(_NOBODY_LISTED, of_begun=False):
            run = recording.run(begun | {"sample": bool(manifest and manifest.sample)}, work.done)
        left = work.listed.record.withdrawn.keys() & recording.versions.ids()
        return Erasure(run, work.people, work.employees, tuple(sorted(left)), work.mentions)


@dataclass
class _Erasing:
    """The work of one run, while the lock is held; `people` and `mentions` are known when it is done."""

    named: Named
    current: Version | None
    encoder: Embedder
    cache: EmbeddingCache
    progress: TimedProgress
    recording: Recording
    listed: ErasureList
    crawls: CrawlRuns
    crawl_record: Path
    memory_mb: int
    people: int = 0
    employees: int = 0
    mentions: tuple[Mention, ...] = ()

    def done(self, run: RefreshRun) -> dict[str, object]:
        """Do the work and return how the run ended, as fields of its record."""
        self.progress.phase("list", None)
        people, employees = people_named(self.current, self.named)
        self.people, self.employees = len(people), len(employees)
        owners = (*self.named.owners, *(person.owner for person in people), *(one.full_name for one in employees))
        with _said(_NOBODY_LISTED):
            self._list(people, employees, run)
        with _said(_LISTED):
            version = self._published_without(run, owners, employees)
            if self.current is None or version is None:
                return {"status": "unchanged"}
            self.progress.phase("search", None)
            self.mentions = tuple(mentions(version, owners))
        status = "unchanged" if version.id == self.current.id else "succeeded"
        return {"status": status, "dataset_version": version.id, "counts": version.manifest.counts}

    def _published_without(
        self, run: RefreshRun, owners: Sequence[str], employees: Sequence[Employee]
    ) -> Version | None:
        """Forget the erased wherever they are named; return the version without them, None where there was none."""
        self.recording.known.forget([*self.named.profile_keys, *(one.profile_key for one in employees)])
        self.crawls.forget(self.listed.matches_employee)
        forget_people(
            self.crawl_record, self.listed.matches_employee, lambda pages: self._list_pages(pages, owners, run)
        )
        self.cache.forget(lambda text: _names_one(text, owners))
        if self.current is None:
            return None
        try:
            return republish(
                self.current,
                run,
                self.recording,
                erased=self.listed,
                encoder=self.encoder,
                memory_mb=self.memory_mb,
                progress=self.progress,
            )
        finally:  # a title that names no role, and one of them, was embedded again
            self.cache.forget(lambda text: _names_one(text, owners))

    def _list(self, people: Sequence[Person], employees: Sequence[Employee], run: RefreshRun) -> None:
        """Write the list before anything is published: from then on the next refresh leaves them out, too.

        Whoever is erased by name is listed by id as well, since a name may change.
        """
        ids = (*self.named.capacity_ids, *(person.capacity_id for person in people))
        keys = (*self.named.profile_keys, *(one.profile_key for one in employees))
        self.listed.add(Named(ids, self.named.owners, keys), run.started_at)
        withdrawn = [version for version in self.recording.versions.ids() if self._must_withdraw(version)]
        self.listed.save(withdrawn, run.started_at)

    def _list_pages(self, pages: Sequence[tuple[str, str | None]], owners: Sequence[str], run: RefreshRun) -> None:
        """List by what other keys a staff site leads to the pages of the erased, so that no crawl asks for them again.

        A page of another name may only call the address of somebody erased its own by mistake.
        """
        names = Named(owners=tuple(owners))
        keys = tuple(key for key, name in pages if names.matches_employee(key, name))
        self.listed.add(Named(profile_keys=keys), run.started_at)
        self.listed.save((), run.started_at)

    def _must_withdraw(self, version: str) -> bool:
        try:
            return holds(self.recording.versions.folder(version), self.listed)
        except DatasetError:
            return True  # nobody can say whom a damaged version holds


@contextmanager
def _said(state: str, *, of_begun: bool = True) -> Iterator[None]:
    """Let what fails or is interrupted say whether somebody must be named again, and what completes the erasure.

    `of_begun`: also what ends a run that has begun, which says so itself.
    """
    try:
        with own_errors(), interruptible():
            yield
    except TeamlandkarteError as exc:
        if of_begun or exc.refresh_run is None:
            exc.args = (f"{exc}; {state}",)
        raise
    except KeyboardInterrupt as exc:
        if of_begun:
            exc.args = (state,)
        raise


def mentions(version: Version, names: Sequence[str]) -> list[Mention]:
    """Return the texts of a version that have all words of one of the names in them, in whatever order."""
    with closing(Snapshot.open(version.folder / SNAPSHOT_FILE)) as snapshot:
        return [
            Mention(row["table_name"], row["key"], row["column_name"])
            for row in snapshot.rows(_PACKAGE, "free_texts")
            if row["words"] and _names_one(row["words"], names)
        ]


def _names_one(text: str, names: Sequence[str]) -> bool:
    """Return whether all words of one of the names stand in a text."""
    there = _words(text)
    return any(words and words <= there for words in map(_words, names))


@functools.lru_cache(_CACHED_TEXTS)
def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(folded(text)))
