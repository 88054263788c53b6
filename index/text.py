"""Text as this product stores, shows and compares it.

`clean` is what is stored and shown, `folded` is the identity of a term, `bare` is how people type who have no marks on
their keys, `plain_text` is free text out of HTML, `shown_name` a name.
"""

import html
import re
import unicodedata
from collections.abc import Iterable, Sequence
from html.parser import HTMLParser
from itertools import pairwise

from teamlandkarte.index.colours import WHITE
from teamlandkarte.index.hidden import Look, Sheet
from teamlandkarte.index.open_elements import ELEMENTS, OpenElements

NORMALISATION_VERSION = 1  # part of the manifest and of the content hash: a change re-embeds and republishes

_NEXT_CELL = re.compile(r"(?:(?<=[\w%+#])|(?<=\w\w\))) *\t[^\S\n]*?(?=\S)")  # of a pasted table, not behind a bullet
_ROW = re.compile(r"^[^\n;]*[^\s;](?:;[^\s;][^\n;]*)+$", re.MULTILINE)
_FEWEST_ROWS = 3  # from which lines with semicolons are a table
_EMPTY_LINES = re.compile(r"\n\n\n+")  # `{3,}` has no literal beginning, which takes several times as long
_LOOKS_LIKE_HTML = re.compile(r"<(?:/?[a-zA-Z][^<>]*>|!--)")
_NEVER_CLOSED = re.compile(r"<(?!!)(?![^<>]*>)")  # no tag; the parser would look for its end again and again
_NO_TAG = re.compile(rf"<(?!!--|/?(?:{'|'.join(sorted(ELEMENTS))}|\w+:\w+)[\s/>])", re.IGNORECASE)
_TYPE = re.compile(r"(?<=\w)<(?=[A-Z][a-z]*>)")  # List<Object>; there is an element of that name
_MOST_ESCAPES = 8  # of which one was taken for the text of another
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-fA-F]+|[a-zA-Z]{2,8});")
# Letters of their own that no decomposition takes apart, and whose readers elsewhere type the plain letter.
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})
_HEADING_TAGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_BLOCK_TAGS = frozenset((*_HEADING_TAGS, "p", "div", "br", "li", "ul", "ol", "tr", "table", "section", "article"))
_CELL_TAGS = frozenset(("td", "th"))
_BREAK, _ITEM = "\n", "\n- "
_NEXT = " | "
_MOST_LINES = 12  # of a cell; one with more is a column of a page, and no cell of a table
_CLOSED = (".", "!", "?", ":", ";", ",")
_COMMENT = re.compile(r"<!--(?:-?>|.*?--!?>)", re.DOTALL)
RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
# A soft hyphen where a line broke: within a word, or for the hyphen that stands for its shared end ("Leit- und ...").
_SOFT_BEFORE_AND = re.compile(r"(?<=\w\w\w)\u00ad\s*(?=(?:und|oder|sowie|bzw\.|and|or)\s+\w)")
_SOFT_BEFORE_A_SIGN = re.compile(r"(?<=\w\w\w)\u00ad(?=\s*[,/])")
_SOFT_AT_THE_END = re.compile(r"(?<=\w)\u00ad[ \t]*\r?\n\s*(?=[a-zäöüß])")
_TO_RAISED = str.maketrans("0123456789", RAISED_DIGITS)


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


class _Markup(HTMLParser):
    """Reads markup as browsers do where the library does not."""

    def parse_marked_section(self, i: int, report: bool = True) -> int:  # noqa: FBT001, FBT002 -- the library's
        """Skip `<![…>`; the library gives up on what office programs write there."""
        return self.parse_bogus_comment(i, report)

    def parse_comment(self, i: int, report: bool = True) -> int:  # noqa: ARG002, FBT001, FBT002 -- the library's
        """Skip a comment; one that is never closed reaches to the end."""
        found = _COMMENT.match(self.rawdata, i)
        return found.end() if found else len(self.rawdata)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take `<div/>` for `<div>`."""
        self.handle_starttag(tag, attrs)


class _Styles(_Markup):
    """Collects the style sheets in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._in_one = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_one = tag == "style" and "print" not in (dict(attrs).get("media") or "")

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self._in_one = False

    def handle_data(self, data: str) -> None:
        if self._in_one:
            self.parts.append(data)


class _TextOnly(_Markup):
    """Collects the text a reader of the page would see, on white paper."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._sheet = sheet
        self._open = OpenElements(Look(WHITE))
        self._raised = False
        self._cells: list[int] = []  # where the cells of the row begin, none in a table that only lays out a page

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open.end_before(tag)
        look = self._sheet.look(self._open.mark, tag, dict(reversed(attrs)))  # of two attributes the first one holds
        self._open.begin(tag, look)
        if not look.gone:
            self._lay_out(tag, look)

    def _lay_out(self, tag: str, look: Look) -> None:
        if tag == "sup":
            self._raised = True
        if tag == "table" or tag in _HEADING_TAGS:
            self._cells.clear()
        if tag == "tr":
            self._end_row()
        if tag in _BLOCK_TAGS:
            self.parts.append(_ITEM if tag == "li" and not look.hides else _BREAK)
        elif tag in _CELL_TAGS:
            behind_another = len(self._cells) > 0 and not self.parts[-1].endswith(_BREAK)
            self._cells.append(len(self.parts))
            self.parts.append(_NEXT if behind_another else "")

    def handle_endtag(self, tag: str) -> None:
        was_gone = self._open.mark.gone
        self._open.end(tag)
        if was_gone:
            return
        if tag == "sup":
            self._raised = False
        if tag in {"tr", "table"}:
            self._end_row()
        if tag in _BLOCK_TAGS and tag not in {"br", "li"}:
            self.parts.append(_BREAK)

    def close(self) -> None:
        """End what the text leaves open."""
        super().close()
        self._end_row()

    def _end_row(self) -> None:
        """Put the cells of a row into one line, whatever stands in them, unless they are columns of a page."""
        begins, self._cells = self._cells, []
        cells = [_lines(self.parts[begin:end]) for begin, end in pairwise([*begins, len(self.parts)])]
        if len(cells) > 1 and max(map(len, cells)) <= _MOST_LINES:
            self.parts[begins[0] :] = [_NEXT.join(map(_in_one_line, cells)).lstrip(_NEXT)]

    def handle_data(self, data: str) -> None:
        if not self._open.mark.hides:
            number = self._raised and data.strip(" ()").isdecimal()
            self.parts.append(data.translate(_TO_RAISED) if number else data)


def _seen(markup: str) -> list[str]:
    """Return the pieces of text and the breaks that a reader of a page sees."""
    markup = _NEVER_CLOSED.sub("&lt;", markup)
    styles = _Styles()
    if "<style" in markup.lower():
        styles.feed(markup)
        styles.close()
    parser = _TextOnly(Sheet("\n".join(styles.parts)))
    parser.feed(markup)
    parser.close()
    return parser.parts


def _lines(parts: Sequence[str]) -> list[str]:
    """Return the lines of the parts of a cell that are not empty."""
    lines = [""]
    for part in parts:
        if part in {_BREAK, _ITEM}:
            lines.append("")
        elif part != _NEXT:
            lines[-1] += part
    return [line for line in (" ".join(line.split()) for line in lines) if line]


def _in_one_line(lines: Iterable[str]) -> str:
    return " ".join(line if line.endswith(_CLOSED) else f"{line};" for line in lines).removesuffix(";")


def plain_text(text: str) -> str:
    """Return free text for people: HTML becomes plain lines, invisible characters go, paragraphs stay."""
    if _LOOKS_LIKE_HTML.search(text):
        text = "".join(_seen(text))
    else:
        text = _cells_apart(html.unescape(text) if _ENTITY.search(text) else text)
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
        before, name = name, clean(_without_markup(name))
        if name == before:
            break
    return name


def _without_markup(name: str) -> str:
    markup = _NO_TAG.sub("&lt;", name)
    if "</" not in name:
        markup = _TYPE.sub("&lt;", markup)
    if _LOOKS_LIKE_HTML.search(markup):
        return "".join(_BREAK if part == _ITEM else part for part in _seen(markup))
    return html.unescape(name) if _ENTITY.search(name) else name


def _without_soft_hyphens(text: str) -> str:
    text = _SOFT_BEFORE_A_SIGN.sub("-", _SOFT_BEFORE_AND.sub("- ", text))
    return _SOFT_AT_THE_END.sub("", text)


def _cells_apart(text: str) -> str:
    """Return a text in which bars stand between the cells of a table that was pasted with tabs or semicolons."""
    text = _NEXT_CELL.sub(" | ", text)
    if ";" not in text or len(_ROW.findall(text)) < _FEWEST_ROWS:
        return text
    return _ROW.sub(lambda row: row.group().replace(";", " | "), text)
