"""When a refresh is due, and the loop that runs one at each due time, until it is stopped.

A due time is a date and time on the clock of `[schedule] timezone`. Where daylight saving leaves it out, it is due
once, that much later; where it comes twice, it is due the first time only.
"""

import datetime as dt
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Protocol
from zoneinfo import ZoneInfo

from apscheduler.triggers.cron import CronTrigger

from teamlandkarte.index.config import Schedule
from teamlandkarte.index.cron import Cron
from teamlandkarte.index.errors import DatasetError, RefreshLockedError, TeamlandkarteError
from teamlandkarte.index.interruption import stop_asked
from teamlandkarte.index.runs import RefreshRun, RunHistory
from teamlandkarte.index.versions import Clock, utc_now

_log = logging.getLogger(__name__)

_PUNCTUAL = dt.timedelta(minutes=1)  # what begins within this time after it was due is not late
LONGEST_WAIT = 30.0  # seconds; the clock is looked at this often, since a machine that slept wakes up somewhere else
_LONGEST_SHIFT = dt.timedelta(
    days=1
)  # of a clock: daylight saving moves it by hours, a change of the date line by a day
_FIRST_WINDOW = dt.timedelta(hours=1)
_LONGEST_PAUSE = dt.timedelta(days=15 * 366)  # from a 1 February that is a Monday to the next, around 2100
_CLOCK_ERROR = dt.timedelta(hours=1)  # what lies further ahead was recorded by a clock that has been corrected since


class DueTimes:
    """The moments, in UTC, at which a refresh is due."""

    def __init__(self, settings: Schedule) -> None:
        self._zone = ZoneInfo(settings.timezone)
        self._triggers = tuple(_triggers(Cron.parse(settings.cron)))

    def next_after(self, moment: dt.datetime) -> dt.datetime:
        """Return the first due time after a moment."""
        return next(found[0] for window in _windows(_LONGEST_PAUSE) if (found := self._due(moment, moment + window)))

    def latest(self, moment: dt.datetime, within: dt.timedelta) -> dt.datetime | None:
        """Return the last due time at or before a moment, None where there was none `within` that time."""
        for window in _windows(within):
            if found := self._due(moment - min(window, within), moment):
                return found[-1]
        return None

    def shown(self, moment: dt.datetime) -> str:
        """Return a moment as the clock of the schedule shows it."""
        return moment.astimezone(self._zone).isoformat(timespec="minutes")

    def _due(self, after: dt.datetime, until: dt.datetime) -> list[dt.datetime]:
        """Return the due times after one moment up to another, ascending."""
        walls = self._walls(self._wall(after) - _LONGEST_SHIFT, self._wall(until) + _LONGEST_SHIFT)
        return sorted({due for wall in walls if after < (due := self._moment(wall)) <= until})

    def _walls(self, begin: dt.datetime, end: dt.datetime) -> Iterator[dt.datetime]:
        """Return what the expression names between two readings of a clock that daylight saving never moves."""
        for trigger in self._triggers:
            wall: dt.datetime | None = begin
            while (wall := trigger.get_next_fire_time(None, wall)) is not None and wall <= end:
                yield wall
                wall += dt.timedelta(seconds=1)

    def _wall(self, moment: dt.datetime) -> dt.datetime:
        """Return what the clock on the wall shows, marked as UTC so that calculating with it is plain."""
        return moment.astimezone(self._zone).replace(tzinfo=dt.UTC, fold=0)

    def _moment(self, wall: dt.datetime) -> dt.datetime:
        """Return when the clock shows that: the first time if twice, that much later if never (PEP 495, fold 0)."""
        return wall.replace(tzinfo=self._zone, fold=0).astimezone(dt.UTC)


def _triggers(cron: Cron) -> Iterator[CronTrigger]:
    """Return what fires as the expression says; two triggers where a day or a weekday is enough."""
    days = {"day": _listed(cron.days, 31)}
    weekdays = {"day_of_week": _listed(cron.weekdays, 7)}
    for restriction in (days, weekdays) if cron.either else (days | weekdays,):
        yield CronTrigger(
            minute=_listed(cron.minutes, 60),
            hour=_listed(cron.hours, 24),
            month=_listed(cron.months, 12),
            timezone=dt.UTC,
            **restriction,
        )


def _listed(values: Sequence[object], possible: int) -> str:
    return "*" if len(values) == possible else ",".join(map(str, values))


def _windows(longest: dt.timedelta) -> Iterator[dt.timedelta]:
    """Return growing windows, the last one at least as long as `longest`: dense schedules need short ones."""
    window = _FIRST_WINDOW
    while window < longest:
        yield window
        window *= 2
    yield window


class DueRefresh(Protocol):
    """Does and reports one refresh run."""

    def __call__(self, *, late: bool, guard: Callable[[], None]) -> RefreshRun:
        """Run a refresh recorded as `late` or not; `guard` is called once no other refresh can run.

        Raises:
            RefreshLockedError: another refresh is running, or `guard` found that it has run.
            TeamlandkarteError: the run failed.
        """


class Scheduler:
    """Runs one refresh per due time, and a missed one once within `[schedule] grace_hours`.

    A due time counts as served when a refresh ran at it or began after it, by whatever process or host. Due times that
    pass while a refresh runs are served by it, so that nothing piles up.
    """

    def __init__(  # noqa: PLR0913 -- what a computer gives a process, each named by the caller
        self,
        settings: Schedule,
        history: RunHistory,
        refresh: DueRefresh,
        *,
        clock: Clock = utc_now,
        wait: Callable[[float], None] = time.sleep,
        stopped: Callable[[], bool] = stop_asked,
    ) -> None:
        self._due_times = DueTimes(settings)
        self._grace = max(dt.timedelta(hours=settings.grace_hours), _PUNCTUAL)
        self._history = history
        self._refresh = refresh
        self._clock = clock
        self._wait = wait
        self._stopped = stopped
        self._attended: dt.datetime | None = None  # due times up to here need nothing more from this process
        self._quiet = dt.datetime.max.replace(tzinfo=dt.UTC), dt.datetime.min.replace(tzinfo=dt.UTC)  # nothing is due
        self._refreshing = False

    def run(self) -> None:
        """Run until KeyboardInterrupt, which passes on only out of a refresh run, or until `stopped`."""
        try:
            while not self._stopped():
                now = self._clock()  # once, or a due time could pass unseen between two looks
                due = self._pending(now)
                if due is None:
                    self._wait_for_next(now)
                else:
                    self._serve(due)
        except KeyboardInterrupt:
            if self._refreshing:
                raise

    def _pending(self, now: dt.datetime) -> dt.datetime | None:
        """Return the due time that waits for its refresh, None where there is none."""
        if self._is_quiet(now):
            return None
        due = self._due_times.latest(now, self._grace)
        if due is None or (self._attended and due <= self._attended <= now + _CLOCK_ERROR):
            return None
        try:
            if not self._served(due):
                return due
        except DatasetError:
            return due  # the refresh will say what is wrong with the folder
        self._attended = due
        return None

    def _served(self, due: dt.datetime) -> bool:
        latest = self._clock() + _CLOCK_ERROR
        return any(serves(run, due) for run in self._history.latest() if run.started_at <= latest)

    def _serve(self, due: dt.datetime) -> None:
        late = self._clock() - due > _PUNCTUAL
        _log.info("refresh due at %s%s", self._due_times.shown(due), ", late" if late else "")
        self._refreshing = True
        try:
            run = self._refresh(late=late, guard=partial(self._refuse_served, due))
            _log.info("refresh run %s: %s, dataset version %s", run.run_id, run.status, run.dataset_version)
        except RefreshLockedError as exc:
            _log.warning("left to another: %s", exc)
        except TeamlandkarteError as exc:
            _log.error("the refresh failed, the schedule goes on: %s", exc)
        except Exception:  # noqa: BLE001 -- whatever one night brings, the next one must have its refresh
            _log.exception("the refresh failed unexpectedly, the schedule goes on")
        if self._stopped():
            raise KeyboardInterrupt  # the one that got lost in the run
        self._refreshing = False
        self._attended = max(due, self._clock())

    def _refuse_served(self, due: dt.datetime) -> None:
        """Another host may have begun and ended while this one opened the lake."""
        if self._served(due):
            when = self._due_times.shown(due)
            raise RefreshLockedError(f"another process has refreshed for {when} already; nothing is left to do")

    def _wait_for_next(self, now: dt.datetime) -> None:
        if not self._is_quiet(now):
            self._quiet = now, self._due_times.next_after(now)
            _log.info("the next refresh is due at %s", self._due_times.shown(self._quiet[1]))
        _, due = self._quiet
        self._wait(min((due - now).total_seconds(), LONGEST_WAIT))

    def _is_quiet(self, now: dt.datetime) -> bool:
        """Return whether nothing is due, which need not be worked out again; not if the clock has been set back."""
        begin, end = self._quiet
        return begin <= now < end


def serves(run: RefreshRun, due: dt.datetime) -> bool:
    """Return whether a run of the history is the refresh of a due time: it ran then, or began later.

    A run that did not come to its end serves none, so that a restart catches up; but only once, or a run that ends its
    process would do so for ever.
    """
    if run.kind != "refresh":
        return False
    if run.status == "running" or run.interrupted:
        return run.late and run.started_at >= due
    return (run.finished_at or run.started_at) >= due
