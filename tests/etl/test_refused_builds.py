"""A build that is not what was validated, or was changed before it is published, is not published."""

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import duckdb
import numpy as np
import pytest

from teamlandkarte.index.errors import RefreshError
from teamlandkarte.index.runs import RefreshRun
from tests.etl.night import Night
from tests.hash_embedder import HashEmbedder
from tests.lake_files import CAPACITIES

Change = Callable[[Path], None]


class Tamperer:
    """A progress that changes the staged files at the beginning of a phase."""

    def __init__(self, night: Night, change: Change, phase: str = "audit") -> None:
        self._staging = night.config.storage.path / "staging"
        self._change = change
        self._phase = phase

    def phase(self, name: str, total: int | None) -> None:
        assert total is None or total >= 0
        if name == self._phase:
            (run,) = self._staging.iterdir()
            self._change(run)

    def advance(self, steps: int) -> None:
        """What is done does not matter here."""


def flipped(name: str) -> Change:
    def change(run: Path) -> None:
        content = bytearray((run / "version" / name).read_bytes())
        content[len(content) // 2] ^= 1
        (run / "version" / name).write_bytes(content)

    return change


def missing(run: Path) -> None:
    (run / "version" / "roles.faiss").unlink()


def littered(run: Path) -> None:
    (run / "version" / "roles.faiss.new").write_bytes(b"")


def other_rows(run: Path) -> None:
    """What is built is not what was validated."""
    with duckdb.connect(str(run / "scratch.duckdb")) as rows:
        rows.execute("UPDATE capacities SET role = (SELECT max(role) FROM capacities) WHERE capacity_id = 'K009'")


TAMPERINGS: dict[str, tuple[Change, str]] = {
    "snapshot changed": (
        flipped("snapshot.duckdb"),
        r"snapshot\.duckdb of dataset version \S+ differs from its manifest",
    ),
    "index changed": (
        flipped("competences.faiss"),
        r"competences\.faiss of dataset version \S+ differs from its manifest",
    ),
    "index missing": (missing, r"roles\.faiss of dataset version \S+ differs"),
    "littered": (littered, r"roles\.faiss\.new does not belong to the version"),
}


@dataclass(frozen=True)
class Nights:
    """How refreshes ended whose staged files somebody changed, what was current afterwards, and how the next ended."""

    before: str
    reasons: dict[str, str]
    current: dict[str, str]
    runs: dict[str, RefreshRun]
    last: RefreshRun


@pytest.fixture(scope="module")
def tampered(first_night: Night, tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Nights:
    folder = tmp_path_factory.mktemp("tampered")
    night = Night(shutil.copytree(tiny_lake, folder / "lake"), folder / "data").after(first_night)
    night.edit(CAPACITIES, ("Senior", "Principal"))
    before, reasons, current, runs = night.current, {}, {}, {}
    for name, (change, _) in TAMPERINGS.items():
        with pytest.raises(RefreshError) as refused:
            night.refresh(progress=Tamperer(night, change))
        reasons[name], current[name], runs[name] = str(refused.value), night.current, night.history()[0]
    return Nights(before, reasons, current, runs, night.refresh())


@pytest.mark.parametrize("name", TAMPERINGS)
def test_staged_files_that_are_not_what_was_built_are_not_published(tampered: Nights, name: str) -> None:
    assert re.search(f"files: .*{TAMPERINGS[name][1]}", tampered.reasons[name])
    assert tampered.current[name] == tampered.before
    run = tampered.runs[name]
    assert run.status == "failed"
    assert {check.subject for check in run.checks if check.stops} == {"files"}


def test_after_staged_files_that_were_not_published_the_next_are(tampered: Nights) -> None:
    assert tampered.last.status == "succeeded"


def test_a_build_of_other_rows_than_the_validated_ones_is_not_published(second_night: Night) -> None:
    first = second_night.current
    second_night.edit(CAPACITIES, ("Senior", "Principal"))

    with pytest.raises(RefreshError, match=r"sampled scores: from their recomputation \(per_skill\)"):
        second_night.refresh(progress=Tamperer(second_night, other_rows, "build"))

    assert second_night.current == first


class LongEmbedder(HashEmbedder):
    """Returns vectors that are twice as long as they should be."""

    def embed(self, texts: list[str]) -> np.ndarray:  # type: ignore[override]
        return 2 * super().embed(texts)


def test_vectors_that_no_index_may_hold_are_not_published(second_night: Night) -> None:
    first = second_night.current

    with pytest.raises(RefreshError, match=r"index competences: vectors that are not of length 1 12, .*\nindex roles"):
        second_night.refresh(embedder=LongEmbedder(model="remote"), bridge=HashEmbedder())

    assert second_night.current == first


def test_scores_of_a_remote_model_are_audited_too(second_night: Night) -> None:
    run = second_night.refresh(embedder=HashEmbedder(model="remote", dimensions=24), bridge=HashEmbedder())

    compared = [check for check in run.checks if check.subject == "sampled scores"]
    assert len(compared) == 4
    assert all(check.passed for check in compared)
    assert len(run.checks) <= 66  # every run keeps them, and every history lists them
