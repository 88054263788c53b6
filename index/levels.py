"""Levels: how much a text wants what it names, from the words around it, down to what it says is not needed."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from teamlandkarte.index.beside import marks, says_likewise, says_nothing_else
from teamlandkarte.index.clauses import Clause, Sentence, Span, begun_in, clauses, has_verb, sentences
from teamlandkarte.index.cues import NEAR, Cue, Wish, cues_in
from teamlandkarte.index.experience import FIELD
from teamlandkarte.index.judged_clause import JudgedClause
from teamlandkarte.index.legends import by_legend
from teamlandkarte.index.negation import opening_in, used_instead
from teamlandkarte.index.pairings import say_both_alike, say_the_opposite
from teamlandkarte.index.tables import cells
from teamlandkarte.index.unusable import SOMEBODY
from teamlandkarte.index.word_lists import one_of
from teamlandkarte.index.words import CONJUNCTIONS

_LIST_WORDS = 5  # words beside the terms that a clause of an enumeration may have
_JOINED = re.compile(rf"(?:\b{one_of(CONJUNCTIONS)}\b|&)", re.IGNORECASE)
_JOINS = re.compile(r"\s*(?:und|oder|sowie|and|or)\b", re.IGNORECASE)
_JOINS_THE_NEXT = re.compile(r"\b(?:und|oder|sowie|and|or)\s*$", re.IGNORECASE)
_IN_A_LIST = re.compile(
    r"(?:-\w+)?(?:\s*[,/&]\s*(?:(?:und|oder|and|or)\s+)?"
    rf"|\s+{one_of(CONJUNCTIONS)}\.?\s+)(?:in\s+|mit\s+|with\s+)?",
    re.IGNORECASE,
)
_ALL_OF_THEM = re.compile(r"\b(?:both|beide[sn]?|all|alle[sn]?)\b", re.IGNORECASE)
_THE_LAST_ONE = re.compile(r"\b(?:th(?:at|is)\s+one|the\s+latter|letztere[rs]?)\b", re.IGNORECASE)
_ALTERNATIVE = re.compile(r"\b(?:oder|noch|or|nor)\b", re.IGNORECASE)
_RELATIVE = re.compile(
    r"\b(?:wer|wem|was|wenn|falls|ob|dass|who|which|if)\b|[,;(]\s*(?:d(?:er|ie|as|en|em)|welche\w?|wo|that)\b",
    re.IGNORECASE,
)
# "Kenntnisse darin", "experience with it": of what was named last.
_REFERS = re.compile(
    rf"\b[\w-]*(?:{FIELD})\w*\s+"
    r"(?:darin|hierin|damit|hiermit|davon|dazu|hierzu|(?:in|with|of)\s+(?:it|th(?:is|at|em|ese|ose))\b)",
    re.IGNORECASE,
)
_BUT = re.compile(r"sondern|but|aber|jedoch", re.IGNORECASE)
_A_PERSON = re.compile(rf"(?:\s[\w-]+)?\s{SOMEBODY}\b", re.IGNORECASE)


def wishes(text: str, terms: Sequence[Span]) -> dict[Span, tuple[Wish | None, Sentence]]:
    """Return for each term of a text how much it is wanted there, None where nothing says it, and its sentence.

    One that stands in none, as the number of an empty item does, is a sentence of its own.
    """
    terms = sorted(terms)  # those found by meaning come behind all others
    found: dict[Span, tuple[Wish | None, Sentence]] = {term: (None, Sentence(*term)) for term in terms}
    signed, text = by_legend(text, terms)
    parts = sentences(text, finely=True)
    last: Wish | None = None
    # With what stands before it, since what looks like the number of an item may begin a term: "2. Fremdsprache".
    for sentence, inside in zip(parts, begun_in([part.end for part in parts], terms), strict=True):
        if not inside:
            continue
        said = _in_sentence(text, sentence, inside, last)
        last = said.get(inside[-1])
        above = _of_heading(text, sentence)
        found |= {term: (said.get(term, signed.get(term, above)), sentence) for term in inside}
    in_tables = list(cells(text, terms))
    for cell, inside in zip(in_tables, begun_in([cell.end for cell in in_tables], terms), strict=True):
        named = [term for term in inside if term[0] >= cell.start]
        said = _in_sentence(text, Sentence(cell.start, cell.end), named, None)
        found |= {term: (said.get(term, signed.get(term, cell.wish)), found[term][1]) for term in named}
    return found


def _of_heading(text: str, sentence: Sentence) -> Wish | None:
    cue = next(cues_in(text, *sentence.heading), None) if sentence.heading else None
    return cue.wish if cue else None


def _in_sentence(text: str, sentence: Sentence, terms: Sequence[Span], last: Wish | None) -> dict[Span, Wish]:
    """Return how much the terms of a sentence are wanted; `last` is what the one before it says of its last term."""
    found = clauses(text, sentence)
    of_somebody = _RELATIVE.search(text, sentence.start, sentence.end)
    relative = of_somebody.start() if of_somebody else sentence.end  # "jemand, der Java kann"
    parts = [
        JudgedClause(
            clause,
            cues := _cues(text, clause, begun, relative),
            named := [term for term in begun if clause.start <= term[0]],
            {},
            says_nothing_else(text, clause, cues),
            says_likewise(text, clause, named),
            bool(_REFERS.search(text, clause.start, clause.end)),
        )
        for clause, begun in zip(found, begun_in([clause.end for clause in found], terms), strict=True)
    ]
    for part in parts:
        part.wishes = _own(text, part)
    _look_ahead(text, parts)
    _without_somebody(text, parts)
    first_named = next((place for place, part in enumerate(parts) if part.terms), len(parts))
    for place, part in enumerate(parts):
        if part.lone:
            _lend(text, parts, place, named_before=first_named < place)
        elif part.cues and part.terms:
            _spread(text, parts, place)
    _from_the_one_before(text, parts, last)
    say_both_alike(text, parts)
    say_the_opposite(text, parts)
    return {term: wish for part in parts for term, wish in part.wishes.items()}


def _cues(text: str, clause: Clause, terms: Sequence[Span], relative: int) -> list[Cue]:
    """Return the signs of a clause in its order; from `relative` on, "kann" is a verb."""
    alone = marks(text, clause, terms) if clause.end <= relative else []
    return sorted([*cues_in(text, clause.start, clause.end), *alone], key=lambda cue: cue.start)


def _look_ahead(text: str, parts: list[JudgedClause]) -> None:
    ahead = False
    for part in reversed(parts):
        ahead = ahead or (part.open and bool(_ALTERNATIVE.search(text, part.clause.start, part.clause.end)))
        part.alternative_ahead = ahead


def _own(text: str, part: JudgedClause) -> dict[Span, Wish]:
    """Return what a clause says about its own terms."""
    opening = opening_in(text, part.clause.start, part.clause.end)
    if opening:
        # "no travel required": what follows the "no" is part of it.
        part.cues = [cue for cue in part.cues if cue.end <= opening.start()] + [
            Cue("not needed", opening.start(), opening.end())
        ]
        other = used_instead(text, opening, part.clause.end)
        part.cues += [Cue("ideal", other.start(), other.end())] if other else []
    return dict(_nearest(part, opened=bool(opening))) if part.cues and part.terms else {}


def _without_somebody(text: str, parts: list[JudgedClause]) -> None:
    """Say that people who are not sought name nothing that is needed: "keinen Tester, Planer oder Scrum Master"."""
    for at, part in enumerate(parts):
        opening = None if part.terms else opening_in(text, part.clause.start, part.clause.end)
        if opening and _A_PERSON.fullmatch(text, opening.end(), part.clause.end):
            for other in parts[at + 1 :]:
                place = other.clause.start, other.clause.end
                listed = other.alternative_ahead and not other.cues and _A_PERSON.search(text, place[0] - 1, place[1])
                if not listed or has_verb(text, *place) or _BUT.match(text, *place):
                    break
                other.wishes = dict.fromkeys(other.terms, "not needed")


def _nearest(part: JudgedClause, *, opened: bool) -> Iterator[tuple[Span, Wish]]:
    """Yield for the terms of a clause what its nearest cue says, looking first to the side on which cues begin."""
    last = part.terms[-1][0]
    far, near = [cue for cue in part.cues if not cue.near], [cue for cue in part.cues if cue.near]
    after_last = [cue for cue in part.cues if not (opened and cue.wish == "not needed")]
    after = [cue for cue in after_last if not (cue.of_the_next and cue.end <= last)]
    leads = part.cues[0].start < part.terms[0][0]
    for term in part.terms:
        beside = [cue for cue in _last_before(near, term[0]) if term[0] - cue.end <= NEAR]
        before = max([*_last_before(far, term[0]), *beside], key=lambda cue: cue.start, default=None)
        following = next(iter(_first_from(after if term[0] < last else after_last, term[0])), None)
        if (cue := (before or following) if leads else (following or before)) is not None:
            yield term, cue.wish


def _last_before(cues: list[Cue], position: int) -> list[Cue]:
    place = bisect_left(cues, position, key=lambda cue: cue.start)
    return cues[max(0, place - 1) : place]


def _first_from(cues: list[Cue], position: int) -> list[Cue]:
    place = bisect_left(cues, position, key=lambda cue: cue.start)
    return cues[place : place + 1]


def _lend(text: str, parts: list[JudgedClause], place: int, *, named_before: bool) -> None:
    """Give what a clause without a term says to those that it speaks of: the next ones, or the one before."""
    part, wish = parts[place], parts[place].cues[-1].wish
    if place == 0 or part.announces or not named_before or _goes_on(text, parts[place - 1]):
        _forward(text, parts, place, wish)
        return
    position = place - 1
    while position > 0 and ((not parts[position].terms and not parts[position].cues) or _aside(parts[position])):
        position -= 1
    previous = parts[position]
    if previous.lone:
        return
    in_brackets = part.clause.opened == "("
    spoken_of = _last_listed(text, previous.terms) if in_brackets else previous.terms
    if part.refers:
        spoken_of = [term for term in spoken_of if previous.wishes.get(term) != "not needed"] or spoken_of
    if _THE_LAST_ONE.search(text, part.clause.start, part.clause.end):
        spoken_of = spoken_of[-1:]
    for term in spoken_of:
        if wish != "not needed" or previous.wishes.get(term) != "desirable":  # "helpful, but not needed" stays a wish
            previous.wishes[term] = wish
    of_all = _ALL_OF_THEM.search(text, part.clause.start, part.clause.end)
    if part.clause.opened in {":", ")"} or of_all or (in_brackets and len(spoken_of) == len(previous.terms) > 1):
        _backward(text, parts, position, wish)


def _goes_on(text: str, part: JudgedClause) -> bool:
    """Return whether a clause ends in a conjunction: what stands behind the next sign belongs to it."""
    return bool(_JOINS_THE_NEXT.search(text, max(part.clause.start, part.clause.end - NEAR), part.clause.end))


def _last_listed(text: str, terms: list[Span]) -> list[Span]:
    """Return the terms at the end of a clause with nothing but a conjunction between them: brackets speak of these."""
    first = len(terms) - 1
    while first > 0 and _IN_A_LIST.fullmatch(text, terms[first - 1][1], terms[first][0]):
        first -= 1
    return terms[max(first, 0) :]


def _aside(part: JudgedClause) -> bool:
    """Return whether a clause in brackets only says what is not needed: "Python (not Java) is required"."""
    return part.clause.closed == ")" and bool(part.wishes) and set(part.wishes.values()) == {"not needed"}


def _spread(text: str, parts: list[JudgedClause], place: int) -> None:
    """Give what a clause says to the rest of the enumeration that its terms belong to."""
    part = parts[place]
    first, last = part.cues[0], part.cues[-1]
    if last.start < part.terms[-1][0]:
        _forward(text, parts, place, last.wish)
    joined = any(_IN_A_LIST.match(text, end) for _, end in part.terms)  # not "in Wort und Schrift"
    if first.start >= part.terms[0][1] and (joined or _JOINED.search(text, part.clause.start, part.terms[-1][0])):
        apart = has_verb(text, part.clause.start, part.clause.end)
        _backward(text, parts, place, first.wish, apart=apart)


def _from_the_one_before(text: str, parts: list[JudgedClause], last: Wish | None) -> None:
    """Give what is said of a term to those that go on with it: "law is a must (VgV, GWB)", "Java is a must, Go too"."""
    in_brackets: Wish | None = None
    for place, part in enumerate(parts):
        before = parts[place - 1] if place else None
        wish = before.wishes.get(before.terms[-1]) if before and before.terms else None
        if before:
            last = wish if before.terms or not before.cues else before.cues[-1].wish
        if part.clause.opened == "(":
            in_brackets = wish
        elif before and before.clause.closed != ",":
            in_brackets = None
        given = last if part.likewise else in_brackets if _enumerates(text, part, 1) else None
        if given and (part.likewise or (part.open and not part.wishes)):
            part.wishes = dict.fromkeys(part.terms, given)


def _forward(text: str, parts: list[JudgedClause], place: int, wish: Wish) -> None:
    for position in range(place + 1, len(parts)):
        part = parts[position]
        announced = position == place + 1 and parts[place].lone
        opened = part.clause.opened
        listed = parts[place].lone and parts[place].announces
        if part.cues or opened in {"but", ")"} or (opened == ":" and not announced) or (opened == ";" and not listed):
            return
        if not announced and not _enumerates(text, part):
            return
        if wish == "not needed" and not (announced or listed) and not part.alternative_ahead:
            return
        part.wishes |= dict.fromkeys(part.terms, wish)


def _backward(text: str, parts: list[JudgedClause], place: int, wish: Wish, *, apart: bool = False) -> None:
    """Give a wish to what is listed before; `apart`: up to what is said in a sentence of its own."""
    for position in range(place - 1, -1, -1):
        part = parts[position]
        if part.is_remark:
            continue
        taken = part.wishes or part.likewise
        if not part.open or taken or not _enumerates(text, part) or not _goes_on_behind(text, parts, position):
            return
        if apart and has_verb(text, part.clause.start, part.clause.end):
            return
        part.wishes = dict.fromkeys(part.terms, wish)


def _goes_on_behind(text: str, parts: list[JudgedClause], place: int) -> bool:
    """Return whether an enumeration goes on behind a clause: at once or after a remark in brackets."""
    if not parts[place + 1].is_remark:
        return parts[place].clause.closed == ","
    following = parts[place + 2].clause if place + 2 < len(parts) else None
    return following is not None and (following.opened == "," or bool(_JOINS.match(text, following.start)))


def _enumerates(text: str, part: JudgedClause, most: int = _LIST_WORDS) -> bool:
    words = len(text[part.clause.start : part.clause.end].split())
    return words - sum(len(text[start:end].split()) for start, end in part.terms) <= most
