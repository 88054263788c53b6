"""A crawl of a staff site by a test: how it is set up, and what it delivers."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from teamlandkarte.etl.crawl.crawler import IsErased
from teamlandkarte.etl.crawl.source import CrawlSource
from teamlandkarte.etl.directory_source import Crawl, PageError, Profile
from teamlandkarte.etl.progress import Silence
from teamlandkarte.index.config import DirectoryCrawl
from tests.etl.staff_site import StaffSite

PROFILES = r"/(?:staff/[^/]+|org/persons/\d+)/?"


def nobody_is_erased(_key: str, _name: str | None) -> bool:
    return False


@dataclass
class Read:
    """What one crawl delivered, and how it ended."""

    profiles: list[Profile] = field(default_factory=list)
    errors: list[PageError] = field(default_factory=list)
    end: Crawl = field(default_factory=lambda: Crawl(0, complete=False))

    def take(self, item: Profile | PageError) -> None:
        if isinstance(item, Profile):
            self.profiles.append(item)
        else:
            self.errors.append(item)

    @property
    def names(self) -> set[str]:
        return {profile.name for profile in self.profiles}

    @property
    def reasons(self) -> dict[str, str]:
        """The reason for each path that could not be read."""
        return {"/" + error.url.split("/", 3)[3]: error.reason for error in self.errors}


@dataclass
class Visitor:
    """Crawls one site again and again with one record."""

    site: StaffSite
    folder: Path
    settings: dict[str, Any] = field(default_factory=dict)
    erased: IsErased = nobody_is_erased

    @property
    def record(self) -> Path:
        return self.folder / "cache" / "crawl.sqlite3"

    def source(self, **settings: Any) -> CrawlSource:
        chosen = {
            "start_urls": (f"{self.site.address}/people",),
            "profile_pattern": PROFILES,
            "path": self.record,
            **self.settings,
            **settings,
        }
        return CrawlSource(DirectoryCrawl(**chosen), self.erased, timing=self.site.time.timing)

    def crawl(self, **settings: Any) -> Read:
        read = Read()
        read.end = self.source(**settings).read(read.take, Silence())
        return read
