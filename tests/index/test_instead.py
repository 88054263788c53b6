"""What is wanted in place of something else, and what must not be missing."""

import pytest

from teamlandkarte.index.exclusions import find_excluded
from tests.index.test_levels import levels
from tests.index.test_terms import ListedTerms


@pytest.mark.parametrize(
    ("text", "level"),
    [
        *(("Statt Java lieber Kotlin.", "ideal"), ("Anstatt mit Java bitte mit Kotlin", "ideal")),
        *(("Instead of Java rather Kotlin.", "ideal"), ("Instead of Java, rather Kotlin.", None)),
        *(("Instead of Java we'd like Kotlin", "ideal"), ("Statt Java jetzt Kotlin", "ideal")),
        *(("Lieber Kotlin statt Java.", "desirable"), ("Lieber Kotlin als Java", "desirable")),
        *(("Wir nehmen eher Kotlin als Java.", None), ("We would rather have Kotlin than Java.", None)),
        *(("Rather Kotlin than Java, please.", None), ("Auf keinen Fall Java, sondern Kotlin", None)),
    ],
)
def test_what_is_wanted_in_place_of_another_thing_is_found_and_that_is_not(text: str, level: str | None) -> None:
    assert levels(text) == {"Kotlin": level}


@pytest.mark.parametrize(
    "text",
    [
        *("Eher Erfahrung als Entwickler mit Java", "Mehr als 5 Jahre Java", "Eher mehr als zwei Jahre Java"),
        *("Lieber jemand mit Java als Rentner", "We would rather have more than two years of Java"),
        "Lieber Java-Entwickler als Berater",
    ],
)
def test_as_and_than_alone_exclude_nothing(text: str) -> None:
    assert levels(text).keys() == {"Java"}


@pytest.mark.parametrize(
    ("text", "level"),
    [
        *(("Java darf nicht fehlen.", "essential"), ("Java darf auf keinen Fall fehlen.", "essential")),
        *(("Was nicht fehlen darf: Java", "essential"), ("Nicht fehlen dürfen Kenntnisse in Java.", "essential")),
        *(("Java must not be missing.", "essential"), ("Java mustn't be missing.", "essential")),
        *(("Java cannot be missing", "essential"), ("Java must never be missing", "essential")),
        *(("Java sollte nicht fehlen.", "desirable"), ("Java should not be missing", "desirable")),
    ],
)
def test_what_must_not_be_missing_is_wanted(text: str, level: str) -> None:
    assert levels(text) == {"Java": level}


@pytest.mark.parametrize(
    "text", ["SAP darf nicht fehlen.", "SAP must not be missing.", "SAP darf auf keinen Fall fehlen.", "Statt SAP Java"]
)
def test_it_excludes_nothing_that_no_competence_is_called(text: str) -> None:
    assert find_excluded(text, ListedTerms(("Java",))) == []


def test_a_letter_that_begins_with_a_name_has_no_wish_in_it() -> None:
    assert levels("Lieber Go,\nwir suchen Java.") == {"Java": None}
    assert levels("Lieber Go\nWir suchen Java.") == {"Java": None}
    assert levels("Lieber Go.\nWir haben Java.") == {"Go": "desirable", "Java": None}
