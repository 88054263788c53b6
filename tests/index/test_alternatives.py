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
        ("Angular bzw. React", ["Angular", "React"]),
        ("Angular beziehungsweise React", ["Angular", "React"]),
        ("Angular, React bzw Vue", ["Angular", "React", "Vue"]),
        ("Angular und/oder React", ["Angular", "React"]),
        ("Angular and/or React", ["Angular", "React"]),
        ("Angular u./o. React", ["Angular", "React"]),
        ("Angular oder auch React", ["Angular", "React"]),
        ("Angular, alternativ React", ["Angular", "React"]),
        ("Angular or, alternatively, React", ["Angular", "React"]),
        ("Angular resp. React", ["Angular", "React"]),
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mindestens eine der Sprachen Angular, React, Vue", ["Angular", "React", "Vue"]),
        ("At least one of Angular, React, Vue", ["Angular", "React", "Vue"]),
        ("at least one of the frameworks Angular, React and Vue, plus Java", ["Angular", "React", "Vue"]),
        ("eine der folgenden Sprachen: Angular, React, Vue", ["Angular", "React", "Vue"]),
        ("in einer der Programmiersprachen Angular, React und Vue sowie Java", ["Angular", "React", "Vue"]),
        ("one of the following: Angular, React, Vue", ["Angular", "React", "Vue"]),
        ("one or more of the following technologies: Angular, React", ["Angular", "React"]),
        ("eines der folgenden Frameworks:\n- Angular\n- React\n- Vue", ["Angular", "React", "Vue"]),
        ("mind. ein Framework aus Angular, React, Vue", ["Angular", "React", "Vue"]),
        ("mindestens ein Web-Framework (Angular, React)", ["Angular", "React"]),
        ("any of Angular, React, Vue", ["Angular", "React", "Vue"]),
        ("Angular, React, Vue (mindestens eines davon)", ["Angular", "React", "Vue"]),
        ("Angular, React – one of them is enough", ["Angular", "React"]),
    ],
)
def test_a_list_of_which_the_text_asks_for_one_is_one_of_alternatives(text: str, expected: list[str]) -> None:
    assert groups(text) == [(expected, False)]


@pytest.mark.parametrize(
    "text",
    [
        "One of our customers needs Angular, React and Vue",
        "At least one of our customers uses Angular, React",
        "Mindestens einer unserer Kunden mit Angular, React",
        "any of our projects with Angular, React",
        "Einer der größten Anbieter mit Angular, React",
        "You are one of the experts for Angular and React",
        "Mindestens ein Jahr Angular, React",
        "mindestens eine der Sprachen Angular. React, Vue",
        "mindestens eines der Frameworks Angular",
    ],
)
def test_one_of_something_else_makes_no_alternatives(text: str) -> None:
    assert groups(text) == []
