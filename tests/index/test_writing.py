"""Ways to write a name, and the versions that it ends in."""

import pytest

from teamlandkarte.index.writing import Numbered, numbered, writing


@pytest.mark.parametrize(
    "same",
    [
        ("Node.js", "NodeJS", "node js"),
        ("Front-End", "Frontend", "FRONT END"),
        ("Qualitätssicherung", "Qualitaetssicherung", "Qualita\u0308tssicherung"),
        ("CI/CD", "CI-CD"),
        ("Planer (m/w/d)", "Planerin", "Planer*in"),
        ("Straßenbau", "Strassenbau"),
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
