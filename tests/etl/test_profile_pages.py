"""What is read of a profile page: sections of every kind, contacts, and links from wherever they are counted."""

from typing import Any

import pytest

from teamlandkarte.etl.directory_source import Profile
from tests.etl.crawling import Visitor
from tests.etl.staff_site import StaffSite, links_to, page


def read(site: StaffSite, visitor: Visitor, text: str, **selectors: str) -> Profile:
    site.pages = {"/people": links_to(["/staff/ada"]), "/staff/ada": page(f"<h1>Ada</h1>{text}")}
    (profile,) = visitor.crawl(selectors=selectors).profiles
    return profile


def sections(site: StaffSite, visitor: Visitor, text: str, **selectors: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read(site, visitor, text, **selectors).document["sections"]
    return found


def test_a_section_is_what_it_holds_where_no_selector_says_more(site: StaffSite, visitor: Visitor) -> None:
    text = (
        "<h2>Awards</h2><table><tr><th>Year<th>Award<tr><td>2020<td>Medal<tr><td><td></table>"
        "<h2>Elsewhere</h2><ul><li><a href=/a>One</a><li><a href='https://other.example/b'>Two</a>"
        "<li><a href='mailto:x@y.z'>Three</a></ul>"
        "<h2>About</h2><p>First\nline<br>second <b>li</b>ne<p>See <a href=more>more</a>"
        "<h3>Within</h3>third<h2>Empty</h2><h2></h2><p>last"
    )
    address = site.address
    assert sections(site, visitor, text) == [
        {"type": "table", "title": "Awards", "header": ["Year", "Award"], "rows": [["2020", "Medal"]]},
        {
            "type": "links",
            "title": "Elsewhere",
            "links": [{"title": "One", "url": f"{address}/a"}, {"title": "Two", "url": "https://other.example/b"}],
        },
        {
            "type": "text",
            "title": "About",
            "text": "First line\nsecond line\nSee more\nWithin",
            "links": [{"title": "more", "url": f"{address}/staff/more"}],
        },
        {"type": "text", "title": "", "text": "last"},
    ]


@pytest.mark.parametrize(
    "hidden",
    [
        *(
            "<p style='display:none'>{}</p>",
            "<p hidden>{}</p>",
            "<p class=x>{}</p><style>.x{{visibility:hidden}}</style>",
        ),
        *("<i style='opacity:0'>{}</i>", "<div style='font-size:0'><i>{}</i></div>", "<template>{}</template>"),
    ],
)
def test_what_a_reader_of_a_profile_does_not_see_is_not_read(site: StaffSite, visitor: Visitor, hidden: str) -> None:
    text = f"<h2>About</h2><div>Tracks{hidden.format('Python <a href=/cobol>Cobol</a>')} and switches</div>"
    (section,) = sections(site, visitor, text)
    assert " ".join(section["text"].split()) == "Tracks and switches"
    assert "links" not in section
    assert sections(site, visitor, "<h2>About</h2><p>Tracks <font color=#fff>Python</font>")[0]["text"] == "Tracks"


def test_what_is_white_on_a_ground_that_is_not_known_or_opens_with_a_click_is_read(
    site: StaffSite, visitor: Visitor
) -> None:
    text = (
        "<link rel=stylesheet href=/s.css><h2>About</h2><font color=white>Tracks</font>"
        "<a href=#more>More</a><div id=more style='display:none'>Switches</div>"
        "<div role=tabpanel hidden>Signals</div>"
    )
    (section,) = sections(site, visitor, text)
    assert section["text"].split() == ["Tracks", "More", "Switches", "Signals"]


@pytest.mark.parametrize(
    "courses",
    [
        "<h2>Lehre</h2><h3>2023/24</h3><ul><li>Algebra<li>Logik</ul><h3>2024/2025</h3><ul><li>Topologie</ul>",
        "<h2>Lehre</h2><ul><li>2023 – 2024<ul><li>Algebra<li>Logik</ul><li>2024–2025<ul><li>Topologie</ul></ul>",
        "<h2>Lehre</h2><dl><dt>2023/2024<dd>Algebra<dd>Logik<dt>2024/25<dd>Topologie</dl>",
        "<h2>Lehre 2023/2024</h2><ul><li>Algebra<li>Logik</ul><h2>Lehre 2024/2025</h2><ol><li>Topologie</ol>",
        "<h2>Lehre</h2><p><b>2023/24</b></p><ul><li>Algebra</li><li>Logik</li></ul><p><b>2024/25</b></p><ul><li>Topologie",
    ],
    ids=["headings", "nested", "definitions", "sections", "bold"],
)
def test_courses_have_the_year_that_stands_above_them(site: StaffSite, visitor: Visitor, courses: str) -> None:
    found = [course for section in sections(site, visitor, courses) for course in section["courses"]]
    assert [(course["title"], course["year"]) for course in found] == [
        ("Algebra", "2023/2024"),
        ("Logik", "2023/2024"),
        ("Topologie", "2024/2025"),
    ]


def test_a_course_without_a_heading_of_a_year_may_name_its_own(site: StaffSite, visitor: Visitor) -> None:
    told = "Seit 1999 lehrt sie viel und gern, und das an mehr als einer Hochschule:"
    text = f"<h2>Lehre</h2><p>{told}</p><ul><li>A (2021)<li>B"
    (section,) = sections(site, visitor, text)
    assert [(course["title"], course["year"]) for course in section["courses"]] == [("A (2021)", "2021"), ("B", None)]


def test_publications_and_theses_are_items_with_title_text_and_address(site: StaffSite, visitor: Visitor) -> None:
    text = (
        "<h2>Publikationen</h2><ol><li>Ada, <cite>Über Maschinen</cite>, 1843. <a href='/doi/1'>doi</a>"
        "<li><a href='https://x.example/2'>Notes</a> [<a href=/pdf>PDF</a>]<li>Ohne Link</ol>"
        "<h2>Abschlussarbeiten</h2><p>Eine Arbeit<p>Noch eine"
    )
    address = site.address
    assert sections(site, visitor, text) == [
        {
            "type": "publications",
            "title": "Publikationen",
            "items": [
                {
                    "title": "Über Maschinen",
                    "text": "Ada, Über Maschinen, 1843. doi",
                    "url": f"{address}/doi/1",
                },
                {"title": "Notes", "text": "Notes [PDF]", "url": "https://x.example/2"},
                {"title": "Ohne Link", "text": "Ohne Link", "url": ""},
            ],
        },
        {
            "type": "theses",
            "title": "Abschlussarbeiten",
            "items": [
                {"title": "Eine Arbeit", "text": "Eine Arbeit", "url": ""},
                {"title": "Noch eine", "text": "Noch eine", "url": ""},
            ],
        },
    ]


def test_own_selectors_say_what_is_what(site: StaffSite, visitor: Visitor) -> None:
    text = (
        "<div class=box><h4>Schriften</h4><p class=entry><i>Eins</i>, 2001</p><p class=entry><i>Zwei</i></p></div>"
        "<div class=box id=links><h4>Netz</h4>siehe <a href=/n>hier</a></div>"
        "<div class=box id=more><h4>Mehr</h4><table><tr><td>kein Kopf</table>und Text</div>"
    )
    found = sections(
        site, visitor, text,
        sections=".box", section_title="h4", publications='.box:has(h4:contains("SCHRIFTEN"))', links="#links",
        texts="#more", items=".entry", item_title="i",
    )  # fmt: skip
    assert [(section["type"], section["title"]) for section in found] == [
        ("publications", "Schriften"),
        ("links", "Netz"),
        ("text", "Mehr"),
    ]
    assert [item["title"] for item in found[0]["items"]] == ["Eins", "Zwei"]
    assert found[1]["links"] == [{"title": "hier", "url": site.address + "/n"}]
    assert found[2]["text"] == "kein Kopf\nund Text"


def test_a_table_within_a_table_is_told_once_and_as_a_table_of_its_own(site: StaffSite, visitor: Visitor) -> None:
    text = (
        "<h2>Projekte</h2><table><tr><th>Jahr<th>Was<tr><form><td>2020<td>Brücke"
        "<table><tr><td>Pfeiler<td>5</table></form></table>"
    )

    found = sections(site, visitor, text)

    assert [(table["header"], table["rows"]) for table in found] == [
        (["Jahr", "Was"], [["2020", "Brücke"]]),
        ([], [["Pfeiler", "5"]]),
    ]


def test_contacts_are_mail_addresses_phones_and_lines(site: StaffSite, visitor: Visitor) -> None:
    text = (
        "<address>Raum 5<br><a href='tel:+49%2030%20123'>030 123</a><p>Mo 9–10 Uhr</address>"
        "<p class=m><a href='mailto:Ada.L%C3%B6we@x.example?subject=Hi'>mail</a></p>"
        '<p class=m>or ada@y.example, write!</p><a class=m data-at=\'["a.b","-at-","z.example"]\'></a>'
        '<div class=m><script>obfuscated(["c","-at-","z.example"],["d","-at-","z.example"]);</script></div>'
        '<div class=m><script>["no", "mail"], ["\\q\n"], ["e","-at-", "z.example"</script></div>'
        "<p class=m>ada@y.example</p><p class=m>no@thing</p><p class=m>@</p>"
    )
    contacts = read(site, visitor, text, emails=".m, .m a").document["contacts"]
    assert contacts == {
        "emails": [
            "Ada.Löwe@x.example",
            "ada@y.example",
            "a.b@z.example",
            "c@z.example",
            "d@z.example",
        ],
        "phones": ["+49 30 123"],
        "lines": ["Raum 5", "030 123", "Mo 9–10 Uhr"],
    }


def test_contacts_are_found_however_they_are_written(site: StaffSite, visitor: Visitor) -> None:
    text = (
        "<h1>Ada</h1><address><a href='MAILTO:ada@x.example'>Mail</a> <a href='mailto:a@x.example.'>(b@x.example)</a>"
        "<a href='mailto:c@x.example,d@x.example?cc=boss@x.example'>E-Mail:e@x.example;</a> <a href='mailto:'>[at]</a>"
        "<a href='Tel:+49%2030'>1</a> <a href=' tel:+49 40 '>2</a> <a href='tel:'>3</a></address>"
    )

    contacts = read(site, visitor, text).document["contacts"]

    assert contacts["emails"] == [f"{name}@x.example" for name in ("ada", "a", "b", "c", "d", "e")]
    assert contacts["phones"] == ["+49 30", "+49 40"]


def test_links_are_counted_from_where_the_page_says(site: StaffSite, visitor: Visitor) -> None:
    site.pages = {
        "/people": page('<base href="/staff/"><a href="ada">Ada</a><a href="../staff/bob">Bob</a>'),
        "/staff/ada": page("<base href='/x/'><h1>Ada</h1><h2>Links</h2><a href='y'>Y</a>"),
        "/staff/bob": page("<base href='https://other.example/'><h1>Bob</h1><h2>Links</h2><a href='z'>Z</a>"),
    }

    profiles = visitor.crawl().profiles

    urls = [profile.document["sections"][0]["links"][0]["url"] for profile in profiles]
    assert urls == [site.address + "/x/y", "https://other.example/z"]
