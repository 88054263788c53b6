"""`teamlandkarte schedule`: a refresh at every due time of `[schedule]`, until it is told to stop."""

from collections.abc import Callable

import typer

from teamlandkarte.cli.run import prepare, refresh_once, require_secrets
from teamlandkarte.index.config import Config
from teamlandkarte.index.runs import RefreshRun


def schedule(context: typer.Context) -> None:
    """Refresh at every due time of [schedule], once each, until told to stop (SIGTERM, Ctrl-C).

    A time that was missed is caught up once within its grace_hours. Of several processes or hosts on one [storage] path
    only one refreshes. Each run reads the configuration anew; a change of [schedule] itself needs a restart.
    """
    from teamlandkarte.etl.reporting import reported
    from teamlandkarte.etl.schedule import Scheduler
    from teamlandkarte.index.runs import RunHistory
    from teamlandkarte.index.versions import utc_now

    config: Config = context.obj.read()
    require_secrets(config)
    prepare()

    def refresh(*, late: bool, guard: Callable[[], None]) -> RefreshRun:
        return reported(config, lambda: refresh_once(context.obj.read(), late=late, guard=guard), utc_now)

    Scheduler(config.schedule, RunHistory(config.storage), refresh).run()
