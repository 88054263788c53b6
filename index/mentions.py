"""Mentions: where a text names a known term, word by word, also when it is inflected or misspelt.

A mention never begins or ends inside a word. Mentions do not overlap: the longer one wins, so `Gleisbau` is not found
in `Bauleiter Gleisbau` when both are known.
"""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.compounds import COMPOUND_ENDS, Compounds, stems
from teamlandkarte.index.declension import DeclinedNames, Key
from teamlandkarte.index.read_text import Mention, ReadText, WordForm, initials_of
from teamlandkarte.index.suspended import completed, is_suspended
from teamlandkarte.index.words import (
    CONJUNCTIONS,
    MOST_ERRORS,
    SHORTEST_MISSPELT,
    ProperWords,
    is_of_a_project,
    is_ordinary,
    misspelt,
    stands_for,
    words,
)

_CACHED_FORMS = 65_536
_CONTINUES = re.compile(r"\s*[,/+&]\s*")
_OF_A_FAMILY = re.compile(r"[A-Z]+ [A-Z]{2,3}")
_MEMBER = re.compile(r"[A-Z]{2,3}")
_MANY = 3
_INTRODUCES = re.compile(r"(?:\(|:|\b(?:in|im|mit|with|for|für|modul\w*|modules?))\s*$", re.IGNORECASE)
_BEFORE_A_LIST = 12  # characters
_NEVER = ("", -100)
_MOST_BETWEEN = 8  # words between the name of a family and the first of its members
_SHORTEST_REJOINED = 4  # letters; "Java Script" is JavaScript, "I T" is nothing


class Lexicon:
    """The known terms, prepared for being found in texts; `form` maps a word's form to the one that is compared."""

    def __init__(
        self,
        terms: Sequence[str],
        form: WordForm | None = None,
        aliases: Sequence[tuple[str, int]] = (),
        *,
        compounds: bool = True,
    ) -> None:
        """Prepare the terms; an alias is another name of the term at its position and is never read with an error.

        With `compounds`, terms of one word are found in other words, too; the head of a project is no "Projektleiter".
        """
        # A text has each word in many windows, and texts share most of their words.
        self._form: WordForm = lru_cache(_CACHED_FORMS)(form) if form else str
        self._terms = tuple(terms)
        self._ids: dict[Key, int] = {}
        self._rejoined: dict[str, int] = {}
        for term_id, term in enumerate(self._terms):
            if key := self._key(term):
                self._ids.setdefault(key, term_id)
                self._rejoined.setdefault("".join(key), term_id)
        self._by_length: dict[int, list[Key]] = defaultdict(list)  # what may be misspelt
        for key in self._ids:
            if max(map(len, key)) >= SHORTEST_MISSPELT:
                self._by_length[len(key)].append(key)
        # The first letter of a misspelt word is always right, so few words of a text need to be compared with anything.
        self._initials = {initials_of(key) for keys in self._by_length.values() for key in keys}
        self._written: dict[Key, str] = {key: self._terms[term_id] for key, term_id in self._ids.items()}
        for alias, term_id in aliases:
            if (key := self._key(alias)) and key not in self._ids:
                self._ids[key] = term_id
                self._written[key] = alias
                self._rejoined.setdefault("".join(key), term_id)
        self._words = ProperWords(form for key in self._ids for form in key)
        self._families = self._of_many_abbreviations()
        self._declined = DeclinedNames(self._ids)
        self._compounds = Compounds(self._ids)
        self._reads_compounds = compounds
        self._longest = max(map(len, self._ids), default=0)
        self._in_order = sorted(self._rejoined)

    def _key(self, name: str) -> Key:
        return tuple(self._form(word.form) for word in words(name))

    def _of_many_abbreviations(self) -> frozenset[str]:
        """Return what many terms begin with that go on with an abbreviation, as "SAP" in "SAP MM"."""
        heads = Counter(key[0] for key, term in self._written.items() if len(key) == 2 and _OF_A_FAMILY.fullmatch(term))
        return frozenset(head for head, count in heads.items() if count >= _MANY)

    def mentions(self, text: str) -> list[Mention]:
        """Return the mentions in the order of the text; exact ones first claim their words, then misspelt ones."""
        read = ReadText.of(text, self._form, self._ids)
        found = [self._at_levels, self._whole, self._sharing_a_noun, self._suspended, self._continued, self._misspelt]
        if self._reads_compounds:
            found.insert(1, self._said_apart)
            found.append(self._compounds.longer)
        return sorted(
            (mention for find in found for mention in find(read)),
            key=lambda mention: mention.start,
        )

    def _at_levels(self, read: ReadText) -> Iterator[Mention]:
        """Yield the terms that a language and its level make, whatever small words stand between."""
        for first, last in read.at_levels():
            level = read.forms[last]
            if last == first + 1 and (read.forms[first], level) in self._ids and read.free(first, last + 1):
                continue  # part of a longer term, perhaps
            known = [self._ids[stem, level] for stem in stems(read.forms[first]) if (stem, level) in self._ids]
            if known:
                yield read.claim(known[0], first, last + 1, exact=True)

    def _said_apart(self, read: ReadText) -> Iterator[Mention]:
        """Yield the terms of one word that a text says in several, unless one of these begins a longer term."""
        for start, end, term_id in self._compounds.said_apart(read):
            longer = any(self._longest_at(read, place)[1] > place + 1 for place in range(start, end))
            if not longer and not any(read.claimed[start:end]):
                yield read.claim(term_id, start, end, exact=False)

    def _whole(self, read: ReadText) -> Iterator[Mention]:
        """Yield the longest terms, also declined: "im strategischen Einkauf" is no other "Einkauf"."""
        position = 0
        while position < len(read.words):
            term_id, end, exact = self._longest_at(read, position)
            if term_id is not None:
                yield read.claim(term_id, position, end, exact=exact)
            position = end

    def _longest_at(self, read: ReadText, start: int) -> tuple[int | None, int, bool]:
        """Return the longest term that begins at a word, where it ends, and whether it stands there as it is."""
        for end in self._ends(read, start):
            if read.free(start, end) and (term_id := self._id_at(read, start, end)) is not None:
                break
        else:
            term_id, end = None, start + 1
        for name in self._declined.beginning(read.forms, start, read.reach[start]):
            if start + len(name) > (end if term_id is not None else start) and read.free(start, start + len(name)):
                return self._ids[name], start + len(name), False
        return term_id, end, True

    def _sharing_a_noun(self, read: ReadText) -> Iterator[Mention]:
        """Yield the terms whose noun only stands later: "im technischen und strategischen Einkauf" are two."""
        for place, name in self._declined.sharing_a_noun(read):
            if not read.claimed[place]:
                yield read.claim(self._ids[name], place, place + 1, exact=False)

    def _suspended(self, read: ReadText) -> Iterator[Mention]:
        """Yield the terms whose end only a later word has: "Artenschutz" in "Arten- und Bodenschutz"."""
        for place, word in enumerate(read.words[:-1]):
            if read.claimed[place] or not is_suspended(read, word):
                continue
            names = ((self._form(name), exact) for name, exact in completed(read, place))
            name, exact = next((found for found in names if found[0] in self._rejoined), ("", False))
            if name:
                yield read.claim(self._rejoined[name], place, place + 1, exact=exact)

    def _continued(self, read: ReadText) -> Iterator[Mention]:
        """Yield the terms of two words whose first only stands before: "SAP SD" in "SAP MM/SD" and in "SAP (SD)"."""
        head, family = "", _NEVER
        for place, form in enumerate(read.forms):
            if form in self._families:
                family = (form, place)
            introduced = place - family[1] <= _MOST_BETWEEN and _introduced(read, place)
            if introduced:
                head = family[0]
            if place > 1 and all(read.claimed[place - 2 : place]) and read.forms[place - 2 : place] in self._ids:
                head = read.forms[place - 2]
            if not head or read.claimed[place] or form in CONJUNCTIONS:
                continue
            term_id = self._ids.get((head, form)) if introduced or _joined(read, place) else None
            if term_id is None:
                head = ""
            else:
                yield read.claim(term_id, place, place + 1, exact=True)

    def _ends(self, read: ReadText, start: int) -> list[int]:
        """Return where a term that begins here may end, the furthest first."""
        # One more than the longest: a term may be written apart.
        most = min(read.reach[start], start + self._longest + 1)
        ends, written = [], ""
        for end in range(start + 1, most + 1):
            written += read.forms[end - 1]
            if written in self._rejoined or read.forms[end - 1].endswith(COMPOUND_ENDS):
                ends.append(end)
            if not self._begins_a_term(written):
                break
        return ends[::-1]

    def _begins_a_term(self, form: str) -> bool:
        place = bisect_left(self._in_order, form)
        return place < len(self._in_order) and self._in_order[place].startswith(form)

    def _id_at(self, read: ReadText, start: int, end: int) -> int | None:
        """Return the term that exactly these words name."""
        key = read.forms[start:end]
        if key in self._ids:
            meant = len(key) > 1 or stands_for(self._written[key], read.text, read.words[start])
            return self._ids[key] if meant else None
        rejoined = "".join(key)
        apart = len(key) > 1 and is_ordinary(key[0])  # "my SQL" is no MySQL
        if len(rejoined) >= _SHORTEST_REJOINED and rejoined in self._rejoined and not apart:
            return self._rejoined[rejoined]
        *head, last = key
        if not last.endswith(COMPOUND_ENDS):
            return None
        return next((self._ids[found] for stem in stems(last)[1:] if (found := (*head, stem)) in self._ids), None)

    def _misspelt(self, read: ReadText) -> Iterator[Mention]:
        for length in sorted(self._by_length, reverse=True):
            starts = [
                start
                for start in range(len(read.words))
                if read.initials[start : start + length] in self._initials and read.free(start, start + length)
                if not is_of_a_project(read.text, read.words[start])
            ]
            nearly = self._nearly({read.forms[start : start + length] for start in starts}, self._by_length[length])
            for start in starts:
                key = read.forms[start : start + length]
                term_id = None if key in self._ids else nearly.get(key)  # there it is another word
                if term_id is not None and read.free(start, start + length):
                    yield read.claim(term_id, start, start + length, exact=False)

    def _nearly(self, written: set[Key], known: list[Key]) -> dict[Key, int]:
        """Return which of the keys are a misspelt term of as many words, each with the term that comes closest."""
        keys = [key for key in written if max(map(len, key)) >= SHORTEST_MISSPELT - 1]
        if not keys:
            return {}
        import numpy as np  # here, because the server lists its tools before anything heavy is loaded

        # The distance of the whole bounds that of each word, so that few pairs are looked at word by word.
        most = MOST_ERRORS * len(known[0])
        distances = process.cdist(
            [" ".join(key) for key in keys],
            [" ".join(key) for key in known],
            scorer=OSA.distance,
            score_cutoff=most,
            dtype=np.uint8,
        )
        close = distances <= most
        nearly: dict[Key, int] = {}
        for row in np.flatnonzero(close.any(axis=1)).tolist():
            key, near = keys[row], np.flatnonzero(close[row])
            closest_first = near[np.argsort(distances[row, near], kind="stable")]
            fitting = (known[column] for column in closest_first if self._nearly_equal(key, known[column]))
            if (term := next(fitting, None)) is not None:
                nearly[key] = self._ids[term]
        return nearly

    def _nearly_equal(self, written: Key, term: Key) -> bool:
        return all(
            mine == theirs or (misspelt(mine, theirs) and not self._words.tell_apart(mine, theirs))
            for mine, theirs in zip(written, term, strict=True)
        )


def _introduced(read: ReadText, place: int) -> bool:
    """Return whether a word is an abbreviation that begins a list of them."""
    word = read.words[place]
    written = _MEMBER.fullmatch(read.text, word.start, word.end)
    return bool(written and _INTRODUCES.search(read.text, max(0, word.start - _BEFORE_A_LIST), word.start))


def _joined(read: ReadText, place: int) -> bool:
    """Return whether a word goes on with what the one before it begins."""
    before = read.words[place - 1]
    return before.form in CONJUNCTIONS or bool(_CONTINUES.fullmatch(read.text, before.end, read.words[place].start))


@lru_cache(maxsize=4)  # the competences of the versions in use; a version's terms never change
def lexicon(terms: tuple[str, ...], aliases: Aliases) -> Lexicon:
    """Return the lexicon of these terms, built once."""
    return Lexicon(terms, aliases=aliases.names_of(terms))
