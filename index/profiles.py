"""Profiles of employees: their identity as a document, and the identity of a whole directory."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args

from teamlandkarte.index.text import visible

Status = Literal["active", "dismissed"]
STATUSES: tuple[Status, ...] = get_args(Status)
Entry = tuple[str, Status, str]  # profile_key, status, checksum

_MOST_LEVELS = 100  # of lists and objects within each other; what Python itself gets through differs by its version
_PLAIN = (str, int, float, type(None))
_OBJECTS = (dict, Mapping)  # an abstract class is asked last, since it takes its time
_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def stored_key(key: str) -> str:
    """Return a profile key as it is stored, however a source writes it."""
    return visible(key).strip()


def cleaned(value: Any) -> Any:  # noqa: ANN401 -- JSON
    """Return a JSON value whose texts hold nothing invisible: control, bidi, zero-width and tag characters are gone."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, _OBJECTS):
        return {visible(key) if isinstance(key, str) else key: cleaned(item) for key, item in value.items()}
    return [cleaned(item) for item in value] if isinstance(value, list | tuple) else value


def stored(document: Mapping[str, Any]) -> str:
    """Return a profile document as it is stored: canonical JSON.

    Raises:
        ValueError: it is not plain JSON, such as a number that is none or half of a character, or nested too deeply.
    """
    if not _is_plain(document, _MOST_LEVELS):
        raise ValueError("not plain JSON")
    text = _CANONICAL.encode(document)
    text.encode()
    return text


def checksum(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a profile document as hexadecimal text.

    The order of keys does not matter, and neither do the kind and number of blanks and line breaks within a text.

    Raises:
        ValueError: as for `stored`.
    """
    return hashlib.sha256(stored(_collapsed(document)).encode()).hexdigest()


def dataset_hash(entries: Iterable[Entry]) -> str:
    """Return the SHA-256 over the entries of everybody, in whatever order they come."""
    digest = hashlib.sha256(b"[")
    for position, (key, status, sha) in enumerate(sorted(entries)):
        entry = _CANONICAL.encode({"profile_key": key, "status": status, "checksum": sha})
        digest.update(f",{entry}".encode() if position else entry.encode())
    digest.update(b"]")
    return digest.hexdigest()


def _is_plain(value: object, levels: int) -> bool:
    if isinstance(value, _PLAIN):  # first: most are
        return True
    if not levels:
        raise ValueError(f"nested too deeply: {_MOST_LEVELS} levels are read")
    if isinstance(value, _OBJECTS):
        return all(isinstance(key, str) and _is_plain(item, levels - 1) for key, item in value.items())
    return isinstance(value, list | tuple) and all(_is_plain(item, levels - 1) for item in value)


def _collapsed(value: Any) -> Any:  # noqa: ANN401 -- JSON
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, _OBJECTS):
        return {key: _collapsed(item) for key, item in value.items()}
    return [_collapsed(item) for item in value] if isinstance(value, list | tuple) else value
