"""What is wanted in place of something else, and what must not be missing."""

import pytest

from teamlandkarte.index.exclusions import find_excluded
from teamlandkarte.index.terms import find_terms
from tests.index.listed import ListedTerms
from tests.index.wanted import levels


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
        *(("Java can't be missing", "essential"), ("Java ought not to be missing", None)),
        *(("Java sollte nicht fehlen.", "desirable"), ("Java should not be missing", "desirable")),
    ],
)
def test_what_must_not_be_missing_is_wanted(text: str, level: str | None) -> None:
    assert levels(text) == {"Java": level}


@pytest.mark.parametrize(
    "text",
    [
        *("Java darf nicht fehlen, Python auch nicht", "Java darf nicht fehlen und Python auch nicht."),
        *("Java darf nicht fehlen. Python ebenfalls nicht.", "Java must not be missing, and neither must Python"),
        *("Java must not be missing, nor Python", "Auf Java können wir nicht verzichten, auf Python auch nicht."),
    ],
)
def test_what_must_not_be_missing_either_is_wanted_too(text: str) -> None:
    assert levels(text) == {"Java": "essential", "Python": "essential"}


def test_what_is_not_needed_either_is_not_needed() -> None:
    assert levels("Java brauchen wir nicht, Python auch nicht, SQL schon") == {"SQL": None}
    assert levels("Java muss nicht sein, Python auch nicht") == {"Java": "suggested", "Python": "suggested"}


@pytest.mark.parametrize(
    "text",
    [
        *("Keinen Bauleiter oder Scrum Master.", "Keinen Bauleiter, Techniker oder Scrum Master."),
        *("Keinen Bauleiter, Scrum Master oder Projektleiter", "No testers, developers or Scrum Masters"),
        *("Not a developer, tester or Scrum Master", "Not a tester, developer, or Scrum Master"),
        *("Not a developer or Scrum Master", "Weder Tester, Entwickler noch Scrum Master"),
    ],
)
def test_a_competence_in_the_name_of_somebody_who_is_not_sought_is_none(text: str) -> None:
    assert find_terms(text, ListedTerms(("Scrum",)), by_meaning=False) == []


@pytest.mark.parametrize(
    "text",
    [
        *("Keine Berater, Scrum oder Kanban", "Kein Entwickler, sondern ein Scrum Master oder Tester"),
        *("Kein Tester, wir suchen einen Scrum Master oder Leiter", "Keine Reisetätigkeit, Scrum oder Kanban"),
    ],
)
def test_what_is_sought_behind_somebody_who_is_not_is_wanted(text: str) -> None:
    assert [found.term for found in find_terms(text, ListedTerms(("Scrum",)), by_meaning=False)] == ["Scrum"]


@pytest.mark.parametrize(
    "text", ["SAP darf nicht fehlen.", "SAP must not be missing.", "SAP darf auf keinen Fall fehlen.", "Statt SAP Java"]
)
def test_it_excludes_nothing_that_no_competence_is_called(text: str) -> None:
    assert find_excluded(text, ListedTerms(("Java",))) == []


def test_a_letter_that_begins_with_a_name_has_no_wish_in_it() -> None:
    assert levels("Lieber Go,\nwir suchen Java.") == {"Java": None}
    assert levels("Lieber Go\nWir suchen Java.") == {"Java": None}
    assert levels("Lieber Go.\nWir haben Java.") == {"Go": "desirable", "Java": None}
