"""Who is in the directory after a crawl, and as what: a pure function of the state before and of what was found.

Somebody whom a source no longer lists is not removed at once. Only a run that can be trusted counts against anybody: it
was complete, everybody it lists is known by key, and it misses no suspicious number of people.
"""

import datetime as dt
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from teamlandkarte.index.counting import counted
from teamlandkarte.index.profiles import Status

_FEW = 5  # so many may be missing whatever share of a small directory they are


@dataclass(frozen=True)
class Employment:
    """What the directory knows about one person besides the profile.

    `missed_runs`: consecutive complete runs that did not find them. `dismissed_at` is None while they are active.
    """

    checksum: str
    last_seen_at: dt.datetime
    status: Status = "active"
    missed_runs: int = 0
    dismissed_at: dt.datetime | None = None


@dataclass(frozen=True)
class Rules:
    """`[directory]`: when a missing person is dismissed and removed, and which loss is not believed (a share)."""

    dismiss_after_runs: int
    remove_after_days: int
    max_drop: float


@dataclass(frozen=True)
class Found:
    """What a complete run found: checksums of the profiles it read, keys of those it lists but could not read.

    `unknown`: errors of which nobody knows whose profile they would have been. `loss_allowed`: a person says that a
    suspicious number of missing people is right.
    """

    checksums: Mapping[str, str]
    unread: AbstractSet[str] = frozenset()
    unknown: int = 0
    loss_allowed: bool = False


@dataclass(frozen=True)
class Outcome:
    """The directory after a run, by profile key, and what became of whom.

    `doubt` says why nobody was missed; `let_pass`: it would, had a person not said that the loss is right.
    """

    people: dict[str, Employment]
    new: tuple[str, ...]
    missing: tuple[str, ...]
    dismissed: tuple[str, ...]
    removed: tuple[str, ...]
    doubt: str = ""
    let_pass: bool = False


def after(before: Mapping[str, Employment], found: Found, rules: Rules, now: dt.datetime) -> Outcome:
    """Return the directory after a complete run that began at `now`."""
    seen = {key: Employment(checksum, now) for key, checksum in found.checksums.items()}
    missing = [key for key in before if key not in seen and key not in found.unread]
    loss = _loss(before, missing, found, rules)
    doubt = "" if loss and found.loss_allowed else loss
    if found.unknown:
        unread = counted(found.unknown, "profile")
        doubt = f"{unread} could not be read and may be anybody's, so nobody was dismissed"
    kept = {key: replace(person, missed_runs=0) for key, person in before.items() if key in found.unread}
    dismissed, removed = [], []
    for key in missing:
        person = before[key]
        if not doubt and _is_over(person, rules, now):
            removed.append(key)
            continue
        kept[key] = person if doubt else _missed(person, rules, now)
        if kept[key].status != person.status:
            dismissed.append(key)
    return Outcome(
        people=dict(sorted((kept | seen).items())),
        new=tuple(sorted(seen.keys() - before.keys())),
        missing=tuple(sorted(key for key in missing if before[key].status == "active")),
        dismissed=tuple(sorted(dismissed)),
        removed=tuple(sorted(removed)),
        doubt=doubt,
        let_pass=bool(loss and not doubt),
    )


def _missed(person: Employment, rules: Rules, now: dt.datetime) -> Employment:
    if person.status == "dismissed":
        return person  # counting on would make every night's directory another one
    missed = replace(person, missed_runs=person.missed_runs + 1)
    if missed.missed_runs < rules.dismiss_after_runs:
        return missed
    return replace(missed, status="dismissed", dismissed_at=now)


def _is_over(person: Employment, rules: Rules, now: dt.datetime) -> bool:
    since = person.dismissed_at
    return since is not None and now - since >= dt.timedelta(days=rules.remove_after_days)


def _loss(before: Mapping[str, Employment], missing: list[str], found: Found, rules: Rules) -> str:
    """Say that a suspicious number of people is missing, empty if that is not so."""
    active = sum(person.status == "active" for person in before.values())
    lost = sum(before[key].status == "active" for key in missing)
    nobody = active > 0 and not found.checksums and not found.unread
    if nobody or (lost > _FEW and lost > rules.max_drop * active):
        return (
            f"{lost} of {active} active people were not found, more than [directory] max_drop, so nobody was "
            "dismissed; look at the source, or if that is right, run `teamlandkarte refresh --allow-drop employees`"
        )
    return ""
