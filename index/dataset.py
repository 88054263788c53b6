"""A dataset version opened for answering; its parts are loaded when they are first asked for."""

import datetime as dt
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from teamlandkarte.index.config import Matching, Similarity
from teamlandkarte.index.manifest import Manifest
from teamlandkarte.index.snapshot import SNAPSHOT_FILE, Snapshot
from teamlandkarte.index.versions import DatasetVersions, Version

if TYPE_CHECKING:
    from teamlandkarte.index.aliases import Aliases
    from teamlandkarte.index.certificates import Certificates
    from teamlandkarte.index.embedding import Embedder
    from teamlandkarte.index.matching import Matcher
    from teamlandkarte.index.people import People
    from teamlandkarte.index.provenance import Provenance
    from teamlandkarte.index.vectors import VectorIndex
    from teamlandkarte.index.vocabulary import Vocabulary

_PACKAGE = "teamlandkarte.index"
_BRIDGE_TERMS = Similarity().bridge_terms


class Dataset:
    """One opened dataset version; safe to use from several threads at once."""

    def __init__(
        self, version: Version, encoder: "Embedder | None" = None, *, bridge_terms: int = _BRIDGE_TERMS
    ) -> None:
        """Take a verified version and the local model, which embeds terms that the vocabularies lack."""
        self.folder = version.folder
        self._encoder = encoder
        self._bridge_terms = bridge_terms
        self._lock = threading.RLock()
        self._comparing = threading.RLock()  # apart, since that loads for seconds and most tools need tables alone
        self._snapshot: Snapshot | None = None
        self._people: People | None = None
        self._aliases: Aliases | None = None
        self._certificates: Certificates | None = None
        self._provenance: Provenance | None = None
        self._vocabularies: dict[str, Vocabulary] = {}
        self._matchers: dict[Matching, Matcher] = {}
        self.manifest: Manifest = version.manifest
        self.degraded: str | None = version.degraded

    @property
    def id(self) -> str:
        """The dataset version's id."""
        return self.manifest.dataset_version

    @property
    def made_on(self) -> dt.date:
        """The day, in UTC, on which it was made: what its answers call today, so that they stay as they are."""
        return self.manifest.created_at.date()

    @property
    def encoder(self) -> "Embedder | None":
        """The local model, where whoever opened the version has it."""
        return self._encoder

    @property
    def snapshot(self) -> Snapshot:
        """The tables."""
        with self._lock:
            if self._snapshot is None:
                self._snapshot = Snapshot.open(self.folder / SNAPSHOT_FILE)
            return self._snapshot

    @property
    def competences(self) -> "Vocabulary":
        """The vocabulary of competences and task skills."""
        return self._vocabulary("competences", "competence_terms")

    @property
    def roles(self) -> "Vocabulary":
        """The vocabulary of roles."""
        return self._vocabulary("roles", "role_terms")

    @property
    def people(self) -> "People":
        """The capacities, laid out for scoring."""
        with self._lock:
            if self._people is None:
                from teamlandkarte.index import people_file

                self._people = people_file.read(self.folder / people_file.PEOPLE_FILE)
            return self._people

    @property
    def aliases(self) -> "Aliases":
        """Other names of terms, as the refresh read them."""
        from teamlandkarte.index.aliases import Aliases

        with self._lock:
            if self._aliases is None:
                self._aliases = Aliases.read(self.snapshot)
            return self._aliases

    @property
    def certificates(self) -> "Certificates":
        """The certificates of all people."""
        from teamlandkarte.index.certificates import Certificates

        with self._lock:
            if self._certificates is None:
                self._certificates = Certificates.read(self.snapshot, self.people, self.aliases)
            return self._certificates

    @property
    def provenance(self) -> "Provenance":
        """Where the similarities to competences come from."""
        from teamlandkarte.index.provenance import Provenance

        with self._comparing:
            if self._provenance is None:
                self._provenance = Provenance(self.competences)
            return self._provenance

    def close(self) -> None:
        """Close the tables, so that the folder can be renamed everywhere; who asks for them again opens them again."""
        with self._lock:
            if self._snapshot is not None:
                self._snapshot.close()
                self._snapshot = None

    def matcher(self, matching: Matching) -> "Matcher":
        """Return what ranks the people as `[matching]` says."""
        from teamlandkarte.index.matching import Matcher

        with self._comparing:
            if matching not in self._matchers:
                for vocabulary in (self.competences, self.roles):
                    vocabulary.load()  # here, where whoever else needs it waits instead of making it, too
                self._matchers[matching] = Matcher(self.people, self.competences, self.roles, matching)
            return self._matchers[matching]

    def _vocabulary(self, index: str, table: str) -> "Vocabulary":
        with self._comparing:
            if index not in self._vocabularies:
                with ThreadPoolExecutor(1, "load") as thread:  # DuckDB opens meanwhile
                    vectors = thread.submit(self._vectors, index)
                    names = tuple(self.snapshot.columns(_PACKAGE, "terms", table=table)["term"].tolist())
                self._vocabularies[index] = self._opened(index, names, vectors.result())
            return self._vocabularies[index]

    def _vectors(self, index: str) -> "VectorIndex":
        from teamlandkarte.index.vectors import VectorIndex

        return VectorIndex.load(index_file(self.folder, index))

    def _opened(self, index: str, terms: tuple[str, ...], vectors: "VectorIndex") -> "Vocabulary":
        """Open one index, with its bridge where the version has one."""
        from teamlandkarte.index.calibration import Calibration
        from teamlandkarte.index.vocabulary import Vocabulary

        entry = self.manifest.indexes[index]
        local = f"{index}.local"
        return Vocabulary(
            terms,
            vectors.vectors,
            model=entry.model,
            calibration=Calibration.from_json(entry.calibration),
            aliases=self.aliases,
            encoder=self._encoder,
            bridge=self._opened(local, terms, self._vectors(local)) if local in self.manifest.indexes else None,
            bridge_terms=self._bridge_terms,
        )


class CurrentDataset:
    """The dataset of the current version; a newly published one is seen by the next call.

    One thread compares it with its manifest and opens it, which takes long where it is large. Who comes meanwhile goes
    on with the old one, unless that holds somebody who was erased.
    """

    def __init__(
        self, versions: DatasetVersions, encoder: "Embedder | None" = None, *, bridge_terms: int = _BRIDGE_TERMS
    ) -> None:
        """Open nothing yet; `encoder` is the local model, which itself loads when it is first needed."""
        self._versions = versions
        self._encoder = encoder
        self._bridge_terms = bridge_terms
        self._opening = threading.Lock()
        self._served: tuple[str | None, Dataset] | None = None  # what CURRENT named, and what was opened for it

    def get(self) -> Dataset:
        """Return the dataset of the current version; where nothing changed this costs two small reads.

        Raises:
            NoDatasetError: nothing has been published yet.
            DatasetError: no version on disk is intact, all hold somebody who was erased, or nobody knows who was.
        """
        served = self._served
        if served is None or served[1].id in self._versions.withdrawn:
            self._opening.acquire()
        elif served[0] == self._versions.current_id() or not self._opening.acquire(blocking=False):
            return served[1]
        try:
            return self._opened()
        finally:
            self._opening.release()

    def _opened(self) -> Dataset:
        named = self._versions.current_id()
        served = self._served
        if served and served[0] == named and served[1].id not in self._versions.withdrawn:
            return served[1]  # somebody opened it a moment ago
        opened = Dataset(self._versions.current(), self._encoder, bridge_terms=self._bridge_terms)
        self._served = named, opened
        return opened


def index_file(folder: Path, index: str) -> Path:
    """Return the file of an index (`competences`, `roles.local` …) in a version's folder."""
    return folder / f"{index}.faiss"
