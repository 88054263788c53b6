"""Which elements are open at a place of a page: HTML lets end tags be left out, and elements end where others begin."""

from collections.abc import Iterable
from typing import Generic, TypeVar

_Mark = TypeVar("_Mark")

_VOID = frozenset(
    (
        *("area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen", "link"),
        *("meta", "param", "source", "track", "wbr"),
    )
)
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_FORMATTING = frozenset(
    ("a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u")
)
_BLOCKS = frozenset(
    (
        *_HEADINGS,
        *("address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "dir", "div", "dl", "dt"),
        *("fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr", "li", "listing", "main"),
        *("menu", "nav", "ol", "p", "pre", "section", "summary", "table", "ul"),
    )
)
_TABLE_PARTS = frozenset(("caption", "colgroup", "tbody", "thead", "tfoot", "tr", "td", "th"))
_SPECIAL = _BLOCKS | _TABLE_PARTS | {"body", "button", "html", "marquee", "object", "select", "template", "iframe"}
_WITHIN_LINES = frozenset(
    (
        *("abbr", "acronym", "bdi", "bdo", "canvas", "cite", "data", "datalist", "del", "dfn", "iframe", "ins", "kbd"),
        *("label", "legend", "map", "mark", "math", "meter", "noscript", "optgroup", "option", "output", "picture"),
        *("progress", "q", "rp", "rt", "ruby", "samp", "script", "slot", "span", "style", "sub", "sup", "svg"),
        *("textarea", "time", "title", "var", "video", "audio", "head"),
    )
)
ELEMENTS = _SPECIAL | _VOID | _FORMATTING | _WITHIN_LINES  # of HTML, also of its older versions
_BORDERS = ("caption", "html", "marquee", "object", "table", "td", "template", "th")  # that end tags do not reach over
_REACH = {border: tuple(other for other in _BORDERS if other != border) for border in _BORDERS}
_REACH |= {"table": ("template",), "template": ()}
# What ends where an element begins, and what it does not reach over.
_ENDED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "li": (("li",), ("ul", "ol", "menu", "dir", *_BORDERS)),
    **dict.fromkeys(("dd", "dt"), (("dd", "dt"), ("dl", *_BORDERS))),
    **dict.fromkeys(("td", "th"), (("td", "th", "caption"), ("table", "template"))),
    "tr": (("tr", "td", "th", "caption"), ("table", "template")),
    **dict.fromkeys(("tbody", "thead", "tfoot"), (("tbody", "thead", "tfoot", "tr", "caption"), ("table", "template"))),
    **dict.fromkeys(("option", "optgroup"), (("option",), ("select", "datalist", *_BORDERS))),
    "a": (("a",), _BORDERS),
    "button": (("button",), _BORDERS),
}


class OpenElements(Generic[_Mark]):
    """The elements that are open, each with a mark; the time for any number of tags grows as their number."""

    def __init__(self, mark: _Mark) -> None:
        self._outermost = mark
        self._open: list[tuple[str, _Mark]] = []
        self._places: dict[str, list[int]] = {}
        self._specials: list[int] = []

    @property
    def mark(self) -> _Mark:
        """The mark of the innermost element, or that of the page."""
        return self._open[-1][1] if self._open else self._outermost

    def end_before(self, tag: str) -> None:
        """End what ends where an element with this tag begins."""
        if tag in _BLOCKS:
            self._end(("p",), ("button", *_BORDERS))
        if tag in _HEADINGS and self._open and self._open[-1][0] in _HEADINGS:
            self._leave(len(self._open) - 1)
        if tag in _ENDED:
            self._end(*_ENDED[tag])

    def begin(self, tag: str, mark: _Mark) -> None:
        """Begin an element, unless it holds nothing or is a part of a table outside of one."""
        if tag in _VOID or (tag in _TABLE_PARTS and not self._places.get("table")):
            return
        self._places.setdefault(tag, []).append(len(self._open))
        if tag in _SPECIAL:
            self._specials.append(len(self._open))
        self._open.append((tag, mark))

    def end(self, tag: str) -> None:
        """End the innermost element with this tag and all in it, if the end tag reaches it."""
        if tag in {"body", "html"}:
            return
        if tag == "p":
            self._end(("p",), ("button", *_BORDERS))
        elif tag in _HEADINGS:
            if (place := self._innermost(_HEADINGS)) > self._innermost(_BORDERS):
                self._leave(place)
        elif tag in _ENDED and tag not in {"a", "button"}:
            self._end((tag,), _ENDED[tag][1])
        elif tag in _SPECIAL or tag in _FORMATTING:
            self._end((tag,), _REACH.get(tag, _BORDERS))
        elif (place := self._innermost((tag,))) > (self._specials[-1] if self._specials else -1):
            self._leave(place)

    def _end(self, tags: Iterable[str], borders: Iterable[str]) -> None:
        """End the outermost of the innermost elements with these tags, unless a border lies between."""
        border = self._innermost(borders)
        if reached := [place for tag in tags if (place := self._innermost((tag,))) > border]:
            self._leave(min(reached))

    def _innermost(self, tags: Iterable[str]) -> int:
        return max((places[-1] for tag in tags if (places := self._places.get(tag))), default=-1)

    def _leave(self, place: int) -> None:
        """End the element at a place and all in it."""
        while len(self._open) > place:
            tag, _ = self._open.pop()
            self._places[tag].pop()
        while self._specials and self._specials[-1] >= place:
            self._specials.pop()
