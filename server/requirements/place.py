"""Where a text says what was found in it."""

import re
from typing import TYPE_CHECKING, Self

from pydantic import BaseModel

from teamlandkarte.server.answers.markdown import one_line

if TYPE_CHECKING:
    from teamlandkarte.index.terms import Finding

_SENTENCE_LENGTH = 200  # characters


class Place(BaseModel):
    """The words at `start` up to `end`, in characters of the text as read, and their `sentence`, on one line, cut.

    The text as read is the requirement's description, of a task the text that get_task_details shows.
    """

    start: int
    end: int
    sentence: str

    @classmethod
    def of(cls, found: "Finding") -> Self:
        """Return where a competence is named."""
        return cls(start=found.start, end=found.end, sentence=one_line(found.sentence, _SENTENCE_LENGTH))

    @classmethod
    def of_words(cls, text: str, words: str) -> Self | None:
        """Return where words first stand, as whole ones where they do; None where they do not stand side by side."""
        wanted = r"\s+".join(map(re.escape, words.split()))
        found = re.search(rf"(?<!\w){wanted}(?!\w)", text) or re.search(wanted, text) if wanted else None
        return cls.at(text, found.start(), found.end()) if found else None

    @classmethod
    def at(cls, text: str, start: int, end: int) -> Self:
        """Return the place of the words at `text[start:end]`."""
        from teamlandkarte.index.clauses import sentences

        around = [text[one.start : one.end] for one in sentences(text) if one.start <= start < one.end]
        return cls(start=start, end=end, sentence=one_line(around[0] if around else text[start:end], _SENTENCE_LENGTH))
