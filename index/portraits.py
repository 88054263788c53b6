"""Portraits: where a text says what a company is, leads in or is known for, which asks for nothing.

A request may follow in the same sentence: "Die Nord AG ist Spezialist für Tunnelbau und sucht …".
"""

import re
from collections.abc import Iterator

from teamlandkarte.index.clauses import Sentence, Span
from teamlandkarte.index.word_lists import one_of, word_lists

_LISTS = {name: one_of(words) for name, words in word_lists("portraits").items()}
_SEEKING = _LISTS["seeking"]
_BEGINNING = 300  # characters of a sentence in which it begins to portray, if it does
_LONGEST_SUBJECT = 120  # characters
_ABOUT = rf"(?:(?!\b{_LISTS['elsewhere']}\b)[^.!?;:,])"
_BARE = rf"(?:(?!\b(?:{_LISTS['elsewhere']}|{_LISTS['bound']})\b)[^.!?;:,])"
_IS = r"(?:\s(?:ist|sind|is|are|(?:gilt|gelten)\sals)|(?<=\bwe)['’]re)"
_FIRM = rf"(?:die|der|das)\s[^.,;:]{{1,60}}?\b{_LISTS['legal_forms']}"
_PREDICATE = re.compile(
    rf"{_IS}\s{_BARE}{{0,60}}?\b(?P<noun>{_LISTS['nouns']})\b"
    rf"|\s(?P<verb>{_LISTS['own_verbs']}|(?:zähl|gehör)(?:t|en)\s{_ABOUT}{{0,60}}?\bzu[rm]?\s{_ABOUT}{{0,60}}?\b{_LISTS['nouns']})\b"
    rf"|{_IS}\s{_ABOUT}{{0,60}}?\b{_LISTS['praise']}\b"
    rf"|\s{_LISTS['verbs']}\b",
    re.IGNORECASE,
)
# What is said before the company is named, or without its name.
_INVERTED = re.compile(
    rf"(?:^|\s)(?:sind\swir|ist\s{_FIRM})\s(?:{_BARE}{{0,60}}?\b{_LISTS['nouns']}|{_ABOUT}{{0,60}}?\b{_LISTS['praise']})\b"
    rf"|(?:^|\s)(?:stehen\swir|steht\s{_FIRM})\sfür\b|^\W*{_LISTS['strengths']}\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"[^.:\n]{3,30}:\W+")
# "Founded in 1998, Harbour Systems is …"
_BEFORE = r"\W*(?:(?:founded|established|based|headquartered|located|with|gegründet|ansässig)\s[^,;:]*,\s)?"
_COMPANY = re.compile(
    rf"{_BEFORE}(?:\W*(?:(?:at|bei|with)\s.*\s)?{_LISTS['companies']}|.*\b{_LISTS['legal_forms']})(?:,.*,|\s\(.*\))?(?:\s(?:in|aus|from|of|mit|with)\s.*|\s.*\s(?:und|and))?",
    re.IGNORECASE,
)
_FOUNDED = re.compile(r"[^,]{1,60},\s(?:founded|established|headquartered|gegründet|ansässig)\s[^,]*,", re.IGNORECASE)
_OTHER = re.compile(rf"{_BEFORE}(?:(?:die|der|das|the)\s)?{_LISTS['others']}\b", re.IGNORECASE)
_NAME = re.compile(rf"(?i:{_BEFORE})(?:(?:[Dd]ie|[Dd]er|[Dd]as|[Tt]he)\s)?[A-ZÄÖÜ]\S*(?:\s[A-ZÄÖÜ&]\S*){{0,3}}")
# "…, einem führenden Anbieter von Kafka, …"; "Unser Kunde, Spezialist für Tunnelbau, …"
_APPOSITION = re.compile(
    rf"(?:(?<=,\s)(?:(?:ein\w*|der|die|das|dem|den|als|an?|the)\s)?(?:[\w'’-]+\s){{0,3}}?{_LISTS['leading']}\s[^.!?;:,]{{0,60}}?\b{_LISTS['nouns']}\b"
    rf"|(?:{_LISTS['companies']}|\b{_LISTS['legal_forms']}),\s(?:(?:ein\w*|an?|the)\s)?(?:{_LISTS['praise']}|{_LISTS['nouns']})\b(?=[^.!?;:,]*,)"
    rf"|(?<=,\s)(?:(?:ein\w*|an?|the)\s)?(?:{_LISTS['praise']}|{_LISTS['nouns']})\b(?=[^.!?;:,]*,\s{_LISTS['seeks']}\s\w))[^.!?;:,]*",
    re.IGNORECASE,
)
_AS = re.compile(
    rf"\b(?:als|as|being)\s(?:[^.!?;:,]{{0,60}}?\s)?{_LISTS['nouns']}\b[^.!?;:]{{0,150}}?"
    rf"(?=\s{_SEEKING}\s(?:wir|die|der|das)\b|(?:,?\swe|,\s(?-i:[A-Z])\S+)\s(?:are\s|is\s)?{_SEEKING}\b)",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    rf"(?:[,;–—-]\s?|\s(?:und|and)\s)(?:(?:für|zur|zum|for)\s[^,;]{{1,60}}?\s)?(?:(?:wir|we|deshalb|daher|therefore|so|now|jetzt|is|are|it|currently|derzeit|aktuell)\s){{0,3}}{_SEEKING}\b"
    rf"|\s{_SEEKING}\b|[,;]?\s(?:und|and)\s(?:wir\s|we\s)?{_LISTS['does']}\b",
    re.IGNORECASE,
)


def portraits(text: str, sentence: Sentence) -> Iterator[Span]:
    """Yield where a sentence of a text portrays a company, up to where it begins to seek somebody."""
    words = text[sentence.start : sentence.end]
    start = _statement(words)
    if start is not None:
        request = _REQUEST.search(words, start)
        yield sentence.start, sentence.start + request.start() if request else sentence.end
    for pattern in (_AS, _APPOSITION):
        for found in pattern.finditer(words):
            yield sentence.start + found.start(), sentence.start + found.end()


def _statement(words: str) -> int | None:
    """Return where a sentence has said of a company what it is, if it does before it seeks anything."""
    label = _LABEL.match(words)
    begins = label.end() if label else 0
    said = _PREDICATE.search(words, begins, begins + _BEGINNING)
    inverted = _INVERTED.search(words, begins, begins + _BEGINNING)
    if said and _is_company(words[begins : said.start()], alone=bool(said["noun"] or said["verb"])):
        found = said
    elif inverted:
        found = inverted
    else:
        return None
    return None if _REQUEST.search(f" {words[: found.start()]}") else found.end()


def _is_company(subject: str, *, alone: bool) -> bool:
    """Return whether words are a company; a name `alone` is where only a company can be what is said of it."""
    if len(subject) > _LONGEST_SUBJECT:
        return False
    if _COMPANY.fullmatch(subject) or _FOUNDED.fullmatch(subject):
        return True
    return alone and not _OTHER.match(subject) and bool(_NAME.fullmatch(subject))
