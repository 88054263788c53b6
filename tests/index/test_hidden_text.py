"""Free text in HTML is what a reader of the page sees; what is hidden from them is no text. Expected by hand."""

import time

import pytest

from teamlandkarte.index.text import plain_text

HIDING = [
    *("display:none", "DISPLAY : NONE", "display:block; display:none", "display:none !important; display:block"),
    *("display:none; display:foo", "display:n&#111;ne", "display&#58;none", "display:/*x*/none", "d\\69splay:none"),
    *("visibility:hidden", "visibility:collapse", "opacity:0", "opacity:0.0", "opacity: 0%", "mso-hide:all"),
    *("font-size:0", "font-size:0px", "font-size:0pt", "font-size:0%", "font:0/0 a", "max-height:0"),
    *("max-height:0px; overflow:hidden", "height:0; overflow:hidden", "text-indent:-9999px"),
    *("position:absolute; left:-9999px", "position:absolute; top:-2000px", "position:absolute; clip:rect(0,0,0,0)"),
    *("color:#fff", "color:#FFFFFF", "color: white", "color:rgb(255,255,255)", "color:rgb(100% 100% 100% / 1)"),
    *("color:hsl(0,0%,100%)", "color:#fefefe", "color:transparent", "color:rgba(0,0,0,0)", "color:#0000"),
    *("color:#333; background:#333", "color:red; background-color:#f00", "color:teal; background:teal"),
]
SHOWING = [
    *("display:block", "display:none; display:block", "display:block !important; display:none", "display:no"),
    *("opacity:.5", "font-size:12px", "font-size:0.8em", "font:12px/1.5 Arial", "font-size:x-small", "height:0"),
    *("max-height:100px", "max-height:none", "left:-9999px", "margin-left:-15px", "text-indent:2em", "width:0"),
    *("color:#fff; background:#000", "color:white; background-color:navy", "background:#123; color:#fff"),
    *("background-image:url(x.png); color:#fff", "background:#333; background-image:none; color:#fff"),
    *("clip:rect(0,0,0,0)", "display:none\\9"),
    *("color:#fff; background:url(x.png)", "color:#333", "color:inherit", "color:rgba(0,0,0,.8)", "background:white"),
]


@pytest.mark.parametrize("style", HIDING)
def test_an_element_with_a_style_that_hides_it_is_no_text(style: str) -> None:
    page = f'<p>Java</p><div style="{style}">Python <b>und</b> <div>Docker</div></div><p>Go</p>'
    assert plain_text(page).split() == ["Java", "Go"]


@pytest.mark.parametrize("style", SHOWING)
def test_an_element_with_a_style_that_shows_it_is_text(style: str) -> None:
    assert plain_text(f'<p>Java</p><div style="{style}">Python</div>').split() == ["Java", "Python"]


@pytest.mark.parametrize(
    ("page", "seen"),
    [
        ("<p hidden>Python</p>Go", "Go"),
        ('<p hidden style="display:block">Python</p>', "Python"),
        ("<p style='' style='display:none'>Python</p>", "Python"),
        ("<div aria-hidden=true>Python</div>", "Python"),
        ("<details>Python</details>", "Python"),
        ("<font color=white>Python</font> Go", "Go"),
        ("<div style='background:#000'><font color=white>Python</font></div>", "Python"),
        ("<table bgcolor=black><tr><td style='color:white'>Python</td></tr></table>", "Python"),
        ("<div style='color:white'>Java <a href=/>Python</a></div>", "Python"),
        ("<div style='visibility:hidden'>Java <i style='visibility:visible'>Python</i></div>", "Python"),
        ("<div style='display:none'>Java <i style='display:inline'>Python</i></div>Go", "Go"),
        ("<p style='font-size:0'>R <i style='font-size:14px'>Python</i> <i style='font-size:2em'>C</i></p>", "Python"),
        ("<dialog>Java</dialog><noscript>C</noscript><title>R</title>Go", "Go"),
        ("<select><option hidden>Java<option>Go</select>", "Go"),
        ("<body bgcolor=black text=white>Python</body>", "Python"),
        ("<body text=white>Java <b style='color:black'>Go</b></body>", "Go"),
        ("<table background=x.gif><tr><td style='color:white'>Python</td></tr></table>", "Python"),
        ("<div style='font-size:0'>Java<font size=3>Python</font></div>", "Python"),
        ("<div style='font-size:0'>R<p style='font:inherit'>Java</p></div>Go", "Go"),
    ],
)  # fmt: skip
def test_attributes_and_elements_hide_or_show_as_in_browsers(page: str, seen: str) -> None:
    assert plain_text(page) == seen


@pytest.mark.parametrize(
    ("page", "seen"),
    [
        ("<p hidden>Java<p>Go", "Go"),
        ("<ul><li hidden>Java<li>Go</ul>", "- Go"),
        ("<dl><dt hidden>Java<dd>Go</dl>", "Go"),
        ("<table><tr><td hidden>Java<td>Go</tr></table>", "Go"),
        ("<h1 hidden>Java</h2>Go", "Go"),
        ("<div hidden>Java<div>C</div>R</div>Go", "Go"),
        ("<div><span hidden>Java</div>Go", "Go"),
        ("Go<div hidden>Java", "Go"),
        ("<img hidden>Go", "Go"),
        ("<br style=display:none>Go", "Go"),
        ("<input type=hidden style='display:none'>Go", "Go"),
        ("<div hidden><table><tr><td></div>Java</td></tr></table></div>Go", "Go"),
        ("<span style=display:none><div></span>Java</div></span>Go", "Go"),
        ("<b hidden><div>Java</b>Go</div>", "Go"),
        ("Go<div hidden/>Java", "Go"),
        ("Go<!-- Java", "Go"),
        ("Go<!-- Java < C -->", "Go"),
        ("Go<!-- Java --!> R", "Go R"),
        ("<div title='<' style='display:none'>Java</div>Go", "Go"),
        ("<p title='<b>'>Go</p>", "Go"),
        ("<p title='<!--'>Go</p>", "Go"),
        ("<a href='?a<b'>Go</a>", "Go"),
        ("<!-- <p title='--><b hidden>Java</b>Go<p title=''>", "Go"),
        ("<script>'<p title=\"'</script><b hidden>Java</b>Go<p title=''>", "Go"),
    ],
)
def test_a_hidden_element_ends_where_html_ends_it(page: str, seen: str) -> None:
    assert plain_text(page) == seen


@pytest.mark.parametrize(
    ("sheet", "body", "seen"),
    [
        (".x{display:none}", "<p class=x>Java</p><p class='y X'>C</p>Go", "Go"),
        ("#x, p.y {display:none!important}", "<p id=x>Java</p><p class=y>C</p><div class=y>Go</div>", "Go"),
        ("<!-- .x{visibility:hidden} -->", "<i class=x>Java<b style='visibility:visible'>Go</b></i>", "Go"),
        ("/* } */ .x{content:'}';opacity:0}", "<p class=x>Java</p>Go", "Go"),
        ("@media screen{.x{display:none}}", "<p class=x>Java</p>Go", "Go"),
        ("@media print{.x{display:none}}", "<p class=x>Go</p>", "Go"),
        (".x{display:none}.x{display:block}", "<p class=x>Go</p>", "Go"),
        ("#x{display:none}.x{display:block}", "<p class=x id=x>Java</p>Go", "Go"),
        (".x{display:none}", "<p class=x style='display:block'>Go</p>", "Go"),
        (".x{display:none!important}", "<p class=x style='display:block'>Java</p>Go", "Go"),
        (".tab{display:none} .tab.open{display:block}", "<p class='tab open'>Go</p><p class=tab>Java</p>", "Go"),
        (".x .y{display:none}", "<p class=y>Go</p>", "Go"),
        (".x{display:block}p{display:none}", "<p class=x>Go</p><p>Java</p>", "Go"),
        (".x{display:none}p{display:block}", "<p class=x>Java</p><p>Go</p>", "Go"),
        ("p{color:white}body{background:navy}", "<p>Go</p>", "Go"),
        (".x *{background:#333}p{color:white}", "<div class=x><p>Go</p></div>", "Go"),
        (".x .y{background:black}.y{color:white}", "<div class=x><p class=y>Go</p></div>", "Go"),
        (".x p{background:#333}", "<p style='color:#333'>Go</p>", "Go"),
        ("*{color:#333}.x{color:white}", "<p class=x>Java</p>Go", "Go"),
        (".x::before,::selection{color:red}.x{color:white}", "<p class=x>Java</p>Go", "Go"),
    ],
)
def test_a_style_sheet_in_the_page_hides_before_and_behind_it(sheet: str, body: str, seen: str) -> None:
    assert plain_text(f"<style>{sheet}</style>{body}") == seen
    assert plain_text(f"{body}<style>{sheet}</style>") == seen


@pytest.mark.parametrize(
    "page",
    [
        *("<div hidden>" * 100_000, "<div>" * 100_000 + "</span>" * 100_000, "<table><td>" * 50_000 + "</tr>" * 50_000),
        "<div><table><td>" + "<b>" * 100_000 + "</div>" * 100_000,
        *("<p>x<style>" + css for css in ("a" * 1_000_000, "a{" * 300_000 + "}" * 300_000, "/*" * 500_000)),
        *(f"<p>x<style>{css}</style>" for css in ("a" * 1_000_000, "a{" * 200_000 + "}" * 200_000, "'\"" * 500_000)),
        "<style>" + ",".join(f".a{n}" for n in range(100_000)) + "{display:none;color:red}</style>x",
        *("<a b='<a b='" * 100_000, "<a = " * 200_000, "<title" * 200_000, "<p title='<b>'>" * 60_000),
        "<p style='filter:opacity(" + "0" * 500_000 + "'>x",
        "<p style='background:" + "rgb(" * 200_000 + "'>x",
    ],
    ids=lambda page: page[:20],
)  # fmt: skip
def test_a_hostile_page_takes_no_time(page: str) -> None:
    began = time.process_time()
    plain_text(page)
    assert time.process_time() - began < 20  # a time that grows as the square of the length takes minutes
