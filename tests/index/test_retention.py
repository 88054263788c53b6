"""Which dataset versions are kept: what people pinned, the newest ones, what was current lately."""

from collections.abc import Callable

import pytest

from teamlandkarte.index.config import Storage
from teamlandkarte.index.errors import DatasetError, NotFoundError
from teamlandkarte.index.retention import Retention
from teamlandkarte.index.versions import DatasetVersions
from tests.clock import Clock
from tests.index.publishing import DAY, published

Rule = Callable[..., Retention]


@pytest.fixture
def rule(storage: Storage, versions: DatasetVersions, clock: Clock) -> Rule:
    """Return the retention that some keys of `[storage]` make."""

    def made(**keys: int) -> Retention:
        return Retention(storage.model_copy(update=keys), versions, clock)

    return made


def nights(versions: DatasetVersions, retention: Retention, clock: Clock, number: int) -> list[str]:
    """Publish a version in each of so many nights and return their ids, oldest first."""
    made = []
    for night in range(number):
        made.append(published(versions, clock, f"night {night}"))
        retention.clean_up()
        clock.now += DAY
    return made


def test_the_newest_versions_are_kept(versions: DatasetVersions, rule: Rule, clock: Clock) -> None:
    retention = rule(keep_versions=3)
    made = nights(versions, retention, clock, 6)
    retention.clean_up()
    assert versions.ids() == made[:-4:-1]


def test_what_was_current_within_the_days_is_kept(versions: DatasetVersions, rule: Rule, clock: Clock) -> None:
    """Version n ceases to be current with version n + 1; a day and an hour pass between two."""
    retention = rule(keep_days=3)
    made = nights(versions, retention, clock, 6)
    retention.clean_up()
    assert versions.ids() == made[:-4:-1]


def test_one_hour_or_day_is_told_as_one(versions: DatasetVersions, rule: Rule, clock: Clock) -> None:
    for content in ("before", "after"):
        published(versions, clock, content)
    for keys, time in (({"grace_hours": 1}, "1 hour"), ({"grace_hours": 0, "keep_days": 1}, "1 day")):
        _, before = rule(keep_versions=1, **keys).judged()
        assert before.kept_because == f"was current within {time}"


def test_every_version_says_why_it_stays(versions: DatasetVersions, rule: Rule, clock: Clock) -> None:
    """A version ceased to be current 24, 49, 74 … hours ago."""
    patient = rule(keep_versions=9)
    oldest, older, old, late, newest = nights(versions, patient, clock, 5)
    patient.pin(oldest)
    reasons = {judged.version: judged.kept_because for judged in rule(grace_hours=48, keep_days=3).judged()}
    assert reasons == {
        newest: "current",
        late: "was current within 48 hours",
        old: "was current within 3 days",
        older: None,
        oldest: "pinned",
    }
    assert rule(keep_versions=2).judged()[1].kept_because == "among the newest 2"


def test_a_pinned_version_outlives_every_other_reason(versions: DatasetVersions, rule: Rule, clock: Clock) -> None:
    retention = rule()
    old = published(versions, clock, "old")
    new = published(versions, clock, "new")
    retention.pin(old)
    retention.clean_up()
    clock.now += 1000 * DAY
    assert retention.clean_up() == []
    assert versions.ids() == [new, old]

    retention.unpin(old)
    assert [judged.version for judged in retention.clean_up()] == [old]


def test_a_judgement_changes_nothing_and_says_what_would_be_freed(
    versions: DatasetVersions, rule: Rule, clock: Clock, storage: Storage
) -> None:
    old = published(versions, clock, "old")
    published(versions, clock, "new")
    rule().clean_up()
    clock.now += DAY
    before = sorted(storage.path.rglob("*"))
    size = sum(path.stat().st_size for path in (storage.path / "versions" / old).iterdir())

    (judged,) = [judged for judged in rule().judged() if judged.kept_because is None]

    assert (judged.version, judged.size) == (old, size)
    assert sorted(storage.path.rglob("*")) == before


def test_a_version_that_serves_for_a_damaged_one_is_kept(
    versions: DatasetVersions, rule: Rule, clock: Clock, storage: Storage
) -> None:
    old = published(versions, clock, "old")
    new = published(versions, clock, "new")
    (storage.path / "versions" / new / "snapshot.duckdb").unlink()
    clock.now += 10 * DAY
    rule(grace_hours=0).clean_up()
    reasons = {judged.version: judged.kept_because for judged in rule(grace_hours=0).judged()}
    assert reasons == {new: "current", old: "serves for the current"}


def test_a_version_that_is_current_again_is_not_counted_from_when_it_was_replaced_first(
    versions: DatasetVersions, rule: Rule, clock: Clock
) -> None:
    retention = rule()
    old = published(versions, clock, "old")
    new = published(versions, clock, "new")
    retention.clean_up()
    versions.make_current(old)
    retention.clean_up()
    clock.now += 10 * DAY
    versions.make_current(new)
    assert retention.clean_up() == []
    assert versions.ids() == [new, old]


def test_only_a_version_that_there_is_can_be_pinned(versions: DatasetVersions, rule: Rule, clock: Clock) -> None:
    known = published(versions, clock, "known")
    with pytest.raises(NotFoundError, match=known):
        rule().pin("20990101T000000Z-00000000")
    assert rule().pinned() == []


@pytest.mark.parametrize("name", ["20990101T000000Z-00000000", "../CURRENT", "", "."])
def test_only_what_is_pinned_can_be_unpinned(
    versions: DatasetVersions, rule: Rule, clock: Clock, name: str, storage: Storage
) -> None:
    pinned = published(versions, clock, "pinned")
    rule().pin(pinned)
    with pytest.raises(NotFoundError, match=pinned):
        rule().unpin(name)
    assert (storage.path / "CURRENT").exists()


def test_a_pin_that_cannot_be_written_is_reported(
    versions: DatasetVersions, rule: Rule, clock: Clock, storage: Storage
) -> None:
    known = published(versions, clock, "known")
    (storage.path / "pins").write_text("no folder", "utf-8")
    with pytest.raises(DatasetError, match=r'\[storage\] path cannot be written \("pins": '):
        rule().pin(known)
