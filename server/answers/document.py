"""An answer that is one JSON document: text and data are the same, and a large one can be sent piece by piece."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True)
class Document:
    """One JSON document, an object or a list, in pieces of text that can be had again and again.

    `notes` are remarks for people beside it.
    """

    pieces: Callable[[], Iterator[str]]
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, value: object, *notes: str) -> "Document":
        """Return the document of a JSON value."""
        text = encoded(value)
        return cls(lambda: iter((text,)), notes)

    @property
    def text(self) -> str:
        """The whole document."""
        return "".join(self.pieces())

    @property
    def data(self) -> dict[str, Any]:
        """The document as structured content, which must be an object: a list is its `result`."""
        value = json.loads(self.text)
        return value if isinstance(value, dict) else {"result": value}


def encoded(value: object) -> str:
    """Return a JSON value as text with its letters as they are."""
    return _ENCODER.encode(value)
