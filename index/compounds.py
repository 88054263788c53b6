"""Compounds: terms of one word, found where a text says them apart or with more before them.

"Bau von Weichen" is Weichenbau, "Stahlbrückenbau" is Brückenbau, and "Arten-, Boden- und Lärmschutz" are three terms.
"""

import re
from collections.abc import Iterator, Mapping

from teamlandkarte.index.declension import UMLAUTS, Key, noun_stem
from teamlandkarte.index.read_text import Mention, ReadText
from teamlandkarte.index.word_lists import one_of, word_lists
from teamlandkarte.index.words import CONJUNCTIONS, SHORTEST_MISSPELT

_LISTS = word_lists("compounds")
_ACTIVITIES = tuple(_LISTS["activities"])
_NO_FIRST_PARTS = re.compile(rf"{one_of(_LISTS['no_first_parts'])}(?:s|en|n)?-?")
NOUN_ENDS = ("ern", "ens", "en", "es", "er", "n", "e", "s")  # of the plural or the genitive
COMPOUND_ENDS = tuple(word_lists("phrases")["compound_ends"])
_LINKS = ("", "s", "es", "n", "en", "e")
_SHORTEST = 3  # letters of a part
_SHORTEST_BEFORE = 4  # letters before a term within a compound
_OF = re.compile(
    r"\s+(?:(?:vo[nm]|of|de[rs]|of\s+the|von\s+de[nr])(?:\s+[a-zäöüß]+en)?"
    rf"|(?!{one_of(_LISTS['no_adjectives'])}\b)[a-zäöüß]{{3,}}er)\s+"
)
_BEGINS_AN_OBJECT = ("von", "vom", "of", "er", "des")
_LISTED = re.compile(rf"(?:\s*[,/]\s*|\s+{one_of(CONJUNCTIONS)}\.?\s+)(?:de[nrs]\s+|the\s+)?")
_MOST_BETWEEN = 3  # words between an activity and what is done by it


def stems(form: str) -> list[str]:
    """Return a form and what it is without the end of a compound: "Englischkenntnisse" is about "Englisch"."""
    whole = [form.removesuffix(end) for end in COMPOUND_ENDS if form.endswith(end) and form != end]
    return [form, *whole, *(stem.removesuffix("s") for stem in whole if len(stem) > SHORTEST_MISSPELT)]


class Compounds:
    """The known terms of one word, and of two in English, by their parts."""

    def __init__(self, ids: Mapping[Key, int]) -> None:
        """Take the ids of terms by the forms of their words."""
        self._ids = ids

    def of(self, head: str, object_: str) -> int | None:
        """Return the term that an activity and what is done by it make: "Bau" and "Weichen" are Weichenbau."""
        if len(head) < _SHORTEST:
            return None
        heads = dict.fromkeys((head, noun_stem(head)))
        parts = list(_singular(object_))
        one = ((part + link + end,) for end in heads for part in parts for link in _LINKS)
        two = ((part, end) for end in heads for part in parts)
        return next((self._ids[key] for key in (*one, *two) if key in self._ids), None)

    def said_apart(self, read: ReadText) -> Iterator[tuple[int, int, int]]:
        """Yield from which word to which one a text says a term in several, and its id: "Bau von Weichen".

        Of a list, "Bau von Weichen und Gleisen", all but the first have a word of their own alone.
        """
        for head, form in enumerate(read.forms[:-1]):
            if not read.forms[head + 1].endswith(_BEGINS_AN_OBJECT) or not form.isalpha():
                continue
            for first in _objects_of(read, head):
                for place in _listed(read, first):
                    term_id = self.of(form, read.forms[place])
                    if term_id is not None:
                        yield head if place == first else place, place + 1, term_id

    def longer(self, read: ReadText) -> Iterator[Mention]:
        """Claim the compounds that name a kind of a term."""
        for place, form in enumerate(read.forms):
            if not read.claimed[place] and (term_id := self.within(form)) is not None:
                yield read.claim(term_id, place, place + 1, exact=False)

    def within(self, form: str) -> int | None:
        """Return the term that a longer compound is a kind of: Brückenbau of "Stahlbrückenbau"."""
        if not form.endswith(_ACTIVITIES):
            return None
        for cut in range(_SHORTEST_BEFORE, len(form)):
            term, before = form[cut:], form[:cut]
            if (term,) in self._ids and _is_compound(term) and not _NO_FIRST_PARTS.fullmatch(before):
                return self._ids[(term,)]
        return None


def _objects_of(read: ReadText, head: int) -> list[int]:
    """Return the places of words by which what is done may be said of an activity: an adjective may be one of them."""
    after = range(head + 1, min(head + 2 + _MOST_BETWEEN, len(read.words)))
    end = read.words[head].end
    return [place for place in after if _OF.fullmatch(read.text, end, read.words[place].start)]


def _listed(read: ReadText, first: int) -> Iterator[int]:
    """Yield the places of the words that are listed from one on."""
    yield first
    last = first
    for place in range(first + 1, len(read.words)):
        if _LISTED.fullmatch(read.text, read.words[last].end, read.words[place].start):
            last = place
            yield place
        elif place - last > _MOST_BETWEEN:
            return


def _is_compound(term: str) -> bool:
    return any(term.endswith(end) and len(term) - len(end) >= _SHORTEST for end in _ACTIVITIES)


def _singular(form: str) -> Iterator[str]:
    """Yield a noun as it may begin a compound: as it stands, without its ending, and without its umlaut."""
    for stem in (form, *(form.removesuffix(end) for end in NOUN_ENDS if form.endswith(end))):
        if len(stem) >= _SHORTEST:
            yield stem
            for umlaut, vowel in UMLAUTS:
                if umlaut in stem:
                    yield stem.replace(umlaut, vowel)
    if form.endswith("ies"):
        yield form.removesuffix("ies") + "y"
