"""Proficiency: the years of experience and the level that a text asks for with a competence, in its own words.

They are for people to read: no score uses them, since the lake records neither.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import zip_longest

from teamlandkarte.index.clauses import Clause, Sentence, Span, begun_in, clauses, sentences
from teamlandkarte.index.cues import Cue, cues_in
from teamlandkarte.index.experience import EXPERIENCE, FIELD, OF_A_FIELD
from teamlandkarte.index.stated import JOINS_TERMS, Stated, beside, nearest, stated
from teamlandkarte.index.stated_years import introduces, unit_of, years_beside, years_in
from teamlandkarte.index.text import clean

_IN_THE_PROFESSION = re.compile(
    r"\bberufs(?:erfahrung|praxis)|\b(?:work(?:ing)?|professional|job)\s+experience", re.IGNORECASE
)
_LEVEL = re.compile(
    r"\b(?:sehr\s+gute|gute|exzellente|hervorragende|ausgezeichnete|fundierte|vertiefte|tiefgehende|umfassende|solide|"
    rf"sichere|grundlegende|erste)[rnms]?\b{OF_A_FIELD}"
    rf"|\b(?:very\s+good|good|excellent|strong|solid|profound|(?:advanced|basic|expert)(?:[\s-]level)?|in-depth|deep)\b{OF_A_FIELD}"
    r"|\b(?:grundkenntnisse|expertenwissen|expertenkenntnisse)n?\b",
    re.IGNORECASE,
)
# Also without a word of knowledge, right beside what it is said of: "sehr gutes Englisch", "SQL: gut", "solid Java".
_GOOD = (
    r"(?:(?:sehr|recht|ziemlich)\s+)?(?:gut|exzellent|hervorragend|ausgezeichnet|fundiert|vertieft|solid|grundlegend|perfekt)"
    r"(?:e[rnms]?)?|(?:expert|advanced|intermediate|professional|basic)[\s-]level"
    r"|(?:(?:very|really|pretty)\s+)?(?:good|excellent|strong|solid|profound|advanced|basic|perfect)"
)
_AT_A_LEVEL = (
    r"(?:auf\s+(?:[\w-]+\s+){0,3}(?!\w\d)[\w-]*niveau(?!\s+\w\d)"
    r"|at\s+(?:an?\s+)?(?:(?:very\s+)?high|expert|advanced|senior|professional|intermediate|basic|proficient)[\s-]level)\b"
)
_STAGE = (
    r"expert(?:en?|in)?|profi|fortgeschritten(?:e[rns]?)?|intermediate|professional|proficient|anfänger(?:in)?|beginner"
)
_GOOD_BEFORE = re.compile(rf"\b(?:{_GOOD})(?=\s+$)", re.IGNORECASE)
_GOOD_BEHIND = re.compile(
    rf"\s+(?:{_AT_A_LEVEL}|(?:{_GOOD}|(?:very\s+)?well)(?=\s*(?:[.!?]|$|\b(?:und|oder|and|or|but)\b)))", re.IGNORECASE
)
_GOOD_ALONE = re.compile(
    rf"(?:{_GOOD}|{_STAGE})(?:\s+(?:bis|to)\s+(?:{_GOOD}|{_STAGE}))?|{_AT_A_LEVEL}|experten-?niveau", re.IGNORECASE
)
_LONGEST = 30  # characters of a level with what surrounds it
_LANGUAGE_LEVEL = re.compile(
    r"\b[ABC][12](?:\s*[-–/]\s*[ABC][12])?\b"
    r"|(?i:\b(?:verhandlungssicher|fließend|fliessend|muttersprach|business[\s-]fluent|fluent|native)\w*)",
)
_KNOWLEDGE = re.compile(rf"{FIELD}|beherrsch", re.IGNORECASE)
_LANGUAGES = re.compile(
    r"deutsch|german|engl|franz|french|poln|polish|tschech|czech|niederl|dutch|türk|turkish|span|ital|russ|ukrain|arab|"
    r"kroat|croat|dän|danish|gebärden|sign language|schwed|swedish|norweg|finn|portug|rumän|roman|ungar|hungar|"
    r"griech|greek|chines|japan",
    re.IGNORECASE,
)
_EXPERIENCE = re.compile(EXPERIENCE, re.IGNORECASE)
_REFERS = re.compile(
    r"\b(?:damit|darin|davon|dazu|hiermit|hierin|(?:with|in|of|using)\s+(?:it|this|that|them|these|those))\b",
    re.IGNORECASE,
)
_JOINS_YEARS = re.compile(r"\b(?:und|sowie|plus|and)\s+$", re.IGNORECASE)
_BEFORE_YEARS = 10  # characters
_TIES = frozenset(("(", ":"))  # also years behind a wish to what is wished for: "von Vorteil (mind. 3 Jahre)"
_BELONGS = frozenset(("(", ":", ",", "–", "-", "—"))  # what opens a clause that says more about the one before


def in_words(said: Sequence[Stated]) -> str:
    """Return what a text says of a term in one line, each wording once."""
    return ", ".join(dict.fromkeys(clean(one.words) for one in said))


def proficiencies(text: str, terms: Sequence[Span]) -> dict[Span, list[Stated]]:
    """Return for each term, standing at these places of a text, what years and level it is asked for with, if any.

    The terms are given in their order.
    """
    found: dict[Span, list[Stated]] = {}
    every = sentences(text, finely=True)
    for sentence, inside in zip(every, begun_in([one.end for one in every], terms), strict=True):
        parts = _parts(text, sentence, inside) if inside else []
        for part, following in zip_longest(parts, parts[1:]):
            belongs = following is not None and following.belongs_to_the_one_before
            for term in part.terms:
                said = [*part.said(term)]
                if belongs and not said:
                    said = [*following.said(term, alone=True, years=following.ties_years_to(part, term))]
                said += following.spoken(term) if belongs and following.clause.opened == "(" else []
                if said:
                    found[term] = said
    return found


def _parts(text: str, sentence: Sentence, terms: Sequence[Span]) -> list["_Part"]:
    found = clauses(text, sentence)
    parts: list[_Part] = []
    unit = ""
    for clause, begun in zip(found, begun_in([clause.end for clause in found], terms), strict=True):
        parts.append(_Part(text, clause, [term for term in begun if clause.start <= term[0]], unit))
        unit = unit_of(parts[-1].years) or unit
    return parts


class _Part:
    """A clause, the terms in it, and what it states of years and levels, found once for all of them.

    `unit` is in what the clauses before it count years.
    """

    def __init__(self, text: str, clause: Clause, terms: list[Span], unit: str) -> None:
        self._text = text
        self.clause = clause
        self.terms = terms
        self.years = years_in(text, clause, terms, unit)

    @property
    def belongs_to_the_one_before(self) -> bool:
        """Whether it says more of what the clause before it names, and does not ask for years in the profession."""
        if self.terms or self.clause.opened not in _BELONGS:
            return False
        in_brackets = self.clause.opened == "("
        return in_brackets or not _IN_THE_PROFESSION.search(self._text, self.clause.start, self.clause.end)

    def ties_years_to(self, before: "_Part", term: Span) -> bool:
        """Return whether its years are said of a term of the clause before it, even where that is only a wish there.

        Behind "GSM-R von Vorteil, 10 Jahre" they are of the profession, not of what may be missing.
        """
        wish = before.last_wish
        if wish is None or wish.start < term[1] or self.clause.opened in _TIES or self._refers:
            return True
        return bool(_EXPERIENCE.search(self._text, before.clause.start, wish.start))

    def said(self, term: Span, *, alone: bool = False, years: bool = True) -> Iterator[Stated]:
        """Yield what it says about a term: years if these are wanted, a level, or for a language how well it is spoken.

        A clause that says nothing else (`alone`) need not speak of knowledge: "Python (mind. 5 Jahre)".
        """
        if years and self.years and (asked := self._years_of(term, alone=alone)):
            yield asked
        level = self._level_alone if alone and not self._speaks_of_knowledge else self._level_of(term)
        if level:
            yield level
        yield from self.spoken(term)

    def spoken(self, term: Span) -> Iterator[Stated]:
        """Yield how well it says that a term is spoken, where that is a language."""
        if self._language_levels and _LANGUAGES.match(self._text[term[0] : term[1]]):
            spoken = nearest(self._language_levels, term)
            first, second = sorted(((spoken.start, spoken.end), term))
            if not (self._names_in(first[1], second[0]) and self._level_of(term)):
                yield spoken

    def _years_of(self, term: Span, *, alone: bool) -> Stated | None:
        """Return the years beside a term, in a clause that speaks of knowledge the nearest ones said of it."""
        if term in self._years_beside:
            return self._years_beside[term]
        said_of_it = alone or self._speaks_of_knowledge
        reaching = [years for years in beside(self.years, term) if self._reaches(years, term)] if said_of_it else []
        return nearest(reaching, term) if reaching else None

    def _reaches(self, years: Stated, term: Span) -> bool:
        """Return whether these years are said of a term too: nothing else is said of it, or of another one, between."""
        following = bisect_left(self.terms, (years.start, years.end))
        if years.start < term[0]:
            others = self.terms[following : bisect_left(self.terms, term)]
            return not (others and self._begin_a_level(others[0][1], term[0]))
        if following < len(self.terms) and introduces(self._text, years, self.terms[following]):
            return False
        if self._joined_to_a_wish(term, years):
            return False
        behind = bisect_left(self.terms, (term[1],))
        return behind >= following or not _KNOWLEDGE.search(self._text, term[1], self.terms[behind][0])

    def _joined_to_a_wish(self, term: Span, years: Stated) -> bool:
        """Return whether years only follow a wish for a term: "Java von Vorteil und 5 Jahre Erfahrung"."""
        place = bisect_left(self._wishes, term[1], key=lambda cue: cue.start)
        if place == len(self._wishes) or self._wishes[place].start >= years.start or self._refers:
            return False
        return bool(_JOINS_YEARS.search(self._text, max(term[1], years.start - _BEFORE_YEARS), years.start))

    def _begin_a_level(self, start: int, end: int) -> bool:
        place = bisect_left(self._levels, start, key=lambda one: one.start)
        return place < len(self._levels) and self._levels[place].start < end

    def _level_of(self, term: Span) -> Stated | None:
        """Return the level that contains a term, else that right beside it, else the nearest one of no other term."""
        level = nearest(self._levels, term) if self._levels and self._speaks_of_knowledge else None
        if level and level.start < term[0] < level.end:
            return level
        if term in self._levels_beside:
            return self._levels_beside[term]
        return level if level and not self._names_in(level.start, level.end) else None

    def _names_in(self, start: int, end: int) -> bool:
        return bisect_left(self.terms, (end,)) > bisect_left(self.terms, (start,))

    @cached_property
    def _level_alone(self) -> Stated | None:
        words = self._text[self.clause.start : self.clause.end].strip(" .!?")
        alone = self.clause.opened != "," and _GOOD_ALONE.fullmatch(words)
        return Stated(words, self.clause.start, self.clause.end) if alone else None

    @cached_property
    def _levels_beside(self) -> dict[Span, Stated]:
        """What stands right beside each term, or before the enumeration that it belongs to."""
        found: dict[Span, Stated] = {}
        last, given = self.clause.start, None
        for term in self.terms:
            before = _GOOD_BEFORE.search(self._text, max(last, term[0] - _LONGEST), term[0])
            behind = _GOOD_BEHIND.match(self._text, term[1], self.clause.end)
            given = before or (given if JOINS_TERMS.fullmatch(self._text, last, term[0]) else None)
            if said := behind or given:
                found[term] = Stated(said.group(), *said.span())
            last = term[1]
            if _KNOWLEDGE.search(self._text, *term):  # "gute Deutschkenntnisse und Java"
                given = None
        return found

    @cached_property
    def _years_beside(self) -> dict[Span, Stated]:
        return years_beside(self._text, self.clause, self.terms, self.years)

    @property
    def last_wish(self) -> Cue | None:
        """The last sign in it of something that is welcome and may be missing."""
        return self._wishes[-1] if self._wishes else None

    @cached_property
    def _wishes(self) -> list[Cue]:
        cues = cues_in(self._text, self.clause.start, self.clause.end)
        return [cue for cue in cues if cue.wish in {"desirable", "suggested"}]

    @cached_property
    def _refers(self) -> bool:
        return bool(_REFERS.search(self._text, self.clause.start, self.clause.end))

    @cached_property
    def _speaks_of_knowledge(self) -> bool:
        return bool(_KNOWLEDGE.search(self._text, self.clause.start, self.clause.end))

    @cached_property
    def _levels(self) -> list[Stated]:
        return stated(_LEVEL.finditer(self._text, self.clause.start, self.clause.end))

    @cached_property
    def _language_levels(self) -> list[Stated]:
        return stated(_LANGUAGE_LEVEL.finditer(self._text, self.clause.start, self.clause.end))
