"""A staff directory that changes from night to night, and an installation that reads it."""

from dataclasses import dataclass, field
from typing import Any

from teamlandkarte.etl.directory_source import Crawl, Delivery, PageError, Profile
from teamlandkarte.etl.gates import Allowed
from teamlandkarte.etl.progress import Progress
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.config import Directory
from teamlandkarte.index.crawl_runs import CrawlRun, CrawlRuns
from teamlandkarte.index.manifest import DirectoryEntry
from teamlandkarte.index.runs import RefreshRun
from tests.etl.night import Night

PUBLICATIONS = {
    "type": "publications",
    "title": "Papers",
    "items": [{"title": "On trains", "text": "2024", "url": "u"}],
}
COURSES = {"type": "courses_by_year", "title": "Courses", "courses": [{"title": "Algebra", "year": "2025/2026"}]}


@dataclass
class Site:
    """A source of profiles that a test changes from night to night; `people`: the contacts of each."""

    people: dict[str, str]
    errors: list[PageError] = field(default_factory=list)
    complete: bool = True
    failure: Exception | None = None
    sections: tuple[dict[str, Any], ...] = ()
    name: str = "the site"
    url: str = "https://example.org/staff"
    sample: bool = False

    def read(self, deliver: Delivery, progress: Progress) -> Crawl:
        for key, contact in self.people.items():
            document = {"contacts": {"email": contact}, "sections": list(self.sections)}
            deliver(Profile(f"staff/{key}", key, key.title(), f"{self.url}/{key}", document))
            progress.advance(1)
            if self.failure:
                raise self.failure
        for error in self.errors:
            deliver(error)
        return Crawl(len(self.people) + len(self.errors), self.complete, "" if self.complete else "the budget is spent")


@dataclass
class Staff:
    """An installation with such a site."""

    @classmethod
    def of(cls, night: Night) -> "Staff":
        """Give an installation a site, empty yet."""
        section = Directory(dismiss_after_runs=2, remove_after_days=3)
        night.config = night.config.model_copy(update={"directory": section})
        return cls(night, Site({}))

    night: Night
    site: Site

    def refresh(self, *people: str, **contacts: str) -> RefreshRun:
        """Let a night pass in which the site has these people."""
        self.site.people = dict.fromkeys(people, "office") | contacts
        try:
            return refresh(
                self.night.config,
                self.night.open_lake(),
                self.night.embedder,
                directory=self.site,
                clock=self.night.clock,
                allowed=self.allowed,
            )
        finally:
            self.night.clock.move(days=1)

    allowed: Allowed = field(default_factory=Allowed)

    @property
    def entry(self) -> DirectoryEntry:
        entry = self.night.dataset().manifest.directory
        assert entry is not None
        return entry

    def employees(self) -> dict[str, dict[str, Any]]:
        snapshot = self.night.dataset().snapshot
        rows = snapshot.rows("teamlandkarte.server", "all_employees")
        keys = [row["profile_key"] for row in rows]
        bounds = {"first": min(keys, default=""), "last": max(keys, default="")}
        profiles = snapshot.rows("teamlandkarte.server", "find_profiles", keys=keys, **bounds)
        assert [row["profile_key"] for row in rows] == [row["profile_key"] for row in profiles]
        return {row["profile_id"]: row | profile for row, profile in zip(rows, profiles, strict=True)}

    def statuses(self) -> dict[str, str]:
        return {key: row["status"] for key, row in self.employees().items()}

    def crawl(self) -> CrawlRun:
        latest = CrawlRuns(self.night.config.storage).latest()
        assert latest is not None
        return latest
