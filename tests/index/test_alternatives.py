"""Terms of which a text asks for any one."""

import re

import pytest

from teamlandkarte.index.alternatives import alternatives


def groups(text: str) -> list[tuple[list[str], bool]]:
    spans = [found.span() for found in re.finditer(r"Angular|React|Vue|Svelte|Java\b", text)]
    return [
        ([text[slice(*spans[place])] for place in group.places], group.or_similar)
        for group in alternatives(text, spans)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Angular oder React", ["Angular", "React"]),
        ("Entweder Angular, React oder Vue", ["Angular", "React", "Vue"]),
        ("Angular/React or Vue", ["Angular", "React", "Vue"]),
        ("Either Angular, React, or Vue", ["Angular", "React", "Vue"]),
        ("Angular oder React oder Vue", ["Angular", "React", "Vue"]),
        ("Angular-, React- oder Vue-Kenntnisse", ["Angular", "React", "Vue"]),
        ("Angular und React oder Vue", ["React", "Vue"]),
        ("Angular oder React, Vue", ["Angular", "React"]),
        ("Angular, außerdem React oder Vue", ["React", "Vue"]),
    ],
)
def test_a_list_that_ends_in_or_is_one_of_alternatives(text: str, expected: list[str]) -> None:
    assert groups(text) == [(expected, False)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Angular, React o. ä.", ["Angular", "React"]),
        ("Angular oder React oder etwas Ähnliches", ["Angular", "React"]),
        ("Java, React-Kenntnisse (oder vergleichbar)", ["Java", "React"]),
        ("Java or a framework, Vue or something similar", ["Vue"]),
        ("Vue or equivalent", ["Vue"]),
    ],
)
def test_something_similar_will_do_too(text: str, expected: list[str]) -> None:
    assert groups(text) == [(expected, True)]


def test_each_pair_has_its_own_alternative() -> None:
    assert groups("Angular oder React, Java oder Vue") == [(["Angular", "React"], False), (["Java", "Vue"], False)]
    assert groups("Angular o. ä., Java oder Vue") == [(["Angular"], True), (["Java", "Vue"], False)]


@pytest.mark.parametrize("text", ["Angular, React und Vue", "Angular, React", "Angular u. ä.", "Java, oder auch nicht"])
def test_a_list_without_or_has_no_alternatives(text: str) -> None:
    assert groups(text) == []
