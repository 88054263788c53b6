"""The labelled texts, as `README.md` describes them."""

import datetime as dt
import tomllib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from teamlandkarte.index.config import Level

Half = Literal["tuning", "kept"]
HALVES: tuple[Half, ...] = ("tuning", "kept")
SeenPart = Literal["tuning", "varied"]
SEEN: tuple[SeenPart, ...] = ("tuning", "varied")  # what may be looked at and learnt from
Part = Literal[SeenPart, "unlearnt", "kept", "unread"]
PARTS: tuple[Part, ...] = (*SEEN, "unlearnt", "kept", "unread")
Ask = Literal["ask"]

_FOLDER = Path(__file__).parent


class _Labelled(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Words(_Labelled):
    """Words that stand at `text[span[0]:span[1]]`."""

    span: tuple[int, int]
    words: str


class CompetenceLabel(Words):
    """Words that mean one of these terms; `level` only where it is to be found."""

    terms: tuple[str, ...]
    expect: Literal["found", "allowed", "forbidden"]
    level: Level | None = None


class RoleLabel(Words):
    """Words that say which role is sought; any of the names is right."""

    names: tuple[str, ...]


class DateLabels(_Labelled):
    """The time sought, inclusive, and the words that say it."""

    start: dt.date | Ask | None
    end: dt.date | Ask | None
    said: tuple[Words, ...]


class LabelledText(_Labelled):
    """One text with what is to be found in it."""

    id: str
    language: Literal["de", "en"]
    kind: str
    half: Half
    today: dt.date
    title: str = ""
    text: str
    competences: tuple[CompetenceLabel, ...]
    dates: DateLabels
    roles: tuple[RoleLabel, ...] | None

    @property
    def wanted(self) -> list[CompetenceLabel]:
        """What is to be found, each meaning once."""
        return list({label.terms: label for label in reversed(self.competences) if label.expect == "found"}.values())

    @property
    def description(self) -> str:
        """The text without its title."""
        return self.text.removeprefix(self.title).strip()


class QualityVocabulary(_Labelled):
    """The terms that texts are read against."""

    competences: tuple[str, ...]
    roles: tuple[str, ...]


def labelled_texts(part: Part) -> list[LabelledText]:
    """Return the texts of one part, in the order of the file."""
    lines = (_FOLDER / f"{part}.jsonl").read_text("utf-8").splitlines()
    return [LabelledText.model_validate_json(line) for line in lines]


def quality_vocabulary() -> QualityVocabulary:
    """Return the vocabulary of the labels."""
    return QualityVocabulary.model_validate(tomllib.loads((_FOLDER / "vocabulary.toml").read_text("utf-8")))
