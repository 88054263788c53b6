"""Names and certificates are found however they are typed, and not where they do not occur."""

import unicodedata

import pytest

from teamlandkarte.server.answers.wording import contains, coverage, least, name_words, words


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("Müller", "Anna Müller"),
        ("mueller", "Anna Müller"),
        ("Muller", "Anna Müller"),
        ("Müller", "Anna Mueller"),
        (unicodedata.normalize("NFD", "Müller"), "Anna Müller"),
        ("Müller", unicodedata.normalize("NFD", "Anna Müller")),
        ("Grossmann", "Zoë Großmann"),
        ("GROẞMANN", "Zoë Großmann"),
        ("zoe", "Zoë Großmann"),
        ("Yilmaz", "Ayşe Yılmaz"),
        ("ayse", "Ayşe Yılmaz"),
        ("Wisniewski", "Piotr Wiśniewski"),
        ("Lukasz", "Łukasz Nowak"),
        ("Marija Galea", "Marija Ġalea"),
        ("Ghar", "Ċensu Għar"),
        ("Oster", "Nils Ǿster"),
        ("İnce", "ince"),
        ("Müller Anna", "Anna Müller"),
        ("Anna", "Müller, Anna-Lena"),
        ("Mül", "Anna Müller"),
    ],
)
def test_a_name_is_found_however_it_is_typed(query: str, name: str) -> None:
    (grade,) = least(words(query), [name])
    assert grade >= 0.9


@pytest.mark.parametrize(("query", "name"), [("Meier", "Eva Meyer"), ("Schmitt", "Lena Schmidt")])
def test_a_misspelt_name_comes_close(query: str, name: str) -> None:
    (grade,) = least(words(query), [name])
    assert 0 < grade < 0.9


@pytest.mark.parametrize(("query", "name"), [("Müller", "Tom Becker"), ("Anna Müller", "Anna Becker"), ("???", "Tom")])
def test_another_name_is_not_found(query: str, name: str) -> None:
    assert least(words(query), [name]) == [0.0]


def test_forms_of_address_are_no_part_of_a_name() -> None:
    assert name_words("Frau Dr. Müller") == name_words("Fräulein Professor Müller") == ("müller",)
    assert name_words("Herr") == ("herr",)


def test_coverage_weighs_the_words_of_the_query_not_those_of_the_text() -> None:
    assert coverage(words("Scrum Master"), ["Professional Scrum Master (PSM I)"]) == [1.0]
    (half,) = coverage(words("Scrum Master"), ["Scrum Guide"])
    assert half == pytest.approx(5 / 11)
    assert coverage(words("ISTQB Foundation Level"), ["Foundation"]) == [pytest.approx(10 / 20)]


def test_a_text_contains_a_query_when_it_contains_every_word() -> None:
    assert contains("sql postgre", "Arbeiten mit PostgreSQL")
    assert contains("C++", "Entwicklung in C++")
    assert contains("gleis UEBER", "Überwachung Gleiserneuerung")
    assert not contains("C++", "Entwicklung in C")
    assert not contains("sql oracle", "PostgreSQL")
