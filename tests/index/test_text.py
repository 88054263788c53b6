"""Text: what is stored, what is shown, what counts as the same term."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.text import clean, folded, plain_text, visible


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Qualitätssicherung", unicodedata.normalize("NFD", "Qualitätssicherung")),
        ("  Projekt   Management ", "projekt management"),
        ("Straße", "STRASSE"),
        ("Java\u00a0EE", "Java EE"),
        ("Py\u200bthon", "Python"),
        ("ﬁnanz", "Finanz"),
    ],
)
def test_spellings_of_one_term_have_one_identity(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(("one", "other"), [("C", "C++"), ("C#", "C"), ("Müller", "Mueller"), ("Java", "JavaScript")])
def test_different_terms_stay_different(one: str, other: str) -> None:
    assert folded(one) != folded(other)


def test_clean_text_is_one_visible_line() -> None:
    assert clean("\u202e  Gleis\tbau\r\nund\u200d \U000e0041Weichen\x00 ") == "Gleis bau und Weichen"


def test_html_becomes_the_text_a_reader_of_the_page_sees() -> None:
    shown = plain_text("<p>Wir suchen &amp; finden</p><ul><li>Java</li><li>SQL</li></ul><script>alert(1)</script>")
    assert shown == "Wir suchen & finden\n\n- Java\n- SQL"


def test_text_with_angle_brackets_that_are_no_tags_stays() -> None:
    assert plain_text("Last < 5 t und Gewicht > 3 t, C<T>") != ""
    assert plain_text("Last < 5 t und > 3 t") == "Last < 5 t und > 3 t"


@pytest.mark.parametrize(
    "text",
    ["Wir suchen <Java> und <Python>", "C<D Python C>D", "Vector<int>", "mail an <max@example.org>", "<5 Jahre Java>"],
)
def test_what_is_no_element_of_html_is_text_where_nothing_else_is_markup(text: str) -> None:
    assert plain_text(text) == text


@pytest.mark.parametrize("page", ["<team hidden>Java</team>Go", "<team style='display:none'>Java", "<x>Go</x>"])
def test_elements_of_no_html_are_markup_where_they_are_closed_or_hidden(page: str) -> None:
    assert plain_text(page) == ("Go" if "Go" in page else "")


def test_an_angle_bracket_that_is_never_closed_is_text() -> None:
    assert plain_text("<p>Last < 5 t <b>und</b> v <a") == "Last < 5 t und v <a"
    assert plain_text("<p>x</p>" + "<a " * 20_000) == "x\n" + ("<a " * 20_000).strip()


def test_paragraphs_of_free_text_survive() -> None:
    assert plain_text("Eins\r\n\r\n\r\n\r\nZwei  drei ") == "Eins\n\nZwei drei"


@given(st.text())
def test_cleaning_and_folding_twice_changes_nothing(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert folded(folded(text)) == folded(text)
    assert folded(clean(text)) == folded(text)


@given(st.text(alphabet=st.characters(categories=("Cf", "Cc", "Cs"))))
def test_text_of_invisible_characters_alone_is_empty(text: str) -> None:
    assert visible(text).strip() == ""


@pytest.mark.parametrize(
    "section", ["<![if !supportLists]>", "<![x[y]]>", "<![endif]>", "<![CDATA[z]]>", "<!x>", "<!>"]
)
def test_declarations_of_office_programs_are_passed_over(section: str) -> None:
    assert plain_text(f"<p>Gleis{section}bau</p>") == "Gleisbau"


def test_the_cells_of_a_table_stay_apart() -> None:
    shown = plain_text("<table><tr><th>Muss</th><td>Java</td></tr><tr><td>Kann</td><td>Go</td></tr></table>")
    assert shown.split("\n\n") == ["Muss | Java", "Kann | Go"]


def test_the_cells_of_a_pasted_table_stay_apart_and_a_bullet_is_no_cell() -> None:
    assert plain_text("Muss\tJava, C++\tab Mai\nKann (gern)\t\tGo") == "Muss | Java, C++ | ab Mai\nKann (gern) | Go"
    assert plain_text("•\tJava\n1.\tGo\n\tb)\tSQL") == "• Java\n1. Go\nb) SQL"


def test_what_is_broken_into_lines_inside_a_cell_stays_in_its_row() -> None:
    paragraphs = (
        "<tr><td><p>Muss</p></td><td><p>Java</p><p>Go</p></td></tr><tr><td><p>Kann</p></td><td>C<br>R</td></tr>"
    )
    items = "<tr>\n  <td>Muss</td>\n  <td><ul><li>Java.</li><li>Go</li></ul></td>\n</tr>"
    assert plain_text(f"<table>{paragraphs}</table>") == "Muss | Java; Go\n\nKann | C; R"
    assert plain_text(f"<table>{items}</table>") == "Muss | Java. Go"


def test_a_table_that_lays_out_a_page_keeps_its_lines() -> None:
    headed = "<tr><td><h2>Muss</h2><ul><li>Java</li></ul></td><td>Kontakt</td></tr>"
    nested = "<tr><td><table><tr><td>Java</td><td>Muss</td></tr></table></td><td>Kontakt</td></tr>"
    assert plain_text(f"<table>{headed}</table>") == "Muss\n\n- Java\nKontakt"
    assert plain_text(f"<table>{nested}</table>") == "Java | Muss\n\nKontakt"
    assert plain_text("<table><tr><td><p>Eins</p><p>Zwei</p></td></tr></table>") == "Eins\n\nZwei"


def test_a_tab_at_the_end_of_a_row_leaves_the_next_row_alone() -> None:
    assert plain_text("Java\tMuss\t\nGo\tKann\t\n") == "Java | Muss\nGo | Kann"


def test_lines_with_semicolons_are_a_table_from_three_on() -> None:
    assert plain_text("von;07/2026\nbis;06/2027\nMuss;Java;Go") == "von | 07/2026\nbis | 06/2027\nMuss | Java | Go"
    assert plain_text("von;07/2026\nJava; Go\nC;R") == "von;07/2026\nJava; Go\nC;R"


@pytest.mark.parametrize(
    "text",
    [
        *("Leit\u00ad, Sicherungs\u00ad und Kommunikationstechnik", "Leit-, Sicherungs\u00adund Kommunikationstechnik"),
        *(
            "Leit-, Sicherungs- und Kommunikations\u00ad\ntechnik",
            "Leit-, Sicherungs- und Kommu\u00adnikations\u00adtechnik",
        ),
        *(
            "<p>Leit-, Sicherungs&shy; und Kommunikationstechnik</p>",
            "Leit-, Sicherungs\u00ad\nund Kommunikationstechnik",
        ),
    ],
)
def test_a_soft_hyphen_ends_a_line_or_is_the_hyphen_before_a_shared_end(text: str) -> None:
    assert plain_text(text) == "Leit-, Sicherungs- und Kommunikationstechnik"
