"""A campaign: the same work again and again, each time with a fault at another system call, and a look at the ruins.

    python -m tests.faults.campaign SCENARIO FOLDER [--faults FAULT …] [--points N] [--seed S]

A process of its own, since it forks: its children start with everything imported and no thread running. What no
longer holds is printed to stderr; stdout gets one line of JSON.
"""

import errno
import json
import random
import shutil
import signal
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from teamlandkarte.index.errors import TeamlandkarteError
from tests.faults.ruins import look, promise
from tests.faults.scenarios import SCENARIOS, Scenario
from tests.faults.tracer import KILL, Stop, Traced, Verdict, forked, traced

_WRITES = frozenset(("write", "pwrite64", "writev", "pwritev", "ftruncate", "openat", "open", "mkdir", "mkdirat"))
_TOLD_EVERY = 50
UNTRACEABLE = 77  # the exit code where the system lets no process be traced
_SYNCS = frozenset(("fsync", "fdatasync"))
_DELETIONS = frozenset(("unlink", "unlinkat"))
_RENAMES = frozenset(("rename", "renameat", "renameat2"))


def _killed(point: int) -> Verdict:
    return lambda number, _: KILL if number == point else None


def _full(point: int) -> Verdict:
    return lambda number, stop: errno.ENOSPC if number >= point and stop.call in _WRITES else None


def _unsynced(point: int) -> Verdict:
    return lambda number, _: errno.EIO if number == point else None


def _read_only(point: int) -> Verdict:
    return lambda number, _: errno.EROFS if number >= point else None


# What happens from or at a stop, and the calls at which it makes a difference (None: all).
FAULTS: dict[str, tuple[Callable[[int], Verdict], frozenset[str] | None]] = {
    "kill": (_killed, None),
    "full disk": (_full, _WRITES),
    "failing fsync": (_unsynced, _SYNCS),
    "read-only": (_read_only, None),
}


class Campaign:
    """One scenario, prepared once and disturbed again and again."""

    def __init__(self, scenario: Scenario, folder: Path) -> None:
        self._scenario = scenario
        self._folder = folder
        folder.mkdir(parents=True)
        _require(forked(lambda: scenario.prepare(folder)), "the scenario cannot be prepared")
        undisturbed = self._worked(lambda _number, _stop: None)
        _require(undisturbed.status, "the work fails without a fault")
        self.stops = undisturbed.stops
        _require(forked(lambda: promise(folder, scenario)), "the promise cannot be read")

    def points(self, fault: str, most: int | None, seed: int) -> list[int]:
        """Return the stops at which the fault makes a difference, or a random sample of them."""
        _, calls = FAULTS[fault]
        every = [number for number, stop in enumerate(self.stops) if calls is None or stop.call in calls]
        return every if most is None or most >= len(every) else sorted(random.Random(seed).sample(every, most))

    def holds(self, fault: str, point: int) -> bool:
        """Let the fault happen at one stop and say whether everything that was promised holds afterwards."""
        verdict, _ = FAULTS[fault]
        status = self._worked(verdict(point)).status
        if status in {0, -signal.SIGKILL} and forked(lambda: look(self._folder, self._scenario)) == 0:
            return True
        sys.stderr.write(f"^ {fault} at stop {point}, {self.stops[point]}; the work ended with {status}\n\n")
        return False

    def _worked(self, verdict: Verdict) -> Traced:
        shutil.rmtree(self._folder / "work", ignore_errors=True)
        shutil.copytree(self._folder / "before", self._folder / "work")
        return traced(self._work, self._folder / "work", verdict)

    def _work(self) -> None:
        with suppress(TeamlandkarteError):  # it may fail, and must say so in words of its own
            self._scenario.disturbed(self._folder)


def renamed_unsynced(stops: Iterable[Stop]) -> list[str]:
    """Return what took its final name before its bytes were on the disk: after a power cut it could be empty."""
    unsynced: set[str] = set()
    found = []
    for stop in stops:
        if stop.call in _WRITES:
            unsynced.add(stop.path)
        elif stop.call in _SYNCS | _DELETIONS:
            unsynced.discard(stop.path)
        elif stop.call in _RENAMES:
            moved = {path for path in unsynced if path == stop.path or path.startswith(f"{stop.path}/")}
            unsynced -= moved
            found += sorted(moved)
    return found


def _require(status: int, otherwise: str) -> None:
    if status:
        raise SystemExit(otherwise)


def main() -> None:
    """Run the campaign that the arguments name; each of `--faults` is tried at `--points` stops, without it at all."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("scenario", choices=sorted(SCENARIOS))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--faults", nargs="+", choices=FAULTS, default=list(FAULTS))
    parser.add_argument("--points", type=int)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    try:
        campaign = Campaign(SCENARIOS[wanted.scenario], wanted.folder)
    except PermissionError:
        raise SystemExit(UNTRACEABLE) from None
    tried = {fault: campaign.points(fault, wanted.points, wanted.seed) for fault in wanted.faults}
    trials = [(fault, point) for fault, points in tried.items() for point in points]
    broken = []
    for number, (fault, point) in enumerate(trials, 1):
        if not campaign.holds(fault, point):
            broken.append(f"{fault} at {campaign.stops[point]}")
        if number % _TOLD_EVERY == 0 or number == len(trials):
            sys.stderr.write(f"{wanted.scenario}: {number} of {len(trials)} faults tried, {len(broken)} broken\n")
    counted = {fault: len(points) for fault, points in tried.items()}
    stops, unsynced = Counter(stop.call for stop in campaign.stops), renamed_unsynced(campaign.stops)
    result = {"stops": stops, "tried": counted, "broken": broken, "unsynced": unsynced}
    sys.stdout.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
