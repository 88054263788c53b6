"""Ways to write a name, and the versions that it ends in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.writing import Numbered, numbered, plain_writings, writing

WORDS = (
    *(
        "Ärzt",
        "Anwältin",
        "KÖCH",
        "Beauftragter",
        "Technische",
        "Planer",
        "Planerin",
        "Planerinnen",
        "PlanerIn",
        "Kauffrau",
    ),
    *("Straße", "IT", "ÜBUNG", "C", "Admin", "SAP-MM", "Java", "17", "GmbH", "ﬁt", "in"),
)


@given(st.lists(st.lists(st.sampled_from(WORDS) | st.text(max_size=3), min_size=1, max_size=3).map(" ".join)))
def test_names_that_are_written_all_at_once_are_written_as_one_by_one(names: list[str]) -> None:
    plain = plain_writings(names)
    assert plain == {place: writing(names[place]) for place in plain}
    assert not [place for place in plain if numbered(names[place])]


def test_names_of_words_alone_are_written_at_once() -> None:
    names = ["Qualitätssicherung", "Planerin", "Front-End", "Java 17", "STRASSE GROß", "Node.js", "In Design"]
    assert plain_writings(names) == {0: "qualitaetssicherung", 2: "frontend", 4: "strassegross"}


@pytest.mark.parametrize(
    "same",
    [
        ("Node.js", "NodeJS", "node js"),
        ("Front-End", "Frontend", "FRONT END"),
        ("Qualitätssicherung", "Qualitaetssicherung", "Qualita\u0308tssicherung"),
        ("CI/CD", "CI-CD"),
        ("Planer (m/w/d)", "Planerin", "Planer*in"),
        ("Straßenbau", "Strassenbau"),
        (
            "Brandschutzbeauftragter",
            "Brandschutzbeauftragte",
            "Brandschutzbeauftragte:r",
            "Brandschutzbeauftragte (m/w/d)",
        ),
        ("Angestellter", "Angestellte/r", "Angestellte(r)"),
        ("Technischer Leiter", "Technische Leiterin", "Technische:r Leiter:in", "Technische/r Leiter/in"),
        ("Rechtsanwalt", "Rechtsanwältin", "Rechtsanwaeltin", "RechtsanwältIn", "Rechtsanwält(in)"),
    ],
)
def test_ways_to_write_a_name_are_equal(same: tuple[str, ...]) -> None:
    assert len(set(map(writing, same))) == 1


def test_names_of_signs_and_single_letters_are_kept_apart() -> None:
    names = ["C", "C++", "C#", "R", ".NET", "NET", "F#", "A+", "R&D", "Web 2.0", "Web 20"]
    assert len(set(map(writing, names))) == len(names)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Java 17", Numbered("java", "17", is_version=True)),
        ("Python 3.x", Numbered("python", "3.x", is_version=True)),
        ("HTML5", Numbered("html", "5", is_version=True)),
        ("C++17", Numbered("c++", "17", is_version=True)),
        ("SQL Server 2019", Numbered("sqlserver", "2019", is_version=True)),
        ("Englisch B2", Numbered("englisch", "B2", is_version=True)),
        ("ISO 27001", Numbered("iso", "27001", is_version=False)),
        ("Ril 408", Numbered("ril", "408", is_version=False)),
        ("EN 14", Numbered("en", "14", is_version=False)),
        ("Java 017", Numbered("java", "017", is_version=True)),
        ("Ab " + "1" * 5_000, Numbered("ab", "1" * 5_000, is_version=False)),
        ("k8s", None),
        ("F5", None),
        ("Industrie 4.0", None),
        ("Python", None),
        ("3", None),
    ],
)
def test_a_number_at_the_end_is_a_version_or_another_thing(name: str, expected: Numbered | None) -> None:
    assert numbered(name) == expected
