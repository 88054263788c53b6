"""Boilerplate: what a text says about the employer, its benefits, the law and procedures, and not of what it seeks.

Each sentence either seeks somebody or is boilerplate, and mostly as its neighbours in the paragraph do: a chain of two
states (forward-backward algorithm), whose evidence are the words of each sentence (`seeking`) and, where these leave it
open and there is a model to ask, what it means (`meaning`).
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from teamlandkarte.index.bare_names import is_bare_experience, is_bare_names
from teamlandkarte.index.clauses import Sentence, sentences
from teamlandkarte.index.embedding import LOCAL_MODEL, Embedder
from teamlandkarte.index.meaning import learnt_meaning, said
from teamlandkarte.index.portraits import portraits
from teamlandkarte.index.seeking import Seeking, learnt, signs_of
from teamlandkarte.index.word_lists import one_of, word_lists

_LISTS = word_lists("boilerplate")
_LANGUAGE = one_of(_LISTS["languages"])
# Nobody else speaks to the end of the sentence, so that "Interviews are held by you in English" is none.
_GRANTED = (
    rf"{one_of(_LISTS['granted'])}\b(?:(?!\b(?:you|sie|du|and|und)\b)[^.!?,;:\n]){{0,60}}?\b(?:in|auf) {_LANGUAGE}"
    rf"(?:(?:,| and| or| und| oder) {_LANGUAGE}){{0,9}}(?:,? {one_of(_LISTS['ends'])})?\W*$"
)
_OF_ITSELF = rf"(?={one_of([*_LISTS['recruiting'], _GRANTED])})(?![^.!?\n]*\b{one_of(_LISTS['wished'])}\b)"
# For small letters, since a search without regard to case takes several times as long.
_OPENINGS = re.compile(one_of([*_LISTS["openings"], _OF_ITSELF]))
_COLON = r"\s?:[*_]*\s"  # within a line
_OF_THE_EMPLOYER = re.compile(rf"{one_of(_LISTS['of_the_employer'])}{_COLON}")
_LABEL = re.compile(rf"[^.:\n]{{2,30}}{_COLON}")
_OF_WHAT_IS_SOUGHT = re.compile(rf"{one_of(_LISTS['of_what_is_sought'])}{_COLON}")

# Chosen on texts that the weights had not been fitted on (docs/quality.md).
_OPENED = -3.0  # log-odds that an opening adds to what it opens
_LABELLED = 3.0  # log-odds, either way, that a label adds to what it stands before
_TURNS = 0.03  # the probability that the next sentence of a paragraph is of the other kind
_IN_DOUBT = 6.0  # log-odds by words, either way, up to which the meaning is asked: that takes some 10 ms a sentence
_LABELS = 2  # from how many on the labels of a text are heard
_LONGER = 5  # sentences: of so many one says clearly what is sought, where anything is
_MOST_ASKED = 100  # of a text, those that leave most doubt; longer ones are no requests, and would take seconds


@dataclass(frozen=True)
class Bounds:
    """Log-odds. Below `boilerplate` a sentence is boilerplate; above `seeks`, judged alone, it is none.

    A longer text none of whose sentences reaches `surest` seeks nobody.
    """

    boilerplate: float
    seeks: float
    surest: float


_BY_WORDS = Bounds(-1.7, 1.5, 0.0)
_BY_MEANING = Bounds(-1.6, 3.0, 1.5)  # errs less often


class _Judged(NamedTuple):
    """The log-odds that a sentence seeks somebody, and the bounds of how that was judged."""

    odds: float
    bounds: Bounds


@lru_cache(16)  # a text is read for competences, for dates and for roles
def sought(text: str, encoder: Embedder | None = None) -> str:
    """Return a text as long as the given one, with blanks where it is boilerplate.

    The local model as `encoder` also judges what sentences mean whose words leave that open; no other model is asked.
    What is nothing but names seeks them: a name alone means no more than itself.

    Raises:
        EmbeddingError: A sentence could not be embedded.
    """
    read = sentences(text)
    if (is_bare_names(text) or is_bare_experience(text)) and not any(_is_opened(text, sentence) for sentence in read):
        return text
    own = _judged_by_words(text, read, learnt())
    if encoder is not None and encoder.model == LOCAL_MODEL:
        own = _by_meaning(text, read, own, encoder)
    kept = list(text)
    hidden = [(sentence.start, sentence.end) for sentence in _boilerplate(text, read, own)]
    for start, end in chain(hidden, *(portraits(text, sentence) for sentence in read)):
        kept[start:end] = [sign if sign == "\n" else " " for sign in text[start:end]]
    return "".join(kept)


def boilerplate_by_words(text: str, seeking: Seeking) -> list[Sentence]:
    """Return the sentences of a text that are boilerplate by its words alone."""
    read = sentences(text)
    return list(_boilerplate(text, read, _judged_by_words(text, read, seeking)))


def _boilerplate(text: str, read: Sequence[Sentence], own: Sequence[_Judged]) -> Iterator[Sentence]:
    """Yield those of the sentences that are boilerplate, from what is judged of each alone."""
    judged = [_Judged(chance, one.bounds) for chance, one in zip(_in_context(text, read, own), own, strict=True)]
    seeks_nobody = len(read) >= _LONGER and all(one.odds < one.bounds.surest for one in judged)
    for sentence, one in zip(read, judged, strict=True):
        if seeks_nobody or one.odds < one.bounds.boilerplate:
            yield sentence


def by_words(text: str, read: Sequence[Sentence], seeking: Seeking) -> list[float]:
    """Return the log-odds that each of the sentences of a text seeks somebody, by its words alone."""
    return [seeking.log_odds(signs_of(text, sentence)) for sentence in read]


def _judged_by_words(text: str, read: Sequence[Sentence], seeking: Seeking) -> list[_Judged]:
    return [_Judged(odds, _BY_WORDS) for odds in by_words(text, read, seeking)]


def _by_meaning(text: str, read: Sequence[Sentence], own: Sequence[_Judged], encoder: Embedder) -> list[_Judged]:
    """Return what is judged of each sentence alone, anew by its meaning where in context the words leave doubt."""
    doubts = [abs(chance) for chance in _in_context(text, read, own)]
    most = sorted(range(len(read)), key=doubts.__getitem__)[:_MOST_ASKED]
    doubtful = [place for place in most if doubts[place] < _IN_DOUBT]
    vectors = encoder.embed([said(text, read[place]) for place in doubtful])
    judged, meaning = list(own), learnt_meaning()
    for place, vector in zip(doubtful, vectors, strict=True):
        judged[place] = _Judged(meaning.log_odds(own[place].odds, vector), _BY_MEANING)
    return judged


def _in_context(text: str, read: Sequence[Sentence], own: Sequence[_Judged]) -> list[float]:
    """Return the log-odds of sentences in the light of their headings and paragraphs, from those of each alone."""
    openings = [_opening_words(text, sentence) for sentence in read]
    opened = [bool(_OPENINGS.match(words)) for words in openings]
    labels = _labels(openings, opened)
    labelled = any(labels)
    begins_a_part = [
        labelled and bool(said or _LABEL.match(words)) for words, said in zip(openings, opened, strict=True)
    ]
    alone = [
        one.odds + (_LABELLED * label if label else _OPENED * (said or _is_under_an_opening(text, sentence)))
        for one, sentence, label, said in zip(own, read, labels, opened, strict=True)
    ]
    joined = [
        "\n\n" not in text[one.start : other.start] and not begins
        for (one, other), begins in zip(pairwise(read), begins_a_part[1:], strict=True)
    ]
    before = _heard(alone, joined)
    after = _heard(alone[::-1], joined[::-1])[::-1]
    together = [sum(odds) for odds in zip(before, alone, after, strict=True)]
    return [
        max(odds, chance) if odds > one.bounds.seeks else chance
        for one, odds, chance in zip(own, alone, together, strict=True)
    ]


def _labels(openings: Sequence[str], opened: Sequence[bool]) -> list[int]:
    """Return for each sentence 1 if its label says that it is sought, -1 if the employer's, and 0 without a label.

    Labels are heard from two on: one alone may be that of a candidate's profile, or of what a program needs.
    """
    wanted = [bool(_OF_WHAT_IS_SOUGHT.match(words)) for words in openings]
    other = [said or _has_employers_label(words) for words, said in zip(openings, opened, strict=True)]
    if not any(wanted) or sum(wanted) + sum(other) < _LABELS:
        return [0] * len(openings)
    return [1 if asked else -int(told) for asked, told in zip(wanted, other, strict=True)]


def _is_opened(text: str, sentence: Sentence) -> bool:
    """Return whether a sentence or the heading that it stands under begins as boilerplate does."""
    return bool(_OPENINGS.match(_opening_words(text, sentence))) or _is_under_an_opening(text, sentence)


def _is_under_an_opening(text: str, sentence: Sentence) -> bool:
    if sentence.heading is None:
        return False
    words = _small(text[slice(*sentence.heading)])
    return bool(_OPENINGS.match(words)) or _has_employers_label(words)


def _has_employers_label(words: str) -> bool:
    return _OF_THE_EMPLOYER.match(f"{words}\n") is not None


def _opening_words(text: str, sentence: Sentence) -> str:
    return _small(text[sentence.start : sentence.end])


def _small(words: str) -> str:
    return words.lower().lstrip(' \t"„-–*•_#')


def _heard(own: Sequence[float], joined: Sequence[bool]) -> list[float]:
    """Return for each sentence the log-odds that follow from those before it in its paragraph: one pass forward."""
    heard = [0.0] if own else []
    for odds, goes_on in zip(own, joined, strict=False):
        heard.append(_passed_on(heard[-1] + odds) if goes_on else 0.0)
    return heard


def _passed_on(odds: float) -> float:
    stays = 1 - _TURNS
    return math.log((stays * math.exp(odds) + _TURNS) / (stays + _TURNS * math.exp(odds)))
