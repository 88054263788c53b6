"""Legends: how much a text wants what carries a sign that it explains: "Java*, Docker" above "* = Pflicht"."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from teamlandkarte.index.clauses import Span
from teamlandkarte.index.cues import Wish, cues_in, level_named
from teamlandkarte.index.markup import RAISED_DIGITS

_RAISED = RAISED_DIGITS[1:]  # notes count from 1
_STARS = rf"\*{{1,3}}|[†‡{_RAISED}]"
_WORDS = rf"[^,;:.()*=|†‡{_RAISED}\n]{{2,40}}"
_MEANING = rf"(?P<level>{_WORDS})"
_EXPLAINED = re.compile(
    rf"(?<![\w*])\(?(?P<sign>{_STARS}|[A-Z]{{1,2}})\)?[ \t]*(?:[=:]|bedeutet|heißt|means)[ \t]*{_MEANING}"
)
_ALONE = re.compile(rf"\(?(?P<sign>{_STARS})\)?[ \t]*{_MEANING}")
_IN_A_ROW = re.compile(  # "¹ Pflicht ² Kann"
    rf"(?:^|[,;(])[ \t]*+(?:\(?(?:{_STARS})\)?[ \t]*+{_WORDS})++(?=[.,;)]|$)", re.MULTILINE
)
_MARKED_WITH = re.compile(
    rf"\b(?:mit|with)[ \t]+(?:(?:einem|an?)[ \t]+)?(?:(?P<sign>{_STARS})|stern(?:chen)?\b|asterisk|star\b)"
    r"(?P<level>[^.:\n]{2,80})",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"[ \t]?[(\[](?P<in_brackets>{_STARS}|[A-Z]{{1,2}})[)\]]|(?P<glued>{_STARS})(?![\w*])"
    rf"|[ \t](?P<apart>{_STARS})(?=\s*(?:[,;.)|\n]|$))"
)
_BEFORE = re.compile(rf"[(\[](?P<in_brackets>{_STARS}|[A-Z]{{1,2}})[)\]][ \t]?$")
_LONGEST_SIGN = 6  # characters, with its brackets
_ON_ITS_OWN = re.compile(rf"(?<![\w+#])[{_RAISED}]")
_BEHIND_A_WORD = re.compile(rf"(?<=[\w+#])[{_RAISED}](?!\w)")


def without_raised(text: str) -> str:
    """Return a text as long, with a blank for each raised digit behind a word that the text also has on its own.

    That one is the sign of a note; any other belongs to its word, as in "m²".
    """
    signs = set(_ON_ITS_OWN.findall(text))
    return _BEHIND_A_WORD.sub(lambda sign: " " if sign.group() in signs else sign.group(), text) if signs else text


def by_legend(text: str, terms: Sequence[Span]) -> tuple[dict[Span, Wish], str]:
    """Return how much the terms with an explained sign are wanted, and the text with blanks for the explanations.

    The terms are given in their order.
    """
    starts = [start for start, _ in terms]
    meant: dict[str, set[Wish]] = {}
    places: list[Span] = []
    for sign, wish, place in _explanations(text):
        if bisect_left(starts, place[0]) < bisect_left(starts, place[1]):
            continue  # it names what is wanted, which blanks would hide
        meant.setdefault(sign, set()).add(wish)
        places.append(place)
    if not meant:
        return {}, text
    signs = {term: sign for term in terms if (sign := _sign_of(text, *term)) and len(meant.get(sign, ())) == 1}
    if not signs:
        return {}, text
    letters = list(text)
    for start, end in places:
        letters[start:end] = " " * (end - start)
    return {term: next(iter(meant[sign])) for term, sign in signs.items()}, "".join(letters)


def _explanations(text: str) -> Iterator[tuple[str, Wish, Span]]:
    """Yield each sign that the text explains with a level, what it means and where that stands."""
    alone = (found for row in _IN_A_ROW.finditer(text) for found in _ALONE.finditer(text, *row.span()))
    for found in (*_EXPLAINED.finditer(text), *alone):
        if wish := level_named(found["level"]):
            yield found["sign"], wish, (found.start("sign"), found.end("level"))
    for found in _MARKED_WITH.finditer(text):
        if cue := next(cues_in(text, *found.span("level")), None):
            yield found["sign"] or "*", cue.wish, found.span()


def _sign_of(text: str, start: int, end: int) -> str:
    """Return the sign that stands behind or before a term, empty without any."""
    found = _BEHIND.match(text, end) or _BEFORE.search(text, max(0, start - _LONGEST_SIGN), start)
    emphasised = text[max(0, start - 1) : start] == "*"
    return "" if found is None or emphasised else found[found.lastgroup or 0]
