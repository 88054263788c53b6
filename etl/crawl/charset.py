"""The characters of a page, whatever it says about its encoding."""

import codecs
import re

LOST = "\N{REPLACEMENT CHARACTER}"  # stands where a character was that nobody could read

_DECLARED = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w:.-]{1,40})", re.IGNORECASE)
_BEGINNING = 4096  # bytes; browsers look at 1024, real pages put long scripts first
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_OF_PAGES = ("utf-8", "cp", "iso8859", "koi8", "mac", "gb", "big5", "euc", "shift_jis", "ascii")
_AS_BROWSERS = {"ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030"}
_LOST_SHARE = 0.001  # of the characters: a text that was cut in the middle, where a wrong encoding breaks every word


class CharsetError(Exception):
    """Raised where no encoding that is declared fits; the message names them."""


def decoded(body: bytes, header: str | None) -> str:
    """Return the text of a page; a few broken characters become `LOST`.

    What is valid UTF-8 is UTF-8, whatever is declared, since text in another encoding practically never is. Then the
    encoding in the header of the answer counts, then the one that the page itself names.

    Raises:
        CharsetError: No declared encoding fits.
    """
    for mark, name in _MARKS:
        if body.startswith(mark):
            return body.decode(name, "replace")
    found = _DECLARED.search(body[:_BEGINNING])
    declared = [name for name in (header, found[1].decode("ascii", "replace") if found else None) if name]
    encodings = list(dict.fromkeys(["utf-8", *filter(None, map(_known, declared))]))
    for encoding in encodings:
        try:
            return body.decode(encoding)
        except UnicodeDecodeError:
            continue
    for encoding in (*encodings[1:], "utf-8"):
        text = body.decode(encoding, "replace")
        if text.count(LOST) <= _LOST_SHARE * len(text):
            return text
    said = ", ".join(f'"{name}"' for name in dict.fromkeys(declared)) or "none"
    raise CharsetError(f"its characters cannot be read (declared encoding: {said})")


def _known(name: str) -> str | None:
    """Return the encoding that browsers mean by a name, None where it is none of a page that names it in ASCII."""
    try:
        known = codecs.lookup(name).name
    except (LookupError, ValueError):
        return None
    return _AS_BROWSERS.get(known, known) if known.startswith(_OF_PAGES) else None
