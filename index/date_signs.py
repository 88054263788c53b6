"""Signs: the words between and before dates that say what these are, German and English."""

import re

from teamlandkarte.index.word_lists import one_of, word_lists

_LISTS = word_lists("dates")
DAY_NAME = rf"{one_of(_LISTS['day_names'])}\b\.?,?"
FILLER = rf"(?:\s*[:=|(;]?\s*(?:\b{one_of(_LISTS['fillers'])}\b\.?|\b{DAY_NAME}))*\s*[:=|(;]?\s*$"
FROM = re.compile(
    rf"\b(?:(?P<word>{one_of(_LISTS['beginnings'])})(?:\s+(?:bis|by|before|vor|spätestens|no\s+later\s+than|nicht\s+später\s+als))?|{one_of(_LISTS['from'])})\b{FILLER}",
    re.IGNORECASE,
)
UNTIL = re.compile(rf"\b{one_of(_LISTS['until'])}\b{FILLER}", re.IGNORECASE)
DURING = re.compile(rf"\b{one_of(_LISTS['during'])}\b{FILLER}", re.IGNORECASE)
