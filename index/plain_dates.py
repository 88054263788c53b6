"""Plain dates: a text with its months spelt right, parts of years counted in months, no clock times nor lot numbers."""

import re

from teamlandkarte.index.clauses import without_stops
from teamlandkarte.index.months import MONTHS, NAMES
from teamlandkarte.index.word_lists import one_of, word_lists

_SHORTEST_MISSPELT = 6  # letters of a month; below, a typing error makes another word
_ABBREVIATION = 3  # letters, which every misspelt month has room for
_PARTS_OF_YEARS = re.compile(
    r"\b(?:(?P<half>(?:eine?[mns]?\s+(?:gute[sn]\s+|knappe[sn]\s+)?)?halbe[sn]\s+jahr|half\s+a\s+year|a\s+half[\s-]year|1/2\s+jahr)|"
    r"(?P<three_halves>(?:anderthalb|eineinhalb)\s+jahre|one\s+and\s+a\s+half\s+years|a\s+year\s+and\s+a\s+half)|"
    r"(?P<years>[1-7])(?:[.,]5|\s?½|\s1/2)[\s-](?:jahre?|years?)|"
    r"(?P<three_quarters>(?:ein(?:em)?\s+)?dreivierteljahr)|(?P<quarter>(?<!\d\.\s)(?<!ersten\s)(?<!zweiten\s)(?<!dritten\s)(?<!vierten\s)(?:ein(?:em)?\s+)?vierteljahr)|"
    r"(?P<one_quarter>(?:ein|one)\s+(?:quartal|quarter)(?!\s+of))|(?P<quarters>zwei|drei|two|three|[23])\s+(?:quartale|quarters)|"
    r"(?P<two_weeks>(?:a\s+)?fortnight))(?:n|s|es)?\b",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"(?<![\d.,:/-])(?:(?:\d{1,2}(?:[:.]\d\d)?\s*(?:[-–]|bis|und|to)\s*)?\d{1,2}(?:[:.]\d\d)?\s?(?:uhr\b|[ap]m\b|[ap]\.m\.)|(?:[01]?\d|2[0-4]):[0-5]\d(?:\sh\b)?)(?![\d:])",
    re.IGNORECASE,
)
_NUMBERED = re.compile(  # "Bauabschnitt 12 bis 14. Juni bis August" begins in June
    rf"\b(?:\w*abschnitte?n?|lose?n?|lots?|sections?)\s+\d{{1,2}}\s*(?:bis|to|[-–])\s*\d{{1,2}}\.?(?=\s+(?:{NAMES})\s*(?:bis|to|[-–])\s)",
    re.IGNORECASE,
)
_NUMBER_OF = re.compile(  # "Phase 1 bis 15. Juni" ends in June
    rf"\b{one_of(word_lists('dates')['numbered'])}\s+\d{{1,2}}(?:\s*(?:[/&+]|und|and)\s*\d{{1,2}})?(?=\s*[:(]|\s+(?:ab|bis|vom|von|from|to|till?|until|im|in)\b)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{5,10}")


def _misspelt_months() -> dict[str, str]:
    """Return for each month with a letter missing or two swapped how it begins; the first letter is always right."""
    found: dict[str, str] = {}
    for name in MONTHS:
        if len(name) >= _SHORTEST_MISSPELT:
            dropped = [name[:at] + name[at + 1 :] for at in range(1, len(name))]
            swapped = [name[:at] + name[at + 1] + name[at] + name[at + 2 :] for at in range(1, len(name) - 1)]
            found |= dict.fromkeys((*dropped, *swapped), name[:_ABBREVIATION])
    return {written: month for written, month in found.items() if written not in MONTHS}


_MISSPELT = _misspelt_months()


def plainly_dated(text: str) -> str:
    """Return the text, as long as it is, with every part of a date that can be written in many ways in one of them."""
    text = _PARTS_OF_YEARS.sub(_in_months, without_stops(text))
    text = _CLOCK.sub(_blank, text)
    text = _NUMBERED.sub(_blank, text)
    text = _NUMBER_OF.sub(_blank, text)
    return _WORD.sub(lambda match: _spelt(match.group()), text)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _in_months(match: re.Match[str]) -> str:
    """Return the length in months from the first to the last character of what it was, so that all of it is shown."""
    number, unit = _months(match).split()
    return number + unit.rjust(len(match.group()) - len(number))


def _months(match: re.Match[str]) -> str:
    if match["two_weeks"]:
        return "14 Tage"
    number = {"half": 6, "three_halves": 18, "three_quarters": 9, "quarter": 3, "one_quarter": 3}.get(
        match.lastgroup or ""
    )
    if match["years"]:
        number = 12 * int(match["years"]) + 6
    if match["quarters"]:
        number = 9 if match["quarters"].lower() in {"drei", "three", "3"} else 6
    return f"{number} Monat"


def _spelt(word: str) -> str:
    month = _MISSPELT.get(word.lower())
    return word if month is None else month.ljust(len(word))
