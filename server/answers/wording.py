"""How far the words of a query occur in names and certificates: free text that no vocabulary knows.

Unicode-aware (NFC or NFD, `ü` typed as `ue` or `u`, `ß` as `ss`, letters with strokes) and tolerant of spelling.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from teamlandkarte.index.person_names import is_title
from teamlandkarte.index.text import bare

EQUAL = 1.0  # the same word, or with a number behind it: ITIL4
CONTAINED = 0.9  # the word begins with the query's word, or contains it where it is long enough to mean something
ALIKE = 0.75  # rapidfuzz ratio from which two words count as spellings of each other: Meyer/Meier is 0.8
_MEANINGFUL_LENGTH = 4
_ABBREVIATED = 4  # a word of so few letters is another one with a letter more: CKA and CKAD, I and II
_SHORT = 5  # a word of so few letters is another one with another letter: ISTQB and iSAQB
_OTHER = 0.69  # at most, for a text without a word by which certificates differ: below closely related

_WORD = re.compile(r"[^\W_]+")
_OF_ANY_CERTIFICATE = re.compile(r"(?:zertifi(?:kate?|zierung(?:en)?|ziert)|certifi(?:cates?|cations?|ed))[nrs]?")
_LOOSE_MARK = re.compile("[\u0300-\u036f]")  # what NFKC could not compose, such as the dot that casefold leaves of İ
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"})


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text, case and compatibility forms folded."""
    return tuple(_WORD.findall(_folded(text)))


def typed_out(text: str) -> str:
    """Return a text, its case folded, as somebody without umlauts on the keys types it: ü is ue."""
    return _folded(text).translate(_UMLAUTS)


def name_words(query: str) -> tuple[str, ...]:
    """Return the words of a name without forms of address, unless nothing else is there."""
    every = words(query)
    return tuple(word for word in every if not is_title(word)) or every


def coverage(query: Sequence[str], texts: Iterable[str]) -> list[float]:
    """Return for each text how far it contains the query's words, 0 to 1, weighted by the words' lengths.

    A word that is neither contained nor spelled alike counts 0.
    """
    weights = [len(word) for word in query]
    return [_weighted([grades[w] for w in query], weights) for grades in _grades(query, texts)]


def certificate_words(query: str) -> tuple[str, ...]:
    """Return the words of a certificate that is asked for without those of any, unless nothing else is there."""
    every = words(query)
    return tuple(word for word in every if not _OF_ANY_CERTIFICATE.fullmatch(word)) or every


def certificate_coverage(query: Sequence[str], texts: Iterable[str], distinctive: AbstractSet[str]) -> list[float]:
    """Return for each text how far it is the certificate of the query, 0 to 1, as `coverage` does.

    `distinctive`: words by which certificates differ. Short ones are not misspelt, abbreviated ones count only as they
    stand, and a text that lacks one is not closely related.
    """
    weights, differ = [len(word) for word in query], [word in distinctive for word in query]
    enough = [_enough(word) if differs else 0.0 for word, differs in zip(query, differ, strict=True)]
    found = []
    for grades in _grades(query, texts):
        counted = [grades[word] if grades[word] >= floor else 0.0 for word, floor in zip(query, enough, strict=True)]
        lacking = any(differs and not grade for differs, grade in zip(differ, counted, strict=True))
        found.append(min(_weighted(counted, weights), _OTHER if lacking else EQUAL))
    return found


def least(query: Sequence[str], texts: Iterable[str]) -> list[float]:
    """Return for each text the grade of the query's word that it contains least, 0 to 1."""
    return [min((grades[w] for w in query), default=0.0) for grades in _grades(query, texts)]


def passage(query: Sequence[str], text: str, length: int) -> str:
    """Return a text whole if it has at most `length` characters, else the stretch with most of the query's words."""
    if len(text) <= length:
        return text
    starts = [0, *(word.start() for word in _WORD.finditer(text) if any(coverage(query, [word.group()])))]
    found = coverage(query, [text[start : start + length - 2] for start in starts])
    start = starts[found.index(max(found))]
    end = start + length - 2
    return ("…" if start else "") + text[start:end].strip() + ("…" if end < len(text) else "")


def contains(query: str, text: str) -> bool:
    """Return whether every word of the query, as separated by blanks, occurs somewhere in the text."""
    there = _typed(_folded(text))
    return all(any(typed in form for typed in _typed(word) for form in there) for word in _folded(query).split())


def _grades(query: Sequence[str], texts: Iterable[str]) -> Iterable[dict[str, float]]:
    known: dict[tuple[str, str], float] = {}
    for text in texts:
        there = words(text)
        grades = dict.fromkeys(query, 0.0)
        for wanted in grades:
            for word in there:
                if (pair := (wanted, word)) not in known:
                    known[pair] = _grade(*pair)
                grades[wanted] = max(grades[wanted], known[pair])
        yield grades


def _enough(word: str) -> float:
    """Return from which grade on a word may be this one."""
    return EQUAL if len(word) <= _ABBREVIATED else CONTAINED if len(word) <= _SHORT else 0.0


def _weighted(grades: Sequence[float], weights: Sequence[int]) -> float:
    total = sum(weights)
    return sum(g * w for g, w in zip(grades, weights, strict=True)) / total if total else 0.0


def _grade(wanted: str, word: str) -> float:
    return max(_grade_of_spelling(a, b) for a in _spellings(wanted) for b in _spellings(word))


def _grade_of_spelling(wanted: str, word: str) -> float:
    from rapidfuzz import fuzz

    if wanted == word or (wanted.isalpha() and word.startswith(wanted) and word[len(wanted) :].isdecimal()):
        return EQUAL
    if word.startswith(wanted) or (len(wanted) >= _MEANINGFUL_LENGTH and wanted in word):
        return CONTAINED
    ratio = float(fuzz.ratio(wanted, word)) / 100
    return ratio * CONTAINED if ratio >= ALIKE else 0.0


@lru_cache(maxsize=65_536)
def _spellings(word: str) -> tuple[str, ...]:
    return _typed(word)


def _typed(text: str) -> tuple[str, ...]:
    """Return the ways to type a folded text without diacritics: `müller` is `mueller` and `muller`."""
    return tuple(dict.fromkeys((bare(text.translate(_UMLAUTS)), bare(text))))


def _folded(text: str) -> str:
    return _LOOSE_MARK.sub("", unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()))
