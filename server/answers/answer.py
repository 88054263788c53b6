"""What a tool answers: Markdown that stands alone, and the same facts as typed data."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset


@dataclass(frozen=True)
class Answer:
    """One answer for two audiences.

    `text`: Markdown without the ground lines, which the toolset appends. `data`: the same facts, snake_case, nullable
    fields default to None (they are left out of what is sent). `data` has no field `ground`: the toolset adds it.
    `dataset`: what the answer stands on where that is not the call's dataset, as for a search that has kept its own.
    """

    text: str
    data: BaseModel
    dataset: "Dataset | None" = None
