"""Opens what the tools use from the configuration; nothing is read before it is asked for."""

import datetime as dt
import uuid
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from teamlandkarte.index.config import Config
from teamlandkarte.index.dataset import CurrentDataset
from teamlandkarte.index.versions import DatasetVersions, utc_now
from teamlandkarte.server.requirements.store import RequirementStore
from teamlandkarte.server.searches.store import SearchStore
from teamlandkarte.server.service import Service

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from teamlandkarte.index.embedding import LocalEncoder


class LocalModel:
    """The local model, imported and loaded when a text is first embedded, so that the server starts without it."""

    def __init__(self, threads: int) -> None:
        self._threads = threads

    @cached_property
    def _encoder(self) -> "LocalEncoder":
        from teamlandkarte.index.embedding import LocalEncoder

        return LocalEncoder(self._threads)

    @property
    def model(self) -> str:
        """The model's id."""
        return self._encoder.model

    @property
    def dimensions(self) -> int:
        """The length of its vectors."""
        return self._encoder.dimensions

    def embed(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return one unit row per text."""
        return self._encoder.embed(texts)

    def load(self) -> None:
        """Load the model now."""
        self._encoder.load()


def open_current(config: Config, model: LocalModel) -> CurrentDataset:
    """Return the current dataset of the configured storage."""
    bridge_terms = config.matching.similarity.bridge_terms
    return CurrentDataset(DatasetVersions(config.storage), model, bridge_terms=bridge_terms)


def load(config: Config, current: CurrentDataset, model: LocalModel) -> None:
    """Read into memory what the first question of each toolset needs; the model, where an index is of it."""
    dataset = current.get()
    if "staffing" in config.server.toolsets:
        dataset.matcher(config.matching)
        if model.model in {entry.model for entry in dataset.manifest.indexes.values()}:
            model.load()
    if "directory" in config.server.toolsets:
        load_directory(config, current)


def load_directory(config: Config, current: CurrentDataset) -> None:
    """Read into memory what the directory's tools need; where nothing is new, that costs a few small reads."""
    from teamlandkarte.server.directory.shelf import shelved  # not for those who serve no directory

    shelved(config.storage, current.get()).load()


def random_id() -> str:
    """Return a new UUID, as unguessable as the system can make it."""
    return str(uuid.uuid4())


def open_service(
    config: Config,
    *,
    clock: Callable[[], dt.datetime] = utc_now,
    new_id: Callable[[], str] = random_id,
    current: CurrentDataset | None = None,
) -> Service:
    """Return everything a tool may use.

    `clock` returns aware UTC times, `new_id` unguessable UUID texts. `current` is opened from the configuration unless
    given.
    """
    lifetime = dt.timedelta(minutes=config.server.search_ttl_minutes)
    most = config.server.max_searches
    return Service(
        config=config,
        current=current or open_current(config, LocalModel(config.embedding.threads)),
        requirements=RequirementStore(lifetime=lifetime, most_per_caller=most, clock=clock, new_id=new_id),
        searches=SearchStore(config.server, clock, new_id, lambda: DatasetVersions(config.storage).withdrawn),
        clock=clock,
        new_id=new_id,
    )
