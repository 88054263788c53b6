"""The ids of the lake: kept as they are spelled, joined by `join_key`.

Some ids come from Salesforce, where one record has an id of 15 characters that differ by case, and one of 18: the same
15 and a checksum of their case. The lake may hold either, and a caller may send either.
"""

import re
import string

SHORT, _LONG = 15, 18  # characters
_CHUNK = 5
_ALPHABET = string.ascii_uppercase + "012345"
_ID_CHARACTERS = frozenset(string.ascii_letters + string.digits)
_BEFORE_AN_ID = re.compile(r"\s*(?:(?:id|nr|no)\b[.:\s]*)?#?\s*", re.IGNORECASE)


def join_key(lake_id: str) -> str:
    """Return what two spellings of one record's id have in common; case is never folded.

    That is the trimmed id, and for a Salesforce id of 18 characters whose checksum is right its first 15.
    """
    trimmed = lake_id.strip()
    if len(trimmed) != _LONG or not _ID_CHARACTERS.issuperset(trimmed):
        return trimmed
    short, checksum = trimmed[:SHORT], trimmed[SHORT:]
    return short if checksum.upper() == _case_checksum(short) else trimmed


def possible_ids(text: str) -> tuple[str, ...]:
    """Return the ids that may be meant by what people write, such as "#1000430", "ID 1000430" and "1 000 430"."""
    written = _BEFORE_AN_ID.sub("", text, count=1)
    return tuple(dict.fromkeys((text.strip(), written.strip(), "".join(written.split()))))


def _case_checksum(short: str) -> str:
    """Return the three characters that Salesforce appends: per five characters, which of them are upper case."""
    chunks = (short[start : start + _CHUNK] for start in range(0, SHORT, _CHUNK))
    return "".join(_ALPHABET[sum(c.isupper() << bit for bit, c in enumerate(chunk))] for chunk in chunks)
