"""What a source has delivered so far: profiles in the scratch database, and pages that yielded none."""

from dataclasses import dataclass, field, replace

from teamlandkarte.etl.directory.employment import Found
from teamlandkarte.etl.directory.tables import Profiles
from teamlandkarte.etl.directory_source import PageError, Profile
from teamlandkarte.index.erasure import Whom
from teamlandkarte.index.profiles import stored_key
from teamlandkarte.index.text import clean


@dataclass
class Delivered:
    """The profiles that can be used, and an error for each page, file or row that yielded none."""

    profiles: Profiles
    erased: Whom
    errors: list[PageError] = field(default_factory=list)

    def take(self, item: Profile | PageError) -> None:
        """Keep a profile or an error; people who were erased are passed over as if they were not there."""
        name, key = item.name if isinstance(item, Profile) else None, _storable(item.key)
        if key is not None and self.erased.matches_employee(key, name):
            return
        if isinstance(item, PageError):
            self._fail(item, key)
            return
        try:
            self.profiles.add(item)
        except ValueError as exc:
            why = "half of a character stands in it" if isinstance(exc, UnicodeEncodeError) else exc
            self._fail(PageError(item.where or item.url or item.key, f"The profile cannot be used: {why}."), key)

    def _fail(self, error: PageError, key: str | None) -> None:
        # File names may be of no text.
        self.errors.append(replace(error, url=clean(error.url), reason=clean(error.reason), key=key))

    def found(self, *, loss_allowed: bool) -> Found:
        """Return what a complete run has found."""
        of_somebody = [error for error in self.errors if not error.of_nobody]
        unread = {error.key for error in of_somebody if error.key}
        unknown = sum(not error.key for error in of_somebody)
        return Found(self.profiles.checksums, unread - self.profiles.checksums.keys(), unknown, loss_allowed)


def _storable(key: str | None) -> str | None:
    """Return a key as it is stored; nobody has one that cannot be written, so None is as good."""
    try:
        return stored_key(key) if key and key.encode() else None
    except UnicodeEncodeError:
        return None
