"""Readers of a storage folder: `python -m tests.etl.readers STORAGE THREADS`.

Each opens, asks and opens again until standard input ends. Then stdout gets one line of JSON: what was read, and what
failed.
"""

import json
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from teamlandkarte.index.config import Matching, Storage
from teamlandkarte.index.dataset import CurrentDataset, Dataset
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.versions import DatasetVersions

MARK = "Stand"  # a competence "Stand 3" says of which night a version is
_SERVER = "teamlandkarte.server"
_PAUSE = 1.0  # seconds, since the writer is to have its share of the machine


def read(dataset: Dataset) -> dict[str, Any]:
    """Return what every part of a version says about itself."""
    (stand,) = [term for term in dataset.competences.terms if term.startswith(MARK)]
    ranking = dataset.matcher(Matching()).rank(Requirement(competences=(stand,)))
    people = dataset.snapshot.rows(_SERVER, "find_people")
    tasks = dataset.snapshot.rows(_SERVER, "find_open_tasks", created_since=None)
    return {
        "version": dataset.id,
        "stand": stand,
        "vector": [round(float(number), 4) for number in dataset.competences.vector(stand)],
        "holders": sorted(dataset.people.ids[row] for row in (ranking.overall == 1_000_000).nonzero()[0].tolist()),
        "people": len(dataset.people),
        "owners of": _last_words(row["owner"] for row in people),
        "tasks of": _last_words(row["title"] for row in tasks),
    }


def _last_words(texts: Iterable[str]) -> list[str]:
    return sorted({text.rsplit(" ", 1)[1] for text in texts})


class Readers:
    """So many threads that read one folder; `seen` are their different answers as JSON."""

    def __init__(self, folder: Path, threads: int) -> None:
        self._folder = folder
        self._shared = self._opened()  # as the calls of one server share it
        self._end = threading.Event()
        self._begun = threading.Barrier(threads + 1)
        self.seen: set[str] = set()
        self.failures: list[str] = []
        self._threads = [threading.Thread(target=self._read) for _ in range(threads)]

    def start(self) -> None:
        """Return when everybody has read once."""
        for thread in self._threads:
            thread.start()
        self._begun.wait()

    def stop(self) -> None:
        self._end.set()
        for thread in self._threads:
            thread.join()

    def _opened(self) -> CurrentDataset:
        return CurrentDataset(DatasetVersions(Storage(path=self._folder)))

    def _read(self) -> None:
        for again in range(sys.maxsize):
            ending = self._end.is_set()  # once it is, everybody reads once more: what was published last
            current = self._shared if again % 4 else self._opened()
            try:
                self.seen.add(json.dumps(read(current.get())))
            except Exception as exc:  # noqa: BLE001 -- whatever it is, it is what the test is about
                self.failures.append(repr(exc))
            if again == 0:
                self._begun.wait()
            if ending:
                return
            self._end.wait(_PAUSE)


def main() -> None:
    """Read until standard input ends."""
    readers = Readers(Path(sys.argv[1]), int(sys.argv[2]))
    readers.start()
    sys.stdout.write("reading\n")
    sys.stdout.flush()
    sys.stdin.read()
    readers.stop()
    found = {"answers": [json.loads(answer) for answer in readers.seen], "failures": readers.failures}
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
