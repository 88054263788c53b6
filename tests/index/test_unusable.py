"""What a text says that no score uses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.exclusions import find_excluded
from teamlandkarte.index.unusable import find_unusable
from tests.index.listed import ListedTerms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in Berlin, freitags vor Ort, sonst remote", [("place", word) for word in ("in Berlin", "vor Ort", "remote")]),
        ("Einsatzort: Frankfurt am Main", [("place", "Einsatzort: Frankfurt am Main")]),
        ("Standort: Berlin. Aufgaben: Weichen", [("place", "Standort: Berlin")]),
        ("Dienstort St. Gallen. Wir bieten", [("place", "Dienstort St. Gallen")]),
        ("location: Munich", [("place", "location: Munich")]),
        ("Tester mit einer Erfahrung von 5 Jahren", [("experience", "Erfahrung von 5 Jahren")]),
        ("Java, Erfahrung von mindestens drei Jahren", [("experience", "Erfahrung von mindestens drei Jahren")]),
        ("Berufserfahrung: 5 Jahre", [("experience", "Berufserfahrung: 5 Jahre")]),
        ("experience of at least five years", [("experience", "experience of at least five years")]),
        ("Praxis seit über 3 Jahren", [("experience", "Praxis seit über 3 Jahren")]),
        ("Auslastung 80 %", [("workload", "80 %")]),
        ("Vollzeit oder 20 Stunden pro Woche", [("workload", "Vollzeit"), ("workload", "20 Stunden pro Woche")]),
        ("part-time, 3 days per week", [("workload", "part-time"), ("workload", "3 days per week")]),
        ("bis 95 €/Stunde", [("rate", "95 €/Stunde")]),
        ("Tagessatz 800 EUR pro Tag", [("rate", "Tagessatz"), ("rate", "800 EUR pro Tag")]),
        ("mindestens 5 Jahre Berufserfahrung", [("experience", "5 Jahre Berufserfahrung")]),
        ("at least three years of professional experience", [("experience", "three years of professional experience")]),
        ("neun Jahre Erfahrung mit SAP", [("experience", "neun Jahre Erfahrung")]),
        ("twelve years of experience", [("experience", "twelve years of experience")]),
        ("mehrjährige Praxis in Java", [("experience", "mehrjährige Praxis")]),
        ("langjährige Projekterfahrungen", [("experience", "langjährige Projekterfahrungen")]),
        ("mehrere Jahre praktische Erfahrung", [("experience", "mehrere Jahre praktische Erfahrung")]),
        ("several years' practice with Java", [("experience", "several years' practice")]),
        ("many years of hands-on Java", [("experience", "many years of hands-on")]),
        ("eine Erfahrung, best practices over two years", []),
        ("Reisebereitschaft", [("travel", "Reisebereitschaft")]),
        ("Sicherheitsüberprüfung Ü2", [("clearance", "Sicherheitsüberprüfung"), ("clearance", "Ü2")]),
        ("remote und Remote", [("place", "remote")]),
        ("Projektleiter, Berlin, ab 1.3.27", [("place", "Berlin")]),
        ("Projektleiter IT, PMP, Berlin, 80%", [("place", "Berlin"), ("workload", "80%")]),
        ("Java, München, 2 Tage pro Woche", [("place", "München"), ("workload", "2 Tage pro Woche")]),
        *((text, [("place", "Köln")]) for text in ("Java, PMP, ab Mai, Köln", "Java (Köln)", "Planer | Köln | ab Mai")),
        *((text, [("place", "Köln")]) for text in ("Scrum Master Köln", "Planer ab 1.3.27 Köln", "- Planer\n- Köln")),
        *((text, [("place", "Essen")]) for text in ("Planer, Essen, ab Mai", "Projektleiter (m/w/d) (Essen)")),
        ("entwickler, koeln, ab mai", [("place", "koeln")]),
        ("Planer, Frankfurt am Main oder Wien", [("place", "Frankfurt am Main oder Wien")]),
        ("in Berlin, Hamburg und Köln", [("place", "in Berlin, Hamburg und Köln")]),
        ("Projektleiter, NRW, ab Mai", [("place", "NRW")]),
        *((text, []) for text in ("Essen bestellen", "Essen, Trinken, Java", "Halle 3", "in Halle 3, Gleis 2")),
        *((text, []) for text in ("Stadtwerke München, Java", "FC Bayern München", "Berlin Chemie, Java")),
        *((text, []) for text in ("Jack London, Java", "London, Peter, Java", "Herr Berlin, SQL", "Paris Hilton, SQL")),
        *((text, []) for text in ("Projekt Stuttgart 21, Java", "Muenchner, Java", "Kiel legen", "Grüße\nPaul Berlin")),
        ("nur Leute aus Berlin", [("place", "aus Berlin")]),
        ("only people from Bavaria", [("place", "from Bavaria")]),
        ("Erweitertes Führungszeugnisses", [("clearance", "Führungszeugnisses")]),
        ("nur Senior", [("seniority", "nur Senior")]),
        ("in Koeln, fuenf Maenner", [("place", "in Koeln")]),
        ("mehrjaehrige Erfahrung, in Muenchen", [("experience", "mehrjaehrige Erfahrung"), ("place", "in Muenchen")]),
        ("at least professional, no entry-level", [
            ("seniority", "at least professional"), ("seniority", "entry-level"),
        ]),
        ("zwei Entwickler ab Mai", [("number", "zwei Entwickler")]),
        ("Wir brauchen 2 erfahrene Java-Entwickler", [("number", "2 erfahrene Java-Entwickler")]),
        ("drei Entwickler und Tester", [("number", "drei Entwickler und Tester")]),
        ("Java 17 Entwickler, Windows 11 Administrator", []),
        ("2 bis 3 Entwickler", [("number", "2 bis 3 Entwickler")]),
        ("Wir suchen ab Mai zwei Entwickler", [("number", "zwei Entwickler")]),
        *((text, []) for text in ("Team von 5 Entwicklern", "a team of 2-3 developers", "Team (5 Entwickler)")),
        *((text, []) for text in ("Team: derzeit 5 Entwickler, 2 Tester", "team size: 5 developers")),
        *((text, []) for text in ("Ein Team aus 5 Entwicklern und 2 Testern", "Das Team hat rund 10 Entwickler.")),
        *((text, []) for text in ("Wir sind 5 Entwickler und suchen Java.", "In unserem Team arbeiten 5 Entwickler.")),
        ("Team: 5 Entwickler gesucht", [("number", "5 Entwickler")]),
        ("Team: Wir suchen 5 Entwickler", [("number", "5 Entwickler")]),
        ("Für ein Team mit 5 Entwicklern zwei Tester", [("number", "zwei Tester")]),
        ("a firm of 850 people, 9 million people travel", []),
        ("Java 17, Kubernetes, Bauleitung ab 01.04.2026", []),
        ("Standort unklar", []),
        ("", []),
    ],
)  # fmt: skip
def test_what_no_score_uses_is_found_with_its_words(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(one.kind, one.words) for one in find_unusable(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bitte kein SAP.", ["kein SAP"]),
        ("Kein SAP-Know-how!", ["Kein SAP-Know-how"]),
        (
            "Kein SAP, kein Java und keine Buchhaltung, Python ist wichtig",
            ["Kein SAP, kein Java und keine Buchhaltung"],
        ),
        ("Kein Java, Python ist wichtig", ["Kein Java"]),
        ("Wir suchen Python, ohne SAP FI oder Java.", ["ohne SAP FI oder Java"]),
        ("No SAP please. Not Java either.", ["No SAP", "Not Java"]),
        ("weder Java noch SAP", ["weder Java noch SAP"]),
        ("weder Scrum Master noch einen Java-Entwickler", ["weder Scrum Master noch einen Java-Entwickler"]),
        ("neither a Business Analyst, nor SAP", ["neither a Business Analyst, nor SAP"]),
        ("keinen Tester, Schreiner oder Scrum Master", ["keinen Tester"]),
        ("Kein SAP, und Java ist gut", ["Kein SAP"]),
        ("exclude SAP, avoid Java", ["exclude SAP", "avoid Java"]),
        ("keinen Entwickler, sondern Architekten", ["keinen Entwickler"]),
        ("keine Freelancer, keine Juniors", ["keine Freelancer, keine Juniors"]),
        ("No external consultants", ["No external consultants"]),
        ("keine Leute mit SAP-Erfahrung", ["keine Leute mit SAP-Erfahrung"]),
        *((text, []) for text in ("Ohne Java geht nichts.", "no contract without Java", "Kein Auftrag ohne Java.")),
        *((text, []) for text in ("kein Problem mit Java", "nicht nur Java, sondern Python", "nicht ohne Java")),
        *((text, []) for text in ("keine Erfahrung in SAP nötig", "Java ist nicht erforderlich", "statt Java")),
        *((text, []) for text in ("We do not send CVs as PDF", "excluding VAT")),
        *((text, []) for text in ("keine Rücksprache mit Entwicklern", "Python und Java")),
    ],
)
def test_a_competence_or_role_that_is_not_wanted_is_found_with_its_words(text: str, expected: list[str]) -> None:
    terms = ListedTerms(("Python", "Java", "SAP FI", "Buchhaltung"))
    assert [one.words for one in find_excluded(text, terms)] == expected


@given(st.text())
def test_any_text_is_read_and_the_places_lie_in_it(text: str) -> None:
    assert all(0 <= one.start < one.end <= len(text) for one in find_unusable(text))
