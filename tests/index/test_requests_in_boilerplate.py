"""What a text seeks although words of employers, rules and procedures stand around it."""

import datetime as dt

import pytest

from teamlandkarte.index.boilerplate import sought
from teamlandkarte.index.dates import find_dates
from teamlandkarte.index.terms import find_terms
from tests.index.asked_for import ASKED, TERMS, found
from tests.index.listed import ListedTerms
from tests.local_model import LOCAL


@pytest.mark.parametrize(
    ("text", "sought_in_it"),
    [
        ("Für unsere Akademie suchen wir Trainer, die Projektmanagement unterrichten.", ["Projektmanagement"]),
        ("Sie beraten unsere Kunden im Datenschutz und schulen deren Belegschaft.", ["Datenschutz"]),
        ("Unser Betriebsrat braucht eine Beraterin mit Erfahrung in Compliance.", ["Compliance"]),
        ("We are a family business and need somebody for our Logistik.", ["Logistik"]),
        ("As our new trainer you teach Coaching to apprentices.", ["Coaching"]),
        ("Java, zwei Tage, ab sofort", ["Java"]),
        ("- Java\n- Logistik", ["Java", "Logistik"]),
    ],
)
def test_words_of_boilerplate_may_say_what_is_sought(text: str, sought_in_it: list[str]) -> None:
    assert found(text) == sought_in_it


def test_one_clear_request_is_read_between_paragraphs_and_sentences_of_boilerplate() -> None:
    before = "Unsere Firma wurde 1950 gegründet und ist nach ISO 9001 zertifiziert. Wir fördern Vielfalt."
    after = "Die Kantine ist von 11 bis 14 Uhr geöffnet. Rechnungen senden Sie bitte an die zentrale Buchhaltung."
    assert found(f"{before} {ASKED} {after}") == ["Java"]
    assert found(f"{before}\n\n{ASKED}\n\n{after}") == ["Java"]


@pytest.mark.parametrize(
    "text",
    [
        "Bewerbungsfrist: 15.05.2026, Einsatzbeginn: 01.07.2026",
        "Bitte beachten Sie die Ausschlussfrist 31.03.2026. Leistungsbeginn: 01.07.2026.",
        "Wir bieten Obst und Coaching.\nStart: 01.07.2026",
    ],
)
def test_what_names_the_start_is_read_within_boilerplate_too(text: str) -> None:
    assert find_dates(text, dt.date(2026, 3, 2), LOCAL).start == dt.date(2026, 7, 1)


def test_what_is_to_be_done_is_sought_without_another_word() -> None:
    text = (
        "Aufbau der Software in Java für alle Werke im ganzen Land. Anbindung der Logistik an die Systeme der Kunden. "
        "Erstellung von Berichten über die Fahrten aller Züge."
    )
    assert found(text) == ["Java", "Logistik"]


def test_a_text_that_speaks_to_somebody_seeks_them() -> None:
    text = (
        "Du hast Lust auf Java und auf ein nettes Team am Meer? Wir bauen im Gleisbau eine neue Software für alle. "
        "In der Logistik sind wir damit die ersten im ganzen Land."
    )
    assert found(text) == ["Java", "Gleisbau", "Logistik"]


@pytest.mark.parametrize(
    "text", ["Coaching für Führungskräfte", "Datenschutz, Logistik", "Gesucht: Gleisbau mit Erfahrung"]
)
def test_a_short_text_and_one_that_asks_are_no_boilerplate(text: str) -> None:
    assert sought(text, LOCAL) == text


def test_what_awaits_somebody_may_be_the_work() -> None:
    assert found("Das erwartet dich: Gleisbau und Logistik.\n\nDas bekommst du: ein Jobticket.") == [
        "Gleisbau",
        "Logistik",
    ]


def test_a_question_whether_somebody_is_free_seeks_something() -> None:
    text = "Servus,\nder Chef will die Logistik endlich automatisieren. Java wäre das Werkzeug dafür. " * 2
    assert found(text + "Könnt ihr uns wen abstellen?") == ["Logistik", "Java"]


def test_a_heading_of_a_few_words_is_no_boilerplate() -> None:
    assert sought("Was wir brauchen könnten\n\nJava", LOCAL).startswith("Was wir")


def test_a_background_ends_where_the_text_says_what_is_to_be_done() -> None:
    text = "Hintergrund: Der Gleisbau endet 2028. Leistung: Logistik und Coaching. Dazu kommt Java."
    assert found(text) == ["Logistik", "Coaching", "Java"]
    assert found("Gegenstand der Ausschreibung ist Gleisbau.") == ["Gleisbau"]


@pytest.mark.parametrize(
    "text",
    [
        "Ein abgeschlossenes Studium im Gleisbau.",
        "Du sprichst mit Lieferanten und arbeitest in der Logistik.",
        "Spannende Projekte in der Logistik warten.",
        "Sie führen Vergabeverfahren durch und kennen die Logistik.",
        "Unterweisungen zur Logistik und Begleitung auf den Baustellen.",
        "Verhandlungsverfahren zur Logistik.",
        "Vorbereitung der ISO-9001-Zertifizierung in der Logistik.",
        "A certified expert for Logistik, provided by the contractor.",
    ],
)
def test_words_of_rules_and_procedures_may_name_the_work(text: str) -> None:
    assert found(f"{ASKED}\n\n{text}") != ["Java"]


def test_who_of_ones_own_people_is_sought() -> None:
    assert found("Which of our people did Logistik before?") == ["Logistik"]
    assert found("Wer von unseren Leuten kann Java?") == ["Java"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("Datenschutz", ["Datenschutz"]),
        ("Compliance", ["Compliance"]),
        ("Datenschutz, Compliance und Coaching", ["Datenschutz", "Compliance", "Coaching"]),
        ("- Datenschutz\n- Compliance", ["Datenschutz", "Compliance"]),
        ("Lessons Learned", ["Lessons Learned"]),
        ("; ".join(TERMS), list(TERMS)),
        ("Lessons Learned-Kenntnisse", ["Lessons Learned"]),
        ("Kenntnisse in Lessons Learned", ["Lessons Learned"]),
        ("Erfahrung mit Lessons Learned erforderlich.", ["Lessons Learned"]),
        ("European Rail Traffic Management System", ["European Rail Traffic Management System"]),
    ],
)
def test_a_name_that_somebody_typed_alone_is_sought(typed: str, expected: list[str]) -> None:
    known = ListedTerms((*TERMS, "Lessons Learned", "European Rail Traffic Management System"))
    assert [finding.term for finding in find_terms(typed, known, encoder=LOCAL)] == expected
