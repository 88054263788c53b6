"""How an employer finds people and in which languages it can be spoken to asks for no competence."""

import pytest

from teamlandkarte.index.terms import find_terms
from tests.index.listed import ListedTerms
from tests.local_model import LOCAL

TERMS = ("Java", "Kotlin", "Recruitment", "Recruiting", "Englisch", "English", "Deutsch", "German", "Polish", "French")
ASKED = "Wir suchen jemanden mit Kotlin ab 01.05.2026."


def found(text: str) -> set[str]:
    return {finding.term for finding in find_terms(text, ListedTerms(TERMS), encoder=LOCAL)}


@pytest.mark.parametrize(
    "procedure",
    [
        "During recruitment you may ask for an interpreter.",
        "Recruitment for the archive is open to all who can do the job, whoever they are.",
        "The recruitment office will write to you in May.",
        "The recruitment team will reply within a week.",
        "Your recruitment contact is Priya Shah.",
        "If you need a ramp during recruitment, tell Hattie.",
        "Im Recruiting lesen bei uns Menschen und keine Maschinen.",
        "Das Recruiting-Team meldet sich nach zwei Wochen.",
        "Unser Recruiting ruft Sie zurück.",
    ],
)
def test_the_recruiting_of_the_employer_itself_is_not_sought(procedure: str) -> None:
    assert found(procedure) == set()
    assert found(f"{ASKED}\n\n{procedure}") == {"Kotlin"}


@pytest.mark.parametrize(
    "grant",
    [
        "You may apply in English or French.",
        "Complaints may be filed in English, German or Polish.",
        "Please send your documents in English or French.",
        "Interviews are held in English or Polish, as you like.",
        "Concerns can be raised confidentially in English, Polish or German.",
        "Staff may report misconduct in Polish, English and German.",
        "Employees can report concerns confidentially in French, English or Polish.",
        "We reply in English or German.",
    ],
)
def test_languages_in_which_an_employer_can_be_spoken_to_are_not_sought(grant: str) -> None:
    assert found(grant) == set()
    assert found(f"{ASKED}\n\n{grant}") == {"Kotlin"}


@pytest.mark.parametrize(
    "grant",
    [
        "Bewerben können Sie sich auf Deutsch oder Englisch.",
        "Ihre Unterlagen reichen Sie auf Deutsch oder Englisch ein.",
        "Bewerbungen nehmen wir auf Deutsch und Englisch entgegen.",
        "Das Gespräch führen wir auf Deutsch oder Englisch.",
        "Unsere Beratungsstelle hilft auf Deutsch und Englisch.",
        "Applications may be submitted in English or German.",
        "Das Recruiting dauert im Schnitt drei Wochen.",
    ],
)
def test_nor_are_they_where_the_request_goes_on_with_them(grant: str) -> None:
    assert found(f"{ASKED} {grant}") == {"Kotlin"}


@pytest.mark.parametrize(
    ("text", "sought_in_it"),
    [
        ("You run our recruitment process from end to end.", {"Recruitment"}),
        ("Recruitment is your passion and you know Java.", {"Recruitment", "Java"}),
        ("Recruitment experience is required.", {"Recruitment"}),
        ("During recruitment campaigns you coordinate the interviews.", {"Recruitment"}),
        ("The recruitment team is looking for support with Java.", {"Recruitment", "Java"}),
        ("Das Recruiting übernehmen Sie eigenständig.", {"Recruiting"}),
        ("You answer customers' questions in English and French.", {"English", "French"}),
        ("You may apply if you speak English and French.", {"English", "French"}),
        ("Applications can be built in Java.", {"Java"}),
        ("Please send profiles of Java developers in English.", {"Java", "English"}),
        ("Interviews are held in English, so fluent English is a must.", {"English"}),
        ("Our helpline answers in English and French and needs two more voices.", {"English", "French"}),
        ("Recruitment for the new site takes place in spring and you run it.", {"Recruitment"}),
        ("Unser Recruiting schreibt Stellen aus und du baust es mit Java um.", {"Recruiting", "Java"}),
        ("Beschwerden beantworten Sie auf Deutsch und Englisch.", {"Deutsch", "Englisch"}),
        ("Bewerben können Sie sich mit Kenntnissen in Java.", {"Java"}),
    ],
)
def test_who_recruits_or_answers_in_a_language_is_sought(text: str, sought_in_it: set[str]) -> None:
    assert found(text) == sought_in_it
