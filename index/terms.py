"""Terms found in free text: which known competences a text names, and by which words."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate
from typing import Protocol

from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.boilerplate import sought
from teamlandkarte.index.clauses import Span
from teamlandkarte.index.config import Level
from teamlandkarte.index.cues import says_how_much
from teamlandkarte.index.embedding import Embedder
from teamlandkarte.index.levels import wishes
from teamlandkarte.index.mentions import lexicon
from teamlandkarte.index.names import without_names
from teamlandkarte.index.text import clean
from teamlandkarte.index.unusable import find_unusable
from teamlandkarte.index.word_lists import one_of, word_lists
from teamlandkarte.index.words import CONJUNCTIONS, words

_STRENGTH: tuple[Level, ...] = ("essential", "ideal", "desirable", "suggested")
CERTAIN = 1_000_000  # micro-units
_MISSPELT = 900_000  # a word that is one or two typing errors away
# A phrase that the text asks for may be "closely related"; any other one must be nearly the same, since every text is
# full of words such as "Planung" that lie near some competence. A single word lies near every other one that sounds
# alike ("Kontrolle", "Controlling"), so that the sentence must at least seek something before it.
_CLOSE_WHERE_ASKED = 800_000
_CLOSE_WORD_WHERE_ASKED = 900_000
_CLOSE_ANYWHERE = 950_000
_MOST_PHRASES = 32  # each is embedded, at some 15 ms
_LONGEST_PHRASE = 4  # words
_BREAK = re.compile(
    r"[,;:•·|!?()\[\]\n\"„“”]|\.(?:\s|$)|\s[-–—*]\s"
    rf"|\s(?:{one_of(CONJUNCTIONS)}\.?|as well as|as|als|with|mit|in|im|aus|for|für|von|of|der|des"
    r"|ein|eine[nmrs]?|a|an|the)\s",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"\b(?:erfahrung\w*|kenntnis\w*|know-?how|fähigkeit\w*|kompetenz\w*|qualifikation\w*|beherrsch\w*|umgang|schwerpunkt\w*|"
    r"fachlich\w*|notwendig\w*|erforderlich\w*|vorausgesetzt|erwartet|wünschenswert|anforderung\w*|skills?|experience\w*|"
    r"knowledge|proficien\w*|expertise|familiar\w*|required|requirements?|must[- ]have)\b[^.!?\n]*$",
    re.IGNORECASE,
)
_SEEKS = re.compile(
    r"\b(?:such(?:e|en|t)|gesucht\w*|brauch\w*|benötig\w*|bedarf|seek\w*|looking for|need\w*|wanted)\b[^.!?\n]*$",
    re.IGNORECASE,
)
_BEFORE = 200  # characters before a phrase in which the sentence may say that it asks for it
_LISTS = word_lists("phrases")
_EMPTY_WORDS = frozenset(_LISTS["empty"])
_GENERIC_WORDS = frozenset(_LISTS["generic"])
_SOMEBODY = re.compile(
    rf"{one_of(_LISTS['somebody'])}(?:n|s|en|in|innen|nen)?\b|\b(?:team|abteilung|department)\b", re.IGNORECASE
)
# Compounds such as "Vertragsende" lie near every other compound of their first part.
_OF_A_CONTRACT = re.compile(r"(?:beginn|ende|dauer|laufzeit|grundlagen?|partner|datum|nummer|frist)\b", re.IGNORECASE)


class KnownTerms(Protocol):
    """A vocabulary, as far as finding terms needs it."""

    @property
    def terms(self) -> Sequence[str]:
        """The terms; a term's position is its id."""

    @property
    def aliases(self) -> Aliases:
        """Other names of the terms."""

    def id_of(self, text: str) -> int | None:
        """Return the id of the term that a text is."""

    def nearest(self, text: str, k: int) -> list[tuple[str, int]]:
        """Return the k nearest terms by meaning, best first, with the similarity in micro-units."""


class How(Enum):
    """How a term was found."""

    EXACT = "exact"
    SPELLING = "spelling"
    EMBEDDING = "embedding"


@dataclass(frozen=True)
class Finding:
    """A known term that a text names at `text[start:end]`, which reads `words`, in a `sentence`.

    `similarity` in micro-units; `level` is None where the text does not say how much it wants the term. `mentions` are
    all places where the text names it and does not say that it is not needed.
    """

    term: str
    term_id: int
    start: int
    end: int
    words: str
    similarity: int
    how: How
    level: Level | None = None
    sentence: str = ""
    mentions: tuple[Span, ...] = ()


def find_terms(
    text: str, vocabulary: KnownTerms, *, by_meaning: bool = True, encoder: Embedder | None = None
) -> list[Finding]:
    """Return the known terms that a text names, each once by its best and first mention, in the order of the text.

    With `by_meaning`, short phrases that no term is written in are also compared by embedding. `encoder` is the local
    model, which judges what is boilerplate better than words alone do.

    Raises:
        EmbeddingError: A phrase or a sentence could not be embedded.
    """
    read = without_names(sought(text, encoder))
    mentioned = [
        Finding(
            term=vocabulary.terms[mention.term_id],
            term_id=mention.term_id,
            start=mention.start,
            end=mention.end,
            words=clean(text[mention.start : mention.end]),
            similarity=CERTAIN if mention.exact else _MISSPELT,
            how=How.EXACT if mention.exact else How.SPELLING,
        )
        for mention in lexicon(tuple(vocabulary.terms), vocabulary.aliases).mentions(read)
    ]
    close = list(_by_meaning(read, vocabulary, mentioned)) if by_meaning and vocabulary.terms else []
    return sorted(_wanted(text, [*mentioned, *close]), key=lambda finding: (finding.start, finding.term_id))


def _wanted(text: str, findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield each term once, by its best and first mention and as strongly as it is wanted, unless it is not needed.

    A mention that says how much it wants a term always counts. Between one that only names it and one that does not
    need it, what is said later holds.
    """
    said = wishes(text, [(finding.start, finding.end) for finding in findings])
    mentions: dict[int, list[Finding]] = {}
    for finding in findings:
        mentions.setdefault(finding.term_id, []).append(finding)
    for of_term in mentions.values():
        wanted = [(one, said[one.start, one.end]) for one in sorted(of_term, key=lambda one: one.start)]
        marked = [wish for _, (wish, _) in wanted if wish is not None and wish != "not needed"]
        level = min(marked, key=_STRENGTH.index) if marked else None
        if level is None and wanted[-1][1][0] == "not needed":
            continue
        best, (_, sentence) = min(
            (pair for pair in wanted if pair[1][0] != "not needed"), key=lambda pair: -pair[0].similarity
        )
        places = tuple((one.start, one.end) for one, (wish, _) in wanted if wish != "not needed")
        yield replace(best, level=level, sentence=clean(text[sentence.start : sentence.end]), mentions=places)


def _by_meaning(text: str, vocabulary: KnownTerms, mentioned: Iterable[Finding]) -> Iterator[Finding]:
    taken = [(finding.start, finding.end) for finding in mentioned]
    taken += [(unusable.start, unusable.end) for unusable in find_unusable(text)]
    taken.sort()
    furthest = [0, *accumulate((end for _, end in taken), max)]  # that the first n of them reach
    seen: set[str] = set()
    for start, end in phrases(text):
        phrase = clean(text[start:end])
        if phrase in seen or furthest[bisect_left(taken, (end,))] > start:
            continue
        before = text[max(0, start - _BEFORE) : start]
        asked = _ASKED.search(before)
        if _names_no_competence(phrase) or says_how_much(text, start, end):
            continue
        if " " not in phrase and not (asked or _SEEKS.search(before)):
            continue
        if " " not in phrase and vocabulary.id_of(phrase) is not None:  # that word has been read and does not mean it
            continue
        seen.add(phrase)
        if len(seen) > _MOST_PHRASES:
            return
        close = _CLOSE_WHERE_ASKED if " " in phrase else _CLOSE_WORD_WHERE_ASKED
        least = close if asked else _CLOSE_ANYWHERE
        for term, similarity in vocabulary.nearest(phrase, 1):
            term_id = vocabulary.id_of(term)
            if similarity >= least and term_id is not None:
                yield Finding(term, term_id, start, end, phrase, similarity, How.EMBEDDING)


def _names_no_competence(phrase: str) -> bool:
    return (
        bool(_SOMEBODY.search(phrase) or _OF_A_CONTRACT.search(phrase))
        or phrase.lower().removesuffix("s") in _GENERIC_WORDS
    )


def phrases(text: str) -> Iterator[tuple[int, int]]:
    """Yield where short phrases stand that may name a competence, without the small words around them."""
    position = 0
    for found in [*_BREAK.finditer(text), None]:
        end = found.start() if found else len(text)
        inside = words(text[position:end])
        while inside and _empty(inside[0].form):
            inside.pop(0)
        while inside and _empty(inside[-1].form):
            inside.pop()
        if 0 < len(inside) <= _LONGEST_PHRASE and any(len(word.form) > 2 for word in inside):
            yield position + inside[0].start, position + inside[-1].end
        position = found.end() if found else len(text)


def _empty(form: str) -> bool:
    return form in _EMPTY_WORDS or form.isdigit()
