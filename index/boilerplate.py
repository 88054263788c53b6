"""Boilerplate: what a text says about the employer, its benefits, the law and procedures, and not of what it seeks.

Each sentence either seeks somebody or is boilerplate, and mostly as its neighbours in the paragraph do: a chain of two
states (forward-backward algorithm), whose evidence are the words of each sentence (`seeking`).
"""

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from teamlandkarte.index.clauses import Sentence, sentences
from teamlandkarte.index.seeking import Seeking, learnt, signs_of
from teamlandkarte.index.word_lists import one_of, word_lists

# For small letters, since a search without regard to case takes several times as long.
_OPENINGS = re.compile(one_of(word_lists("boilerplate")["openings"]))

# Chosen on texts that the weights had not been fitted on (docs/quality.md).
_OPENED = -3.0  # log-odds that an opening adds to what it opens
_TURNS = 0.03  # the probability that the next sentence of a paragraph is of the other kind
BOILERPLATE = -1.7  # log-odds below which a sentence is boilerplate
_CLEARLY_SEEKS = 1.5  # log-odds of one sentence alone, above which its paragraph does not make it boilerplate


@lru_cache(16)  # a text is read for competences, for dates and for roles
def sought(text: str) -> str:
    """Return a text as long as the given one, with blanks where it is boilerplate."""
    kept = list(text)
    for sentence, chance in chances(text, learnt()):
        if chance < BOILERPLATE:
            kept[sentence.start : sentence.end] = [
                sign if sign == "\n" else " " for sign in text[sentence.start : sentence.end]
            ]
    return "".join(kept)


def chances(text: str, seeking: Seeking) -> list[tuple[Sentence, float]]:
    """Return the sentences of a text, each with the log-odds that it seeks somebody, in the light of its paragraph."""
    read = sentences(text)
    own = [seeking.log_odds(signs_of(text, sentence)) + _OPENED * _is_opened(text, sentence) for sentence in read]
    joined = ["\n\n" not in text[one.start : other.start] for one, other in pairwise(read)]
    before = _heard(own, joined)
    after = _heard(own[::-1], joined[::-1])[::-1]
    together = [sum(odds) for odds in zip(before, own, after, strict=True)]
    kept = [
        max(alone, chance) if alone > _CLEARLY_SEEKS else chance for alone, chance in zip(own, together, strict=True)
    ]
    return list(zip(read, kept, strict=True))


def _is_opened(text: str, sentence: Sentence) -> bool:
    """Return whether a sentence or the heading that it stands under begins as boilerplate does."""
    return _opens(text[sentence.start : sentence.end]) or (
        sentence.heading is not None and _opens(text[slice(*sentence.heading)])
    )


def _opens(words: str) -> bool:
    return bool(_OPENINGS.match(words.lower().lstrip(' "„-')))


def _heard(own: Sequence[float], joined: Sequence[bool]) -> list[float]:
    """Return for each sentence the log-odds that follow from those before it in its paragraph: one pass forward."""
    heard = [0.0] if own else []
    for odds, goes_on in zip(own, joined, strict=False):
        heard.append(_passed_on(heard[-1] + odds) if goes_on else 0.0)
    return heard


def _passed_on(odds: float) -> float:
    stays = 1 - _TURNS
    return math.log((stays * math.exp(odds) + _TURNS) / (stays + _TURNS * math.exp(odds)))
