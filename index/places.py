"""Places: the cities and lands that a text names, also alone between commas or at the end: "Projektleiter, Berlin"."""

import re
from collections.abc import Iterator

from teamlandkarte.index.names import without_names
from teamlandkarte.index.word_lists import one_of, word_lists

TYPED_OUT = str.maketrans({"ä": "(?:ä|ae)", "ö": "(?:ö|oe)", "ü": "(?:ü|ue)", "ß": "(?:ß|ss)"})
_LISTS = word_lists("places")
_SURE = one_of(_LISTS["cities"]).translate(TYPED_OUT)
_AMBIGUOUS = rf"{one_of(_LISTS['ambiguous_cities'])}(?!\s*\d)"
_IS_AMBIGUOUS = re.compile(_AMBIGUOUS, re.IGNORECASE)
LANDS = one_of(_LISTS["lands"]).translate(TYPED_OUT)
CITIES = rf"(?:{_SURE}|{_AMBIGUOUS})"
_ADDITION = one_of(_LISTS["additions"]).translate(TYPED_OUT)
_AND = r"(?:\s*/\s*|,\s|,?\s(?:oder|or|und|and|bzw\.)\s)"
ANY_OF_CITIES = rf"{CITIES}\b(?:{_ADDITION})?(?:{_AND}{CITIES}\b(?:{_ADDITION})?)*"
_ENDS = rf"(?=\s*(?:$|[,;|)\n]|[.!?](?:\s|$)|\s[-–—]\s|\(|/\s?(?:remote|home|hybrid))|\s+{one_of(_LISTS['goes_on'])}\b)"
_BARE = re.compile(rf"(?<![\w-])(?:{ANY_OF_CITIES}|{LANDS}\b){_ENDS}", re.IGNORECASE)
_ITEM_BEFORE = re.compile(r"(?:^|[,;|(\n/•·]|\s[-–—])\s*$")
_SOMEBODY = one_of(word_lists("phrases")["somebody"])
_SOMEBODY_BEFORE = re.compile(
    rf"{_SOMEBODY}(?:in|innen|n|s|en)?(?:\s*\([mwdx/|, ]{{3,12}}\))?\s*[,;|(\n–—-]?\s*$",
    re.IGNORECASE,
)
_TIME_BEFORE = re.compile(r"(?:\d{2,4}|%)\s+$")
_ENDS_THERE = re.compile(r"\s*(?:$|\n|[.!?](?:\s|$))")
_GIVEN_BEHIND = re.compile(rf",\s+{one_of(word_lists('names')['given'])}\b")
_BEFORE = 60  # characters


def bare_places(text: str) -> Iterator[re.Match[str]]:
    """Yield where a text names a city or land with nothing before it that says so.

    It is an item of a list, or ends a line behind somebody or a time; a word that has another meaning is a city behind
    somebody alone.
    """
    found = list(_BARE.finditer(text))
    read = without_names(text) if found else ""
    for place in found:
        start, end = place.span()
        before = text[max(0, start - _BEFORE) : start]
        if read[start:end] != place.group() or _GIVEN_BEHIND.match(text, end):  # it is a name
            continue
        somebody, ends = _SOMEBODY_BEFORE.search(before), _ENDS_THERE.match(text, end)
        if _IS_AMBIGUOUS.fullmatch(place.group()):
            named = place.group()[0].isupper() and somebody
        else:
            named = _ITEM_BEFORE.search(before) or (ends and (somebody or _TIME_BEFORE.search(before)))
        if named:
            yield place
