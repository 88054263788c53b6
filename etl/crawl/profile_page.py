"""From the text of a profile page to a profile."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import unquote

from teamlandkarte.etl.crawl.charset import LOST
from teamlandkarte.etl.crawl.page import Element, Page, UnreadablePageError, headline_of, line_of, lines_of, select
from teamlandkarte.etl.crawl.sections import sections_of
from teamlandkarte.etl.crawl.site import Site
from teamlandkarte.etl.directory_source import Profile
from teamlandkarte.index.config import CrawlSelectors

_VERSION = 4  # of this reading; another one reads pages again that have not changed
_LONGEST_NAME = 200  # characters; what is longer is the whole page under a heading that was never closed
_AT = "-at-"  # how scripts against collectors of addresses write the sign
_PIECES = re.compile(r'\[\s*"[^"\]]*"(?:\s*,\s*"[^"\]]*")*\s*\]')
_QUOTED = re.compile(r'"([^"]*)"')
_AROUND = r"\s@<>\"',;:()\[\]{}"  # what stands around an address and never in it
_MAIL = re.compile(  # looked for where words begin: at each of their letters, a long one without @ would take for ever
    rf"(?<![^{_AROUND}])[^{_AROUND}]+@[^{_AROUND}]+\.[^{_AROUND}]+"
)
_MOST_ELEMENTS = 100_000  # of a page about one person
_MOST_WEIGHT = 100_000_000  # a page of 4 MB that is 25 elements deep; the presets look through it in seconds


class ProfileReader:
    """Reads profile pages with selectors."""

    def __init__(self, site: Site, selectors: CrawlSelectors) -> None:
        self._site = site
        self._selectors = selectors
        said = json.dumps([_VERSION, selectors.model_dump()], sort_keys=True)
        self.fingerprint = hashlib.sha256(said.encode()).hexdigest()[:16]

    def read(self, page: Page, address: str) -> Profile:
        """Return whose profile the page at an address is.

        Raises:
            UnreadablePageError: It names nobody, or is no page about one person.
        """
        if len(page) > _MOST_ELEMENTS:
            raise UnreadablePageError(f"it has {len(page):,} elements, more than a profile has")
        if page.weight() > _MOST_WEIGHT:
            raise UnreadablePageError("too many of its elements hold each other, as if no tag were ever closed")
        canonical = self._canonical(page, address)
        page.drop_hidden()
        return Profile(
            key=self._site.key(canonical),
            profile_id=self._site.profile_id(canonical),
            name=self._name(page),
            url=canonical,
            document={
                "positions": _distinct(
                    line_of(element).rstrip(": ") for element in page.select(self._selectors.positions)
                ),
                "contacts": self._contacts(page),
                "sections": sections_of(page, page.base(address), self._selectors),
            },
        )

    def _canonical(self, page: Page, address: str) -> str:
        """Return the address that the page calls its own, if that is one of a profile here."""
        base = page.base(address)
        for link in page.select('link[rel="canonical"][href]'):
            named = self._site.link(base, link.get("href"))
            if named and self._site.kind(named) == "profile":
                return named
        return self._site.link(address, address) or address

    def _name(self, page: Page) -> str:
        found = next(filter(None, map(headline_of, page.select(self._selectors.name))), "")
        if not found:
            raise UnreadablePageError(
                f"it names nobody: nothing is found for the selector name = {self._selectors.name!r}"
            )
        if LOST in found:
            raise UnreadablePageError(f'its characters cannot be read: the name is "{found[:_LONGEST_NAME]}"')
        if len(found) > _LONGEST_NAME:
            raise UnreadablePageError(f'its name has no end: it begins with "{found[:40]}"')
        return found

    def _contacts(self, page: Page) -> dict[str, Any]:
        elements = dict.fromkeys(page.select(self._selectors.contacts))
        outer = [element for element in elements if elements.keys().isdisjoint(element.iterancestors())]
        called = (link.get("href").strip() for element in outer for link in select(element, "a[href]"))
        phones = (href[4:] for href in called if href[:4].lower() == "tel:")
        return {
            "emails": _distinct(mail for element in page.select(self._selectors.emails) for mail in _mails(element)),
            "phones": _distinct(unquote(phone).strip() for phone in phones),
            "lines": _distinct(lines_of(outer)),
        }


def _mails(element: Element) -> Iterator[str]:
    """Return the mail addresses in a link, in pieces that a script would join, or in the text."""
    written = f"{unquote(element.get('href') or '')} {element.get('data-at') or ''} {element.text_content()}"
    joined = _PIECES.sub(lambda pieces: f" {''.join(_QUOTED.findall(pieces[0]))} ".replace(_AT, "@"), written)
    return (mail.split("?")[0].rstrip(".") for mail in _MAIL.findall(joined))


def _distinct(texts: Iterable[str]) -> list[str]:
    return [text for text in dict.fromkeys(texts) if text]
