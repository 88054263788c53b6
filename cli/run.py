"""One refresh run as the command line does it: lake and models opened, progress shown, its end reported."""

import logging
import signal
from collections.abc import Callable
from typing import TYPE_CHECKING

from teamlandkarte.index.config import Config
from teamlandkarte.index.contradictions import missing_for_refresh
from teamlandkarte.index.errors import ConfigError, RefreshLockedError, TeamlandkarteError
from teamlandkarte.index.interruption import stop
from teamlandkarte.index.runs import RefreshRun

if TYPE_CHECKING:
    from teamlandkarte.etl.gates import Allowed

SAMPLE_PEOPLE, SAMPLE_TASKS, SAMPLE_SEED = 5000, 400, 1


def prepare() -> None:
    """Let the process end in order when it is told to stop, so that a run is recorded, and tell what it does."""
    signal.signal(signal.SIGTERM, stop)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else whoever started it wants it ignored
        signal.signal(signal.SIGINT, stop)
    logging.getLogger("teamlandkarte").setLevel(logging.INFO)


def require_secrets(config: Config) -> None:
    """Raise ConfigError where a secret that a refresh needs is missing."""
    if missing := missing_for_refresh(config):
        raise ConfigError(missing)


def refresh_once(
    config: Config,
    *,
    allowed: "Allowed | None" = None,
    late: bool = False,
    guard: Callable[[], None] | None = None,
) -> RefreshRun:
    """Run one refresh and return its record.

    Raises:
        ConfigError: a secret is missing.
        TeamlandkarteError: the run failed; the old version is still current.
    """
    from teamlandkarte.cli.progress import shown
    from teamlandkarte.etl.embedders import open_embedder
    from teamlandkarte.etl.gates import NOTHING_ALLOWED
    from teamlandkarte.etl.lake import open_lake
    from teamlandkarte.etl.refresh import refresh

    require_secrets(config)
    _write_sample_lake_of_the_defaults(config)
    with shown() as progress:
        lake = open_lake(config.database, config.credentials)
        allowed = allowed or NOTHING_ALLOWED
        return refresh(config, lake, open_embedder(config), allowed=allowed, late=late, guard=guard, progress=progress)


def failure(error: TeamlandkarteError) -> dict[str, str]:
    """Return what JSON says of a run that failed and has no record of its own."""
    return {"status": "locked" if isinstance(error, RefreshLockedError) else "failed", "reason": str(error)}


def _write_sample_lake_of_the_defaults(config: Config) -> None:
    """Without any configuration the product runs on a sample lake of its own, so there must be one."""
    if config.origin is None and not config.database.path.exists():
        from teamlandkarte.cli.progress import shown
        from teamlandkarte.etl.sample import write_sample_lake
        from teamlandkarte.index.versions import utc_now

        with shown() as progress:
            write_sample_lake(
                config.database.path,
                people=SAMPLE_PEOPLE,
                tasks=SAMPLE_TASKS,
                seed=SAMPLE_SEED,
                progress=progress,
                today=utc_now().date(),
            )
