"""The sections of a profile page: publications, courses by year, theses, tables, links, free text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from teamlandkarte.etl.crawl.page import Element, Page, headline_of, line_of, lines_of, own_parts, select, swallowed_by
from teamlandkarte.etl.crawl.site import absolute
from teamlandkarte.index.config import CrawlSelectors

Document = dict[str, Any]

_HEADING = re.compile(r"h[1-6]")
_YEARS = re.compile(r"\b((?:19|20)\d\d)(?:\s*[/–—-]\s*((?:19|20)?\d\d)\b)?")
_HEADLINE = 60  # characters; in a longer text a year belongs to the sentence, not to what follows


@dataclass(frozen=True)
class _Part:
    """One section as it stands on the page."""

    kind: str | None  # None: what it holds tells
    title: str
    heading: Element  # the element of the title, None without one
    contents: Sequence[Element]

    @property
    def lines(self) -> list[str]:
        """What a reader sees below the title."""
        return lines_of(self.contents, (self.heading,))


def sections_of(page: Page, base: str, selectors: CrawlSelectors) -> list[Document]:
    """Return the sections of a page in its order, with absolute links; empty ones are left out."""
    return [
        {"type": kind, "title": part.title, **document}
        for part in _parts(page, selectors)
        for kind, document in _read(part, base, selectors)
    ]


def _parts(page: Page, selectors: CrawlSelectors) -> Iterator[_Part]:
    kinds: dict[Element, str | None] = {}
    for kind, selector in (
        ("publications", selectors.publications),
        ("courses_by_year", selectors.courses),
        ("theses", selectors.theses),
        ("table", selectors.tables),
        ("links", selectors.links),
        ("text", selectors.texts),
        (None, selectors.sections),
    ):
        for element in page.select(selector):
            kinds.setdefault(element, kind)
    for element in page.root.iter():
        if element in kinds and not any(above in kinds for above in element.iterancestors()):
            yield _part(element, kinds[element], selectors, kinds)


def _part(
    element: Element, kind: str | None, selectors: CrawlSelectors, all_of_them: dict[Element, str | None]
) -> _Part:
    """Return a section: an element, or a heading with what follows until the next heading or section."""
    if not _HEADING.fullmatch(element.tag):
        heading = next(iter(select(element, selectors.section_title)), None)
        return _Part(kind, "" if heading is None else headline_of(heading), heading, [element])
    contents = swallowed_by(element)
    for following in element.itersiblings():
        if following in all_of_them or (_HEADING.fullmatch(following.tag) and following.tag <= element.tag):
            break
        contents.append(following)
    return _Part(kind, headline_of(element), element, contents)


def _read(part: _Part, base: str, selectors: CrawlSelectors) -> Iterator[tuple[str, Document]]:
    """Yield the kind and the document of each section that a part makes: one, or one for each of its tables."""
    kind = part.kind or _kind_of(part)
    if kind == "table":
        yield from (("table", table) for content in part.contents for table in _tables(content))
        return
    document = _document(kind, part, base, selectors)
    if any(document.values()):
        yield kind, document


def _document(kind: str, part: _Part, base: str, selectors: CrawlSelectors) -> Document:
    if kind == "courses_by_year":
        return {"courses": list(_courses(part, base, selectors))}
    if kind in {"publications", "theses"}:
        items = _items(part, selectors) or list(part.contents)
        return {"items": [item for element in items if (item := _item(element, part, base, selectors))["text"]]}
    links = [link for content in part.contents for link in _links(content, base)]
    if kind == "links":
        return {"links": links}
    return {"text": "\n".join(part.lines), **({"links": links} if links else {})}


def _kind_of(part: _Part) -> str:
    if any(select(content, "table") for content in part.contents):
        return "table"
    text = " ".join(part.lines)
    linked = " ".join(line_of(link) for content in part.contents for link in select(content, "a[href]"))
    return "links" if text and text == linked else "text"


def _tables(content: Element) -> Iterator[Document]:
    """Yield each table with what is its own: one that stands in a cell of another is a table of its own."""
    tables = dict.fromkeys(select(content, "table"))
    for table in tables:
        cells = [list(own_parts(row, "th", "td")) for row in own_parts(table, "tr")]
        rows = [[" ".join(lines_of([cell], tables)) for cell in row] for row in cells]
        header = rows.pop(0) if cells and all(cell.tag == "th" for cell in cells[0]) else []
        if any(map(any, rows)):
            yield {"header": header, "rows": [row for row in rows if any(row)]}


def _links(content: Element, base: str) -> Iterator[Document]:
    for link in select(content, "a[href]"):
        url, title = absolute(base, link.get("href")), line_of(link)
        if url and title:
            yield {"title": title, "url": url}


def _items(part: _Part, selectors: CrawlSelectors) -> list[Element]:
    """Return the innermost items of a part, or else its paragraphs."""
    contents = frozenset(part.contents)
    for selector in (selectors.items, "p"):
        found = [item for content in part.contents for item in select(content, selector) if item not in contents]
        holding = {above for item in found for above in item.iterancestors()}
        if leaves := [item for item in found if item not in holding and item is not part.heading]:
            return leaves
    return []


def _item(element: Element, part: _Part, base: str, selectors: CrawlSelectors) -> Document:
    text = " ".join(lines_of([element], (part.heading,)))
    titled = next((found for found in select(element, selectors.item_title) if line_of(found)), None)
    links = [*([] if titled is None else select(titled, "a[href]")), *select(element, "a[href]")]
    url = next(filter(None, (absolute(base, link.get("href")) for link in links)), "")
    return {"title": text if titled is None else line_of(titled), "text": text, "url": url}


def _courses(part: _Part, base: str, selectors: CrawlSelectors) -> Iterator[Document]:
    """Yield the courses, each with the year that was last named above it or stands in it."""
    items = dict.fromkeys(_items(part, selectors))
    year = _year(part.title)
    for content in part.contents:
        inside: Element = None
        for element in content.iter():
            if inside is not None and inside in element.iterancestors():
                continue
            inside = element if element in items else None
            if inside is None:
                headline = (element.text or "").strip()
                year = (_year(headline) if len(headline) <= _HEADLINE else None) or year
            elif (item := _item(element, part, base, selectors))["text"]:
                yield {"title": item["title"], "url": item["url"], "year": year or _year(item["text"])}


def _year(text: str) -> str | None:
    """Return a year, or an academic year as in "2024/2025"."""
    found = _YEARS.search(text)
    if found is None:
        return None
    first, second = found[1], found[2]
    return f"{first}/{second if len(second) == 4 else first[:2] + second}" if second else first
