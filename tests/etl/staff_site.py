"""A public staff site on the loopback: people in several languages and layouts, and every way to be broken."""

import datetime as dt
import hashlib
import html
import itertools
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import anyio.lowlevel

from teamlandkarte.etl.crawl.pace import Timing

START = dt.datetime(2026, 3, 2, 12, 0, tzinfo=dt.UTC)


class VirtualTime:
    """A time that passes only while somebody sleeps, or when it is moved."""

    def __init__(self) -> None:
        self.seconds = 1_000.0
        self.slept: list[float] = []

    def clock(self) -> dt.datetime:
        return START + dt.timedelta(seconds=self.seconds - 1_000.0)

    def elapsed(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        until = self.seconds + seconds
        await anyio.lowlevel.checkpoint()
        self.seconds = max(self.seconds, until)

    @property
    def timing(self) -> Timing:
        return Timing(self.clock, self.elapsed, self.sleep)


@dataclass(frozen=True)
class PersonOnSite:
    """Somebody whose page is generated: what a reader of the page would write down."""

    path: str
    name: str
    language: str
    email: str
    publications: tuple[tuple[str, str], ...]  # titles and addresses
    courses: tuple[tuple[str, str], ...]  # titles and years


NAMES = (
    ("Сергеев Алексей Викторович", "ru"),
    ("Семёнова Алёна Фёдоровна", "ru"),
    ("Müller-Lüdenscheidt, Jürgen", "de"),
    ("Weiß, Dörte", "de"),
    ("Siân O’Brien", "en"),
    ("Zoë Nguyễn", "en"),
)
_WORDS = {
    "ru": ("Публикации", "Учебные курсы ({} уч. год)", "Контакты", "О графах"),
    "de": ("Veröffentlichungen", "Lehrveranstaltungen {}", "Kontakt", "Über Graphen"),
    "en": ("Publications", "Courses ({})", "Contact", "On graphs"),
}


def people_of(count: int) -> list[PersonOnSite]:
    """Return so many people; the first names repeat with a number, as real lists hold namesakes."""
    people = []
    for number, (name, language) in zip(range(count), itertools.cycle(NAMES), strict=False):
        year = 2020 + number % 6
        path = f"/staff/p{number}" if number % 2 else f"/org/persons/{1000 + number}"
        people.append(
            PersonOnSite(
                path=path,
                name=name if number < len(NAMES) else f"{name} {number}",
                language=language,
                email=f"p{number}@example.org",
                publications=tuple((f"{_WORDS[language][3]} {n}", f"/publications/{number}-{n}") for n in range(2)),
                courses=((f"Algebra {number}", f"{year}/{year + 1}"), (f"Logik {number}", f"{year - 1}/{year}")),
            )
        )
    return people


def plain_page(person: PersonOnSite) -> str:
    """A profile as headings with what follows them; `li` and `p` stay open, as HTML allows."""
    published, taught, contact, _ = _WORDS[person.language]
    publications = "".join(
        f'<li><a href="{address}">{html.escape(title)}</a>, 2024' for title, address in person.publications
    )
    courses = "".join(f"<h3>{taught.format(year)}</h3><ul><li>{title}</ul>" for title, year in person.courses)
    return (
        f'<!doctype html><html lang="{person.language}"><head><meta charset="utf-8"><title>x</title></head><body>'
        f"<nav><a href='/'>Home</a></nav><h1>{html.escape(person.name)}</h1>"
        f'<address>{contact}<br><a href="mailto:{person.email}">{person.email}</a></address>'
        f"<h2>{published}</h2><ul>{publications}</ul><h2>{taught.format('')}</h2>{courses}"
        f"<h2>Bio</h2><p>Erste Zeile<p>zweite &amp; letzte</body></html>"
    )


def hse_page(person: PersonOnSite) -> str:
    """A profile in blocks, as the HSE University builds them; mail addresses are put together by a script."""
    published, taught, contact, _ = _WORDS[person.language]
    publications = "".join(
        f'<li class="publication"><a class="link" href="{address}">{html.escape(title)}</a>, 2024</li>'
        for title, address in person.publications
    )
    courses = "".join(
        f'<div class="edu-courses"><h2>{taught.format(year)}</h2><ul class="g-ul g-list">'
        f'<li><a class="link" href="/edu/courses/{number}">{title}</a> <span>(Master)</span></li></ul></div>'
        for number, (title, year) in enumerate(person.courses)
    )
    local, _, domain = person.email.partition("@")
    return (
        f'<html lang="{person.language}"><head><meta charset="utf-8"></head><body><div class="l-extra">'
        f'<dl class="main-list"><dt class="b">{contact}</dt><dd>Телефон:<br>+7 495 123-45-67</dd>'
        f'<dd><a class="link" data-at=\'["{local}","-at-","{domain}"]\'></a></dd></dl></div>'
        f'<div class="main__inner"><h1 class="person-caption">{html.escape(person.name)}</h1>'
        f'<ul class="g-ul g-list small employment-add"><li><span class="person-appointment-title">Профессор:</span>'
        f' <a class="link" href="/dept">Школа</a></li></ul>'
        f'<div class="b-person-data" tab-node="pubs"><h2>{published}</h2><ul>{publications}</ul></div>{courses}'
        f'<div class="b-person-data" tab-node="awards"><h2>Награды</h2><table><tr><th>Год<th>Награда'
        f"<tr><td>2020<td>Медаль</table></div></div></body></html>"
    )


@dataclass
class Reply:
    """What the site answers at one path."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    endless: bytes = b""  # sent again and again, until the other side has enough …
    dripping: float = 0.0  # … so many seconds apart
    raw: bool = False  # status and headers are in `body`, or never come
    stalls: bool = False  # nothing more is sent until the test is over
    hangs_up: bool = False  # the connection ends before the body does


def page(text: str, **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(text.encode(), headers={"Content-Type": "text/html; charset=utf-8", **named})


def raw(body: bytes, content_type: str = "text/html", **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(body, headers={"Content-Type": content_type, **named})


def refusal(status: int, **headers: str) -> Reply:
    return Reply(b"no", status, {name.replace("_", "-"): value for name, value in headers.items()})


def moved(to: str, status: int = 302) -> Reply:
    return Reply(b"", status, {"Location": to})


def links_to(paths: list[str] | tuple[str, ...]) -> Reply:
    return page("<h1>Staff</h1><ul>" + "".join(f'<li><a href="{html.escape(path)}">x</a>' for path in paths) + "</ul>")


@dataclass(frozen=True)
class Asked:
    """One request as it arrived, and when."""

    path: str
    at: float
    headers: Mapping[str, str]


class StaffSite:
    """The site; pages carry an ETag unless `validates` is off. `script` holds replies that come first, by path."""

    def __init__(self, time_of_site: VirtualTime) -> None:
        self.time = time_of_site
        self.pages: dict[str, Reply] = {}
        self.script: dict[str, list[Reply]] = {}
        self.validates = True
        self.asked: list[Asked] = []
        self.sent_bytes = 0
        self.open_now = 0
        self.most_open = 0
        self.released = threading.Event()
        self.on_request: Callable[[Asked], None] = lambda _asked: None
        self.counting = threading.Lock()
        self.server = _Server(self)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"

    def reply(self, path: str) -> Reply:
        if self.script.get(path):
            return self.script[path].pop(0)
        return self.pages.get(path, refusal(404))

    def shows(self, people: list[PersonOnSite], layout: Callable[[PersonOnSite], str] = plain_page) -> None:
        """Put people's pages on the site, with a list of them as the start page."""
        for person in people:
            self.pages[person.path] = page(layout(person))
        self.pages["/people"] = links_to([person.path for person in people])

    def paths(self) -> list[str]:
        """Return what was asked for, in order, without robots.txt."""
        return [asked.path for asked in self.asked if asked.path != "/robots.txt"]

    def forget(self) -> None:
        self.asked.clear()
        self.sent_bytes = 0


class _Server(ThreadingHTTPServer):
    def __init__(self, site: StaffSite) -> None:
        self.site = site
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, *_: object) -> None:
        """A client that goes away is what these tests are about."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # head and body are sent apart, and a client confirms the first only after 40 ms

    def do_GET(self) -> None:
        site = self.server.site
        asked = Asked(self.path, site.time.seconds, {name.lower(): value for name, value in self.headers.items()})
        with site.counting:
            site.asked.append(asked)
            site.open_now += 1
            site.most_open = max(site.most_open, site.open_now)
        try:
            site.on_request(asked)
            reply = site.reply(self.path)
        finally:
            with site.counting:
                site.open_now -= 1
        self._send(reply)

    def _send(self, reply: Reply) -> None:
        tag = f'"{hashlib.sha256(reply.body).hexdigest()[:12]}"'
        tagged = self.server.site.validates and reply.status == 200 and not reply.endless
        unchanged = tagged and self.headers.get("If-None-Match") == tag
        body = b"" if unchanged else reply.body
        if reply.raw:
            self._send_body(reply, body)
            return
        self.send_response(304 if unchanged else reply.status)
        for name, value in {**reply.headers, **({"ETag": tag} if tagged else {})}.items():
            self.send_header(name, value)
        if not (reply.endless or unchanged):
            self.send_header("Content-Length", str(len(body) + (10 if reply.hangs_up or reply.stalls else 0)))
        self.end_headers()
        self._send_body(reply, body)

    def _send_body(self, reply: Reply, body: bytes) -> None:
        site = self.server.site
        site.sent_bytes += len(body)
        self.close_connection = bool(reply.stalls or reply.hangs_up or reply.endless)
        with suppress(OSError):
            self.wfile.write(body)
            while reply.endless and not site.released.is_set():
                self.wfile.write(reply.endless)
                site.released.wait(reply.dripping)
        if reply.stalls:
            site.released.wait()

    def log_message(self, *_: object) -> None:
        """Keep the test's output clean."""


def running(site: StaffSite) -> Iterator[StaffSite]:
    """Serve the site until the test is over."""
    thread = threading.Thread(target=site.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield site
    site.released.set()
    site.server.shutdown()
    thread.join()
    site.server.server_close()
