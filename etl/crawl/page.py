"""A page as a tree of elements, however badly it is written. The only user of lxml.

lxml reads what browsers read, and gives up where a tree grows too deep; parsers that build every tree as HTML 5 wants
it take minutes for a page of a megabyte whose tags are never closed.
"""

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from typing import Any

import cssselect
import lxml.html
from cssselect.parser import Function
from cssselect.xpath import ExpressionError, XPathExpr
from lxml import etree

from teamlandkarte.etl.crawl.site import absolute
from teamlandkarte.index.colours import WHITE
from teamlandkarte.index.hidden import Look, Sheet
from teamlandkarte.index.text import clean

Element = Any  # lxml brings no types

_SILENT = frozenset(("script", "style", "noscript", "template", "head", "button", "svg"))
_BLOCKS = frozenset(
    (
        *("address", "article", "blockquote", "body", "br", "caption", "dd", "details", "div", "dl", "dt"),
        *("figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li"),
        *("main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr"),
        "ul",
    )
)
_TOO_DEEP = "Excessive depth"  # libxml2's words; the kind of the error differs between its versions
_NOT_IN_HEADINGS = frozenset(
    ("address", "article", "dl", "form", "h1", "h2", "h3", "h4", "h5", "h6", "nav", "ol", "section", "table", "ul")
)
_UNDRAWN = frozenset(("head", "script"))  # never seen and yet read, by selectors for them
_OPENING = ("href", "aria-controls", "data-target", "data-bs-target")  # what names the part that a click opens
_CAPITALS = "".join(chr(code) for code in range(0x250) if chr(code).isupper() and len(chr(code).lower()) == 1)
_CAPITALS += "".join(chr(code) for code in range(0x370, 0x530) if chr(code).isupper())
_ELEMENT = 50  # characters; what it takes to look at an element itself
_LOOKED_THROUGH = 2_000  # characters, for words; headings that were never closed hold each other and the whole page


class UnreadablePageError(Exception):
    """Raised for a page that yields nothing; the message is a reason for people."""


class Page:
    """The elements of a page."""

    def __init__(self, text: str) -> None:
        """Parse a page.

        Raises:
            UnreadablePageError: It is empty or nested beyond all measure.
        """
        parser = lxml.html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
        try:
            self.root = lxml.html.document_fromstring(text.encode(), parser=parser)
        except etree.ParserError as exc:
            raise UnreadablePageError("the page is empty") from exc
        if any(error.message.startswith(_TOO_DEEP) for error in parser.error_log):
            raise UnreadablePageError("its elements are nested too deeply, as if no tag were ever closed")
        while nested := self.root.xpath("//dd/dd"):  # a `dd` that is not closed ends at the next one, says HTML
            for inner in reversed(nested):
                inner.getparent().addnext(inner)

    def __len__(self) -> int:
        """The number of elements."""
        return int(self.root.xpath("count(//*)"))

    def weight(self) -> int:
        """Return what a selector may have to look through: all characters, as often as elements hold them."""
        weight = depth = 0
        for event, element in etree.iterwalk(self.root, events=("start", "end")):
            if event == "start":
                depth += 1
                weight += depth * (_ELEMENT + len(element.text or ""))
            else:
                depth -= 1
                weight += depth * len(element.tail or "")
        return weight

    def select(self, selector: str) -> list[Element]:
        """Return the elements that a CSS selector matches, in the order of the page; none for an empty selector."""
        return select(self.root, selector)

    def base(self, address: str) -> str:
        """Return the address from which the links of the page are counted, given its own."""
        named = self.select("base[href]")
        return (absolute(address, named[0].get("href")) if named else "") or address

    def drop_hidden(self) -> None:
        """Drop the text and the links that a reader does not see; what a click opens stays."""
        sheet = Sheet("\n".join(style.text or "" for style in self.select('style:not([media*="print"])')))
        opened = self._opened()
        # What colour is behind a text is not known where style sheets decide that are not part of the page.
        looks = [Look(None if self.select('link[rel~="stylesheet"]') else WHITE)]
        walk = etree.iterwalk(self.root, events=("start", "end"))
        for event, node in walk:
            if event == "end":
                looks.pop()
                if looks[-1].hides:
                    node.tail = None
                continue
            if node.tag in _UNDRAWN:
                walk.skip_subtree()
                looks.append(looks[-1])
                continue
            opens = node.get("role") == "tabpanel" or node.get("id") in opened
            looks.append(looks[-1] if opens else sheet.look(looks[-1], node.tag, node.attrib))
            if looks[-1].hides:
                node.text = None
            if looks[-1].gone:
                for attribute in ("href", "data-at"):
                    node.attrib.pop(attribute, None)

    def _opened(self) -> frozenset[str]:
        """Return the ids of the parts that something on the page opens."""
        named = (element.get(name, "") for name in _OPENING for element in self.root.iterfind(f".//*[@{name}]"))
        return frozenset(one.lstrip("#") for names in named if "/" not in names for one in names.split())

    def links(self) -> Iterator[str]:
        """Yield what each link of the page names."""
        return (link.get("href") for link in self.select("a[href], area[href]"))


def select(element: Element, selector: str) -> list[Element]:
    """Return the element and those below it that a CSS selector matches; none for an empty selector."""
    return _compiled(selector)(element) if selector else []


def lines_of(elements: Iterable[Element], without: Collection[Element] = ()) -> list[str]:
    """Return what a reader sees of elements, line by line, but for some parts of them."""
    parts: list[str] = []
    for element in elements:
        parts += ["\n", *(piece for piece, _ in _pieces(element, without)), "\n"]
    return [line for line in map(clean, "".join(parts).split("\n")) if line]


def line_of(element: Element) -> str:
    """Return what a reader sees of an element, in one line."""
    return " ".join(lines_of([element]))


def headline_of(element: Element) -> str:
    """Return the text of a heading, without what it swallows where it was never closed."""
    swallowed = next(iter(swallowed_by(element)), None)
    pieces = itertools.takewhile(lambda found: swallowed is None or found[1] is not swallowed, _pieces(element, ()))
    return clean("".join(piece for piece, _ in pieces).replace("\n", " "))


def swallowed_by(heading: Element) -> list[Element]:
    """Return the elements in a heading that can only be there because it was never closed."""
    return [child for child in heading if child.tag in _NOT_IN_HEADINGS]


def own_parts(element: Element, *tags: str) -> Iterator[Element]:
    """Yield the parts of a table, or of one of its rows, that have one of these tags; not those of tables in cells."""
    walk = etree.iterwalk(element, events=("start",))
    for _, node in walk:
        if node.tag == "table" and node is not element:
            walk.skip_subtree()
        elif node.tag in tags and node is not element:
            yield node


def _pieces(element: Element, without: Collection[Element]) -> Iterator[tuple[str, Element]]:
    """Yield pieces of text and line breaks, each with the element that it comes from."""
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, node in walk:
        if event == "start":
            if node in without or node.tag in _SILENT:
                walk.skip_subtree()
                continue
            yield ("\n" if node.tag in _BLOCKS else ""), node
            yield _flowing(node.text), node
        else:
            yield ("\n" if node.tag in _BLOCKS else ""), node
            if node is not element:
                yield _flowing(node.tail), node


def _flowing(text: str | None) -> str:
    """Return text whose line breaks are only how somebody wrote the page."""
    return (text or "").replace("\n", " ").replace("\r", " ")


class _Translator(cssselect.HTMLTranslator):
    """CSS with `:contains("words")`, which older drafts had, in whatever letters; lxml's own breaks its memory."""

    def xpath_contains_function(self, xpath: XPathExpr, function: Function) -> XPathExpr:
        """Return the expression with the condition that its text holds the words."""
        if function.argument_types() not in (["STRING"], ["IDENT"]):
            raise ExpressionError(":contains() needs words in quotes")
        words = (function.arguments[0].value or "").lower()
        capitals = "".join(letter for letter in _CAPITALS if letter.lower() in words)  # each costs time at each element
        letters = f"{self.xpath_literal(capitals)}, {self.xpath_literal(capitals.lower())}"
        looked_at = f"translate(substring(., 1, {_LOOKED_THROUGH}), {letters})"
        return xpath.add_condition(f"contains({looked_at}, {self.xpath_literal(words)})")


@cache
def _compiled(selector: str) -> Callable[[Element], list[Element]]:
    compiled: Callable[[Element], list[Element]] = etree.XPath(_Translator().css_to_xpath(selector))
    return compiled
