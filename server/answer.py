"""What a tool answers: Markdown that stands alone, and the same facts as typed data."""

from dataclasses import dataclass

from pydantic import BaseModel


@dataclass(frozen=True)
class Answer:
    """One answer for two audiences.

    `text`: Markdown without the ground lines, which the toolset appends. `data`: the same facts, snake_case, nullable
    fields default to None (they are left out of what is sent). `data` has no field `ground`: the toolset adds it.
    """

    text: str
    data: BaseModel
