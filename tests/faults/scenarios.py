"""What is disturbed: pieces of work on one installation, in the folder of a campaign.

`before` is the `[storage] path` as the work finds it; the work itself happens on a copy of it called `work`.
"""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import teamlandkarte.etl.duckdb_lake  # noqa: F401 -- loaded before the fork, not in each child again
from teamlandkarte.etl.erasure import erase
from teamlandkarte.etl.rollback import rollback
from teamlandkarte.index.config import EmbeddingCache, Storage
from teamlandkarte.index.erasure import Named
from teamlandkarte.index.versions import DatasetVersions
from tests.etl.night import Night
from tests.lake_files import CAPACITIES

_LAKE = Path(__file__).parents[1] / "lake"
_LEVELS = ("Senior", "Advanced", "Expert")  # what the lake calls the same people's level, night after night
_DAY = 10  # on which the work is done; whatever was replaced before has gone past its grace period


@dataclass(frozen=True)
class Scenario:
    """How many nights were refreshed before, what is done in a folder on a day then, and what on the day after."""

    nights: int
    work: Callable[[Path, int], object]
    after: Callable[[Path, int], object]

    def disturbed(self, folder: Path) -> None:
        """Do the work that is to be disturbed."""
        self.work(folder, _DAY)

    def follow(self, folder: Path) -> None:
        """Do what is done on the day after."""
        self.after(folder, _DAY + 1)

    def prepare(self, folder: Path) -> None:
        """Fill `before`; the lake beside it has changed since the last night."""
        shutil.copytree(_LAKE, folder / "lake")
        (folder / "before").mkdir()
        for number in range(self.nights):
            night = installation(folder, "before", day=number)
            night.refresh()
            night.edit(CAPACITIES, (_LEVELS[number], _LEVELS[number + 1]))


def installation(folder: Path, storage: str = "work", *, day: int = 0) -> Night:
    """Return the installation of a campaign on a day; what is replaced goes an hour later."""
    night = Night(folder / "lake", folder / storage)
    kept = Storage(path=folder / storage, grace_hours=1, keep_versions=1, keep_days=0)
    cache = EmbeddingCache(path=folder / "embeddings.sqlite3")
    night.config = night.config.model_copy(update={"storage": kept, "embedding_cache": cache})
    night.clock.move(days=day)
    return night


def _refresh(folder: Path, day: int) -> None:
    installation(folder, day=day).refresh()


def _roll_back(folder: Path, day: int) -> None:
    night = installation(folder, day=day)
    oldest = DatasetVersions(installation(folder, "before").config.storage).ids()[-1]
    rollback(night.config, oldest, encoder=night.embedder, clock=night.clock)


def _erase(folder: Path, day: int) -> None:
    night = installation(folder, day=day)
    erase(night.config, Named(("K002",)), also_if_absent=True, encoder=night.embedder, clock=night.clock)


SCENARIOS = {
    "first refresh": Scenario(nights=0, work=_refresh, after=_refresh),
    "refresh": Scenario(nights=2, work=_refresh, after=_refresh),
    "rollback": Scenario(nights=2, work=_roll_back, after=_refresh),
    "erasure": Scenario(nights=2, work=_erase, after=_erase),
}
