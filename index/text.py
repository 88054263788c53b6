"""Text as this product stores, shows and compares it.

`clean` is what is stored and shown, `folded` is the identity of a term, `bare` and `spelt_out` are how people type who
have no marks on their keys, `plain_text` is free text out of HTML, `shown_name` a name.
"""

import re
import unicodedata

from teamlandkarte.index.markup import is_markup, seen, seen_of_name, unescaped

NORMALISATION_VERSION = 2  # part of the manifest and of the content hash: a change re-embeds and republishes

_NEXT_CELL = re.compile(r"(?:(?<=[\w%+#])|(?<=\w\w\))) *\t[^\S\n]*?(?=\S)")  # of a pasted table, not behind a bullet
_ROW = re.compile(r"^[^\n;]*[^\s;](?:;[^\s;][^\n;]*)+$", re.MULTILINE)
_FEWEST_ROWS = 3  # from which lines with semicolons are a table
_EMPTY_LINES = re.compile(r"\n\n\n+")  # `{3,}` has no literal beginning, which takes several times as long
_MOST_ESCAPES = 8  # of which one was taken for the text of another
_SPELT_OUT = (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"))
# Letters of their own that no decomposition takes apart, and whose readers elsewhere type the plain letter.
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})
# A soft hyphen where a line broke: within a word, or for the hyphen that stands for its shared end ("Leit- und ...").
_SOFT_BEFORE_AND = re.compile(r"(?<=\w\w\w)\u00ad\s*(?=(?:und|oder|sowie|bzw\.|and|or)\s+\w)")
_SOFT_BEFORE_A_SIGN = re.compile(r"(?<=\w\w\w)\u00ad(?=\s*[,/])")
_SOFT_AT_THE_END = re.compile(r"(?<=\w)\u00ad[ \t]*\r?\n\s*(?=[a-zäöüß])")


def visible(text: str) -> str:
    """Return the text in NFC without control, format (bidi, zero-width, tag) and surrogate characters.

    White space survives; line breaks become `\\n`.
    """
    if text.replace("\n", "").isprintable():  # nearly every text: nothing to take away
        return unicodedata.normalize("NFC", text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    kept = (" " if c in "\t\v\f\x85" else c for c in lines)
    shown = "".join(c for c in kept if c == "\n" or unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Co", "Cn"})
    return unicodedata.normalize("NFC", shown)


def clean(text: str) -> str:
    """Return one visible line: NFC, trimmed, white space collapsed to single blanks."""
    return " ".join(visible(text).split())


def closed(text: str, start: int, end: int) -> int:
    """Return where the words at `text[start:end]` end with the bracket right behind that closes one of theirs."""
    opened = text.count("(", start, end) > text.count(")", start, end)
    return end + (opened and text.startswith(")", end))


def folded(text: str) -> str:
    """Return the identity of a term: two texts are the same term if and only if this is equal (NFKC + casefold)."""
    if text.isascii() and text.isprintable():  # most terms: no other form and nothing invisible
        return " ".join(text.casefold().split())
    return clean(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", clean(text)).casefold()))


def bare(text: str) -> str:
    """Return a casefolded text in plain letters, without marks: ё is е, ü is u, ł is l."""
    if text.isascii():
        return text
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).translate(_PLAIN)


def spelt_out(text: str) -> str:
    """Return a text in small letters with its umlauts as people type them who lack those keys: "ue" for "ü"."""
    if text.isascii():
        return text
    for umlaut, letters in _SPELT_OUT:  # of a long text a tenth of the time that `str.translate` takes
        text = text.replace(umlaut, letters)
    return text


def plain_text(text: str) -> str:
    """Return free text for people: HTML becomes plain lines, invisible characters go, paragraphs stay."""
    text = seen(text) if is_markup(text) else _cells_apart(unescaped(text))
    text = _without_soft_hyphens(text) if "\u00ad" in text else text
    lines = (" ".join(line.split()) for line in visible(text).split("\n"))
    return _EMPTY_LINES.sub("\n\n", "\n".join(lines)).strip()


def shown_name(text: str) -> str:
    """Return a name as a reader sees it: one clean line without markup and hidden text, the same for what it returns.

    What stands in angle brackets and is no tag of HTML, as in `List<String>`, is part of the name.
    """
    name = clean(text)
    for _ in range(_MOST_ESCAPES):
        if "<" not in name and "&" not in name:
            break
        before, name = name, clean(seen_of_name(name))
        if name == before:
            break
    return name


def _without_soft_hyphens(text: str) -> str:
    text = _SOFT_BEFORE_A_SIGN.sub("-", _SOFT_BEFORE_AND.sub("- ", text))
    return _SOFT_AT_THE_END.sub("", text)


def _cells_apart(text: str) -> str:
    """Return a text in which bars stand between the cells of a table that was pasted with tabs or semicolons."""
    text = _NEXT_CELL.sub(" | ", text)
    if ";" not in text or len(_ROW.findall(text)) < _FEWEST_ROWS:
        return text
    return _ROW.sub(lambda row: row.group().replace(";", " | "), text)
