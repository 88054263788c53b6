"""Words of a text: where they stand, in the form in which they are compared, and which writings mean the same word."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA, Postfix, Prefix

from teamlandkarte.index.text import folded, spelt_out
from teamlandkarte.index.word_lists import one_of, word_lists

_LETTER = r"[\w\u0300-\u036f\u00ad\u200c\u200d\u2060]"  # with marks of decomposed letters and what hides inside words
_WORD = re.compile(rf"(?<![\w.])\.{_LETTER}+|{_LETTER}+(?:\+\+|[+#])?(?!\w)|{_LETTER}+")
_GAP = re.compile(r"(?:[^\S\n]|[\-–—/._&+'’:*()]){0,12}")  # between the words of one term: no comma, no new line
CONJUNCTIONS = tuple(word_lists("phrases")["conjunctions"])
# Where a line broke inside a word; a hyphen before these stands for a shared end: "Java-\nund Python-Kenntnisse".
_BREAK = re.compile(
    r"(?<=[a-zäöüß])-[^\S\n]*\n[^\S\n]*"
    rf"(?!{one_of((*CONJUNCTIONS, 'bis', 'noch', 'als', 'nor', 'to', 'as'))}\b)(?=[a-zäöüß])"
)

# Words of both languages and languages' names of things: only in its own spelling is a word a term.
_ORDINARY_WORDS = frozenset(
    """
    ad ai am an as at be camel can cat do doors ember es fia fis flink go he hive im in is it lambda less me my no node
    on or pam rag rails re rest safe sac so sms soc spring swift rust tf tk to travel um us we zu
    express elastic storage
    """.split()  # noqa: SIM905
)
# Of those the names that are no abbreviations, whose lakes may write them in any way: "Go" in a text means "GO", too.
_ORDINARY_NAMES = frozenset(("camel", "elastic", "ember", "express", "flink", "go", "rails", "rust", "spring", "swift"))
# A single letter that is part of another sign (R&D, USB-C, don't), of a name (C. Müller) or of an abbreviation (z. B.).
_SIGN_BEFORE = re.compile(r"(?:[&'’\-–]\s?|\d/|\b(?:\w|dr|prof|ing|hr|fr|mrs?|ms|st|nr|no)\.\s?)$", re.IGNORECASE)
_SIGN_AFTER = re.compile(
    r"\s?[&'’]|-(?:level|suite)\b|-\d|\s(?:wing|train|line|flügel|gate|deck|gebäude)\b|\.\w|\s\d{3}", re.IGNORECASE
)
# Where a text explains a letter, it is no language anywhere in it: "R steht für Rang", "wobei R für Rang steht".
_STANDS_FOR = (
    r"(?:(?:steht|stands)\s+(?:\w+\s+)?(?:für|for)|bedeutet|means|meint|is\s+short\s+for"
    r"|(?:ist|is)\s+(?:die|the|eine|an)\s+(?:abkürzung|abbreviation)\s+(?:für|for|of))"
)
_NO_LANGUAGE = r"(?!\s+(?:uns\b|sie\b|us\b|you\b|(?:(?:die|the|eine?)\s+)?(?:programm|statisti|sprache|language)))"
_EXPLAINED = re.compile(
    rf"(?<![\w+#.&-])(?:(?P<before>[A-Z])[\"”“]?\s+(?i:{_STANDS_FOR}\b{_NO_LANGUAGE})"
    rf"|(?i:steht|stehen)\s+[\"„“]?(?P<behind>[A-Z])[\"”“]?\s+(?i:für\b{_NO_LANGUAGE})"
    rf"|(?P<around>[A-Z])[\"”“]?\s+(?i:für\b{_NO_LANGUAGE}\s+[\w-]+\s+steht\b))"
)
_CACHED_TEXTS = 16
_NAME_AFTER = re.compile(r"\.\s\w")
_NUMBER_AFTER = re.compile(r"-\d{3,}(?!\w)|-\d{3,}-")  # a reference such as SQL-2025-C
_BEFORE_A_VERB = 10  # characters
_VERB_BEFORE = re.compile(
    r"(?:\b(?:to|will|can|would|should|must|may|might|could|they|we|you|please|not|never)|n['’]t)\s+$", re.IGNORECASE
)
# "Go-live" and "let's go" are no language, and "excel at" and "helm the" are verbs.
_IDIOM_AFTER = re.compile(
    r"(?:[\s-]+live\b|[\s-]+to[\s-]+market|[\s-]+for\s+it\b|/no-?go\b|-?kart\b|[\s-]+(?:ahead|beyond|through)\b)",
    re.IGNORECASE,
)
_IDIOM_BEFORE = re.compile(r"(?:\blet['’]?s|\bset,|/no-|\bno-|\bto-)\s*$", re.IGNORECASE)
_OBJECT_AFTER = re.compile(r"(?<!ing)\s+(?:the|this|that|our|your|their|its)\b|(?<=excel)\s+at\b")
_BEFORE_A_LETTER = 20  # characters
_PLACE_BEFORE = re.compile(
    r"\b(?:raum|room|aufzug|lift|eingang|ausgang|tor|entrance|exit|\w*gebäude|etage|turm|flügel|bauteil|gate|block|halle|stufe|klasse|class|level|typ|type|teil|part|\w*abschnitt|section|los|lot|variante|phase|"
    r"option|plan|linie|line|vitamin|punkt|anlage|appendix|spalte|kategorie|category|ebene|gruppe|group|bay|deck|zone|wing|gleis|\w*platz|reihe|row|seat|platform|pier|\d)\s+(?:\w\s+(?:or|and|oder|und)\s+)?$",
    re.IGNORECASE,
)
_LISTED_BEFORE = re.compile(r"(?:,|/|\b(?:und|oder|and|or|in|mit|with))\s*$", re.IGNORECASE)
_BEFORE_A_NAME = 20  # characters
_PROJECT_BEFORE = re.compile(
    rf"\b(?:{one_of(word_lists('names')['projects'])}|Projektname:?|Project name:?)\s+[\"„“»']?$", re.IGNORECASE
)

SHORTEST_MISSPELT = 5  # letters; below, one typing error makes another word
_LONG = 8  # letters; from here on a replaced letter is forgiven too
_VERY_LONG = 12  # letters; from here on two typing errors are forgiven
MOST_ERRORS = 2
_SIDE_BY_SIDE = 3  # letters
_KEYS = ("qwertzuiop", "qwertyuiop", "asdfghjkl", "yxcvbnm", "zxcvbnm")
_ALIKE = tuple(map(frozenset, ("ckqz", "dt", "bp", "fvw", "sz", "mn")))
_VOWELS = frozenset("aeiouy")
# Another vowel behind these is another form of a verb: "Erbrecht" and "erbracht", "Bestellung" and "Bestallung".
_VERB_BEGINS = re.compile(r"(?:be|ent|er|ge|ver|zer)[^aeiouy]{1,3}")
_CACHED_FORMS = 65_536
_INFLECTIONS = frozenset(("e", "n", "s", "en", "es"))
_SHORTEST_PART = 4  # letters of a compound


@dataclass(frozen=True)
class Word:
    """One word of a text: the form that is compared (folded, umlauts spelt out) and where it stands."""

    form: str
    start: int
    end: int


def words(text: str) -> list[Word]:
    """Return the words of a text in order; `C`, `C++`, `C#` and `.NET` are words of their own."""
    return [Word(_form(found.group()), found.start(), found.end()) for found in _WORD.finditer(text)]


@lru_cache(_CACHED_FORMS)  # texts share most of their words
def _form(written: str) -> str:
    return in_one_form(written)


def in_one_form(text: str) -> str:
    """Return a text as the forms of its words are written."""
    return spelt_out(folded(text))


def is_ordinary(form: str) -> bool:
    """Return whether a form is a word of everyday language."""
    return form in _ORDINARY_WORDS


def hang_together(text: str, word: Word, following: Word) -> bool:
    """Return whether nothing that separates thoughts stands between two words."""
    return _GAP.fullmatch(text, word.end, following.start) is not None


def is_broken(text: str, word: Word, following: Word) -> bool:
    """Return whether two words are the parts of one, broken where a line ended; "E-Mail" and "SAP" are whole."""
    if text[max(0, word.start - 1) : word.start] == "-" or not text[word.start : word.end].isalpha():
        return False
    found = _BREAK.match(text, word.end)
    return found is not None and found.end() == following.start


def stands_for(term: str, text: str, word: Word) -> bool:
    """Return whether a word with the form of a term also means it: "go" is no "Go", and the C of "C. Müller" no "C"."""
    another = is_of_a_project(text, word) and folded(text[word.start : word.end]) != folded(term)
    if another or _NUMBER_AFTER.match(text, word.end):
        return False
    if len(word.form) > 1 and word.form not in _ORDINARY_WORDS:
        return not (
            text[word.start].islower()
            and (
                _VERB_BEFORE.search(text[max(0, word.start - _BEFORE_A_VERB) : word.start])
                or _OBJECT_AFTER.match(text, word.end)
            )
        )
    written = unicodedata.normalize("NFKC", text[word.start : word.end])
    named = word.form in _ORDINARY_NAMES and written in {word.form.capitalize(), word.form.upper()}
    if not named and (word.form in _ORDINARY_NAMES or written != unicodedata.normalize("NFKC", term)):
        return False
    if len(word.form) > 1:
        return not (
            _IDIOM_AFTER.match(text, word.end) or _IDIOM_BEFORE.search(text[max(0, word.start - 10) : word.start])
        )
    before, after = text[max(0, word.start - 10) : word.start], text[word.end : word.end + 10]
    if (
        _SIGN_BEFORE.search(before)
        or _PLACE_BEFORE.search(text[max(0, word.start - _BEFORE_A_LETTER) : word.start])
        or _SIGN_AFTER.match(after)
        or text[word.start : word.end] in _explained(text)
    ):
        return False
    return not _NAME_AFTER.match(after) or bool(_LISTED_BEFORE.search(before))


@lru_cache(_CACHED_TEXTS)
def _explained(text: str) -> frozenset[str]:
    """Return the letters of which a text says what they stand for."""
    return frozenset(found[found.lastgroup or 0] for found in _EXPLAINED.finditer(text))


def is_of_a_project(text: str, word: Word) -> bool:
    """Return whether a word is what a project is called: only a term as it is spelt is meant there, no similar one."""
    before = max(0, word.start - _BEFORE_A_NAME), word.start
    return text[word.start].isupper() and _PROJECT_BEFORE.search(text, *before) is not None


def misspelt(written: str, term: str) -> bool:
    """Return whether a form is another one, inflected or with a typing error: the first letter is always right."""
    if min(len(written), len(term)) < SHORTEST_MISSPELT - 1 or len(term) < SHORTEST_MISSPELT or written[0] != term[0]:
        return False
    short, long = sorted((written, term), key=len)
    if long.startswith(short):
        return long[len(short) :] in _INFLECTIONS
    distance, begin, rest = OSA.distance(written, term), *_alike(written, term)
    if len(term) >= _VERY_LONG:  # two errors side by side inside it make another part of a compound
        apart = len(long) - begin - rest > _SIDE_BY_SIDE
        return distance < MOST_ERRORS or (distance == MOST_ERRORS and (apart or not rest))
    # In a short word a replaced letter makes another word (Wartung, Wertung); a lost, doubled or swapped one does not.
    replaced = len(written) == len(term) == begin + 1 + rest
    if not replaced or not rest:  # the last letter is an ending
        return distance == 1 and (len(term) >= _LONG or not replaced)
    return len(term) >= _LONG and begin > 1 and _slips(written[:begin], written[begin] + term[begin])


class ProperWords:
    """The words of a vocabulary, the parts of its compounds, and words that are one letter longer than another word."""

    def __init__(self, forms: Iterable[str]) -> None:
        """Take the words in the form in which they are compared."""
        whole = {*forms, *map(_form, word_lists("spelling")["proper"])}
        self._words = whole.union(*(_parts(form, whole) for form in whole))

    def tell_apart(self, written: str, term: str) -> bool:
        """Return whether two forms of which one has a letter more are two words, or have two in the same place.

        "Bauleistung" and "Bauleitung" do where "Leistung" and "Leitung" are words.
        """
        if abs(len(written) - len(term)) != 1:
            return False
        begin, rest = _alike(written, term)
        parts = [(written[cut:], term[cut:]) for cut in range(begin + 1)]
        parts += [(written[:-cut], term[:-cut]) for cut in range(1, rest + 1)]
        return any(
            one in self._words and other in self._words and not (one.startswith(other) or other.startswith(one))
            for one, other in parts
        )


def _parts(form: str, known: set[str]) -> Iterator[str]:
    """Yield what stands in a compound beside a known word."""
    for cut in range(_SHORTEST_PART, len(form) - _SHORTEST_PART + 1):
        if form[:cut] in known:
            yield form[cut:]
        if form[cut:] in known:
            yield from (form[:cut], form[:cut].removesuffix("s"))


def _alike(written: str, term: str) -> tuple[int, int]:
    """Return with how many of the same letters two words begin, and with how many others of the same they end."""
    begin = Prefix.similarity(written, term)
    return begin, Postfix.similarity(written[begin:], term[begin:])


def _slips(before: str, letters: str) -> bool:
    """Return whether one of two letters is easily typed for the other: a neighbour, or one that sounds like it."""
    if set(letters) <= _VOWELS:
        return not _VERB_BEGINS.fullmatch(before)
    return any(letters in row or letters[::-1] in row for row in _KEYS) or any(set(letters) <= one for one in _ALIKE)
