"""Where a text says what was found in it."""

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
        """Return where words first stand, None where they do not stand side by side."""
        from teamlandkarte.index.clauses import sentences

        start = text.find(words) if words else -1
        if start < 0:
            return None
        end = start + len(words)
        around = [text[one.start : one.end] for one in sentences(text) if one.start <= start < one.end]
        return cls(start=start, end=end, sentence=one_line(around[0] if around else words, _SENTENCE_LENGTH))
