"""The employees of a dataset version, laid out for answering: found by key, id or address, and written as JSON."""

import datetime as dt
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from teamlandkarte.index.crawl_runs import CrawlRun
from teamlandkarte.index.profiles import Entry, Status

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset

SQL = "teamlandkarte.server"
_AT_ONCE = 500  # profiles read together
_quoted = json.encoder.encode_basestring


class Employee(NamedTuple):
    """One person as the directory knows them, without the profile; times are UTC, as ISO 8601 writes them."""

    profile_key: str
    profile_id: str
    full_name: str
    status: Status
    canonical_url: str
    checksum: str
    last_seen_at: str
    dismissed_at: str | None

    @property
    def short(self) -> dict[str, Any]:
        """The fields that every tool shows."""
        return {
            "profile_key": self.profile_key,
            "profile_id": self.profile_id,
            "full_name": self.full_name,
            "status": self.status,
            "canonical_url": self.canonical_url,
            "last_seen_at": self.last_seen_at,
            "dismissed_at": self.dismissed_at,
        }

    @property
    def synced(self) -> str:
        """The fields that a copy keeps, the profile aside, as JSON."""
        # The letters that `encoded` writes, ten times as fast: everybody waits for everybody's after a publication.
        dismissed_at = f'"{self.dismissed_at}"' if self.dismissed_at else "null"
        return (
            f'{{"profile_key":{_quoted(self.profile_key)},"profile_id":{_quoted(self.profile_id)},'
            f'"full_name":{_quoted(self.full_name)},"status":"{self.status}",'
            f'"canonical_url":{_quoted(self.canonical_url)},"last_seen_at":"{self.last_seen_at}",'
            f'"dismissed_at":{dismissed_at},"checksum":"{self.checksum}"}}'
        )


class _Written(dict[dt.datetime, str]):
    """Times as ISO 8601 writes them, each written once: of many people they are the same."""

    def __missing__(self, naive: dt.datetime) -> str:
        self[naive] = text = naive.replace(tzinfo=dt.UTC).isoformat()
        return text


class Employees:
    """Everybody in a dataset version's directory, in the order of their keys; safe for several threads."""

    def __init__(self, dataset: "Dataset", crawl: CrawlRun | None) -> None:
        """Read everybody; `crawl` is the newest crawl run, which may have seen them since the version was published."""
        self._snapshot = dataset.snapshot
        self.entry = dataset.manifest.directory
        unseen = _unseen(crawl) if crawl and self.entry and crawl.hash == self.entry.hash else None
        again = _naive(crawl.started_at) if crawl and unseen is not None else None
        written = _Written()

        def last_seen(key: str, status: Status, missed_runs: int, before: dt.datetime) -> str:
            seen = status == "active" and not missed_runs and key not in (unseen or ())
            return written[max(before, again) if again and seen else before]

        # By columns, since a row at a time takes twice as long.
        columns = {name: column.tolist() for name, column in self._snapshot.columns(SQL, "all_employees").items()}
        keys, statuses = columns["profile_key"], columns["status"]
        dismissed = (written[moment] if moment else None for moment in columns["dismissed_at"])
        seen = map(last_seen, keys, statuses, columns["missed_runs"], columns["last_seen_at"])
        named = (keys, columns["profile_id"], columns["full_name"], statuses, columns["canonical_url"])
        self.listed = list(map(Employee, *named, columns["checksum"], seen, dismissed))

    @cached_property
    def by_key(self) -> dict[str, Employee]:
        """Everybody by profile key."""
        return {employee.profile_key: employee for employee in self.listed}

    @cached_property
    def entries(self) -> "list[Entry]":
        """What identifies the directory."""
        return [(employee.profile_key, employee.status, employee.checksum) for employee in self.listed]

    @cached_property
    def synced(self) -> dict[str, str]:
        """Everybody as a copy keeps them, without the profile, as JSON by profile key."""
        return {one.profile_key: one.synced for one in self.listed}

    @cached_property
    def _addresses(self) -> list[tuple[Employee, str]]:
        return [(one, comparable_url(one.canonical_url)) for one in self.listed]

    def find(self, wanted: str) -> Employee | None:
        """Return who has this key, this id, this address or, last, this as part of the address; active people first."""
        exact = self.by_key.get(wanted)
        if exact or not wanted:
            return exact
        address = comparable_url(wanted)
        ways = (
            (one for one in self.listed if one.profile_id == wanted),
            (one for one, url in self._addresses if address and url == address),
            (one for one, url in self._addresses if address and address in url),
        )
        for found in ways:
            if people := list(found):
                return min(people, key=lambda one: one.status != "active")
        return None

    def profile(self, employee: Employee) -> str:
        """Return the profile document of somebody, as JSON."""
        return self._profiles([employee.profile_key])[employee.profile_key]

    def section_items(self, employee: Employee, section_type: str, field: str) -> list[dict[str, Any]]:
        """Return the entries under `field` of all sections of a type, in their order."""
        sections = json.loads(self.profile(employee)).get("sections")
        lists = [
            section.get(field)
            for section in (sections if isinstance(sections, list) else [])
            if isinstance(section, dict) and section.get("type") == section_type
        ]
        return [item for items in lists if isinstance(items, list) for item in items if isinstance(item, dict)]

    def items(self, keys: Sequence[str], *, include_data: bool) -> Iterator[str]:
        """Yield these people as a copy keeps them, in JSON, a few hundred at once with a comma between all of them."""
        for start in range(0, len(keys), _AT_ONCE):
            chunk = keys[start : start + _AT_ONCE]
            written = [self.synced[key] for key in chunk]
            if include_data:
                profiles = self._profiles(chunk)
                pairs = zip(written, chunk, strict=True)
                written = [f'{short[:-1]},"data":{profiles[key]}}}' for short, key in pairs]
            yield ("," if start else "") + ",".join(written)

    def _profiles(self, keys: Iterable[str]) -> dict[str, str]:
        wanted = list(keys)
        rows = self._snapshot.rows(SQL, "find_profiles", keys=wanted, first=min(wanted), last=max(wanted))
        return {row["profile_key"]: row["document"] for row in rows}


def _unseen(crawl: CrawlRun) -> set[str | None] | None:
    """Return the keys of those whom a run did not see, None where it does not name all of them."""
    errors, missing = crawl.errors, crawl.changes.missing_from_source
    if len(errors) < crawl.errors_count or len(missing) < crawl.missing:
        return None
    return {error.profile_key for error in errors} | {person.profile_key for person in missing}


def _naive(moment: dt.datetime) -> dt.datetime:
    """Return a time as snapshots hold it: UTC, and not saying so."""
    return moment.astimezone(dt.UTC).replace(tzinfo=None)


def comparable_url(url: str) -> str:
    """Return what two ways to write an address have in common."""
    return unquote(url).strip().casefold().rstrip("/")
