"""The ids of the lake: kept as they are spelled, joined by `join_key`.

Some ids come from Salesforce, where one record has an id of 15 characters that differ by case, and one of 18: the same
15 and a checksum of their case. The lake may hold either, and a caller may send either.
"""

import string

SHORT, _LONG = 15, 18  # characters
_CHUNK = 5
_ALPHABET = string.ascii_uppercase + "012345"
_ID_CHARACTERS = frozenset(string.ascii_letters + string.digits)


def join_key(lake_id: str) -> str:
    """Return what two spellings of one record's id have in common; case is never folded.

    That is the trimmed id, and for a Salesforce id of 18 characters whose checksum is right its first 15.
    """
    trimmed = lake_id.strip()
    if len(trimmed) != _LONG or not _ID_CHARACTERS.issuperset(trimmed):
        return trimmed
    short, checksum = trimmed[:SHORT], trimmed[SHORT:]
    return short if checksum.upper() == _case_checksum(short) else trimmed


def _case_checksum(short: str) -> str:
    """Return the three characters that Salesforce appends: per five characters, which of them are upper case."""
    chunks = (short[start : start + _CHUNK] for start in range(0, SHORT, _CHUNK))
    return "".join(_ALPHABET[sum(c.isupper() << bit for bit, c in enumerate(chunk))] for chunk in chunks)
