"""Clauses: the lines, sentences and clauses of a text, and the heading that each sentence stands under."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from teamlandkarte.index.negation import indispensable
from teamlandkarte.index.word_lists import one_of, word_lists

Span = tuple[int, int]

_BULLET = re.compile(r"[ \t]*(?:[-–—*•·▪◦]|\d{1,2}[.)]|[a-z]\))[ \t]+")
_SENTENCE_END = re.compile(
    r"(?<![.!?])[.!?]+[)\"”“]?\s+(?=[\"„“(]?(?:[A-ZÄÖÜ0-9]|[a-z]{1,3}[A-Z]|[a-z][\w+#-]{1,15}\s(?:would|is|are|wäre|ist)\b))"
)
_NO_END = re.compile(
    r"(?:\b(?:bzw|ca|mind|dr|prof|nr|usw|inkl|st|tel|e\.g|i\.e|etc|ggf|evtl|max|min|abs|art|hr|fr|mr|mrs|ms|vs|zzgl|"
    r"z\.\s?b|d\.\s?h|u\.\s?a|i\.\s?d\.\s?r|o\.\s?ä)|(?<!-)\b[^\W\d]|"
    r"(?<!\d\.)\b\d{1,2}|(?<=\d\.)(?:0?[1-9]|1[0-2]))\.\s+$",  # of a day, not of "Version 2.0."
    re.IGNORECASE,
)
# In a line without capitals, which many a chat is, nothing but such words tells a dot from the end of a sentence.
_SMALL_LINE = re.compile(r"\W*[a-zäöüß\d]+\b")
_SMALL_END = re.compile(r"(?<![.!?])(?:\.|[!?]+)[)\"”“]?\s+(?=\S)")
_NO_SMALL_END = re.compile(rf"\b{one_of(word_lists('levels')['shortened'])}\.\s+$")
# "stop" ends a sentence of a telegram, and nothing of a text that has it once, or twice as a word.
_STOP = re.compile(r"(?<!\S)stopp?(?:[ \t]+|(?=\n|$))", re.IGNORECASE)
_NO_STOP_BEFORE = re.compile(
    r"\b(?:the|an?|full|bus|tram|next|one|non|pit|to|not|never|we|you|they|wir|der|den|einen?|kein\w*|beim|zum|per)\s+$",
    re.IGNORECASE,
)
_NO_STOP_BEHIND = re.compile(r"(?:words?|the|us|it|\w+ing|am|an|in|at|bei)\b", re.IGNORECASE)
_BEFORE_A_STOP = 10  # characters
_LINE_END = re.compile(r"\n(?<![a-zäöüß]-\n)|\n(?![a-zäöüß])")  # a word that is broken there goes on
_LINE_END_OR_STOP = re.compile(rf"\n|{_STOP.pattern}", _STOP.flags)
_BEGINS_ANEW = re.compile(rf"{one_of(word_lists('names')['beginnings'])}\b")
_YEARS_OF_WHAT = re.compile(r"(?<=\d )J\.\s+(?=[\w-]*(?:[Ee]rfahrung|[Pp]raxis)\b)")  # "5 J. Berufserfahrung"
_LEVELS = word_lists("levels")
_ITEM = r"(?-i:[a-h1-9])"  # "(a) Java; (b) Scala"
_SEPARATOR = re.compile(
    rf",\s|;|\?\s|:(?=\s|$)|\((?!{_ITEM}\))|\)(?<!\({_ITEM}\))|\s(?:[-–—|]|\+{{2,3}}|//|[*•·]{{1,3}}|>>)\s|\s/\s(?=[\w-]+:)|(?<!muss)(?<!anything)[,]?\s(?=(?:aber|jedoch|sondern|während|but|whereas|however|and\s+(?:we\s+)?(?:need|want|require|look)|und\s+(?:wir\s+)?(?:brauch|such|benötig)\w*)\b)"
    # "Java is used and Kotlin would be nice"; "Java and Kotlin would be nice" is one clause.
    r"|(?P<after_a_verb>\s)(?=(?:und|and)\s(?:[\w.#+/-]+\s){1,4}?(?:(?:ist|sind|wär|wäre|wären|is|are|would)\s|auch\b)|and\s(?:neither|nor)\b)",
    re.IGNORECASE,
)
_VERB = re.compile(rf"\b{one_of(_LEVELS['verbs'])}\b", re.IGNORECASE)
_SUBORDINATE = re.compile(rf"\b{one_of(_LEVELS['subordinate'])}\b", re.IGNORECASE)
_SIGN = one_of([*_LEVELS["essential"], *_LEVELS["desirable"], *_LEVELS["suggested"]])
_OF_HEADINGS = one_of(_LEVELS["of_headings"])
_LEVEL_HEADING = re.compile(
    rf"\W*(?:{_OF_HEADINGS}\s+)*{_SIGN}[es]?(?:[\s-]+(?:{_SIGN}|{_OF_HEADINGS}))*\W*", re.IGNORECASE
)
_LONGEST_LEVEL_HEADING = 4  # words
_LONGEST_HEADING = 8  # words
_BEFORE = 200  # characters in which a sentence begins that "and" goes on from
_SHORT_QUESTION = 4  # words; what follows answers it: "Java? Brauchen wir nicht."


@dataclass(frozen=True)
class Clause:
    """A clause at `text[start:end]`; `opened` and `closed` are the signs that separate it from its neighbours."""

    start: int
    end: int
    opened: str
    closed: str


@dataclass(frozen=True)
class Sentence:
    """A sentence or the item of a list; `heading` is where the line stands that announces it."""

    start: int
    end: int
    heading: Span | None = None
    listed: bool = False


def sentences(text: str, *, finely: bool = False) -> list[Sentence]:
    """Return the sentences of a text in its order; headings are sentences too.

    Only `finely` are lines without capitals and telegrams split, of which boilerplate is judged as a whole.
    """
    lines = list(_lines(text, _LINE_END_OR_STOP if finely and _is_telegram(text) else _LINE_END))
    found: list[Sentence] = []
    heading: Span | None = None
    beneath = ""  # what stood under the heading last
    for place, (start, end) in enumerate(lines):
        line = text[start:end]
        if not line.strip():
            beneath = "gap" if beneath == "prose" else beneath
            continue
        bullet = _BULLET.match(line)
        if not bullet and _announces(text, lines, place):
            heading, beneath = (start, end), "heading"
            found.append(Sentence(start, end))
            continue
        if not bullet and (beneath in {"gap", "item"}):
            heading = None
        beneath = "item" if bullet else "prose"
        parts = _parts(text, start + (bullet.end() if bullet else 0), end, finely=finely)
        found += [Sentence(*part, heading=heading, listed=bool(bullet)) for part in parts]
    return found


def clauses(text: str, sentence: Sentence) -> list[Clause]:
    """Return the clauses of a sentence in its order."""
    found: list[Clause] = []
    position, opened = sentence.start, ""
    held = indispensable(text, sentence.start, sentence.end)
    for sign in _SEPARATOR.finditer(text, sentence.start, sentence.end):
        closed = sign.group().strip() or "but"
        if sign["after_a_verb"] and not has_verb(text, max(position, sign.start() - _BEFORE), sign.start()):
            continue
        if any(start < sign.start() < end for start, end in held):
            continue
        if text[position : sign.start()].strip():
            found.append(Clause(position, sign.start(), opened, closed))
        position, opened = sign.end(), closed
    if text[position : sentence.end].strip(" .!?"):
        found.append(Clause(position, sentence.end, opened, ""))
    return found


def has_verb(text: str, start: int, end: int) -> bool:
    """Return whether words say something by themselves: "we need Java", but not "Java" nor "if you know Java"."""
    return bool(_VERB.search(text, start, end)) and not _SUBORDINATE.search(text, start, end)


def begun_in(ends: Sequence[int], terms: Sequence[Span]) -> list[list[Span]]:
    """Return for each part of a text, told by where it ends, the terms that begin in it, in their order."""
    begun: list[list[Span]] = [[] for _ in ends]
    for term in terms:
        if (place := bisect_right(ends, term[0])) < len(begun):
            begun[place].append(term)
    return begun


def is_level_heading(line: str) -> bool:
    """Return whether words say how much something is wanted and nothing else: "Zwingende Anforderungen"."""
    return len(line.split()) <= _LONGEST_LEVEL_HEADING and bool(_LEVEL_HEADING.fullmatch(line))


def without_stops(text: str) -> str:
    """Return a text as long as the given one, with a dot where a telegram says "stop"."""
    return _STOP.sub(lambda match: ".".ljust(len(match.group())), text) if _is_telegram(text) else text


def _is_telegram(text: str) -> bool:
    """Return whether "stop" stands between the sentences of a text: three times, or twice and never as a word."""
    stops = list(islice(_STOP.finditer(text), 3))
    return len(stops) > 2 or (len(stops) == 2 and not any(_is_a_word(text, stop) for stop in stops))


def _is_a_word(text: str, stop: re.Match[str]) -> bool:
    """Return whether "stop" is a word of its sentence: "at the next stop", "stop using Java"."""
    before = max(0, stop.start() - _BEFORE_A_STOP), stop.start()
    return bool(_NO_STOP_BEFORE.search(text, *before) or _NO_STOP_BEHIND.match(text, stop.end()))


def _lines(text: str, end: re.Pattern[str]) -> Iterator[Span]:
    position = 0
    for found in end.finditer(text):
        yield position, found.start()
        position = found.end()
    yield position, len(text)


def _announces(text: str, lines: list[Span], place: int) -> bool:
    """Return whether a line is a heading: with a colon, only of words for a level, or short and a list follows it."""
    line = text[slice(*lines[place])].strip(" \t*_#")
    long = len(line.split())
    if long > _LONGEST_HEADING or line.endswith((".", "!", ",", ";")):
        return False
    if line.endswith(":") or is_level_heading(line):
        return True
    following = (text[slice(*lines[after])] for after in range(place + 1, len(lines)))
    return bool(_BULLET.match(next((line for line in following if line.strip()), "")))


def _parts(text: str, start: int, end: int, *, finely: bool) -> Iterator[Span]:
    position = start
    small = finely and _SMALL_LINE.match(text, start, end) is not None
    for found in (_SMALL_END if small else _SENTENCE_END).finditer(text, start, end):
        asked = found.group().startswith("?") and len(text[position : found.start()].split()) <= _SHORT_QUESTION
        before = max(position, found.end() - 12), found.end()
        shortened = _NO_END.search(text, *before) or (small and _NO_SMALL_END.search(text, *before))
        anew = _BEGINS_ANEW.match(text, found.end()) and not _YEARS_OF_WHAT.match(text, max(0, found.start() - 1))
        if not asked and not (shortened and not anew):
            yield position, found.end()
            position = found.end()
    if position < end:
        yield position, end
