"""Markup: what a reader sees of a text that is written in HTML, or of a name that only looks like it."""

import html
import re
from collections.abc import Iterable, Sequence
from html.parser import HTMLParser
from itertools import pairwise

from teamlandkarte.index.colours import WHITE
from teamlandkarte.index.hidden import Look, Sheet
from teamlandkarte.index.open_elements import ELEMENTS, OpenElements

RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"

_LOOKS_LIKE_HTML = re.compile(r"<(?:/?[a-zA-Z][^<>]*>|!--)")
_NEVER_CLOSED = re.compile(r"<(?!!)(?![^<>]*>)")  # no tag; the parser would look for its end again and again
# A comment, an element whose content is no markup, or a tag: up to what ends it, which in quotes does not.
_ONE_PIECE = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?P<raw>script|style|title|textarea|xmp)\b.*?(?:</(?P=raw)|\Z)"
    r"|<[a-z](?:=\s*\"[^\"]*\"|=\s*'[^']*'|[^<>])*+(?P<closed>>)?",
    re.DOTALL | re.IGNORECASE,
)
_NO_TAG = re.compile(rf"<(?!!--|/?(?:{'|'.join(sorted(ELEMENTS))}|\w+:\w+)[\s/>])", re.IGNORECASE)
_ONLY_OF_MARKUP = re.compile(r"</|<[a-z][^<>]*\s(?:hidden|style)\b", re.IGNORECASE)
_TYPE = re.compile(r"(?<=\w)<(?=[A-Z][a-z]*>)")  # List<Object>; there is an element of that name
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-fA-F]+|[a-zA-Z]{2,8});")
_HEADING_TAGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_BLOCK_TAGS = frozenset((*_HEADING_TAGS, "p", "div", "br", "li", "ul", "ol", "tr", "table", "section", "article"))
_CELL_TAGS = frozenset(("td", "th"))
_BREAK, _ITEM = "\n", "\n- "
_NEXT = " | "
_MOST_LINES = 12  # of a cell; one with more is a column of a page, and no cell of a table
_CLOSED = (".", "!", "?", ":", ";", ",")
_COMMENT = re.compile(r"<!--(?:-?>|.*?--!?>)", re.DOTALL)
_TO_RAISED = str.maketrans("0123456789", RAISED_DIGITS)


def is_markup(text: str) -> bool:
    """Return whether a text holds a tag or a comment of HTML; `<Java>` and `Vector<int>` are none."""
    if not _LOOKS_LIKE_HTML.search(text):
        return False
    return bool(_ONLY_OF_MARKUP.search(text) or _LOOKS_LIKE_HTML.search(_NO_TAG.sub("&lt;", text)))


def _quoted_escaped(piece: re.Match[str]) -> str:
    """Return a tag in which no other one seems to begin within the quotes of an attribute."""
    return f"<{piece.group()[1:].replace('<', '&lt;')}" if piece["closed"] else piece.group()


def seen(markup: str, *, bullets: bool = True) -> str:
    """Return what a reader of a page sees of it, its entries with `bullets` or only on lines of their own."""
    markup = _NEVER_CLOSED.sub("&lt;", _ONE_PIECE.sub(_quoted_escaped, markup))
    styles, tags = _Styles(), markup.lower()
    if "<style" in tags:
        styles.feed(markup)
        styles.close()
    sheet, page = Sheet("\n".join(styles.parts)), Look(WHITE)
    for tag in ("html", "body"):
        page = page if f"<{tag}" in tags else sheet.look(page, tag, {})
    parser = _TextOnly(sheet, page)
    parser.feed(markup)
    parser.close()
    return "".join(parser.parts if bullets else (_BREAK if part == _ITEM else part for part in parser.parts))


def unescaped(text: str) -> str:
    """Return a text with what its entities stand for: "R&amp;D" is "R&D"."""
    return html.unescape(text) if _ENTITY.search(text) else text


def seen_of_name(name: str) -> str:
    """Return what a reader sees of a name, of which `List<String>` is part: that is no tag of HTML."""
    markup = _NO_TAG.sub("&lt;", name)
    if "</" not in name:
        markup = _TYPE.sub("&lt;", markup)
    return seen(markup, bullets=False) if is_markup(markup) else unescaped(name)


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

    def __init__(self, sheet: Sheet, page: Look) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._sheet = sheet
        self._open = OpenElements(page)
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
