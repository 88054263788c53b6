"""Boilerplate: what a text says about the employer, its benefits, the law and procedures, and not of what it seeks."""

import re
from collections.abc import Iterator
from functools import lru_cache

from teamlandkarte.index.clauses import Sentence, sentences
from teamlandkarte.index.word_lists import one_of, word_lists

_LISTS = word_lists("boilerplate")
# For small letters, since a search without regard to case takes several times as long.
_OPENINGS = re.compile(one_of(_LISTS["openings"]))
_SIGNS = re.compile(one_of(_LISTS["signs"]))
_OF_ITSELF = re.compile(rf"^\W*{one_of(_LISTS['subjects'])}|\b{one_of(_LISTS['of_itself'])}")
_OF_US = re.compile(r"\b(?:wir|uns|unsere?[nmrs]?|we|us|our)\b")
_OF_A_PROJECT = re.compile(rf"\b{one_of(_LISTS['of_a_project'])}")
_WORK = re.compile(rf"\b{one_of(_LISTS['work'])}")
_ASKS = re.compile(rf"\b{one_of(_LISTS['asks'])}\b")
_SEEKS = re.compile(one_of(_LISTS["seeks"]))
_OF_OTHERS = re.compile(one_of(_LISTS["of_others"]))
_SEEMS_TO_SEEK = re.compile(one_of(_LISTS["seems_to_seek"]))
_WANTS = re.compile(
    r"(?<![^\W_])"
    + one_of(sign for level in ("essential", "desirable", "suggested") for sign in word_lists("levels")[level])
)
_WHEN = re.compile(
    r"\b\d{1,2}\.\s?\d{1,2}\.|\bq[1-4]\b|\bkw\s?\d|\b(?:bis|ab) (?:anfang|mitte|ende)\b"
    r"|\b(?:ab|von|from) (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|"
    r"january|february|march|may|june|july|october|december|kommende|nächste|next)"
)
# A shorter text that asks for nothing in words may still name what is sought.
_LONG_TEXT = 20  # words
_LONG_SENTENCES = 3
_LONG_SENTENCE = 30  # characters
_LONGEST_HEADING = 4  # words
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
    return [sentence for paragraph in _paragraphs(text, read) for sentence in _of_paragraph(text, paragraph)]


def _paragraphs(text: str, read: list[Sentence]) -> Iterator[list[Sentence]]:
    paragraph: list[Sentence] = []
    for sentence in read:
        if paragraph and "\n\n" in text[paragraph[-1].start : sentence.start]:
            yield paragraph
            paragraph = []
        paragraph.append(sentence)
    if paragraph:
        yield paragraph


def _of_paragraph(text: str, paragraph: list[Sentence]) -> list[Sentence]:
    """Return the boilerplate of a paragraph; where it seeks nothing, also what an employer says of itself.

    A text of one sentence is short enough to name what is sought and nothing else.
    """
    signed = list(_signed(text, paragraph))
    start, end = paragraph[0].start, paragraph[-1].end
    whole = text[start:end].lower()
    alone = end - start == len(text)
    if not signed and _is_heading(text[start:end]):
        return []
    done = len(signed) == len(paragraph) or (alone and len(paragraph) == 1)
    if done or end - start > _FIRST_PART or _seeks(whole) or _OF_A_PROJECT.search(whole):
        return signed
    said = {
        sentence.start: text[sentence.start : sentence.end].lower() for sentence in paragraph if not sentence.listed
    }
    of_itself = {start for start, words in said.items() if _OF_ITSELF.search(words)}
    if not of_itself and not signed and (alone or _WORK.search(whole)):
        return []
    of_us = {start for start, words in said.items() if _OF_US.search(words)}
    starts = of_itself | of_us | {sentence.start for sentence in signed}
    return [sentence for sentence in paragraph if sentence.start in starts]


def _is_heading(words: str) -> bool:
    return len(words.split()) <= _LONGEST_HEADING and not words.rstrip().endswith((".", "!"))


def _signed(text: str, paragraph: list[Sentence]) -> Iterator[Sentence]:
    """Yield the sentences that a sign, an opening or their heading makes boilerplate."""
    within = False  # what an opening has begun
    for sentence in paragraph:
        words = text[sentence.start : sentence.end].lower()
        opens = bool(_OPENINGS.match(words.lstrip(' "„-')))
        above = sentence.heading is not None and bool(_OPENINGS.match(text[slice(*sentence.heading)].strip().lower()))
        if above or opens or within or _SIGNS.search(words):
            asks = sentence.listed or _ASKS.search(words)
            if asks and not (above or opens) and not _only_boilerplate(words):
                within = False
                continue
            yield sentence
            within = opens or within


def _seeks(words: str) -> bool:
    return any(sign.search(words) for sign in (_ASKS, _SEEKS, _SEEMS_TO_SEEK, _WHEN, _WANTS))


def _only_boilerplate(words: str) -> bool:
    """Return whether several signs of boilerplate outweigh a word that otherwise asks for something."""
    return len({sign.group() for sign in _SIGNS.finditer(words)}) > 1


def _seeks_nothing(text: str, read: list[Sentence]) -> bool:
    prose = [sentence for sentence in read if not sentence.listed and sentence.end - sentence.start > _LONG_SENTENCE]
    long = len(prose) >= _LONG_SENTENCES and len(text.split()) >= _LONG_TEXT
    if not long:
        return False
    words = text.lower()
    rest = _OF_OTHERS.sub(" ", _SIGNS.sub(" ", words))
    if _SEEKS.search(rest) or _WHEN.search(rest) or _WANTS.search(rest[:_FIRST_PART]):
        return False
    signs = {sign.group() for pattern in (_SIGNS, _OF_ITSELF) for sign in pattern.finditer(words)}
    forgiven = max(1, len(signs) // 2) + 2 * bool(_OPENINGS.match(words.lstrip()))
    seems = sum(1 for _ in _SEEMS_TO_SEEK.finditer(rest))
    return seems <= forgiven
