"""The addresses of a staff site: which ones belong to it, which are profiles or lists of them, and whose they are."""

import re
from collections.abc import Sequence
from typing import Literal
from urllib.parse import unquote

import httpx2

Kind = Literal["list", "profile"]

_ESCAPE = re.compile(r"%[0-9a-fA-F]{2}")
_IGNORED = re.compile(r"[\t\r\n]")  # as browsers do
_PORTS = {"http": 80, "https": 443}


class OffSiteError(Exception):
    """Raised for an address on another host; the message names the host."""


class Site:
    """One host, known by the start pages; `profile` and `listing` are full matches of a path, with or without query."""

    def __init__(self, start_urls: Sequence[str], profile: str, listing: str) -> None:
        self._profile = re.compile(profile)
        self._listing = re.compile(listing) if listing else None
        first = httpx2.URL(start_urls[0].strip())
        self._scheme, self._host, self._port = first.scheme, _host(first), _port(first)
        self.start = tuple(dict.fromkeys(filter(None, (self.link(str(first), url) for url in start_urls))))
        self.host = first.host
        self.robots = str(first.copy_with(raw_path=b"/robots.txt", fragment=None))

    def link(self, base: str, href: str) -> str | None:
        """Return the one address that stands for what a link leads to; None where that is no page of this host."""
        url = _joined(base, href)
        if url is None or url.scheme not in _PORTS or _host(url) != self._host or url.userinfo:
            return None
        if (url.scheme, _port(url)) != (self._scheme, self._port):
            if _port(url) != _PORTS[url.scheme] or self._port != _PORTS[self._scheme]:
                return None
            url = url.copy_with(scheme=self._scheme, port=None)  # http and https of one host show the same page
        return self._canonical(url)

    def redirected(self, base: str, location: str) -> str:
        """Return where a redirect leads, which may turn http into https.

        Raises:
            OffSiteError: It leads to another host, another port, or back to http.
        """
        url = _joined(base, location)
        if url is None or url.scheme not in _PORTS or url.userinfo:
            raise OffSiteError("no address of a page")
        if _host(url) != self._host:
            raise OffSiteError(f'another host, "{url.host}"')
        if url.scheme == "https" and _port(url) == 443 and self._port == 80:
            self._scheme, self._port = "https", 443
        if _port(url) != self._port or url.scheme != self._scheme:
            raise OffSiteError(f'"{url.scheme}" on port {_port(url)} of the host')
        return str(url.copy_with(fragment=None))

    def kind(self, address: str) -> Kind | None:
        """Return what the page at an address is, as its path tells; None where it is not wanted."""
        path, query = _parts(httpx2.URL(address))
        if self._profile.fullmatch(path) or self._profile.fullmatch(query):
            return "profile"
        if self._listing and (self._listing.fullmatch(path) or self._listing.fullmatch(query)):
            return "list"
        return None

    def key(self, address: str) -> str:
        """Return who a profile page is about, out of its address, such as "staff/ivanova"."""
        by_path, by_query = keys_of(address)
        path, _ = _parts(httpx2.URL(address))
        return by_path if self._profile.fullmatch(path) else by_query

    def profile_id(self, address: str) -> str:
        """Return the short id in the address: what a group `id` of the pattern matches, else the last part."""
        path, query = _parts(httpx2.URL(address))
        found = self._profile.fullmatch(path) or self._profile.fullmatch(query)
        named = found.groupdict().get("id") if found else None
        return named or re.split(r"[/=]", self.key(address))[-1]

    def _canonical(self, url: httpx2.URL) -> str:
        """Write an address in one way: no fragment, capital escapes, no query on a profile that its path tells."""
        raw = _ESCAPE.sub(lambda escape: escape[0].upper(), url.raw_path.decode("ascii"))
        path, _ = _parts(url)
        if self._profile.fullmatch(path):
            raw = raw.split("?")[0]
        return str(url.copy_with(raw_path=raw.removesuffix("?").encode("ascii"), fragment=None))


def keys_of(address: str) -> tuple[str, str]:
    """Return the keys of whom a page may be about, whatever the pattern of a profile is."""
    path, query = _parts(httpx2.URL(address))
    return path.strip("/"), query.strip("/")


def absolute(base: str, href: str) -> str:
    """Return the address that a link names, on whatever host; empty where it is none of a page."""
    url = _joined(base, href)
    return str(url) if url is not None and url.scheme in _PORTS and url.host else ""


def _joined(base: str, href: str) -> httpx2.URL | None:
    try:
        url = httpx2.URL(base).join(_IGNORED.sub("", href).strip())
        return url if _port(url) < 65536 else None
    except (httpx2.InvalidURL, ValueError):  # ValueError: no name that could be looked up
        return None


def _host(url: httpx2.URL) -> bytes:
    return url.raw_host.lower().rstrip(b".")


def _port(url: httpx2.URL) -> int:
    return url.port or _PORTS.get(url.scheme, 0)


def _parts(url: httpx2.URL) -> tuple[str, str]:
    """Return the path, and the path with its query, without escapes."""
    path, query = unquote(url.raw_path.split(b"?")[0].decode("ascii")), unquote(url.query.decode("ascii"))
    return path, f"{path}?{query}" if query else path
