"""Proficiency: the years of experience and the level that a text asks for with a competence, in its own words.

They are for people to read: no score uses them, since the lake records neither.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import zip_longest

from teamlandkarte.index.clauses import Clause, Span, begun_in, clauses, sentences
from teamlandkarte.index.cues import Cue, cues_in
from teamlandkarte.index.text import clean
from teamlandkarte.index.unusable import EXPERIENCE, YEARLONG, YEARS

_FIELD = rf"{EXPERIENCE}|kenntnis|wissen|umgang|fähigkeit|expertise|knowledge|skill|command|background"
# With what it is said of, since "sicherer" alone says something else: "sicherer Umgang", "strong knowledge".
_OF_WHAT = rf"(?:\s+(?:[\w-]{{1,30}}\s+)?[\w-]{{0,30}}?(?:{_FIELD}|beherrschung)\w*)?"
_AT_LEAST = (
    r"(?:(?:\b(?:mind(?:\.|estens)|min\.|wenigstens|über|mehr\s+als|ca\.|at\s+least|minimum(?:\s+of)?|more\s+than|over)|[>≥]=?)\s*"
    r"(?!mehr|lang|viel|several|many))"
)
_YEARS = re.compile(rf"{_AT_LEAST}?\b(?:{YEARS}|{YEARLONG}{_OF_WHAT})", re.IGNORECASE)
_YEARS_BEFORE = re.compile(rf"(?P<years>{_YEARS.pattern})['’]?(?:\s+(?:of|in|mit|with|an|als|as))?\s+$", re.IGNORECASE)
_YEARS_BEHIND = re.compile(
    rf"\s+(?:(?P<since>seit|since)\s+)?(?P<years>(?P<at_least>{_AT_LEAST})?\b{YEARS})", re.IGNORECASE
)
# Behind these, years are how long something takes, or when it was: "für 2 Jahre Java", "in den letzten drei Jahren".
_LASTS = re.compile(
    r"\b(?:für|for|auf|innerhalb|within|nach|after|vor|d(?:ie|en|er)|the|next|nächsten|kommenden|letzten|last|past|läuft|runs|dauert"
    r"|lasts|\w*(?:laufzeit|dauer|vertrag|projekt|contract|project|duration))\W*$",
    re.IGNORECASE,
)
_IN_THE_PROFESSION = re.compile(
    r"\bberufs(?:erfahrung|praxis)|\b(?:work(?:ing)?|professional|job)\s+experience", re.IGNORECASE
)
_OF_US = re.compile(r"\b(?:wir|uns|unser\w*|we|us|our)\b", re.IGNORECASE)
_INTRODUCE = re.compile(  # what follows: "Java und 5 Jahre Erfahrung in Go"
    rf"['’]?(?:\s+of)?(?:\s+(?!und\b|and\b|oder\b|or\b)[\w-]+)?\s+[\w-]*{EXPERIENCE}\w*\s+(?:in|im|mit|with|of|als|as)\s+",
    re.IGNORECASE,
)
_LEVEL = re.compile(
    r"\b(?:sehr\s+gute|gute|exzellente|hervorragende|ausgezeichnete|fundierte|vertiefte|tiefgehende|umfassende|solide|"
    rf"sichere|grundlegende|erste)[rnms]?\b{_OF_WHAT}"
    rf"|\b(?:very\s+good|good|excellent|strong|solid|profound|(?:advanced|basic|expert)(?:[\s-]level)?|in-depth|deep)\b{_OF_WHAT}"
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
_AND = re.compile(r"-?\s*(?:[,/&]|\b(?:und|oder|and|or)\b)\s*", re.IGNORECASE)
_LONGEST = 30  # characters of a level with what surrounds it
_LONGEST_YEARS = 60  # characters
_LANGUAGE_LEVEL = re.compile(
    r"\b[ABC][12](?:\s*[-–/]\s*[ABC][12])?\b"
    r"|(?i:\b(?:verhandlungssicher|fließend|fliessend|muttersprach|business[\s-]fluent|fluent|native)\w*)",
)
_KNOWLEDGE = re.compile(rf"{_FIELD}|beherrsch", re.IGNORECASE)
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


def proficiencies(text: str, terms: Sequence[Span]) -> dict[Span, str]:
    """Return for each term, standing at these places of a text, what years and level it is asked for with, if any."""
    found: dict[Span, str] = {}
    every = sentences(text, finely=True)
    for sentence, inside in zip(every, begun_in([one.end for one in every], terms), strict=True):
        parts = [_Part(text, clause) for clause in clauses(text, sentence)] if inside else []
        for part, begun in zip(parts, begun_in([part.clause.end for part in parts], inside), strict=True):
            part.terms = [term for term in begun if part.clause.start <= term[0]]
        for part, following in zip_longest(parts, parts[1:]):
            belongs = following is not None and following.belongs_to_the_one_before
            for term in part.terms:
                said = [*part.said(term)]
                if belongs and not said:
                    said = [*following.said(term, alone=True, years=following.ties_years_to(part, term))]
                said += following.spoken(term) if belongs and following.clause.opened == "(" else []
                if said:
                    found[term] = ", ".join(dict.fromkeys(said))
    return found


class _Part:
    """A clause, the terms in it, and what it states of years and levels, found once for all of them."""

    def __init__(self, text: str, clause: Clause) -> None:
        self._text = text
        self.clause = clause
        self.terms: list[Span] = []

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

    def said(self, term: Span, *, alone: bool = False, years: bool = True) -> Iterator[str]:
        """Yield what it says about a term: years if these are wanted, a level, or for a language how well it is spoken.

        A clause that says nothing else (`alone`) need not speak of knowledge: "Python (mind. 5 Jahre)".
        """
        if years and self._years and (stated := self._years_of(term, alone=alone)):
            yield clean(stated)
        level = self._level_alone if alone and not self._speaks_of_knowledge else self._level_of(term)
        if level:
            yield clean(level)
        yield from self.spoken(term)

    def spoken(self, term: Span) -> Iterator[str]:
        """Yield how well it says that a term is spoken, where that is a language."""
        if self._language_levels and _LANGUAGES.match(self._text[term[0] : term[1]]):
            stated = _nearest(self._language_levels, term)
            first, second = sorted((stated.span(), term))
            if not (self._names_in(first[1], second[0]) and self._level_of(term)):
                yield clean(stated.group())

    def _years_of(self, term: Span, *, alone: bool) -> str:
        """Return the years beside a term, in a clause that speaks of knowledge the nearest ones said of it."""
        if term in self._years_beside:
            return self._years_beside[term]
        said_of_it = alone or self._speaks_of_knowledge
        reaching = [years for years in _beside(self._years, term) if self._reaches(years, term)] if said_of_it else []
        return _nearest(reaching, term).group() if reaching else ""

    def _reaches(self, years: re.Match[str], term: Span) -> bool:
        """Return whether these years are said of a term too: nothing else is said of it, or of another one, between."""
        if years.start() < term[0]:
            others = self.terms[bisect_left(self.terms, years.span()) : bisect_left(self.terms, term)]
            return not (others and self._begin_a_level(others[0][1], term[0]))
        following = bisect_left(self.terms, years.span())
        if following < len(self.terms) and _INTRODUCE.fullmatch(self._text, years.end(), self.terms[following][0]):
            return False
        if self._joined_to_a_wish(term, years):
            return False
        behind = bisect_left(self.terms, (term[1],))
        return behind >= following or not _KNOWLEDGE.search(self._text, term[1], self.terms[behind][0])

    def _joined_to_a_wish(self, term: Span, years: re.Match[str]) -> bool:
        """Return whether years only follow a wish for a term: "Java von Vorteil und 5 Jahre Erfahrung"."""
        place = bisect_left(self._wishes, term[1], key=lambda cue: cue.start)
        if place == len(self._wishes) or self._wishes[place].start >= years.start() or self._refers:
            return False
        return bool(_JOINS_YEARS.search(self._text, max(term[1], years.start() - _BEFORE_YEARS), years.start()))

    def _begin_a_level(self, start: int, end: int) -> bool:
        place = bisect_left(self._levels, start, key=lambda one: one.start())
        return place < len(self._levels) and self._levels[place].start() < end

    def _level_of(self, term: Span) -> str:
        """Return the level that contains a term, else that right beside it, else the nearest one of no other term."""
        stated = _nearest(self._levels, term) if self._levels and self._speaks_of_knowledge else None
        if stated and stated.start() < term[0] < stated.end():
            return stated.group()
        if term in self._levels_beside:
            return self._levels_beside[term]
        return stated.group() if stated and not self._names_in(*stated.span()) else ""

    def _names_in(self, start: int, end: int) -> bool:
        return bisect_left(self.terms, (end,)) > bisect_left(self.terms, (start,))

    @cached_property
    def _level_alone(self) -> str:
        words = self._text[self.clause.start : self.clause.end].strip(" .!?")
        return words if self.clause.opened != "," and _GOOD_ALONE.fullmatch(words) else ""

    @cached_property
    def _levels_beside(self) -> dict[Span, str]:
        """What stands right beside each term, or before the enumeration that it belongs to."""
        found: dict[Span, str] = {}
        last, given = self.clause.start, ""
        for term in self.terms:
            before = _GOOD_BEFORE.search(self._text, max(last, term[0] - _LONGEST), term[0])
            behind = _GOOD_BEHIND.match(self._text, term[1], self.clause.end)
            given = before.group() if before else given if _AND.fullmatch(self._text, last, term[0]) else ""
            if said := behind.group() if behind else given:
                found[term] = said
            last = term[1]
            if _KNOWLEDGE.search(self._text, *term):  # "gute Deutschkenntnisse und Java"
                given = ""
        return found

    @cached_property
    def _years_beside(self) -> dict[Span, str]:
        """The years right beside each term, or before the enumeration that it belongs to: "3 Jahre Java und Go"."""
        found: dict[Span, str] = {}
        last, given = self.clause.start, ""
        for term in self.terms if self._years else ():
            before = _YEARS_BEFORE.search(self._text, max(last, term[0] - _LONGEST_YEARS), term[0])
            if before and _LASTS.search(self._text, max(0, before.start() - _LONGEST), before.start()):
                before = None
            given = before["years"] if before else given if _AND.fullmatch(self._text, last, term[0]) else ""
            if said := self._years_behind(term) or given:
                found[term] = said
            last = term[1]
        return found

    def _years_behind(self, term: Span) -> str:
        """Return the years right behind a term that say they are no duration: "Java seit 3 Jahren", "Go 3+ years"."""
        behind = _YEARS_BEHIND.match(self._text, term[1], self.clause.end)
        if behind is None:
            return ""
        if behind["since"]:
            own = _OF_US.search(self._text, self.clause.start, self.clause.end)
            return "" if own else behind["years"]
        at_least = behind["at_least"] or "+" in behind["years"]
        alone = not self._text[self.clause.start : term[0]].strip()
        return behind["years"] if at_least or alone else ""

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
    def _years(self) -> list[re.Match[str]]:
        return self._matches(_YEARS)

    @cached_property
    def _levels(self) -> list[re.Match[str]]:
        return self._matches(_LEVEL)

    @cached_property
    def _language_levels(self) -> list[re.Match[str]]:
        return self._matches(_LANGUAGE_LEVEL)

    def _matches(self, pattern: re.Pattern[str]) -> list[re.Match[str]]:
        return list(pattern.finditer(self._text, self.clause.start, self.clause.end))


def _beside(matches: list[re.Match[str]], term: Span) -> list[re.Match[str]]:
    """Return the last of the matches, in the order of the text, before a term and the first one behind it."""
    middle = bisect_left(matches, sum(term), key=lambda one: one.start() + one.end())
    return matches[max(0, middle - 1) : middle + 1]


def _nearest(matches: list[re.Match[str]], term: Span) -> re.Match[str]:
    """Return which of the matches, in the order of the text, is nearest to a term, of two the first one."""
    return min(_beside(matches, term), key=lambda one: max(term[0] - one.end(), one.start() - term[1]))
