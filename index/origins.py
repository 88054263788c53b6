"""Origins: where the similarity of what is asked for and what a person has comes from, in words."""

from typing import Literal, NamedTuple

Rule = Literal["version", "other number", "lookalike", "lower level"]
Likeness = Literal["same name", "other writing", "alias", "stand-in", "meaning", Rule]

RECORDED_IN = "the person's list of competences in the lake"
_HELD = "meaning, held below closely related:"
_WORDS: dict[Likeness, str] = {
    "same name": "same name",
    "other writing": "another way to write it",
    "alias": "alias",
    "stand-in": "unknown, compared instead:",
    "version": "a version of the same",
    "other number": f"{_HELD} another number",
    "lookalike": f"{_HELD} looks alike, is another thing",
    "lower level": f"{_HELD} a lower level",
    "meaning": "meaning, by the model",
}


class Origin(NamedTuple):
    """How a similarity was found, and `by` which aliases or which stand-in, in words."""

    how: Likeness
    by: str | None = None

    @property
    def in_words(self) -> str:
        """Both, as a table shows them."""
        if self.by is None:
            return _WORDS[self.how]
        return f"{_WORDS[self.how]}{' ' if self.how in {'alias', 'stand-in'} else '; '}{self.by}"
