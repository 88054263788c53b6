"""A folder of profiles as a directory: JSON documents (`.json`) and JSON Lines (`.jsonl`), in UTF-8.

A document is one profile or a list of profiles; a line is one profile. Key, id, name and URL of a profile are its
fields `profile_key`, `profile_id`, `full_name` and `canonical_url`, or in short `key`, `id`, `name` and `url`. One
without a key is known by its id, and where a document has neither, by the name of its file.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from teamlandkarte.etl.directory_source import Crawl, Delivery, PageError, Profile
from teamlandkarte.etl.progress import Progress
from teamlandkarte.index.errors import SourceError

_FIELDS = {
    "key": ("profile_key", "key"),
    "profile_id": ("profile_id", "id"),
    "name": ("full_name", "name"),
    "url": ("canonical_url", "url"),
}
_OWN = frozenset(("status", "checksum", "last_seen_at", "dismissed_at"))  # what this product says, not the profile
_SUFFIXES = (".json", ".jsonl")
_ENCODING = "utf-8-sig"


class DirectoryFiles:
    """A folder, its folders within included, whose every file is read anew in each run."""

    sample = False

    def __init__(self, folder: Path) -> None:
        """Take the folder; it is opened when it is read."""
        self._folder = folder
        self.name = f'folder "{folder.name}"'
        self.url = folder.name

    def read(self, deliver: Delivery, progress: Progress) -> Crawl:
        """Hand over every profile in the order of the files.

        Raises:
            SourceError: the folder is missing or may not be read.
        """
        found = 0
        for path in self._files():
            label = path.relative_to(self._folder).as_posix()
            for item in _items(path, label):
                deliver(item)
                found += 1
                progress.advance(1)
        return Crawl(found, complete=True)

    def _files(self) -> list[Path]:
        if not self._folder.is_dir():
            what = "is no folder" if self._folder.exists() else "does not exist"
            raise SourceError(
                f'the folder "{self._folder.name}" of [directory] path {what}; create it or correct the setting'
            )
        try:
            walk = os.walk(self._folder, onerror=_fail)
            paths = [Path(folder, name) for folder, _, names in walk for name in names]
        except OSError as exc:
            raise SourceError(f"{self.name} of [directory] path cannot be read ({exc.strerror})") from exc
        named = (path for path in paths if path.suffix.lower() in _SUFFIXES and not path.name.startswith("."))
        return sorted(path for path in named if path.is_file() or path.is_symlink())  # a link to nowhere is an error


def _fail(error: OSError) -> None:
    """Let nobody be missed because a folder may not be read."""
    raise error


def _items(path: Path, label: str) -> Iterator[Profile | PageError]:
    try:
        yield from _of_document(path, label) if path.suffix.lower() == ".json" else _of_lines(path, label)
    except OSError as exc:
        yield PageError(label, f"The file cannot be read ({exc.strerror}).")
    except UnicodeDecodeError:
        yield PageError(label, "The file is not UTF-8 text.")


def _of_document(path: Path, label: str) -> Iterator[Profile | PageError]:
    document = _parsed(path.read_text(encoding=_ENCODING), label)
    entries = document if isinstance(document, list) else [document]
    yield from (_profile(entry, label, path.stem if len(entries) == 1 else "") for entry in entries)


def _of_lines(path: Path, label: str) -> Iterator[Profile | PageError]:
    with path.open(encoding=_ENCODING) as lines:  # one at a time, however many there are
        for number, line in enumerate(lines, start=1):
            if line.strip():
                where = f"{label}:{number}"
                yield _profile(_parsed(line, where), where, "")


def _parsed(text: str, where: str) -> Any:  # noqa: ANN401 -- JSON
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return PageError(where, "This is not valid JSON.")


def _profile(entry: Any, where: str, stem: str) -> Profile | PageError:  # noqa: ANN401 -- JSON
    if isinstance(entry, PageError):
        return entry
    if not isinstance(entry, dict):
        return PageError(where, "A profile must be a JSON object.")
    own = {name: _text(entry, fields) for name, fields in _FIELDS.items()}
    key = own["key"] or own["profile_id"] or stem
    if not key or not own["name"]:
        missing = "full_name" if key else "profile_key"
        return PageError(where, f"The profile has no {missing}.", key or None)
    taken = {field for fields in _FIELDS.values() for field in fields} | _OWN
    document = {name: value for name, value in entry.items() if name not in taken}
    return Profile(key, own["profile_id"] or key, own["name"], own["url"], document, where)


def _text(entry: dict[str, Any], fields: tuple[str, ...]) -> str:
    for field in fields:
        value = entry.get(field)
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
            return str(value).strip()
    return ""
