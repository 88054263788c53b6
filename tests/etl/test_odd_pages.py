"""Pages that are odd in encoding, spelling, layout or size, and are read all the same."""

import gzip
import time

import pytest

from tests.etl.crawling import Visitor
from tests.etl.staff_site import StaffSite, links_to, page, people_of, plain_page, raw

GOOD = plain_page(people_of(2)[1])


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (GOOD.encode(), "text/html; charset=iso-8859-1"),
        (GOOD.encode(), "text/html; charset=windows-1251"),
        (b"\xef\xbb\xbf" + GOOD.encode(), "text/html; charset=koi8-r"),
        (GOOD.replace("utf-8", "windows-1251").encode("cp1251"), "text/html"),
        (GOOD.replace("utf-8", "koi8-r").encode("koi8-r"), "text/html"),
        (GOOD.encode("cp1251"), "text/html; charset=windows-1251"),
        (GOOD.encode("koi8-r"), "text/html; charset=KOI8-R"),
        (GOOD.encode("utf-16"), "text/html"),
        (GOOD.encode("utf-16"), "text/html; charset=utf-8"),
        (GOOD.replace("utf-8", "windows-1251").encode("cp1251"), "text/html; charset=utf-8"),
        (GOOD.encode() + b"<!-- cut: \xd0 -->" + b" " * 2000, "text/html; charset=utf-8"),
        (b"<?xml version='1.0' encoding='utf-8'?>" + GOOD.encode(), "application/xhtml+xml"),
        (gzip.compress(GOOD.encode()), "text/html;gzip"),
    ],
)
def test_a_page_is_read_in_whatever_encoding_it_comes(
    site: StaffSite, visitor: Visitor, body: bytes, content_type: str
) -> None:
    person = people_of(2)[1]
    site.shows([person])
    expected = visitor.crawl().profiles
    headers = {"Content_Encoding": "gzip"} if content_type.endswith("gzip") else {}
    site.pages[person.path] = raw(body, content_type.removesuffix(";gzip"), **headers)

    read = visitor.crawl()

    assert read.profiles == expected
    assert read.names == {"Семёнова Алёна Фёдоровна"}


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Weiß, Dörte", "Weiß, Dörte"),
        ("Wei&szlig;, D&ouml;rte", "Weiß, Dörte"),
        ("Семёнова", "Семёнова"),
        ("Семе\u0308нова", "Семёнова"),
        ("Jose\u0301  \n Núñez\xa0y&nbsp;Ruiz", "José Núñez y Ruiz"),
        ("Mül&shy;ler\u200b", "Müller"),
        ("\u202eНаоборот", "Наоборот"),
        ("O&#8217;Brien &amp; Söhne", "O’Brien & Söhne"),
        ("Ива<b>но</b>в<br>Пётр", "Иванов Пётр"),
        ("Anna<!-- geb. Maier --> Huber<script>alert('x')</script>", "Anna Huber"),
        ("<a href='#'>Dr. <span hidden></span>Zoë</a>", "Dr. Zoë"),
        ("İbrahim Şahin", "İbrahim Şahin"),
        ("王小明", "王小明"),
        ("&lt;script&gt;", "<script>"),
    ],
)
def test_a_name_is_read_as_people_see_it(site: StaffSite, visitor: Visitor, written: str, name: str) -> None:
    site.pages = {"/people": links_to(["/staff/one"]), "/staff/one": page(f"<title>x</title><h1>{written}</h1>")}

    assert visitor.crawl().names == {name}


@pytest.mark.parametrize(
    "layout",
    [
        "<h1>Ада<ul><li>a<li>b<h2>Publications<ul><li><a href=/p>Notes</a>, 1843",
        "<body><h1>Ада</h1></div></div><h2>Publications</h2><ol><li><p><a href='/p'>Notes</a>, 1843</ol></html>x",
        '<table><tr><td><h1>Ада</h1><h2>Publications</h2><ul><li><a href="/p">Notes<b></a>, 1843</ul></table>',
        '<h1>Ада</h1><h2>Publications</h2><ul><li><a href=/p title="a>b" <b>>Notes</a>, 1843',
        "\0<h1>Ада</h1>\0<h2 class=x class=y>Publications</h2><ul><li><a href=\n/p>Notes</a>, 1843</ul>\0",
    ],
)
def test_bad_html_is_read_as_browsers_read_it(site: StaffSite, visitor: Visitor, layout: str) -> None:
    site.pages = {"/people": links_to(["/staff/ada"]), "/staff/ada": page(layout)}

    (profile,) = visitor.crawl().profiles

    assert profile.name == "Ада"
    (section,) = (found for found in profile.document["sections"] if found["type"] == "publications")
    assert [item["url"] for item in section["items"]] == [site.address + "/p"]
    assert "Notes" in section["items"][0]["title"]


@pytest.mark.parametrize(
    "monster",
    [
        "<h1>x</h1>" + "<div>" * 200_000,
        "<h1>x</h1>" + "".join(f"<p><b id={n}>" for n in range(20_000)),
        "<h1>x</h1><select>" + "<option>y" * 100_000,
        "<h1>x</h1><ul>" + "<li><a href=/p>y" * 40_000,
        "<h1>x</h1>" + "<h2>y</h2><p>z" * 20_000,
        "<h1>x</h1>" + "<table><tr><td>" * 20_000,
        "<h1>x</h1>" + "<" * 500_000 + "&" * 500_000,
        "<h1>x</h1><h2>Publications</h2>" + "<p>y" * 90_000,
        "<h1>x</h1>" + "<i class=contact>y</i>" * 90_000,
        "<h1>x</h1><a href='mailto:" + "y" * 1_000_000 + "'>z</a>",
        "<h1>x</h1>" + "<h2><div>" * 100 + "y " * 100_000,
        "<h1>x</h1><h2>y</h2>" + "<table><tr><td>" * 60 + "<table><tr><td>z</table>" * 20_000,
        "<h1>x</h1>" + "<br>" * 500_000,
    ],
    ids=[
        *(
            "nested",
            "unclosed",
            "options",
            "items",
            "headings",
            "tables",
            "signs",
            "paragraphs",
            "contacts",
            "one word",
        ),
        *("headings in headings", "tables in tables", "elements"),
    ],
)
def test_a_monstrous_page_costs_seconds_at_most(site: StaffSite, visitor: Visitor, monster: str) -> None:
    site.pages = {"/people": links_to(["/staff/x", "/staff/y"]), "/staff/x": page(monster), "/staff/y": page("<h1>y")}
    begun = time.process_time()

    read = visitor.crawl()

    assert read.end.found == 2
    assert "y" in read.names
    assert time.process_time() - begun < 20  # other ways to build such a tree take many minutes
