"""Boilerplate: what a text says about the employer, its benefits, the law and procedures, and not of what it seeks."""

import re
from functools import lru_cache

from teamlandkarte.index.clauses import Sentence, sentences
from teamlandkarte.index.word_lists import one_of, word_lists

_LISTS = word_lists("boilerplate")
# For small letters, since a search without regard to case takes several times as long.
_OPENINGS = re.compile(one_of(_LISTS["openings"]))
_SIGNS = re.compile(one_of(_LISTS["signs"]))
_ASKS = re.compile(rf"\b{one_of(_LISTS['asks'])}\b")
_SEEKS = re.compile(one_of(_LISTS["seeks"]))
_WANTS = re.compile(
    one_of(sign for level in ("essential", "desirable", "suggested") for sign in word_lists("levels")[level])
)
_WHEN = re.compile(r"\b\d{1,2}\.\s?\d{1,2}\.|\bq[1-4]\b|\bkw\s?\d|\b(?:bis|ab) (?:anfang|mitte|ende)\b")
# A shorter text that asks for nothing in words may still name what is sought.
_LONG_TEXT = 20  # words
_LONG_SENTENCES = 3
_LONG_SENTENCE = 30  # characters
_FIRST_PART = 3_000  # characters in which a text says that it wants something; the signs of it reach far


@lru_cache(16)  # a text is read for competences, for dates and for roles
def sought(text: str) -> str:
    """Return a text as long as the given one, with blanks where it is boilerplate."""
    kept = list(text)
    for sentence in _boilerplate(text):
        kept[sentence.start : sentence.end] = [
            sign if sign == "\n" else " " for sign in text[sentence.start : sentence.end]
        ]
    return "".join(kept)


def _boilerplate(text: str) -> list[Sentence]:
    read = sentences(text)
    if _seeks_nothing(text, read):
        return read
    found: list[Sentence] = []
    within: int | None = None  # the paragraph that an opening has made boilerplate
    paragraph = reached = 0
    for sentence in read:
        words = text[sentence.start : sentence.end].lower()
        opens = _OPENINGS.match(words.lstrip(' "„-'))
        paragraph, reached = paragraph + text.count("\n\n", reached, sentence.start), sentence.start
        above = sentence.heading is not None and bool(_OPENINGS.match(text[slice(*sentence.heading)].strip().lower()))
        asks = bool(_ASKS.search(words))
        if above or opens or within == paragraph or _SIGNS.search(words):
            if (asks or sentence.listed) and not (above or opens) and not _only_boilerplate(words):
                within = None
                continue
            found.append(sentence)
            within = paragraph if opens or within == paragraph else None
    return found


def _only_boilerplate(words: str) -> bool:
    """Return whether several signs of boilerplate outweigh a word that otherwise asks for something."""
    return len({sign.group() for sign in _SIGNS.finditer(words)}) > 1


def _seeks_nothing(text: str, read: list[Sentence]) -> bool:
    prose = [sentence for sentence in read if not sentence.listed and sentence.end - sentence.start > _LONG_SENTENCE]
    long = len(prose) >= _LONG_SENTENCES and len(text.split()) >= _LONG_TEXT
    rest = _SIGNS.sub(" ", text.lower()) if long else ""
    wants = _WANTS.search(rest[:_FIRST_PART])
    return long and not (wants or _WHEN.search(rest) or _SEEKS.search(rest))
