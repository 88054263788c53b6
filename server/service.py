"""Everything a tool may use, and the one call it is answering."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from teamlandkarte.index.config import Config

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import CurrentDataset, Dataset
    from teamlandkarte.server.requirements.store import RequirementStore
    from teamlandkarte.server.searches.store import SearchStore


@dataclass(frozen=True)
class Service:
    """What lives as long as the server does; built once by `create_server`.

    `clock` returns aware UTC times, `new_id` unguessable UUID texts.
    """

    config: Config
    current: "CurrentDataset"
    requirements: "RequirementStore"
    searches: "SearchStore"
    clock: Callable[[], datetime]
    new_id: Callable[[], str]


@dataclass(frozen=True)
class Call:
    """One tool call: who asks (None: nobody we could tell from others) and the dataset it is answered from.

    The dataset is fixed when the call starts, so a refresh that lands meanwhile changes nothing within one answer. A
    tool that needs none is answered without one.
    """

    service: Service
    caller: str | None
    opened: "Dataset | None"

    @property
    def dataset(self) -> "Dataset":
        """The dataset."""
        if self.opened is None:
            raise TypeError("a tool that needs a dataset must say so in its Handler")
        return self.opened
