"""An erasure in an installation under test, ended where a test wants it, and who is left."""

from teamlandkarte.etl.erasure import Erasure, erase
from teamlandkarte.index.dataset import Dataset
from teamlandkarte.index.erasure import Named
from tests.etl.night import Night

ANNA = Named(("K001",))


class Killed(BaseException):
    """The process ends at this very instruction."""


class KilledAt:
    """A progress whose process is killed, or stopped in another way, when a phase begins."""

    def __init__(self, phase: str, by: type[BaseException] = Killed) -> None:
        self._phase = phase
        self._by = by

    def phase(self, name: str, total: int | None) -> None:  # noqa: ARG002 -- it is killed whatever the total
        if name == self._phase:
            raise self._by

    def advance(self, steps: int) -> None:
        """Nothing to show."""


def erased(night: Night, named: Named, *, killed_at: str = "never", by: type[BaseException] = Killed) -> Erasure:
    return erase(night.config, named, encoder=night.embedder, clock=night.clock, progress=KilledAt(killed_at, by))


def owners(dataset: Dataset) -> set[str]:
    return {row["owner"] for row in dataset.snapshot.rows("teamlandkarte.etl", "owners")}
