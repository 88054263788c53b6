"""What is disturbed: pieces of work on one installation, in the folder of a campaign.

`before` is the `[storage] path` as the work finds it; the work itself happens on a copy of it called `work`.
"""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import teamlandkarte.etl.duckdb_lake  # noqa: F401 -- loaded before the fork, not in each child again
from teamlandkarte.index.config import Storage
from tests.etl.night import CAPACITIES, Night

_LAKE = Path(__file__).parents[1] / "lake"
_LEVELS = ("Senior", "Advanced", "Expert")  # what the lake calls the same people's level, night after night
_DAY = 10  # on which the work is done; whatever was replaced before has gone past its grace period


@dataclass(frozen=True)
class Scenario:
    """How many nights were refreshed before, what is done then, and what is done in the night after."""

    nights: int
    work: Callable[[Path], object]
    again: Callable[[Path], object]

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
    night.config = night.config.model_copy(update={"storage": kept})
    night.clock.move(days=day)
    return night


def _refresh(folder: Path) -> None:
    installation(folder, day=_DAY).refresh()


def _refresh_again(folder: Path) -> None:
    installation(folder, day=_DAY + 1).refresh()


SCENARIOS = {
    "first refresh": Scenario(nights=0, work=_refresh, again=_refresh_again),
    "refresh": Scenario(nights=2, work=_refresh, again=_refresh_again),
}
