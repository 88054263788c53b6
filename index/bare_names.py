"""Bare names: a text that is nothing but what somebody typed to ask for it: "Scrum Master", "9 Jahre Praxis im Bau"."""

import re

from teamlandkarte.index.cues import cues_in
from teamlandkarte.index.experience import AT_LEAST, EXPERIENCE, YEARLONG, YEARS
from teamlandkarte.index.word_lists import one_of
from teamlandkarte.index.words import CONJUNCTIONS

_LONGEST_NAME = 3  # words: "test driven development"
_LONGEST_IN_CAPITALS = 5  # words: "European Rail Traffic Management System"
_BULLET = re.compile(r"\s*[-–—*•·▪◦]\s+")
_LIST_SIGN = re.compile(rf"[,;/|]|\s[-–+&]\s|\s{one_of(CONJUNCTIONS)}\.?\s", re.IGNORECASE)
_SAID_OF_NAMES = re.compile(
    r"(?:(?:sehr\s+)?gute\s+|good\s+)?(?:kenntnisse?|erfahrung(?:en)?|know-how|knowledge|experience|skills?)\s+"
    r"(?:(?:in|im|mit|with|of|de[rs])\s+|(?=[^\W\d_]+er\s))",
    re.IGNORECASE,
)
_IN_THE_GENITIVE = re.compile(r"^\s*de[rs]\s+")
_NO_NAME = re.compile(
    r"[.!?:]\s|[.!?:]$"
    r"|\b(?:(?:zu|i|a|vo)m|zur|in|für|von|vor|aus|bei|mit|auf|nach|de[rmns]|die|das|eine?\w?|unse?re?\w?|wir|sie|ihre?\w?"
    r"|ist|sind|wird|werden|to|for|from|of|at|by|with|the|an?|our|your|we|you|is|are|will)\b",
    re.IGNORECASE,
)
_OF_YEARS = re.compile(
    rf"\W*(?:{AT_LEAST}|(?:rund|knapp|gut|etwa|about|around|nearly)\s+)?(?:{YEARS}|{YEARLONG})['’]?\s+(?:of\s+)?(?:[\w-]+\s+)?"
    rf"[\w-]*{EXPERIENCE}\w*\s+(?:in|im|mit|with|bei|als|as|of)\s"
    rf"|\W*[\w-]*{EXPERIENCE}(?:en)?\s+(?:in|im|mit|with)\s[^.:,;]{{2,60}}?\s?[:,(–-]\s*{AT_LEAST}?{YEARS}\W*$",
    re.IGNORECASE,
)
_SAYS_OF_SOMEBODY = re.compile(
    r"[.!?:]\s|\b(?:wir|uns\w*|ich|mein\w*|ihr\w*|er|sie|we|our|us|i|my|your|he|she|ist|sind|war|hat|haben|macht?|machen|is|are|was"
    r"|has|have|makes?|gmbh|ag|se|kg|ltd|inc)\b",
    re.IGNORECASE,
)


def is_bare_experience(text: str) -> bool:
    """Return whether a text is nothing but years of experience in something, of nobody who has them."""
    asked = _OF_YEARS.match(text)
    if asked is None or "\n" in text.strip():
        return False
    return not _SAYS_OF_SOMEBODY.search(text.rstrip(), asked.end())


def is_bare_names(text: str) -> bool:
    """Return whether a text is one line of names, or a list of them, with at most how much they are wanted."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and not all(map(_BULLET.match, lines)):
        return False
    return bool(lines) and all(map(_is_line_of_names, lines))


def _is_line_of_names(line: str) -> bool:
    bullet = _BULLET.match(line)
    named = line[bullet.end() if bullet else 0 :].strip()
    if said := _SAID_OF_NAMES.match(named):
        named = _without_level(named[said.end() :].removesuffix("."))
    names = [name for name in _LIST_SIGN.split(named) if name.strip()]
    if said:
        names = [_IN_THE_GENITIVE.sub("", name) for name in names]
    return bool(names) and all(_is_short(name) and not _NO_NAME.search(name) for name in names)


def _is_short(name: str) -> bool:
    words = name.split()
    small = any(word[0].islower() for word in words)
    return len(words) <= (_LONGEST_NAME if small else _LONGEST_IN_CAPITALS)


def _without_level(words: str) -> str:
    """Return words up to the sign that closes them: "Java ist erforderlich" without "ist erforderlich"."""
    cue = next((cue for cue in cues_in(words, 0, len(words)) if cue.end == len(words)), None)
    return re.sub(r"\s+(?:ist|sind|is|are)$", "", words[: cue.start].rstrip(), flags=re.IGNORECASE) if cue else words
