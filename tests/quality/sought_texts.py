"""Texts that seek somebody, and texts that do not: what the signs of a request are learnt from.

Those of `boilerplate_training.jsonl` were written for this, one paragraph each. The labelled texts that may be looked
at are read as well, and the kept half never is.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from teamlandkarte.index.clauses import Sentence
from teamlandkarte.index.text import plain_text
from tests.quality.labels import SEEN, LabelledText, SeenPart, labelled_texts
from tests.quality.scores import BOILERPLATE

_FILE = Path(__file__).parent / "boilerplate_training.jsonl"


@dataclass(frozen=True)
class SoughtText:
    """A text, who wrote it or which lot it is of, whether it seeks somebody, and words of sentences that surely do.

    Without such words every sentence is of the same kind as the text.
    """

    text: str
    source: str
    seeks: bool
    words: tuple[str, ...] = ()

    def tells(self, sentence: Sentence) -> bool:
        """Return whether a sentence is surely of the same kind as the text."""
        said = self.text[sentence.start : sentence.end]
        return not self.words or any(words in said for words in self.words)


def sought_texts() -> list[SoughtText]:
    """Return the texts that were written for this, then the labelled ones."""
    return [*_written(), *(text for part in SEEN for text in _labelled(part))]


def _written() -> Iterator[SoughtText]:
    for line in _FILE.read_text("utf-8").splitlines():
        read = json.loads(line)
        yield SoughtText(plain_text(read["text"]), read["author"], read["kind"] == "request")


def lot_of(text: LabelledText, part: SeenPart) -> str:
    """Return the lot of a labelled text: a letter, or the tuning half."""
    return text.id[0] if part == "varied" else part


def _labelled(part: SeenPart) -> Iterator[SoughtText]:
    for text in labelled_texts(part):
        words = tuple(map(plain_text, _labelled_words(text)))
        if text.kind == BOILERPLATE or words:
            yield SoughtText(plain_text(text.text), lot_of(text, part), text.kind != BOILERPLATE, words)


def _labelled_words(text: LabelledText) -> Iterator[str]:
    yield from (label.words for label in text.competences)
    yield from (said.words for said in text.dates.said)
    yield from (role.words for role in text.roles or ())
