"""Where the employee directory comes from: what every source delivers, whether it crawls a site or reads files.

A profile document is plain JSON (objects, lists, text, numbers, true, false, null). What the directory itself reads:

- `contacts`: any object;
- `sections`: a list of objects, each with `type` and `title`. Of `type` "publications": `items`, a list of
  `{title, text, url}`. Of `type` "courses_by_year": `courses`, a list of `{title, url, year}`. Any other type and any
  other key is kept as it is.

Key, id, name and URL are fields of `Profile`, not of the document, and neither is when somebody was seen.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from teamlandkarte.etl.progress import Progress


@dataclass(frozen=True)
class Profile:
    """One person as the source shows them now.

    `key` identifies them from run to run, such as "staff/ivanova"; no two people share one. `profile_id` is the
    source's own short id, such as "ivanova" or "203456". `url` is the canonical address of the page, empty where
    there is none. `document`: see the module. `where`: what leads people to it in the source, such as a file and a
    line; empty where that is the URL.
    """

    key: str
    profile_id: str
    name: str
    url: str
    document: Mapping[str, Any]
    where: str = ""


@dataclass(frozen=True)
class PageError:
    """A page, file or row that yielded no profile.

    `key` is whose profile it would have been: they are still there, so nobody is missed because of a broken page.
    None where that is unknown; then nobody is dismissed after this run. `reason` is for people: one sentence without
    path, token or stack trace. `of_nobody`: it would have been nobody's profile, so it says nothing about who is there.
    """

    url: str
    reason: str
    key: str | None = None
    of_nobody: bool = False


@dataclass(frozen=True)
class Crawl:
    """How reading a source ended.

    `found`: the people that it lists, whether their profiles could be read or not. `complete`: everybody it lists was
    delivered, as a profile or as an error; False after a budget was spent or a list of people could not be read, and
    `message` then says why.
    """

    found: int
    complete: bool
    message: str = ""


Delivery = Callable[[Profile | PageError], None]


class DirectorySource(Protocol):
    """A source of profiles."""

    @property
    def name(self) -> str:
        """What people call it, for status and manifest; never a path."""
        ...

    @property
    def url(self) -> str:
        """Its address as `get_crawl_status` shows it; for files a name."""
        ...

    @property
    def sample(self) -> bool:
        """Whether its people are made up."""
        ...

    def read(self, deliver: Delivery, progress: Progress) -> Crawl:
        """Hand every profile and every error to `deliver`, one call at a time, in any order, and say how it ended.

        A person who is delivered twice counts once: the first profile stays. `progress` hears of each step by
        `advance`; the phase has begun.

        Raises:
            SourceError: nothing could be read at all, such as an unreachable start page; the run has failed.
        """
        ...
